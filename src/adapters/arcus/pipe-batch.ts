import type { PartOutcome } from '../../core/timed-all.ts';
import { checkOptions, optionNames } from '../check-options.ts';
import type { BtreeEntry } from './btree-values.ts';
import type { CallOptions } from './call-options.ts';
import type { Calls } from './calls.ts';
import type { CollectionAttributes } from './collection-options.ts';
import { encodeElement } from './encode-element.ts';
import { checkCall, creationNames } from './known-options.ts';
import type { ArcusNode } from './node.ts';
import { type GroupPromise, orRefused, together } from './outcomes.ts';
import type { Bkey } from './protocol/arguments/bkey.ts';
import type { BtreeOverflow, ListOverflow, SetOverflow } from './protocol/arguments/creation.ts';
import { maxPipedCommands, type PipedCommand } from './protocol/commands/pipe.ts';
import type { Counted } from './request.ts';
import { settlePipe } from './settle-pipe.ts';
import { toBigInt } from './to-big-int.ts';
import { namingFailures } from './transcode-failure.ts';
import type { Transcoder } from './transcoder/transcoder.ts';

/** What the changes of a batch take. */
const creating = optionNames<Create<string>>({ create: creationNames });
const dropping = optionNames<Drop>({ drop: true });

interface Create<Overflow extends string> {
  readonly create?: CollectionAttributes<Overflow>;
}
interface Drop {
  readonly drop?: boolean;
}

/**
 * Changes of collections that travel together: up to 500 in one request, one after the other and not atomically. Each has an outcome
 * of its own, the one that the call of the same name would give.
 *
 * ```ts
 * const outcomes = await client.pipe().listInsert('l', -1, 'a').mapUpsert('m', 'f', 'b').execute({ timeout: 200 });
 * ```
 */
export class PipeBatch<Value> {
  readonly #calls: Calls;
  readonly #transcoder: Transcoder<Value>;
  readonly #commands: (() => PipedCommand)[] = [];

  constructor(calls: Calls, transcoder: Transcoder<Value>) {
    this.#calls = calls;
    this.#transcoder = transcoder;
  }

