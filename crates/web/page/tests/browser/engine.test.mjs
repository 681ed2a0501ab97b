// The engine plays, suggests, analyses and explains.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LOOKS, lookName, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

const QUICK = { clock: 'none', movetime: '100', level: '1000' };

test('a game against the engine: moves, times, taking back, a suggestion, resigning', async () => {
  const hands = await house.open();
  const { page } = hands;
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], QUICK);
  await hands.clickMove('e2', 'e4', 2);
  await hands.clickMove('g1', 'f3', 4);
  assert.match(await page.locator('.move[data-ply="2"] .spent').innerText(), /s$/);
  await page.click('#undo');
  await hands.ply(2);
  await page.click('#hint');
  await page.locator('.hint-text').waitFor();
  await hands.clickMove('d2', 'd3', 4);
  await page.click('#resign');
  await hands.status('resigned');
  await hands.close();
});

test('a move prepared while the engine thinks is played after its answer', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { ...QUICK, level: '3000', movetime: '1000' });
  await hands.clickMove('e2', 'e4', 1);
  await hands.clickMove('d2', 'd4', 4);
  await hands.close();
});

test('the engine begins when the person is Black', async () => {
  const hands = await house.open(LOOKS[0]);
  await hands.newGame(['game-chess', 'who-engine', 'side-black'], QUICK);
  await hands.ply(1);
  await hands.page.waitForSelector('.cg-wrap.orientation-black');
  await hands.close();
});

test('clocks run, and the engine keeps to its own', async () => {
  const hands = await house.open();
  const { page } = hands;
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { level: '1000', clock: '180+2' });
  await hands.clickMove('e2', 'e4', 2);
  await page.waitForSelector('.strip[data-side="white"] .clock.running');
  assert.match(await page.locator('.strip[data-side="black"] .clock').innerText(), /^[23]:/);
  await hands.close();
});

test('two engines play chess, pause and go on', async () => {
  const hands = await house.open(LOOKS[3]);
  const { page } = hands;
  await hands.newGame(['game-chess', 'who-engines'], { clock: 'none', movetime: '500', level: '3000', level2: '3000' });
  await hands.plyAtLeast(1);
  await page.click('#pause');
  await page.locator('#engine-move').waitFor();
  const paused = Number(await page.getAttribute('html', 'data-ply'));
  await page.click('#engine-move');
  await hands.plyAtLeast(paused + 2);
  await hands.close();
});

test('two engines play Gomoku from a balanced opening, to the end', async () => {
  const hands = await house.open(LOOKS[1]);
  await hands.newGame(['game-gomoku', 'who-engines'], {
    ...QUICK,
    level2: '2800',
    rule: 'standard',
    size: '15',
    opening: 'balanced',
  });
  await hands.plyAtLeast(6);
  await hands.page.waitForSelector('.moves .result');
  await hands.close();
});

test('a Gomoku game against the engine, to the end', async () => {
  const hands = await house.open(LOOKS[2]);
  const { page } = hands;
  await hands.newGame(['game-gomoku', 'who-engine', 'side-black'], {
    ...QUICK,
    level: '2800',
    rule: 'freestyle',
    size: '15',
    opening: 'empty',
  });
  // The person plays along the edges and lets the engine win.
  const points = [
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
    'a4',
    'o12',
    'a12',
    'o4',
  ];
  for (const [i, point] of points.entries()) {
    await hands.clickPoint(point);
    await page.waitForFunction(
      n => Number(document.documentElement.dataset.ply) >= n || document.querySelector('.moves .result'),
      2 * i + 2,
    );
    if (await page.locator('.moves .result').count()) break;
  }
  assert.match(await page.locator('.moves .result').innerText(), /1-0/);
  await hands.close();
});

test('Chess960 begins from the chosen position', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people'], { start: '960', chess960: '0' });
  await hands.ply(0);
  assert.match(await hands.exported('fen'), /^bbqnnrkr\/pppppppp/);
  await hands.clickMove('e2', 'e4', 1);
  // Castling is king takes rook.
  await hands.newGame(['game-chess', 'who-people'], { start: 'fen', fen: '4k3/8/8/8/8/8/8/1K4R1 w G - 0 1' });
  await hands.clickMove('b1', 'g1', 1);
  assert.match(await hands.page.locator('.moves').innerText(), /O-O/);
  await hands.close();
});

