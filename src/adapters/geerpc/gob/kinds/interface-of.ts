import type { DecodePlans } from '../decode-plans.ts';
import { typeFault, valueFault } from '../faults.ts';
import { GobError } from '../gob-error.ts';
import { GobType, type Read, type Shape } from '../gob-type.ts';
import type { ValueWriter } from '../value-writer.ts';
import type { WireType } from '../wire-type.ts';
import { type Entries, type InterfaceValue, Registry } from './registry.ts';

interface Held {
  readonly type: string;
  readonly value: unknown;
}

class InterfaceType extends GobType<Held | null> {
  readonly text: string;
  readonly #types: Registry<Entries>;

  constructor(types: Registry<Entries>, text: string) {
    super();
    this.#types = types;
    this.text = text;
  }

  shape(): Shape {
    return { kind: 'interface' };
  }

  zero(): Held | null {
    return null;
  }

  omits(value: Held | null): boolean {
    return value === null || value === undefined;
  }

  write(out: ValueWriter, value: Held | null): void {
    if (value === null || value === undefined) {
      out.bytes.byte(0);
      return;
    }
    if (typeof value !== 'object' || typeof value.type !== 'string') throw valueFault('{ type, value } or null', value);
    const type = this.#types.get(value.type);
    if (type === undefined) {
      throw new GobError('ERR_GOB_NAME', `expected the name of a registered type, got ${JSON.stringify(value.type)}`);
    }
    out.bytes.text(value.type);
    out.enter();
    try {
      out.interfaceValue(type, value.value);
    } catch (error) {
      throw error instanceof GobError ? error.within(`(${value.type})`) : error;
    }
    out.leave();
  }

  compile(plans: DecodePlans, wire: WireType): Read<Held | null> {
    if (wire.kind !== 'interface') throw typeFault(this.text, wire);
    return (reader) => {
      const name = reader.text() ?? reader.fail('ERR_GOB_NAME', 'expected the name of a registered type, got no UTF-8');
      if (name === '') return null;
      const type =
        this.#types.get(name) ??
        reader.fail('ERR_GOB_NAME', `expected the name of a registered type, got ${JSON.stringify(name)}`);
      reader.enter();
      reader.spend(1);
      const value = plans.insideInterface(reader, type);
      reader.leave();
      return { type: name, value };
    };
  }
}

/**
 * A Go interface, as `{ type, value }` with the registered name of the type, or `null` for nil. `text` is Go's name of
 * the interface; it only shows in the names of types made of this one.
 */
export function interfaceOf<const E extends Entries>(
  types: Registry<E>,
  text = 'interface {}',
): GobType<InterfaceValue<E> | null> {
  if (!(types instanceof Registry)) throw new GobError('ERR_GOB_SCHEMA', 'interfaceOf: expected a registry');
  return new InterfaceType(types as unknown as Registry<Entries>, text) as unknown as GobType<InterfaceValue<E> | null>;
}
