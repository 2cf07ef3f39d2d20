import type { ResponseInput } from '../response-input.ts';
import type { MapElement } from '../response-items.ts';
import { AskedNames } from './asked-names.ts';
import type { ElementReader } from './element-reader.ts';
import { PlainElementReader } from './plain-element-reader.ts';

/** `<field> <bytes> <data>`. */
export class MapElementReader implements ElementReader<MapElement> {
  readonly #fields: AskedNames | undefined;
  readonly #data = new PlainElementReader();
  #field: string | undefined;

  constructor(fields: readonly string[] | 'all') {
    this.#fields = fields === 'all' ? undefined : new AskedNames(fields);
  }

  read(input: ResponseInput): MapElement | undefined {
    if (this.#field === undefined) {
      if (!input.wordBeforeData()) return undefined;
      this.#field = this.#fields === undefined ? input.word() : this.#fields.read(input);
      input.end();
    }
    const data = this.#data.read(input);
    if (data === undefined) return undefined;
    const field = this.#field;
    this.#field = undefined;
    return { field, data };
  }
}
