import type { Key, Race } from './race.ts';

const MILLISECONDS = [10, 0, 5, Number.POSITIVE_INFINITY] as const;

/** Where a command takes what it needs. */
export interface Choices {
  /** The next choice: 0..255, and 0 when there is none left. */
  next(): number;
  /** A number never given before: a value or a reason. */
  token(): number;
}

export interface Command {
  readonly name: string;
  play(race: Race, operation: number, choices: Choices): Key | boolean;
}

type Weighted = readonly [weight: number, name: string, play: Command['play']];

const milliseconds = (choices: Choices): number => MILLISECONDS[choices.next() % 4] as number;

// What only the host does, never inside anything else. The first command is what a run shrinks to.
const TURNS: readonly Weighted[] = [
  [16, 'start', (race, operation) => race.submit(operation) && race.arm(operation, 10)],
  [14, 'step', (race) => race.step()],
  [2, 'wake', (race) => race.wake()],
  [2, 'endTurn', (race) => void race.endTurn()],
  [
    10,
    'timeout',
    (race) => {
      race.pass(12);
      return race.wake();
    },
  ],
];

const EVENTS: readonly Weighted[] = [
  [8, 'respond', (race, operation, choices) => race.respond(operation, choices.token())],
  [4, 'cancel', (race, operation, choices) => race.cancel(operation, choices.token())],
  [3, 'fail', (race, operation, choices) => race.fail(operation, choices.token())],
  [3, 'internalCancel', (race, operation, choices) => race.internalCancel(operation, choices.token())],
  [2, 'abort', (race) => void race.abort()],
  [3, 'decoded', (race, operation, choices) => race.decoded(operation, choices.token())],
  [2, 'decodeFailed', (race, operation, choices) => race.decodeFailed(operation, choices.token())],
  [4, 'submit', (race, operation) => race.submit(operation)],
  [4, 'throwIfExpired', (race, operation) => race.throwIfExpired(operation)],
  [4, 'arm', (race, operation, choices) => race.arm(operation, milliseconds(choices))],
  [2, 'armUntil', (race, operation, choices) => race.armUntil(operation, milliseconds(choices))],
  [2, 'extend', (race, operation, choices) => race.extend(operation, milliseconds(choices))],
  [2, 'pass', (race) => void race.pass(7)],
];

function spread(commands: readonly Weighted[]): readonly Command[] {
  return commands.flatMap(([weight, name, play]) => new Array<Command>(weight).fill({ name, play }));
}

const events = spread(EVENTS);
const all = [...spread(TURNS), ...events];

/** The command that a choice stands for: any event anywhere, the host's turns only outside of hooks. */
export function commandOf(choice: number, insideHook: boolean): Command {
  const commands = insideHook ? events : all;
  return commands[choice % commands.length] as Command;
}
