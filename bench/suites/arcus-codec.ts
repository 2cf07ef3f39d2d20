import { type ArcusResponse, type Command, CommandWriter, ResponseDecoder } from 'timed-operation/arcus';
import type { Suite } from '../runner/figure.ts';
import { median } from '../runner/median.ts';

interface Case {
  readonly name: string;
  /** The bytes that one call encodes or decodes. */
  readonly bytes: Uint8Array;
  /** Calls in one sample. */
  readonly rounds: number;
  run(rounds: number): void;
}

const batch = 1_000;
const data = new Uint8Array(100).fill(0x78);
const keys = Array.from({ length: batch }, (_, i) => `session:user-${1_000_000 + i}`);
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

const gets = keys.map((key): Command => ({ type: 'get', keys: [key] }));
const sets = keys.map((key): Command => ({ type: 'set', key, data, exptime: 60 }));
const range: Command = { type: 'bop get', key: keys[0]!, bkey: { from: 0n, to: 2_000_000n }, count: 100 };

const hit = (key: string): string => `VALUE ${key} 0 100\r\n${'x'.repeat(100)}\r\nEND\r\n`;
const elements = Array.from({ length: 100 }, (_, i) => `${1_000_000 + i} 0x0A0B 100 ${'x'.repeat(100)}\r\n`);

/** Encodes as a pipelined client does: many commands, one write. */
function encoding(name: string, commands: readonly Command[]): Case {
  const writer = new CommandWriter();
  writer.write(commands[0]!);
  return {
    name,
    bytes: writer.take(),
    rounds: 2_000,
    run(rounds) {
      for (let i = 0; i < rounds; i++) {
        writer.write(commands[i % commands.length]!);
        if (i % batch === 0) writer.take();
      }
    },
  };
}

/** Decodes as a pipelined client does: responses in chunks of 64 KiB, cut anywhere. */
function decoding(name: string, commands: readonly Command[], responses: readonly string[]): Case {
  const stream = latin1(responses.join(''));
  return {
    name,
    bytes: latin1(responses[0]!),
    rounds: commands.length,
    run(rounds) {
      for (let done = 0; done < rounds; done += commands.length) {
        const decoder = new ResponseDecoder();
        for (const command of commands) decoder.expect(command);
        let decoded = 0;
        for (let at = 0; at < stream.length; at += 65_536) {
          decoder.push(stream.subarray(at, at + 65_536));
          for (
            let response: ArcusResponse | undefined = decoder.next();
            response !== undefined;
            response = decoder.next()
          )
            decoded++;
        }
        if (decoded !== commands.length || decoder.failed) throw new Error(`decoded ${decoded} of ${commands.length}`);
      }
    },
  };
}

/** The floor: the same bytes copied into a buffer that is filled and begun again. */
function copying(bytes: Uint8Array): (rounds: number) => void {
  const target = new Uint8Array(Math.max(65_536, bytes.length));
  return (rounds) => {
    let at = 0;
    for (let i = 0; i < rounds; i++) {
      if (at + bytes.length > target.length) at = 0;
      target.set(bytes, at);
      at += bytes.length;
    }
  };
}

const cases = (): Case[] => [
  encoding('encode get', gets),
  encoding('encode set 100 B', sets),
  encoding('encode bop get of a range', [range]),
  decoding('decode get 100 B', gets, keys.map(hit)),
  decoding('decode set', sets, Array(batch).fill('STORED\r\n')),
  decoding(
    'decode bop get of 100 elements',
    Array(20).fill(range),
    Array(20).fill(`VALUE 0 100\r\n${elements.join('')}END\r\n`),
  ),
];

function nanoseconds(run: (rounds: number) => void, rounds: number): number {
  const start = process.hrtime.bigint();
  run(rounds);
  return Number(process.hrtime.bigint() - start) / rounds;
}

/** The ARCUS codec, in nanoseconds a command, and as a multiple of copying the same bytes. */
export const suite: Suite = {
  name: 'arcus-codec',
  async run(report, { quick, progress }) {
    const all = cases();
    for (const [step, { name, bytes, rounds, run }] of all.entries()) {
      progress(step, all.length, name);
      const copy = copying(bytes);
      const floor: number[] = [];
      const ours: number[] = [];
      const ratios: number[] = [];
      // Short samples in turn: what else the machine does meets both, and few of them.
      for (let sample = -20; sample < (quick ? 200 : 2_000); sample++) {
        const least = nanoseconds(copy, rounds);
        const value = nanoseconds(run, rounds);
        if (sample < 0) continue;
        floor.push(least);
        ours.push(value);
        ratios.push(value / least);
      }
      report({ name, impl: 'copy', value: median(floor), unit: 'ns' });
      report({ name, impl: 'ours', value: median(ours), unit: 'ns', ratio: median(ratios), to: 'copy' });
    }
  },
};
