/** What the parent process asks for. */
export function input<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T;
}

/** The child's one answer. */
export function answer(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
