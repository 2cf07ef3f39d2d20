import { execFileSync } from 'node:child_process';
import * as gob from 'timed-operation/geerpc/gob';
import { GoPeer } from '../../test/interop/go-peer.ts';
import type { Report, Suite } from '../runner/figure.ts';
import { median } from '../runner/median.ts';

interface Subject {
  name: string;
  schema: gob.GobType<unknown>;
  value: unknown;
  /** The same value as JSON has it. */
  plain: unknown;
  /** The schema in the form that the Go program takes. */
  go: object;
  batch: number;
}

const basic = (name: string) => ({ kind: 'basic', name });
const accountFields = { Id: gob.int, Name: gob.string, Active: gob.bool, Score: gob.float64 };
const account = gob.struct('main.Account', accountFields);
const goAccount = {
  kind: 'struct',
  fields: [
    { name: 'Id', type: basic('int') },
    { name: 'Name', type: basic('string') },
    { name: 'Active', type: basic('bool') },
    { name: 'Score', type: basic('float64') },
  ],
};
const small = { Id: 123_456, Name: 'Ada Lovelace', Active: true, Score: 98.6 };
const list = Array.from({ length: 1000 }, (_, i) => ({
  Id: i * 1000,
  Name: `user number ${i}`,
  Active: i % 3 === 0,
  Score: i / 8,
}));
const pairs = Array.from({ length: 1000 }, (_, i) => [`key-${i}`, i] as const);

const subjects: Subject[] = [
  { name: 'small-struct', schema: account, value: small, plain: small, go: goAccount, batch: 2_000 },
  {
    name: 'slice-1000',
    schema: gob.slice(account),
    value: list,
    plain: list,
    go: { kind: 'slice', elem: goAccount },
    batch: 5,
  },
  {
    name: 'map-1000',
    schema: gob.map(gob.string, gob.int),
    value: new Map(pairs),
    plain: Object.fromEntries(pairs),
    go: { kind: 'map', key: basic('string'), elem: basic('int') },
    batch: 5,
  },
];

function nanoseconds(run: () => unknown, batch: number): number {
  const start = performance.now();
  for (let i = 0; i < batch; i++) run();
  return ((performance.now() - start) * 1e6) / batch;
}

/** Both are measured in turn, so that a busy machine slows both: the ratio is the median over the rounds. */
function compare(
  report: Report,
  name: string,
  ours: () => unknown,
  json: () => unknown,
  impl: string,
  rounds: number,
  batch: number,
): void {
  const figures = Array.from({ length: rounds }, () => ({
    ours: nanoseconds(ours, batch),
    json: nanoseconds(json, batch),
  }));
  const measured = figures.slice(rounds >> 2);
  const ratio = median(measured.map((round) => round.ours / round.json));
  report({
    name,
    impl: 'ours',
    value: median(measured.map((round) => round.ours)),
    unit: 'ns',
    ratio,
    to: impl,
  });
  report({ name, impl, value: median(measured.map((round) => round.json)), unit: 'ns' });
}

function goIsInstalled(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Gob against JSON of the same values and, where Go is installed, against Go's own. Definitions are sent beforehand. */
export const suite: Suite = {
  name: 'gob',
  async run(report, { quick, progress }) {
    const rounds = quick ? 40 : 400;
    const go = goIsInstalled() ? new GoPeer() : undefined;
    for (const [step, { name, schema, value, plain, go: type, batch }] of subjects.entries()) {
      progress(step, subjects.length, name);
      const encoder = new gob.GobEncoder();
      const decoder = new gob.GobDecoder();
      const first = encoder.encode(schema, value);
      decoder.push(first);
      decoder.decode(schema);
      const bytes = encoder.encode(schema, value);
      const text = JSON.stringify(plain);
      const decode = () => {
        decoder.push(bytes);
        return decoder.decode(schema);
      };
      compare(
        report,
        `encode/${name}`,
        () => encoder.encode(schema, value),
        () => JSON.stringify(plain),
        'JSON.stringify',
        rounds,
        batch,
      );
      compare(report, `decode/${name}`, decode, () => JSON.parse(text), 'JSON.parse', rounds, batch);
      if (go === undefined) continue;
      const repeat = batch * (quick ? 20 : 200);
      const answer = await go.ask({ type, registered: [], hex: Buffer.from(first).toString('hex'), repeat });
      if (answer.error !== undefined) throw new Error(`Go: ${answer.error}`);
      report({ name: `encode/${name}`, impl: 'go', value: answer.encodeNs!, unit: 'ns' });
      report({ name: `decode/${name}`, impl: 'go', value: answer.decodeNs!, unit: 'ns' });
    }
    go?.close();
  },
};