for (const look of [LOOKS[2], LOOKS[1]]) {
  test(`analysis of a chess game, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    const { page } = hands;
    await hands.paste('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ 7. Qe2 Bg4 8. Qxe4+ *');
    await hands.ply(15);
    await hands.tab('analyse');
    await page.selectOption('#line-count', '3');
    await page.click('label[for="analyse-on"]');
    await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 3);
    await page.waitForSelector('.cg-shapes line', { state: 'attached' });
    await page.waitForFunction(
      () => /Depth (\d+)/.exec(document.querySelector('#panel-analyse .facts').textContent)?.[1] >= 6,
    );
    await page.click('#review');
    await page.waitForSelector('.move .mark');
    await page.waitForFunction(() => document.querySelector('#review').textContent === 'Review the game');
    await page.locator('.graph').click({ position: { x: 2, y: 20 } });
    await hands.ply(0);
    await page.click('.move[data-ply="9"]');
    await hands.ply(9);
    await page.waitForFunction(() => document.querySelectorAll('.lines li').length >= 1);
    assert.notEqual(await page.getAttribute('.eval-bar', 'aria-label'), 'No evaluation yet');
    assert.equal(await hands.overflow(), 0);
    await hands.shot(`analyse-${lookName(look)}`);
    await hands.close();
  });

  test(`a look inside, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    const { page } = hands;
    await hands.paste('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3');
    await hands.tab('inside');
    await page.selectOption('#inside-nodes', '20000');
    await page.click('#record-search');
    await page.waitForSelector('.tree .node');
    await page.waitForSelector('.depths tbody tr');
    await page.waitForSelector('.techniques .bar-fill');
    await page.locator('.tree button.node').first().click();
    await page.waitForSelector('.tree ul ul .node, .tree ul .branch .facts');
    await page.fill('#why-move', 'f6');
    await page.click('#why-ask');
    await page.waitForSelector('.answer p');
    assert.equal(await hands.overflow(), 0);
    await page.click('#why-pick');
    await hands.clickMove('g7', 'g5');
    await page.locator('.answer', { hasText: 'g5' }).waitFor();
    await hands.ply(0);
    await hands.shot(`inside-${lookName(look)}`);
    await hands.close();
  });
}

test('Gomoku analysis: lines, heat and threats', async () => {
  const hands = await house.open(LOOKS[3]);
  const { page } = hands;
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'ninuki', size: '15', opening: 'empty' });
  await hands.paste('h8i9i8g8j8k8h9h10');
  await hands.ply(8);
  await hands.tab('analyse');
  await page.click('label[for="analyse-on"]');
  await page.waitForSelector('.lines li');
  await page.waitForSelector('.heat', { state: 'attached' });
  await page.waitForSelector('.candidate', { state: 'attached' });
  await hands.shot('analyse-gomoku-dark-1280');
  await hands.close();
});

test('a look inside Gomoku: the tree, its line on the board, and why', async () => {
  const hands = await house.open(LOOKS[0]);
  const { page } = hands;
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '15', opening: 'empty' });
  await hands.paste('h8i9j7h9k7j9');
  await hands.ply(6);
  await hands.tab('inside');
  await page.selectOption('#inside-nodes', '20000');
  await page.click('#record-search');
  await page.waitForSelector('.tree .node');
  await page.waitForSelector('.depths tbody tr');
  await page.waitForSelector('.techniques .deeds');
  await page.locator('.tree button.node').first().click();
  await page.waitForSelector('.tree ul ul .node, .tree ul .branch .facts');
  await page.waitForSelector('.shown.black', { state: 'attached' });
  await page.fill('#why-move', 'a1');
  await page.click('#why-ask');
  await page.locator('.answer', { hasText: 'a1 was not chosen' }).waitFor();
  await page.click('#why-pick');
  await hands.clickPoint('j8');
  await page.locator('.answer', { hasText: 'j8' }).waitFor();
  await hands.ply(6);
  assert.equal(await hands.overflow(), 0);
  await hands.shot('inside-gomoku-light-360');
  await hands.close();
});
