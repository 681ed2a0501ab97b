// Each way to use the board: keyboard alone, typing, dragging, promotion, back and forward, paste and export.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

test('chess by keyboard alone', async () => {
  const hands = await house.open();
  // Tab reaches the new-game button; everything in the dialog answers to keys.
  await hands.press('Tab');
  await hands.expectFocus('#new-game');
  await hands.press('Enter');
  await hands.expectVisible('dialog[open]');
  await hands.focus('#who-engine');
  await hands.press('ArrowRight');
  await hands.expectChecked('#who-people');
  await hands.press('Enter');
  await hands.expectGone('dialog');
  await hands.expectText('.strip.top', 'Player');
  await hands.tabTo('.chess', 12);
  // The cursor begins on e2.
  await hands.expectVisible('.chess-cursor[data-square="e2"]');
  await hands.press('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
  await hands.expectPly(1);
  await hands.expectText('#live', 'White: pawn e4');
  await hands.press('ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter');
  await hands.expectPly(2);
  await hands.expectText('#live', 'Black: pawn e5');
  await hands.close();
});

test('Gomoku by keyboard alone', async () => {
  const hands = await house.open(LOOKS[1]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '9', opening: 'empty' });
  await hands.focus('svg.gomoku');
  await hands.press('Enter');
  await hands.expectPly(1);
  await hands.expectCount('.stone.black[data-at="e5"]', 1);
  await hands.press('ArrowRight', 'ArrowUp', 'Enter');
  await hands.expectPly(2);
  await hands.expectCount('.stone.white[data-at="f6"]', 1);
  await hands.close();
});

test('typed moves, and what is no move', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  const type = async text => {
    await hands.fill('#typed', text);
    await hands.press('Enter');
  };
  await type('e4');
  await hands.expectPly(1);
  await type('e7e5');
  await hands.expectPly(2);
  await type('nf3');
  await hands.expectPly(3);
  await type('Ke4');
  await hands.expectText('#typed-error', 'not legal');
  await hands.close();
});

test('dragging shows where a piece may go', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  await hands.clickSquare('g1');
  await hands.expectVisible('square.move-dest');
  await hands.expectCount('square.move-dest', 2);
  await hands.dragMove('g1', 'f3');
  await hands.expectPly(1);
  await hands.expectText('.moves', /Nf3/);
  await hands.close();
});

test('a pawn is promoted to what was chosen, or the move taken back', async () => {
  const hands = await house.open(LOOKS[0]);
  await hands.paste('7k/P7/8/8/8/8/8/K7 w - - 0 1');
  await hands.clickMove('a7', 'a8');
  await hands.expectVisible('dialog.promotion');
  await hands.expectAtSquare('[data-piece="q"]', 'a8');
  await hands.expectAtSquare('[data-piece="n"]', 'a5');
  await hands.shot('promotion-light-360');
  await hands.press('Escape');
  await hands.expectGone('dialog');
  await hands.expectPly(0);
  await hands.clickMove('a7', 'a8');
  await hands.click('[data-piece="n"]');
  await hands.expectPly(1);
  await hands.expectText('.moves', /a8=N/);
  // Black's pawn goes the other way.
  await hands.paste('7k/8/8/8/8/8/p7/7K b - - 0 1');
  await hands.clickMove('a2', 'a1');
  await hands.expectAtSquare('[data-piece="q"]', 'a1');
  await hands.press('Enter');
  await hands.expectText('.moves', /a1=Q/);
  await hands.close();
});

test('back, forward, and another line', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  await hands.clickMove('e2', 'e4', 1);
  await hands.clickMove('e7', 'e5', 2);
  await hands.clickMove('g1', 'f3', 3);
  await hands.click('#undo');
  await hands.expectPly(2);
  await hands.click('#undo');
  await hands.expectPly(1);
  await hands.click('#redo');
  await hands.expectPly(2);
  await hands.click('.move[data-ply="3"]');
  await hands.expectPly(3);
  await hands.focus('.moves');
  await hands.press('ArrowLeft');
  await hands.expectPly(2);
  await hands.click('[aria-label="To the start"]');
  await hands.expectPly(0);
  await hands.clickMove('d2', 'd4', 1);
  // What was there is a variation now.
  await hands.expectCount('.move:not(.inline)', 1);
  await hands.expectText('.variation', /1\. *e4 *e5 *2\. *Nf3/);
  await hands.click('#flip');
  await hands.expectVisible('.cg-wrap.orientation-black');
  await hands.clickMove('d7', 'd5', 2);
  await hands.close();
});

