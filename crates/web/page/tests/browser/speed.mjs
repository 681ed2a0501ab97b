// The static page measured: nodes per second of processor time in Chromium against a native program, in turns, and the
// time from a cold and a warm start to the first move on the board. `npm run speed -- PROGRAM ROUNDS`.
import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { STATIC, startHouse } from './harness.mjs';

const [program, rounds = '5'] = process.argv.slice(2);
const median = numbers => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Nodes a second of processor time, natively: `times` counts what the children of a shell have used. */
function native(game) {
  const words = game === 'chess' ? '' : game;
  const said = execFileSync('bash', ['-c', `${program} bench ${words} | tail -n 1; TIMEFORMAT=x; times`]).toString();
  const nodes = Number.parseInt(said, 10);
  const [, minutes, seconds] = /\n(\d+)m([\d.]+)s \S+\s*$/.exec(said);
  return nodes / (60 * Number(minutes) + Number(seconds));
}

const house = await startHouse({ folder: STATIC });
const hands = await house.open();
for (const game of program ? ['chess', 'gomoku'] : []) {
  const ratios = [];
  const speeds = [];
  for (let i = 0; i < Number(rounds); i += 1) {
    const here = native(game);
    const before = await house.processorTime();
    const { bench } = await hands.bench(game);
    const there = bench / ((await house.processorTime()) - before);
    ratios.push(there / here);
    speeds.push([here, there]);
  }
  const all = speeds.map(([here, there]) => `${Math.round(here / 1000)}/${Math.round(there / 1000)}`).join(' ');
  console.log(`${game}: median ratio ${median(ratios).toFixed(3)}; native/Chromium in thousands a second: ${all}`);
}
await hands.close();

const times = { cold: [], warm: [] };
for (let i = 0; i < Number(rounds); i += 1) {
  const began = performance.now();
  const visitor = await house.open();
  times.cold.push(performance.now() - began);
  await visitor.expectPresent('html[data-offline]');
  const again = performance.now();
  await visitor.reload();
  times.warm.push(performance.now() - again);
  await visitor.close();
}
for (const [start, all] of Object.entries(times))
  console.log(
    `${start} start to a board with its moves: median ${Math.round(median(all))} ms of ${all.map(Math.round).join(', ')}`,
  );
await house.stop();
