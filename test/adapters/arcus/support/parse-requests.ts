import type { Command } from 'timed-operation/arcus';
import { parseCommand } from './parse-command.ts';
import { RequestWords } from './request-words.ts';

export interface Request {
  /** The bytes of the request, or of all requests of a pipe. */
  readonly text: string;
  /** `undefined`: no call of ours makes it. */
  readonly command: Command | undefined;
  readonly piped: boolean;
}

/** Only these know the keyword; elsewhere it is a word like any other. */
const inPipe = /^[lsmb]op (insert|upsert|update|delete|exist|incr|decr) .* pipe$/;

/** Where the announcement of a block stands in a header. */
function blockSize(header: string): number {
  const words = header.split(' ');
  const [first = '', second = ''] = words;
  let announced: string | undefined;
  if (/^(set|add|replace|append|prepend|cas)$/.test(first)) announced = words[4];
  else if (/^mgets?$/.test(first)) announced = words[1] === '0' ? undefined : words[1];
  else if (first === 'lop' && second === 'insert') announced = words[4];
  else if (first === 'sop' && /insert|delete|exist/.test(second)) announced = words[3];
  else if (first === 'mop' && /insert|upsert|update/.test(second)) announced = words[4];
  else if (first === 'mop' && /get|delete/.test(second)) announced = words[3] === '0' ? undefined : words[3];
  else if (first === 'bop' && /mget/.test(second)) announced = words[2];
  else if (first === 'bop' && /insert|upsert/.test(second)) announced = words[words[4]?.startsWith('0x') ? 5 : 4];
  else if (first === 'bop' && second === 'update')
    announced = words.filter((word) => !/^(pipe|noreply)$/.test(word)).at(-1);
  else if (first === 'sasl' && second === 'auth') announced = words.at(-1);
  return announced !== undefined && /^\d+$/.test(announced) ? Number(announced) : -1;
}

/** Cuts what was sent into requests, as a server does that accepts every header; a pipe counts as one. */
export function parseRequests(sent: string): { requests: Request[]; rest: string } {
  const requests: Request[] = [];
  let at = 0;
  let batch: { text: string; commands: (Command | undefined)[] } | undefined;
  for (;;) {
    const lineFeed = sent.indexOf('\n', at);
    if (lineFeed < 0) break;
    const header = sent.slice(at, lineFeed).replace(/\r$/, '');
    const size = blockSize(header);
    const end = lineFeed + 1 + (size < 0 ? 0 : size + 2);
    if (end > sent.length) break;
    const text = sent.slice(at, end);
    const block = size < 0 ? undefined : sent.slice(lineFeed + 1, lineFeed + 1 + size);
    const command =
      size >= 0 && !text.endsWith('\r\n')
        ? undefined
        : tryParse(inPipe.test(header) ? header.slice(0, -5) : header, block);
    at = end;
    // Only a single-line answer ends a batch; even one that nobody wants.
    if (batch !== undefined && header.startsWith('get ')) {
      requests.push({ text, command, piped: false });
      continue;
    }
    const continues = inPipe.test(header) || (batch !== undefined && header.endsWith(' noreply'));
    if (batch !== undefined || continues) {
      batch ??= { text: '', commands: [] };
      batch.text += text;
      batch.commands.push(command);
      if (continues) continue;
      requests.push({ text: batch.text, command: asPipe(batch.commands), piped: true });
      batch = undefined;
    } else requests.push({ text, command, piped: false });
  }
  return { requests, rest: (batch?.text ?? '') + sent.slice(at) };
}

/** A pipe of anything: also of what only a recorded mistake would put into one. */
export function asPipe(commands: readonly (Command | undefined)[]): Command {
  return {
    type: 'pipe',
    commands: commands.map((command) => command ?? { type: 'version' }),
  } as unknown as Command;
}

function tryParse(header: string, block: string | undefined): Command | undefined {
  try {
    return parseCommand(new RequestWords(header), block);
  } catch {
    return undefined;
  }
}
