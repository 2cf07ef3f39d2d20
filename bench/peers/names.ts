/** Every peer as the tables name it, with the file that holds it. `race` and `any-timeout` are native idioms. */
export const peerFiles: Readonly<Record<string, string>> = {
  undici: 'undici.ts',
  race: 'race.ts',
  'any-timeout': 'any-timeout.ts',
  'p-timeout': 'p-timeout.ts',
  'promise-timeout': 'promise-timeout.ts',
  '@apify/timeout': 'apify-timeout.ts',
  bluebird: 'bluebird.ts',
  rxjs: 'rxjs.ts',
  cockatiel: 'cockatiel.ts',
  'abort-controller-x': 'abort-controller-x.ts',
  effect: 'effect.ts',
  opossum: 'opossum.ts',
};

export const peerNames: readonly string[] = Object.keys(peerFiles);

/** The peers whose call takes a caller's signal. */
export const peersWithSignal: readonly string[] = [
  'race',
  'any-timeout',
  'p-timeout',
  'cockatiel',
  'abort-controller-x',
  'effect',
];

/** Contenders that need well over a microsecond a call: they are asked for less. */
export const slowPeers: readonly string[] = [
  'any-timeout',
  'p-timeout',
  'promise-timeout',
  'cockatiel',
  'abort-controller-x',
  'effect',
];

/** Contenders that take seconds for a few thousand timeouts, and do not finish 100,000 in half a minute. */
export const unendingPeers: readonly string[] = ['opossum'];
