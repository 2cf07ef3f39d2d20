import { exploreAsync } from 'timed-operation/testing';
import { LineClient } from './line-client.mjs';
import { twoGets } from './two-gets.mjs';

// The token that `formatReport` printed, or `failures[0].token`.
const token = 'rt1:LineClient:fe93:hold+server<rx+server';
const again = await exploreAsync(twoGets(LineClient), { strategy: { replay: token } });
console.log(again.schedules, again.failures[0].message); //=> 1 get('b') gave 'A'
