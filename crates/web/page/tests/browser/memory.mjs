// The static page's memory during a long analysis in Chromium: `npm run memory -- MINUTES`. A game of ten plies is gone
// through again and again, half a minute on each position; told is what the processes of the browser hold.
import { readFileSync } from 'node:fs';
import { STATIC, startHouse } from './harness.mjs';

const minutes = Number(process.argv[2] ?? 30);
const STEP = 30_000;

const house = await startHouse({ folder: STATIC });
const hands = await house.open();
await hands.newGame(['game-chess', 'who-people']);
const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5a4', 'g8f6', 'd2d3', 'f8c5'];
for (const [i, move] of moves.entries()) await hands.clickMove(move.slice(0, 2), move.slice(2), i + 1);
await hands.tab('analyse');
await hands.click('label[for="analyse-on"]');
await hands.expectDepth(8);

/** Megabytes in memory of each process that the browser has. */
async function held() {
  const sizes = {};
  for (const { type, id } of await house.processes()) {
    const status = readFileSync(`/proc/${id}/status`, 'utf8');
    sizes[type] = (sizes[type] ?? 0) + Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
  }
  return sizes;
}

for (let step = 0; step <= (minutes * 60_000) / STEP; step += 1) {
  const ply = moves.length - (step % moves.length);
  await hands.click(`.move[data-ply="${ply}"]`);
  await hands.expectDepth(8);
  await new Promise(done => setTimeout(done, STEP));
  const all = Object.entries(await held()).map(([type, size]) => `${type} ${size}`);
  console.log(`minute ${((step + 1) * STEP) / 60_000}, ply ${ply}, MB: ${all.join(', ')}`);
}
await hands.close();
await house.stop();
