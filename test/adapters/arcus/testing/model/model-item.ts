/** A slow and obvious model of an ARCUS server's items, made from the protocol's description alone. It shares nothing with what it checks. */
export interface ModelKv {
  readonly type: 'kv';
  flags: number;
  /** Seconds left: 0 = for ever, -2 = none. Time stands still here. */
  left: number;
  data: string;
  cas: number;
}

interface Collection {
  flags: number;
  left: number;
  max: number;
  action: string;
  readable: boolean;
}

export interface ModelList extends Collection {
  readonly type: 'list';
  elements: string[];
}

export interface ModelSet extends Collection {
  readonly type: 'set';
  elements: string[];
}

export interface ModelMap extends Collection {
  readonly type: 'map';
  elements: { readonly field: string; data: string }[];
}

export interface Element {
  readonly bkey: bigint | string;
  eflag: string;
  data: string;
}

export interface ModelBtree extends Collection {
  readonly type: 'b+tree';
  elements: Element[];
  kind: 'bigint' | 'string' | undefined;
  range: bigint | string | undefined;
  trimmed: boolean;
}

export type ModelItem = ModelKv | ModelList | ModelSet | ModelMap | ModelBtree;

export const FAMILIES: Readonly<Record<string, 'list' | 'set' | 'map' | 'b+tree'>> = {
  lop: 'list',
  sop: 'set',
  mop: 'map',
  bop: 'b+tree',
};

export function secondsLeft(exptime: string): number {
  const seconds = Number(exptime);
  return seconds < 0 || seconds > 2_592_000 ? -2 : seconds;
}

export function maxcount(asked: number): number {
  return asked < 0 ? 50_000 : asked === 0 ? 4000 : Math.min(asked, 50_000);
}

/** A collection from `<flags> <exptime> <maxcount> [<action>] [unreadable]`. */
export function create(type: 'list' | 'set' | 'map' | 'b+tree', words: readonly string[]): ModelItem {
  const [flags = '', exptime = '', max = '', ...rest] = words;
  const readable = rest.at(-1) !== 'unreadable';
  const fallback = { list: 'tail_trim', set: 'error', map: 'error', 'b+tree': 'smallest_trim' }[type];
  const action = (readable ? rest[0] : rest.length > 1 ? rest[0] : undefined) ?? fallback;
  const common = {
    flags: Number(flags),
    left: secondsLeft(exptime),
    max: maxcount(Number(max)),
    action,
    readable,
  };
  if (type === 'b+tree') return { type, ...common, elements: [], kind: undefined, range: undefined, trimmed: false };
  return { type, ...common, elements: [] } as ModelItem;
}

/** A number as the server finds it at the start of a value. */
export function readNumber(text: string): bigint | undefined {
  const match = /^ *\+?(\d+)( .*)?$/.exec(text);
  const value = match?.[1] === undefined ? undefined : BigInt(match[1]);
  return value === undefined || value >= 1n << 64n ? undefined : value;
}

export function add(value: bigint, delta: bigint, up: boolean): bigint {
  if (up) return (value + delta) % (1n << 64n);
  return value > delta ? value - delta : 0n;
}
