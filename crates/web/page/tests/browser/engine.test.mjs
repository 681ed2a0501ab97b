// The engine plays, suggests, analyses and explains.
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
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], QUICK);
  await hands.clickMove('e2', 'e4', 2);
  await hands.clickMove('g1', 'f3', 4);
  await hands.expectText('.move[data-ply="2"] .spent', /s$/);
  await hands.click('#take-back');
  await hands.expectPly(2);
  await hands.click('#hint');
  await hands.expectVisible('.hint-text');
  await hands.clickMove('d2', 'd3', 4);
  await hands.click('#resign');
  await hands.expectStatus('resigned');
  await hands.close();
});

test('a move prepared while the engine thinks is played after its answer', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { ...QUICK, level: '3000', movetime: '30000' });
  await hands.clickMove('e2', 'e4', 1);
  await hands.clickMove('d2', 'd4');
  await hands.expectCount('square.current-premove', 2);
  await hands.expectPly(1);
  await hands.click('#move-now');
  await hands.expectPlyAtLeast(3);
  await hands.expectText('.move[data-ply="3"]', 'd4');
  await hands.close();
});

test('the engine begins when the person is Black', async () => {
  const hands = await house.open(LOOKS[0]);
  await hands.newGame(['game-chess', 'who-engine', 'side-black'], QUICK);
  await hands.expectPly(1);
  await hands.expectVisible('.cg-wrap.orientation-black');
  await hands.close();
});

test('clocks run, and the engine keeps to its own', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { level: '1000', clock: '180+2' });
  await hands.clickMove('e2', 'e4', 2);
  await hands.expectVisible('.strip[data-side="white"] .clock.running');
  await hands.expectText('.strip[data-side="black"] .clock', /^[23]:/);
  await hands.close();
});

test('two engines play chess, pause and go on', async () => {
  const hands = await house.open(LOOKS[3]);
  await hands.newGame(['game-chess', 'who-engines'], { clock: 'none', movetime: '500', level: '3000', level2: '3000' });
  await hands.expectPlyAtLeast(1);
  await hands.click('#pause');
  await hands.expectVisible('#engine-move');
  const paused = await hands.expectPlyAtLeast(1);
  await hands.click('#engine-move');
  await hands.expectPlyAtLeast(paused + 2);
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
  await hands.expectPlyAtLeast(6);
  await hands.expectVisible('.moves .result');
  await hands.close();
});

test('a Gomoku game against the engine, to the end', async () => {
  const hands = await house.open(LOOKS[2]);
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
    if (await hands.expectPlyOrEnd(2 * i + 2)) break;
  }
  await hands.expectText('.moves .result', /1-0/);
  await hands.close();
});

test('Chess960 begins from the chosen position', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people'], { start: '960', chess960: '0' });
  await hands.expectPly(0);
  await hands.expectExport('fen', /^bbqnnrkr\/pppppppp/);
  await hands.clickMove('e2', 'e4', 1);
  // Castling is king takes rook.
  await hands.newGame(['game-chess', 'who-people'], { start: 'fen', fen: '4k3/8/8/8/8/8/8/1K4R1 w G - 0 1' });
  await hands.clickMove('b1', 'g1', 1);
  await hands.expectText('.moves', /O-O/);
  await hands.close();
});

