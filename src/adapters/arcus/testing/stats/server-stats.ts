import { type Counting, OPERATIONS, type Operation, OUTCOMES } from './operation.ts';

const FAILED = /^(?:CLIENT_ERROR|SERVER_ERROR|ERROR|ATTR_ERROR|TYPE_MISMATCH|BKEY_MISMATCH|EFLAG_MISMATCH)/;
const MISSED = /^(?:NOT_FOUND|UNREADABLE|OUT_OF_RANGE)$/;

/** As the real server: prefixes beyond these are not counted. */
const MOST_PREFIXES = 10_000;

/** Counts what a server was asked and what came of it, in all and (while `detail` is on) by prefix. */
export class ServerStats {
  detail = false;
  connections = 0;
  readonly #counters = new Map<string, number>();
  /** Letters to count, by prefix ('' = none). */
  readonly #prefixes = new Map<string, Map<string, number>>();

  count(name: string): number {
    return this.#counters.get(name) ?? 0;
  }

  /** Counts one command; `outcome` is its status line, or anything else for a response with content. */
  record(words: readonly string[], outcome: string): void {
    const operation = OPERATIONS.get(words[0] ?? '') ?? OPERATIONS.get(`${words[0]} ${words[1]}`);
    if (operation === undefined) return;
    this.#add(`cmd_${operation.name}`);
    const result = resultOf(operation.counting, outcome);
    if (result !== undefined) this.#add(`${operation.name}_${result}`);
    const { letters, keyWord } = operation;
    if (letters === undefined || keyWord === undefined) return;
    const counted = letters.length === 2 ? `${letters}s` : letters;
    this.#addTo(words[keyWord] ?? '', counted);
    if (letters.length === 2 && result !== undefined && result !== 'misses')
      this.#addTo(words[keyWord] ?? '', `${letters}h`);
  }

  /** Counts one key of a `get`. */
  recordGet(key: string, hit: boolean): void {
    this.#add('cmd_get');
    this.#add(hit ? 'get_hits' : 'get_misses');
    this.#addTo(key, 'get');
    if (hit) this.#addTo(key, 'hit');
  }

  /** What was counted by prefix. */
  prefixes(): ReadonlyMap<string, ReadonlyMap<string, number>> {
    return this.#prefixes;
  }

  /** True if anything was counted for that prefix. */
  forgetPrefix(prefix: string): boolean {
    return this.#prefixes.delete(prefix);
  }

  reset(): void {
    this.#counters.clear();
    this.#prefixes.clear();
  }

  #add(name: string): void {
    this.#counters.set(name, this.count(name) + 1);
  }

  #addTo(key: string, name: string): void {
    if (!this.detail) return;
    const colon = key.indexOf(':', 1);
    const prefix = colon < 0 ? '' : key.slice(0, colon);
    const counts = this.#prefixes.get(prefix) ?? new Map<string, number>();
    if (counts.size === 0 && this.#prefixes.size >= MOST_PREFIXES) return;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    this.#prefixes.set(prefix, counts);
  }
}

function resultOf(counting: Counting, outcome: string): string | undefined {
  if (counting === 'none' || FAILED.test(outcome)) return undefined;
  if (counting === 'create') return outcome === 'CREATED' ? 'oks' : undefined;
  if (counting === 'merge') return 'oks';
  if (outcome === 'EXISTS') return 'badval';
  if (MISSED.test(outcome)) return 'misses';
  if (counting === 'element') return outcome === 'NOT_FOUND_ELEMENT' ? 'none_hits' : 'elem_hits';
  return 'hits';
}

/** The counters of `stats`, in its order: calls first, then what came of them. */
export function counterNames(): readonly string[] {
  const operations = [
    ...new Map([...OPERATIONS.values()].map((operation): [string, Operation] => [operation.name, operation])).values(),
  ];
  const calls = operations.map(({ name }) => `cmd_${name}`);
  const results = operations.flatMap(({ name, counting }) => OUTCOMES[counting].map((outcome) => `${name}_${outcome}`));
  return ['cmd_get', ...calls, 'get_hits', 'get_misses', 'cas_badval', ...results];
}
