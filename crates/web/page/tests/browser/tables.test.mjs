// Endgame tables that the server was given.
import { after, before, test } from 'node:test';
import { LOOKS, startHouse, TABLES } from './harness.mjs';

let house;
before(async () => {
  house = await startHouse({ server: ['--syzygy', TABLES] });
});
after(() => house?.stop());

test('an analysis knows what the endgame tables know', async () => {
  const hands = await house.open(LOOKS[2]);
  await hands.paste('8/8/8/4k3/8/4K3/4P3/8 b - - 0 1');
  await hands.tab('analyse');
  await hands.click('label[for="analyse-on"]');
  // Black has the opposition, and must give it up.
  await hands.expectText('.lines li', '+TB');
  await hands.expectAttribute('.eval-bar', 'aria-label', /white wins by the endgame tables/);
  await hands.shot('tables');
  await hands.paste('8/8/8/4k3/8/4K3/4P3/8 w - - 0 1');
  await hands.tab('analyse');
  await hands.expectText('.lines li', '+0.00');
  await hands.close();
});
