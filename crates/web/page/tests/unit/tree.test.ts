import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyAction } from '../../src/keys.js';
import type { GameState } from '../../src/protocol.js';
import { rowsOf, tokensOf } from '../../src/rows.js';
import { emptyApp, look, reduce } from '../../src/state.js';
import { lineOf, pathTo, readDests, readStones, sibling, takeNodes, toggledGlyph, viewOf } from '../../src/tree.js';
import { chessNode, grown } from './nodes.js';

// 1 2 3, with 4 5 in place of 2, and 6 in place of 5.
const PARENTS = [null, 0, 1, 2, 1, 4, 4];

const state = (change: Partial<GameState> = {}): GameState =>
  ({
    type: 'state',
    game: 'chess',
    fen: 'server',
    start: 's',
    chess960: false,
    dests: { e2: ['e4'] },
    promotions: [],
    check: null,
    last: null,
    orientation: 'white',
    turn: 'white',
    ply: 3,
    moves: [],
    over: null,
    players: { white: 'human', black: 'human' },
    clock: null,
    swap2: null,
    thinking: true,
    paused: false,
    analysing: null,
    node: 3,
    line: [1, 2, 3],
    playing: true,
    ...change,
  }) as GameState;

test('paths, lines and siblings', () => {
  const tree = grown(PARENTS);
  assert.deepEqual(pathTo(tree, 6), [1, 4, 6]);
  assert.deepEqual(lineOf(tree, 1), [1, 2, 3]);
  assert.deepEqual(lineOf(tree, 4), [1, 4, 5]);
  assert.equal(sibling(tree, 2, 1), 4);
  assert.equal(sibling(tree, 4, -1), 2);
  assert.equal(sibling(tree, 4, 1), null);
  assert.equal(sibling(tree, 0, 1), null);
});

test('nodes are added, changed and taken away; a new game has no others', () => {
  const tree = grown(PARENTS);
  const after = takeNodes(tree, {
    type: 'nodes',
    all: false,
    nodes: [chessNode(2, 1, { comment: 'x', children: [] })],
    gone: [3],
  });
  assert.equal(after.game, tree.game);
  assert.equal(after.nodes.get(2)?.comment, 'x');
  assert.equal(after.nodes.has(3), false);
  assert.equal(tree.nodes.has(3), true);
  const other = takeNodes(after, { type: 'nodes', all: true, nodes: [chessNode(0, null)], gone: [], tags: [] });
  assert.deepEqual([...other.nodes.keys()], [0]);
  assert.equal(other.game, tree.game + 1);
});

test('positions come in few letters', () => {
  assert.deepEqual(readDests('e2e3e4 g1f3'), { e2: ['e3', 'e4'], g1: ['f3'] });
  assert.deepEqual(readDests(''), {});
  assert.deepEqual(readStones('h8b1 i10w0'), [
    { at: 'h8', color: 'black', n: 1 },
    { at: 'i10', color: 'white', n: 0 },
  ]);
});

test('a view has the position of its node and nobody thinks there', () => {
  const tree = grown(PARENTS, { 4: { turn: 'black' } });
  const view = viewOf(state(), tree, 4);
  assert.equal(view.game === 'chess' && view.fen, 'fen4 w - - 0 1');
  assert.deepEqual([view.node, view.ply, view.line, view.turn, view.thinking], [4, 2, [1, 4, 5], 'black', false]);
  assert.equal(viewOf(state(), tree, 3).thinking, true);
});

const nodesOf = (tree = grown(PARENTS)) => ({
  type: 'nodes' as const,
  all: true,
  nodes: [...tree.nodes.values()],
  gone: [],
  tags: [],
});

