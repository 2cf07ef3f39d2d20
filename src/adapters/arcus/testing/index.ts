export type { BytePort } from '../../node/byte-port.ts';
export { ArcusServer, type ArcusServerOptions, type TcpServerOptions } from './arcus-server.ts';
export type { Fault, FaultScope, InjectedFault } from './faults/fault.ts';
export { pipePort } from './pipe-port.ts';
export type { ServerScheduler } from './server-scheduler.ts';
export { type Exchange, ServerSession } from './session/server-session.ts';
export { type ServerSettings, serverSettings } from './session/server-settings.ts';
export type { ServerState } from './session/server-state.ts';
export { ServerStats } from './stats/server-stats.ts';
export type { BtreeElement, BtreeInsert, BtreeItem } from './store/btree-item.ts';
export type {
  CollectionAttributes,
  CollectionChange,
  CollectionItem,
  CollectionType,
  OverflowAction,
} from './store/collection-item.ts';
export type { Item, ItemType } from './store/item.ts';
export { type Collections, ItemStore, type ItemStoreOptions } from './store/item-store.ts';
export type { KvItem } from './store/kv-item.ts';
export type { ListItem } from './store/list-item.ts';
export type { MapElement, MapItem } from './store/map-item.ts';
export type { PrefixEntry, PrefixTable } from './store/prefix-table.ts';
export type { SetItem } from './store/set-item.ts';
export { type StoreLimits, storeLimits } from './store/store-limits.ts';
export type { ServerClock, StoreTime } from './store/store-time.ts';
