/** Where a server is: `host` and `port`, or the `path` of a unix socket. */
export type Address =
  | { readonly protocol: 'tcp' | 'http'; readonly host: string; readonly port: number }
  | { readonly protocol: 'unix'; readonly path: string };

/**
 * Reads `tcp@host:port`, `http@host:port` or `unix@path`.
 * @throws TypeError when it is none of them.
 */
export function parseAddress(text: string): Address {
  const parts = typeof text === 'string' ? text.split('@') : [];
  const [protocol, place] = parts;
  if (parts.length !== 2 || place === undefined || place === '') {
    throw new TypeError(`rpc client err: wrong format '${text}', expect protocol@addr`);
  }
  if (protocol === 'unix') return { protocol, path: place };
  if (protocol !== 'tcp' && protocol !== 'http') {
    throw new TypeError(`Expected the protocol of an address to be tcp, http or unix, got '${protocol}'`);
  }
  const match = /^(\[[0-9a-fA-F:.%]+\]|[^:]*):(\d{1,5})$/.exec(place);
  const port = Number(match?.[2]);
  if (match === null || port > 65_535) throw new TypeError(`Expected an address ${protocol}@host:port, got '${text}'`);
  const host = (match[1] as string).replace(/^\[|\]$/g, '');
  return { protocol, host: host === '' ? 'localhost' : host, port };
}
