// What a pasted text looks like: the reader may choose otherwise.
import type { Format } from './protocol.js';

const FEN = /^([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\s|$)/;
const POINTS = /^([a-v][0-9]{1,2}[\s,]*)+$/i;
/** Moves of chess by their squares: `e2e4 e7e5`. Each stands apart; points of Gomoku do so one by one, or all together. */
const SQUARES = /^([a-h][1-8][a-h][1-8][qrbn]?[\s,]+)*[a-h][1-8][a-h][1-8][qrbn]?$/;

export const isSgf = (text: string): boolean => /^\s*\(\s*;/.test(text);

export function guessFormat(text: string): Format {
  const plain = text.trim();
  if (FEN.test(plain)) return 'fen';
  if (isSgf(plain) || plain.startsWith('Piskv')) return 'gomoku';
  return !SQUARES.test(plain) && POINTS.test(plain) ? 'gomoku' : 'pgn';
}
