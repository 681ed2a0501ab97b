// Whole games by clicking, in light and dark, on a phone and on a desk.
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
    await hands.expectPly(0);
    for (const [i, move] of SCHOLARS_MATE.entries()) await hands.clickMove(move.slice(0, 2), move.slice(2), i + 1);
    await hands.expectStatus('checkmate');
    await hands.expectText('.moves', /Qxf7#/);
    await hands.expectText('.moves .result', /1-0/);
    await hands.expectCount('square.check', 1);
    await hands.expectNoOverflow();
    await hands.shot(`chess-${lookName(look)}`);
    await hands.close();
  });

  test(`a game of freestyle Gomoku, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'empty' });
    for (const [i, point] of FIVE.entries()) {
      await hands.clickPoint(point);
      await hands.expectPly(i + 1);
    }
    await hands.expectStatus('five');
    await hands.expectCount('.winning', 5);
    await hands.expectCount('.stone', 9);
    await hands.expectNoOverflow();
    await hands.shot(`gomoku-${lookName(look)}`);
    await hands.close();
  });

  test(`a game of ninuki, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    await hands.newGame(['game-gomoku', 'who-people'], { rule: 'ninuki', size: '15', opening: 'empty' });
    for (const [i, point] of CAPTURE_AND_FIVE.entries()) {
      await hands.clickPoint(point);
      await hands.expectPly(i + 1);
      if (i === 4) {
        await hands.expectText('.strip[data-side="black"]', '2 captured');
        await hands.expectCount('.stone', 3);
        await hands.expectText('#live', /captures 2/);
      }
    }
    await hands.expectStatus('five');
    await hands.expectNoOverflow();
    await hands.shot(`ninuki-${lookName(look)}`);
    await hands.close();
  });
}
