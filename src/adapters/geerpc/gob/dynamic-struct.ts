import type { DecodePlans } from './decode-plans.ts';
import type { DynamicType } from './dynamic-type.ts';
import { GobError } from './gob-error.ts';
import type { Read } from './gob-type.ts';
import type { WireType } from './wire-type.ts';

/** Compiles the reading of a struct without a schema. Its fields' names come from the peer: hence no prototype. */
export function compileDynamicStruct(
  plans: DecodePlans,
  wire: WireType & { kind: 'struct' },
  any: DynamicType,
): Read<unknown> {
  const fields = wire.fields.map(({ name, id }) => ({ name, type: plans.wire(id), read: plans.of(id, any) }));
  return (reader) => {
    const value = Object.create(null) as Record<string, unknown>;
    let next = 0;
    reader.enter();
    reader.spend(fields.length + 1);
    try {
      for (let delta = reader.delta(); delta !== 0; delta = reader.delta()) {
        const sent = next + delta - 1;
        if (sent >= fields.length) {
          reader.fail('ERR_GOB_CORRUPT', `expected one of ${fields.length} fields, got number ${sent}`);
        }
        while (next < sent) setZero(fields[next++]!);
        const { name, read } = fields[next]!;
        value[name] = read(reader);
        next++;
      }
    } catch (error) {
      throw error instanceof GobError ? error.within(`${wire.name || 'struct'}.${fields[next]?.name ?? '?'}`) : error;
    }
    while (next < fields.length) setZero(fields[next++]!);
    reader.leave();
    return value;

    function setZero(field: { name: string; type: WireType }): void {
      value[field.name] = any.zeroOf(field.type);
    }
  };
}
