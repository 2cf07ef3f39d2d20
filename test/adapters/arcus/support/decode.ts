import { type ArcusResponse, type Command, ResponseDecoder, type ResponseLimits } from 'timed-operation/arcus';
import { drain } from './replay.ts';
import { latin1 } from './transcripts.ts';

const data = latin1('v');
export const get: Command = { type: 'get', keys: ['k'] };
export const set: Command = { type: 'set', key: 'k', data };
export const remove: Command = { type: 'delete', key: 'k' };
export const range: Command = { type: 'bop get', key: 'k', bkey: { from: 0n, to: 9n } };
const insert = { type: 'lop insert', key: 'k', index: 0, data } as const;
export const pipe = (count: number): Command => ({ type: 'pipe', commands: Array(count).fill(insert) });

export function decoderFor(commands: readonly Command[], limits: Partial<ResponseLimits> = {}): ResponseDecoder {
  const decoder = new ResponseDecoder(limits);
  for (const command of commands) decoder.expect(command);
  return decoder;
}

export function decode(commands: readonly Command[], text: string, limits?: Partial<ResponseLimits>): ArcusResponse[] {
  const decoder = decoderFor(commands, limits);
  decoder.push(latin1(text));
  return drain(decoder);
}

export const faultOf = (responses: readonly ArcusResponse[]): string => {
  const last = responses.at(-1);
  return last?.type === 'corrupt' ? last.error.fault : `no fault: ${last?.type}`;
};
