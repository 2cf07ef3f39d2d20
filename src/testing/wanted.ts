import type { Recorder } from './recorder.ts';
import type { Driver } from './tape.ts';

/** A run that the search wants played. */
export interface Wanted {
  driver: Driver;
  recorder: Recorder | undefined;
}
