import type { Faults, Port, Probe, World } from 'timed-operation/testing';
import { type LineOperation, LinePipeline } from '../line-pipeline.ts';

export type PipelineClass = typeof LinePipeline;

export interface PipelineProbeOptions {
  readonly faults?: Faults;
  /** How many requests may be in flight: 2 by default. */
  readonly window?: number;
  /** A third request, made once the first is decided. */
  readonly third?: boolean;
  /** Nothing may close the connection. */
  readonly lasts?: boolean;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Answers each line with the same in capitals. */
export function capitalServer(port: Port): void {
  let text = '';
  port.ondata = (bytes) => {
    text += decoder.decode(bytes);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      port.write(encoder.encode(`${text.slice(0, end).toUpperCase()}\n`));
      text = text.slice(end + 1);
    }
  };
  port.onend = () => port.end();
}

/** Requests on one connection, which may be cancelled; the network may cut, hold or close. */
export function pipelineProbe(
  Class: PipelineClass = LinePipeline,
  options: PipelineProbeOptions = {},
): Probe<LinePipeline> {
  return {
    name: 'pipeline',
    setup(world) {
      const { client, server } = world.pipe(options.faults ?? {});
      capitalServer(server);
      const pipeline = new Class(world.runtime, client, options.window ?? 2, (operation) => world.wrote(operation));
      const a = ask(world, pipeline, 'aa');
      ask(world, pipeline, 'bb');
      if (options.third === true) {
        world.anytime('cancel a, ask c', () => {
          a.cancel();
          ask(world, pipeline, 'cc');
        });
      } else world.anytime('cancel a', () => a.cancel(), { maybe: true });
      return pipeline;
    },
    quiet(pipeline, world) {
      world.always(pipeline.text === '' || pipeline.over, `bytes were left unread: ${JSON.stringify(pipeline.text)}`);
      world.always(options.lasts !== true || !pipeline.over, 'the connection was closed, and nothing had broken it');
      const lost = options.faults?.drop === true;
      world.always(lost || pipeline.inFlight.length === 0, 'a place in flight was left that nothing will fill');
    },
  };
}

function ask(world: World, pipeline: LinePipeline, key: string): LineOperation {
  const operation = pipeline.request(key, 100);
  world.expect(operation, key.toUpperCase());
  return operation;
}

interface Asked {
  readonly pipeline: LinePipeline;
  readonly operations: LineOperation[];
}

/** The server may end its side, as on an idle limit. Nothing may be written once that was heard, and nobody may be left waiting. */
export function halfCloseProbe(Class: PipelineClass = LinePipeline): Probe<Asked> {
  return {
    name: 'half-close',
    setup(world) {
      const { client, server } = world.pipe({ halfClose: true });
      capitalServer(server);
      let ended = false;
      const pipeline = new Class(world.runtime, client, 1, () =>
        world.always(!ended, 'it wrote to a peer that had ended'),
      );
      const { onend } = client;
      client.onend = () => {
        ended = true;
        onend?.();
      };
      const operations = ['aa', 'bb'].map((key) => ask(world, pipeline, key));
      world.anytime('ask cc', () => operations.push(ask(world, pipeline, 'cc')), { maybe: true });
      return { pipeline, operations };
    },
    step({ pipeline, operations }, world) {
      for (const operation of operations) {
        world.always(!pipeline.over || operation.outcome !== undefined, 'an operation waits on a lost connection');
      }
    },
    quiet({ pipeline, operations }, world) {
      const lost = operations.filter(({ cancelSource, data }) => cancelSource === 'internal' && data.submitted);
      const completed = pipeline.completed.filter((each) => lost.includes(each));
      world.always(
        completed.every((each, index) => each === lost[index]),
        'what was lost did not fail in the order in which it was asked',
      );
    },
  };
}
