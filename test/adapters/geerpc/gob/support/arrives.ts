import { printed } from './printed.ts';
import { registryOf, schemaOf, type Type, textOf } from './random-type.ts';
import type { Case } from './random-value.ts';

/** What becomes of a value on its way through gob: a pointer to a zero value arrives as nil, and -0 in a field as 0. */
export function arrives({ type, registered, value }: Case): unknown {
  const types = new Map(registered.map((one) => [textOf(one), one]));
  return one(type, value, types);
}

function one(type: Type, value: unknown, types: Map<string, Type>): unknown {
  switch (type.kind) {
    case 'slice':
    case 'array':
      return (value as unknown[]).map((part) => one(type.elem, part, types));
    case 'pointer':
      return value === null ? null : one(type.elem, value, types);
    case 'map': {
      const pairs = [...(value as Map<unknown, unknown>)];
      return new Map(pairs.map(([key, elem]) => [one(type.key, key, types), one(type.elem, elem, types)]));
    }
    case 'struct': {
      const fields = value as Record<string, unknown>;
      return Object.fromEntries(type.fields.map(({ name, type: of }) => [name, field(of, fields[name], types)]));
    }
    case 'interface': {
      if (value === null) return null;
      const held = value as { type: string; value: unknown };
      const of = types.get(held.type);
      return of === undefined ? held : { type: held.type, value: one(of, held.value, types) };
    }
    default:
      return value;
  }
}

function field(type: Type, value: unknown, types: Map<string, Type>): unknown {
  const schema = schemaOf(type, () => registryOf([]));
  const omitted = schema.omits(value);
  if (!omitted) return one(type, value, types);
  const zero = schema.zero();
  // The zero value itself, unless it is a nil map's empty one.
  return printed(zero) === printed(value) ? value : zero;
}
