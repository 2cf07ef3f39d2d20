import type { ResponseInput } from '../response-input.ts';

/** Decodes elements of a collection, one after the other, each as soon as it is complete. */
export interface ElementReader<E> {
  read(input: ResponseInput): E | undefined;
}
