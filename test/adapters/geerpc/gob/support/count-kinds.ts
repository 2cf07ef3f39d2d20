import { GoTime } from 'timed-operation/geerpc/gob';
import { registryOf, schemaOf, type Type, textOf } from './random-type.ts';
import type { Case } from './random-value.ts';

/** Every kind of value that gob sends in a way of its own, and every case of one. */
export const valueKinds = [
  'bool',
  'signed',
  'unsigned',
  'float',
  'complex',
  'string',
  'bytes',
  'top-level struct',
  'top-level value that is no struct',
  'struct',
  'struct without fields',
  'struct in a struct',
  'struct in a struct, all zero',
  'field left out',
  'negative zero left out',
  'NaN in a field',
  'pointer that is nil',
  'pointer to something',
  'pointer to a zero value',
  'pointer to a pointer',
  'slice',
  'empty slice left out',
  'empty slice as an element',
  'array',
  'array without elements',
  'array of bytes',
  'array all zero in a field',
  'map',
  'map that is nil',
  'map that is empty',
  'map in a map or slice',
  'structs as elements',
  'struct as a key',
  'recursive type',
  'interface that is nil',
  'interface with a basic type',
  'interface with a defined type',
  'interface in an interface',
  'GobEncoder',
  'GobEncoder left out',
  'BinaryMarshaler',
  'time',
  'time with seconds in its offset',
] as const;

export type ValueKind = (typeof valueKinds)[number];

interface Place {
  inField?: boolean;
  inElement?: boolean;
  held?: number;
}

/** Counts what a case has of each kind. */
export class KindCounts {
  readonly counts: Map<ValueKind, number> = new Map(valueKinds.map((kind) => [kind, 0]));
  #types = new Map<string, Type>();

  add({ type, registered, value }: Case): void {
    this.#types = new Map(registered.map((one) => [textOf(one), one]));
    this.#note(isStruct(type) ? 'top-level struct' : 'top-level value that is no struct');
    this.#walk(type, value, {});
  }

  #note(kind: ValueKind, when = true): void {
    if (when) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  #walk(type: Type, value: unknown, place: Place): void {
    const held = place.held ?? 0;
    switch (type.kind) {
      case 'basic':
        this.#basic(type.name, value, place);
        return;
      case 'bytes':
        this.#note('bytes');
        return;
      case 'pointer':
        this.#note(value === null ? 'pointer that is nil' : 'pointer to something');
        this.#note('pointer to a pointer', type.elem.kind === 'pointer');
        if (value === null) return;
        this.#note('pointer to a zero value', omits(type.elem, value));
        this.#walk(type.elem, value, { inField: true, held });
        return;
      case 'slice':
      case 'array':
        this.#elements(type.kind, type.elem, value as unknown[], place);
        return;
      case 'map': {
        const pairs = [...(value as Map<unknown, unknown>)];
        this.#note(pairs.length === 0 ? 'map that is empty' : 'map');
        this.#note('map in a map or slice', place.inElement === true);
        for (const [key, elem] of pairs) {
          this.#note('struct as a key', isStruct(type.key));
          this.#walk(type.key, key, { inElement: true, held });
          this.#walk(type.elem, elem, { inElement: true, held });
        }
        return;
      }
      case 'struct':
        this.#note('struct');
        this.#note('struct without fields', type.fields.length === 0);
        this.#note('struct in a struct', place.inField === true);
        this.#note('structs as elements', place.inElement === true);
        for (const field of type.fields) {
          const part = (value as Record<string, unknown>)[field.name];
          this.#note('field left out', omits(field.type, part));
          this.#walk(field.type, part, { inField: true, held });
        }
        this.#note(
          'struct in a struct, all zero',
          place.inField === true &&
            type.fields.every((field) => omits(field.type, (value as Record<string, unknown>)[field.name])),
        );
        return;
      case 'interface':
        this.#interface(value as { type: string; value: unknown } | null, held);
        return;
      case 'declared':
        this.#declared(type.name, value, place);
    }
  }

  #basic(name: string, value: unknown, place: Place): void {
    if (name === 'bool' || name === 'string') this.#note(name);
    else if (name.startsWith('int')) this.#note('signed');
    else if (name.startsWith('uint')) this.#note('unsigned');
    else if (name.startsWith('complex')) this.#note('complex');
    else {
      this.#note('float');
      this.#note('negative zero left out', place.inField === true && Object.is(value, -0));
      this.#note('NaN in a field', place.inField === true && Number.isNaN(value));
    }
  }

  #elements(kind: 'slice' | 'array', elem: Type, value: unknown[], place: Place): void {
    const empty = value.length === 0;
    if (kind === 'slice') {
      this.#note('slice');
      this.#note('empty slice left out', empty && place.inField === true);
      this.#note('empty slice as an element', empty && place.inElement === true);
    } else {
      this.#note(empty ? 'array without elements' : 'array');
      this.#note('array of bytes', elem.kind === 'basic' && elem.name === 'uint8');
      this.#note(
        'array all zero in a field',
        place.inField === true && !empty && value.every((part) => omits(elem, part)),
      );
    }
    for (const part of value) this.#walk(elem, part, { inElement: true, held: place.held ?? 0 });
  }

  #interface(value: { type: string; value: unknown } | null, held: number): void {
    this.#note('interface that is nil', value === null);
    if (value === null) return;
    const type = this.#types.get(value.type);
    this.#note(
      type === undefined || type.kind === 'basic' ? 'interface with a basic type' : 'interface with a defined type',
    );
    this.#note('interface in an interface', held > 0);
    if (type !== undefined) this.#walk(type, value.value, { held: held + 1 });
  }

  #declared(name: string, value: unknown, place: Place): void {
    this.#note('structs as elements', place.inElement === true && name === 'main.Point');
    this.#note('recursive type', ['main.Node', 'main.MTree', 'main.MutA'].includes(name));
    this.#note('map that is nil', name === 'main.MTree' && (value as { Kids: unknown }).Kids === null);
    this.#note('GobEncoder', name === 'main.GE' || name === 'big.Int');
    this.#note('GobEncoder left out', name === 'main.GE' && value === '' && place.inField === true);
    this.#note('BinaryMarshaler', name === 'main.BM');
    this.#note('time', name === 'time.Time');
    this.#note('time with seconds in its offset', value instanceof GoTime && (value.offsetSeconds ?? 0) % 60 !== 0);
  }
}

function isStruct(type: Type): boolean {
  return type.kind === 'struct' || (type.kind === 'declared' && /^main\.(Point|Node|MTree|MutA)$/.test(type.name));
}

function omits(type: Type, value: unknown): boolean {
  return schemaOf(type, () => registryOf([])).omits(value);
}
