import { describe, expect, test } from 'vitest';
import { newClient } from './new-client.ts';

const MONTH = 60 * 60 * 24 * 30;

function set(key: string, exptime: number): string {
  return `set ${key} 0 ${exptime} 1\r\nx\r\n`;
}

describe('expiry', () => {
  test('is by whole seconds of the injected clock, for items of every type', () => {
    const { ask, wait } = newClient();
    ask(`${set('k', 5)}lop create l 0 5 0\r\nsop create s 0 5 0\r\nmop create m 0 5 0\r\nbop create b 0 5 0\r\n`);
    wait(4999);
    expect(ask('getattr k expiretime\r\ngetattr b expiretime\r\n')).toBe('ATTR expiretime=1\r\nEND\r\n'.repeat(2));
    wait(1);
    expect(ask('get k\r\nlop get l 0\r\nsop get s 0\r\nmop get m 0 0\r\nbop get b 0..1\r\n')).toBe(
      `END\r\n${'NOT_FOUND\r\n'.repeat(4)}`,
    );
    expect(ask('add k 0 0 1\r\ny\r\nlop create l 0 0 0\r\n')).toBe('STORED\r\nCREATED\r\n');
  });

  test('up to 30 days is relative, more is a Unix time, which may have passed', () => {
    const { ask, wait } = newClient({ startedAt: 1_700_000_000 });
    ask(set('relative', MONTH) + set('absolute', 1_700_000_010) + set('past', MONTH + 1) + set('negative', -2));
    expect(ask('get past negative absolute relative\r\n').match(/VALUE \S+/g)).toEqual([
      'VALUE absolute',
      'VALUE relative',
    ]);
    expect(ask('getattr relative expiretime\r\n')).toBe(`ATTR expiretime=${MONTH}\r\nEND\r\n`);
    wait(10_000);
    expect(ask('get absolute\r\n')).toBe('END\r\n');
    wait(MONTH * 1000 - 10_000);
    expect(ask('get relative\r\n')).toBe('END\r\n');
  });

  test('touch and setattr move it; a counter and an append keep it', () => {
    const { ask, wait } = newClient();
    ask('set n 0 10 1\r\n1\r\nincr n 1\r\nappend n 0 0 1\r\n0\r\n');
    expect(ask('getattr n expiretime\r\n')).toBe('ATTR expiretime=10\r\nEND\r\n');
    expect(ask('touch n 100\r\nsetattr n expiretime=20\r\n')).toBe('TOUCHED\r\nOK\r\n');
    wait(19_000);
    expect(ask('incr n 1\r\n')).toBe('21\r\n');
    wait(1000);
    expect(ask('touch n 0\r\n')).toBe('NOT_FOUND\r\n');
  });

  test('does not concern sticky items, and nothing becomes sticky or stops being it', () => {
    const { ask, wait } = newClient();
    ask(set('sticky', -1) + set('k', 0));
    wait(1e12);
    expect(ask('getattr sticky expiretime\r\n')).toBe('ATTR expiretime=-1\r\nEND\r\n');
    expect(ask('touch sticky 0\r\ntouch sticky -1\r\ntouch k -1\r\nsetattr sticky expiretime=5\r\n')).toBe(
      'CLIENT_ERROR bad value\r\nTOUCHED\r\nCLIENT_ERROR bad value\r\nATTR_ERROR bad value\r\n',
    );
  });
});

describe('flushing', () => {
  test('flush_all takes what is there; what is stored in the same second stays', () => {
    const { ask } = newClient();
    ask(`${set('a', 0) + set('p:b', -1)}flush_all\r\n${set('c', 0)}`);
    expect(ask('get a p:b c\r\n').match(/VALUE \S+/g)).toEqual(['VALUE c']);
  });

  test('with a delay, it also takes what is stored until that has passed', () => {
    const { ask, wait } = newClient();
    ask(`${set('a', 0)}flush_all 3\r\n`);
    wait(1500);
    ask(set('b', 0));
    expect(ask('get a b\r\n').match(/VALUE \S+/g)).toEqual(['VALUE a', 'VALUE b']);
    wait(1000);
    expect(ask('get a b\r\n')).toBe('END\r\n');
    wait(1000);
    expect(ask(`${set('c', 0)}get c\r\n`)).toMatch(/VALUE c/);
  });

  test('flush_prefix takes a prefix only; <null> stands for keys without one', () => {
    const { ask, wait } = newClient();
    ask(set('p:a', 0) + set('q:a', 0) + set(':a', 0) + set('a', 0));
    wait(5000);
    expect(ask('flush_prefix p\r\nget p:a q:a :a a\r\n').match(/VALUE \S+/g)).toEqual([
      'VALUE q:a',
      'VALUE :a',
      'VALUE a',
    ]);
    expect(ask('flush_prefix p\r\nflush_prefix <null>\r\nget q:a :a a\r\n').match(/^[A-Z_]+( \S+)?/gm)).toEqual([
      'NOT_FOUND',
      'OK',
      'VALUE q:a',
      'END',
    ]);
    expect(ask(`${set('p:b', 0)}flush_prefix p 2\r\nget p:b\r\n`)).toMatch(/^STORED\r\nOK\r\nVALUE/);
    wait(2000);
    expect(ask('get p:b\r\n')).toBe('END\r\n');
  });

  test('a delayed flush of a prefix also takes what has replaced its only item since', () => {
    const { ask, wait } = newClient();
    ask(`set p:n 0 0 1\r\n1\r\nflush_prefix p 3\r\nincr p:n 1\r\n`);
    wait(1000);
    expect(ask('get p:n\r\n')).toBe('VALUE p:n 0 1\r\n2\r\nEND\r\n');
    wait(2000);
    expect(ask('get p:n\r\n')).toBe('END\r\n');
  });

  test('a later flush_all with a delay brings back what nobody has asked for since an earlier one, as on the real server', () => {
    const { ask, wait } = newClient();
    ask(set('asked', 0) + set('forgotten', 0));
    wait(3000);
    ask('flush_all\r\nget asked\r\nflush_all 100\r\n');
    expect(ask('get asked forgotten\r\n').match(/VALUE \S+/g)).toEqual(['VALUE forgotten']);
  });
});
