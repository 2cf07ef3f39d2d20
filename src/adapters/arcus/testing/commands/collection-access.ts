import type { CommandContext } from '../session/command.ts';
import type { CollectionAttributes, CollectionType } from '../store/collection-item.ts';
import type { Collections, ItemStore } from '../store/item-store.ts';

const FULL = 'SERVER_ERROR out of memory';
const BAD_PREFIX = 'CLIENT_ERROR invalid prefix name';

/** The collection of that type under `key`, or the status that says why there is none. */
export function findCollection<T extends CollectionType>(
  store: ItemStore,
  type: T,
  key: string,
): Collections[T] | 'NOT_FOUND' | 'TYPE_MISMATCH' {
  const item = store.find(key);
  if (item === undefined) return 'NOT_FOUND';
  return item.type === type ? (item as Collections[T]) : 'TYPE_MISMATCH';
}

/** The same, for reading: an unreadable collection is refused. */
export function readableCollection<T extends CollectionType>(
  store: ItemStore,
  type: T,
  key: string,
): Collections[T] | 'NOT_FOUND' | 'TYPE_MISMATCH' | 'UNREADABLE' {
  const item = findCollection(store, type, key);
  return typeof item === 'string' || item.readable ? item : 'UNREADABLE';
}

export function createCollection(
  store: ItemStore,
  type: CollectionType,
  key: string,
  attributes: CollectionAttributes,
): string {
  if (store.find(key) !== undefined) return 'EXISTS';
  if (store.isFull(attributes.expireAt)) return FULL;
  return store.add(store.newCollection(type, key, attributes)) === 'ADDED' ? 'CREATED' : BAD_PREFIX;
}

/**
 * Runs `insert` on the collection under `key`, which is created if `attributes` are given and it is not there, and taken away again if the insert fails.
 * An insert has worked if it answers `STORED` or `REPLACED`.
 */
export function insertInto<T extends CollectionType>(
  { store }: CommandContext,
  type: T,
  key: string,
  attributes: CollectionAttributes | undefined,
  insert: (item: Collections[T]) => string,
): string {
  const found = findCollection(store, type, key);
  if (typeof found !== 'string') {
    const result = store.isFull(found.expireAt) ? FULL : insert(found);
    store.settle(found);
    return result;
  }
  if (found !== 'NOT_FOUND' || attributes === undefined) return found;
  if (store.isFull(attributes.expireAt)) return FULL;
  const item = store.newCollection(type, key, attributes);
  if (store.add(item) === 'BAD_PREFIX') return BAD_PREFIX;
  const result = insert(item);
  if (result !== 'STORED') {
    store.remove(item);
    return result;
  }
  store.settle(item);
  return 'CREATED_STORED';
}

/** To be called after elements were removed: drops the collection if it is empty and `drop` says so. */
export function afterRemoval<T extends CollectionType>(
  store: ItemStore,
  item: Collections[T],
  drop: boolean,
): 'DELETED' | 'DELETED_DROPPED' {
  if (drop && item.count === 0) {
    store.remove(item);
    return 'DELETED_DROPPED';
  }
  store.settle(item);
  return 'DELETED';
}
