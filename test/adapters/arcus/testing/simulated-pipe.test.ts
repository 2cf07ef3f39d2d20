import { after } from 'timed-operation';
import { type ArcusResponse, type Command, encodeCommand, ResponseDecoder } from 'timed-operation/arcus';
import { ArcusServer, type Fault, pipePort } from 'timed-operation/arcus/testing';
import { assertRaces, type Faults, type Probe, type World } from 'timed-operation/testing';
import { describe, test } from 'vitest';

const text = new TextEncoder();

/** What a client sends: it writes a value, and reads it. */
const commands: readonly Command[] = [
  { type: 'set', key: 'k', flags: 0, exptime: 60, data: text.encode('value') },
  { type: 'get', keys: ['k'] },
];

function serverIn(world: World): ArcusServer {
  const { runtime } = world;
  return new ArcusServer({
    clock: runtime.clock,
    startedAt: 1_700_000_000,
    scheduler: { after: (ms, task) => after(runtime, ms, task) },
  });
}

/** An `ArcusServer` behind a pipe: whatever happens to the bytes on the way, what arrives is whole and right. */
function overAPipe(faults: Faults, fault?: Fault): Probe<void> {
  return {
    name: `an ARCUS server, ${JSON.stringify(faults)}, ${fault?.kind ?? 'no fault of its own'}`,
    setup(world) {
      const server = serverIn(world);
      if (fault !== undefined) server.inject(fault, { command: 'get' });
      const { client, server: end } = world.pipe(faults);
      server.accept(pipePort(end));
      const decoder = new ResponseDecoder();
      const seen: ArcusResponse[] = [];
      client.ondata = (bytes) => {
        decoder.push(bytes);
        for (let next = decoder.next(); next !== undefined; next = decoder.next()) seen.push(next);
        world.always(seen.length <= commands.length, 'a response to each command, and no more');
        world.always(seen.length < 1 || seen[0]?.type === 'status', 'the value is stored');
        world.always(seen.length < 2 || seen[1]?.type === 'values', 'and read');
        if (seen.length === commands.length) world.sometimes('both answered');
      };
      for (const command of commands) {
        decoder.expect(command);
        client.write(encodeCommand(command));
      }
    },
  };
}

describe('on a simulated pipe, under manual time', () => {
  test.each<[Faults]>([
    [{ split: 'each-byte' }],
    [{ merge: true }],
    [{ delay: 20 }],
    [{ halfClose: true }],
    [{ reset: true }],
  ])('with the fault %j it answers right what it answers', (faults) => {
    assertRaces(overAPipe(faults), { marks: ['both answered'] });
  });

  test.each<Fault>([
    { kind: 'delay', ms: 50 },
    { kind: 'slow', bytes: 3, ms: 5 },
  ])('its own fault %j waits in virtual time', (fault) => {
    assertRaces(overAPipe({ split: 'each-byte' }, fault), { marks: ['both answered'] });
  });
});
