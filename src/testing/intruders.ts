/** What in a probe would make a run depend on more than its tape. */
const REAL_TIMERS = ['setTimeout', 'setInterval', 'setImmediate'] as const;

type Anything = (...parameters: never[]) => unknown;
type Host = Record<string, Anything | undefined>;

/** One of them, and what stands in its place during a run. */
interface Trap {
  readonly host: Host;
  readonly name: string;
  real: Anything | undefined;
  readonly put: Anything;
}

/**
 * Watches, for the length of a run, whether somebody reaches past the runtime: a real timer, a real socket, or real chance. All work as
 * ever; only that they were used is noted.
 */
export class Intruders {
  used: string | undefined = undefined;
  /** Made once, for every watched run of a check. */
  readonly #traps: readonly Trap[];

  constructor() {
    const timer = 'a real timer is no part of the run; take time from `world.runtime`';
    this.#traps = [
      ...REAL_TIMERS.map((name) => this.#trap(globalThis as unknown as Host, name, `${name}: ${timer}`)),
      this.#trap((globalThis.AbortSignal ?? {}) as unknown as Host, 'timeout', `AbortSignal.timeout: ${timer}`),
      this.#trap(Math as unknown as Host, 'random', 'Math.random: chance is no part of the run; use `world.choose`'),
    ];
  }

  /** Does `task`, a run from beginning to end, under watch. */
  during(task: () => void): void {
    const before = openSockets();
    this.trapping(task);
    for (const [name, count] of openSockets()) {
      if (count > (before.get(name) ?? 0)) this.used ??= realSocket(name);
    }
  }

  /** The same for a part of a run: it is the check that counts its sockets. */
  trapping(task: () => void): void {
    for (const trap of this.#traps) {
      trap.real = trap.host[trap.name];
      if (typeof trap.real === 'function') trap.host[trap.name] = trap.put;
    }
    try {
      task();
    } finally {
      for (const { host, name, real } of this.#traps) if (typeof real === 'function') host[name] = real;
    }
  }

  #trap(host: Host, name: string, message: string): Trap {
    const trap: Trap = {
      host,
      name,
      real: undefined,
      put: (...parameters) => {
        this.used ??= message;
        const { real } = trap;
        return real?.(...parameters);
      },
    };
    return trap;
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
