import { readFileSync } from 'node:fs';

/** Recorded conversations with a real arcus-memcached 1.15.0, one connection each, to be replayed in order against one server. Texts are one character a byte. */
export interface Transcript {
  readonly name: string;
  readonly family: string;
  readonly note?: string;
  /** True if all answers depend on time, hash seeds or what the server did before. */
  readonly volatile?: true;
  readonly steps: readonly TranscriptStep[];
}

export interface TranscriptStep {
  readonly send?: string;
  readonly sendParts?: readonly { readonly text: string; readonly count: number }[];
  readonly recv: string;
  readonly closed?: true;
  readonly delayMs?: number;
  readonly volatile?: true;
}

export const transcripts: readonly Transcript[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/arcus/transcripts.json', import.meta.url), 'utf8'),
);

/** All that a step sends. */
export function sent({ send, sendParts = [] }: TranscriptStep): string {
  return send ?? sendParts.map(({ text, count }) => text.repeat(count)).join('');
}
