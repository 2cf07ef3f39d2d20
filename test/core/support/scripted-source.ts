import { after, type Runtime } from 'timed-operation';

/** One step of a source: how long it takes, and what it comes to; `never`: it is never answered. */
export interface ScriptedStep {
  readonly ms: number;
  readonly item?: string;
  readonly error?: Error;
  readonly never?: boolean;
}

/** An async iterable whose steps take as long as its script says, and that writes down what is asked of it. */
export class ScriptedSource implements AsyncIterable<string>, AsyncIterator<string> {
  readonly #runtime: Runtime;
  readonly #script: readonly ScriptedStep[];
  /** What it gave out, whether or not anybody still waited. */
  readonly given: string[] = [];
  asked = 0;
  returned = 0;
  /** The most steps that were ever under way at once. */
  mostInFlight = 0;
  #inFlight = 0;

  constructor(runtime: Runtime, script: readonly ScriptedStep[]) {
    this.#runtime = runtime;
    this.#script = script;
  }

  next(): Promise<IteratorResult<string>> {
    const step = this.#script[this.asked++] ?? { ms: 0 };
    this.mostInFlight = Math.max(this.mostInFlight, ++this.#inFlight);
    return new Promise((resolve, reject) => {
      if (step.never === true) return;
      after(this.#runtime, step.ms, () => {
        this.#inFlight--;
        if (step.error !== undefined) reject(step.error);
        else if (step.item === undefined) resolve({ done: true, value: undefined });
        else {
          this.given.push(step.item);
          resolve({ done: false, value: step.item });
        }
      });
    });
  }

  async return(): Promise<IteratorResult<string>> {
    this.returned++;
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Waits on manual time. */
export function sleep(runtime: Runtime, ms: number): Promise<void> {
  return new Promise((resolve) => {
    after(runtime, ms, resolve);
  });
}
