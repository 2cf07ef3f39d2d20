import type { Monitor } from './monitor.ts';

type Method = 'attempt' | 'effect' | 'step' | 'quiet' | 'end';

/** Who hears of one thing. Pairs of one shape: looked up on the monitors themselves, whose shapes all differ, the method costs more than its work. */
export type Hearers<Name extends Method> = readonly {
  readonly monitor: Monitor;
  readonly tell: NonNullable<Monitor[Name]>;
}[];

/** Those of `monitors` that have the method, and want to hear. */
export function hearers<Name extends Method>(
  monitors: readonly Monitor[],
  name: Name,
  wants: (monitor: Monitor) => boolean = () => true,
): Hearers<Name> {
  return monitors.flatMap((monitor) => {
    const tell = monitor[name];
    return tell === undefined || !wants(monitor) ? [] : [{ monitor, tell }];
  });
}
