import { GoTime, OpaqueValue } from 'timed-operation/geerpc/gob';

/** A value as a text that is the same for equal values: whatever the order of a map, and telling -0, NaN and bigint apart. */
export function printed(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (value instanceof GoTime) return `time ${value.unixSeconds} ${value.nanoseconds} ${value.offsetSeconds}`;
  // The name of a type means nothing, and Go's depends on how the value was handed to it.
  if (value instanceof OpaqueValue) return `${value.kind} ${Buffer.from(value.bytes).toString('hex')}`;
  if (value instanceof Map) {
    const pairs = [...value].map(([key, elem]) => `${printed(key)} => ${printed(elem)}`);
    return `map {${pairs.toSorted().join(', ')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, part]) => `${key}: ${printed(part)}`);
    return `{${fields.toSorted().join(', ')}}`;
  }
  return String(value);
}
