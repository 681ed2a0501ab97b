// How soon the page is seen: `npm run paint`, after a release build. Ten loads, none from the browser's cache.
import { startHouse } from './harness.mjs';

const LOADS = 10;
const house = await startHouse();
const times = { 'first paint': [], 'first text': [], 'board ready': [] };
for (let load = 0; load < LOADS; load += 1) {
  const hands = await house.open();
  const seen = await hands.page.evaluate(() => ({
    paints: performance.getEntriesByType('paint').map(({ name, startTime }) => [name, startTime]),
    now: performance.now(),
  }));
  const paints = Object.fromEntries(seen.paints);
  times['first paint'].push(paints['first-paint']);
  times['first text'].push(paints['first-contentful-paint']);
  times['board ready'].push(seen.now);
  await hands.close();
}
await house.stop();
for (const [what, all] of Object.entries(times)) {
  all.sort((a, b) => a - b);
  console.log(
    `${what}: ${all[LOADS / 2].toFixed(0)} ms in the median, ${all[LOADS - 1].toFixed(0)} at most, of ${LOADS}`,
  );
}
