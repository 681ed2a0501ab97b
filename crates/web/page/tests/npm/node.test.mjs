// The package as `npm run package` leaves it, under Node.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PACKAGE, standardBench } from '../browser/harness.mjs';

const { start } = await import(`${PACKAGE}/npm/node.js`);
const { Mailbox } = await import(`${PACKAGE}/src/engine/mailbox.js`);
const { Module } = await import(`${PACKAGE}/src/engine/module.js`);
const { unpack } = await import(`${PACKAGE}/src/engine/files.js`);

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

// Four looks are 512 nodes, less than 50 ms for whoever makes 10 000 nodes a second; a slow phone makes ten times as many. No
// clock is asked, so that a busy machine changes nothing.
test('a search looks for a stop every 128 nodes, and answers within four looks', async () => {
  let looks = 0;
  let looksAtStop = 0;
  class Counted extends Mailbox {
    isEmpty() {
      looks += 1;
      return super.isEmpty();
    }
  }
  const mailbox = new Counted();
  const lines = [];
  const say = line => {
    lines.push(line);
    // The search is in the middle of its work when it says this.
    if (/^info depth 9 /.test(line) && !looksAtStop) {
      looksAtStop = looks;
      mailbox.put('stop');
    }
  };
  const read = async name => unpack(readFileSync(`${PACKAGE}/${name}.gz`));
  const program = await WebAssembly.compile(await read('regence.wasm'));
  const engine = new Module(program, await read('network.nnue'), { say, complain: assert.fail }, mailbox);
  engine.open('uci', 16);
  looks = 0;
  // The search is over when this returns.
  engine.hear('go infinite');
  assert.match(lines.at(-1), /^bestmove/);
  assert.ok(looksAtStop > 0 && looks - looksAtStop <= 4, `${looks - looksAtStop} looks after the stop`);
  const nodes = Math.max(...lines.map(line => Number(/ nodes (\d+)/.exec(line)?.[1] ?? 0)));
  assert.ok(looks * 128 >= nodes - 128, `${looks} looks in ${nodes} nodes`);
});
