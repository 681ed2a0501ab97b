import assert from 'node:assert/strict';
import { test } from 'node:test';
import { material } from '../../src/clock.js';
import { clockText, countText, playerText, scoreText, scoreWords, share, spentText } from '../../src/format.js';
import { deedsText } from '../../src/inside.js';
import { words } from '../../src/wording.js';

test('scores are written as players write them', () => {
  assert.equal(scoreText({ cp: 35 }), '+0.35');
  assert.equal(scoreText({ cp: -120 }), '−1.20');
  assert.equal(scoreText({ cp: 0 }), '+0.00');
  assert.equal(scoreText({ mate: 3 }), '#3');
  assert.equal(scoreText({ mate: -2 }), '#−2');
  assert.equal(scoreText({ win: 5 }), '#5');
  assert.equal(scoreText({ win: -4 }), '#−4');
  assert.equal(scoreText({ end: '0-1' }), '0–1');
});

test('scores are said from both sides', () => {
  assert.equal(scoreWords({ cp: 3 }, 'white', 'black'), 'even');
  assert.equal(scoreWords({ cp: -150 }, 'white', 'black'), 'black is ahead by 1.50');
  assert.equal(scoreWords({ mate: -2 }, 'white', 'black'), 'black mates in 2');
  assert.equal(scoreWords({ win: 5 }, 'black', 'white'), 'black wins in 5');
});

test('the bar is even at zero, grows with the score and ends with a win', () => {
  assert.equal(share({ cp: 0 }), 0.5);
  assert.ok(share({ cp: 100 }) > 0.55 && share({ cp: 100 }) < share({ cp: 300 }));
  assert.ok(Math.abs(share({ cp: 250 }) + share({ cp: -250 }) - 1) < 1e-9);
  assert.equal(share({ mate: 1 }), 1);
  assert.equal(share({ mate: -1 }), 0);
  assert.equal(share({ win: -3 }), 0);
  // A mated king: who has won, not a mate in zero moves.
  assert.equal(share({ end: '0-1' }, 'white'), 0);
  assert.equal(share({ end: '0-1' }, 'black'), 1);
  assert.equal(share({ end: '1/2-1/2' }), 0.5);
});

test('times', () => {
  assert.equal(spentText(30), '30 ms');
  assert.equal(spentText(440), '0.4 s');
  assert.equal(spentText(12_300), '12 s');
  assert.equal(spentText(125_000), '2:05');
  assert.equal(clockText(300_000), '5:00');
  assert.equal(clockText(299_001), '5:00');
  assert.equal(clockText(19_950), '0:19.9');
  assert.equal(clockText(-5), '0:00.0');
  assert.equal(clockText(3_723_000), '1:02:03');
});

test('counts and players', () => {
  assert.equal(countText(950), '950');
  assert.equal(countText(12_345), '12.3 k');
  assert.equal(countText(999_999), '1000 k');
  assert.equal(countText(4_560_000), '4.56 M');
  assert.equal(playerText('human'), 'Player');
  assert.equal(playerText({ engine: { elo: 1500, movetime: 500 } }), 'Régence, 1500 Elo');
  assert.equal(playerText({ engine: { elo: null, movetime: 500 } }), 'Régence, full strength');
});

test('what is ahead, what was done and who has won are told in words', () => {
  assert.equal(material('4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1', 'white'), 14);
  assert.equal(material('4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1', 'black'), -14);
  assert.equal(
    deedsText({ cut: 12, skipped: 0, reduced: 1500, extended: 0, own: 3 }),
    '12 nodes cut · 1.5 k searched less deep · 3 nodes of its own',
  );
  assert.equal(words.result({ result: '0-1', reason: 'five', side: null }), 'Black wins');
  assert.equal(words.reason({ result: '1-0', reason: 'time', side: 'black' }), 'Black ran out of time');
});
