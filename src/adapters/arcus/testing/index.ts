export { type Exchange, ServerSession } from './session/server-session.ts';
export { type ServerSettings, serverSettings } from './session/server-settings.ts';
export type { ServerState } from './session/server-state.ts';
export { ServerStats } from './stats/server-stats.ts';
export { ItemStore, type ItemStoreOptions } from './store/item-store.ts';
export { type StoreLimits, storeLimits } from './store/store-limits.ts';
export type { ServerClock } from './store/store-time.ts';
