import { isDeepStrictEqual } from 'node:util';
import { type ArcusResponse, type Command, ResponseDecoder, type ResponseLimits } from 'timed-operation/arcus';
import { expect, it } from 'vitest';
import { Dice, mutate } from '../adapters/arcus/support/mutations.ts';
import { parseRequests } from '../adapters/arcus/support/parse-requests.ts';
import { drain } from '../adapters/arcus/support/replay.ts';
import { latin1, sent, transcripts } from '../adapters/arcus/support/transcripts.ts';

const { FUZZ_MS, FUZZ_SEED } = process.env;
const duration = Number(FUZZ_MS ?? 20_000);
const seed = Number(FUZZ_SEED ?? Date.now() % 2 ** 32);

const limits: ResponseLimits = {
  maxLineBytes: 300,
  maxValueBytes: 2_000,
  maxElementBytes: 1_000,
  maxElements: 600,
  maxResponseBytes: 12_000,
};
const largestChunk = 512;

interface Exchange {
  readonly commands: readonly Command[];
  readonly bytes: Uint8Array;
}

/** Recorded requests of ours with what was answered. */
const exchanges: readonly Exchange[] = transcripts.flatMap(({ steps }) =>
  steps.flatMap((step) => {
    const { requests } = parseRequests(sent(step));
    const commands = requests.flatMap(({ command }) => command ?? []);
    return commands.length === 0 ? [] : [{ commands, bytes: latin1(step.recv) }];
  }),
);

/** Bytes of values, elements and names that a response holds. */
function payload(value: unknown): number {
  if (value instanceof Error) return 0;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + payload(item), 0);
  return typeof value === 'object' && value !== null ? payload(Object.values(value)) : 0;
}

/** How often each type of response came out. */
const seen = new Map<string, number>();

function feed(exchange: Exchange, bytes: Uint8Array, dice: Dice): ArcusResponse[] {
  const responses: ArcusResponse[] = [];
  const decoder = new ResponseDecoder(limits);
  for (const command of exchange.commands) decoder.expect(command);
  let given = 0;
  let held = 0;
  for (let at = 0; at < bytes.length; ) {
    const chunk = bytes.subarray(at, at + 1 + dice.roll(dice.roll(2) === 0 ? 8 : largestChunk));
    decoder.push(chunk);
    at += chunk.length;
    for (let response: ArcusResponse | undefined = decoder.next(); response !== undefined; response = decoder.next()) {
      given++;
      responses.push(response);
      seen.set(response.type, (seen.get(response.type) ?? 0) + 1);
      held += payload(response);
      if (response.fatal !== decoder.failed) throw new Error('fatal and failed must agree');
      if (given > exchange.commands.length + 1) throw new Error('more responses than were asked for');
    }
    const bound = limits.maxResponseBytes + limits.maxLineBytes + 2 + largestChunk;
    if (decoder.heldBytes > bound) throw new Error(`holds ${decoder.heldBytes} bytes`);
    // Frozen words and echoed names are not copied from the wire, but are never more than what was read there.
    if (held > at * 4 + 64 * given) throw new Error(`${held} bytes of responses from ${at} bytes of input`);
    if (decoder.failed && decoder.heldBytes !== 0) throw new Error('holds bytes though it has failed');
  }
  return responses;
}

function decodeWhole(exchange: Exchange, bytes: Uint8Array): ArcusResponse[] {
  const decoder = new ResponseDecoder(limits);
  for (const command of exchange.commands) decoder.expect(command);
  decoder.push(bytes);
  return drain(decoder);
}

/** How much of the offending bytes an error shows depends on how many had come. */
function comparable(responses: readonly ArcusResponse[]): unknown[] {
  return responses.map((response) =>
    response.type === 'corrupt' ? [response.error.fault, response.error.offset] : response,
  );
}

it('random and mutated bytes never make the decoder throw, run away, hold more than its limits, or depend on the pieces', () => {
  const dice = new Dice(seed);
  const others = exchanges.map(({ bytes }) => bytes);
  const end = performance.now() + duration;
  let runs = 0;
  for (; performance.now() < end; runs++) {
    const exchange = dice.pick(exchanges);
    const bytes = dice.roll(10) === 0 ? dice.bytes(dice.roll(400)) : mutate(exchange.bytes, others, dice);
    try {
      const responses = feed(exchange, bytes, dice);
      if (!isDeepStrictEqual(comparable(responses), comparable(decodeWhole(exchange, bytes)))) {
        throw new Error('decodes to something else when it comes in other pieces');
      }
    } catch (cause) {
      throw new Error(`run ${runs} of FUZZ_SEED=${seed}: ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`, {
        cause,
      });
    }
  }
  // Neither all refused nor all well-formed: the changes reach what they are meant to reach.
  expect(seen.get('corrupt')).toBeGreaterThan(runs / 100);
  expect(seen.get('btree')).toBeGreaterThan(0);
  expect(seen.size).toBeGreaterThan(10);
});
