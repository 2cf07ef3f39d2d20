import { RpcError } from './rpc-error.ts';

/** Where the JSON object that begins at `start` ends, in bytes; -1 while its last brace has not come. */
export function endOfObject(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (quoted) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) quoted = false;
    } else if (byte === 0x22) quoted = true;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return i + 1;
  }
  return -1;
}

/**
 * The members of a JSON object in their order, each value as its text: what `JSON.parse` makes of a number no longer tells `1e9` from
 * `1000000000`, and Go refuses the one.
 * @throws RpcError when the text is no JSON object.
 */
export function scanObject(text: string): [key: string, value: string][] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new SyntaxError('not an object');
  } catch (cause) {
    throw new RpcError('ERR_GEERPC_PROTOCOL', 'expected a JSON object', { cause });
  }
  // It is well-formed: from here on only the ends of things have to be found.
  const members: [string, string][] = [];
  const inner = text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'));
  for (const member of parts(inner)) {
    const key = /^\s*"(?:[^"\\]|\\.)*"/.exec(member)?.[0];
    if (key === undefined) continue;
    const value = member.slice(key.length);
    members.push([JSON.parse(key) as string, value.slice(value.indexOf(':') + 1).trim()]);
  }
  return members;
}

/** The text between the commas of the outermost level. */
function parts(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (quoted) {
      if (char === '\\') i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === ',' && depth === 0) {
      found.push(text.slice(start, i));
      start = i + 1;
    }
  }
  found.push(text.slice(start));
  return found;
}
