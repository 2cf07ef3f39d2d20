import { timed } from 'timed-operation';
import { exploreAsync, raceTable } from 'timed-operation/testing';

// A search box. It shows the answer to what was typed last; or so it should.
const searchBox = (fixed) => ({
  name: 'search box',
  setup(world) {
    let last;
    const type = async (text) => {
      const answer = new Promise((resolve) => world.anytime(`answer ${text}`, () => resolve(text)));
      const call = timed(answer, { timeout: 100, runtime: world.runtime, name: text });
      last = call;
      const shown = await call;
      if (fixed && call !== last) return;
      world.always(call === last, `the answer to '${shown}' is shown, and more was typed`);
    };
    world.settles(type('a'));
    world.anytime('type ab', () => world.settles(type('ab')));
  },
});

const found = await exploreAsync(searchBox(false));
console.log(found.ok, found.failures[0].message); //=> false the answer to 'a' is shown, and more was typed
console.info(raceTable(found.failures[0]));

const fixed = await exploreAsync(searchBox(true));
console.log(fixed.ok, fixed.failures.length); //=> true 0
