// The one way in which the browser tests assert: look, and look again until it is so. A page draws a frame later
// than a test acts, and on a busy machine much later.

/** No machine is too busy for this: what takes longer hangs. Whoever works on the page need not wait so long to see it. */
export const LIMIT = Number(process.env.REGENCE_LIMIT ?? 180_000);
const PAUSE = 50;

const clock = { now: () => performance.now(), sleep: ms => new Promise(done => setTimeout(done, ms)) };

/** Reads until `isRight`, and gives what was read; after the limit it fails with what was read last. */
export async function eventually(expected, read, isRight, { now, sleep } = clock) {
  const end = now() + LIMIT;
  for (;;) {
    let found;
    try {
      const value = await read();
      if (isRight(value)) return value;
      found = `found ${JSON.stringify(value)}`;
    } catch (error) {
      // A page that is being replaced cannot be read; the next one can.
      found = `could not look: ${error.message}`;
    }
    if (now() >= end) throw new Error(`expected ${expected} within ${LIMIT / 1000} s, ${found}`);
    await sleep(PAUSE);
  }
}

/** `expected` is a part of the text, a pattern, or a question about it. Nothing is in a text that is not there. */
export function matches(expected, text) {
  if (text === null || text === undefined) return false;
  if (typeof expected === 'function') return expected(text);
  return expected instanceof RegExp ? expected.test(text) : text.includes(expected);
}
