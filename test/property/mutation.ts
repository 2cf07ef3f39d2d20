import fc from 'fast-check';

interface Change {
  readonly kind: 'set' | 'flip' | 'insert' | 'delete' | 'repeat' | 'cut' | 'splice';
  readonly at: number;
  readonly by: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('set', 'flip', 'insert', 'delete', 'repeat', 'cut', 'splice'),
  at: fc.nat(),
  by: fc.nat(),
});

function changed(bytes: Buffer, other: Uint8Array, { kind, at: where, by }: Change): Buffer {
  const at = where % (bytes.length + 1);
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
  const some = by % 40;
  switch (kind) {
    case 'set':
      return Buffer.concat([head, Uint8Array.of(by), tail.subarray(1)]);
    case 'flip':
      return Buffer.concat([head, Uint8Array.of((tail[0] ?? 0) ^ (1 << (by % 8))), tail.subarray(1)]);
    case 'insert':
      return Buffer.concat([head, Uint8Array.of(by), tail]);
    case 'delete':
      return Buffer.concat([head, tail.subarray(some)]);
    case 'repeat':
      return Buffer.concat([head, tail.subarray(0, some), tail]);
    case 'cut':
      return head;
    case 'splice':
      return Buffer.concat([head, other.subarray(by % (other.length + 1))]);
  }
}

/** Bytes of one of the samples, changed in a few places; and what that sample was. */
export function mutated(samples: readonly Uint8Array[]): fc.Arbitrary<{ sample: number; bytes: Uint8Array }> {
  return fc
    .record({
      sample: fc.nat({ max: samples.length - 1 }),
      other: fc.constantFrom(...samples),
      changes: fc.array(change, { minLength: 1, maxLength: 4 }),
    })
    .map(({ sample, other, changes }) => {
      const start = Buffer.from(samples[sample] as Uint8Array);
      let bytes: Buffer = start;
      for (const each of changes) bytes = changed(bytes, other, each);
      return { sample, bytes: Uint8Array.from(bytes) };
    });
}

const { GEERPC_MUTATION_SECONDS } = process.env;

/** As many runs as there is time for: 20 s by default. */
export const forAWhile: Required<
  Pick<fc.Parameters, 'numRuns' | 'interruptAfterTimeLimit' | 'markInterruptAsFailure'>
> = {
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: Number(GEERPC_MUTATION_SECONDS ?? 20) * 1_000,
  markInterruptAsFailure: false,
};
