import { type LineOperation, LinePipeline, type Request } from '../line-pipeline.ts';
import type { Mutant } from './mutant.ts';
import { halfCloseProbe, pipelineProbe } from './pipeline-probes.ts';

class SlotFreed extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    super.takeOff(operation);
    this.inFlight = this.inFlight.filter((each) => each !== operation);
  }
}

class SlotFreedByTimeout extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    super.takeOff(operation);
    if (operation.outcome === 'timedOut') this.inFlight = this.inFlight.filter((each) => each !== operation);
  }
}

class FirstWaitingTakesIt extends LinePipeline {
  override answer(line: string): void {
    const at = this.inFlight.findIndex((each) => each.state === 'WAITING_RESPONSE');
    const [operation] = this.inFlight.splice(Math.max(at, 0), 1);
    operation?.respond(line);
  }
}

class NewestTakesIt extends LinePipeline {
  override answer(line: string): void {
    this.inFlight.pop()?.respond(line);
  }
}

class StaysQueued extends LinePipeline {
  override takeOff(): void {}
}

class TimedOutStaysQueued extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    if (operation.outcome !== 'timedOut') super.takeOff(operation);
  }
}

class PartDropped extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    super.takeOff(operation);
    this.text = '';
  }
}

class PartTakenForWhole extends LinePipeline {
  override receive(bytes: Uint8Array): void {
    const lines = new TextDecoder().decode(bytes).split('\n').filter(Boolean);
    for (const line of lines) this.answer(line);
    this.flush();
  }
}

class OneLineAChunk extends LinePipeline {
  override receive(bytes: Uint8Array): void {
    this.text += new TextDecoder().decode(bytes);
    const end = this.text.indexOf('\n');
    if (end < 0) return;
    const line = this.text.slice(0, end);
    this.text = this.text.slice(end + 1);
    this.answer(line);
    this.flush();
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

class LateResponseThrown extends LinePipeline {
  override answer(line: string): void {
    if (this.inFlight.shift()?.respond(line) !== true) throw new Error(`Nobody waits for ${line}`);
  }
}

class LateResponseBreaksConnection extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    super.takeOff(operation);
    if (operation.outcome === 'cancelled') this.inFlight = this.inFlight.filter((each) => each !== operation);
  }

  override answer(line: string): void {
    const [first] = this.inFlight;
    if (first === undefined || first.data.key.toUpperCase() !== line)
      throw new Error(`Response without match: ${line}`);
    super.answer(line);
  }
}

class WindowNeverRefilled extends LinePipeline {
  override answer(line: string): void {
    const [operation] = this.inFlight;
    if (operation?.outcome === undefined) super.answer(line);
    else operation.respond(line);
  }
}

const split = { split: 'each-byte', merge: true } as const;

/** Faults of the pipeline. */
export const pipelineMutants: readonly Mutant[] = [
  { name: 'place freed', bugClass: 5, shows: 'cancel a, rx', probe: () => pipelineProbe(SlotFreed) },
  {
    name: 'place freed by a timeout',
    bugClass: 5,
    shows: 'timer a, rx, rx',
    probe: () => pipelineProbe(SlotFreedByTimeout),
  },
  {
    name: 'first waiting takes it',
    bugClass: 5,
    shows: 'cancel a, rx',
    probe: () => pipelineProbe(FirstWaitingTakesIt),
  },
  { name: 'newest takes it', bugClass: 5, shows: 'any', probe: () => pipelineProbe(NewestTakesIt) },
  { name: 'stays queued', bugClass: 4, shows: 'cancel, rx', probe: () => pipelineProbe(StaysQueued, { window: 1 }) },
  {
    name: 'timed out, stays queued',
    bugClass: 4,
    shows: 'wake, rx',
    probe: () => pipelineProbe(TimedOutStaysQueued, { window: 1 }),
  },
  {
    name: 'part dropped',
    bugClass: 5,
    shows: 'rx part, cancel a',
    probe: () => pipelineProbe(PartDropped, { faults: split }),
  },
  {
    name: 'part taken for the whole',
    bugClass: 5,
    shows: 'rx part',
    probe: () => pipelineProbe(PartTakenForWhole, { faults: split }),
  },
  {
    name: 'one line a chunk',
    bugClass: 1,
    shows: 'rx merged',
    probe: () => pipelineProbe(OneLineAChunk, { faults: split }),
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
  { name: 'late response thrown', bugClass: 6, shows: 'cancel a, rx', probe: () => pipelineProbe(LateResponseThrown) },
  {
    name: 'late response without match',
    bugClass: 6,
    shows: 'cancel a, rx',
    probe: () => pipelineProbe(LateResponseBreaksConnection),
  },
  {
    name: 'window never refilled',
    bugClass: 4,
    shows: 'cancel a, rx',
    probe: () => pipelineProbe(WindowNeverRefilled),
  },
];
