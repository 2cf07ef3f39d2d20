import type { GobType } from '../gob-type.ts';
import { StringType } from './string-type.ts';

/** Go's `string`, if it is UTF-8: other bytes are an error, never replacement characters. */
export const string: GobType<string> = new StringType((reader) =>
  reader.fail('ERR_GOB_RANGE', 'expected a string in UTF-8, got other bytes (see byteString)'),
);
