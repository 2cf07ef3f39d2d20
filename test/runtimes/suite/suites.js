/** The suites that run wherever there is JavaScript: what imports no `node:*`. */
export const anywhere = {
  core: async () => (await import('./core.js')).core,
  load: async () => (await import('./load.js')).load,
  compositions: async () => (await import('./compositions.js')).compositions,
  grace: async () => (await import('./grace.js')).grace,
  testing: async () => (await import('./testing.js')).testing,
  gob: async () => (await import('./gob.js')).gob,
};

/** Those that need a process and sockets besides. */
export const withProcess = {
  ...anywhere,
  'fast-check': async () => (await import('./fast-check.js')).fastCheck,
  host: async () => (await import('./host.js')).host,
  arcus: async () => (await import('./arcus.js')).arcus,
  geerpc: async () => (await import('./geerpc.js')).geerpc,
};
