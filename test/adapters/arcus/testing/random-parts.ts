import fc from 'fast-check';

/** Every key the requests name. */
export const KEYS: readonly string[] = ['k:1', 'k:2', 'l:1', 'l:2', 's:1', 'm:1', 'b:1', 'b:2', 'b:3', 'b:4', 'none'];

// The words that requests are made of.
export const pick = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
export const words = (...parts: readonly fc.Arbitrary<string | number>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((given) => given.filter((part) => part !== '').join(' '));
export const is = (text: string): fc.Arbitrary<string> => fc.constant(text);
export const maybe = (part: fc.Arbitrary<string>, weight = 1): fc.Arbitrary<string> =>
  fc.oneof({ weight: 30, arbitrary: is('') }, { weight: Math.round(weight * 10), arbitrary: part });
export const usually = (part: fc.Arbitrary<string>, otherwise: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 14, arbitrary: part }, { weight: 1, arbitrary: otherwise });

export const anyKey: fc.Arbitrary<string> = pick(...KEYS);
export const ending: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: is('') },
  { weight: 3, arbitrary: is('pipe') },
  { weight: 1, arbitrary: is('noreply') },
);
export const exptime: fc.Arbitrary<string> = usually(is('0'), pick('-2', '3000000', '2592000'));
export const flags: fc.Arbitrary<string> = pick('0', '7', '4294967295');
const action = (...actions: readonly string[]): fc.Arbitrary<string> => maybe(pick(...actions), 2);
export const attributes = (...actions: readonly string[]): fc.Arbitrary<string> =>
  words(flags, exptime, pick('0', '1', '2', '3', '4', '-1'), action(...actions), maybe(is('unreadable'), 0.3));
export const create = (...actions: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: is('') },
    { weight: 2, arbitrary: attributes(...actions).map((text) => `create ${text}`) },
  );
/** A request line that announces the length of `data`, as `#` in it. */
export const withData = (line: fc.Arbitrary<string>, data: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(line, data).map(([text, bytes]) => `${text.replace('#', String(bytes.length))}\r\n${bytes}\r\n`);
export const line = (...parts: readonly fc.Arbitrary<string | number>[]): fc.Arbitrary<string> =>
  words(...parts).map((text) => `${text}\r\n`);
export const withNames = (line: fc.Arbitrary<string>, names: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> =>
  fc.tuple(line, names).map(([text, given]) => {
    const list = given.join(' ');
    const head = text.replace('@names', given.length === 0 ? '0 0' : `${list.length} ${given.length}`);
    return given.length === 0 ? `${head}\r\n` : `${head}\r\n${list}\r\n`;
  });
