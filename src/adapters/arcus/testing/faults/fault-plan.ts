import { checkFault, type Fault, type FaultScope, type InjectedFault } from './fault.ts';

/** A fault that has struck: what it is, and how to hold something until it is released. */
export interface Strike {
  readonly fault: Fault;
  /** Runs `task` once the fault is released. */
  hold(task: () => void): void;
}

interface Entry {
  readonly fault: Fault;
  readonly scope: FaultScope;
  readonly held: (() => void)[];
  met: number;
  struck: number;
  released: boolean;
}

/** The faults a server is to show, the earliest injected first: one response is struck by one fault. */
export class FaultPlan {
  #entries: Entry[] = [];

  inject(fault: Fault, scope: FaultScope = {}): InjectedFault {
    checkFault(fault, scope);
    const entry: Entry = { fault, scope, held: [], met: 0, struck: 0, released: false };
    this.#entries.push(entry);
    const release = (): void => {
      entry.released = true;
      this.#entries = this.#entries.filter((other) => other !== entry);
      for (const task of entry.held.splice(0)) task();
    };
    return {
      get struck() {
        return entry.struck;
      },
      release,
    };
  }

  /** The fault for a response of this connection to this request. */
  strikeResponse(connection: number, request: readonly string[]): Strike | undefined {
    return this.#strike((entry) => entry.fault.kind !== 'refuse' && isFor(entry.scope, connection, request));
  }

  /** The fault for a new connection. */
  strikeConnection(connection: number): Strike | undefined {
    return this.#strike((entry) => entry.fault.kind === 'refuse' && isFor(entry.scope, connection, undefined));
  }

  #strike(matches: (entry: Entry) => boolean): Strike | undefined {
    for (const entry of this.#entries) {
      const { skip = 0, times = Number.POSITIVE_INFINITY } = entry.scope;
      if (entry.struck >= times || !matches(entry)) continue;
      if (entry.met++ < skip) continue;
      entry.struck++;
      return { fault: entry.fault, hold: (task) => (entry.released ? task() : entry.held.push(task)) };
    }
    return undefined;
  }
}

function isFor({ connection, command }: FaultScope, number: number, request: readonly string[] | undefined): boolean {
  if (connection !== undefined && connection !== number) return false;
  if (command === undefined || request === undefined) return true;
  return `${request.join(' ')} `.startsWith(`${command} `);
}
