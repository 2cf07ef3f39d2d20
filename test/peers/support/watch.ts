/** Where a promise stands: `undefined` while it is pending. */
export function watch<Value>(promise: PromiseLike<Value>): () => PromiseSettledResult<Value> | undefined {
  let result: PromiseSettledResult<Value> | undefined;
  promise.then(
    (value) => {
      result = { status: 'fulfilled', value };
    },
    (reason) => {
      result = { status: 'rejected', reason };
    },
  );
  return () => result;
}
