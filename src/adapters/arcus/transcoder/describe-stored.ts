/** A value that was to be stored, in few words and without what it holds. */
export function describeStored(value: unknown): string {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return `${typeof value} ${value}`;
    case 'string':
      return `a string of ${value.length} characters`;
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return value === undefined ? 'undefined' : `a ${typeof value}`;
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  const prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) {
    const keys = Object.keys(value);
    const more = keys.length > 4 ? ', …' : '';
    return keys.length === 0 ? 'an empty object' : `an object of ${keys.slice(0, 4).join(', ')}${more}`;
  }
  const name: unknown = (prototype.constructor as { readonly name?: unknown } | undefined)?.name;
  return typeof name === 'string' && name !== '' ? `an object of class ${name}` : 'an object';
}
