import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessFormat } from '../../src/guess.js';
import { castlings, piecesOf, pointName, pointOf, readChessMove, readPoint, sayMove } from '../../src/notation.js';

const START = {
  fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  turn: 'white' as const,
  promotions: [],
  dests: { e2: ['e3', 'e4'], g1: ['f3', 'h3'], b1: ['a3', 'c3'] } as Record<string, string[]>,
};

test('pieces of a FEN', () => {
  const pieces = piecesOf(START.fen);
  assert.equal(pieces.size, 32);
  assert.deepEqual(pieces.get('e1'), { color: 'white', letter: 'K' });
  assert.deepEqual(pieces.get('d8'), { color: 'black', letter: 'Q' });
});

test('typed moves are matched against the legal ones', () => {
  assert.deepEqual(readChessMove('e4', START), { move: 'e2e4' });
  assert.deepEqual(readChessMove(' Nf3 ', START), { move: 'g1f3' });
  assert.deepEqual(readChessMove('e2-e4', START), { move: 'e2e4' });
  assert.deepEqual(readChessMove('E2E4', START), { move: 'e2e4' });
  assert.ok('error' in readChessMove('e5', START));
  assert.ok('error' in readChessMove('hello', START));
  assert.ok('error' in readChessMove('', START));
});

test('two pieces that reach a square are told apart', () => {
  const position = {
    fen: '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1',
    turn: 'white' as const,
    promotions: [],
    dests: { a1: ['b1', 'c1', 'd1'], h1: ['g1', 'f1'], e1: ['d1', 'f1', 'g1', 'c1'] },
  };
  assert.deepEqual(readChessMove('Rd1', position), { move: 'a1d1' });
  assert.deepEqual(readChessMove('O-O', position), { move: 'e1g1' });
  assert.deepEqual(readChessMove('0-0-0', position), { move: 'e1c1' });
  assert.deepEqual(readChessMove('Kd1', position), { move: 'e1d1' });
  const both = { ...position, dests: { a1: ['d1'], h1: ['d1'] } };
  assert.match((readChessMove('Rd1', both) as { error: string }).error, /a1 or h1/);
  assert.deepEqual(readChessMove('Rad1', both), { move: 'a1d1' });
});

test('small letters are pieces where they are no pawns', () => {
  const position = {
    fen: '4k3/8/8/8/2p5/1P6/8/2B1K1N1 w - - 0 1',
    turn: 'white' as const,
    promotions: [],
    dests: { b3: ['b4', 'c4'], c1: ['b2', 'd2'], g1: ['f3'] } as Record<string, string[]>,
  };
  assert.deepEqual(readChessMove('nf3', position), { move: 'g1f3' });
  assert.deepEqual(readChessMove('bxc4', position), { move: 'b3c4' });
  assert.deepEqual(readChessMove('bd2', position), { move: 'c1d2' });
  assert.match((readChessMove('nf6', position) as { error: string }).error, /Nf6 is not legal/);
});

test('each castling has its other way', () => {
  const usual = { fen: '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', dests: { e1: ['d1', 'f1', 'g1', 'c1'] } };
  assert.deepEqual(Object.fromEntries(castlings(usual)), { e1h1: 'e1g1', e1a1: 'e1c1' });
  const other = { fen: '4k3/8/8/8/8/8/8/R2K3R w HA - 0 1', dests: { d1: ['c1', 'e1', 'h1', 'a1'] } };
  assert.deepEqual(Object.fromEntries(castlings(other)), { d1g1: 'd1h1' });
});

test('castling in Chess960 is king takes rook', () => {
  const position = {
    fen: '4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1',
    turn: 'white' as const,
    promotions: [],
    dests: { b1: ['a1', 'c1', 'g1'] },
  };
  assert.deepEqual(readChessMove('O-O', position), { move: 'b1g1' });
  assert.deepEqual(readChessMove('O-O-O', position), { move: 'b1a1' });
});

test('a promotion needs its piece', () => {
  const position = {
    fen: '4k3/P7/8/8/8/8/8/4K3 w - - 0 1',
    turn: 'white' as const,
    promotions: ['a7a8'],
    dests: { a7: ['a8'] },
  };
  assert.deepEqual(readChessMove('a8=Q', position), { move: 'a7a8q' });
  assert.deepEqual(readChessMove('a7a8n', position), { move: 'a7a8n' });
  assert.match((readChessMove('a8', position) as { error: string }).error, /a8=Q/);
});

test('moves are read aloud', () => {
  assert.equal(sayMove('Nf3'), 'knight f3');
  assert.equal(sayMove('exd5'), 'pawn e takes d5');
  assert.equal(sayMove('O-O-O+'), 'castles on the queen’s side, check');
  assert.equal(sayMove('e8=Q#'), 'pawn e8 becomes a queen, checkmate');
  assert.equal(sayMove('R1a3'), 'rook 1 a3');
});

test('points of Gomoku', () => {
  assert.deepEqual(pointOf('h8'), { x: 7, y: 7 });
  assert.equal(pointName(0, 14), 'a15');
  assert.deepEqual(readPoint('H8', 15), { move: 'h8' });
  assert.ok('error' in readPoint('p1', 15));
  assert.ok('error' in readPoint('a0', 15));
  assert.ok('error' in readPoint('a16', 15));
  assert.deepEqual(readPoint('v22', 22), { move: 'v22' });
});

test('what was pasted is recognised', () => {
  assert.equal(guessFormat('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'), 'fen');
  assert.equal(guessFormat('[Event "x"]\n\n1. e4 e5 *'), 'pgn');
  assert.equal(guessFormat('1. e4 e5'), 'pgn');
  // Moves of chess by their squares are no stones.
  assert.equal(guessFormat('e2e4 e7e5 g1f3'), 'pgn');
  assert.equal(guessFormat('e2e4'), 'pgn');
  assert.equal(guessFormat('a7a8q'), 'pgn');
  assert.equal(guessFormat('h8h7g6'), 'gomoku');
  assert.equal(guessFormat('h8i9j10'), 'gomoku');
  assert.equal(guessFormat('h8 i9 j10'), 'gomoku');
  assert.equal(guessFormat('(;GM[4]SZ[15];B[hh])'), 'gomoku');
});
