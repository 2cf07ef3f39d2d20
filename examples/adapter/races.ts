import { exploreAsync, formatReport, type Port, type Probe } from 'timed-operation/testing';
import { LineClient } from './line-client.ts';
import { LineDecoder } from './line-decoder.ts';

/** A server that answers a key in capitals. */
function serve(port: Port): void {
  const lines = new LineDecoder();
  const encoder = new TextEncoder();
  port.ondata = (bytes) => {
    for (const key of lines.push(bytes)) port.write(encoder.encode(`${key.toUpperCase()}\n`));
  };
}

const probe: Probe<void> = {
  name: 'line client',
  setup(world) {
    const { client, server } = world.pipe({ split: [1], merge: true, late: true, reset: true, halfClose: true });
    serve(server);
    const lines = new LineClient(client, world.runtime);
    const a = lines.get('a', 50);
    world.anytime('cancel a', () => a.cancel(), { maybe: true });
    const b = lines.get('b', 80);
    world.expect(a.operation, 'A');
    world.expect(b.operation, 'B');
    world.settles(a);
    world.settles(b);
  },
};

const report = await exploreAsync(probe, {
  strategy: { deviations: 2 },
  races: ['response', 'timeout', 'cancel'],
});
console.info(formatReport(report));
console.log(report.ok, report.complete); //=> true deviations 2
