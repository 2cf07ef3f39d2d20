/** What the parent process asks for. */
export function input<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T;
}

/**
 * The child's one answer, and fulfils once the parent has it: standard output is a socket here, and what is longer than
 * its buffer would be cut off by a `process.exit()` that does not wait.
 */
export function answer(result: object): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${JSON.stringify(result)}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
