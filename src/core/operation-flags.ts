/** Bits of an operation's `flags`: what it remembers besides its state. None of them decides anything. */

/** Does not keep the process alive. */
export const UNREFERENCED = 1;
/** Inside `submit`: what a timeout or a cancel does waits until that returns. */
export const SUBMITTING = 2;
/** Given to the transport: a timeout or a cancel has something to take off it. */
export const SUBMITTED = 4;
/** The response came in time. */
export const RESPONDED = 8;
export const DECODE_BEGUN = 16;
/** In a lane of the executor, or in its turn there. */
export const QUEUED = 32;
export const COMPLETED = 64;
/** Times out with a value instead of an error: `held` is that value. */
export const FALLBACK = 128;
/** The response or the failure has come, in time or late. */
export const ENDED = 256;
export const BY_SIGNAL = 512;
export const BY_ADAPTER = 1024;
/** The limit is a shared {@link Deadline}; without the bit it is a timeout of its own. */
export const UNDER_DEADLINE = 2048;
/** The reason is an error made here, whose stack is captured on completion. */
export const NEEDS_STACK = 4096;
/** Its work was a function: what comes of it late is nobody else's. */
export const FUNCTION_WORK = 8192;
/** Failed because its decode took too long. */
export const DECODE_LIMIT = 16384;
/** Decided inside `submit`: what follows waits for that to return, and time spent there is no node's fault. */
export const DECIDED_IN_SUBMIT = 32768;
/** Decided by this operation, and not by another thread's over the same cell. */
export const DECIDED_HERE = 65536;
/** Timed out, and nobody has asked for the error yet: `result` is the instant of the decision. */
export const ERROR_UNMADE = 131072;
