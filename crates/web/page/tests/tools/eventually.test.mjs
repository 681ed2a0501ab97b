import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, LIMIT, matches } from '../browser/eventually.mjs';

/** A clock that only sleeping moves. */
function fakeClock() {
  let time = 0;
  return {
    now: () => time,
    sleep: async ms => {
      time += ms;
    },
  };
}

test('looks again until it is so, and gives what was seen', async () => {
  let looks = 0;
  const seen = await eventually(
    'three looks',
    async () => ++looks,
    value => value === 3,
    fakeClock(),
  );
  assert.equal(seen, 3);
  assert.equal(looks, 3);
});

test('a look that fails is taken again', async () => {
  let looks = 0;
  const read = async () => {
    looks += 1;
    if (looks === 1) throw new Error('the page is being replaced');
    return looks;
  };
  assert.equal(await eventually('a page', read, () => true, fakeClock()), 2);
});

test('fails at the limit, not before, with what was expected and what was found', async () => {
  const clock = fakeClock();
  await assert.rejects(
    eventually(
      '5 stones',
      async () => 4,
      value => value === 5,
      clock,
    ),
    { message: `expected 5 stones within ${LIMIT / 1000} s, found 4` },
  );
  assert.ok(clock.now() >= LIMIT);
  const late = fakeClock();
  assert.equal(
    await eventually(
      'the end',
      async () => late.now(),
      value => value === LIMIT,
      late,
    ),
    LIMIT,
  );
});

test('texts match by part, pattern or question', () => {
  assert.ok(matches('mate', 'checkmate'));
  assert.ok(!matches('mate', 'draw'));
  assert.ok(matches(/^1-0/, '1-0 · checkmate'));
  assert.ok(matches(text => text.length === 0, ''));
  assert.ok(!matches(() => true, null), 'no question is asked about what is not there');
});
