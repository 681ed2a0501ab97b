import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText } from '../../src/errors.js';
import { frenchError } from '../../src/errors-fr.js';

test('what the board refuses is told in French, sentence within sentence', () => {
  for (const [english, french] of [
    [
      `the PGN can't be read: line 1, column 4: found "e5", expected a legal move (no pawn of white can legally go to e5 like that)`,
      'le PGN est illisible : ligne 1, colonne 4, « e5 » n’est pas légal : aucun pion des Blancs ne peut aller en e5 ainsi',
    ],
    [
      `the PGN can't be read: line 1, column 6: found "xx", expected a position (bad FEN, piece placement (field 1): found 1 ranks in "xx", expected 8 with / between them)`,
      'le PGN est illisible : ligne 1, colonne 6, « xx » n’est pas une position : FEN incorrecte, les pièces (champ 1) : « xx » a 1 rangée, il en faut 8, séparées par /',
    ],
    [
      'bad FEN, piece placement (field 1): white has 0 kings, exactly one is needed',
      'FEN incorrecte, les pièces (champ 1) : les Blancs ont 0 roi, il en faut exactement un',
    ],
    ['move 2: h8 already holds a stone: play an empty point', 'coup 2 : h8 a déjà une pierre : jouez un point libre'],
    [
      'h8 is forbidden (overline): play another point',
      'h8 est interdit (plus de cinq en ligne) : jouez un autre point',
    ],
    ['what nobody has told yet', 'what nobody has told yet'],
  ] as const)
    assert.equal(frenchError(english), french);
});

test('a sentence begins with a capital letter, a move does not', () => {
  assert.equal(errorText('the game is over'), 'The game is over');
  assert.equal(errorText('h8 already holds a stone'), 'h8 already holds a stone');
});
