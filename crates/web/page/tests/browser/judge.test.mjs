// One judge: one scale and one view everywhere, what was better as words and as an arrow, and learning from mistakes.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse();
});
after(() => house?.stop());

const review = async (hands, game) => {
  await hands.paste(game);
  await hands.tab('analyse');
  await hands.click('#review');
  await hands.expectPresent('.review-table');
};

test('a review says how well both sides played and what was better', async () => {
  const hands = await house.open();
  await review(hands, '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0');
  await hands.expectText('[data-accuracy="white"]', /\d+\.\d %/);
  await hands.expectText('[data-accuracy="black"]', /\d+\.\d %/);
  await hands.expectText('.review-table', /Average loss/);
  await hands.expectText('.move[data-ply="6"] .mark', '??');
  // The end of the game is no number.
  await hands.expectWhole('.graph .dot');
  await hands.click('.move[data-ply="6"]');
  await hands.expectText('#verdict', /Blunder \(−\d+\.\d %\): better was \S+/);
  await hands.expectText('.eval-bar .eval-text', /^#1$/);
  await hands.expectAttribute('.eval-bar', 'aria-label', 'Evaluation: white mates in 1');
  await hands.expectPresent('.cg-auto-shapes [stroke="#15781b"], cg-container svg.cg-shapes [stroke="#15781b"]');
  await hands.expectAccessible('a review');
  await hands.shot('review-light-1280');
  await hands.click('#show-better');
  await hands.expectPresent('.variation');
  await hands.expectGone('#verdict');
  await hands.close();
});

test('a mistake is tried again', async () => {
  const hands = await house.open(LOOKS[3]);
  await review(hands, '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0');
  await hands.click('#learn-black');
  await hands.expectText('#lesson-text', /Black played Nf6\?\?. Find a better move/);
  await hands.expectPly(5);
  // Nothing gives the answer away.
  await hands.expectCount('.cg-shapes line', 0);
  await hands.clickMove('a7', 'a6');
  await hands.expectText('#lesson-text', /a6 loses/);
  await hands.expectPly(5);
  await hands.expectCount('.variation', 0);
  await hands.expectAccessible('a lesson');
  await hands.shot('lesson-dark-1280');
  await hands.clickMove('g7', 'g6');
  await hands.expectText('#lesson-text', /g6: (good|the best move)/);
  await hands.click('#lesson-next');
  await hands.expectGone('#lesson-text');
  await hands.close();
});

test('in Gomoku scores and the graph are Black’s', async () => {
  const hands = await house.open(LOOKS[1]);
  await hands.newGame(['game-gomoku', 'who-people'], { rule: 'freestyle', size: '15', opening: 'empty' });
  // An even game, until White leaves an open three alone.
  await review(hands, 'h8i7i9g8j10o1g7o15k11');
  await hands.expectPresent('.graph.first-black');
  await hands.click('.move[data-ply="6"]');
  await hands.expectText('#verdict', 'better was');
  await hands.expectPresent('.gomoku .better');
  await hands.click('label[for="analyse-on"]');
  await hands.expectText('#panel-analyse .facts', 'Plus is good for Black');
  await hands.expectText('.lines .score', /^#\d/);
  await hands.expectNoOverflow();
  await hands.shot('review-gomoku-light-360');
  await hands.click('#learn-white');
  await hands.expectText('#lesson-text', /White played/);
  await hands.click('#lesson-solution');
  await hands.expectText('#lesson-text', 'Better was');
  await hands.expectPresent('.gomoku .better');
  await hands.close();
});
