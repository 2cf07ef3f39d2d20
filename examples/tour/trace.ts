/** What is written down of an operation on its way. */
export type Mark = 'submit' | 'arm' | 'response' | 'decode' | 'decide' | 'complete' | 'late';

/** One operation's marks: ms from the common start. */
export class Trace {
  readonly title: string;
  readonly limitMs: number;
  readonly marks: Partial<Record<Mark, number>> = {};
  outcome = '';
  readonly #start: number;

  constructor(title: string, limitMs: number, start: number) {
    this.title = title;
    this.limitMs = limitMs;
    this.#start = start;
  }

  mark(name: Mark): void {
    this.marks[name] ??= performance.now() - this.#start;
  }
}