test('the moves stay where they are while the lines of the analysis change', async () => {
  const hands = await house.open();
  await hands.paste('1. f3 e5 2. g4 Qh4#');
  await hands.click('.move[data-ply="3"]');
  await hands.tab('analyse');
  await hands.select('#line-count', '3');
  await hands.click('label[for="analyse-on"]');
  await hands.expectCount('.lines li', 3);
  const before = await hands.expectTop('.moves');
  // After mate there are no lines.
  await hands.click('.move[data-ply="4"]');
  await hands.expectCount('.lines li', 0);
  await hands.expectTop('.moves', top => top === before);
  await hands.close();
});

test('games and positions come in and go out', async () => {
  const hands = await house.open();
  await hands.paste('[White "A"]\n[Black "B"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 *');
  await hands.expectPly(6);
  await hands.expectExport('pgn', /2\. Nf3 d6/);
  await hands.expectExport('fen', /^rnbqkbnr\/pp2pppp\/3p4\/8\/3pP3\/5N2\/PPP2PPP\/RNBQKB1R w KQkq/);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '15', opening: 'empty' });
  // Three and three would meet on h8.
  await hands.paste('h9a1h10c1i8e1j8g1');
  await hands.expectPly(8);
  await hands.expectPresent('.forbidden[data-at="h8"]');
  await hands.clickPoint('h8');
  await hands.expectText('.notice', 'h8');
  await hands.expectExport('gomoku', /renju/i);
  await hands.click('#exchange');
  await hands.fill('#record', 'nonsense 99');
  await hands.click('#load');
  await hands.expectText('dialog .field-error', 'nonsense');
  await hands.expectAccessible('a record that cannot be read');
  await hands.close();
});

test('castling by king to rook and by two squares, in both kinds of chess', async () => {
  const hands = await house.open();
  const castles = async (fen, from, to, san) => {
    await hands.paste(fen);
    await hands.clickMove(from, to, 1);
    await hands.expectText('.moves', san);
  };
  const usual = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  await castles(usual, 'e1', 'g1', /O-O\b/);
  await castles(usual, 'e1', 'h1', /O-O\b/);
  await castles(usual, 'e1', 'c1', /O-O-O/);
  await castles(usual, 'e1', 'a1', /O-O-O/);
  const other = '4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1';
  await castles(other, 'b1', 'g1', /O-O\b/);
  await hands.paste('4k3/8/8/8/8/8/8/R2K3R w HA - 0 1');
  await hands.fill('#typed', 'd1h1');
  await hands.press('Enter');
  await hands.expectText('.moves', /O-O\b/);
  await hands.close();
});

test('quick presses and double clicks lose nothing', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  await hands.focus('#typed');
  await hands.type('e4\ne5\nnf3\nnc6\nbb5\n');
  await hands.expectPly(5);
  await hands.expectText('.moves', /e4[\s\S]*e5[\s\S]*Nf3[\s\S]*Nc6[\s\S]*Bb5/);
  await hands.expectCount('.variation', 0);
  await hands.doubleClick('#take-back');
  await hands.expectPly(3);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'empty' });
  await hands.doubleClickPoint('h8');
  await hands.clickPoint('i9');
  await hands.clickPoint('j10');
  await hands.expectPly(3);
  await hands.expectCount('.variation', 0);
  await hands.expectGone('.notice[role="alert"]');
  await hands.close();
});

test('the wheel walks, the space bar asks the engine and plays its move', async () => {
  const hands = await house.open();
  await hands.paste('1. e4 e5 2. Nf3 Nc6 *');
  await hands.wheel('.board', -100);
  await hands.expectPly(3);
  await hands.wheel('.board', -100);
  await hands.expectPly(2);
  await hands.wheel('.board', 100);
  await hands.expectPly(3);
  await hands.click('.strip.bottom');
  await hands.press('Space');
  await hands.tab('analyse');
  await hands.expectVisible('.lines li');
  await hands.click('.strip.bottom');
  await hands.press('Space');
  await hands.expectPly(4);
  await hands.close();
});

