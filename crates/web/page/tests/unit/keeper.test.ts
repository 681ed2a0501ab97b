import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unkeptOf } from '../../src/keeper.js';
import type { ChessState } from '../../src/protocol.js';
import { type App, emptyApp } from '../../src/state.js';
import { grown } from './nodes.js';

const ENGINE = { engine: { elo: 1500, movetime: 500 } };
const BLACK = { turn: 'black' } as const;

/** White and Black move in turn, the server is at `node`. */
function at(node: number, server: Partial<ChessState>): App {
  const tree = grown([null, 0, 1, 2], { 1: BLACK, 3: BLACK });
  const players = { white: 'human', black: 'human' };
  return { ...emptyApp(), tree, server: { node, playing: true, players, ...server } as ChessState };
}

/** The tree of `app` as it was with so many nodes. */
function before(app: App, size: number): App['tree'] {
  return { ...app.tree, nodes: new Map([...app.tree.nodes].slice(0, size)) };
}

test('moves that the kept game lacks are told, from the node that it has', () => {
  const app = at(3, {});
  assert.deepEqual(unkeptOf(before(app, 2), app), { from: 1, moves: ['m2', 'm3'] });
  assert.deepEqual(unkeptOf(before(app, 1), app), { from: 0, moves: ['m1', 'm2', 'm3'] });
  assert.equal(unkeptOf(app.tree, app), null);
});

test('an engine answers again by itself', () => {
  const app = at(3, { players: { white: 'human', black: ENGINE } });
  assert.deepEqual(unkeptOf(before(app, 1), app), { from: 0, moves: ['m1'] });
  assert.equal(unkeptOf(before(app, 2), app), null);
  // In a game that is only looked at nobody answers.
  const loaded = at(3, { players: { white: 'human', black: ENGINE }, playing: false });
  assert.deepEqual(unkeptOf(before(loaded, 2), loaded), { from: 1, moves: ['m2', 'm3'] });
});

test('a move that is not answered yet comes behind the others', () => {
  const app = at(2, {});
  assert.deepEqual(unkeptOf(app.tree, app, { from: 2, move: 'x' }), { from: 2, moves: ['x'] });
  assert.deepEqual(unkeptOf(before(app, 2), app, { from: 2, move: 'x' }), { from: 1, moves: ['m2', 'x'] });
  // Behind an engine's answer it may be another position.
  const engine = at(2, { players: { white: 'human', black: ENGINE } });
  assert.deepEqual(unkeptOf(before(engine, 1), engine, { from: 2, move: 'x' }), { from: 0, moves: ['m1'] });
});

test('another game has nothing to do with the kept one', () => {
  const app = at(3, {});
  assert.equal(unkeptOf({ ...before(app, 2), game: app.tree.game + 1 }, app), null);
});
