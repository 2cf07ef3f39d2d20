import { type LineOperation, LinePipeline, type Request } from '../line-pipeline.ts';
import type { Mutant } from './mutant.ts';
import { halfCloseProbe, pipelineProbe } from './pipeline-probes.ts';

class StaysQueued extends LinePipeline {
  override takeOff(): void {}
}

class TimedOutStaysQueued extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    if (operation.outcome !== 'timedOut') super.takeOff(operation);
  }
}

class LossUnheard extends LinePipeline {
  override lose(): void {
    this.over = true;
  }
}

class QueueForgottenOnLoss extends LinePipeline {
  override lose(): void {
    if (this.over) return;
    this.queue = [];
    super.lose();
  }
}

class WritesAfterEnd extends LinePipeline {
  override peerEnded(): void {}
}

class EndSeenLate extends LinePipeline {
  override peerEnded(): void {
    this.flush();
    const next = this.queue.shift();
    if (next !== undefined) this.write(next);
    super.peerEnded();
  }
}

class WaiterReused extends LinePipeline {
  readonly #spare: Request[] = [];

  override make(key: string): LineOperation {
    const operation = super.make(key);
    const spare = this.#spare.pop();
    if (spare === undefined) return operation;
    // The record of the cancelled request serves the new one, and its place in flight with it.
    const at = this.inFlight.findIndex((each) => each.data === spare);
    if (at >= 0) this.inFlight[at] = operation;
    return operation;
  }

  override takeOff(operation: LineOperation): void {
    super.takeOff(operation);
    this.#spare.push(operation.data);
  }
}

class WaiterMarkReused extends LinePipeline {
  #written = false;

  override make(key: string): LineOperation {
    const operation = super.make(key);
    // The last waiter's mark: this request seems written before it is.
    operation.data.written = this.#written;
    this.#written = false;
    return operation;
  }

  override takeOff(operation: LineOperation): void {
    super.takeOff(operation);
    this.#written = operation.data.written;
  }

  override write(operation: LineOperation): void {
    if (operation.data.written) this.inFlight.push(operation);
    else super.write(operation);
  }
}

/** Faults of the pipeline in its requests and their connection, until they are answered. */
export const requestMutants: readonly Mutant[] = [
  { name: 'stays queued', bugClass: 4, shows: 'cancel, rx', probe: () => pipelineProbe(StaysQueued, { window: 1 }) },
  {
    name: 'timed out, stays queued',
    bugClass: 4,
    shows: 'wake, rx',
    probe: () => pipelineProbe(TimedOutStaysQueued, { window: 1 }),
  },
  {
    name: 'loss unheard',
    bugClass: 9,
    shows: 'reset',
    probe: () => pipelineProbe(LossUnheard, { faults: { reset: true } }),
  },
  {
    name: 'queue forgotten on loss',
    bugClass: 9,
    shows: 'half-close',
    probe: () => halfCloseProbe(QueueForgottenOnLoss),
  },
  {
    name: 'writes after the end',
    bugClass: 9,
    shows: 'half-close, ask c',
    probe: () => halfCloseProbe(WritesAfterEnd),
  },
  { name: 'end seen late', bugClass: 9, shows: 'half-close', probe: () => halfCloseProbe(EndSeenLate) },
  {
    name: 'waiter reused',
    bugClass: 8,
    shows: 'cancel a, ask c, rx',
    probe: () => pipelineProbe(WaiterReused, { third: true }),
  },
  {
    name: 'mark of a waiter reused',
    bugClass: 8,
    shows: 'cancel a, ask c',
    probe: () => pipelineProbe(WaiterMarkReused, { third: true, window: 3 }),
  },
];
