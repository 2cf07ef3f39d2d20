import type { TimedContext } from '../../core/timed-context.ts';
import type { TimedPromise } from '../../core/timed-promise.ts';
import type { CallOptions } from './call-options.ts';
import { GobType, type Infer } from './gob/gob-type.ts';

/** What a method takes, and what it gives. */
export interface Method<Args = unknown, Reply = unknown> {
  readonly args: GobType<Args>;
  readonly reply: GobType<Reply>;
}

/** Methods by their Go names. */
export type Methods = Readonly<Record<string, Method>>;

/** A service by its Go name: the contract that a client is bound to and a server implements. */
export interface Service<M extends Methods = Methods> {
  readonly name: string;
  readonly methods: M;
}

/** A service as a client calls it. */
export type BoundService<M extends Methods> = {
  readonly [Name in keyof M]: (
    args: Infer<M[Name]['args']>,
    options?: CallOptions,
  ) => TimedPromise<Infer<M[Name]['reply']>>;
};

/**
 * A service as a server implements it. The context's `signal` aborts when the handler's time is up, when its client is gone and when
 * the server shuts down; `within: context` puts calls that the handler makes under the same limit and signal.
 */
export type Implementation<M extends Methods> = {
  readonly [Name in keyof M]: (
    args: Infer<M[Name]['args']>,
    context: TimedContext,
  ) => Infer<M[Name]['reply']> | PromiseLike<Infer<M[Name]['reply']>>;
};

/** A method by the schemas of its argument and its reply. */
export function method<Args, Reply>(args: GobType<Args>, reply: GobType<Reply>): Method<Args, Reply> {
  for (const [name, type] of Object.entries({ args, reply })) {
    if (!(type instanceof GobType))
      throw new TypeError(`Expected \`${name}\` of a method to be a gob schema, got ${typeof type}`);
  }
  return { args, reply };
}

/**
 * A service: `service('Foo', { Sum: method(Args, int) })`, called as `Foo.Sum`.
 * @throws TypeError when a name is empty, or a method's has a dot in it: the last dot is where names are parted.
 */
export function service<const M extends Methods>(name: string, methods: M): Service<M> {
  if (typeof name !== 'string' || name === '') throw new TypeError(`Expected the name of a service, got '${name}'`);
  for (const each of Object.keys(methods)) {
    if (each === '' || each.includes('.'))
      throw new TypeError(`Expected the name of a method without a dot, got '${each}'`);
  }
  return { name, methods };
}
