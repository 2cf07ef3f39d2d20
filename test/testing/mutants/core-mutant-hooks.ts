import type { TimedOperation } from 'timed-operation';

type Hooked = Pick<TimedOperation<never, never, never>, 'hooks'>;
type Hooks = Hooked['hooks'];

/** Runs `act` as if the adapter did not have that hook. */
export function withoutHook<Result>(operation: Hooked, name: keyof Hooks, act: () => Result): Result {
  const { hooks } = operation;
  dropHook(operation, name);
  const result = act();
  (operation as { hooks: Hooks }).hooks = hooks;
  return result;
}

/** From here on, as if the adapter did not have that hook. */
export function dropHook(operation: Hooked, name: keyof Hooks): void {
  const { [name]: _, ...others } = operation.hooks;
  (operation as { hooks: Hooks }).hooks = others;
}
