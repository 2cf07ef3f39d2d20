import { describe, expect, test } from 'vitest';
import { newClient } from './new-client.ts';

describe('config', () => {
  test('collection sizes only grow, and unlimited collections grow with them', () => {
    const { ask } = newClient();
    ask('lop create l 0 0 -1\r\n');
    expect(ask('config max_list_size 50000\r\nconfig max_list_size 60000\r\nconfig max_list_size\r\n')).toBe(
      'CLIENT_ERROR bad value\r\nEND\r\nmax_list_size 60000\r\nEND\r\n',
    );
    expect(ask('getattr l maxcount\r\n')).toBe('ATTR maxcount=60000\r\nEND\r\n');
  });

  test.each([
    ['max_element_bytes 1023', 'CLIENT_ERROR bad value'],
    ['max_element_bytes 1024', 'END'],
    ['scrub_count 15', 'CLIENT_ERROR bad value'],
    ['scrub_count 320', 'END'],
    ['memlimit 5', 'CLIENT_ERROR bad value'],
    ['memlimit 10', 'END'],
    ['sticky_limit 129', 'CLIENT_ERROR bad value'],
    ['sticky_limit 0', 'END'],
    ['maxconns 0', 'CLIENT_ERROR the value is out of range'],
    ['maxconns 10', 'END'],
    ['verbosity 3', 'SERVER_ERROR cannot change the verbosity over the limit'],
    ['verbosity x', 'CLIENT_ERROR bad command line format'],
    ['max_stats_prefixes 7', 'END'],
    ['hasOwnProperty 1', 'CLIENT_ERROR bad command line format'],
  ])('%s is answered %s', (setting, answer) => {
    expect(newClient().ask(`config ${setting}\r\n`)).toBe(`${answer}\r\n`);
  });
});

describe('scan', () => {
  test('goes through all keys of a type and pattern, page by page', () => {
    const { ask } = newClient();
    for (let i = 10; i < 35; i++) ask(`set k:${i} 0 0 1\r\nx\r\n`);
    ask('lop create k:list 0 7 0\r\nset other 0 0 1\r\nx\r\n');
    const found: string[] = [];
    let cursor = '0';
    do {
      const [, next = '', lines = ''] =
        /^KEYS \d+ (\d+)\r\n((?:.*\r\n)*)END\r\n$/.exec(ask(`scan key ${cursor} count 10 match k:*\r\n`)) ?? [];
      found.push(...lines.split('\r\n').filter((line) => line !== ''));
      cursor = next;
    } while (cursor !== '0');
    expect(found).toHaveLength(26);
    expect(found.at(-1)).toBe('k:list L 7');
    expect(ask('scan key 0 count 100 type L\r\n')).toBe('KEYS 1 0\r\nk:list L 7\r\nEND\r\n');
  });

  test('prefixes are listed with their items, bytes and birth', () => {
    const { ask } = newClient({ startedAt: 0 });
    ask('set p:a 0 0 1\r\nx\r\nset p:b 0 0 1\r\nx\r\nset q 0 0 1\r\nx\r\n');
    expect(ask('scan prefix 0\r\n')).toBe(
      'PREFIXES 2 0\r\n<null> 1 76 19700101000000\r\np 2 156 19700101000000\r\nEND\r\n',
    );
    expect(ask('scan prefix 0 match ?\r\n')).toMatch(/^PREFIXES 1 0\r\np 2/);
  });

  test.each([
    ['a*c', 'abbc', true],
    ['a*c', 'abbd', false],
    ['a\\*c', 'a*c', true],
    ['a\\*c', 'abc', false],
    ['?', '', false],
    ['*', 'x', true],
    ['*b*', 'aabaa', true],
    ['a**', 'a', true],
    ['\\\\', '\\', true],
  ])('pattern %s on key %j: %s', (pattern, key, matches) => {
    const { ask } = newClient();
    if (key !== '') ask(`set ${key} 0 0 1\r\nx\r\n`);
    expect(ask(`scan key 0 match ${pattern}\r\n`).startsWith('KEYS 1 ')).toBe(matches);
  });

  test.each(['a\\b', '*****', 'x'.repeat(65), '\\'])('pattern %s is refused', (pattern) => {
    expect(newClient().ask(`scan key 0 match ${pattern}\r\n`)).toBe('CLIENT_ERROR bad pattern string\r\n');
  });
});

