import {
  asBigInt,
  GobDecoder,
  GobEncoder,
  GobError,
  int,
  map,
  slice,
  string,
  struct,
  uint64,
} from 'timed-operation/geerpc/gob';
import { ok, same } from './checks.js';

const fields = { Name: string, Age: int, Big: asBigInt(uint64), Tags: slice(string), Score: map(string, int) };
const Person = struct('main.Person', fields);
const ada = { Name: 'Ada ♥', Age: -36, Big: 2n ** 63n, Tags: ['a', 'b'], Score: new Map([['x', -1]]) };

/** The codec alone, which needs nothing of its host. */
export const gob = {
  'a value comes back as it went in, whole or byte by byte': async () => {
    const bytes = new GobEncoder().encode(Person, ada);
    const [whole, split] = [new GobDecoder(), new GobDecoder()];
    whole.push(bytes);
    for (const byte of bytes) split.push(Uint8Array.of(byte));
    same(whole.decode(Person), ada);
    same(split.decode(Person), ada);
  },

  'the bytes are those that Go writes': async () => {
    const bytes = new GobEncoder().encode(struct('Point', { X: int, Y: int }), { X: 22, Y: 33 });
    const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    same(text, '1fff8103010105506f696e7401ff82000102010158010400010159010400000007ff82012c014200');
  },

  'broken bytes are an error that says where': async () => {
    const decoder = new GobDecoder();
    let error;
    try {
      decoder.push(Uint8Array.of(0x03, 0xff, 0xff, 0xff));
      decoder.decode();
    } catch (thrown) {
      error = thrown;
    }
    ok(error instanceof GobError, `got ${error}`);
  },
};
