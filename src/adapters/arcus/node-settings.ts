import { checkLimit } from '../../core/deadline.ts';
import { namesOf, type OptionNames } from '../check-options.ts';
import { checkedLimits } from './checked-limits.ts';
import type { ClientPort } from './client-port.ts';
import type { NodeOptions, NodeStateChange } from './node-options.ts';
import { defaultPipelineLimits, type PipelineLimits } from './pipeline-limits.ts';
import { defaultResponseLimits, type ResponseLimits } from './protocol/response-limits.ts';

const durations = {
  connectTimeout: 2_000,
  reconnectDelay: 100,
  maxReconnectDelay: 1_000,
  timeoutDuration: 1_600,
  maxUnanswered: 10_000,
};
const counts = { timeoutThreshold: 10 };

const all = <Names extends object>(names: Names) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, true])) as { readonly [Name in keyof Names]: true };

/** What can be said of a node. */
export const nodeNames: { readonly [Name in keyof NodeOptions]-?: true | OptionNames } = {
  ...all(durations),
  ...all(counts),
  failureMode: true,
  onNodeState: true,
  connect: true,
  random: true,
  ...all(defaultPipelineLimits),
  responseLimits: namesOf(defaultResponseLimits),
};

/** The options of a node, checked, with their defaults. */
export interface NodeSettings extends Readonly<typeof durations & typeof counts> {
  readonly failureMode: 'cancel' | 'retry';
  readonly limits: PipelineLimits;
  readonly responseLimits: Partial<ResponseLimits>;
  readonly onNodeState: ((change: NodeStateChange) => void) | undefined;
  readonly connect: (address: string) => ClientPort;
  readonly random: () => number;
}

/** @throws TypeError that names the option that is wrong */
export function nodeSettings(options: NodeOptions, connect: (address: string) => ClientPort): NodeSettings {
  const { failureMode = 'cancel', onNodeState, random = Math.random } = options;
  if (failureMode !== 'cancel' && failureMode !== 'retry') {
    throw new TypeError(`failureMode must be 'cancel' or 'retry', not ${String(failureMode)}`);
  }
  for (const [name, value] of Object.entries({ onNodeState, random, connect: options.connect })) {
    if (value !== undefined && typeof value !== 'function') {
      throw new TypeError(`${name} must be a function, not ${typeof value}`);
    }
  }
  return {
    ...checkedDurations(options),
    ...checkedLimits(counts, options),
    failureMode,
    limits: checkedLimits(defaultPipelineLimits, options, 1),
    responseLimits: options.responseLimits ?? {},
    onNodeState,
    connect,
    random,
  };
}

function checkedDurations(options: NodeOptions): typeof durations {
  const checked = { ...durations };
  for (const name of Object.keys(durations) as (keyof typeof durations)[]) {
    const ms = options[name];
    if (ms !== undefined) checked[name] = checkLimit(name, ms);
  }
  return checked;
}