test('the page follows the server only from where it was', () => {
  let app = reduce(reduce(emptyApp(), nodesOf(), 0), state({ node: 2, line: [1, 2, 3], ply: 2 }), 0);
  assert.equal(app.at, 2);
  // It walks alone.
  app = look(app, 5);
  assert.equal(app.game?.ply, 3);
  // The engine moves elsewhere.
  assert.equal(reduce(app, state({ node: 3 }), 0).at, 5);
  // Somebody moves here.
  assert.equal(reduce(look(app, 4), state({ node: 6 }), 0).at, 6);
  // It says the same again of the move after this one: nobody moved.
  assert.equal(reduce(look(app, 1), state({ node: 2 }), 0).at, 1);
  // The server comes to where the page was.
  const asked = { ...look(app, 1), asked: [5] };
  assert.equal(reduce(asked, state({ node: 5 }), 0).at, 1);
  // Two steps back were asked for: the answer to the first is no move.
  const twice = { ...look(reduce(app, state({ node: 3 }), 0), 1), asked: [2, 1] };
  assert.equal(reduce(twice, state({ node: 2 }), 0).at, 1);
  assert.equal(reduce(reduce(twice, state({ node: 2 }), 0), state({ node: 1 }), 0).at, 1);
  // At the same place it follows, and with another game always.
  assert.equal(reduce(look(app, 2), state({ node: 3 }), 0).at, 3);
  assert.equal(reduce(reduce(app, nodesOf(), 0), state({ node: 0, ply: 0 }), 0).at, 0);
});

test('what was found out about another position is not shown', () => {
  let app = reduce(reduce(emptyApp(), nodesOf(), 0), state(), 0);
  app = { ...app, shown: ['e2e4'] };
  assert.deepEqual(look(app, 2).shown, []);
  assert.deepEqual(look(app, 3).shown, ['e2e4']);
});

test('rows have the main line in pairs, and what branches off below', () => {
  const tree = grown(PARENTS, { 3: { comment: 'well' } });
  assert.deepEqual(rowsOf(tree), [
    { kind: 'moves', number: 1, first: 1, second: 2 },
    { kind: 'line', from: 4 },
    { kind: 'moves', number: 2, first: 3, second: null },
    { kind: 'text', of: 3, text: 'well' },
  ]);
  // After something in between Black's move has a row of its own.
  const apart = grown([null, 0, 1], { 1: { comment: 'so' } });
  assert.deepEqual(rowsOf(apart).at(-1), { kind: 'moves', number: 1, first: null, second: 2 });
});

test('variations are written in brackets, with numbers where they are needed', () => {
  const tree = grown(PARENTS, { 4: { comment: 'sharp' } });
  const text = tokensOf(tree, 4, 1).map(token =>
    token.kind === 'move' ? `${token.label}S${token.id}` : token.kind === 'text' ? `{${token.text}}` : token.kind,
  );
  assert.deepEqual(text, ['1…S4', '{sharp}', '2.S5', 'open', '2.S6', 'close']);
  const deep = grown([null, ...Array.from({ length: 9000 }, (_, index) => index)]);
  assert.equal(tokensOf(deep, 1, 0).length, 9000);
});

test('a glyph is chosen, changed and taken away; others stay', () => {
  assert.deepEqual(toggledGlyph([], 1), [1]);
  assert.deepEqual(toggledGlyph([1, 14], 4), [4, 14]);
  assert.deepEqual(toggledGlyph([4, 14], 4), [14]);
});

test('keys walk one ply, through variations and to the ends', () => {
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const actions = {
    first: note('first'),
    back: note('back'),
    forward: note('forward'),
    last: note('last'),
    variation: (direction: number) => void done.push(`variation ${direction}`),
    flip: note('flip'),
    playBest: note('best'),
    toggleThreat: note('threat'),
  };
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'f', ' ', 'x'])
    keyAction(key, actions)?.();
  assert.deepEqual(done, ['back', 'forward', 'variation -1', 'variation 1', 'first', 'last', 'flip', 'best', 'threat']);
  assert.equal(keyAction('q', actions), null);
});
