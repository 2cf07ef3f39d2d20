import { exploreAsync, raceTable } from 'timed-operation/testing';
import { LineClient } from './line-client.mjs';
import { twoGets } from './two-gets.mjs';

const { ok, failures } = await exploreAsync(twoGets(LineClient));
console.log(ok, failures[0].message); //=> false get('b') gave 'A'
console.info(raceTable(failures[0]));
