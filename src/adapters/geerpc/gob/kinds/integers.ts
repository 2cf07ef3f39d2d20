import type { GobType } from '../gob-type.ts';
import { IntegerType } from './integer-type.ts';

/** Go's `int` of 64 bits. */
export const int: GobType<number> = new IntegerType('int', true, 64);
export const int8: GobType<number> = new IntegerType('int8', true, 8);
export const int16: GobType<number> = new IntegerType('int16', true, 16);
export const int32: GobType<number> = new IntegerType('int32', true, 32);
export const int64: GobType<number> = new IntegerType('int64', true, 64);
/** Go's `uint` of 64 bits. */
export const uint: GobType<number> = new IntegerType('uint', false, 64);
export const uint8: GobType<number> = new IntegerType('uint8', false, 8);
export const uint16: GobType<number> = new IntegerType('uint16', false, 16);
export const uint32: GobType<number> = new IntegerType('uint32', false, 32);
export const uint64: GobType<number> = new IntegerType('uint64', false, 64);
export const uintptr: GobType<number> = new IntegerType('uintptr', false, 64);
