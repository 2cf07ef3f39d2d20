import { outcomeOf, stateOf } from '../core/state-cell.ts';
import type { Ledger } from './ledger.ts';
import type { OperationRecord } from './operation-record.ts';

/** `required`: must come in some run; `forbidden`: in none; `interesting`: is pointed out; `acceptable`: is fine. */
export type Grade = 'acceptable' | 'interesting' | 'required' | 'forbidden';

/** How often each outcome came. An outcome is a word of the probe's, or the outcomes of its operations in their order. */
export class Outcomes {
  readonly #named: Map<string, number> = new Map();
  /** Outcomes of the operations, a digit to base 7 for each. */
  readonly #words: Map<number, number> = new Map();

  add(named: string, ledger: Ledger): void {
    if (named !== '') {
      this.#named.set(named, (this.#named.get(named) ?? 0) + 1);
      return;
    }
    let words = 1;
    for (let index = 0; index < ledger.count; index++) {
      words = words * 7 + (ledger.records[index] as OperationRecord).word;
    }
    this.#words.set(words, (this.#words.get(words) ?? 0) + 1);
  }

  /** The outcome of the run just played, in words. */
  text(named: string, ledger: Ledger): string {
    if (named !== '') return named;
    const names: string[] = [];
    for (let index = 0; index < ledger.count; index++) {
      const { word } = ledger.records[index] as OperationRecord;
      names.push(outcomeOf(word) ?? stateOf(word));
    }
    return names.join(', ');
  }

  get counts(): Map<string, number> {
    const counts = new Map(this.#named);
    for (const [words, count] of this.#words) counts.set(inWords(words), count);
    return counts;
  }
}

function inWords(words: number): string {
  const names: string[] = [];
  for (let rest = words; rest > 1; rest = Math.floor(rest / 7)) names.unshift(outcomeOf(rest % 7) ?? stateOf(rest % 7));
  return names.join(', ');
}

/** The outcomes that must come and did not. */
export function missingOutcomes(counts: ReadonlyMap<string, number>, table: Readonly<Record<string, Grade>>): string[] {
  return Object.entries(table)
    .filter(([outcome, grade]) => grade === 'required' && !counts.has(outcome))
    .map(([outcome]) => outcome);
}
