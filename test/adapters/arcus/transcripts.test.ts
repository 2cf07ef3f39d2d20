import { encodeCommand } from 'timed-operation/arcus';
import { describe, expect, it } from 'vitest';
import { printReply } from './support/print-reply.ts';
import { drain, type Feed, replay, whole } from './support/replay.ts';
import { asLatin1, type Transcript, transcripts } from './support/transcripts.ts';

/** Class H: free text with no reliable end; no command of ours asks for it. */
const freeText = ['version help ready', 'lqdetect cmdlog'];
const decodable = transcripts.filter(({ name }) => !freeText.includes(name));

const received = (transcript: Transcript): string => transcript.steps.map(({ recv }) => recv).join('');

const byteByByte: Feed = (decoder, bytes) => {
  const replies = [];
  for (let i = 0; i < bytes.length; i++) {
    decoder.push(bytes.subarray(i, i + 1));
    replies.push(...drain(decoder));
  }
  return replies;
};

describe('recorded conversations', () => {
  it('are all there', () => {
    expect(transcripts).toHaveLength(136);
    expect(decodable).toHaveLength(134);
  });

  it.each(decodable.map((transcript) => [transcript.name, transcript] as const))(
    '%s: decodes whole and prints back',
    (_, transcript) => {
      const { replies, retired } = replay(transcript, whole);
      const printed = replies.map((reply) => printReply(reply, retired.has(reply))).join('');
      // Of a retired trailer only the duplicates are kept.
      expect(printed).toBe(received(transcript).replace('DUPLICATED_TRIMMED', 'DUPLICATED'));
    },
  );

  it.each(decodable.map((transcript) => [transcript.name, transcript] as const))(
    '%s: decodes byte by byte',
    (_, transcript) => {
      expect(replay(transcript, byteByByte).replies).toEqual(replay(transcript, whole).replies);
    },
  );
});

describe('the encoder', () => {
  it('reproduces every accepted request in canonical spelling from its call', () => {
    let reproduced = 0;
    const others = new Set<string>();
    for (const transcript of transcripts.filter(({ name }) => name !== 'lqdetect cmdlog')) {
      for (const { request, reply } of replay(transcript, whole).answered) {
        if (reply?.type === 'failure' || reply?.type === 'corrupt') continue;
        const again = request.command && asLatin1(encodeCommand(request.command));
        if (again === request.text.replace(/0x[0-9a-f]+/gi, (hex) => `0x${hex.slice(2).toUpperCase()}`))
          reproduced++;
        else others.add(`${transcript.name}: ${request.text.slice(0, 60)}`);
      }
    }
    expect([...others]).toEqual([]);
    expect(reproduced).toBe(0);
  });
});
