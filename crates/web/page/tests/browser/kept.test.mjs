// Nothing is lost: games come back after a reload, in another tab and after the server was started anew.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

const TWO_PEOPLE = ['game-chess', 'who-people'];

test('a game of chess is found again in another tab, with its tree, tab and side', async () => {
  let hands = await house.open();
  await hands.paste('[White "Anna"]\n[Black "Vera"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *');
  await hands.click('.variation .move');
  await hands.press('f');
  await hands.tab('analyse');
  await hands.click('#my-games');
  await hands.expectText('.games .game', /Anna – Vera[\s\S]*on the board/);
  await hands.expectAccessible('my games');
  await hands.shot('my-games');
  await hands.press('Escape');
  hands = await hands.reopen();
  await hands.expectPly(0);
  await hands.click('#my-games');
  await hands.click('.games .game');
  await hands.expectGone('dialog');
  await hands.expectText('.move.here', 'd4');
  await hands.expectVisible('.cg-wrap.orientation-black');
  await hands.expectAttribute('#tab-analyse', 'aria-selected', 'true');
  await hands.expectExport('pgn', /\[White "Anna"\][\s\S]*1\. e4 \(1\. d4 d5\) 1\.\.\. e5 2\. Nf3/);
  await hands.close();
});

test('the list is searched, downloaded and emptied, and what was deleted comes back', async () => {
  const hands = await house.open(LOOKS[1]);
  await hands.paste('[White "Lasker"]\n[Black "Tarrasch"]\n[Result "1-0"]\n\n1. d4 d5 1-0');
  await hands.paste('(;GM[4]SZ[15]RU[renju]PB[Nara]PW[Soosorv];B[hh];W[ii])');
  await hands.newGame(TWO_PEOPLE);
  await hands.click('#my-games');
  await hands.expectPresent('.games li:nth-child(2)');
  await hands.fill('#game-search', 'lasker 1-0');
  await hands.expectCount('.games li', 1);
  await hands.expectText('.games .game', 'Lasker – Tarrasch');
  await hands.fill('#game-search', 'renju');
  await hands.expectText('.games .game', /Soosorv – Nara/);
  await hands.expectNoOverflow();
  await hands.expectSaved('.games .download', 'Soosorv-Nara.sgf', /PB\[Nara\][\s\S]*;B\[hh\];W\[ii\]/);
  await hands.click('.games .remove');
  await hands.expectCount('.games li', 0);
  await hands.click('#undo-remove');
  await hands.expectCount('.games li', 1);
  await hands.fill('#game-search', 'lasker');
  await hands.expectSaved('.games .download', 'Lasker-Tarrasch.pgn', /\[White "Lasker"\][\s\S]*1\. d4 d5 1-0/);
  await hands.fill('#game-search', '');
  await hands.click('#remove-all');
  await hands.click('#remove-all');
  await hands.expectText('.my-games .facts', 'No game is kept yet');
  await hands.close();
});

test('games survive the server', async () => {
  const hands = await house.open();
  hands.allowErrors(/ERR_CONNECTION_REFUSED|WebSocket connection/);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'standard', size: '15', opening: 'empty' });
  await hands.clickPoint('h8');
  await hands.expectPly(1);
  await hands.clickPoint('i9');
  await hands.expectPly(2);
  await house.stopServer();
  await hands.expectVisible('.notice[role="status"]');
  await house.restartServer();
  await hands.expectPresent('html[data-ready]');
  await hands.expectPly(2);
  await hands.clickPoint('j10');
  await hands.expectPly(3);
  // A tab that is closed before the server has answered cannot keep what it was just told.
  await hands.expectAttribute('html', 'data-kept', '3');
  const other = await hands.reopen();
  await other.click('#my-games');
  await other.expectText('.games .game', /Gomoku, Standard/);
  await other.click('.games .game');
  await other.expectPly(3);
  await other.expectCount('.stone', 3);
  await other.close();
});

for (const [name, game, fields, play] of [
  ['chess', TWO_PEOPLE, {}, [hands => hands.clickMove('e2', 'e4'), hands => hands.clickMove('e7', 'e5')]],
  [
    'Gomoku',
    ['game-gomoku', 'who-people'],
    { rule: 'standard', size: '15', opening: 'empty' },
    [hands => hands.clickPoint('h8'), hands => hands.clickPoint('i9')],
  ],
]) {
  test(`a move of ${name} is not lost where the tab is closed before the server has answered`, async () => {
    const hands = await house.open({ ...LOOKS[2], mayFallSilent: true });
    await hands.newGame(game, fields);
    await play[0](hands);
    await hands.expectAttribute('html', 'data-kept', '1');
    await hands.silenceServer();
    await play[1](hands);
    await hands.drawn();
    const other = await hands.reopen();
    await other.click('#my-games');
    await other.click('.games .game');
    await other.expectGone('dialog');
    await other.expectPly(2);
    await other.expectAttribute('html', 'data-kept', '2');
    await other.close();
  });
}

test('a reload in a clocked game goes on as it was', async () => {
  const hands = await house.open();
  await hands.newGame(TWO_PEOPLE, { clock: '600+5' });
  await hands.clickMove('e2', 'e4', 1);
  await hands.clickMove('e7', 'e5', 2);
  await hands.reload();
  await hands.expectPly(2);
  await hands.expectText('.strip[data-side="black"] .clock', /^(10:0|9:5)/);
  await hands.clickMove('g1', 'f3', 3);
  await hands.expectText('.strip[data-side="white"] .clock', /^(10:0|9:5)/);
  await hands.expectVisible('#clockstop');
  await hands.close();
});

test('a reload in the swap2 opening goes on as it was', async () => {
  const hands = await house.open();
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'swap2' });
  await hands.tab('play');
  await hands.clickPoint('h8');
  await hands.clickPoint('i9');
  await hands.clickPoint('c3');
  await hands.expectVisible('#swap-black');
  await hands.reload();
  await hands.expectVisible('#swap-black');
  await hands.expectCount('.stone', 3);
  await hands.click('#swap-white');
  await hands.expectGone('#swap-black');
  await hands.close();
});

test('new game, load and resign are undone', async () => {
  const hands = await house.open();
  await hands.newGame(TWO_PEOPLE);
  await hands.clickMove('d2', 'd4', 1);
  await hands.newGame(TWO_PEOPLE);
  await hands.expectPly(0);
  await hands.click('#undo-last');
  await hands.expectPly(1);
  await hands.expectText('.move.here', 'd4');
  await hands.paste('1. c4 c5 *');
  await hands.expectPly(2);
  await hands.expectAccessible('a game that was loaded over another');
  await hands.click('#undo-last');
  await hands.expectText('.move.here', 'd4');
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { clock: 'none', movetime: '100', level: '1000' });
  await hands.clickMove('e2', 'e4', 2);
  await hands.click('#hint');
  await hands.expectVisible('.hint-text');
  await hands.click('#draw');
  await hands.expectText('.notice[role="alert"]', 'plays on');
  await hands.click('#resign');
  await hands.expectStatus('resigned');
  // What was said while it was played is not said any more.
  await hands.expectGone('.hint-text');
  await hands.expectGone('.notice[role="alert"]');
  await hands.click('#undo-last');
  await hands.expectStatus('White to move');
  await hands.expectPly(2);
  await hands.close();
});
