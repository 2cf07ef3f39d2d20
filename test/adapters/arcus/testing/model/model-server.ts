import { type Answer, isDropped } from './model-answer.ts';
import { getattr, setattr } from './model-attributes.ts';
import { inRange, parseRange, printElement, takeFilter, touchesTrimmed } from './model-btree.ts';
import { useCollection } from './model-collection-verbs.ts';
import { insertElement } from './model-collections.ts';
import { create, FAMILIES, type ModelItem, type ModelKv, secondsLeft } from './model-item.ts';
import { kvStatus } from './model-kv.ts';
import { mergeGet } from './model-merge.ts';
import { ModelPipe } from './model-pipe.ts';

const PIPED = /^(?:[lsmb]op (?:insert|upsert|update|delete|incr|decr)|sop exist)$/;
const NO_REPLY = /^(?:set|add|replace|append|prepend|cas|incr|decr|delete|touch|[lsmb]op create)$/;

/** Answers well-formed requests, one at a time, as one connection of an ARCUS server would. */
export class ModelServer {
  readonly #items = new Map<string, ModelItem>();
  readonly #pipe = new ModelPipe();
  #cas = 0;

  answer(request: string): string {
    const [line = '', data = ''] = request.split('\r\n');
    const words = line.split(' ');
    const name = FAMILIES[words[0] ?? ''] === undefined ? words[0]! : `${words[0]} ${words[1]}`;
    const ending = words.at(-1)!;
    const piped = PIPED.test(name);
    const quiet = (piped && /^(?:pipe|noreply)$/.test(ending)) || (NO_REPLY.test(name) && ending === 'noreply');
    if (name === 'sop exist' && ending === 'noreply') throw new Error('not generated');
    if (quiet) words.pop();
    if (piped && ending === 'pipe') this.#pipe.open();
    if (piped && this.#pipe.passesOver(quiet)) {
      // The fields of a delete that is passed over leave their line end behind, which the server takes for a request.
      return name === 'mop delete' && words[4] !== '0' ? this.#pipe.say('ERROR no matching command', false) : '';
    }
    const answer = this.#carryOut(name, words, data);
    return 'block' in answer ? answer.block : this.#pipe.say(answer.status, quiet);
  }

