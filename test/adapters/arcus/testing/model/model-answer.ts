import type { ModelBtree, ModelItem } from './model-item.ts';

/** Either a status line or a response with content. */
export type Answer = { readonly status: string } | { readonly block: string };

type ModelCollection = Exclude<ModelItem, { readonly type: 'kv' }>;

/** What a get or delete answers for the elements it has found, which `remove` takes out if that is asked for. */
export type Finish = (lines: readonly string[], remove: () => void, trailer?: string) => Answer;

export function finisher(item: ModelCollection | ModelBtree, verb: string, words: readonly string[]): Finish {
  const last = words.at(-1)!;
  const removes = verb === 'delete' || last === 'delete' || last === 'drop';
  return (lines, remove, trailer = 'END') => {
    if (lines.length === 0) return { status: 'NOT_FOUND_ELEMENT' };
    if (removes) remove();
    const drops = last === 'drop' && item.elements.length === 0;
    const end = removes ? (drops ? 'DELETED_DROPPED' : 'DELETED') : trailer;
    if (verb === 'delete') return { status: end };
    return { block: `VALUE ${item.flags} ${lines.length}\r\n${lines.join('')}${end}\r\n` };
  };
}

/** True if the answer says that the item is gone. */
export function isDropped(answer: Answer): boolean {
  return 'status' in answer ? answer.status === 'DELETED_DROPPED' : answer.block.endsWith('\r\nDELETED_DROPPED\r\n');
}
