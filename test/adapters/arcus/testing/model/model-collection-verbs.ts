import { type Answer, finisher } from './model-answer.ts';
import { useBtree } from './model-btree-verbs.ts';
import { listIndexes } from './model-collections.ts';
import type { ModelItem } from './model-item.ts';

/** Everything but create, insert and upsert on a collection that is there and may be read. */
export function useCollection(
  item: Exclude<ModelItem, { readonly type: 'kv' }>,
  verb: string,
  words: string[],
  data: string,
): Answer {
  const finish = finisher(item, verb, words);
  switch (item.type) {
    case 'list': {
      const indexes = listIndexes(item, words[3]!);
      const lines = indexes.map((i) => `${item.elements[i]!.length} ${item.elements[i]}\r\n`);
      return finish(lines, () => {
        item.elements = item.elements.filter((_element, i) => !indexes.includes(i));
      });
    }
    case 'set': {
      if (verb === 'exist') return { status: item.elements.includes(data) ? 'EXIST' : 'NOT_EXIST' };
      const chosen = verb === 'get' ? item.elements : item.elements.filter((element) => element === data);
      const lines = chosen.map((element) => `${element.length} ${element}\r\n`);
      return finish(lines, () => {
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
      return finish(lines, () => {
        item.elements = item.elements.filter((element) => !chosen.includes(element));
      });
    }
    case 'b+tree':
      return useBtree(item, verb, words, data, finish);
  }
}
