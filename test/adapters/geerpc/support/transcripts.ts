import { readFileSync } from 'node:fs';

interface RecordedEvent {
  readonly dir: 'c2s' | 's2c';
  readonly ms: number;
  readonly hex?: string;
  readonly eof?: boolean;
}

interface RecordedResult {
  readonly reply?: unknown;
  readonly err?: string;
}

/** A conversation between the Go client and the Go server, as it went over the wire. */
export interface Transcript {
  readonly name: string;
  readonly transport: 'tcp' | 'http';
  readonly jobs: readonly string[];
  readonly results: readonly RecordedResult[];
  readonly events: readonly RecordedEvent[];
}

const file = new URL('../../../fixtures/geerpc/transcripts.json', import.meta.url);
export const transcripts: readonly Transcript[] = JSON.parse(readFileSync(file, 'utf8'));

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** All bytes of one direction. */
export function direction({ events }: Transcript, dir: 'c2s' | 's2c'): Uint8Array {
  return bytesOf(events.map((event) => (event.dir === dir ? (event.hex ?? '') : '')).join(''));
}