test('what is told moves nothing and is said where it was asked', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  await hands.clickMove('e2', 'e4', 1);
  const before = await hands.expectTop('.board');
  // The game before is offered back, in a line over the page.
  await hands.newGame(['game-chess', 'who-people']);
  await hands.expectVisible('#undo-last');
  await hands.expectTop('.board', top => top === before);
  await hands.click('#new-game');
  await hands.select('#start', 'fen');
  await hands.fill('#fen', 'nonsense');
  await hands.click('#begin');
  await hands.expectText('dialog .field-error', 'nonsense');
  await hands.expectAccessible('a new game that cannot begin');
  await hands.press('Escape');
  await hands.expectGone('dialog');
  await hands.click('#exchange');
  await hands.click('#export-fen');
  await hands.expectValue('#record', /^rnbqkbnr/);
  await hands.click('#copy');
  await hands.expectText('#copy', 'Copied');
  await hands.close();
});

test('a wrong number that nobody sees keeps no game from beginning', async () => {
  const hands = await house.open();
  await hands.click('#new-game');
  await hands.click('label[for="game-gomoku"]');
  await hands.fill('#size', '25');
  await hands.click('label[for="game-chess"]');
  await hands.click('label[for="who-people"]');
  await hands.click('#begin');
  await hands.expectGone('dialog');
  await hands.expectPresent('html[data-game="chess"]');
  await hands.close();
});

test('moves by their squares are chess, points are Gomoku', async () => {
  const hands = await house.open();
  await hands.paste('e2e4 e7e5 g1f3');
  await hands.expectText('.moves', /e4[\s\S]*e5[\s\S]*Nf3/);
  await hands.paste('h8 i9 j10');
  await hands.expectCount('.stone', 3);
  await hands.close();
});

test('swap2, by two people', async () => {
  const hands = await house.open(LOOKS[3]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'swap2' });
  const place = async (point, stones) => {
    await hands.clickPoint(point);
    await hands.expectCount('.stone', stones);
  };
  await place('h8', 1);
  await place('i9', 2);
  await place('j7', 3);
  await hands.click('#swap-place');
  await hands.expectText('.swap', '0 of 2');
  await place('c3', 4);
  await place('d4', 5);
  await hands.click('#swap-white');
  await hands.expectGone('#swap-white');
  await hands.expectStatus('to move');
  await hands.clickPoint('k8');
  await hands.expectPly(6);
  await hands.close();
});

test('a reload keeps the game', async () => {
  const hands = await house.open();
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'caro', size: '13', opening: 'empty' });
  await hands.clickPoint('g7');
  await hands.expectPly(1);
  await hands.clickPoint('h8');
  await hands.expectPly(2);
  await hands.reload();
  await hands.expectPly(2);
  await hands.expectAttribute('svg.gomoku', 'data-size', '13');
  await hands.expectCount('.stone', 2);
  await hands.close();
});

test('a server that went away and came back gets the game again', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  await hands.clickMove('e2', 'e4', 1);
  await hands.clickMove('c7', 'c5', 2);
  // The browser itself complains about a server that is not there.
  hands.allowErrors(/ERR_CONNECTION_REFUSED|WebSocket/);
  await house.stopServer();
  await hands.expectVisible('.notice[role="status"]');
  await hands.expectText('.notice[role="status"]', 'connection');
  await house.restartServer();
  await hands.ready();
  await hands.expectGone('.notice[role="status"]');
  await hands.expectCount('.move', 2);
  await hands.clickMove('g1', 'f3', 3);
  await hands.expectText('.moves', /e4.*c5.*Nf3/s);
  await hands.close();
});

test('the theme is remembered, sounds are off until asked for', async () => {
  const hands = await house.open(LOOKS[2]);
  await hands.expectAttribute('html', 'data-theme', 'light');
  await hands.expectAttribute('#sound', 'aria-label', 'Sounds on');
  await hands.click('#theme');
  await hands.expectAttribute('html', 'data-theme', 'dark');
  await hands.click('#sound');
  await hands.reload();
  await hands.expectAttribute('html', 'data-theme', 'dark');
  await hands.expectAttribute('#sound', 'aria-label', 'Sounds off');
  await hands.close();
});
