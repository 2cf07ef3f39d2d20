import type { Port } from '../../../testing/pipe.ts';
import type { BytePort } from '../../node/byte-port.ts';

/**
 * One end of a simulated pipe, as a server accepts it: in an explored run, `server.accept(pipePort(world.pipe(faults).server))` puts an
 * `ArcusServer` behind a network whose every delivery and fault is a step.
 */
export function pipePort(end: Port): BytePort {
  const port: BytePort = {
    write: (bytes) => {
      end.write(bytes);
    },
    end: () => end.end(),
    destroy: () => end.destroy(),
    onData: () => {},
    onEnd: () => {},
    onClose: () => {},
  };
  // Looked up when they come: whoever takes the port sets its handlers later.
  end.ondata = (bytes) => port.onData(bytes);
  end.onend = () => port.onEnd();
  end.onclose = () => port.onClose();
  return port;
}
