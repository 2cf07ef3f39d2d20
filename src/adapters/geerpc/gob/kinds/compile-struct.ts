import type { ByteReader } from '../byte-reader.ts';
import type { DecodePlans } from '../decode-plans.ts';
import { typeFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import type { GobType, Read } from '../gob-type.ts';
import type { WireType } from '../wire-type.ts';

type Field = readonly [name: string, type: GobType<unknown>];

/** One field of the wire's struct. `name` is undefined where the schema has no such field: it is skipped. */
interface Slot {
  readonly name: string | undefined;
  readonly read: Read<unknown>;
  /** The zero value, or the type that makes a fresh one where values are mutable. */
  readonly zero: unknown;
  readonly fresh: GobType<unknown> | undefined;
}

/** Compiles the reading of a struct on the wire as an object with exactly the fields of a schema. */
export function compileStruct(
  plans: DecodePlans,
  wire: WireType,
  text: string,
  fields: readonly Field[],
): Read<object> {
  if (wire.kind !== 'struct') throw typeFault(`a struct for ${text}`, wire);
  const wanted = new Map(fields);
  const slots = wire.fields.map(({ name, id }) => slotOf(plans, text, name, id, wanted));
  const found = slots.filter((slot) => slot.name !== undefined).length;
  if (found === 0 && fields.length > 0 && slots.length > 0) {
    const names = wire.fields.map((field) => field.name).join(', ');
    throw new GobError('ERR_GOB_TYPE', `expected some field of ${text} on the wire, got only ${names}`);
  }
  for (const [name, type] of wanted) {
    const read = () => undefined;
    slots.push({ name, read, ...zeroOf(type) });
  }
  return structReader(slots, wire.fields.length, text);
}

function slotOf(
  plans: DecodePlans,
  text: string,
  name: string,
  id: number,
  wanted: Map<string, GobType<unknown>>,
): Slot {
  const type = wanted.get(name);
  if (type === undefined) return { name: undefined, read: plans.skip(id), zero: undefined, fresh: undefined };
  wanted.delete(name);
  try {
    return { name, read: plans.of(id, type), ...zeroOf(type) };
  } catch (error) {
    throw error instanceof GobError ? error.within(`${text}.${name}`) : error;
  }
}

function zeroOf(type: GobType<unknown>): { zero: unknown; fresh: GobType<unknown> | undefined } {
  const zero = type.zero();
  return { zero, fresh: typeof zero === 'object' && zero !== null ? type : undefined };
}

/** How many values a zero value is made of: a field that was not sent costs them too. */
function weightOf(zero: unknown): number {
  if (typeof zero !== 'object' || zero === null || ArrayBuffer.isView(zero)) return 1;
  return Object.values(zero).reduce<number>((sum, part) => sum + weightOf(part), 1);
}

/** The first `sent` of the slots are the wire's, the others are missing there. Properties are made in slot order, always. */
function structReader(slots: readonly Slot[], sent: number, text: string): Read<object> {
  const weight = slots.reduce((sum, slot) => sum + weightOf(slot.zero), 1);
  return (reader: ByteReader) => {
    const value: Record<string, unknown> = {};
    let next = 0;
    reader.enter();
    reader.spend(weight);
    try {
      for (;;) {
        const delta = reader.delta();
        if (delta === 0) break;
        const field = next + delta - 1;
        if (field >= sent) reader.fail('ERR_GOB_CORRUPT', `expected one of ${sent} fields, got number ${field}`);
        while (next < field) setZero(value, slots[next++]!);
        const slot = slots[next]!;
        if (slot.name === undefined) slot.read(reader);
        else value[slot.name] = slot.read(reader);
        next++;
      }
    } catch (error) {
      throw error instanceof GobError ? error.within(`${text}.${slots[next]?.name ?? '(skipped)'}`) : error;
    }
    while (next < slots.length) setZero(value, slots[next++]!);
    reader.leave();
    return value;
  };
}

function setZero(value: Record<string, unknown>, slot: Slot): void {
  if (slot.name !== undefined) value[slot.name] = slot.fresh === undefined ? slot.zero : slot.fresh.zero();
}
