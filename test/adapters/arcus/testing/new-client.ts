import {
  ItemStore,
  type ItemStoreOptions,
  ServerSession,
  type ServerSettings,
  type ServerState,
  ServerStats,
  serverSettings,
} from 'timed-operation/arcus/testing';

/** A server and one connection to it, both without a socket, and time that moves when told. */
export interface TestClient {
  readonly state: ServerState;
  readonly session: ServerSession;
  /** The response to these request bytes, as text. */
  ask(request: string): string;
  wait(ms: number): void;
}

export function newClient(
  options: Partial<ItemStoreOptions> & { readonly settings?: Partial<ServerSettings> } = {},
): TestClient {
  let now = 0;
  const store = new ItemStore({ clock: { now: () => now }, startedAt: 1_700_000_000, ...options });
  const state = { store, settings: serverSettings(options.settings), stats: new ServerStats() };
  const session = new ServerSession(state);
  return {
    state,
    session,
    ask: (request) =>
      session
        .push(Buffer.from(request, 'latin1'))
        .map(({ response }) => Buffer.from(response).toString('latin1'))
        .join(''),
    wait: (ms) => {
      now += ms;
    },
  };
}
