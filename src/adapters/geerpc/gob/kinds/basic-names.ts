import type { GobType } from '../gob-type.ts';
import { bool } from './bool.ts';
import { bytes } from './bytes.ts';
import { type Complex, complex64, complex128 } from './complexes.ts';
import { float32, float64 } from './floats.ts';
import { int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr } from './integers.ts';
import { slice } from './slice.ts';
import { string } from './string.ts';

type NumberName =
  | 'int'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'uintptr'
  | 'float32'
  | 'float64';

type BasicNames = Readonly<
  Record<NumberName | 'uint8', GobType<number>> &
    Record<`[]${NumberName}`, GobType<number[]>> &
    Record<'complex64' | 'complex128', GobType<Complex>> &
    Record<'[]complex64' | '[]complex128', GobType<Complex[]>> &
    Record<'bool', GobType<boolean>> &
    Record<'[]bool', GobType<boolean[]>> &
    Record<'string', GobType<string>> &
    Record<'[]string', GobType<string[]>> &
    Record<'[]uint8', GobType<Uint8Array>>
>;

/** What Go registers by itself. */
export const basicNames: BasicNames = {
  bool,
  int,
  int8,
  int16,
  int32,
  int64,
  uint,
  uint8,
  uint16,
  uint32,
  uint64,
  uintptr,
  float32,
  float64,
  complex64,
  complex128,
  string,
  '[]uint8': bytes,
  '[]bool': slice(bool),
  '[]int': slice(int),
  '[]int8': slice(int8),
  '[]int16': slice(int16),
  '[]int32': slice(int32),
  '[]int64': slice(int64),
  '[]uint': slice(uint),
  '[]uint16': slice(uint16),
  '[]uint32': slice(uint32),
  '[]uint64': slice(uint64),
  '[]uintptr': slice(uintptr),
  '[]float32': slice(float32),
  '[]float64': slice(float64),
  '[]complex64': slice(complex64),
  '[]complex128': slice(complex128),
  '[]string': slice(string),
};
