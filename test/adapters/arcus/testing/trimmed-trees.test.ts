import { describe, expect, test } from 'vitest';
import { newClient } from './new-client.ts';

/** Each of these was tried on a real server, too. */
describe('trimmed b+trees', () => {
  test('forget that they were trimmed when a new bkey lies too far from the others', () => {
    const { ask } = newClient();
    ask('bop create b 0 0 2\r\nbop insert b 1 1\r\na\r\nbop insert b 2 1\r\nb\r\nbop insert b 3 1\r\nc\r\n');
    expect(ask('getattr b trimmed\r\nbop get b 0..9\r\n')).toBe(
      'ATTR trimmed=1\r\nEND\r\nVALUE 0 2\r\n2 1 b\r\n3 1 c\r\nTRIMMED\r\n',
    );
    expect(ask('setattr b maxbkeyrange=4\r\nbop insert b 9 1\r\nd\r\n')).toBe('OK\r\nSTORED\r\n');
    expect(ask('getattr b trimmed count\r\nbop get b 0..9\r\n')).toBe(
      'ATTR trimmed=0\r\nATTR count=1\r\nEND\r\nVALUE 0 1\r\n9 1 d\r\nEND\r\n',
    );
  });

  test('are not out of range for one bkey that is there but does not pass the filter', () => {
    const { ask } = newClient();
    ask('bop create b 0 0 1 largest_trim\r\nbop insert b 2 0x01 1\r\na\r\nbop insert b 1 0x01 1\r\nb\r\n');
    expect(ask('bop get b 1 0 EQ 0x02\r\nbop get b 1 1 1\r\nbop get b 2\r\nbop get b 1..9 0 EQ 0x02\r\n')).toBe(
      'NOT_FOUND_ELEMENT\r\nNOT_FOUND_ELEMENT\r\nOUT_OF_RANGE\r\nOUT_OF_RANGE\r\n',
    );
  });

  test('are not listed by a merge get that had enough before their end', () => {
    const { ask } = newClient();
    ask('bop create t 0 0 1\r\nbop insert t 2 0x01 1\r\na\r\nbop insert t 3 0x01 1\r\nb\r\n');
    ask('bop insert u 9 0x02 1 create 0 0 0\r\nx\r\nbop insert u 8 0x02 1\r\ny\r\n');
    const found = 'u 0 9 0x02 1 x\r\nu 0 8 0x02 1 y\r\nMISSED_KEYS 0\r\n';
    expect(ask('bop smget 3 2 9..0 0 EQ 0x02 2 unique\r\nt u\r\n')).toBe(
      `ELEMENTS 2\r\n${found}TRIMMED_KEYS 0\r\nEND\r\n`,
    );
    expect(ask('bop smget 3 2 9..0 0 EQ 0x02 3 unique\r\nt u\r\n')).toBe(
      `ELEMENTS 2\r\n${found}TRIMMED_KEYS 1\r\nt 3\r\nEND\r\n`,
    );
  });

  test('keep what a range overflow of byte strings leaves, on either side', () => {
    const { ask } = newClient();
    ask('bop create b 0 0 0\r\nsetattr b maxbkeyrange=0x10\r\n');
    ask(
      'bop insert b 0x01 1\r\na\r\nbop insert b 0x0105 1\r\nb\r\nbop insert b 0x11 1\r\nc\r\nbop insert b 0x13 1\r\nd\r\n',
    );
    expect(ask('bop get b 0x00..0xff\r\ngetattr b maxbkeyrange minbkey\r\n')).toBe(
      'VALUE 0 2\r\n0x11 1 c\r\n0x13 1 d\r\nEND\r\nATTR maxbkeyrange=0x10\r\nATTR minbkey=0x11\r\nEND\r\n',
    );
    ask('setattr b overflowaction=largest_trim\r\nbop insert b 0x02 1\r\ne\r\n');
    expect(ask('bop get b 0x00..0xff\r\n')).toBe('VALUE 0 2\r\n0x02 1 e\r\n0x11 1 c\r\nEND\r\n');
    expect(ask('bop insert b 0x20 1\r\nf\r\nsetattr b maxbkeyrange=0x0e\r\n')).toBe(
      'OUT_OF_RANGE\r\nATTR_ERROR bad value\r\n',
    );
  });
});
