// The package as `npm run package` leaves it, under Node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PACKAGE, standardBench } from '../browser/harness.mjs';

const { start } = await import(`${PACKAGE}/npm/node.js`);

/** Sends lines and gives what is said until a line that matches. */
async function said(engine, lines, until) {
  const all = [];
  const answer = new Promise(done => {
    engine.onmessage = line => {
      all.push(line);
      if (until.test(line)) done(all);
    };
  });
  for (const line of lines) engine.send(line);
  return answer;
}

test('UCI: it introduces itself, searches, and stops when it is told to', async () => {
  const engine = await start('uci');
  const options = await said(engine, ['uci'], /^uciok/);
  assert.match(options[0], /^id name Regence/);
  const mate = await said(engine, ['position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo depth 4'], /^bestmove/);
  assert.equal(mate.at(-1), 'bestmove a1a8');
  // Without an end: only a stop that is heard within the search brings an answer.
  await said(engine, ['position startpos', 'go infinite'], /^info depth 5/);
  await said(engine, ['isready'], /^readyok/);
  await said(engine, ['stop'], /^bestmove/);
  engine.terminate();
});

test('Gomocup: it plays', async () => {
  const engine = await start('gomocup');
  await said(engine, ['START 15'], /^OK/);
  const [answer] = (await said(engine, ['INFO timeout_turn 300', 'TURN 7,7'], /^\d+,\d+$/)).slice(-1);
  assert.notEqual(answer, '7,7');
  engine.terminate();
});

test('the benches count under Node what they count elsewhere', async () => {
  const chess = await start('uci');
  const [nodes] = (await said(chess, ['bench'], / nodes /)).slice(-1);
  assert.equal(Number.parseInt(nodes, 10), standardBench('chess'));
  chess.terminate();
  const gomoku = await start('gomocup');
  const [message] = (await said(gomoku, ['bench'], /bench \d+ nodes/i)).slice(-1);
  assert.equal(Number(/(\d+) nodes/.exec(message)[1]), standardBench('gomoku'));
  gomoku.terminate();
});
