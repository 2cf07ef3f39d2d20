import { ArcusArgumentError, type ArcusResponse, type Command, encodeCommand } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { printResponse } from './support/print-response.ts';
import { drain, type Feed, replay, whole } from './support/replay.ts';
import { asLatin1, sent, type Transcript, transcripts } from './support/transcripts.ts';

/** Free text with no reliable end; no command of ours asks for it. */
const isFreeText = /^(help|lqdetect|cmdlog)\b/;
const decodable = transcripts.map((transcript) => ({
  ...transcript,
  steps: transcript.steps.filter((step) => !isFreeText.test(sent(step))),
}));

const received = (transcript: Transcript): string => transcript.steps.map(({ recv }) => recv).join('');

const byteByByte: Feed = (decoder, bytes) => {
  const responses = [];
  for (let i = 0; i < bytes.length; i++) {
    decoder.push(bytes.subarray(i, i + 1));
    responses.push(...drain(decoder));
  }
  return responses;
};

describe('recorded conversations', () => {
  it('are all there', () => {
    expect(transcripts).toHaveLength(136);
    expect(decodable.filter(({ steps }) => steps.length > 0)).toHaveLength(135);
  });

  it.each(decodable.map((transcript) => [transcript.name, transcript] as const))(
    '%s: decodes whole and prints back',
    (_, transcript) => {
      const { responses, retired } = replay(transcript, whole);
      const printed = responses.map((response) => printResponse(response, retired.has(response))).join('');
      // Of a retired trailer only the duplicates are kept.
      expect(printed).toBe(received(transcript).replace('DUPLICATED_TRIMMED', 'DUPLICATED'));
    },
  );

  it.each(decodable.map((transcript) => [transcript.name, transcript] as const))(
    '%s: decodes byte by byte',
    (_, transcript) => {
      expect(replay(transcript, byteByByte).responses).toEqual(replay(transcript, whole).responses);
    },
  );
});

/** What a server answers to a request that it takes for malformed. */
const isRefusal = (response: ArcusResponse | undefined): boolean =>
  response?.type === 'failure' || (response?.type === 'status' && response.status.startsWith('ATTR_ERROR'));

/** Hex digits are read in either case and printed in capitals. */
const inCapitals = (text: string): string => text.replace(/0x[0-9a-f]+/gi, (hex) => `0x${hex.slice(2).toUpperCase()}`);

/** Accepted requests that are in no canonical spelling, or that no call of ours makes. */
const notOurs = [
  { requests: /[^\r]\n/, why: 'lines that end in a bare LF' },
  { requests: /\r\n\S+,\S+\r\n$/, why: 'lists separated by commas' },
  { requests: /^bop smget [^a-z]*\r\n/, why: 'smget without a mode' },
  { requests: /^delete \S+ 0\r\n$/, why: 'the time that delete once had' },
  { requests: / create 0\r\n/, why: 'attributes that are cut short, which the server takes for none' },
  { requests: /^lop insert p:(501|600) /, why: 'a pipe that overflows' },
  {
    requests: /^lop insert p:(un|ug|nr|e3) /,
    why: 'a pipe that is not ended, or holds noreply or a malformed header',
  },
  { requests: /^stats topkeys/, why: 'a topic that the documentation does not have' },
];

describe('the encoder', () => {
  it('reproduces every accepted request in canonical spelling from its call', () => {
    let reproduced = 0;
    const others: string[] = [];
    for (const transcript of decodable) {
      for (const { request, response } of replay(transcript, whole).answered) {
        if (isRefusal(response)) continue;
        if (encodesTo(request.command, inCapitals(request.text))) reproduced++;
        else others.push(request.text);
      }
    }
    const unexplained = others.filter((text) => !notOurs.some(({ requests }) => requests.test(text)));
    expect(unexplained).toEqual([]);
    expect(others).toHaveLength(16);
    expect(reproduced).toBe(609);
  });
});

function encodesTo(command: Command | undefined, text: string): boolean {
  try {
    return command !== undefined && asLatin1(encodeCommand(command)) === text;
  } catch (error) {
    expect(error).toBeInstanceOf(ArcusArgumentError);
    return false;
  }
}
