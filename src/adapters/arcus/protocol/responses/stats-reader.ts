import type { ArcusResponse } from '../response.ts';
import type { StatsResponse } from '../response-admin.ts';
import type { ResponseInput } from '../response-input.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';
import { readStatus } from './status.ts';

const kinds = ['STAT', 'PREFIX', 'ITEM'] as const;

/** `stats`: lines `STAT|PREFIX|ITEM <name> <value>`, `END` with perhaps a remark; or a single line. */
export class StatsReader implements ResponseReader {
  readonly #lines: StatsResponse['lines'][number][] = [];

  read(input: ResponseInput): ArcusResponse | undefined {
    while (input.line()) {
      const kind = kinds.find((word) => input.skipWord(word));
      if (kind !== undefined) {
        if (this.#lines.length === input.limits.maxElements) input.fail('expected fewer lines', 'too_many_elements');
        input.blank();
        const name = input.word();
        input.skip(' ');
        this.#lines.push({ kind, name, value: input.rest() });
      } else if (input.skipWord('END')) {
        input.skip(' ');
        return { type: 'stats', fatal: false, lines: this.#lines, remark: input.rest() };
      } else {
        const begun = this.#lines.length > 0;
        const single = (begun ? undefined : readStatus(input)) ?? readFailure(input, false, begun);
        return single ?? input.fail('expected a line of statistics or END');
      }
    }
    return undefined;
  }
}
