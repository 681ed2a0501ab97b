// What a step through a game of 300 plies costs with the key held: script of the page's thread, and messages. `npm run steps`.
import { startHouse } from './harness.mjs';

const house = await startHouse();
const hands = await house.open();
const shuffle = Array.from({ length: 75 }, (_, i) => `${2 * i + 1}. Nf3 Nf6 ${2 * i + 2}. Ng1 Ng8`).join(' ');
await hands.paste(shuffle);
await hands.expectPly(300);
await hands.press('ArrowLeft', 'ArrowRight');
const session = await hands.page.context().newCDPSession(hands.page);
await session.send('Performance.enable', { timeDomain: 'threadTicks' });
const script = async () => {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(metric => metric.name === 'ScriptDuration').value;
};
await hands.countSent();
const before = await script();
const steps = 200;
for (let step = 0; step < steps; step += 1) {
  await hands.press('ArrowLeft');
  await hands.drawn();
}
await hands.expectPly(300 - steps);
console.log(`${((((await script()) - before) / steps) * 1000).toFixed(2)} ms of script a step, ${hands.sent} messages`);
await house.stop();