  #find(key = ''): ModelItem | undefined {
    const item = this.#items.get(key);
    return item === undefined || item.left === -2 ? undefined : item;
  }

  #carryOut(name: string, words: string[], data: string): Answer {
    const [first = '', second = '', third = ''] = words;
    switch (name) {
      case 'get':
      case 'gets':
        return { block: this.#values(words.slice(1), name === 'gets') };
      case 'mget':
      case 'mgets':
        return { block: this.#values(data.split(' '), name === 'mgets') };
      case 'delete':
        return {
          status: this.#find(second) !== undefined && this.#items.delete(second) ? 'DELETED' : 'NOT_FOUND',
        };
      case 'touch': {
        if (third === 'x') return { status: 'CLIENT_ERROR bad value' };
        const item = this.#find(second);
        if (item !== undefined) item.left = secondsLeft(third);
        return { status: item === undefined ? 'NOT_FOUND' : 'TOUCHED' };
      }
      case 'getattr':
        return { status: getattr(this.#find(second), words.slice(2)) };
      case 'setattr':
        return { status: setattr(this.#find(second), words.slice(2)) };
      case 'bop smget':
        return this.#merge(words, data);
      case 'bop mget':
        return { block: this.#readMany(words, data) };
    }
    if (FAMILIES[first] !== undefined) return this.#collection(first, second, words, data);
    const items = {
      find: (key: string) => this.#find(key),
      put: (key: string, item: ModelItem) => this.#items.set(key, item),
      nextCas: () => ++this.#cas,
    };
    return { status: kvStatus(words, data, items) };
  }

  #values(keys: readonly string[], cas: boolean): string {
    const found = keys.map((key) => [key, this.#find(key)] as const);
    const hits = found.filter((entry): entry is readonly [string, ModelKv] => entry[1]?.type === 'kv');
    const blocks = hits.map(
      ([key, kv]) => `VALUE ${key} ${kv.flags} ${kv.data.length}${cas ? ` ${kv.cas}` : ''}\r\n${kv.data}\r\n`,
    );
    return `${blocks.join('')}END\r\n`;
  }

  #collection(family: string, verb: string, words: string[], data: string): Answer {
    const key = words[2]!;
    const type = FAMILIES[family]!;
    const item = this.#find(key);
    if (verb === 'create') {
      if (item !== undefined) return { status: 'EXISTS' };
      this.#items.set(key, create(type, words.slice(3)));
      return { status: 'CREATED' };
    }
    if (verb === 'insert' || verb === 'upsert') return this.#insert(key, type, words, data);
    if (verb === 'get' && family === 'sop' && Number(words[3]) > 1000)
      return { status: 'CLIENT_ERROR invalid: too many count' };
    if (verb === 'pwg' && Number(words[5] ?? 0) > 100) return { status: 'CLIENT_ERROR too large count value' };
    // This one is looked at before its item is looked for.
    if (family === 'bop' && verb === 'update' && words.length === 5 && words[4] === '-1')
      return { status: 'NOTHING_TO_UPDATE' };
    if (item === undefined) return { status: 'NOT_FOUND' };
    if (item.type === 'kv' || item.type !== type) return { status: 'TYPE_MISMATCH' };
    if (/^(?:get|exist|count|position|gbp|pwg)$/.test(verb) && !item.readable) return { status: 'UNREADABLE' };
    const answer = useCollection(item, verb, words, data);
    if (isDropped(answer)) this.#items.delete(key);
    return answer;
  }

  #insert(key: string, type: 'list' | 'set' | 'map' | 'b+tree', words: readonly string[], data: string): Answer {
    const createAt = words.indexOf('create');
    const old = this.#find(key);
    if (old === undefined && createAt < 0) return { status: 'NOT_FOUND' };
    if (old !== undefined && old.type !== type) return { status: 'TYPE_MISMATCH' };
    const attributes = words.slice(createAt + 1).filter((word) => word !== 'getrim');
    const item = old ?? create(type, attributes);
    const { status, block } = insertElement(item, words, data);
    if (old === undefined && status === 'STORED') {
      this.#items.set(key, item);
      return { status: 'CREATED_STORED' };
    }
    return block === undefined ? { status } : { block };
  }

  #readMany(words: readonly string[], data: string): string {
    const [, , , , rangeWord = '', ...rest] = words;
    const filter = takeFilter(rest);
    const offset = rest.length > 1 ? Number(rest[0]) : 0;
    const count = Number(rest.at(-1));
    const range = parseRange(rangeWord);
    const blocks = data.split(' ').map((key) => {
      const tree = this.#find(key);
      if (tree === undefined) return `VALUE ${key} NOT_FOUND\r\n`;
      if (tree.type !== 'b+tree') return `VALUE ${key} TYPE_MISMATCH\r\n`;
      if (!tree.readable) return `VALUE ${key} UNREADABLE\r\n`;
      if (offset >= tree.elements.length) return `VALUE ${key} NOT_FOUND_ELEMENT\r\n`;
      if (tree.kind !== typeof range.from) return `VALUE ${key} BKEY_MISMATCH\r\n`;
      const chosen = inRange(tree, range)
        .filter(({ eflag }) => filter(eflag))
        .slice(offset, offset + count);
      const trimmed = touchesTrimmed(tree, range, chosen.length === count);
      if (chosen.length === 0) return `VALUE ${key} ${trimmed ? 'OUT_OF_RANGE' : 'NOT_FOUND_ELEMENT'}\r\n`;
      const lines = chosen.map((element) => `ELEMENT ${printElement(element)}`);
      return `VALUE ${key} ${trimmed ? 'TRIMMED' : 'OK'} ${tree.flags} ${chosen.length}\r\n${lines.join('')}`;
    });
    return `${blocks.join('')}END\r\n`;
  }

  #merge(words: readonly string[], data: string): Answer {
    const rest = words.slice(5);
    const mode = /^(?:unique|duplicate)$/.test(rest.at(-1)!) ? rest.pop() : undefined;
    const filter = takeFilter(rest);
    const offset = rest.length > 1 ? Number(rest[0]) : 0;
    const text = mergeGet(
      (key) => this.#find(key),
      data.split(' '),
      parseRange(words[4]!),
      filter,
      offset,
      Number(rest.at(-1)),
      mode,
    );
    return /^(?:TYPE_MISMATCH|BKEY_MISMATCH|OUT_OF_RANGE)\r\n$/.test(text)
      ? { status: text.slice(0, -2) }
      : { block: text };
  }
}
