// What the board refuses, in French. It says why in an English sentence that its other users read, too; the sentences that a reader of
// the page meets are told again here, and any other one stays as it is.

type Told = (...parts: string[]) => string;

const ANY_SIDE = '(white|black)';
const ANY_PIECE = '(pawn|knight|bishop|rook|queen|king)';

const sides: Record<string, string> = { white: 'les Blancs', black: 'les Noirs' };
const toSides: Record<string, string> = { white: 'aux Blancs', black: 'aux Noirs' };
const ofSides: Record<string, string> = { white: 'des Blancs', black: 'des Noirs' };
const pieces: Record<string, string> = {
  pawn: 'pion',
  knight: 'cavalier',
  bishop: 'fou',
  rook: 'tour',
  queen: 'dame',
  king: 'roi',
};
const isFeminine = (piece = ''): boolean => piece === 'rook' || piece === 'queen';
const the = (piece = ''): string => `${isFeminine(piece) ? 'la' : 'le'} ${pieces[piece]}`;
const no = (piece = ''): string => `${isFeminine(piece) ? 'aucune' : 'aucun'} ${pieces[piece]}`;

const fields: Record<string, string> = {
  'piece placement': 'les pièces',
  'side to move': 'le trait',
  'castling rights': 'les roques',
  'en passant square': 'la case en passant',
  'halfmove clock': 'le compteur de demi-coups',
  'move number': 'le numéro du coup',
};
const fouls: Record<string, string> = {
  'double three': 'double trois',
  'double four': 'double quatre',
  overline: 'plus de cinq en ligne',
};

