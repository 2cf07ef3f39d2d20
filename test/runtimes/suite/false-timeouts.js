import { createRuntime, timed } from 'timed-operation';
import { blockUntil, sleep } from './checks.js';

/** The limit, and how long this thread is blocked, which is past it: ms. */
const LIMIT_MS = 60;
const BLOCKED_MS = 150;
/** When the other side is to answer: ms after it was asked. */
export const ANSWER_MS = 25;
/** Long enough for a question to get out before this thread is blocked: ms. */
const ASKING_MS = 8;
/** An answer that went out less than this before the limit proves nothing: ms. */
const MARGIN_MS = 10;

/**
 * Asks, blocks this thread past the limit, and looks who has won, until `wanted` trials told something.
 * @param ask starts a question whose answer is `{ sentAt }`, the wall clock of the moment at which it went out.
 * @param grace of the runtime, in ms; its default without.
 * @returns how many timed out although the answer had gone out in time.
 */
export async function falseTimeouts(ask, { wanted = 10, grace } = {}) {
  const runtime = createRuntime(grace === undefined ? {} : { grace });
  let wrong = 0;
  let telling = 0;
  for (let trial = 0; telling < wanted; trial++) {
    if (trial === wanted * 5)
      throw new Error(`Only ${telling} of ${trial} trials told anything: the machine is too busy`);
    const { sentAt, inTime } = await once(ask, runtime);
    if (sentAt === undefined) continue;
    telling++;
    if (!inTime) wrong++;
  }
  return wrong;
}

async function once(ask, runtime) {
  let late;
  const onLate = ({ value }) => {
    late = value;
  };
  const start = Date.now();
  const call = timed(ask, { timeout: LIMIT_MS, onLate, runtime });
  const answered = call.catch(() => undefined);
  await sleep(ASKING_MS);
  // From here Node goes to its timers before it looks at its sockets: the order in which a limit wins that should not.
  if (typeof setImmediate === 'function') await new Promise((resolve) => setImmediate(resolve));
  blockUntil(performance.now() + BLOCKED_MS);
  const answer = await answered;
  await call.operation.finished;
  await sleep(0);
  const { sentAt } = answer ?? late;
  return sentAt > start + LIMIT_MS - MARGIN_MS ? {} : { sentAt, inTime: answer !== undefined };
}
