import type { Labels } from './labels.ts';
import { optionCalled } from './strategies/labelled-replay.ts';
import { OneRun } from './strategies/one-run.ts';
import type { Point } from './tape.ts';

/** One departure from the natural order: `take` instead of `before`, after `skip` points where that could have been done too. */
export interface TokenDeviation {
  readonly take: string;
  readonly before: string;
  readonly skip: number;
}

/** What a token says. */
export interface Token {
  readonly probe: string;
  /** Of the names in the run it was made from. */
  readonly fingerprint: string;
  readonly deviations: readonly TokenDeviation[];
}

const VERSION = 'rt1';

/** `rt1:<probe>:<fingerprint>:<take><<before>~<skip>,…`: a run by the names of what it did out of order. */
export function formatToken({ probe, fingerprint, deviations }: Token): string {
  const steps = deviations.map(
    ({ take, before, skip }) => `${quote(take)}<${quote(before)}${skip === 0 ? '' : `~${skip}`}`,
  );
  return [VERSION, quote(probe), fingerprint, steps.join(',')].join(':');
}

/** @throws SyntaxError when `text` is not a token. */
export function parseToken(text: string): Token {
  const [version, probe, fingerprint, steps, ...rest] = text.split(':');
  if (
    version !== VERSION ||
    probe === undefined ||
    fingerprint === undefined ||
    steps === undefined ||
    rest.length > 0
  ) {
    throw new SyntaxError(`Expected a token such as 'rt1:probe:9f3a:cancel<response', got '${text}'`);
  }
  const deviations = steps.split(',').filter(Boolean).map(parseDeviation);
  return { probe: unquote(probe), fingerprint, deviations };
}

function parseDeviation(text: string): TokenDeviation {
  const match = /^([^<~]+)<([^<~]+)(?:~(\d+))?$/.exec(text);
  if (match === null) throw new SyntaxError(`Expected a deviation such as 'cancel<response', got '${text}'`);
  const [, take = '', before = '', skip = '0'] = match;
  return { take: unquote(take), before: unquote(before), skip: Number(skip) };
}

/** What has a meaning in a token is quoted. */
function quote(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%3D', '=').replaceAll('~', '%7E');
}

function unquote(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** Replays a tape while it notes the names of its deviations. */
export class TokenWriter extends OneRun {
  readonly deviations: TokenDeviation[] = [];
  readonly #choices: readonly number[];
  readonly #labels: Labels;
  /** Since the last deviation: what each later one could have been taken for. */
  #passed: { readonly before: string; readonly options: readonly string[] }[] = [];

  constructor(choices: readonly number[], labels: Labels) {
    super();
    this.#choices = choices;
    this.#labels = labels;
  }

  override choose(index: number, point: Point): number {
    const choice = this.#choices[index] ?? 0;
    const before = this.#labels.text(point.label(0));
    if (choice === 0 || choice >= point.count) {
      const options = Array.from({ length: point.count }, (_, option) => this.#labels.text(point.label(option)));
      this.#passed.push({ before, options });
      return 0;
    }
    const take = this.#labels.text(point.label(choice));
    const skip = this.#passed.filter((each) => each.before === before && each.options.indexOf(take, 1) > 0).length;
    this.deviations.push({ take, before, skip });
    this.#passed = [];
    // Where two options share a name, the token can only mean the first.
    return optionCalled(take, point, this.#labels) ?? choice;
  }
}
