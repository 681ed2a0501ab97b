// Each way to use the board: keyboard alone, typing, dragging, promotion, back and forward, paste and export.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

test('chess by keyboard alone', async () => {
  const hands = await house.open();
  const { page } = hands;
  // Tab reaches the new-game button; everything in the dialog answers to keys.
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'new-game');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await page.locator('#who-engine').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.isChecked('#who-people'), true);
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.locator('.strip.top', { hasText: 'Player' }).waitFor();
  for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement.classList.contains('chess'))); i++)
    await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.classList.contains('chess')), true);
  // The cursor begins on e2.
  await page.waitForSelector('.chess-cursor[data-square="e2"]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await hands.ply(1);
  await page.locator('#live', { hasText: 'White: pawn e4' }).waitFor({ state: 'attached' });
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await hands.ply(2);
  await page.locator('#live', { hasText: 'Black: pawn e5' }).waitFor({ state: 'attached' });
  await hands.close();
});

test('Gomoku by keyboard alone', async () => {
  const hands = await house.open(LOOKS[1]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '9', opening: 'empty' });
  const board = hands.page.locator('svg.gomoku');
  await board.focus();
  await hands.page.keyboard.press('Enter');
  await hands.ply(1);
  assert.equal(await hands.page.locator('.stone.black[data-at="e5"]').count(), 1);
  await hands.page.keyboard.press('ArrowRight');
  await hands.page.keyboard.press('ArrowUp');
  await hands.page.keyboard.press('Enter');
  await hands.ply(2);
  assert.equal(await hands.page.locator('.stone.white[data-at="f6"]').count(), 1);
  await hands.close();
});

test('typed moves, and what is no move', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  const type = async text => {
    await hands.page.fill('#typed', text);
    await hands.page.press('#typed', 'Enter');
  };
  await type('e4');
  await hands.ply(1);
  await type('e7e5');
  await hands.ply(2);
  await type('Nf3');
  await hands.ply(3);
  await type('Ke4');
  await hands.page.locator('#typed-error', { hasText: 'not legal' }).waitFor();
  await hands.close();
});

test('dragging shows where a piece may go', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  await hands.clickSquare('g1');
  await hands.page.waitForSelector('square.move-dest');
  assert.equal(await hands.page.locator('square.move-dest').count(), 2);
  await hands.dragMove('g1', 'f3');
  await hands.ply(1);
  assert.match(await hands.page.locator('.moves').innerText(), /Nf3/);
  await hands.close();
});

test('a pawn is promoted to what was chosen, or the move taken back', async () => {
  const hands = await house.open(LOOKS[0]);
  await hands.paste('7k/P7/8/8/8/8/8/K7 w - - 0 1');
  await hands.clickMove('a7', 'a8');
  await hands.page.waitForSelector('dialog.promotion');
  await hands.shot('promotion-light-360');
  await hands.page.keyboard.press('Escape');
  await hands.page.waitForSelector('dialog', { state: 'detached' });
  await hands.ply(0);
  await hands.clickMove('a7', 'a8');
  await hands.page.click('[data-piece="n"]');
  await hands.ply(1);
  assert.match(await hands.page.locator('.moves').innerText(), /a8=N/);
  await hands.close();
});

test('back, forward, and another line', async () => {
  const hands = await house.open();
  const { page } = hands;
  await hands.newGame(['game-chess', 'who-people']);
  await hands.clickMove('e2', 'e4', 1);
  await hands.clickMove('e7', 'e5', 2);
  await hands.clickMove('g1', 'f3', 3);
  await page.click('#undo');
  await hands.ply(2);
  await page.click('#undo');
  await hands.ply(1);
  await page.click('#redo');
  await hands.ply(2);
  await page.click('.move[data-ply="3"]');
  await hands.ply(3);
  await page.locator('.moves').focus();
  await page.keyboard.press('ArrowLeft');
  await hands.ply(2);
  await page.click('[aria-label="To the start"]');
  await hands.ply(0);
  await hands.clickMove('d2', 'd4', 1);
  assert.equal(await page.locator('.move').count(), 1);
  await page.click('#flip');
  await page.waitForSelector('.cg-wrap.orientation-black');
  await hands.clickMove('d7', 'd5', 2);
  await hands.close();
});

