import type { Pipe, PipeEnd } from './pipe.ts';
import { PlainStep } from './plain-step.ts';
import type { StateHash } from './state-hash.ts';
import type { StepList } from './step.ts';

/** Where a write waits besides in its queue. */
const READY = 0;
const UNTIL_TIMER = 1;
const UNTIL_TIME = 2;

interface Write {
  readonly bytes: Uint8Array;
  /** The end of the stream instead of bytes. */
  readonly end: boolean;
  held: number;
}

/** What is on its way from one end to the other, first in, first out. */
export class PipeDirection {
  readonly pipe: Pipe;
  readonly from: PipeEnd;
  readonly to: PipeEnd;
  #queue: Write[] = [];
  readonly #deliver: PlainStep;
  readonly #variants: { readonly step: PlainStep; readonly possible: () => boolean }[] = [];

  constructor(pipe: Pipe, target: string, from: PipeEnd, to: PipeEnd) {
    this.pipe = pipe;
    this.from = from;
    this.to = to;
    const { labels } = pipe.world;
    const { faults } = pipe;
    const name = `${target}${pipe.name}`;
    const step = (text: string, act: () => void) => new PlainStep('net', labels.id(`${text} ${name}`), act);
    const fault = (text: string, act: () => void, possible: () => boolean = () => this.#bytesAhead) => {
      const spend = () => {
        pipe.budget--;
        act();
      };
      this.#variants.push({ step: step(text, spend), possible: () => pipe.budget > 0 && possible() });
    };
    this.#deliver = step('rx', () => this.#take(1));
    if (faults.merge === true) {
      const possible = () => this.#queue.length > 1 && this.#queue[1]?.end === false && this.#bytesAhead;
      this.#variants.push({ step: step('rx merged', () => this.#merge()), possible });
    }
    this.#addSplits(step);
    if (faults.drop === true) fault('drop', () => this.#queue.shift());
    if (faults.duplicate === true) fault('rx twice', () => this.#twice());
    if (faults.reorder === true)
      fault(
        'rx later first',
        () => this.#laterFirst(),
        () => this.#queue.length > 1,
      );
    if (faults.delay !== undefined) fault('delay', () => this.#delay(faults.delay as number));
    if (faults.late === true) fault('hold', () => this.#hold());
  }

  push(bytes: Uint8Array): void {
    this.#queue.push({ bytes, end: false, held: READY });
  }

  end(): void {
    this.#queue.push({ bytes: new Uint8Array(0), end: true, held: READY });
  }

  enabled(list: StepList): void {
    const head = this.#queue[0];
    if (head === undefined || head.held !== READY) return;
    if (this.to.closed) {
      this.#queue = [];
      return;
    }
    // As in a socket that nobody reads: its bytes wait, and what comes behind them.
    if (!head.end && this.to.ondata === undefined) return;
    list.add(this.#deliver);
    for (const { step, possible } of this.#variants) if (possible()) list.add(step);
  }

  release(): boolean {
    let released = false;
    for (const write of this.#queue) {
      if (write.held !== UNTIL_TIMER) continue;
      write.held = READY;
      released = true;
    }
    return released;
  }

  hash(state: StateHash): void {
    state.add(this.#queue.length);
    state.add((this.to.closed ? 1 : 0) + (this.from.ended ? 2 : 0));
    for (const { bytes, end, held } of this.#queue) {
      state.add(bytes.length * 8 + held * 2 + (end ? 1 : 0));
      for (const byte of bytes) state.add(byte);
    }
  }

  get #bytesAhead(): boolean {
    return this.#queue[0]?.end === false;
  }

  #addSplits(step: (text: string, act: () => void) => PlainStep): void {
    const { split } = this.pipe.faults;
    if (split === undefined) return;
    const length = () => (this.#queue[0] as Write).bytes.length;
    if (split === 'each-byte') {
      const cut = () =>
        this.#split(
          this.pipe.world.choose(
            'split after',
            Array.from({ length: length() - 1 }, (_, at) => at + 1),
          ),
        );
      this.#variants.push({ step: step('rx part', cut), possible: () => length() > 1 });
      return;
    }
    for (const at of split) {
      this.#variants.push({ step: step(`rx first ${at} of`, () => this.#split(at)), possible: () => length() > at });
    }
  }

  #take(count: number): void {
    for (const write of this.#queue.splice(0, count)) this.#give(write);
  }

  #give({ bytes, end }: Write): void {
    if (this.to.closed) return;
    this.pipe.world.ledger.recorder?.note(end ? 'end' : printable(bytes));
    if (!end) this.to.ondata?.(bytes);
    else {
      this.to.onend?.();
      if (this.to.ended) {
        this.to.close();
        this.from.close();
      }
    }
  }

  #split(at: number): void {
    const [head] = this.#queue;
    const { bytes } = head as Write;
    this.#queue[0] = { bytes: bytes.slice(at), end: false, held: READY };
    this.#give({ bytes: bytes.slice(0, at), end: false, held: READY });
  }

  #merge(): void {
    const end = this.#queue.findIndex((write) => write.end || write.held !== READY);
    const merged = this.#queue.splice(0, end === -1 ? this.#queue.length : end);
    const bytes = new Uint8Array(merged.reduce((sum, write) => sum + write.bytes.length, 0));
    let offset = 0;
    for (const write of merged) {
      bytes.set(write.bytes, offset);
      offset += write.bytes.length;
    }
    this.#give({ bytes, end: false, held: READY });
  }

  #twice(): void {
    const write = this.#queue.shift() as Write;
    this.#give(write);
    this.#give(write);
  }

  #laterFirst(): void {
    const [later] = this.#queue.splice(1, 1);
    this.#give(later as Write);
  }

  #delay(ms: number): void {
    const write = this.#queue[0] as Write;
    write.held = UNTIL_TIME;
    const { world } = this.pipe;
    world.at(
      world.now + ms,
      'delay is over',
      () => {
        write.held = READY;
      },
      'net',
    );
  }

  #hold(): void {
    (this.#queue[0] as Write).held = UNTIL_TIMER;
  }
}

const MOST_SHOWN = 40;

/** Bytes as a picture shows them. */
function printable(bytes: Uint8Array): string {
  const text = JSON.stringify(String.fromCharCode(...bytes.subarray(0, MOST_SHOWN)));
  return bytes.length > MOST_SHOWN ? `${text}… (${bytes.length} bytes)` : text;
}
