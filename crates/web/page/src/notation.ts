// Moves as people type and hear them. The server knows the rules; here a text is only matched against
// the legal moves that it sent.
import type { ChessState, Color } from './protocol.js';

export interface Piece {
  color: Color;
  letter: string;
}

const FILES = 'abcdefgh';

/** The pieces of a FEN, by square. */
export function piecesOf(fen: string): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  const rows = (fen.split(' ')[0] ?? '').split('/');
  rows.forEach((row, down) => {
    let file = 0;
    for (const sign of row) {
      if (sign >= '1' && sign <= '9') {
        file += Number(sign);
      } else {
        const letter = sign.toUpperCase();
        pieces.set(`${FILES[file]}${8 - down}`, { color: sign === letter ? 'white' : 'black', letter });
        file += 1;
      }
    }
  });
  return pieces;
}

type Position = Pick<ChessState, 'fen' | 'dests' | 'promotions' | 'turn'>;
export type Reading = { move: string } | { error: string };

/** Reads `Nf3`, `exd5`, `O-O`, `e8=Q` or `e2e4` as one of the legal moves. */
export function readChessMove(text: string, position: Position): Reading {
  const typed = text.trim();
  const plain = typed.toLowerCase();
  const coordinates = /^([a-h][1-8])-?([a-h][1-8])=?([qrbn])?$/.exec(plain);
  if (coordinates) {
    const [, from = '', to = '', promotion] = coordinates;
    if (position.dests[from]?.includes(to)) return complete(from, to, promotion, position);
  }
  if (/^[o0]-?[o0](-?[o0])?[+#]?$/.test(plain)) return readCastling(plain.replace(/[^o0]/g, '').length === 3, position);
  const san = /^([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?[+#!?]*$/.exec(typed);
  if (!san) return { error: `“${typed}” is no move that I can read; type Nf3, exd5, O-O or g1f3` };
  const [, letter = '', file = '', rank = '', to = '', promotion] = san;
  const pieces = piecesOf(position.fen);
  const from = Object.keys(position.dests).filter(
    square =>
      pieces.get(square)?.letter === (letter || 'P') &&
      (file === '' || square[0] === file) &&
      (rank === '' || square[1] === rank) &&
      !isCastling(square, to, pieces) &&
      position.dests[square]?.includes(to),
  );
  if (from.length === 0) return { error: `${typed} is not legal here` };
  if (from.length > 1) return { error: `${typed} could start on ${from.join(' or ')}; type ${from[0]}${to}` };
  return complete(from[0]!, to, promotion?.toLowerCase(), position);
}

function complete(from: string, to: string, promotion: string | undefined, position: Position): Reading {
  if (!position.promotions.includes(from + to)) return { move: from + to };
  if (!promotion) return { error: `say what the pawn becomes: ${to}=Q, ${to}=R, ${to}=B or ${to}=N` };
  return { move: from + to + promotion };
}

function isCastling(from: string, to: string, pieces: Map<string, Piece>): boolean {
  const king = pieces.get(from);
  if (king?.letter !== 'K') return false;
  const target = pieces.get(to);
  return target?.color === king.color || Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) > 1;
}

function readCastling(long: boolean, position: Position): Reading {
  const pieces = piecesOf(position.fen);
  for (const [from, targets] of Object.entries(position.dests)) {
    const to = targets.find(
      square => isCastling(from, square, pieces) && square.charCodeAt(0) < from.charCodeAt(0) === long,
    );
    if (to) return { move: from + to };
  }
  return { error: `castling ${long ? 'on the queen’s side' : 'on the king’s side'} is not legal here` };
}

const NAMES: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

export const pieceWords = (piece: Piece): string => `${piece.color} ${NAMES[piece.letter] ?? piece.letter}`;

/** A move in SAN as it is read aloud. */
export function sayMove(san: string): string {
  const end = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  const body = san.replace(/[+#]$/, '');
  if (/^O-O-O/.test(body)) return `castles on the queen’s side${end}`;
  if (/^O-O/.test(body)) return `castles on the king’s side${end}`;
  const parts = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?$/.exec(body);
  if (!parts) return san;
  const [, letter = '', origin = '', takes = '', to = '', promotion] = parts;
  const words = [letter === '' ? 'pawn' : (NAMES[letter] ?? letter)];
  if (origin) words.push(origin);
  if (takes) words.push('takes');
  words.push(to);
  if (promotion) words.push('becomes a', NAMES[promotion] ?? promotion);
  return words.join(' ') + end;
}

/** `h8` as column and row from the bottom left, counted from 0. */
export function pointOf(name: string): { x: number; y: number } {
  return { x: name.charCodeAt(0) - 97, y: Number(name.slice(1)) - 1 };
}

export const pointName = (x: number, y: number): string => String.fromCharCode(97 + x) + (y + 1);

export function readPoint(text: string, size: number, height = size): Reading {
  const plain = text.trim().toLowerCase();
  const last = pointName(size - 1, height - 1);
  if (!/^[a-v][0-9]{1,2}$/.test(plain))
    return { error: `“${text.trim()}” is no point; type a letter and a number, a1 to ${last}` };
  const { x, y } = pointOf(plain);
  if (x >= size || y < 0 || y >= height)
    return { error: `${plain} is outside the board, which goes from a1 to ${last}` };
  return { move: pointName(x, y) };
}
