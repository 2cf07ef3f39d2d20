import { assertRacesAsync } from 'timed-operation/testing';
import { LineClient } from './line-client.mjs';
import { twoGets } from './two-gets.mjs';

class FixedLineClient extends LineClient {
  giveUp() {}
}

// In a test: it rejects with the table, the legend and the token when something was found.
const report = await assertRacesAsync(twoGets(FixedLineClient), {
  strategy: { deviations: 2 },
  outcomes: {
    'fulfilled, fulfilled': 'required',
    'timedOut, fulfilled': 'acceptable',
    'fulfilled, timedOut': 'acceptable',
    'timedOut, timedOut': 'acceptable',
  }, // All others are forbidden.
  races: ['response', 'timeout'], // Each order of the two, with and without the completion in between.
});
console.log(report.complete); //=> deviations 2
