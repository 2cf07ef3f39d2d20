import { readFileSync } from 'node:fs';

interface Part {
  readonly text: string;
  readonly count: number;
}

interface Step {
  readonly send?: string;
  readonly sendParts?: readonly Part[];
  readonly recv: string;
  readonly closed?: true;
}

export interface Transcript {
  readonly name: string;
  readonly family: string;
  readonly steps: readonly Step[];
}

/** Conversations recorded on a live server; every character is one byte. */
export const transcripts: readonly Transcript[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/arcus/transcripts.json', import.meta.url), 'utf8'),
);

export function sent(step: Step): string {
  return step.send ?? (step.sendParts ?? []).map(({ text, count }) => text.repeat(count)).join('');
}

export function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

export function asLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
