// Whole games by clicking, in light and dark, on a phone and on a desk.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LOOKS, lookName, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

const SCHOLARS_MATE = ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7'];
const FIVE = ['h8', 'h6', 'i8', 'i6', 'j8', 'j6', 'k8', 'k6', 'l8'];
// Black captures i8 and j8, then makes a column of five.
const CAPTURE_AND_FIVE = ['h8', 'i8', 'a1', 'j8', 'k8', 'c3', 'h9', 'c5', 'h10', 'e3', 'h11', 'e5', 'h12'];

for (const look of LOOKS) {
  test(`a game of chess, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    await hands.newGame(['game-chess', 'who-people']);
    await hands.ply(0);
    for (const [i, move] of SCHOLARS_MATE.entries()) await hands.clickMove(move.slice(0, 2), move.slice(2), i + 1);
    await hands.status('checkmate');
    assert.match(await hands.page.locator('.moves').innerText(), /Qxf7#/);
    assert.match(await hands.page.locator('.moves .result').innerText(), /1-0/);
    assert.equal(await hands.page.locator('square.check').count(), 1);
    assert.equal(await hands.overflow(), 0);
    await hands.shot(`chess-${lookName(look)}`);
    await hands.close();
  });

  test(`a game of freestyle Gomoku, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'empty' });
    for (const [i, point] of FIVE.entries()) {
      await hands.clickPoint(point);
      await hands.ply(i + 1);
    }
    await hands.status('five');
    assert.equal(await hands.page.locator('.winning').count(), 5);
    assert.equal(await hands.page.locator('.stone').count(), 9);
    assert.equal(await hands.overflow(), 0);
    await hands.shot(`gomoku-${lookName(look)}`);
    await hands.close();
  });

  test(`a game of ninuki, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    await hands.newGame(['game-gomoku', 'who-people'], { rule: 'ninuki', size: '15', opening: 'empty' });
    for (const [i, point] of CAPTURE_AND_FIVE.entries()) {
      await hands.clickPoint(point);
      await hands.ply(i + 1);
      if (i === 4) {
        await hands.page.locator('.strip[data-side="black"]', { hasText: '2 captured' }).waitFor();
        assert.equal(await hands.page.locator('.stone').count(), 3);
        assert.match(await hands.page.locator('#live').innerText(), /captures 2/);
      }
    }
    await hands.status('five');
    assert.equal(await hands.overflow(), 0);
    await hands.shot(`ninuki-${lookName(look)}`);
    await hands.close();
  });
}