test('games and positions come in and go out', async () => {
  const hands = await house.open();
  await hands.paste('[White "A"]\n[Black "B"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 *');
  await hands.ply(6);
  assert.match(await hands.exported('pgn'), /2\. Nf3 d6/);
  assert.match(await hands.exported('fen'), /^rnbqkbnr\/pp2pppp\/3p4\/8\/3pP3\/5N2\/PPP2PPP\/RNBQKB1R w KQkq/);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '15', opening: 'empty' });
  // Three and three would meet on h8.
  await hands.paste('h9a1h10c1i8e1j8g1');
  await hands.ply(8);
  await hands.page.waitForSelector('.forbidden[data-at="h8"]', { state: 'attached' });
  await hands.clickPoint('h8');
  await hands.page.locator('.notice', { hasText: 'h8' }).waitFor();
  assert.match((await hands.exported('gomoku')).toLowerCase(), /renju/);
  await hands.page.click('#exchange');
  await hands.page.fill('#record', 'nonsense 99');
  await hands.page.click('#load');
  await hands.page.waitForFunction(() => document.querySelector('.notice:not([hidden])')?.textContent.length > 20);
  await hands.close();
});

test('swap2, by two people', async () => {
  const hands = await house.open(LOOKS[3]);
  const { page } = hands;
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'swap2' });
  for (const point of ['h8', 'i9', 'j7']) await hands.clickPoint(point);
  await page.click('#swap-place');
  for (const point of ['c3', 'd4']) await hands.clickPoint(point);
  await page.waitForFunction(() => document.querySelectorAll('.stone').length === 5);
  await page.click('#swap-white');
  await page.waitForSelector('#swap-white', { state: 'hidden' });
  await hands.status('to move');
  await hands.clickPoint('k8');
  await hands.ply(6);
  await hands.close();
});

test('a reload keeps the game', async () => {
  const hands = await house.open();
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'caro', size: '13', opening: 'empty' });
  await hands.clickPoint('g7');
  await hands.ply(1);
  await hands.clickPoint('h8');
  await hands.ply(2);
  await hands.page.reload();
  await hands.ply(2);
  assert.equal(await hands.page.locator('svg.gomoku').getAttribute('data-size'), '13');
  assert.equal(await hands.page.locator('.stone').count(), 2);
  await hands.close();
});

test('a server that went away and came back gets the game again', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  await hands.clickMove('e2', 'e4', 1);
  await hands.clickMove('c7', 'c5', 2);
  await house.stopServer();
  const lost = hands.page.locator('.notice', { hasText: 'connection' });
  await lost.waitFor();
  await house.restartServer();
  await lost.waitFor({ state: 'hidden' });
  await hands.page.waitForFunction(() => document.querySelectorAll('.move').length === 2);
  await hands.clickMove('g1', 'f3', 3);
  // The browser itself complains about a server that is not there.
  hands.errors.length = 0;
  await hands.close();
});

test('the theme is remembered, sounds are off until asked for', async () => {
  const hands = await house.open(LOOKS[2]);
  const theme = () => hands.page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'light');
  assert.equal(await hands.page.getAttribute('#sound', 'aria-label'), 'Sounds on');
  await hands.page.click('#theme');
  assert.equal(await theme(), 'dark');
  await hands.page.click('#sound');
  await hands.page.reload();
  await hands.ready();
  assert.equal(await theme(), 'dark');
  assert.equal(await hands.page.getAttribute('#sound', 'aria-label'), 'Sounds off');
  await hands.close();
});
