import { RpcError } from './rpc-error.ts';

/** The request that turns an HTTP connection into a GeeRPC one, exactly as Go's client sends it: bare line feeds, no Host. */
export const CONNECT_REQUEST = 'CONNECT /_geeprc_ HTTP/1.0\n\n';
export const CONNECT_PATH = '/_geeprc_';
export const DEBUG_PATH = '/debug/geerpc';
/** What the reference answers, and what its client insists on. */
export const CONNECTED = '200 Connected to Gee RPC';
export const CONNECT_RESPONSE: string = `HTTP/1.0 ${CONNECTED}\n\n`;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Where the head that begins at `start` ends: behind an empty line, whether lines end in LF or CRLF. -1 while it has not come. */
export function endOfHead(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    if (bytes[i] !== LINE_FEED) continue;
    const next = bytes[i + 1] === RETURN ? i + 2 : i + 1;
    if (next < end && bytes[next] === LINE_FEED) return next + 1;
  }
  return -1;
}

/** The method and the path of a request's head. @throws RpcError when its first line is no request. */
export function parseRequest(head: string): { readonly method: string; readonly path: string } {
  const line = firstLine(head);
  const match = /^([A-Z]{1,20}) (\S+) HTTP\/1\.[01]$/.exec(line);
  if (match === null) throw malformed('an HTTP request', line);
  return { method: match[1] as string, path: (match[2] as string).replace(/\?.*$/, '') };
}

/** The status of a response's head: `404 Not Found`. @throws RpcError when its first line is no response. */
export function parseStatus(head: string): string {
  const line = firstLine(head);
  const match = /^HTTP\/1\.[01] +(\d{3}(?: .*)?)$/.exec(line);
  if (match === null) throw malformed('an HTTP response', line);
  return match[1] as string;
}

/** A whole response, after which the connection is closed. */
export function httpResponse(status: string, contentType: string, body: string): string {
  const bytes = new TextEncoder().encode(body).length;
  return `HTTP/1.1 ${status}\r\nContent-Type: ${contentType}; charset=utf-8\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n${body}`;
}

function firstLine(head: string): string {
  return head.slice(0, head.indexOf('\n')).replace(/\r$/, '');
}

function malformed(expected: string, line: string): RpcError {
  return new RpcError('ERR_GEERPC_PROTOCOL', `expected ${expected}, got ${JSON.stringify(line.slice(0, 60))}`);
}
