import { explore, type Faults, type Port } from 'timed-operation/testing';
import { describe, expect, test } from 'vitest';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** What the server can come to see of two writes of the client: every way, exhaustively. */
function seen(faults: Faults, after: (client: Port) => void = () => {}): string[] {
  const report = explore(
    {
      name: 'pipe',
      setup(world) {
        const { client, server } = world.pipe(faults);
        const log: string[] = [];
        server.ondata = (bytes) => log.push(decode(bytes));
        server.onend = () => log.push('end');
        server.onclose = (error) => log.push(error === undefined ? 'closed' : 'reset');
        client.onend = () => log.push('(client: end)');
        client.onclose = (error) => log.push(error === undefined ? '(client: closed)' : '(client: reset)');
        client.write(encode('ab'));
        client.write(encode('cd'));
        after(client);
        world.at(50, 'deadline', () => log.push(`@${world.now}`), 'timer');
        return log;
      },
      outcome: (log) => log.join(' '),
    },
    { strategy: 'exhaustive' },
  );
  expect(report.failures).toEqual([]);
  return [...report.outcomes.keys()].map((outcome) => outcome.replace('@50', '').replaceAll(/ +/g, ' ').trim());
}

describe('a pipe', () => {
  test('without faults keeps bytes and their order, whenever they come', () => {
    expect(new Set(seen({}))).toEqual(new Set(['ab cd']));
  });

  test('cuts a write anywhere', () => {
    expect(new Set(seen({ split: 'each-byte' }))).toEqual(new Set(['ab cd', 'a b cd', 'ab c d', 'a b c d']));
    expect(new Set(seen({ split: [1] }))).toEqual(new Set(['ab cd', 'a b cd', 'ab c d', 'a b c d']));
  });

  test('merges what is on its way', () => {
    expect(new Set(seen({ merge: true }))).toEqual(new Set(['ab cd', 'abcd']));
  });

  test('loses a write, within its budget', () => {
    expect(new Set(seen({ drop: true }))).toEqual(new Set(['ab cd', 'cd', 'ab']));
    expect(new Set(seen({ drop: true, budget: 2 }))).toEqual(new Set(['ab cd', 'cd', 'ab', '']));
    expect(new Set(seen({ drop: true, budget: 0 }))).toEqual(new Set(['ab cd']));
  });

  test('delivers a write twice', () => {
    expect(new Set(seen({ duplicate: true }))).toEqual(new Set(['ab cd', 'ab ab cd', 'ab cd cd']));
  });

  test('delivers a later write first', () => {
    expect(new Set(seen({ reorder: true }))).toEqual(new Set(['ab cd', 'cd ab']));
  });

  test.each<Faults>([
    { reorder: true, merge: true },
    { reorder: true, split: 'each-byte' },
  ])('is either a stream or datagrams: %j is refused', (faults) => {
    const report = explore({ name: 'both', setup: (world) => world.pipe(faults) });
    expect(report.failures[0]?.message).toContain('Expected `reorder` on datagrams alone');
  });

  test('ends with the end of its writer, and closes when both have ended', () => {
    const outcomes = seen({}, (client) => client.end());
    expect(new Set(outcomes)).toEqual(new Set(['ab cd end']));
  });

  test('is reset at any moment: both sides hear of it, and what is on its way is lost', () => {
    const outcomes = seen({ reset: true });
    expect(outcomes).toContain('ab cd');
    for (const outcome of outcomes.filter((each) => each.includes('reset'))) {
      expect(outcome).toMatch(/^(ab )?(cd )?(reset \(client: reset\)|\(client: reset\) reset)$/);
    }
  });

  test('half-closes from the server, and the client may write on', () => {
    const outcomes = seen({ halfClose: true });
    expect(outcomes).toContain('ab cd');
    expect(outcomes.some((each) => each.includes('(client: end)') && each.includes('cd'))).toBe(true);
  });
});

describe('a write that is held', () => {
  const times = (faults: Faults) => {
    const report = explore(
      {
        name: 'held',
        setup(world) {
          const { client, server } = world.pipe(faults);
          const log: string[] = [];
          server.ondata = (bytes) => log.push(`${decode(bytes)}@${world.now}`);
          client.write(encode('ab'));
          world.at(50, 'deadline', () => {}, 'timer');
          return log;
        },
        outcome: (log) => log.join(' '),
      },
      { strategy: 'exhaustive' },
    );
    return new Set(report.outcomes.keys());
  };

  test('by a delay comes that much later', () => {
    expect(times({ delay: 30 })).toEqual(new Set(['ab@0', 'ab@30', 'ab@50', 'ab@80']));
  });

  test('as late comes after the next deadline', () => {
    expect(times({ late: true })).toEqual(new Set(['ab@0', 'ab@50']));
  });
});

test('a write after the end, or to a closed port, goes nowhere and says so', () => {
  const report = explore({
    name: 'after the end',
    setup(world) {
      const { client } = world.pipe();
      world.always(client.write(encode('a')), 'a fresh port is writable');
      client.end();
      world.always(!client.writable && !client.write(encode('b')), 'an ended port is not');
      client.destroy();
      world.always(client.closed, 'a destroyed port is closed');
    },
  });
  expect(report.failures).toEqual([]);
});