for (const look of [LOOKS[2], LOOKS[1]]) {
  test(`analysis of a chess game, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    await hands.paste('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 Qd4 6. Nf3 Qxe4+ 7. Qe2 Bg4 8. Qxe4+ *');
    await hands.expectPly(15);
    await hands.tab('analyse');
    await hands.select('#line-count', '3');
    await hands.click('label[for="analyse-on"]');
    await hands.expectCount('.lines li', 3);
    await hands.expectPresent('.cg-shapes line');
    await hands.expectDepth(6);
    await hands.click('#review');
    await hands.expectVisible('.move .mark');
    await hands.expectText('#review', 'Review the game');
    await hands.clickAt('.graph', 2, 20);
    await hands.expectPly(0);
    await hands.click('.move[data-ply="9"]');
    await hands.expectPly(9);
    await hands.expectVisible('.lines li');
    await hands.expectAttribute('.eval-bar', 'aria-label', label => label !== 'No evaluation yet');
    await hands.expectNoOverflow();
    await hands.shot(`analyse-${lookName(look)}`);
    await hands.close();
  });

  test(`a look inside, ${lookName(look)}`, async () => {
    const hands = await house.open(look);
    await hands.paste('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3');
    await hands.tab('inside');
    await hands.select('#inside-nodes', '20000');
    await hands.click('#record-search');
    await hands.expectVisible('.tree .node');
    await hands.expectVisible('.depths tbody tr');
    await hands.expectVisible('.techniques .bar-fill');
    await hands.click('.tree button.node');
    await hands.expectVisible('.tree ul ul .node, .tree ul .branch .facts');
    await hands.fill('#why-move', 'f6');
    await hands.click('#why-ask');
    await hands.expectText('.answer', 'f6');
    await hands.expectNoOverflow();
    await hands.click('#why-pick');
    await hands.expectAttribute('#why-pick', 'aria-pressed', 'true');
    await hands.clickMove('g7', 'g5');
    await hands.expectText('.answer', 'g5');
    await hands.expectPly(0);
    await hands.shot(`inside-${lookName(look)}`);
    await hands.close();
  });
}

test('Gomoku analysis: lines, heat and threats', async () => {
  const hands = await house.open(LOOKS[3]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'ninuki', size: '15', opening: 'empty' });
  await hands.paste('h8i9i8g8j8k8h9h10');
  await hands.expectPly(8);
  await hands.tab('analyse');
  await hands.click('label[for="analyse-on"]');
  await hands.expectVisible('.lines li');
  await hands.expectPresent('.heat');
  await hands.expectPresent('.candidate');
  await hands.shot('analyse-gomoku-dark-1280');
  await hands.close();
});

test('a look inside Gomoku: the tree, its line on the board, and why', async () => {
  const hands = await house.open(LOOKS[0]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '15', opening: 'empty' });
  await hands.paste('h8i9j7h9k7j9');
  await hands.expectPly(6);
  await hands.tab('inside');
  await hands.select('#inside-nodes', '20000');
  await hands.click('#record-search');
  await hands.expectVisible('.tree .node');
  await hands.expectVisible('.depths tbody tr');
  await hands.expectVisible('.techniques .deeds');
  await hands.click('.tree button.node');
  await hands.expectVisible('.tree ul ul .node, .tree ul .branch .facts');
  await hands.expectPresent('.shown.black');
  await hands.fill('#why-move', 'a1');
  await hands.click('#why-ask');
  await hands.expectText('.answer', 'a1 was not chosen');
  await hands.click('#why-pick');
  await hands.expectAttribute('#why-pick', 'aria-pressed', 'true');
  await hands.clickPoint('j8');
  await hands.expectText('.answer', 'j8');
  await hands.expectPly(6);
  await hands.expectNoOverflow();
  await hands.shot('inside-gomoku-light-360');
  await hands.close();
});

test('the end of a game is told with what comes next: review, rematch, another one', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-people']);
  for (const [i, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries())
    await hands.clickMove(move.slice(0, 2), move.slice(2), i + 1);
  await hands.expectText('.end-card', /Black wins[\s\S]*checkmate/);
  await hands.expectAccessible('the end of a game');
  await hands.shot('end-card-light-1280');
  await hands.click('#end-review');
  await hands.expectPresent('.review-table');
  await hands.tab('play');
  await hands.expectText('.end-card', /White: accuracy \d/);
  await hands.click('#rematch');
  await hands.expectPly(0);
  await hands.expectGone('.end-card');
  await hands.close();
});

test('a rematch of Gomoku changes sides', async () => {
  const hands = await house.open(LOOKS[3]);
  await hands.newGame(['game-gomoku', 'who-engine', 'side-black'], { ...QUICK, rule: 'renju', size: '13' });
  await hands.clickPoint('g7');
  await hands.expectPly(2);
  await hands.click('#resign');
  await hands.expectText('.end-card', 'White wins');
  await hands.click('#rematch');
  await hands.expectText('.strip[data-side="black"]', '1000 Elo');
  await hands.expectText('#rule-played', /Renju · 13×13/);
  await hands.expectPly(1);
  await hands.close();
});

test('a draw is offered: the engine declines at the beginning, two people agree', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], QUICK);
  await hands.clickMove('e2', 'e4', 2);
  await hands.click('#draw');
  await hands.expectText('.notice[role="alert"]', 'plays on');
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'empty' });
  await hands.clickPoint('h8');
  await hands.expectPly(1);
  await hands.click('#draw');
  await hands.expectText('.end-card', /draw[\s\S]*agreed/i);
  await hands.click('#undo-last');
  await hands.expectStatus('White to move');
  await hands.close();
});
