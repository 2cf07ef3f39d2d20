import type { ArcusResponse, Bkey } from 'timed-operation/arcus';
import { asLatin1 } from './transcripts.ts';

const line = (...words: readonly (string | number | bigint)[]): string => `${words.join(' ')}\r\n`;
const text = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');
const block = (data: Uint8Array): string => `${data.length} ${asLatin1(data)}\r\n`;
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex').toUpperCase()}`;
const bkey = (key: Bkey): string => (typeof key === 'bigint' ? String(key) : hex(key));

interface Element {
  readonly bkey: Bkey;
  readonly eflag: Uint8Array | undefined;
  readonly data: Uint8Array;
}

const element = (e: Element): string => `${bkey(e.bkey)} ${e.eflag ? `${hex(e.eflag)} ` : ''}${block(e.data)}`;

/** The bytes that a server sends for this response: that they come out again shows that nothing was lost or invented. */
export function printResponse(response: ArcusResponse, retired = false): string {
  switch (response.type) {
    case 'corrupt':
      return response.error.message;
    case 'status':
      return line(response.status);
    case 'failure':
      return response.message === '' ? line(response.word) : line(response.word, text(response.message));
    case 'number':
      return line(response.value);
    case 'count':
      return `COUNT=${line(response.value)}`;
    case 'position':
      return `POSITION=${line(response.value)}`;
    case 'version':
      return line('VERSION', text(response.value));
    case 'mechanisms':
      return line('SASL_MECH', response.value);
    case 'challenge':
      return `SASL_CONTINUE ${response.data.length}\r\n${asLatin1(response.data)}\r\n`;
    case 'text':
      throw new Error('no recorded command asks for text');
    case 'values': {
      const values = response.values.map(({ key, flags, data, cas }) => {
        const head = ['VALUE', text(key), flags, data.length, ...(cas === undefined ? [] : [cas])];
        return `${line(...head)}${asLatin1(data)}\r\n`;
      });
      return `${values.join('')}END\r\n`;
    }
    case 'elements':
      return (
        line('VALUE', response.flags, response.elements.length) +
        response.elements.map(block).join('') +
        line(response.trailer)
      );
    case 'map': {
      const fields = response.elements.map(({ field, data }) => `${text(field)} ${block(data)}`);
      return line('VALUE', response.flags, fields.length) + fields.join('') + line(response.trailer);
    }
    case 'btree':
    case 'trimmed':
      return (
        line('VALUE', response.flags, response.elements.length) +
        response.elements.map(element).join('') +
        line(response.trailer)
      );
    case 'neighbours':
      return (
        line('VALUE', response.position, response.flags, response.elements.length, response.index) +
        `${response.elements.map(element).join('')}END\r\n`
      );
    case 'blocks': {
      const blocks = response.blocks.map(({ key, status, flags, elements }) => {
        if (flags === undefined) return line('VALUE', text(key), status);
        const lines = elements.map((e) => `ELEMENT ${element(e)}`).join('');
        return line('VALUE', text(key), status, flags, elements.length) + lines;
      });
      return `${blocks.join('')}END\r\n`;
    }
    case 'merged': {
      const { elements, missed, trimmed, duplicated } = response;
      const merged = elements.map((e) => `${text(e.key)} ${e.flags} ${element(e)}`).join('');
      const missing = missed.map(({ key, cause }) => (retired ? line(text(key)) : line(text(key), cause))).join('');
      const cut = trimmed.map((t) => line(text(t.key), bkey(t.bkey))).join('');
      const sections =
        line(retired ? 'VALUE' : 'ELEMENTS', elements.length) + merged + line('MISSED_KEYS', missed.length) + missing;
      return (
        sections + (retired ? '' : line('TRIMMED_KEYS', trimmed.length) + cut) + line(duplicated ? 'DUPLICATED' : 'END')
      );
    }
    case 'pipe': {
      const lines = response.responses.map((status) => printResponse(status)).join('');
      return (
        line('RESPONSE', response.responses.length) +
        lines +
        (response.error === undefined ? line('END') : line('PIPE_ERROR', response.error))
      );
    }
    case 'attributes': {
      const lines = Object.entries(response.attributes).map(([name, value]) =>
        line('ATTR', `${name}=${attribute(name, value)}`),
      );
      return `${lines.join('')}END\r\n`;
    }
    case 'keys': {
      const keys = response.keys.map(({ key, itemType, exptime }) => line(text(key), itemType, exptime));
      return line('KEYS', keys.length, response.cursor) + keys.join('') + line('END');
    }
    case 'prefixes': {
      const lines = response.prefixes.map(({ prefix, items, bytes, created }) =>
        line(text(prefix), items, bytes, created),
      );
      return line('PREFIXES', lines.length, response.cursor) + lines.join('') + line('END');
    }
    case 'stats': {
      const lines = response.lines.map(({ kind, name, value }) => line(kind, text(name), text(value)));
      return lines.join('') + (response.remark === '' ? line('END') : line('END', response.remark));
    }
    case 'config':
      return line(response.name, text(response.value)) + line('END');
  }
}

function attribute(name: string, value: unknown): string {
  if (name === 'readable') return value ? 'on' : 'off';
  if (name === 'trimmed') return value ? '1' : '0';
  if (value === undefined) return '-1';
  return value instanceof Uint8Array ? hex(value) : String(value);
}
