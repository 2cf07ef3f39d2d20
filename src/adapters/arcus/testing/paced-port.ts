import type { FlowPort } from '../../node/flow-port.ts';

/** The same port, for an owner who writes without minding the pace: while what was written waits, nothing is read, so that it stays bounded. */
export function pacedPort(port: FlowPort): FlowPort {
  const write = port.write.bind(port);
  port.write = (bytes) => {
    const room = write(bytes);
    if (!room) port.pause();
    return room;
  };
  port.onDrain = () => port.resume();
  return port;
}
