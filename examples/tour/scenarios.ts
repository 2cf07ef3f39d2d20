/** What the server does with some of the calls. */
export interface Scenario {
  readonly title: string;
  readonly calls: number;
  /** How many are under way at once. */
  readonly wave: number;
  readonly limitMs: number;
  /** When the server replies; negative: never. */
  readonly delayMs: () => number;
  /** The body stops half-way. */
  readonly half?: true;
  /** Our event loop is blocked until this long after the last limit of a wave. */
  readonly stallPastMs?: () => number;
}

const between = (from: number, to: number) => Math.round(from + Math.random() * (to - from));

export const scenarios: readonly Scenario[] = [
  { title: 'answers fast', calls: 1000, wave: 40, limitMs: 250, delayMs: () => between(1, 30) },
  {
    title: 'answers in time, our loop stalled',
    calls: 400,
    wave: 20,
    limitMs: 100,
    delayMs: () => between(15, 30),
    stallPastMs: () => between(1, 40),
  },
  { title: 'answers too late', calls: 200, wave: 25, limitMs: 80, delayMs: () => between(280, 340) },
  { title: 'sends half a body', calls: 150, wave: 25, limitMs: 80, delayMs: () => -1, half: true },
  { title: 'never answers', calls: 150, wave: 25, limitMs: 80, delayMs: () => -1 },
  {
    title: 'never answers, our loop stalled',
    calls: 100,
    wave: 20,
    limitMs: 100,
    delayMs: () => -1,
    stallPastMs: () => between(1, 40),
  },
];