  listInsert(key: string, index: number, value: Value, options: Create<ListOverflow> = {}): this {
    return this.#add('pipe.listInsert', key, () => ({
      type: 'lop insert',
      key,
      index,
      ...this.#encode(value, 'pipe.listInsert', options),
    }));
  }

  listDelete(key: string, index: number, options: Drop = {}): this {
    return this.#add('pipe.listDelete', key, () => ({
      type: 'lop delete',
      key,
      index,
      drop: dropOf('pipe.listDelete', options),
    }));
  }

  setInsert(key: string, value: Value, options: Create<SetOverflow> = {}): this {
    return this.#add('pipe.setInsert', key, () => ({
      type: 'sop insert',
      key,
      ...this.#encode(value, 'pipe.setInsert', options),
    }));
  }

  setHas(key: string, value: Value): this {
    return this.#add('pipe.setHas', key, () => ({ type: 'sop exist', key, ...this.#encode(value) }));
  }

  setDelete(key: string, value: Value, options: Drop = {}): this {
    return this.#add('pipe.setDelete', key, () => ({
      type: 'sop delete',
      key,
      ...this.#encode(value),
      drop: dropOf('pipe.setDelete', options),
    }));
  }

  mapInsert(key: string, field: string, value: Value, options: Create<SetOverflow> = {}): this {
    return this.#add('pipe.mapInsert', key, () => ({
      type: 'mop insert',
      key,
      field,
      ...this.#encode(value, 'pipe.mapInsert', options),
    }));
  }

  mapUpsert(key: string, field: string, value: Value, options: Create<SetOverflow> = {}): this {
    return this.#add('pipe.mapUpsert', key, () => ({
      type: 'mop upsert',
      key,
      field,
      ...this.#encode(value, 'pipe.mapUpsert', options),
    }));
  }

  mapUpdate(key: string, field: string, value: Value): this {
    return this.#add('pipe.mapUpdate', key, () => ({ type: 'mop update', key, field, ...this.#encode(value) }));
  }

  mapDelete(key: string, field: string, options: Drop = {}): this {
    return this.#add('pipe.mapDelete', key, () => ({
      type: 'mop delete',
      key,
      fields: [field],
      drop: dropOf('pipe.mapDelete', options),
    }));
  }

  btreeInsert(key: string, element: BtreeEntry<Value>, options: Create<BtreeOverflow> = {}): this {
    return this.#add('pipe.btreeInsert', key, () => ({
      type: 'bop insert',
      key,
      ...this.#element(element, 'pipe.btreeInsert', options),
    }));
  }

  btreeUpsert(key: string, element: BtreeEntry<Value>, options: Create<BtreeOverflow> = {}): this {
    return this.#add('pipe.btreeUpsert', key, () => ({
      type: 'bop upsert',
      key,
      ...this.#element(element, 'pipe.btreeUpsert', options),
    }));
  }

  btreeUpdate(key: string, bkey: Bkey, value: Value): this {
    return this.#add('pipe.btreeUpdate', key, () => ({ type: 'bop update', key, bkey, ...this.#encode(value) }));
  }

  btreeDelete(key: string, bkey: Bkey, options: Drop = {}): this {
    return this.#add('pipe.btreeDelete', key, () => ({
      type: 'bop delete',
      key,
      bkey,
      drop: dropOf('pipe.btreeDelete', options),
    }));
  }

  btreeIncr(key: string, bkey: Bkey, delta: bigint | number): this {
    return this.#add('pipe.btreeIncr', key, () => ({ type: 'bop incr', key, bkey, delta: toBigInt('delta', delta) }));
  }

  btreeDecr(key: string, bkey: Bkey, delta: bigint | number): this {
    return this.#add('pipe.btreeDecr', key, () => ({ type: 'bop decr', key, bkey, delta: toBigInt('delta', delta) }));
  }

  /** Sends what was collected, in requests of up to 500 of one node: an outcome a change, in their order. Again sends it all again. */
  execute(options?: CallOptions): GroupPromise<PartOutcome<boolean | bigint | undefined>[]> {
    return orRefused(() => {
      if (options !== undefined) checkCall('pipe.execute', options);
      const counted: Counted = new Set();
      const chunks = this.#chunks();
      const parts = chunks.map(({ node, commands }) =>
        this.#calls.askNode<PartOutcome<boolean | bigint | undefined>[]>(
          node,
          { type: 'pipe', commands: commands.map(({ command }) => command) },
          settlePipe,
          options,
          counted,
        ),
      );
      return together(parts, (outcomes) => {
        const all: PartOutcome<boolean | bigint | undefined>[] = [];
        for (const [at, { commands }] of chunks.entries()) {
          const part = outcomes[at] as PartOutcome<PartOutcome<boolean | bigint | undefined>[]>;
          for (const [place, { index }] of commands.entries()) {
            all[index] =
              part.outcome === 'fulfilled' ? (part.value[place] as PartOutcome<boolean | bigint | undefined>) : part;
          }
        }
        return all;
      });
    });
  }

  #add(call: string, key: string, command: () => PipedCommand): this {
    this.#commands.push(namingFailures(call, key, command));
    return this;
  }

  #encode<Overflow extends string>(value: Value, call?: string, options?: Create<Overflow>) {
    if (call !== undefined) checkOptions(call, creating, options);
    return encodeElement(this.#transcoder, value, options?.create);
  }

  #element({ bkey, eflag, value }: BtreeEntry<Value>, call: string, options: Create<BtreeOverflow>) {
    return { bkey, ...(eflag !== undefined && { eflag }), ...this.#encode(value, call, options) };
  }

  #chunks(): { node: ArcusNode; commands: { command: PipedCommand; index: number }[] }[] {
    const chunks: { node: ArcusNode; commands: { command: PipedCommand; index: number }[] }[] = [];
    const open = new Map<ArcusNode, { command: PipedCommand; index: number }[]>();
    for (const [index, make] of this.#commands.entries()) {
      const command = make();
      const node = this.#calls.nodes.nodeOf(command.key);
      let commands = open.get(node);
      if (commands === undefined || commands.length === maxPipedCommands) {
        commands = [];
        open.set(node, commands);
        chunks.push({ node, commands });
      }
      commands.push({ command, index });
    }
    return chunks;
  }
}

function dropOf(call: string, options: Drop): boolean {
  checkOptions(call, dropping, options);
  return options.drop ?? false;
}
