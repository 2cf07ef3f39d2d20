// Opens the page of a failure in Chromium, in light and dark, by keyboard. Needs Chromium, and `npm ci` in this folder:
// node -C timed-operation-source --import ./tools/ts.mjs test/pictures/open-in-chromium.mjs
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { explore, raceHtml } from '../../src/testing/index.ts';
import { pipelineMutants } from '../testing/mutants/pipeline-mutants.ts';

const { CHROMIUM = '/usr/bin/chromium' } = process.env;
const mutants = ['place freed', 'one line a chunk'].map((name) => pipelineMutants.find((each) => each.name === name));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const mutant of mutants) {
    const html = raceHtml(explore(mutant.probe()).failures[0]);
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 900 } });
      const errors = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('request', (request) => request.url().startsWith('http') && errors.push(`asked for ${request.url()}`));
      await page.setContent(html);

      assert.ok(await page.locator('#decisive').isVisible(), 'the decisive step is visible');
      assert.ok(await page.locator('rect.decisive').isVisible(), 'the decisive step is marked in the timeline');

      const focused = () => page.evaluate(() => document.activeElement?.closest('li, a, [role=region]')?.id ?? '');
      await page.keyboard.press('Tab');
      assert.equal(await focused(), 'to-decisive', 'the first stop is the link to the decisive step');
      await page.keyboard.press('Enter');
      assert.equal(await focused(), 'decisive', 'the link leads to the decisive step');
      await page.keyboard.press('Home');
      const step = () => page.evaluate(() => document.activeElement?.dataset?.step);
      const first = await step();
      await page.keyboard.press('ArrowDown');
      assert.notEqual(await step(), first, 'the arrow keys move from step to step');

      const contrast = await page.evaluate(() => {
        const channels = (color) =>
          color
            .match(/[\d.]+/g)
            .slice(0, 3)
            .map(Number);
        const light = (color) => {
          const [r, g, b] = channels(color).map((c) =>
            c / 255 <= 0.03928 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = (element) => {
          for (let each = element; each; each = each.parentElement) {
            const color = getComputedStyle(each).backgroundColor;
            if (color !== 'rgba(0, 0, 0, 0)') return color;
          }
          return 'rgb(255, 255, 255)';
        };
        const texts = [...document.querySelectorAll('h1, p, code, a, li span')].filter(
          (each) => each.textContent !== '',
        );
        return Math.min(
          ...texts.map((each) => {
            const [a, b] = [light(getComputedStyle(each).color), light(ground(each))].sort((x, y) => y - x);
            return (a + 0.05) / (b + 0.05);
          }),
        );
      });
      assert.ok(contrast >= 4.5, `text stands out from its ground in ${colorScheme}: ${contrast.toFixed(2)}`);
      assert.deepEqual(errors, []);
      await page.close();
    }
  }
  console.log('The page of a failure opens without an error, in light and dark, and answers to the keyboard.');
} finally {
  await browser.close();
}
