import { describeValue, expect } from './errors.ts';
import type { Runtime } from './runtime.ts';
import type { TimedOptions } from './timed-options.ts';

/** What every call may be given, whatever it makes of it: so that one object of options serves several. */
const SHARED: Readonly<Record<keyof TimedOptions, true>> = {
  timeout: true,
  deadline: true,
  within: true,
  idle: true,
  signal: true,
  decode: true,
  decodeTimeout: true,
  fallback: true,
  onTimeout: true,
  onLate: true,
  disposeLate: true,
  name: true,
  ref: true,
  runtime: true,
};

/**
 * Checks what a call is given for options: an object, in which no option is misspelt, for that would be no option at all.
 * @param own the options that `call` has besides those of `timed`.
 * @throws TypeError that names the option, and those that there are.
 */
export function checkOptions(call: string, options: unknown, own: readonly string[]): void {
  expectObject(options);
  checkKeys(call, options, [...own, ...Object.keys(SHARED)]);
  const { runtime } = options as { readonly runtime?: Runtime };
  const whole = typeof runtime?.clock?.now === 'function' && !!runtime.scheduler && !!runtime.executor;
  expect(whole || (runtime ?? undefined) === undefined, 'runtime', 'a runtime, as `createRuntime` makes one', runtime);
}

/**
 * Checks that `given` has no key besides those `known`.
 * @throws TypeError that names the key, and those that are known.
 */
export function checkKeys(whose: string, given: object, known: readonly string[]): void {
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) {
      throw new TypeError(`\`${whose}\` has no option ${describeValue(key)}; it has ${known.join(', ')}`);
    }
  }
}

function expectObject(options: unknown): asserts options is object {
  // A signal in the place of options would be no limit at all.
  const right = typeof options === 'object' && options !== null && !('aborted' in options);
  expect(right, 'options', 'an object such as { timeout: 500 }', options);
}
