import type { ServerStats } from '../stats/server-stats.ts';
import type { ItemStore } from '../store/item-store.ts';
import type { ServerSettings } from './server-settings.ts';

/** What all connections of one server share. */
export interface ServerState {
  readonly store: ItemStore;
  readonly settings: ServerSettings;
  readonly stats: ServerStats;
}
