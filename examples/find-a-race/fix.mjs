import { exploreAsync, formatReport } from 'timed-operation/testing';
import { LineClient } from './line-client.mjs';
import { twoGets } from './two-gets.mjs';

/** The fix: the response is on its way, whoever waits for it. Its place stays, and swallows it. */
class FixedLineClient extends LineClient {
  giveUp() {}
}

const fixed = await exploreAsync(twoGets(FixedLineClient), { strategy: { deviations: 3 } });
console.log(fixed.ok, fixed.complete); //=> true deviations 3
console.info(formatReport(fixed));
