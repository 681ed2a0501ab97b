// What leaves the page and comes back: links, pictures, files with many games.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

test('a game is a link that opens where it was looked at', async () => {
  const hands = await house.open();
  await hands.paste('[White "Anna"]\n\n1. e4 {first} e5 (1... c5 2. Nf3) 2. Nf3 *');
  await hands.click('.move[data-ply="1"]');
  await hands.expectPly(1);
  await hands.click('#share');
  await hands.expectValue('#share-fen', /^rnbqkbnr\/pppppppp\/8\/8\/4P3/);
  await hands.expectValue('#share-link', /#p1\./);
  await hands.expectAccessible('share');
  const other = await hands.follow('#share-link');
  await other.expectPly(1);
  await other.expectText('.variation', /1… *c5/);
  await other.expectText('.moves .said', 'first');
  await other.close();
});

test('the same in Gomoku, with pictures', async () => {
  const hands = await house.open(LOOKS[3]);
  await hands.paste('h8h9i9');
  await hands.expectCount('.stone', 3);
  await hands.click('#share');
  await hands.expectValue('#share-link', /#g3\./);
  await hands.expectSaved('#save-svg', 'board.svg', /^<svg [\s\S]*<circle/);
  await hands.expectSaved('#save-png', 'board.png', /PNG/);
  await hands.expectSaved('#save-gif', 'game.gif', /^GIF89a[\s\S]*NETSCAPE2\.0/);
  const other = await hands.follow('#share-link');
  await other.expectCount('.stone', 3);
  await other.close();
});

test('the board of chess and its game as pictures', async () => {
  const hands = await house.open();
  await hands.paste('1. e4 e5 2. Nf3 *');
  await hands.click('#share');
  await hands.expectSaved('#save-svg', 'board.svg', text => (text.match(/<image /g) ?? []).length === 32);
  await hands.expectSaved('#save-png', 'board.png', /PNG/);
  await hands.expectSaved('#save-gif', 'game.gif', /^GIF89a/);
  await hands.close();
});

const MANY = Array.from(
  { length: 300 },
  (_, n) =>
    `[Event "Club"]\n[White "White ${n}"]\n[Black "Black ${n}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. B${'bc'[n % 2]}${5 - (n % 2)} a6 1-0\n`,
).join('\n');

test('a file with several games shows them to pick one', async () => {
  const hands = await house.open(LOOKS[1]);
  await hands.click('#exchange');
  await hands.choose('#open-file', 'club.pgn', MANY);
  await hands.expectText('.picker', '300 games');
  await hands.expectText('.picker .games li:nth-child(1)', /White 0 – Black 0 1-0[\s\S]*Ruy Lopez/);
  await hands.expectText('.picker .games li:nth-child(2)', /Italian Game/);
  await hands.expectAccessible('games of a file');
  await hands.expectNoOverflow();
  await hands.shot('picker-light-360');
  await hands.fill('#pick-search', 'white 217');
  await hands.expectCount('.picker .games li', 1);
  await hands.click('.picker .game');
  await hands.expectGone('dialog');
  await hands.expectText('.strip.bottom', 'White');
  await hands.expectExport('pgn', /\[White "White 217"\]/);
  await hands.close();
});

test('an SGF file with several games shows them, and loads the one that is picked', async () => {
  const hands = await house.open(LOOKS[1]);
  const games = Array.from(
    { length: 30 },
    (_, n) => `(;GM[4]SZ[15]RU[Renju]PB[Black ${n}]PW[White ${n}]RE[W+];B[hh];W[hg];B[ig](;W[ii])(;W[jj];B[aa]))`,
  );
  await hands.drop('club.sgf', [...games, '(;GM[1]SZ[19];B[pd])', '(;GM[4]SZ[19]PB[Éva];B[jj])'].join('\n'));
  await hands.expectText('.picker', '32 games');
  await hands.expectText('.picker .games li:nth-child(1)', /White 0 – Black 0 1-0[\s\S]*Renju · Kagetsu · 4 moves/);
  await hands.expectText('.picker .games li:nth-child(31)', /GM\[1\]/);
  await hands.expectAccessible('games of an SGF');
  await hands.expectNoOverflow();
  await hands.shot('picker-sgf-light-360');
  await hands.fill('#pick-search', 'éva');
  await hands.expectCount('.picker .games li', 1);
  await hands.click('.picker .game');
  await hands.expectGone('dialog');
  await hands.expectAttribute('svg.gomoku', 'data-size', '19');
  await hands.expectPresent('.stone[data-at="k10"], .stone[data-at="j10"]');
  await hands.click('#exchange');
  await hands.fill('#record', games.join(''));
  await hands.click('#load');
  await hands.fill('#pick-search', 'renju 7');
  await hands.expectCount('.picker .games li', 3);
  await hands.click('.picker .game');
  await hands.expectGone('dialog');
  await hands.expectText('.variation', /4\. *j6/);
  await hands.expectExport('gomoku', /PW\[White 7\]/);
  await hands.close();
});

test('a file is dropped on the page', async () => {
  const hands = await house.open();
  await hands.drop('one.pgn', '[White "Dropped"]\n\n1. c4 *');
  await hands.expectGone('dialog');
  await hands.expectText('.moves', 'c4');
  await hands.drop('stones.sgf', '(;GM[4]SZ[15];B[hh];W[ii])');
  await hands.expectCount('.stone', 2);
  await hands.drop('bad.pgn', '1. e5');
  await hands.expectText('dialog .field-error', 'e5');
  await hands.close();
});
