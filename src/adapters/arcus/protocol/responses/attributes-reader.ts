import type { Bkey } from '../arguments/bkey.ts';
import { maxU32 } from '../arguments/integer.ts';
import type { ArcusResponse } from '../response.ts';
import type { ItemAttributes } from '../response-admin.ts';
import type { ResponseInput } from '../response-input.ts';
import { readFailure } from './failure.ts';
import type { ResponseReader } from './response-reader.ts';
import { readStatus } from './status.ts';

const itemTypes = ['kv', 'list', 'set', 'map', 'b+tree'] as const;

/** `getattr`: lines `ATTR <name>=<value>`, `END`; or a single line. Names that are not known are passed over. */
export class AttributesReader implements ResponseReader {
  readonly #attributes: ItemAttributes = {};
  #lines = 0;

  read(input: ResponseInput): ArcusResponse | undefined {
    while (input.line()) {
      if (input.skip('ATTR ')) {
        if (++this.#lines > input.limits.maxElements) input.fail('expected fewer lines', 'too_many_elements');
        this.#readAttribute(input);
      } else if (input.is('END')) return { type: 'attributes', fatal: false, attributes: this.#attributes };
      else {
        const begun = this.#lines > 0;
        const single = (begun ? undefined : readStatus(input)) ?? readFailure(input, false, begun);
        return single ?? input.fail('expected ATTR or END');
      }
    }
    return undefined;
  }

  #readAttribute(input: ResponseInput): void {
    const attributes = this.#attributes;
    if (input.skip('type=')) {
      attributes.type = itemTypes.find((word) => input.skip(word)) ?? input.fail('expected a type of item');
    } else if (input.skip('flags=')) attributes.flags = input.uint(maxU32);
    else if (input.skip('expiretime=')) attributes.expiretime = input.int();
    else if (input.skip('count=')) attributes.count = input.uint(maxU32);
    else if (input.skip('maxcount=')) attributes.maxcount = input.uint(maxU32);
    else if (input.skip('overflowaction=')) attributes.overflowaction = input.word();
    else if (input.skip('readable=')) attributes.readable = readSwitch(input, 'on', 'off');
    else if (input.skip('maxbkeyrange=')) attributes.maxbkeyrange = input.bkey();
    else if (input.skip('minbkey=')) attributes.minbkey = readBkeyOrNone(input);
    else if (input.skip('maxbkey=')) attributes.maxbkey = readBkeyOrNone(input);
    else if (input.skip('trimmed=')) attributes.trimmed = readSwitch(input, '1', '0');
    else if (!input.rest().includes('=')) input.fail('expected ATTR <name>=<value>');
    input.end();
  }
}

function readSwitch(input: ResponseInput, on: string, off: string): boolean {
  if (input.skip(on)) return true;
  return input.skip(off) ? false : input.fail(`expected ${on} or ${off}`);
}

function readBkeyOrNone(input: ResponseInput): Bkey | undefined {
  return input.skip('-1') ? undefined : input.bkey();
}
