import type { Bkey, Reply } from 'timed-operation/arcus';
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

const element = (e: Element): string =>
  `${bkey(e.bkey)} ${e.eflag ? `${hex(e.eflag)} ` : ''}${block(e.data)}`;

/** The bytes that a server sends for this reply: that they come out again shows that nothing was lost or invented. */
export function printReply(reply: Reply, retired = false): string {
  switch (reply.type) {
    case 'corrupt':
      return reply.error.message;
    case 'status':
      return line(reply.status);
    case 'failure':
      return reply.message === '' ? line(reply.word) : line(reply.word, text(reply.message));
    case 'number':
      return line(reply.value);
    case 'count':
      return `COUNT=${line(reply.value)}`;
    case 'position':
      return `POSITION=${line(reply.value)}`;
    case 'version':
      return line('VERSION', text(reply.value));
    case 'mechanisms':
      return line('SASL_MECH', reply.value);
    case 'challenge':
      return `SASL_CONTINUE ${reply.data.length}\r\n${asLatin1(reply.data)}\r\n`;
    case 'values': {
      const values = reply.values.map(({ key, flags, data, cas }) => {
        const head = ['VALUE', text(key), flags, data.length, ...(cas === undefined ? [] : [cas])];
        return `${line(...head)}${asLatin1(data)}\r\n`;
      });
      return `${values.join('')}END\r\n`;
    }
    case 'elements':
      return (
        line('VALUE', reply.flags, reply.elements.length) +
        reply.elements.map(block).join('') +
        line(reply.trailer)
      );
    case 'map': {
      const fields = reply.elements.map(({ field, data }) => `${text(field)} ${block(data)}`);
      return line('VALUE', reply.flags, fields.length) + fields.join('') + line(reply.trailer);
    }
    case 'btree':
    case 'trimmed':
      return (
        line('VALUE', reply.flags, reply.elements.length) +
        reply.elements.map(element).join('') +
        line(reply.trailer)
      );
    case 'neighbours':
      return (
        line('VALUE', reply.position, reply.flags, reply.elements.length, reply.index) +
        `${reply.elements.map(element).join('')}END\r\n`
      );
    case 'blocks': {
      const blocks = reply.blocks.map(({ key, status, flags, elements }) => {
        if (flags === undefined) return line('VALUE', text(key), status);
        const lines = elements.map((e) => `ELEMENT ${element(e)}`).join('');
        return line('VALUE', text(key), status, flags, elements.length) + lines;
      });
      return `${blocks.join('')}END\r\n`;
    }
    case 'merged': {
      const { elements, missed, trimmed, duplicated } = reply;
      const merged = elements.map((e) => `${text(e.key)} ${e.flags} ${element(e)}`).join('');
      const missing = missed
        .map(({ key, cause }) => (retired ? line(text(key)) : line(text(key), cause)))
        .join('');
      const cut = trimmed.map((t) => line(text(t.key), bkey(t.bkey))).join('');
      const sections =
        line(retired ? 'VALUE' : 'ELEMENTS', elements.length) +
        merged +
        line('MISSED_KEYS', missed.length) +
        missing;
      return (
        sections +
        (retired ? '' : line('TRIMMED_KEYS', trimmed.length) + cut) +
        line(duplicated ? 'DUPLICATED' : 'END')
      );
    }
    case 'pipe': {
      const lines = reply.replies.map((status) => printReply(status)).join('');
      return (
        line('RESPONSE', reply.replies.length) +
        lines +
        (reply.error === undefined ? line('END') : line('PIPE_ERROR', reply.error))
      );
    }
    case 'attributes': {
      const lines = Object.entries(reply.attributes).map(([name, value]) =>
        line('ATTR', `${name}=${attribute(name, value)}`),
      );
      return `${lines.join('')}END\r\n`;
    }
    case 'keys': {
      const keys = reply.keys.map(({ key, itemType, exptime }) => line(text(key), itemType, exptime));
      return line('KEYS', keys.length, reply.cursor) + keys.join('') + line('END');
    }
    case 'prefixes': {
      const lines = reply.prefixes.map(({ prefix, items, bytes, created }) =>
        line(text(prefix), items, bytes, created),
      );
      return line('PREFIXES', lines.length, reply.cursor) + lines.join('') + line('END');
    }
    case 'stats': {
      const lines = reply.lines.map(({ kind, name, value }) => line(kind, text(name), text(value)));
      return lines.join('') + (reply.remark === '' ? line('END') : line('END', reply.remark));
    }
    case 'config':
      return line(reply.name, text(reply.value)) + line('END');
  }
}

function attribute(name: string, value: unknown): string {
  if (name === 'readable') return value ? 'on' : 'off';
  if (name === 'trimmed') return value ? '1' : '0';
  if (value === undefined) return '-1';
  return value instanceof Uint8Array ? hex(value) : String(value);
}
