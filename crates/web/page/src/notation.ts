// Moves as people type and hear them. The server knows the rules; here a text is only matched against
// the legal moves that it sent.
import { boardTexts as texts } from './board-texts.js';
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

/** Reads `Nf3`, `nf3`, `exd5`, `O-O`, `e8=Q` or `e2e4` as one of the legal moves. */
export function readChessMove(text: string, position: Position): Reading {
  const typed = text.trim();
  const plain = typed.toLowerCase();
  const coordinates = /^([a-h][1-8])-?([a-h][1-8])=?([qrbn])?$/.exec(plain);
  if (coordinates) {
    const [, from = '', to = '', promotion] = coordinates;
    if (position.dests[from]?.includes(to)) return complete(from, to, promotion, position);
    const castling = castlings(position).get(from + to);
    if (castling) return { move: castling };
  }
  if (/^[o0]-?[o0](-?[o0])?[+#]?$/.test(plain)) return readCastling(plain.replace(/[^o0]/g, '').length === 3, position);
  // A small `b` is a pawn's file where that makes a move, and a bishop where not.
  const asPiece = /^[kqrbn]/.test(typed) ? readSan(typed.charAt(0).toUpperCase() + typed.slice(1), position) : null;
  const asTyped = readSan(typed, position);
  if (asTyped && 'move' in asTyped) return asTyped;
  return asPiece && ('move' in asPiece || !asTyped) ? asPiece : (asTyped ?? { error: texts.noMove(typed) });
}

function readSan(typed: string, position: Position): Reading | null {
  const san = /^([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?[+#!?]*$/.exec(typed);
  if (!san) return null;
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
  if (from.length === 0) return { error: texts.notLegal(typed) };
  if (from.length > 1) return { error: texts.ambiguous(typed, from, to) };
  return complete(from[0]!, to, promotion?.toLowerCase(), position);
}

/** The other way to castle for each that the server names: by king to rook where it says two squares, and the reverse. */
export function castlings({ fen, dests }: Pick<Position, 'fen' | 'dests'>): Map<string, string> {
  const pieces = piecesOf(fen);
  const found = new Map<string, string>();
  for (const [from, targets] of Object.entries(dests))
    for (const to of targets) {
      if (!isCastling(from, to, pieces)) continue;
      const isLong = to.charCodeAt(0) < from.charCodeAt(0);
      const other = pieces.has(to) ? (isLong ? 'c' : 'g') + from[1] : rookBeyond(from, isLong, pieces);
      if (other && other !== from && !targets.includes(other)) found.set(from + other, from + to);
    }
  return found;
}

/** The outermost rook of the king's side on its row. */
function rookBeyond(king: string, isLong: boolean, pieces: Map<string, Piece>): string | undefined {
  const color = pieces.get(king)?.color;
  const files = isLong ? FILES : [...FILES].reverse().join('');
  const squares = [...files.slice(0, files.indexOf(king[0]!))].map(file => file + king[1]);
  return squares.find(square => pieces.get(square)?.letter === 'R' && pieces.get(square)?.color === color);
}

function complete(from: string, to: string, promotion: string | undefined, position: Position): Reading {
  if (!position.promotions.includes(from + to)) return { move: from + to };
  if (!promotion) return { error: texts.sayPromotion(to) };
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
  return { error: long ? texts.noLong : texts.noShort };
}

export const pieceWords = (piece: Piece): string =>
  texts.piece(piece.color, texts.pieces[piece.letter] ?? piece.letter);

/** A move in SAN as it is read aloud. */
export function sayMove(san: string): string {
  const end = san.endsWith('#') ? texts.checkmate : san.endsWith('+') ? texts.check : '';
  const body = san.replace(/[+#]$/, '');
  if (/^O-O-O/.test(body)) return texts.castlesLong + end;
  if (/^O-O/.test(body)) return texts.castlesShort + end;
  const parts = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?$/.exec(body);
  if (!parts) return san;
  const [, letter = '', origin = '', takes = '', to = '', promotion] = parts;
  const words = [texts.pieces[letter || 'P'] ?? letter];
  if (origin) words.push(origin);
  if (takes) words.push(texts.takes);
  words.push(to);
  if (promotion) words.push(texts.becomes, texts.pieces[promotion] ?? promotion);
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
  if (!/^[a-v][0-9]{1,2}$/.test(plain)) return { error: texts.noPoint(text.trim(), last) };
  const { x, y } = pointOf(plain);
  if (x >= size || y < 0 || y >= height) return { error: texts.outside(plain, last) };
  return { move: pointName(x, y) };
}

/** The pieces after moves by their squares, which are legal: nothing is checked. */
export function piecesAfter(fen: string, moves: readonly string[]): Map<string, Piece> {
  const pieces = piecesOf(fen);
  for (const move of moves) {
    const [from, to, promotion] = [move.slice(0, 2), move.slice(2, 4), move[4]];
    const piece = pieces.get(from);
    if (!piece) continue;
    const rank = from[1]!;
    if (isCastling(from, to, pieces)) {
      const isLong = to.charCodeAt(0) < from.charCodeAt(0);
      const rook = pieces.has(to) ? to : rookBeyond(from, isLong, pieces);
      pieces.delete(from);
      if (rook) pieces.delete(rook);
      pieces.set((isLong ? 'c' : 'g') + rank, piece);
      pieces.set((isLong ? 'd' : 'f') + rank, { color: piece.color, letter: 'R' });
      continue;
    }
    // A pawn that goes aslant to an empty square takes in passing.
    if (piece.letter === 'P' && from[0] !== to[0] && !pieces.has(to)) pieces.delete(to[0]! + rank);
    pieces.delete(from);
    pieces.set(to, promotion ? { color: piece.color, letter: promotion.toUpperCase() } : piece);
  }
  return pieces;
}
