// Plays the race against the model in each folder named on the command line, every one a copy of the package, and writes a line of
// JSON for each: whether the two parted, after how many runs, and how short a tape shows it.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

const [runs, ...folders] = process.argv.slice(2);

for (const folder of folders) {
  const { raceBreach } = await import(pathToFileURL(resolve(folder, 'test/property/race-breach.ts')).href);
  const breachOf = (tape) => {
    try {
      return raceBreach(tape)?.what;
    } catch (error) {
      return `throws ${error?.message ?? error}`;
    }
  };
  const property = fc.property(fc.uint8Array({ maxLength: 80, size: 'max' }), (tape) => breachOf(tape) === undefined);
  const { failed, numRuns, counterexample } = fc.check(property, { numRuns: Number(runs), seed: 1 });
  const tape = counterexample?.[0];
  console.log(JSON.stringify({ failed, numRuns, length: tape?.length, what: tape && breachOf(tape) }));
}
