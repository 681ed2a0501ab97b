// Positions that are set up by hand, in both games.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

test('a position of chess is set up', async () => {
  const hands = await house.open();
  await hands.click('#editor');
  await hands.expectVisible('#editor-dialog');
  await hands.click('#editor-empty');
  const put = async (tool, square) => {
    await hands.click(`[data-tool="${tool}"]`);
    await hands.click(`[data-square="${square}"]`);
  };
  await put('K', 'e1');
  await put('R', 'h1');
  await hands.click('#editor-use');
  // A board without a king is refused in words.
  await hands.expectText('#editor-dialog .field-error', 'king');
  await put('k', 'e8');
  await put('Q', 'a1');
  await put('x', 'a1');
  await hands.click('label[for="castling-K"]');
  await hands.expectAccessible('the editor');
  await hands.shot('editor-light-1280');
  await hands.click('#editor-use');
  await hands.expectGone('dialog');
  await hands.expectExport('fen', /^4k3\/8\/8\/8\/8\/8\/8\/4K2R w K -/);
  await hands.clickMove('e1', 'g1', 1);
  await hands.close();
});

test('stones are set up', async () => {
  const hands = await house.open(LOOKS[1]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '15', opening: 'empty' });
  await hands.click('#editor');
  await hands.click('[data-point="h8"]');
  await hands.click('[data-tool="white"]');
  await hands.click('[data-point="i9"]');
  await hands.select('#editor-turn', 'white');
  await hands.expectAccessible('the editor of stones');
  await hands.expectNoOverflow();
  await hands.click('#editor-use');
  await hands.expectGone('dialog');
  await hands.expectCount('.stone', 2);
  await hands.expectStatus('White to move');
  await hands.expectText('#rule-played', 'Renju');
  await hands.close();
});
