// A browser test that reads the page once passes on a quiet machine and fails on a busy one. The tests see the page
// only through the hands of the harness, whose `expect…` look until it is so; this holds them to it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['../browser', '../static'].map(folder =>
  path.resolve(path.dirname(fileURLToPath(import.meta.url)), folder),
);
const FORBIDDEN = [
  [/\bpage\b/, 'the page itself'],
  [/\bassert\b/, 'an assertion that looks once'],
  [/\.(count|innerText|textContent|getAttribute|inputValue|isVisible|isChecked|boundingBox)\(/, 'a bare read'],
  [/\b(evaluate|screenshot|waitFor\w*)\(/, 'a call past the harness'],
  [/\b(setTimeout|setInterval|sleep|scheduler)\b/, 'a sleep'],
  [/\.read\w*\([^)]*\)\)?\s*(===|!==|==|<|>)/, 'a comparison with a single look'],
  [/^\s*hands\.(?!allowErrors)/, 'a step that is not awaited'],
];

/** What a browser test must not do, line by line; comments and titles may speak of anything. */
function faults(source) {
  return source.split('\n').flatMap((line, i) => {
    const code = line.replace(/\/\/.*$/, '').replace(/'(?:[^'\\]|\\.)*'/g, "''");
    return FORBIDDEN.filter(([pattern]) => pattern.test(code)).map(
      ([, what]) => `line ${i + 1}: ${what}: ${line.trim()}`,
    );
  });
}

test('the browser tests wait for what they assert', () => {
  const files = FOLDERS.flatMap(folder => readdirSync(folder).map(name => path.join(folder, name)));
  const tests = files.filter(file => file.endsWith('.test.mjs'));
  assert.ok(tests.length >= 5, `the browser tests are not in ${FOLDERS.join(' and ')}`);
  for (const file of tests)
    assert.deepEqual(faults(readFileSync(file, 'utf8')), [], `${file}: use expect… of harness.mjs`);
});

test('every way to look only once is found', () => {
  for (const line of [
    "assert.equal(await hands.page.locator('square.check').count(), 1);",
    '  const text = await moves.innerText();',
    'const { page } = hands;',
    'await new Promise(done => setTimeout(done, 100));',
    'await board.waitFor();',
    'if ((await hands.readPly()) === 4) return;',
    "  hands.expectText('.moves', 'e4');",
  ])
    assert.equal(faults(line).length > 0, true, line);
  assert.deepEqual(faults("  await hands.expectText('.moves', 'page'); // assert nothing"), []);
});
