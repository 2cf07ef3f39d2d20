// Run by Jest.
import { cases } from '../testing/bridge-cases.mjs';

for (const [name, run] of cases) {
  test(name, async () => {
    await run();
  });
}
