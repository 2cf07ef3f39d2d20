import { type LineOperation, LinePipeline } from '../line-pipeline.ts';
import type { Mutant } from './mutant.ts';
import { halfCloseProbe, pipelineProbe } from './pipeline-probes.ts';

class LimitFromWriteOn extends LinePipeline {
  override request(key: string, timeout: number): LineOperation {
    const operation = this.make(key);
    operation.limitMs = timeout;
    operation.submit((each) => this.enqueue(each));
    if (operation.data.written) operation.arm(timeout);
    return operation;
  }

  override write(operation: LineOperation): void {
    super.write(operation);
    operation.arm(operation.limitMs);
  }
}

class DecidedPassedOver extends LinePipeline {
  override answer(line: string): void {
    while (this.inFlight[0]?.outcome !== undefined) this.inFlight.shift();
    super.answer(line);
  }
}

class LostInReverse extends LinePipeline {
  override lose(): void {
    this.inFlight.reverse();
    this.queue.reverse();
    [this.inFlight, this.queue] = [this.queue, this.inFlight];
    super.lose();
  }
}

class CancelClosesConnection extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    super.takeOff(operation);
    if (operation.data.written) this.port.destroy();
  }
}

class LateResponseClosesConnection extends LinePipeline {
  override answer(line: string): void {
    if (this.inFlight.shift()?.respond(line) === false) this.port.destroy();
  }
}

class TakesWrongOneOff extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    if (!operation.data.written) this.queue.pop();
  }
}

class AsksDeadConnection extends LinePipeline {
  override request(key: string, timeout: number): LineOperation {
    const { over } = this;
    this.over = false;
    const operation = super.request(key, timeout);
    this.over = over;
    return operation;
  }
}

class PlaceFreedWhenAlone extends LinePipeline {
  override takeOff(operation: LineOperation): void {
    super.takeOff(operation);
    if (this.inFlight.length === 1) this.inFlight = [];
  }
}

class WrittenWithoutPlace extends LinePipeline {
  override takeOff(): void {}

  override write(operation: LineOperation): void {
    super.write(operation);
    if (operation.outcome !== undefined) this.inFlight.pop();
  }
}

class StopsAtLateResponse extends LinePipeline {
  #late = false;

  override receive(bytes: Uint8Array): void {
    this.#late = false;
    super.receive(bytes);
  }

  override answer(line: string): void {
    this.#late ||= this.inFlight[0]?.outcome !== undefined;
    if (this.#late && this.inFlight[0]?.outcome === undefined) this.text = '';
    else super.answer(line);
  }
}

/** Faults of the pipeline, written after the rules were done, to see whether the rules had been cut to the faults before. */
export const laterPipelineMutants: readonly Mutant[] = [
  {
    name: 'limit from the write on',
    bugClass: 4,
    shows: 'drop',
    probe: () => pipelineProbe(LimitFromWriteOn, { window: 1, faults: { drop: true } }),
  },
  { name: 'decided passed over', bugClass: 5, shows: 'cancel a, rx', probe: () => pipelineProbe(DecidedPassedOver) },
  { name: 'lost in reverse', bugClass: 0, shows: 'half-close', probe: () => halfCloseProbe(LostInReverse) },
  {
    name: 'cancel closes the connection',
    bugClass: 4,
    shows: 'cancel a',
    probe: () => pipelineProbe(CancelClosesConnection, { lasts: true }),
  },
  {
    name: 'late response closes the connection',
    bugClass: 1,
    shows: 'cancel a, rx',
    probe: () => pipelineProbe(LateResponseClosesConnection, { lasts: true }),
  },
  {
    name: 'takes the wrong one off',
    bugClass: 4,
    shows: 'wake, rx',
    probe: () => pipelineProbe(TakesWrongOneOff, { third: true, window: 1 }),
  },
  {
    name: 'asks a dead connection',
    bugClass: 9,
    shows: 'half-close, ask c',
    probe: () => halfCloseProbe(AsksDeadConnection),
  },
  {
    name: 'place freed when alone',
    bugClass: 5,
    shows: 'rx, cancel or timeout',
    probe: () => pipelineProbe(PlaceFreedWhenAlone, { window: 1, lasts: true }),
  },
  {
    name: 'written without a place',
    bugClass: 5,
    shows: 'cancel, rx',
    probe: () => pipelineProbe(WrittenWithoutPlace, { window: 1 }),
  },
  {
    name: 'stops at a late response',
    bugClass: 1,
    shows: 'cancel a, rx merged',
    probe: () => pipelineProbe(StopsAtLateResponse, { faults: { merge: true } }),
  },
];
