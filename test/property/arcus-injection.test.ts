import fc from 'fast-check';
import { ArcusArgumentError, type Command, CommandWriter, encodeCommand, ResponseDecoder } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { type Arguments, arbitraryCommand } from '../adapters/arcus/support/arbitrary-command.ts';
import { parseRequests } from '../adapters/arcus/support/parse-requests.ts';
import { asLatin1 } from '../adapters/arcus/support/transcripts.ts';

const { FC_RUNS } = process.env;

const runs = Number(FC_RUNS ?? 5_000);

const injections = [
  'k\r\nflush_all',
  'k 0 0 1\r\nx\r\nflush_all\r\nset k',
  'a\nb',
  'a\rb',
  'a\0b',
  'a b',
  ' ',
  '',
  'noreply',
  'pipe',
  '<null>',
  'create',
  'drop',
  '__proto__',
  'constructor',
  'all',
  '0x',
  '1..2',
  'a,b',
  '\ud800',
  'x\udfff',
  '\u2028',
  '\u0085',
  '한글',
  '😀',
  '\ufeff',
  'k'.repeat(4_000),
  '한'.repeat(4_000),
  'k'.repeat(16_001),
  '\\',
  '*****',
];

const hostileText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replace(/\s/g, '_')),
  },
  fc.constantFrom(...injections),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.tuple(fc.constantFrom('k', '한', ''), fc.constantFrom(...injections)).map(([a, b]) => a + b),
);
/** Values that have no business where they are. */
const alien = fc.oneof(
  hostileText,
  fc.constantFrom(Number.NaN, -1, 1.5, 1e21, null, -0, {}, ['get'], true, 2n ** 64n, -1n),
);
const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> => fc.oneof({ weight: 12, arbitrary: good }, alien);

const hostile: Arguments = {
  text: fc.oneof({ weight: 12, arbitrary: hostileText }, alien),
  integer: mostly(fc.nat(60)),
  u64: mostly(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
  bytes: mostly(
    fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 31 }), fc.constant(Buffer.from('x\r\nflush_all\r\n'))),
  ),
  flag: mostly(fc.boolean()),
  object: mostly,
  word: (...words) => mostly(fc.constantFrom(...words)),
};

/** The bytes of a command, or `undefined` if it was refused at the door. */
function tryEncode(command: Command): string | undefined {
  try {
    return asLatin1(encodeCommand(command));
  } catch (error) {
    expect(error).toBeInstanceOf(ArcusArgumentError);
    return undefined;
  }
}

/** Headers whose last word a server takes for the keyword. */
const silentHeaders = [
  /^(set|add|replace|append|prepend|cas|incr|decr|touch) .* noreply$/,
  /^[lsmb]op (create|insert|upsert|update|delete|incr|decr) .* noreply$/,
  /^delete [^ ]+ noreply$/,
  /^(flush_all|flush_prefix [^ ]+)( \d+)? noreply$/,
];

describe('nothing that a caller passes', () => {
  it('makes more or less than one request, and what it makes means the same when read', () => {
    let encoded = 0;
    fc.assert(
      fc.property(arbitraryCommand(hostile), (fields) => {
        const command = fields as unknown as Command;
        const text = tryEncode(command);
        if (text === undefined) return;
        encoded++;
        const { requests, rest } = parseRequests(text);
        expect(rest).toBe('');
        expect(requests).toHaveLength(1);
        const [request] = requests;
        expect(request?.command?.type).toBe(isBatchOfOne(command) ? command.commands[0]?.type : command.type);
        expect(request?.command && asLatin1(encodeCommand(request.command))).toBe(text);
      }),
      { numRuns: runs },
    );
    expect(encoded).toBeGreaterThan(runs / 10);
  });

  it('leaves a byte behind in a writer when it is refused', () => {
    fc.assert(
      fc.property(fc.array(arbitraryCommand(hostile), { maxLength: 8 }), (commands) => {
        const writer = new CommandWriter({}, 64);
        let expected = '';
        for (const fields of commands) {
          const command = fields as unknown as Command;
          expected += tryEncode(command) ?? '';
          try {
            writer.write(command);
          } catch {
            // Refused: the writer must be as it was.
          }
          expect(writer.length).toBe(expected.length);
        }
        expect(asLatin1(writer.take())).toBe(expected);
      }),
      { numRuns: runs / 10 },
    );
  });

  it('makes the decoder wait for an answer that does not come, or not wait for one that does', () => {
    fc.assert(
      fc.property(arbitraryCommand(hostile), (fields) => {
        const command = { ...fields, noreply: true } as unknown as Command;
        const text = tryEncode(command);
        if (text === undefined) return;
        const header = text.slice(0, text.indexOf('\r\n'));
        const silent = silentHeaders.some((pattern) => pattern.test(header));
        expect(new ResponseDecoder().expect(command)).toBe(!silent && command.type !== 'quit');
      }),
      { numRuns: runs },
    );
  });
});

function isBatchOfOne(command: Command): command is Extract<Command, { type: 'pipe' }> {
  return command.type === 'pipe' && command.commands.length === 1;
}
