import { ended } from '../../core/operation-completion.ts';
import { NEEDS_STACK } from '../../core/operation-flags.ts';
import type { OperationHooks } from '../../core/operation-hooks.ts';
import { ArcusResponseError } from './client-errors.ts';
import { keyOf } from './key-of.ts';
import type { ArcusResponse } from './protocol/response.ts';
import type { Request } from './request.ts';
import { describeTimeout } from './timeout-details.ts';
import { transcodeFailure } from './transcode-failure.ts';

type RequestHooks = OperationHooks<unknown, unknown, Request>;

/** What the client does at the turns of the race, for an operation that settles at once. */
export const plainHooks: RequestHooks = {
  recordTimeout(operation, error) {
    operation.data.node.recordTimeout(operation, error);
  },
  cancelOperation(operation) {
    operation.data.node.withdraw(operation);
    // What comes for it later is swallowed unseen: for whoever asks, its work is over.
    ended(operation as never);
  },
  timedOut(operation, error) {
    // Refused at the door: no node has heard of it.
    if (error.node === undefined) describeTimeout(error, operation, 'queued');
  },
};

/** The same for one whose response is decoded on the executor. */
export const decodingHooks: RequestHooks = {
  ...plainHooks,
  decode(response, operation) {
    const { data } = operation;
    try {
      return data.settle(response as ArcusResponse, data);
    } catch (error) {
      const failure = transcodeFailure(error, data.command.type, keyOf(data.command));
      // Made here: its stack is to be that of whoever awaits the call.
      if (failure !== error || failure instanceof ArcusResponseError) operation.flags |= NEEDS_STACK;
      throw failure;
    }
  },
};
