// Analysis as people know it: settings of the engine, lines to click on and to look into, threats, names of openings.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

test('depth, threads and memory are settings that last', async () => {
  const hands = await house.open();
  await hands.tab('analyse');
  await hands.click('.engine-settings summary');
  await hands.select('#analysis-depth', '10');
  await hands.select('#analysis-hash', '64');
  await hands.click('label[for="analyse-on"]');
  await hands.expectText('#panel-analyse .facts', /Depth 10\//);
  await hands.expectAccessible('settings of the engine');
  await hands.reload();
  await hands.tab('analyse');
  await hands.click('.engine-settings summary');
  await hands.expectValue('#analysis-depth', '10');
  await hands.expectValue('#analysis-hash', '64');
  await hands.close();
});

test('every move of a line shows its board and can be played', async () => {
  const hands = await house.open();
  await hands.paste('1. e4 e5 *');
  await hands.tab('analyse');
  await hands.select('#line-count', '2');
  await hands.click('label[for="analyse-on"]');
  await hands.expectDepth(8);
  await hands.click('label[for="analyse-on"]');
  await hands.expectCount('.lines li', 0);
  await hands.click('.engine-settings summary');
  await hands.select('#analysis-depth', '10');
  await hands.click('label[for="analyse-on"]');
  await hands.expectText('#panel-analyse .facts', /Depth 10\//);
  // White's second move takes nothing; those after it may.
  await hands.hover('.lines li:first-child .pv-move:nth-of-type(1)');
  await hands.expectVisible('.peek .mini');
  await hands.expectCount('.peek piece', 32);
  await hands.shot('line-peek');
  await hands.click('.lines li:first-child .pv-move:nth-of-type(3)');
  await hands.expectPly(5);
  await hands.close();
});

test('the same in Gomoku', async () => {
  const hands = await house.open(LOOKS[3]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'empty' });
  await hands.paste('h8h9i9');
  await hands.expectText('.opening', 'Kagetsu');
  await hands.tab('analyse');
  await hands.click('.engine-settings summary');
  await hands.select('#analysis-depth', '10');
  await hands.click('label[for="analyse-on"]');
  await hands.expectText('#panel-analyse .facts', /Depth 10\//);
  await hands.hover('.lines li:first-child .pv-move:nth-of-type(2)');
  await hands.expectCount('.peek .mini-stone', 5);
  await hands.click('.lines li:first-child .pv-move:nth-of-type(2)');
  await hands.expectPly(5);
  await hands.close();
});

test('the threat is shown by a key, in both games', async () => {
  const hands = await house.open();
  await hands.paste('1. e4 e5 2. Qh5 Nc6 3. Bc4 *');
  await hands.tab('analyse');
  await hands.press('x');
  await hands.expectText('#threat-text', 'Qxf7#');
  await hands.expectPresent('.cg-shapes [stroke="#b3261e"]');
  await hands.press('x');
  await hands.expectGone('#threat-text');
  await hands.paste('h8a1i8a15j8');
  await hands.tab('analyse');
  await hands.press('x');
  await hands.expectText('#threat-text', /g8|k8/);
  await hands.expectPresent('.gomoku .threatens');
  await hands.close();
});

test('openings are named, by whatever way they came', async () => {
  const hands = await house.open();
  await hands.paste('1. c4 Nf6 2. d4 e6 3. Nc3 d5 4. h3 *');
  await hands.expectText('.opening', 'D35 Queen’s Gambit Declined'.replace('’', "'"));
  await hands.click('.move[data-ply="1"]');
  await hands.expectText('.opening', 'A10 English Opening');
  await hands.press('Home');
  await hands.expectGone('.opening');
  await hands.close();
});
