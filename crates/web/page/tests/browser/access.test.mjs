// What a machine can tell about accessibility: axe finds nothing wrong in any view, light or dark.
import { after, before, test } from 'node:test';
import { LOOKS, lookName, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

for (const look of [LOOKS[0], LOOKS[3]]) {
  test(`axe, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    await hands.paste('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *');
    await hands.expectPly(6);
    await hands.expectAccessible('play');
    await hands.tab('analyse');
    await hands.click('label[for="analyse-on"]');
    await hands.expectVisible('.lines li');
    await hands.click('label[for="analyse-on"]');
    await hands.expectCount('.lines li', 0);
    await hands.expectAccessible('analyse');
    await hands.tab('inside');
    await hands.select('#inside-nodes', '20000');
    await hands.click('#record-search');
    await hands.expectVisible('.tree .node');
    await hands.expectAccessible('inside');
    await hands.click('#new-game');
    await hands.expectVisible('dialog[open]');
    await hands.expectAccessible('new game');
    await hands.click('label[for="game-gomoku"]');
    await hands.expectAccessible('new game of Gomoku');
    await hands.expectNoOverflow();
    await hands.shot(`new-game-${lookName(look)}`);
    await hands.click('#begin');
    await hands.expectGone('dialog');
    await hands.expectPresent('html[data-game="gomoku"]');
    await hands.expectAccessible('Gomoku');
    await hands.tab('play');
    await hands.click('#sides');
    await hands.expectVisible('dialog[open]');
    await hands.expectAccessible('sides');
    await hands.close();
  });
}
