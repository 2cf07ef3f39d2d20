export { decodeAll } from './decode-all.ts';
export type { DynamicOptions } from './dynamic-type.ts';
export { GobDecoder, type GobDecoderOptions } from './gob-decoder.ts';
export { GobEncoder, type GobEncoderOptions, type Typed } from './gob-encoder.ts';
export { GobError, type GobErrorCode, type GobErrorOptions } from './gob-error.ts';
export type { GobType, Infer } from './gob-type.ts';
export { array } from './kinds/array.ts';
export { asBigInt } from './kinds/as-big-int.ts';
export { bool } from './kinds/bool.ts';
export { byteString, bytes } from './kinds/bytes.ts';
export { type Complex, complex64, complex128 } from './kinds/complexes.ts';
export { float32, float64 } from './kinds/floats.ts';
export { GoTime } from './kinds/go-time.ts';
export {
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
} from './kinds/integers.ts';
export { interfaceOf } from './kinds/interface-of.ts';
export { lazy } from './kinds/lazy.ts';
export { map } from './kinds/map.ts';
export { binaryMarshaler, gobEncoder, textMarshaler } from './kinds/marshalers.ts';
export type { OpaqueHooks } from './kinds/opaque-type.ts';
export { optional } from './kinds/optional.ts';
export { record } from './kinds/record.ts';
export { type InterfaceValue, type Registry, registry } from './kinds/registry.ts';
export { slice } from './kinds/slice.ts';
export { string } from './kinds/string.ts';
export { type Fields, type InferFields, struct } from './kinds/struct.ts';
export { time } from './kinds/time.ts';
export type { GobLimits } from './limits.ts';
export { OpaqueValue } from './opaque-value.ts';
export type { PreparedMessages } from './prepared-messages.ts';
