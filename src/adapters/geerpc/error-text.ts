/**
 * What goes over the wire of what a handler threw. Never empty, which would be no error there; and always UTF-8.
 */
export function errorText(thrown: unknown): string {
  let text: string;
  try {
    text = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  } catch {
    text = '';
  }
  return text === ''
    ? 'rpc server: the handler failed without an error text'
    : text.replace(/\p{Surrogate}/gu, '\ufffd');
}