describe('stats', () => {
  test('count calls and what came of them', () => {
    const { ask } = newClient();
    ask('set k 0 0 1\r\n1\r\nget k none\r\nincr k 1\r\ndelete none\r\n');
    ask(
      'lop insert l 0 1 create 0 0 0\r\nx\r\nlop get l 0\r\nlop get l 9\r\nlop get none 0\r\ncas k 0 0 1 99\r\nx\r\n',
    );
    const stats = new Map(
      ask('stats\r\n')
        .split('\r\n')
        .map((line) => [line.split(' ')[1], line.split(' ')[2]]),
    );
    const expected = {
      cmd_get: '2',
      get_hits: '1',
      get_misses: '1',
      cmd_set: '1',
      incr_hits: '1',
      delete_misses: '1',
      cas_badval: '1',
      lop_insert_hits: '1',
      lop_get_elem_hits: '1',
      lop_get_none_hits: '1',
      lop_get_misses: '1',
      curr_items: '2',
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, stats.get(name)]))).toEqual(expected);
    expect(ask('stats reset\r\nstats\r\n')).toMatch(/^RESET\r\n[\s\S]*STAT cmd_get 0\r\n[\s\S]*END\r\n$/);
  });

  test('by prefix are kept while they are switched on', () => {
    const { ask } = newClient();
    expect(
      ask(
        'set p:k 0 0 1\r\n1\r\nstats detail on\r\nget p:k p:no\r\nbop insert p:b 1 1\r\nx\r\nstats detail off\r\nget p:k\r\n',
      ),
    ).toMatch(/^STORED\r\nOK/);
    expect(ask('stats detail dump\r\n')).toMatch(/^PREFIX p get 2 hit 1 set 0 .* bis 1 bih 0 .*\r\nEND\r\n$/);
    expect(ask('stats prefixlist item p\r\n')).toMatch(/^PREFIX p itm 1 kitm 1 .* tsz 78 ktsz 78 .*\r\nEND\r\n$/);
    expect(ask('config max_stats_prefixes 0\r\nstats prefixes\r\n')).toBe(
      'END\r\nCLIENT_ERROR invalid: too many prefixes\r\n',
    );
  });

  test('cachedump lists items, the latest first', () => {
    const { ask } = newClient();
    ask('set a 0 0 1\r\n1\r\nset b 0 9 1\r\n1\r\nset c 0 -1 1\r\n1\r\n');
    expect(ask('stats cachedump 0 1\r\n')).toBe('ITEM b [acctime=2, exptime=11]\r\nEND [curtime=2]\r\n');
    expect(ask('stats cachedump 0 9 backward sticky\r\n')).toBe(
      'ITEM c [acctime=2, exptime=-1]\r\nEND [curtime=2]\r\n',
    );
    expect(ask('stats cachedump 201 1\r\nstats cachedump 0 1 x\r\n')).toBe(
      'CLIENT_ERROR Illegal slab id\r\nCLIENT_ERROR bad command line format\r\n',
    );
  });
});

describe('the rest', () => {
  test('without the scrub extension the text after ERROR is another', () => {
    const plain = newClient({ settings: { scrubExtension: false, version: '1.15.1' } });
    expect(plain.ask('nosuch\r\nscrub\r\n\r\nversion\r\n')).toBe(
      'ERROR unknown command\r\n'.repeat(3).concat('VERSION 1.15.1\r\n'),
    );
  });

  test('what no client can use is not supported', () => {
    expect(
      newClient().ask('help\r\nlqdetect start\r\ncmdlog stats\r\ndump start x\r\nshutdown\r\nshutdown 5\r\n'),
    ).toBe('NOT_SUPPORTED\r\n'.repeat(6));
  });

  test('mop delete that asks for no answer and for too many fields leaves their line behind, which is then read as a command', () => {
    const { ask } = newClient();
    expect(ask('mop delete m 2 9\r\nf1\r\n')).toBe('CLIENT_ERROR bad value\r\n');
    expect(ask('mop delete m 2 9 noreply\r\nf1\r\n')).toBe('ERROR no matching command\r\n');
  });

  test('a key that a merge get repeats is refused, in each of its forms', () => {
    const { ask } = newClient();
    ask('bop insert b 1 1 create 0 0 0\r\nx\r\n');
    for (const mode of [' unique', ' duplicate', '']) {
      expect(ask(`bop smget 3 2 0..9 5${mode}\r\nb b\r\n`)).toBe('CLIENT_ERROR bad data chunk\r\n');
    }
  });
});
