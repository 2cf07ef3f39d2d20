import type { Port, World } from 'timed-operation/testing';
import type { FlowPort } from '../../../../src/adapters/node/flow-port.ts';

/** One end of an explored pipe as the adapter sees it; what would be a turn of the loop is an event that the explorer places. */
export function racePort(port: Port, world: World, name: string): FlowPort {
  let turns = 0;
  const idle = () => undefined;
  const flow = {
    onOpen: idle,
    onData: idle,
    onDrain: idle,
    onEnd: idle,
    onClose: idle,
    error: undefined as Error | undefined,
    local: '',
    remote: '',
    write: (bytes: Uint8Array) => {
      port.write(bytes);
      return true;
    },
    end: () => port.end(),
    destroy: () => port.destroy(),
    pause: idle,
    resume: idle,
    soon: (task: () => void) => world.anytime(`${name} flush ${++turns}`, task, { lane: 'loop' }),
  };
  const seen: FlowPort = flow;
  port.ondata = (bytes) => seen.onData(bytes);
  port.onend = () => seen.onEnd();
  port.onclose = (error) => {
    flow.error = error;
    seen.onClose();
  };
  return seen;
}
