import type { StateHash } from './state-hash.ts';

/** How deep an object is looked into. */
const DEEPEST = 4;

/** Adds a value to a state's hash. Returns false for what cannot be told from another by looking at it. */
export function hashValue(value: unknown, hash: StateHash, depth: number = 0): boolean {
  switch (typeof value) {
    case 'number':
      hash.add(value);
      return true;
    case 'string':
      hash.addText(value);
      return true;
    case 'function':
    case 'symbol':
      return false;
    case 'object':
      return value === null ? hashWord('null', hash) : depth < DEEPEST && hashObject(value, hash, depth + 1);
    default:
      return hashWord(String(value), hash);
  }
}

function hashWord(text: string, hash: StateHash): boolean {
  hash.addText(text);
  return true;
}

function hashObject(value: object, hash: StateHash, depth: number): boolean {
  if (value instanceof Uint8Array) {
    for (const byte of value) hash.add(byte);
    hash.add(value.length);
    return true;
  }
  if (value instanceof Error) {
    // Its stack says where it was made, and nothing else.
    hash.addText(`${value.name}: ${value.message}`);
  } else if (Array.isArray(value)) hash.add(value.length);
  else if (!isPlain(value)) return false;
  for (const [key, each] of Object.entries(value)) {
    hash.addText(key);
    if (!hashValue(each, hash, depth)) return false;
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
