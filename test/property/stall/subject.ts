// Argument: a JSON `Plan`. Runs its trials one after another, and prints the outcomes of those that count as a JSON array.
import { createRuntime, defaultRuntime, TimedOperation, timed } from 'timed-operation';
import { StallClient } from './client.ts';
import { monotonic } from './monotonic.ts';
import { places } from './places.ts';

/** What to do: `place` names where the loop is blocked, `stopped` stops the whole process instead. */
export interface Plan {
  readonly place: string;
  readonly via: 'socket' | 'fetch';
  readonly replies: boolean;
  /** How many trials that count. A busy machine spoils some: as many more are made as it takes. */
  readonly wanted: number;
  readonly limitMs: number;
  readonly replyAfterMs: number;
  /** The cap of the grace; the default runtime's when not given. */
  readonly graceMs?: number;
  /** How far past the deadline the loop is blocked, trial by trial. */
  readonly overrunsMs: readonly number[];
}

/** The code of a rejection, or `fulfilled`; and `early`, should a timeout come before its limit. */
export type TrialOutcome = string;

const plan = JSON.parse(process.argv[2] as string) as Plan;
const runtime = plan.graceMs === undefined ? defaultRuntime : createRuntime({ grace: plan.graceMs });
const client = await StallClient.start();

/**
 * One trial; undefined if it does not count. It counts when the loop was blocked before the reply was written and until the deadline had
 * passed, and the reply was in the kernel 5 ms or more before the deadline, by the server's clock.
 */
async function trial(id: number): Promise<TrialOutcome | undefined> {
  const { place, limitMs, via } = plan;
  const delayMs = plan.replies ? plan.replyAfterMs : -1;
  const overrunMs = plan.overrunsMs[id % plan.overrunsMs.length] as number;
  const stop = place === 'stopped';
  const startedAt = monotonic();
  const request = stop ? { id, delayMs, freezeUntil: startedAt + limitMs + overrunMs } : { id, delayMs };
  const limits = { timeout: limitMs, runtime };
  const call =
    via === 'fetch'
      ? timed(({ signal }) => fetchText(`${client.origin}/?id=${id}&delayMs=${delayMs}`, signal), limits)
      : id % 2 === 0
        ? timed(() => new Promise<void>((resolve) => client.send(request, resolve)), limits)
        : armed((respond) => client.send(request, respond), limitMs);
  const blockUntil = monotonic() + limitMs + overrunMs;
  let blockedFrom = startedAt;
  const blocked = new Promise<void>((resolve) => {
    if (stop) return resolve();
    places[place]?.(() => {
      blockedFrom = monotonic();
      while (monotonic() < blockUntil);
      resolve();
    }, client);
  });
  const outcome = await call.then(
    () => 'fulfilled',
    (error) => (error as { code?: string }).code ?? String(error),
  );
  const endedAt = monotonic();
  // Else a stall that comes late would be the next trial's.
  await blocked;
  const deadline = startedAt + limitMs;
  if (outcome !== 'fulfilled' && endedAt < deadline) return 'early';
  if (endedAt < deadline) return undefined;
  if (!plan.replies) return outcome;
  const replyAt = (await client.written())[id];
  return replyAt !== undefined && blockedFrom <= replyAt && replyAt + 5 <= deadline ? outcome : undefined;
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  return (await fetch(url, { signal })).text();
}

/** The same through the primitive, as an adapter does it. */
function armed(send: (respond: () => void) => void, limitMs: number): Promise<unknown> {
  const operation = new TimedOperation(runtime, {}, undefined);
  if (operation.submit(() => send(() => operation.respond(undefined)))) operation.arm(limitMs);
  return operation.promise();
}

const outcomes: TrialOutcome[] = [];
for (let id = 0; outcomes.length < plan.wanted; id++) {
  const outcome = await trial(id);
  if (outcome !== undefined) outcomes.push(outcome);
}
client.stop();
console.log(JSON.stringify(outcomes));
process.exit();
