import { WAITING_RESPONSE } from '../core/state-cell.ts';
import type { OperationRecord } from './operation-record.ts';
import { SUBMIT } from './race-codes.ts';
import type { Recorder } from './recorder.ts';
import type { Step } from './step.ts';

/** A run as one number: two runs of the same tape must have the same. */
export class Fingerprint implements Recorder {
  value = 0;
  /** A call of `timed` waited for a promise. */
  awaited = false;
  #begunHere = false;

  step(step: Step, now: number): void {
    this.#mix(1, step.label(), now * 1024);
  }

  stepped(): void {}

  note(text: string): void {
    this.#mix(8, text.length, text.charCodeAt(0));
  }

  choice(label: number, option: string): void {
    this.#mix(2, label, option.length);
  }

  attempt(record: OperationRecord, event: number, from: number): void {
    // Only `timed` begins a work of its own.
    if (event === SUBMIT) this.#begunHere = record.operation?.held !== undefined;
    this.#mix(3, record.index, event * 8 + from);
  }

  played(record: OperationRecord, event: number, word: number, won: boolean): void {
    if (event === SUBMIT && this.#begunHere && word === WAITING_RESPONSE) this.awaited = true;
    this.#mix(won ? 4 : 5, record.index, event * 8 + word);
  }

  effect(record: OperationRecord, effect: number): void {
    this.#mix(6, record.index, effect);
  }

  broken(rule: string): void {
    this.#mix(7, rule.length, 0);
  }

  #mix(kind: number, a: number, b: number): void {
    let hash = Math.imul(this.value ^ (kind * 0x9e3779b1), 0x85ebca6b);
    hash = Math.imul((hash ^ (hash >>> 13)) + a, 0xc2b2ae35);
    this.value = Math.imul((hash ^ (hash >>> 16)) + b, 0x27d4eb2f) | 0;
  }
}
