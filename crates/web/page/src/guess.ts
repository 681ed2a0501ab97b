// What a pasted text looks like: the reader may choose otherwise.

const FEN = /^([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\s|$)/;
const POINTS = /^([a-v][0-9]{1,2}[\s,]*)+$/i;

export function guessFormat(text: string): 'fen' | 'pgn' | 'gomoku' {
  const plain = text.trim();
  if (FEN.test(plain)) return 'fen';
  return plain.startsWith('(;') || POINTS.test(plain) ? 'gomoku' : 'pgn';
}
