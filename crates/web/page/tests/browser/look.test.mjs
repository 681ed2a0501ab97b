// How it looks and speaks: the board fills the screen, phones, colours of the boards, English and French.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

for (const [width, height, least] of [
  [1920, 1080, 880],
  [2560, 1440, 1240],
]) {
  test(`the board fills ${width}x${height}`, async () => {
    const hands = await house.open({ theme: 'light', width, height });
    await hands.paste('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *');
    await hands.expectWidth('.board', found => found >= least);
    await hands.expectNoOverflow();
    await hands.expectBottom('.walk', bottom => bottom <= height);
    await hands.tab('analyse');
    await hands.expectAccessible(`${width}x${height}`);
    await hands.shot(`wide-${width}`);
    await hands.close();
  });
}

test('a phone has its walk under the board, and a small field is touched twice', async () => {
  const hands = await house.open({ ...LOOKS[0], touch: true });
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '19', opening: 'empty' });
  await hands.expectText('#rule-played', /Renju · 19×19 · Black may not/);
  await hands.touchPoint('j10');
  await hands.expectPresent('.touched[data-at="j10"]');
  await hands.expectPly(0);
  await hands.touchPoint('k11');
  await hands.expectPresent('.touched[data-at="k11"]');
  await hands.touchPoint('k11');
  await hands.expectPly(1);
  await hands.expectPresent('.stone[data-at="k11"]');
  await hands.click('#phone-back');
  await hands.expectPly(0);
  await hands.click('#phone-forward');
  await hands.expectPly(1);
  await hands.expectNoOverflow();
  await hands.shot('phone-gomoku-19');
  await hands.close();
});

test('boards, coordinates and colours are chosen and remembered', async () => {
  const hands = await house.open();
  await hands.click('#settings');
  await hands.select('#set-chess-board', 'blue');
  await hands.select('#set-theme', 'dark');
  await hands.click('label[for="set-coordinates"]');
  await hands.expectAccessible('settings');
  await hands.press('Escape');
  await hands.expectGone('.cg-wrap coords');
  await hands.reload();
  await hands.expectAttribute('html', 'data-theme', 'dark');
  await hands.expectAttribute('html', 'data-chess-board', 'blue');
  await hands.expectGone('.cg-wrap coords');
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'empty' });
  await hands.expectGone('.coordinate');
  await hands.click('#settings');
  await hands.select('#set-gomoku-board', 'contrast');
  await hands.click('label[for="set-coordinates"]');
  await hands.click('label[for="set-numbers"]');
  await hands.press('Escape');
  await hands.clickPoint('h8');
  await hands.expectPresent('.stone');
  await hands.expectText('.gomoku .number', '1');
  await hands.expectAccessible('Gomoku in high contrast');
  await hands.close();
});

test('the pieces are chosen, remembered, and those of every board and picture', async () => {
  const hands = await house.open();
  await hands.newGame(['who-people']);
  const isLetters = address => decodeURIComponent(address).includes('>K</text>');
  await hands.expectStyle('piece.king.white', 'backgroundImage', address => !isLetters(address));
  await hands.click('#settings');
  await hands.select('#set-pieces', 'letters');
  await hands.press('Escape');
  await hands.expectStyle('piece.king.white', 'backgroundImage', isLetters);
  await hands.reload();
  await hands.expectStyle('piece.king.white', 'backgroundImage', isLetters);
  await hands.click('#share');
  await hands.expectSaved('#save-svg', 'board.svg', isLetters);
  await hands.press('Escape');
  await hands.shot('pieces-letters');
  await hands.click('#settings');
  await hands.select('#set-pieces', 'flat');
  await hands.press('Escape');
  await hands.expectStyle('piece.king.white', 'backgroundImage', address => !isLetters(address));
  await hands.shot('pieces-flat');
  await hands.click('#settings');
  await hands.select('#set-pieces', 'classic');
  await hands.expectStyle('piece.king.white', 'backgroundImage', /base64/);
  await hands.close();
});

