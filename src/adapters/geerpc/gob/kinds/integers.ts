import type { GobType } from '../gob-type.ts';
import { IntegerType } from './integer-type.ts';

// As numbers. One of 64 bits may not fit into that: it is refused, in both directions, and never rounded. `asBigInt(int64)` has them all.

/** Go's `int` of 64 bits, as a number; `asBigInt(int)` for a `bigint`. */
export const int: GobType<number> = new IntegerType('int', true, 64);
export const int8: GobType<number> = new IntegerType('int8', true, 8);
export const int16: GobType<number> = new IntegerType('int16', true, 16);
export const int32: GobType<number> = new IntegerType('int32', true, 32);
/** As a number; `asBigInt(int64)` for a `bigint`, which holds all of them. */
export const int64: GobType<number> = new IntegerType('int64', true, 64);
/** Go's `uint` of 64 bits, as a number; `asBigInt(uint)` for a `bigint`. */
export const uint: GobType<number> = new IntegerType('uint', false, 64);
export const uint8: GobType<number> = new IntegerType('uint8', false, 8);
export const uint16: GobType<number> = new IntegerType('uint16', false, 16);
export const uint32: GobType<number> = new IntegerType('uint32', false, 32);
/** As a number; `asBigInt(uint64)` for a `bigint`, which holds all of them. */
export const uint64: GobType<number> = new IntegerType('uint64', false, 64);
export const uintptr: GobType<number> = new IntegerType('uintptr', false, 64);
