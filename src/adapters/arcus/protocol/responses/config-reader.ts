import type { ArcusResponse } from '../response.ts';
import type { ResponseInput } from '../response-input.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';

/** `config` of one setting: `<name> <value>`, `END`; or a single line. */
export class ConfigReader implements ResponseReader {
  readonly #name: string;
  #value: string | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  read(input: ResponseInput): ArcusResponse | undefined {
    while (input.line()) {
      if (this.#value !== undefined) {
        if (input.is('END')) return { type: 'config', fatal: false, name: this.#name, value: this.#value };
        return readFailure(input, false, true) ?? input.fail('expected END');
      }
      if (!input.skipWord(this.#name)) {
        return readFailure(input, false) ?? input.fail('expected the setting that was asked for', 'unexpected_key');
      }
      input.blank();
      this.#value = input.rest();
    }
    return undefined;
  }
}
