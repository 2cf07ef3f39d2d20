import { GoTime } from 'timed-operation/geerpc/gob';
import type { GoSchema } from './go-schema.ts';
import type { GoType } from './go-types.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const words: Record<string, number> = {
  NaN: Number.NaN,
  Infinity: Infinity,
  '-Infinity': -Infinity,
  '-0': -0,
};

/** The value that a golden `valueJson` stands for, in the form that our schemas give it. */
export function goldenValue(schema: GoSchema, type: GoType, json: Json): unknown {
  switch (type.kind) {
    case 'basic':
      return basicValue(type.text, json);
    case 'pointer':
      return json === null ? null : goldenValue(schema, type.elem, json);
    case 'slice':
      if (isHex(json)) return hexBytes(json.hexBytes);
      return ((json ?? []) as Json[]).map((part) => goldenValue(schema, type.elem, part));
    case 'array':
      return (json as Json[]).map((part) => goldenValue(schema, type.elem, part));
    case 'map': {
      if (json === null) return null;
      const pairs = Array.isArray(json) ? (json as [Json, Json][]) : Object.entries(json as object);
      return new Map(pairs.map(([key, elem]) => [mapKey(schema, type.key, key), goldenValue(schema, type.elem, elem)]));
    }
    case 'struct': {
      const fields = json as { [key: string]: Json };
      return Object.fromEntries(type.fields.map(([name, part]) => [name, goldenValue(schema, part, fields[name]!)]));
    }
    case 'interface':
      return held(json);
    case 'named':
      return named(schema, type.text, json);
  }
}

function named(schema: GoSchema, name: string, json: Json): unknown {
  if (name === 'time.Time') return goldenTime(json as string);
  if (name === 'time.Duration') return json;
  if (name === 'big.Int') return BigInt(json as string);
  if (name === 'net.IP' || name === 'main.MyBytes') return hexBytes((json as { hexBytes: string }).hexBytes);
  if (name === 'main.GE' || name === 'main.BM') return (json as string).replace(/^.*[<{](.*)[>}]$/, '$1');
  const type = schema.declared(name);
  if (type !== undefined) return goldenValue(schema, type, json);
  return name === 'main.Shape' ? held(json) : json;
}

/** A tagged value; inside a registered map the golden data leaves the tags out. */
function held(json: Json): unknown {
  if (json === null) return null;
  if (typeof json === 'number') return { type: 'int', value: json };
  const tagged = json as { $type?: string; value: Json };
  const type = tagged.$type ?? 'map[string]interface {}';
  const value = tagged.$type === undefined ? json : tagged.value;
  if (type === 'map[string]interface {}') {
    return {
      type,
      value: new Map(Object.entries(value as object).map(([key, part]) => [key, held(part as Json)])),
    };
  }
  if (type === '[]uint8') return { type, value: hexBytes((value as { hexBytes: string }).hexBytes) };
  if (type === 'custom/name') return { type, value: { Kids: null, ...(value as object) } };
  return { type, value };
}

function basicValue(name: string, json: Json): unknown {
  if (name === 'int64' || name === 'uint64') return BigInt(json as string);
  if (name === 'float32' && typeof json === 'number') return Math.fround(json);
  if (name.startsWith('float') && typeof json === 'string') return words[json] ?? -0;
  if (isHex(json)) return hexBytes(json.hexBytes);
  return json;
}

function mapKey(schema: GoSchema, type: GoType, key: Json): unknown {
  if (type.kind !== 'basic') return goldenValue(schema, type, key);
  if (type.text === 'bool') return key === 'true';
  return type.text === 'string' ? key : Number(key);
}

function goldenTime(text: string): GoTime {
  const date = GoTime.fromDate(new Date(text));
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  if (sign === undefined) return date;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1);
  return new GoTime(date.unixSeconds, date.nanoseconds, offset);
}

function isHex(json: Json): json is { hexBytes: string } {
  return typeof json === 'object' && json !== null && 'hexBytes' in json;
}

export function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
