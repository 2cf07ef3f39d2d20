/** What in a probe would make a run depend on more than its tape. */
const REAL_THINGS = ['setTimeout', 'setInterval', 'setImmediate'] as const;

type Anything = (...parameters: never[]) => unknown;

/**
 * Watches, for the length of a run, whether somebody reaches past the runtime: a real timer, a real socket, or real chance. All work as
 * ever; only that they were used is noted.
 */
export class Intruders {
  used: string | undefined = undefined;
  readonly #host: Record<string, Anything> = globalThis as unknown as Record<string, Anything>;
  #sockets: ReadonlyMap<string, number> = new Map();
  readonly #saved: Map<string, Anything> = new Map();
  #random: () => number = Math.random;

  watch(): void {
    this.used = undefined;
    this.#sockets = openSockets();
    for (const name of REAL_THINGS) {
      const real = this.#host[name];
      if (typeof real !== 'function') continue;
      this.#saved.set(name, real);
      this.#host[name] = (...parameters) => {
        this.used ??= `${name}: a real timer is no part of the run; take time from \`world.runtime\``;
        return real(...parameters);
      };
    }
    this.#random = Math.random;
    Math.random = () => {
      this.used ??= 'Math.random: chance is no part of the run; use `world.choose`';
      return this.#random();
    };
  }

  leave(): void {
    for (const [name, real] of this.#saved) this.#host[name] = real;
    this.#saved.clear();
    Math.random = this.#random;
    for (const [name, count] of openSockets()) {
      if (count > (this.#sockets.get(name) ?? 0)) {
        this.used ??= realSocket(name);
      }
    }
  }
}

/** What is told of one. */
export function realSocket(name: string): string {
  return `a real ${name}: what comes from outside is no part of the run; use \`world.pipe\``;
}

interface ProcessLike {
  getActiveResourcesInfo?(): string[];
}

/** How many real sockets and servers the process has open, by kind; empty where the platform does not say. */
export function openSockets(): Map<string, number> {
  const { process } = globalThis as unknown as { process?: ProcessLike };
  const counts = new Map<string, number>();
  for (const name of process?.getActiveResourcesInfo?.() ?? []) {
    if (/TCP|UDP|Pipe|TLS/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
