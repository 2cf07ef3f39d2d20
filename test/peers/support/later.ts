import { after, type Runtime } from 'timed-operation';

/** A promise that fulfils with `value` when `ms` have passed on the runtime's clock. */
export function later<Value>(runtime: Runtime, ms: number, value: Value): Promise<Value> {
  return new Promise((resolve) => void after(runtime, ms, () => resolve(value)));
}

/** A promise that rejects with `reason` when `ms` have passed. */
export async function failLater(runtime: Runtime, ms: number, reason: unknown): Promise<never> {
  await later(runtime, ms, undefined);
  throw reason;
}
