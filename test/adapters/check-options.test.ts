import { describe, expect, test } from 'vitest';
import { checkOptions, optionNames } from '../../src/adapters/check-options.ts';

interface Options {
  readonly ttl?: number;
  readonly inner?: { readonly depth?: number };
}

const known = optionNames<Options>({ ttl: true, inner: optionNames<{ depth?: number }>({ depth: true }) });
const check = (options: unknown) => checkOptions('cache.set', known, options);

describe('options', () => {
  test('of known names pass, with whatever values', () => {
    for (const options of [
      {},
      { ttl: 1 },
      { ttl: 'x', inner: undefined },
      { inner: { depth: 1 } },
      Object.create(null),
    ]) {
      expect(() => check(options)).not.toThrow();
    }
  });

  test.each([
    [1, '1'],
    ['x', "'x'"],
    [null, 'null'],
    [undefined, 'undefined'],
    [[], 'an array'],
    [() => {}, 'a value of type function'],
  ])('that are %o are refused, and it says what came', (options, came) => {
    expect(() => check(options)).toThrow(
      new TypeError(`cache.set takes its options as an object of ttl, inner, got ${came}`),
    );
  });

  test('of another name are refused by their name, with what there is', () => {
    expect(() => check({ ttl: 1, exp: 60 })).toThrow(
      new TypeError('cache.set takes no option `exp`, got 60: expected ttl, inner'),
    );
    expect(() => check({ exp: undefined })).toThrow('no option `exp`, got undefined');
  });

  test('inside an option are looked at too', () => {
    expect(() => check({ inner: { dept: 1 } })).toThrow(
      '`inner` of cache.set takes no option `dept`, got 1: expected depth',
    );
    expect(() => check({ inner: true })).toThrow(
      '`inner` of cache.set takes its options as an object of depth, got true',
    );
  });

  test('that are something else, such as a signal, are refused', () => {
    expect(() => check(new AbortController().signal)).toThrow('cache.set takes no option `aborted`');
  });

  test('may be an instance of a class', () => {
    class Mine {
      ttl = 1;
      get inner() {
        return { depth: 1 };
      }
      method() {}
    }
    expect(() => check(new Mine())).not.toThrow();
  });

  test('are not blamed for what somebody put on the prototype of all objects', () => {
    const all = Object.prototype as { polluted?: number };
    all.polluted = 1;
    try {
      expect(() => check({ ttl: 1 })).not.toThrow();
    } finally {
      delete all.polluted;
    }
  });
});
