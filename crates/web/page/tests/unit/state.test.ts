import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsText } from '../../src/analysis.js';
import { timeLeft } from '../../src/clock.js';
import { graphPoints } from '../../src/graph.js';
import { partText, windowText } from '../../src/inside.js';
import { playersOf } from '../../src/level.js';
import { news, soundOf } from '../../src/news.js';
import type { ChessState, Fact, GomokuState, Info, Nodes, Played, Review } from '../../src/protocol.js';
import { emptyApp, isEngineWaiting, look, mover, reduce, stonesToPlace } from '../../src/state.js';
import { runs, techniquesOf, words } from '../../src/wording.js';
import { french } from '../../src/wording-fr.js';
import { chessNode } from './nodes.js';

const MOVES = ['e2e4', 'd2d4', 'c2c4'];
const ENGINE = { engine: { elo: 1500, movetime: 500 } };
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const played = (move: string, san = move): Played => ({ move, san, by: 'human', ms: 0, score: null });

function chess(change: Partial<ChessState> = {}): ChessState {
  return {
    type: 'state',
    game: 'chess',
    fen: START,
    start: START,
    chess960: false,
    turn: 'white',
    ply: 0,
    moves: [],
    dests: {},
    promotions: [],
    check: null,
    last: null,
    over: null,
    swap2: null,
    players: { white: 'human', black: ENGINE },
    clock: null,
    thinking: false,
    paused: false,
    analysing: null,
    orientation: 'white',
    node: change.ply ?? 0,
    line: (change.moves ?? []).map((_, index) => index + 1),
    playing: true,
    ...change,
  };
}

function gomoku(change: Partial<GomokuState> = {}): GomokuState {
  return {
    type: 'state',
    game: 'gomoku',
    rule: 'ninuki',
    size: 15,
    height: 15,
    threats: [],
    last: null,
    stones: [],
    captures: { black: 0, white: 0 },
    forbidden: [],
    winning: null,
    swap2: null,
    turn: 'black',
    ply: 0,
    moves: [],
    over: null,
    players: { white: 'human', black: 'human' },
    clock: null,
    thinking: false,
    paused: false,
    analysing: null,
    orientation: 'white',
    node: change.ply ?? 0,
    line: (change.moves ?? []).map((_, index) => index + 1),
    playing: true,
    ...change,
  };
}

const info = (line: number, forWhat: Info['for'] = 'analyse', move = MOVES[line - 1] ?? 'a2a3'): Info => ({
  type: 'info',
  for: forWhat,
  line,
  depth: 5,
  seldepth: 7,
  wdl: null,
  hashfull: 0,
  san: ['e4'],
  bound: null,
  score: { cp: 10 },
  nodes: 1,
  nps: 1,
  ms: 1,
  pv: [move],
});
test('a move has one line, whatever its rank was before', () => {
  let app = reduce(reduce(emptyApp(), info(1), 0), info(2), 0);
  app = reduce(app, info(1, 'analyse', 'd2d4'), 0);
  assert.deepEqual(
    app.lines.map(line => [line.line, line.pv[0]]),
    [[1, 'd2d4']],
  );
});

const review = (ply: number, mark: Review['mark'] = null): Review => ({
  type: 'review',
  ply,
  node: ply,
  score: { cp: ply * 10 },
  mark,
  best: null,
  better: null,
  lost: null,
  sides: null,
  done: ply,
  total: 9,
});

test('lines belong to a position and go with it', () => {
  let app = reduce(emptyApp(), chess(), 0);
  app = reduce(app, info(2), 0);
  app = reduce(app, info(1), 0);
  assert.equal(app.lines.length, 2);
  assert.equal(reduce(app, chess({ thinking: true }), 1).lines.length, 2);
  const moved = reduce(app, chess({ ply: 1, fen: 'x', turn: 'black', moves: [played('e2e4')] }), 1);
  assert.equal(moved.lines.length, 0);
  assert.equal(moved.stateAt, 1);
});

test('what the engine thinks in play is kept apart from the analysis', () => {
  const app = reduce(reduce(emptyApp(), chess({ thinking: true }), 0), info(1, 'play'), 0);
  assert.equal(app.lines.length, 0);
  assert.equal(app.thinking?.depth, 5);
  assert.equal(reduce(app, chess({ thinking: false }), 0).thinking, null);
});

