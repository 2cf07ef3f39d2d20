import type { CallOptions } from './call-options.ts';
import type { AfterGet } from './protocol/arguments/after-get.ts';
import type { Creation } from './protocol/arguments/creation.ts';

/** Attributes of a collection that is made; its flags come from the transcoder. */
export type CollectionAttributes<Overflow extends string> = Omit<Creation<Overflow>, 'flags'>;

export interface CreateOptions<Overflow extends string> extends CallOptions, CollectionAttributes<Overflow> {}

export interface InsertOptions<Overflow extends string> extends CallOptions {
  /** Makes the collection with these attributes if there is none. Without it a missing collection is answered by `undefined`. */
  readonly create?: CollectionAttributes<Overflow>;
}

export interface TakeOptions extends CallOptions {
  /** What becomes of the elements that are returned: removed, with `drop` the collection too once it is empty. Default: they stay. */
  readonly after?: AfterGet;
}

export interface DropOptions extends CallOptions {
  /** Removes the collection too once it is empty. Default false. */
  readonly drop?: boolean;
}

/** The attributes among the options of a `create`, for elements with those flags. */
export function creationOf<Overflow extends string>(
  options: CollectionAttributes<Overflow> | undefined,
  flags: number,
): Creation<Overflow> {
  const { exptime, maxCount, overflowAction, unreadable } = options ?? {};
  return {
    flags,
    ...(exptime !== undefined && { exptime }),
    ...(maxCount !== undefined && { maxCount }),
    ...(overflowAction !== undefined && { overflowAction }),
    ...(unreadable !== undefined && { unreadable }),
  };
}
