// What a machine can tell about accessibility: axe finds nothing wrong in any view, light or dark.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { LOOKS, lookName, startHouse } from './harness.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

async function check(hands, where) {
  if (!(await hands.page.evaluate(() => 'axe' in window))) await hands.page.evaluate(AXE);
  const { violations } = await hands.page.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }),
  );
  const told = violations.map(
    found =>
      `${found.id} (${found.impact}): ${found.nodes
        .map(node => node.target.join(' '))
        .slice(0, 4)
        .join(', ')}`,
  );
  assert.deepEqual(told, [], where);
}

for (const look of [LOOKS[0], LOOKS[3]]) {
  test(`axe, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    const { page } = hands;
    await hands.paste('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *');
    await hands.ply(6);
    await check(hands, 'play');
    await hands.tab('analyse');
    await page.click('label[for="analyse-on"]');
    await page.waitForSelector('.lines li');
    await page.click('label[for="analyse-on"]');
    await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 0);
    await check(hands, 'analyse');
    await hands.tab('inside');
    await page.selectOption('#inside-nodes', '20000');
    await page.click('#record-search');
    await page.waitForSelector('.tree .node');
    await check(hands, 'inside');
    await page.click('#new-game');
    await page.waitForSelector('dialog[open]');
    await check(hands, 'new game');
    await page.click('label[for="game-gomoku"]');
    await check(hands, 'new game of Gomoku');
    assert.equal(await hands.overflow(), 0);
    await hands.shot(`new-game-${lookName(look)}`);
    await page.click('#begin');
    await page.waitForSelector('html[data-game="gomoku"]');
    await check(hands, 'Gomoku');
    await hands.tab('play');
    await page.click('#sides');
    await page.waitForSelector('dialog[open]');
    await check(hands, 'sides');
    await hands.close();
  });
}
