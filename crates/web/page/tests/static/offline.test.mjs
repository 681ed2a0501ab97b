// The static page, from a plain file server that is gone after the first visit: everything runs in the browser.
import { test } from 'node:test';
import { LOOKS, lookName, STATIC, standardBench, startHouse } from '../browser/harness.mjs';

const LEVEL = { clock: 'none', movetime: '100', level: '1000' };
const WIDTHS = [LOOKS[0], LOOKS[2]];

for (const look of WIDTHS) {
  test(`both games, a review and a why without a net, ${lookName(look)}`, async () => {
    const house = await startHouse({ folder: STATIC });
    try {
      const hands = await house.open(look);
      await hands.expectText('.version', 'in this browser');
      await hands.expectAttribute('html', 'data-hearing', 'slices');
      await hands.expectPresent('html[data-offline]');
      await house.stopServer();
      await hands.reload();
      // The service worker has isolated the page: memory can be shared.
      await hands.expectAttribute('html', 'data-hearing', 'shared');

      await hands.newGame(['game-chess', 'who-engine', 'side-white'], LEVEL);
      await hands.clickMove('e2', 'e4', 2);
      await hands.clickMove('b1', 'c3', 4);
      await hands.click('#resign');
      await hands.expectStatus('resigned');

      await hands.newGame(['game-chess', 'who-people']);
      for (const [i, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries())
        await hands.clickMove(move.slice(0, 2), move.slice(2), i + 1);
      await hands.expectStatus('checkmate');
      await hands.tab('analyse');
      await hands.click('#review');
      await hands.expectVisible('.move .mark');
      await hands.expectText('#review', 'Review the game');
      await hands.click('.move[data-ply="1"]');
      await hands.expectPly(1);
      await hands.tab('inside');
      await hands.fill('#why-move', 'f6');
      await hands.click('#why-ask');
      await hands.expectText('.answer', 'f6');
      await hands.select('#inside-nodes', '20000');
      await hands.click('#record-search');
      await hands.expectVisible('.tree .node');
      await hands.expectNoOverflow();
      await hands.shot(`static-inside-${lookName(look)}`);

      await hands.newGame(['game-gomoku', 'who-engine', 'side-black'], {
        ...LEVEL,
        level: '2800',
        rule: 'freestyle',
        size: '15',
        opening: 'empty',
      });
      for (const [i, point] of [
        'a1',
        'o15',
        'a15',
        'o1',
        'a8',
        'o8',
        'h1',
        'h15',
        'd1',
        'l15',
        'd15',
        'l1',
      ].entries()) {
        await hands.clickPoint(point);
        if (await hands.expectPlyOrEnd(2 * i + 2)) break;
      }
      await hands.expectText('.moves .result', /1-0/);
      await hands.shot(`static-gomoku-${lookName(look)}`);
      await hands.close();
    } finally {
      await house.stop();
    }
  });
}

/** A search without an end is stopped: each way of hearing has to hear. */
async function stopsAndGoesOn(hands) {
  await hands.newGame(['game-chess', 'who-people']);
  await hands.tab('analyse');
  await hands.click('label[for="analyse-on"]');
  await hands.expectDepth(8);
  await hands.click('label[for="analyse-on"]');
  await hands.clickMove('e2', 'e4', 1);
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { clock: 'none', movetime: '30000', level: '3000' });
  await hands.tab('play');
  await hands.clickMove('e2', 'e4', 1);
  await hands.click('#move-now');
  await hands.expectPlyAtLeast(2);
}

test('slices hear a stop', async () => {
  const house = await startHouse({ folder: STATIC });
  try {
    const hands = await house.open();
    await hands.expectAttribute('html', 'data-hearing', 'slices');
    await stopsAndGoesOn(hands);
    await hands.close();
  } finally {
    await house.stop();
  }
});

test('shared memory hears a stop', async () => {
  const house = await startHouse({ folder: STATIC });
  try {
    const hands = await house.open();
    await hands.expectPresent('html[data-offline]');
    await hands.reload();
    await hands.expectAttribute('html', 'data-hearing', 'shared');
    await stopsAndGoesOn(hands);
    await hands.close();
  } finally {
    await house.stop();
  }
});

test('a browser without promise integration gets shared memory by a second visit', async () => {
  const house = await startHouse({ folder: STATIC, missing: ['Suspending'] });
  try {
    const hands = await house.open();
    await hands.expectAttribute('html', 'data-hearing', 'shared');
    await stopsAndGoesOn(hands);
    await hands.close();
  } finally {
    await house.stop();
  }
});

test('the benches count in the browser what they count elsewhere', async () => {
  const house = await startHouse({ folder: STATIC });
  try {
    const hands = await house.open();
    for (const game of ['chess', 'gomoku']) await hands.expectBench(game, standardBench(game));
    await hands.close();
  } finally {
    await house.stop();
  }
});