/** `"e5"` and `'%'` as French quotes them. */
const quoted = (text = ''): string => `« ${text.replace(/^["'`]|["'`]$/g, '')} »`;

const SENTENCES: readonly [string, Told][] = [
  ["the PGN can't be read: (.*)", why => `le PGN est illisible : ${frenchError(why ?? '')}`],
  ['the PGN has no game: .*', () => 'le texte n’a ni en-têtes ni coups : une partie commence comme 1. e4 e5'],
  [
    'line (\\d+), column (\\d+): (.*)',
    (row, column, why) => `ligne ${row}, colonne ${column}, ${frenchError(why ?? '')}`,
  ],
  ['ply (\\d+): (.*)', (ply, why) => `demi-coup ${ply} : ${frenchError(why ?? '')}`],
  ['move (\\d+): (.*)', (move, why) => `coup ${move} : ${frenchError(why ?? '')}`],
  ['bad move (.+?): (.*)', (move, why) => `${quoted(move)} : ${frenchError(why ?? '')}`],
  [
    'found (.+), expected a legal move \\((.*)\\)',
    (move, why) => `${quoted(move)} n’est pas légal : ${frenchError(why ?? '')}`,
  ],
  [
    'found (.+), expected a position \\((.*)\\)',
    (text, why) => `${quoted(text)} n’est pas une position : ${frenchError(why ?? '')}`,
  ],
  [
    'found (.+), expected a move such as .*',
    text => `${quoted(text)} n’est pas un coup comme e4, Nf3, exd5, O-O ou e8=Q`,
  ],
  [
    'found the end of the text in a variation .*',
    () => 'une variante commence ici et n’est pas fermée : il manque une parenthèse )',
  ],
  [
    `no ${ANY_PIECE} of ${ANY_SIDE} can legally go to (\\w\\d) like that`,
    (piece, side, to) => `${no(piece)} ${ofSides[side!]} ne peut aller en ${to} ainsi`,
  ],
  [`${ANY_SIDE} cannot castle there now`, side => `${sides[side!]} ne peuvent pas y roquer maintenant`],
  [
    `the piece on (\\w\\d) is ${ANY_SIDE}'s, but ${ANY_SIDE} is to move`,
    (at, owner, side) =>
      `la pièce en ${at} est ${owner === 'white' ? 'blanche' : 'noire'}, mais le trait est ${toSides[side!]}`,
  ],
  [
    `the ${ANY_PIECE} on (\\w\\d) cannot go to (\\w\\d) here`,
    (piece, from, to) => `${the(piece)} en ${from} ne peut pas aller en ${to}`,
  ],
  [
    'bad FEN, (.+) \\(field (\\d)\\): (.*)',
    (field, n, why) => `FEN incorrecte, ${fields[field!] ?? field} (champ ${n}) : ${frenchError(why ?? '')}`,
  ],
  [
    `${ANY_SIDE} has (\\d+) kings, exactly one is needed`,
    (side, n) => `${sides[side!]} ont ${n} roi${Number(n) > 1 ? 's' : ''}, il en faut exactement un`,
  ],
  [
    `${ANY_SIDE} may castle on the (king|queen)'s side, but has no (rook|king) there on its first rank`,
    (side, wing, piece) =>
      `${sides[side!]} ont le droit de roquer côté ${pieces[wing!]}, mais sans ${pieces[piece!]} de ce côté sur leur première rangée`,
  ],
  [
    `${ANY_SIDE} is to move, but could take ${ANY_SIDE}'s king at once`,
    (side, other) =>
      `le trait est ${toSides[side!]}, qui pourraient prendre aussitôt le roi ${other === 'white' ? 'blanc' : 'noir'}`,
  ],
  [
    'rank (\\d) \\((.+)\\) has (\\d+) squares, expected 8',
    (rank, text, n) => `la rangée ${rank} (${quoted(text)}) a ${n} cases au lieu de 8`,
  ],
  [
    'found (\\d+) ranks in (.+), expected 8 with / between them',
    (n, text) => `${quoted(text)} a ${n} rangée${Number(n) > 1 ? 's' : ''}, il en faut 8, séparées par /`,
  ],
  [
    'a pawn stands on (\\w\\d), pawns are possible on ranks 2 to 7 only',
    at => `un pion est en ${at} ; il n’y en a que de la 2e à la 7e rangée`,
  ],
  ['found (.+), expected w or b', text => `${quoted(text)} au lieu de w ou b`],
  [
    `found (\\w\\d), but with ${ANY_SIDE} to move a square of rank (\\d) is expected`,
    (at, side, rank) => `${quoted(at)}, mais avec le trait ${toSides[side!]} il faut une case de la rangée ${rank}`,
  ],
  [
    '(.+) is no point of a (\\d+)x(\\d+) board: expected (\\w+) to (\\w+).*',
    (text, width, height, from, to) =>
      `${quoted(text)} n’est pas un point d’un plateau de ${width}×${height} : ils vont de ${from} à ${to}, et les coups s’écrivent comme h8i9g7`,
  ],
  ['(\\w\\d+) already holds a stone: play an empty point', at => `${at} a déjà une pierre : jouez un point libre`],
  [
    '(\\w\\d+) is forbidden \\((.+)\\): play another point',
    (at, foul) => `${at} est interdit (${fouls[foul!] ?? foul}) : jouez un autre point`,
  ],
  [
    'both sides have a winning row: take one of them away',
    () => 'les deux camps ont cinq en ligne : ôtez l’un des deux',
  ],
  ['these stones would end the game: place others', () => 'ces pierres finiraient la partie : posez-en d’autres'],
  ['the SGF is of game (.+), expected .*', kind => `ce SGF est d’un autre jeu, ${kind} ; celui du Gomoku est GM[4]`],
  ['the SGF ends inside a value: .*', () => 'le SGF finit au milieu d’une valeur : il manque un ]'],
  ["the SGF ends before its '\\)'", () => 'le SGF finit avant sa parenthèse )'],
  [
    'found (.+) in SGF, expected a property .*',
    text => `${quoted(text)} dans le SGF, où il faut une propriété comme B[hh], ou )`,
  ],
  ['found (.+), expected SGF as in .*', text => `${quoted(text)} n’est pas du SGF comme (;GM[4];B[hh])`],
  [
    'the board is SZ\\["(.+)"\\], expected sides of (\\d+) to (\\d+)',
    (size, least, most) => `le plateau est SZ[${size}] ; ses côtés vont de ${least} à ${most}`,
  ],
  [
    'found (.+) for a point of the (\\d+)x(\\d+) board, .*',
    (text, width, height) =>
      `${quoted(text)} n’est pas un point du plateau de ${width}×${height}, qui s’écrit en lettres comme hh`,
  ],
  ['the game is over in this position: .*', () => 'la partie est finie dans cette position : il n’y a rien à chercher'],
  ['the game is over .*', () => 'la partie est finie'],
  ['nobody can pass in check', () => 'on ne peut pas passer en échec'],
  ['a comment has at most (\\d+) bytes', n => `un commentaire a ${n} octets au plus`],
  [
    'the game has (\\d+) moves with its variations, .*',
    n => `la partie a ${n} coups avec ses variantes, le plus qui soit gardé : supprimez-en d’abord`,
  ],
];

const PATTERNS = SENTENCES.map(([pattern, told]): [RegExp, Told] => [new RegExp(`^${pattern}$`, 's'), told]);

export function frenchError(text: string): string {
  for (const [pattern, told] of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return told(...found.slice(1));
  }
  return text;
}