test('reviews stay with their moves, and go with another game', () => {
  const nodes = (all: boolean, ids: number[], gone: number[] = []): Nodes => ({
    type: 'nodes',
    all,
    gone,
    nodes: ids.map(id => chessNode(id, id === 0 ? null : id - 1)),
    tags: [],
  });
  const moves = ['e2e4', 'e7e5', 'g1f3'].map(move => played(move));
  let app = reduce(reduce(emptyApp(), nodes(true, [0, 1, 2, 3]), 0), chess({ moves, ply: 3 }), 0);
  for (const ply of [0, 1, 2, 3]) app = reduce(app, review(ply), 0);
  assert.equal(look(app, 1).reviews.length, 4);
  const cut = reduce(reduce(app, nodes(false, [], [3]), 0), chess({ moves: moves.slice(0, 2), ply: 2 }), 0);
  assert.deepEqual(
    cut.reviews.map(entry => entry.node),
    [0, 1, 2],
  );
  assert.deepEqual(reduce(reduce(app, nodes(true, [0]), 0), chess(), 0).reviews, []);
});

test('a finished review shows no progress', () => {
  const app = reduce(emptyApp(), { ...review(3), done: 3, total: 9 }, 0);
  assert.deepEqual(app.reviewing, { done: 3, total: 9 });
  assert.equal(reduce(app, { ...review(8), done: 9, total: 9 }, 0).reviewing, null);
});

test('the board answers only to who is to move', () => {
  const at = (game: ChessState): ReturnType<typeof mover> => mover({ ...emptyApp(), game });
  assert.equal(at(chess()), 'white');
  assert.equal(at(chess({ turn: 'black', thinking: true })), null);
  assert.equal(at(chess({ turn: 'black' })), 'black');
  assert.equal(at(chess({ over: { result: '1-0', reason: 'checkmate', side: null } })), null);
  // Where the rules call it a draw moves may still be tried.
  const draw = { result: '1/2-1/2', reason: 'repetition', side: null } as const;
  assert.equal(at(chess({ over: draw, dests: { e2: ['e4'] } })), 'white');
  assert.equal(mover({ ...emptyApp(), game: chess({ turn: 'black', thinking: true }), picking: true }), 'black');
  assert.equal(isEngineWaiting({ ...emptyApp(), game: chess({ turn: 'black' }) }), true);
  assert.equal(isEngineWaiting({ ...emptyApp(), game: chess({ turn: 'black', thinking: true }) }), false);
});

test('swap2 takes three stones, then two for those who want more', () => {
  const app = { ...emptyApp(), game: gomoku({ swap2: { step: 'place3', who: 'black' } }) };
  assert.equal(stonesToPlace(app), 3);
  assert.equal(mover(app), null);
  const choose = { ...app, game: gomoku({ swap2: { step: 'choose', who: 'white' } }) };
  assert.equal(stonesToPlace(choose), 0);
  assert.equal(stonesToPlace({ ...choose, placingMore: true }), 2);
  assert.equal(
    stonesToPlace({
      ...app,
      game: gomoku({ swap2: { step: 'place3', who: 'black' }, players: { black: ENGINE, white: 'human' } }),
    }),
    0,
  );
});

test('moves, captures and the end are announced', () => {
  const before = chess();
  const after = chess({ ply: 1, turn: 'black', moves: [played('g1f3', 'Nf3')] });
  assert.equal(news(before, after), 'White: knight f3');
  assert.equal(soundOf(before, after), 'move');
  const over = chess({
    ply: 1,
    turn: 'black',
    moves: [played('d8h4', 'Qh4#')],
    over: { result: '0-1', reason: 'checkmate', side: null },
  });
  assert.match(news(before, over) ?? '', /over: Black wins, checkmate/);
  assert.equal(soundOf(before, over), 'end');
  const taken = gomoku({ ply: 1, turn: 'white', moves: [played('h8')], captures: { black: 2, white: 0 } });
  assert.equal(news(gomoku(), taken), 'Black: h8. Black captures 2 stones');
  assert.equal(soundOf(gomoku(), taken), 'capture');
  assert.equal(news(after, after), null);
});

test('a running clock counts down, the other one does not', () => {
  const clock = { white: 60_000, black: 50_000, running: 'white' as const, base: 0, inc: 0 };
  assert.equal(timeLeft(clock, 'white', 1500), 58_500);
  assert.equal(timeLeft(clock, 'black', 1500), 50_000);
  assert.equal(timeLeft(clock, 'white', 90_000), 0);
});

