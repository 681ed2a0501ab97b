// The npm package in Chromium, from a plain file server.
import { test } from 'node:test';
import { PACKAGE, startHouse } from '../browser/harness.mjs';

test('the example of the package searches without an end and is stopped', async () => {
  const house = await startHouse({ folder: PACKAGE, start: 'example.html' });
  try {
    const hands = await house.visit();
    await hands.expectText('pre', /^info depth \d+/m);
    await hands.expectText('pre', /^bestmove \w+/m);
    await hands.close();
  } finally {
    await house.stop();
  }
});
