import fc from 'fast-check';
import {
  ArcusArgumentError,
  type ArcusResponse,
  type Command,
  encodeCommand,
  ResponseDecoder,
} from 'timed-operation/arcus';
import { ArcusServer } from 'timed-operation/arcus/testing';
import { expect, it } from 'vitest';
import { type Arguments, arbitraryCommand } from '../adapters/arcus/support/arbitrary-command.ts';

const runs = Number(process.env['FC_RUNS'] ?? 2_000);

/** Arguments from few values, so that commands meet in the same items. */
const few: Arguments = {
  text: fc.constantFrom('k', 'l', 'pre:k', '한'),
  integer: fc.integer({ min: 0, max: 6 }),
  u64: fc.bigInt({ min: 0n, max: 12n }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 2 }),
  flag: fc.boolean(),
  object: (object) => object,
  word: (...words) => fc.constantFrom(...words),
};

/** The bytes of a command, or `undefined` if it was refused at the door, as an impossible combination of arguments is. */
function tryEncode(command: Command): Uint8Array | undefined {
  try {
    return encodeCommand(command);
  } catch (error) {
    if (error instanceof ArcusArgumentError) return undefined;
    throw error;
  }
}

// The codec and the server were written apart from each other, each from the specification.
it('the server understands what the codec sends, and the codec what the server answers', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(arbitraryCommand(few), { minLength: 1, maxLength: 25 }), (drawn) => {
      const server = new ArcusServer();
      const client = server.connect();
      const decoder = new ResponseDecoder();
      let closed = false;
      client.onData = (bytes) => decoder.push(bytes);
      client.onClose = () => {
        closed = true;
      };
      for (const command of drawn as unknown as Command[]) {
        const bytes = tryEncode(command);
        if (bytes === undefined || command.type === 'quit') continue;
        const answered = decoder.expect(command);
        client.write(bytes);
        const response: ArcusResponse | undefined = decoder.next();
        if (!answered) {
          expect(response).toBeUndefined();
          continue;
        }
        // One command, one whole response, and nothing behind it.
        expect({ command, response }).toMatchObject({
          response: expect.objectContaining({ type: expect.any(String) }),
        });
        seen.add(response!.type);
        if (response!.fatal) return;
        expect(decoder.next()).toBeUndefined();
      }
      expect(closed).toBe(false);
    }),
    { numRuns: runs },
  );
  expect(seen.has('corrupt')).toBe(false);
  expect(seen.size).toBeGreaterThan(10);
});
