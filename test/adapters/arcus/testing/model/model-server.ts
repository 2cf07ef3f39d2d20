import { getattr, setattr } from './model-attributes.ts';
import { inRange, parseRange, printElement, sorted, takeFilter, touchesTrimmed } from './model-btree.ts';
import { countInBtree, insertElement, listIndexes, updateInBtree } from './model-collections.ts';
import { create, FAMILIES, type ModelItem, type ModelKv, secondsLeft } from './model-item.ts';
import { kvStatus } from './model-kv.ts';
import { mergeGet } from './model-merge.ts';
import { ModelPipe } from './model-pipe.ts';

const PIPED = /^(?:[lsmb]op (?:insert|upsert|update|delete|incr|decr)|sop exist)$/;
const NO_REPLY = /^(?:set|add|replace|append|prepend|cas|incr|decr|delete|touch|[lsmb]op create)$/;

/** Either a status line or a response with content. */
type Answer = { readonly status: string } | { readonly block: string };

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
    const quiet =
      (piped && /^(?:pipe|noreply)$/.test(ending)) || (NO_REPLY.test(name) && ending === 'noreply');
    if (name === 'sop exist' && ending === 'noreply') throw new Error('not generated');
    if (quiet) words.pop();
    if (piped && ending === 'pipe') this.#pipe.open();
    if (piped && this.#pipe.passesOver(quiet)) {
      // The fields of a delete that is passed over leave their line end behind, which the server takes for a request.
      return name === 'mop delete' && words[4] !== '0'
        ? this.#pipe.say('ERROR no matching command', false)
        : '';
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
    if (verb === 'pwg' && Number(words[5] ?? 0) > 100)
      return { status: 'CLIENT_ERROR too large count value' };
    // This one is looked at before its item is looked for.
    if (family === 'bop' && verb === 'update' && words.length === 5 && words[4] === '-1')
      return { status: 'NOTHING_TO_UPDATE' };
    if (item === undefined) return { status: 'NOT_FOUND' };
    if (item.type === 'kv' || item.type !== type) return { status: 'TYPE_MISMATCH' };
    if (/^(?:get|exist|count|position|gbp|pwg)$/.test(verb) && !item.readable)
      return { status: 'UNREADABLE' };
    const removal =
      verb === 'delete' ? 'delete' : /^(?:delete|drop)$/.test(words.at(-1)!) ? words.at(-1)! : '';
    const drop = words.at(-1) === 'drop';
    const dropped = (): string => {
      if (!drop || item.elements.length > 0) return 'DELETED';
      this.#items.delete(key);
      return 'DELETED_DROPPED';
    };
    const answer = (lines: readonly string[], remove: () => void, trailer = 'END'): Answer => {
      if (lines.length === 0) return { status: 'NOT_FOUND_ELEMENT' };
      if (removal !== '') remove();
      const end = removal === '' ? trailer : dropped();
      if (verb === 'delete') return { status: end };
      return { block: `VALUE ${item.flags} ${lines.length}\r\n${lines.join('')}${end}\r\n` };
    };
    switch (item.type) {
      case 'list': {
        const indexes = listIndexes(item, words[3]!);
        const lines = indexes.map((i) => `${item.elements[i]!.length} ${item.elements[i]}\r\n`);
        return answer(lines, () => {
          item.elements = item.elements.filter((_element, i) => !indexes.includes(i));
        });
      }
      case 'set': {
        if (verb === 'exist') return { status: item.elements.includes(data) ? 'EXIST' : 'NOT_EXIST' };
        const chosen = verb === 'get' ? item.elements : item.elements.filter((element) => element === data);
        const lines = chosen.map((element) => `${element.length} ${element}\r\n`);
        return answer(lines, () => {
          item.elements = item.elements.filter((element) => !chosen.includes(element));
        });
      }
      case 'map': {
        if (verb === 'update') {
          const element = item.elements.find(({ field }) => field === words[3]);
          if (element !== undefined) element.data = data;
          return { status: element === undefined ? 'NOT_FOUND_ELEMENT' : 'UPDATED' };
        }
        const fields = words[4] === '0' ? item.elements.map(({ field }) => field) : data.split(' ');
        const chosen = fields.flatMap((field) => item.elements.filter((element) => element.field === field));
        const lines = chosen.map((element) => `${element.field} ${element.data.length} ${element.data}\r\n`);
        return answer(lines, () => {
          item.elements = item.elements.filter((element) => !chosen.includes(element));
        });
      }
      case 'b+tree':
        break;
    }
    const tree = item;
    if (verb === 'incr' || verb === 'decr') return { status: countInBtree(tree, words) };
    if (verb === 'update') {
      const status = updateInBtree(
        tree,
        parseRange(words[3]!),
        words.slice(4),
        words.at(-1) === '-1' ? undefined : data,
      );
      return { status };
    }
    if (verb === 'gbp') {
      const all = words[3] === 'asc' ? sorted(tree) : sorted(tree).reverse();
      const [from = '', to = from] = words[4]!.split('..');
      const [p, q] = [Number(from), Number(to)];
      const chosen = all.filter((_element, at) => at >= Math.min(p, q) && at <= Math.max(p, q));
      return answer((p <= q ? chosen : chosen.reverse()).map(printElement), () => undefined);
    }
    const range = parseRange(words[3]!);
    if (verb === 'position' || verb === 'pwg') {
      if (tree.elements.length === 0) return { status: 'NOT_FOUND_ELEMENT' };
      if (tree.kind !== typeof range.from) return { status: 'BKEY_MISMATCH' };
      const all = words[4] === 'asc' ? sorted(tree) : sorted(tree).reverse();
      const at = all.findIndex(({ bkey }) => bkey === range.from);
      if (at < 0) return { status: 'NOT_FOUND_ELEMENT' };
      if (verb === 'position') return { status: `POSITION=${at}` };
      const first = Math.max(0, at - Number(words[5] ?? 0));
      const chosen = all.slice(first, at + Number(words[5] ?? 0) + 1);
      return {
        block: `VALUE ${at} ${tree.flags} ${chosen.length} ${at - first}\r\n${chosen.map(printElement).join('')}END\r\n`,
      };
    }
    const rest = words.slice(4).filter((word) => word !== 'delete' && word !== 'drop');
    const filter = takeFilter(rest);
    const offset = rest.length > 1 ? Number(rest[0]) : 0;
    const count = Number(rest.at(-1) ?? 0) || Number.POSITIVE_INFINITY;
    if (verb === 'count') {
      if (tree.kind !== undefined && tree.kind !== typeof range.from) return { status: 'BKEY_MISMATCH' };
      return { status: `COUNT=${inRange(tree, range).filter(({ eflag }) => filter(eflag)).length}` };
    }
    if (offset >= tree.elements.length) return { status: 'NOT_FOUND_ELEMENT' };
    if (tree.kind !== typeof range.from) return { status: 'BKEY_MISMATCH' };
    const passing = inRange(tree, range).filter(({ eflag }) => filter(eflag));
    const chosen = passing.slice(offset, offset + count);
    const trimmed = verb === 'get' && touchesTrimmed(tree, range, chosen.length === count);
    if (chosen.length === 0) return { status: trimmed ? 'OUT_OF_RANGE' : 'NOT_FOUND_ELEMENT' };
    const remove = (): void => {
      tree.elements = tree.elements.filter((element) => !chosen.includes(element));
    };
    return answer(chosen.map(printElement), remove, trimmed ? 'TRIMMED' : 'END');
  }

  #insert(
    key: string,
    type: 'list' | 'set' | 'map' | 'b+tree',
    words: readonly string[],
    data: string,
  ): Answer {
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
