/** A promise whose rejection the test looks at later. */
export function watched<P extends Promise<unknown>>(promise: P): P {
  promise.catch(() => {});
  return promise;
}
