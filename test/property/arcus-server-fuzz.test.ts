import { ItemStore, ServerSession, type ServerState, ServerStats, serverSettings } from 'timed-operation/arcus/testing';
import { expect, test } from 'vitest';
import { sent, transcripts } from '../adapters/arcus/testing/transcripts.ts';

const { FUZZ_SECONDS = '20' } = process.env;
const MIB = 1024 * 1024;
const WORDS =
  'get gets mget set add cas incr delete lop sop mop bop insert upsert update get smget mget count position gbp pwg create drop pipe noreply getrim unreadable unique 0 1 -1 2 4294967295 18446744073709551615 0x01 0xff 0..9 -1..0 9..0 EQ NE & k:a b:1 l:1 stats prefixes scan key prefix match * config max_element_bytes 32768 flush_all version quit \r\n \r \n \0 END'.split(
    ' ',
  );

/** A small generator of random numbers with a seed, so that a failure can be repeated. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const corpus = transcripts.flatMap(({ steps }) => steps.map(sent)).filter((text) => text.length < 60_000);

/** Something like a conversation, with a few things wrong in it. */
function mutated(random: (below: number) => number): Buffer {
  const pick = <T>(values: readonly T[]): T => values[random(values.length)]!;
  let text = Array.from({ length: 1 + random(4) }, () => pick(corpus)).join('');
  for (let changes = random(6); changes > 0; changes--) {
    const at = random(text.length + 1);
    const rest = [
      () => String.fromCharCode(random(256)) + text.slice(at + 1),
      () => pick(WORDS) + text.slice(at),
      () => ` ${pick(WORDS)} ${text.slice(at + random(8))}`,
      () => text.slice(at + random(40)),
      () => text.slice(Math.max(0, at - random(200))),
      () => '',
      () => String.fromCharCode(...Array.from({ length: random(30) }, () => random(256))) + text.slice(at),
    ];
    text = text.slice(0, at) + pick(rest)();
  }
  return Buffer.from(text, 'latin1');
}

test(`random and mutated bytes for ${FUZZ_SECONDS} s break nothing and take no more memory than the limits allow`, () => {
  const seed = Date.now() >>> 0;
  const random = generator(seed);
  const limits = { memoryLimit: 4 * MIB, stickyLimit: MIB };
  let now = 0;
  const state: ServerState = {
    store: new ItemStore({ clock: { now: () => now }, limits }),
    settings: serverSettings(),
    stats: new ServerStats(),
  };
  state.stats.detail = true;
  let sessions: ServerSession[] = [];
  let pushed = 0;
  const end = Date.now() + Number(FUZZ_SECONDS) * 1000;
  while (Date.now() < end) {
    if (sessions.length < 8) sessions.push(new ServerSession(state));
    const session = sessions[random(sessions.length)]!;
    const bytes = mutated(random);
    try {
      for (let at = 0; at < bytes.length; ) {
        const size = random(4) === 0 ? 1 + random(8) : 1 + random(bytes.length);
        for (const { response } of session.push(bytes.subarray(at, at + size)))
          expect(response).toBeInstanceOf(Uint8Array);
        at += size;
      }
    } catch (error) {
      throw new Error(`Seed ${seed}, after ${pushed} pushes, at ${JSON.stringify(bytes.toString('latin1'))}`, {
        cause: error,
      });
    }
    pushed++;
    now += random(50);
    // A session that waits for a data block swallows what comes: now and then they all make way.
    sessions = sessions.filter((open) => !open.closed && random(40) > 0);
    const { used } = state.store.space;
    expect(used).toBeLessThanOrEqual(state.store.limits.memoryLimit + state.store.limits.stickyLimit + 2 * MIB);
  }
  expect(pushed).toBeGreaterThan(0);
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  expect(heapUsed + arrayBuffers).toBeLessThan(1024 * MIB);
});
