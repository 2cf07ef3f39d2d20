import fc from 'fast-check';
import { btree, btreeActions } from './random-btree.ts';
import { list, listActions, map, set } from './random-collections.ts';
import { kv } from './random-kv.ts';
import { anyKey, is, line, maybe, pick } from './random-parts.ts';
import { trimming } from './random-trimming.ts';

/**
 * Random request sequences, dense in meetings: few keys, few bkeys, small collections. Values of sets start with S and fields of maps with f, so that
 * blocks whose order no server promises can be told. `@cas` stands for the cas of the key in the request as `gets` gives it, `@old` for one that is no more.
 */
export interface RandomRequests {
  readonly kv: fc.Arbitrary<string>;
  readonly list: fc.Arbitrary<string>;
  readonly set: fc.Arbitrary<string>;
  readonly map: fc.Arbitrary<string>;
  readonly btree: fc.Arbitrary<string>;
  readonly trimming: fc.Arbitrary<string>;
  readonly attributes: fc.Arbitrary<string>;
  readonly all: fc.Arbitrary<string>;
}

const attribute = pick(
  'type',
  'flags',
  'expiretime',
  'count',
  'maxcount',
  'overflowaction',
  'readable',
  'maxbkeyrange',
  'trimmed',
);
const setting = fc.oneof(
  pick(
    'maxcount=2',
    'maxcount=4',
    'maxcount=0',
    'maxcount=-1',
    'readable=on',
    'readable=off',
    'expiretime=0',
    'expiretime=-1',
    'nosuch=1',
  ),
  pick(...listActions, ...btreeActions).map((name) => `overflowaction=${name}`),
  pick('maxbkeyrange=3', 'maxbkeyrange=0', 'maxbkeyrange=0x02', 'maxbkeyrange=6'),
);
const attributeRequests = fc.oneof(
  line(is('getattr'), anyKey, maybe(attribute, 2), maybe(attribute)),
  line(is('setattr'), anyKey, setting, maybe(setting)),
  line(is('delete'), anyKey),
);

export const randomRequests: RandomRequests = {
  kv,
  list,
  set,
  map,
  btree,
  trimming,
  attributes: attributeRequests,
  all: fc.oneof(
    { weight: 3, arbitrary: kv },
    { weight: 3, arbitrary: list },
    { weight: 2, arbitrary: set },
    { weight: 2, arbitrary: map },
    { weight: 10, arbitrary: btree },
    { weight: 2, arbitrary: attributeRequests },
  ),
};
