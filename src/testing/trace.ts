import { outcomeOf, stateOf } from '../core/state-cell.ts';
import type { Labels } from './labels.ts';
import type { OperationRecord } from './operation-record.ts';
import { EFFECT_NAMES, EVENT_NAMES } from './race-codes.ts';
import type { Recorder } from './recorder.ts';
import type { Step } from './step.ts';

/** What one step did, in words. */
export interface TraceStep {
  readonly lane: string;
  readonly label: string;
  /** Virtual time when it was over: ms. */
  at: number;
  /** Whether it was taken out of its natural order. */
  readonly deviates: boolean;
  readonly notes: TraceNote[];
  /** The state of every operation after it. */
  readonly states: Record<string, string>;
}

/** Something that happened inside a step. */
export interface TraceNote {
  readonly operation: string;
  text: string;
  kind: 'won' | 'refused' | 'effect' | 'choice' | 'broken';
}

/** A run in words, for pictures. Made by running a tape once more. */
export class Trace implements Recorder {
  readonly steps: TraceStep[] = [];
  /** The step in which the rule was broken. */
  decisive = -1;
  readonly #labels: Labels;
  readonly #open: TraceNote[] = [];
  readonly #states: Record<string, string> = {};

  constructor(labels: Labels) {
    this.#labels = labels;
    this.#begin('', 'setup', 0, false);
  }

  step(step: Step, now: number, choice: number): void {
    this.#begin(step.lane, this.#labels.text(step.label()), now, choice !== 0);
  }

  stepped(now: number): void {
    (this.steps.at(-1) as TraceStep).at = now;
  }

  note(text: string): void {
    this.#note({ operation: '', text, kind: 'choice' });
  }

  choice(label: number, option: string): void {
    this.#note({ operation: '', text: `${this.#labels.text(label)}: ${option}`, kind: 'choice' });
  }

  attempt(record: OperationRecord, event: number): void {
    // What it came to is filled in when it is known; what happens inside it comes after it.
    this.#open.push(this.#note({ operation: record.name, text: EVENT_NAMES[event] as string, kind: 'refused' }));
  }

  played(record: OperationRecord, event: number, word: number, won: boolean): void {
    const name = EVENT_NAMES[event] as string;
    this.#states[record.name] = outcomeOf(word) ?? stateOf(word);
    (this.steps.at(-1) as TraceStep).states[record.name] = this.#states[record.name] as string;
    const note = this.#open.pop();
    if (note === undefined) return;
    note.kind = won ? 'won' : 'refused';
    note.text = won ? `${name} wins: ${this.#states[record.name]}` : `${name} refused`;
  }

  effect(record: OperationRecord, effect: number): void {
    this.#note({ operation: record.name, text: EFFECT_NAMES[effect] as string, kind: 'effect' });
  }

  broken(rule: string, message: string): void {
    this.#note({ operation: '', text: `${rule}: ${message}`, kind: 'broken' });
    this.decisive = this.steps.length - 1;
  }

  #begin(lane: string, label: string, at: number, deviates: boolean): void {
    this.steps.push({ lane, label, at, deviates, notes: [], states: { ...this.#states } });
  }

  #note(note: TraceNote): TraceNote {
    (this.steps.at(-1) as TraceStep).notes.push(note);
    return note;
  }
}
