import { type LineOperation, LinePipeline } from '../line-pipeline.ts';
import type { Mutant } from './mutant.ts';
import { pipelineProbe } from './pipeline-probes.ts';

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

/** Faults of the pipeline in whose answer a line is. */
export const answerMutants: readonly Mutant[] = [
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
