import { checkOptions, type OptionNames, optionNames } from '../check-options.ts';
import type {
  BtreeChange,
  BtreeCounterOptions,
  BtreeDeleteOptions,
  RangeOptions,
  SelectOptions,
} from './btree-options.ts';
import type { CallOptions } from './call-options.ts';
import type {
  CollectionAttributes,
  CreateOptions,
  DropOptions,
  InsertOptions,
  TakeOptions,
} from './collection-options.ts';
import type { AdminGroup, AttributeChange, FlushOptions } from './groups/admin.ts';
import type { BtreeGroup } from './groups/btree.ts';
import type { KvGroup } from './groups/kv.ts';
import type { ListGroup } from './groups/list.ts';
import type { MapGroup } from './groups/map.ts';
import type { SetGetOptions, SetGroup } from './groups/set.ts';
import type { CounterOptions, StoreOptions } from './kv-options.ts';
import type { EflagFilter } from './protocol/arguments/eflag.ts';

type Names<Group> = Extract<keyof Group, string>;

/** A call of the client, as its caller writes it. */
export type CallName =
  | `kv.${Names<KvGroup<unknown>>}`
  | `list.${Names<ListGroup<unknown>>}`
  | `set.${Names<SetGroup<unknown>>}`
  | `map.${Names<MapGroup<unknown>>}`
  | `btree.${Names<BtreeGroup<unknown>>}`
  | `admin.${Names<AdminGroup>}`
  | 'pipe.execute';

const limits = { timeout: true, deadline: true, idle: true, within: true, signal: true } as const;
const attributes = { exptime: true, maxCount: true, overflowAction: true, unreadable: true } as const;
const bitwise = optionNames<NonNullable<EflagFilter['bitwise']>>({ operator: true, value: true });
const filter = optionNames<EflagFilter>({ offset: true, bitwise, comparison: true, values: true });
const window = { filter, offset: true, count: true } as const;

/** Attributes of a collection that a change makes. */
export const creationNames: OptionNames = optionNames<CollectionAttributes<string>>(attributes);
/** What changes an element of a b+tree, and attributes of an item. */
export const changeNames: OptionNames = optionNames<BtreeChange<unknown>>({ value: true, eflag: true });
export const attributeNames: OptionNames = optionNames<AttributeChange>({
  expiretime: true,
  maxcount: true,
  overflowaction: true,
  readable: true,
  maxbkeyrange: true,
});

const plain = optionNames<CallOptions>(limits);
const store = optionNames<StoreOptions>({ exptime: true, ...limits });
const counter = optionNames<CounterOptions>({ initial: true, exptime: true, ...limits });
const create = optionNames<CreateOptions<string>>({ ...attributes, ...limits });
const insert = optionNames<InsertOptions<string>>({ create: creationNames, ...limits });
const take = optionNames<TakeOptions>({ after: true, ...limits });
const drop = optionNames<DropOptions>({ drop: true, ...limits });
const select = optionNames<SelectOptions>({ filter, ...limits });
const flush = optionNames<FlushOptions>({ delay: true, ...limits });
const range = optionNames<RangeOptions>({ ...window, ...limits });
const btreeCounter = optionNames<BtreeCounterOptions>({ initial: true, eflag: true, ...limits });

/** What each call takes in its options: a call that is not here does not compile. */
const KNOWN: { readonly [Name in CallName]: OptionNames } = {
  'kv.get': plain,
  'kv.gets': plain,
  'kv.getMany': plain,
  'kv.getsMany': plain,
  'kv.set': store,
  'kv.add': store,
  'kv.replace': store,
  'kv.append': plain,
  'kv.prepend': plain,
  'kv.cas': store,
  'kv.setMany': store,
  'kv.addMany': store,
  'kv.replaceMany': store,
  'kv.incr': counter,
  'kv.decr': counter,
  'kv.delete': plain,
  'kv.deleteMany': plain,
  'kv.touch': plain,
  'list.create': create,
  'list.insert': insert,
  'list.get': take,
  'list.getRange': take,
  'list.delete': drop,
  'list.deleteRange': drop,
  'set.create': create,
  'set.insert': insert,
  'set.has': plain,
  'set.get': optionNames<SetGetOptions>({ count: true, after: true, ...limits }),
  'set.delete': drop,
  'map.create': create,
  'map.insert': insert,
  'map.upsert': insert,
  'map.update': plain,
  'map.get': take,
  'map.getMany': take,
  'map.delete': drop,
  'map.deleteAll': drop,
  'btree.create': create,
  'btree.insert': insert,
  'btree.upsert': insert,
  'btree.insertAndGetTrimmed': insert,
  'btree.upsertAndGetTrimmed': insert,
  'btree.update': plain,
  'btree.incr': btreeCounter,
  'btree.decr': btreeCounter,
  'btree.delete': optionNames<DropOptions & SelectOptions>({ drop: true, filter, ...limits }),
  'btree.deleteRange': optionNames<BtreeDeleteOptions>({ drop: true, filter, count: true, ...limits }),
  'btree.get': optionNames<TakeOptions & SelectOptions>({ after: true, filter, ...limits }),
  'btree.getRange': optionNames<TakeOptions & RangeOptions>({ after: true, ...window, ...limits }),
  'btree.getMany': range,
  'btree.sortMergeGet': optionNames<RangeOptions & { readonly unique?: boolean }>({
    unique: true,
    ...window,
    ...limits,
  }),
  'btree.position': plain,
  'btree.getByPosition': plain,
  'btree.getByPositions': plain,
  'btree.positionWithGet': plain,
  'btree.count': select,
  'admin.flush': flush,
  'admin.flushPrefix': flush,
  'admin.stats': plain,
  'admin.versions': plain,
  'admin.getAttributes': plain,
  'admin.setAttributes': plain,
  'pipe.execute': plain,
};

/** @throws TypeError unless these are options of that call */
export function checkCall(call: CallName, options: unknown): void {
  checkOptions(call, KNOWN[call], options);
}
