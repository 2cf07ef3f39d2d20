import fc from 'fast-check';
import type { ArcusResponse } from 'timed-operation/arcus';
import { expect, it } from 'vitest';
import { drain, type Feed, replay, whole } from '../adapters/arcus/support/replay.ts';
import { sent, transcripts } from '../adapters/arcus/support/transcripts.ts';

const { FC_RUNS } = process.env;

const decodable = transcripts.map((transcript) => ({
  ...transcript,
  steps: transcript.steps.filter((step) => !/^(help|lqdetect|cmdlog)\b/.test(sent(step))),
}));

/** Cuts the bytes at the given places (wrapping around), and lends every chunk from one buffer that is overwritten. */
function inChunks(sizes: readonly number[]): Feed {
  return (decoder, bytes) => {
    const responses: ArcusResponse[] = [];
    const lent = Buffer.alloc(256);
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const chunk = bytes.subarray(at, at + sizes[turn % sizes.length]!);
      lent.fill(0x21).set(chunk);
      decoder.push(lent.subarray(0, chunk.length));
      responses.push(...drain(decoder));
      at += chunk.length;
    }
    return responses;
  };
}

it('every recorded response decodes to the same responses, however its bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...decodable),
      fc.array(fc.integer({ min: 1, max: 256 }), { minLength: 1, maxLength: 20 }),
      (transcript, sizes) => {
        expect(replay(transcript, inChunks(sizes)).responses).toEqual(replay(transcript, whole).responses);
      },
    ),
    { numRuns: Number(FC_RUNS ?? 1_000) },
  );
});