test('the page speaks French where the browser does, and says why in French', async () => {
  const hands = await house.open({ ...LOOKS[2], locale: 'fr-FR' });
  await hands.expectAttribute('html', 'lang', 'fr');
  await hands.expectText('#new-game', 'Nouvelle partie');
  await hands.expectStatus('Trait aux Blancs');
  await hands.paste('1. f3 e5 2. g4 Qh4#');
  await hands.expectStatus('Les Noirs gagnent : mat');
  await hands.tab('analyse');
  await hands.click('#review');
  await hands.expectText('.review-table', 'Précision');
  await hands.click('.move[data-ply="3"]');
  await hands.expectText('#verdict', /Gaffe \(−\d+,\d %\) : meilleur était/);
  await hands.click('.move[data-ply="2"]');
  await hands.tab('inside');
  await hands.fill('#why-move', 'g4');
  await hands.click('#why-ask');
  await hands.expectText('.answer', 'g4 n’a pas été choisi');
  await hands.expectAccessible('in French');
  await hands.shot('french');
  await hands.click('#new-game');
  await hands.expectText('dialog h2', 'Nouvelle partie');
  await hands.expectText('#begin', 'Commencer');
  await hands.press('Escape');
  // Switching back loses nothing.
  await hands.click('#settings');
  await hands.select('#set-language', 'en');
  await hands.expectAttribute('html', 'lang', 'en');
  await hands.ready();
  await hands.expectText('#new-game', 'New game');
  await hands.expectCount('.move', 4);
  await hands.close();
});

test('what is refused is told in French, by the board as it is', async () => {
  const hands = await house.open({ ...LOOKS[0], locale: 'fr-FR' });
  await hands.click('#exchange');
  for (const [record, told] of [
    [
      '1. e4 e5 2. Nd5',
      'Le PGN est illisible : ligne 1, colonne 13, « Nd5 » n’est pas légal : aucun cavalier des Blancs',
    ],
    ['1. e4 e5 2. O-O', 'les Blancs ne peuvent pas y roquer'],
    ['1. e4 quoi', '« quoi » n’est pas un coup comme e4'],
    ['1. e4 (', 'il manque une parenthèse'],
    ['[White "A"]\n\n1. e9', '« e9 »'],
    ['8/8/8/8/8/8/8/8 w - - 0 1', 'FEN incorrecte, les pièces (champ 1) : les Blancs ont 0 roi'],
    ['k7/8/8/8/8/8/8/K6R w KQkq - 0 1', 'sans tour de ce côté'],
    ['k6R/8/8/8/8/8/8/K7 w - - 0 1', 'prendre aussitôt le roi noir'],
    ['rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'la rangée 7 (« ppppppppp ») a 9 cases'],
    ['P6k/8/8/8/8/8/8/K7 w - - 0 1', 'un pion est en a8'],
    ['k7/8/8/8/8/8/8/K6R x - - 0 1', '« x » au lieu de w ou b'],
    ['k7/8/8/8/8/8/8/K6R w - e4 0 1', 'une case de la rangée 6'],
    ['e2e5', 'Demi-coup 1 : « e2e5 » : le pion en e2 ne peut pas aller en e5'],
    ['o16', 'n’est pas un point d’un plateau de 15×15'],
    ['(;GM[4];B[hh];W[hh])', 'Coup 2 : h8 a déjà une pierre'],
    ['(;GM[1];B[hh])', 'Ce SGF est d’un autre jeu, GM[1]'],
    ['(;B[hh', 'au milieu d’une valeur'],
    ['(;B[hh]', 'avant sa parenthèse'],
    ['(;%)', '« % » dans le SGF'],
    ['(;GM[4]SZ[99])', 'Le plateau est SZ[99]'],
    ['(;GM[4]SZ[15];B[zz])', '« zz » n’est pas un point du plateau de 15×15'],
  ]) {
    await hands.fill('#record', record);
    await hands.click('#load');
    await hands.expectText('dialog .field-error', told);
  }
  await hands.expectNoOverflow();
  await hands.shot('refused-french-360');
  await hands.close();
});

// Every English sentence about a technique has one of these, and no French one; names of techniques have none.
const ENGLISH = /\b(the|that|by|with|than|nodes?|captures|leaves|deeply|number|evaluation)\b/i;
const isFrench = text => /\S/.test(text) && !ENGLISH.test(text);

test('a look inside in French has no English sentence, in both games', async () => {
  const hands = await house.open({ ...LOOKS[2], locale: 'fr-FR' });
  const look = async move => {
    await hands.tab('inside');
    await hands.select('#inside-nodes', '20000');
    await hands.click('#record-search');
    await hands.expectVisible('.techniques .deeds');
    await hands.expectEach('.techniques .sentence', isFrench);
    await hands.click('.tree button.node');
    await hands.expectVisible('.tree ul .branch .node-note');
    await hands.expectEach('.tree .node-note, .tree .what', text => !ENGLISH.test(text));
    await hands.fill('#why-move', move);
    await hands.click('#why-ask');
    await hands.expectText('.answer .conclusion', move);
    await hands.click('.answer summary');
    await hands.expectEach('.answer p', isFrench);
  };
  await hands.paste('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3');
  await look('f6');
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'renju', size: '15', opening: 'empty' });
  await hands.paste('h8i9j7h9k7j9');
  await look('a1');
  await hands.shot('inside-gomoku-french');
  await hands.close();
});
