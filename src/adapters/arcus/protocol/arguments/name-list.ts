import { ByteWriter } from '../byte-writer.ts';
import { listLength } from './key.ts';

/**
 * Names as they go over the wire in a block of their own: joined by single blanks, with the length announced in
 * the header. They are encoded before the header, so the length announced is the length sent.
 */
export function joinNames(names: readonly string[], argument: string, maxNames: number, maxBytes: number): NameList {
  const count = listLength(names, argument, maxNames);
  const out = new ByteWriter(Math.min(count * 24, 65_536));
  for (let i = 0; i < count; i++) {
    if (i > 0) out.byte(32);
    out.token(names[i] as string, `${argument}[${i}]`, maxBytes);
  }
  return { count, bytes: out.take() };
}

export interface NameList {
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** ` <length> <count>`, the announcement. */
export function writeListSize(out: ByteWriter, list: NameList): void {
  out.byte(32);
  out.digits(list.bytes.length);
  out.byte(32);
  out.digits(list.count);
}
