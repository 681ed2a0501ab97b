// The tree of the game: nothing is cut off by a click, and what is said about a move stays with it.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

const ANNOTATED = `[Event "Casual game"]
[White "Anderssen"]
[Black "Dufresne"]
[Result "1-0"]

1. e4 {best by test} (1. d4 d5 (1... Nf6 $5 2. c4)) 1... e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0`;

test('a move tried in a loaded game is a variation, and nobody answers', async () => {
  const hands = await house.open();
  await hands.newGame(['game-chess', 'who-engine', 'side-white'], { clock: 'none', movetime: '100', level: '1000' });
  await hands.paste(ANNOTATED);
  await hands.expectPly(6);
  await hands.expectText('.variation', /1\. *d4 *d5 *\(1… *Nf6 *!\? *2\. *c4 *\)/);
  await hands.expectText('.moves .said', 'best by test');
  await hands.click('.move[data-ply="3"]');
  await hands.expectPly(3);
  await hands.clickMove('g8', 'f6', 4);
  await hands.expectText('.move.inline.here', 'Nf6');
  await hands.expectCount('.move:not(.inline)', 6);
  // The main line goes on after it; the other way is still there.
  await hands.press('ArrowUp');
  await hands.expectText('.move.here', 'Nc6');
  await hands.press('ArrowDown');
  await hands.expectText('.move.here', 'Nf6');
  await hands.expectStatus('White to move');
  await hands.expectExport(
    'pgn',
    /\[White "Anderssen"\][\s\S]*1\. e4 \{best by test\} \(1\. d4 d5 \(1\.\.\. Nf6 \$5 2\. c4\)\)[\s\S]*Nc6 \(2\.\.\.\s+Nf6\)[\s\S]*1-0/,
  );
  await hands.close();
});

test('variations are promoted and deleted, moves get words, glyphs and arrows', async () => {
  const hands = await house.open();
  await hands.paste(ANNOTATED);
  await hands.click('.variation .move');
  await hands.expectText('.move.here', 'd4');
  await hands.click('.node-tools summary');
  await hands.click('[data-nag="3"]');
  await hands.expectText('.move.here', 'd4!!');
  await hands.fill('#comment', 'the closed way');
  await hands.press('Control+Enter');
  await hands.expectText('.variation .said', 'the closed way');
  await hands.drawArrow('d7', 'd5');
  await hands.drawArrow('e4', 'e4');
  await hands.expectCount('.cg-shapes line', 1);
  await hands.click('#make-main');
  await hands.expectAttribute('.move.here', 'data-ply', '1');
  await hands.expectText('.variation', /1\. *e4/);
  // Arrows go with their move and come back with it.
  await hands.press('ArrowRight');
  await hands.expectCount('.cg-shapes line', 0);
  await hands.press('ArrowLeft');
  await hands.expectCount('.cg-shapes line', 1);
  await hands.expectExport('pgn', /1\. d4 \$3 \{\[%csl Ge4\] \[%cal Gd7d5\] the closed way\} \(1\. e4/);
  await hands.click('.variation .move');
  await hands.click('#delete-move');
  await hands.expectPly(0);
  await hands.expectCount('.variation', 1);
  await hands.expectExport('pgn', text => !text.includes('Nf3') && text.includes('1... Nf6'));
  await hands.expectAccessible('node tools');
  await hands.close();
});

test('a loaded game is played on from where one says so', async () => {
  const hands = await house.open(LOOKS[0]);
  await hands.paste('1. e4 e5 2. Nf3 Nc6 *');
  await hands.click('.move[data-ply="2"]');
  await hands.click('#play-here');
  await hands.click('label[for="holds-white-engine"]');
  await hands.click('dialog button[type="submit"]');
  await hands.expectPlyAtLeast(3);
  await hands.expectGone('#play-here');
  await hands.close();
});

test('an SGF of Gomoku comes in with its variations, and goes out with more', async () => {
  const hands = await house.open(LOOKS[3]);
  await hands.paste('(;FF[4]GM[4]SZ[15]RU[renju]PB[Anna]PW[Vera];B[hh]C[the centre](;W[ii];B[gi])(;W[ig]))');
  await hands.expectPly(3);
  await hands.expectText('.variation', /2\. *i9/);
  await hands.click('.variation .move');
  await hands.expectCount('.stone', 2);
  await hands.clickPoint('j10');
  await hands.expectCount('.stone', 3);
  await hands.clickPoint('c3', 'right');
  await hands.expectPresent('.kept[data-at="c3"]');
  await hands.expectExport(
    'gomoku',
    /PW\[Vera\]PB\[Anna\][\s\S]*C\[the centre\]\(;W\[ii\];B\[gi\]\)\(;W\[ig\];B\[jf\]CR\[cm\]\)/,
  );
  await hands.expectExport('psq', /^Piskvorky 15x15[\s\S]*8,8,0\n9,9,0\n7,9,0\nAnna\nVera/);
  await hands.close();
});

test('stones that were set up and records of Piskvork come in', async () => {
  const hands = await house.open();
  await hands.paste('(;GM[4]SZ[15]AB[hh][ih]AW[aa][bb];B[jh])');
  await hands.expectPly(1);
  await hands.expectCount('.stone', 5);
  await hands.paste('Piskvorky 20x20, 11:11, 0\n10,10,0\n11,9,120\nFirst\nSecond\n-1\n');
  await hands.expectPly(2);
  await hands.expectAttribute('svg.gomoku', 'data-size', '20');
  await hands.close();
});

test('steps ask nobody, whatever has the focus', async () => {
  const hands = await house.open();
  const shuffle = Array.from({ length: 75 }, (_, i) => `${2 * i + 1}. Nf3 Nf6 ${2 * i + 2}. Ng1 Ng8`).join(' ');
  await hands.paste(shuffle);
  await hands.expectPly(300);
  await hands.countSent();
  await hands.press(...Array(40).fill('ArrowLeft'));
  await hands.expectPly(260);
  await hands.focus('#tab-play');
  await hands.press('ArrowLeft');
  await hands.expectPly(259);
  await hands.clickSquare('e5');
  await hands.press('ArrowLeft', 'ArrowLeft');
  await hands.expectPly(257);
  await hands.press('Home');
  await hands.expectPly(0);
  await hands.press('End');
  await hands.expectPly(300);
  await hands.press('f');
  await hands.expectVisible('.cg-wrap.orientation-black');
  await hands.expectSent(0);
  // The analysis follows when the walk rests.
  await hands.press('Home');
  await hands.tab('analyse');
  await hands.click('label[for="analyse-on"]');
  await hands.expectVisible('.lines li');
  await hands.press('ArrowRight');
  await hands.expectPly(1);
  await hands.expectVisible('.lines li');
  await hands.close();
});