test('players of a new game', () => {
  assert.deepEqual(playersOf('people', 'white', 1500, null, 500), { white: 'human', black: 'human' });
  assert.deepEqual(playersOf('engine', 'black', null, null, 100), {
    white: { engine: { elo: null, movetime: 100 } },
    black: 'human',
  });
  assert.deepEqual(playersOf('engines', 'white', 1000, 2000, 100), {
    white: { engine: { elo: 1000, movetime: 100 } },
    black: { engine: { elo: 2000, movetime: 100 } },
  });
});

test('the graph has the player up who begins, as scores have', () => {
  const chessPoints = graphPoints(chess({ moves: [{ ...played('e2e4'), score: { cp: 100 } }] }), [review(0)]);
  assert.deepEqual(
    chessPoints.map(point => point.ply),
    [0, 1],
  );
  assert.ok(chessPoints[1]!.share > 0.5);
  const gomokuPoints = graphPoints(gomoku({ moves: [{ ...played('h8'), score: { cp: 100 } }] }), []);
  assert.ok(gomokuPoints[0]!.share > 0.5);
});

test('a part of all is told in percent', () => {
  assert.equal(partText(0, 100), '0.0 %');
  assert.equal(partText(25, 100), '25.0 %');
  assert.equal(partText(1, 100_000), '< 0.1 %');
  assert.equal(partText(0, 0), '0.0 %');
});

const HELLO = {
  techniques: [
    { id: 'null_move_pruning', name: 'null move', short: 'NMP', sentence: 'Cuts a node.' },
    { id: 'reverse_futility', name: 'reverse futility', short: 'RFP', sentence: 'Cuts a node far above beta.' },
  ],
  gomoku_techniques: [
    { id: 'reverse_futility', name: 'reverse futility', short: 'RFP', sentence: 'Cuts a calm node far above beta.' },
  ],
};

test('a technique that both games have is told as the game on the board has it', () => {
  assert.equal(techniquesOf(HELLO, 'chess').sentence('reverse_futility'), 'Cuts a node far above beta.');
  assert.equal(techniquesOf(HELLO, 'gomoku').sentence('reverse_futility'), 'Cuts a calm node far above beta.');
});

test('techniques and the numbers that they go by are told in French', () => {
  const techniques = techniquesOf(HELLO, 'gomoku', french);
  const numbers = [
    { name: 'eval', score: { cp: 35 } },
    { name: 'beta', score: { cp: 10 } },
  ];
  assert.equal(
    french.why('h8', { fact: 'skipped', with_rest: false, decision: { by: 'reverse_futility', numbers } }, techniques),
    'h8 n’a pas été cherché : sauté par reverse futility (coupe un nœud calme dont l’évaluation dépasse bêta de loin) : évaluation +0.35, bêta +0.10.',
  );
});

test('facts become sentences with the names of techniques', () => {
  const techniques = techniquesOf(HELLO, 'chess');
  const decision = {
    by: 'null_move_pruning',
    numbers: [
      { name: 'eval', score: { cp: -35 } },
      { name: 'margin', amount: 150 },
      { name: 'depth', count: -1 },
    ],
  };
  const skipped: Fact = { fact: 'skipped', with_rest: false, decision };
  assert.equal(
    words.why('h3', skipped, techniques),
    'h3 was not searched: skipped by null move (cuts a node): eval −0.35, margin 1.50, depth −1.',
  );
  const alone: Fact = {
    fact: 'alone',
    depth: null,
    score: { cp: -120 },
    line: { san: ['g4', 'd5'], end: null },
    no_less: false,
    less: 130,
    refuted_by: 'd5',
  };
  assert.equal(
    words.why('g4', alone, techniques),
    'Searched alone to the same depth, g4 comes to −1.20: g4 d5. That is 1.30 less. d5 refutes it.',
  );
  assert.equal(words.why('g4', { fact: 'never-best' }, techniques).includes('not the best move at any depth'), true);
});

test('depths are told in runs', () => {
  assert.equal(runs([3]), '3');
  assert.equal(runs([1, 2, 3, 5, 7, 8]), '1 to 3, 5 and 7 to 8');
});

test('a finished game is not thought about', () => {
  const over = chess({ over: { result: '1/2-1/2', reason: 'stalemate', side: null } });
  assert.match(factsText({ ...emptyApp(), analysing: true, game: over }), /nothing to analyse/);
  assert.equal(factsText({ ...emptyApp(), analysing: true, game: chess() }), 'Thinking…');
});

test('windows are written from low to high', () => {
  assert.equal(windowText([{ cp: -20 }, { cp: 30 }]), 'window −0.20 to +0.30');
  assert.equal(windowText([null, { cp: 10 }]), 'window open to +0.10');
});
