import * as gob from 'timed-operation/geerpc/gob';
import { bigNumber, bracketed } from './marshaling-types.ts';

type Schema = gob.GobType<unknown>;

/** A Go type as it is printed, parsed as far as the golden data needs it. */
export type GoType =
  | { kind: 'basic'; text: string }
  | { kind: 'pointer' | 'slice'; elem: GoType }
  | { kind: 'array'; elem: GoType; length: number }
  | { kind: 'map'; key: GoType; elem: GoType }
  | { kind: 'struct'; fields: [name: string, type: GoType][] }
  | { kind: 'interface' }
  | { kind: 'named'; text: string };

/** `[]main.Point  // type Point struct{X int; Y int; }` apart into the type and the declarations. */
export function parseGoType(text: string): { type: GoType; declared: Map<string, GoType> } {
  const [head, comment = ''] = text.split('//').map((part) => part.trim());
  const declared = new Map<string, GoType>();
  for (const declaration of comment.split(/\btype /).filter((part) => part !== '')) {
    const [, name = '', type = ''] = /^(\w+) (.*)$/su.exec(declaration.trim()) ?? [];
    declared.set(name, parse(type));
  }
  return { type: parse(head ?? ''), declared };
}

function parse(text: string): GoType {
  const parser = { rest: text.trim() };
  return one(parser);
}

function one(parser: { rest: string }): GoType {
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = pattern.exec(parser.rest) ?? undefined;
    if (found) parser.rest = parser.rest.slice(found[0].length);
    return found;
  };
  if (take(/^\*/)) return { kind: 'pointer', elem: one(parser) };
  if (take(/^\[\]/)) return { kind: 'slice', elem: one(parser) };
  const length = take(/^\[(\d+)\]/);
  if (length) return { kind: 'array', length: Number(length[1]), elem: one(parser) };
  if (take(/^map\[/)) {
    const key = one(parser);
    take(/^\]/);
    return { kind: 'map', key, elem: one(parser) };
  }
  if (take(/^interface \{\}/)) return { kind: 'interface' };
  if (take(/^struct ?\{/)) {
    const fields: [string, GoType][] = [];
    while (!take(/^ ?\}/)) {
      const name = take(/^ ?([^ ]+) /u)![1]!;
      if (take(/^(chan int|func\(\))/)) fields.push([name, { kind: 'named', text: 'not sent' }]);
      else fields.push([name, one(parser)]);
      take(/^; ?/);
    }
    return { kind: 'struct', fields: fields.filter(([name, type]) => /^\p{Lu}/u.test(name) && sent(type)) };
  }
  const text = take(/^[\w./]+/)![0]!;
  return text.includes('.') ? { kind: 'named', text } : { kind: 'basic', text };
}

function sent(type: GoType): boolean {
  return type.kind !== 'named' || type.text !== 'not sent';
}

const text = new TextEncoder();

/** The types that are not declared in the data itself. */
export const knownTypes: Record<string, Schema> = {
  'main.GE': gob.gobEncoder(bracketed('main.GE', '<', '>')),
  'main.BM': gob.binaryMarshaler(bracketed('main.BM', '{', '}')),
  'main.MyInt': gob.int,
  'main.MyStr': gob.string,
  'main.MyBytes': gob.bytes,
  'time.Time': gob.time,
  'time.Duration': gob.int64,
  'net.IP': gob.bytes,
  'big.Int': bigNumber,
  'url.URL': gob.binaryMarshaler<string>({
    name: 'url.URL',
    encode: (value) => text.encode(value),
    decode: (bytes) => new TextDecoder().decode(bytes),
    zero: () => '',
  }),
};
