// Pictures of the board, drawn anew as SVG that stands alone, as PNG, and of a whole game as an animated GIF.
import { gifOf, type Picture } from './gif.js';
import { starPoints } from './gomoku-board.js';
import { type Piece, piecesOf, pointOf } from './notation.js';
import type { Color, Drawn, GameState } from './protocol.js';
import type { App } from './state.js';
import { viewOf } from './tree.js';

const SQUARE = 45;
const POINT = 26;
const ROLES: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };
const INKS: Record<string, string> = { G: '#15781b', R: '#882020', B: '#003088', Y: '#e68f00' };

const themed = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The picture by which a piece is drawn on the board. */
function imageOf({ color, letter }: Piece): string {
  const wrap = document.createElement('div');
  wrap.className = 'cg-wrap';
  wrap.style.display = 'none';
  const piece = document.createElement('piece');
  piece.className = `${ROLES[letter]} ${color}`;
  wrap.append(piece);
  document.body.append(wrap);
  const address = /url\("?(.*?)"?\)/.exec(getComputedStyle(piece).backgroundImage)?.[1] ?? '';
  wrap.remove();
  return address;
}

/** The board as it is looked at. */
export function boardSvg(game: GameState, bottom: Color, shapes: readonly Drawn[] = []): string {
  return game.game === 'chess' ? chessSvg(game, bottom, shapes) : gomokuSvg(game, shapes);
}

function chessSvg(game: GameState & { game: 'chess' }, bottom: Color, shapes: readonly Drawn[]): string {
  const side = 8 * SQUARE;
  const [light, dark] = [themed('--square-light'), themed('--square-dark')];
  const spot = (square: string): { x: number; y: number } => {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;
    return {
      x: (bottom === 'white' ? file : 7 - file) * SQUARE,
      y: (bottom === 'white' ? 7 - rank : rank) * SQUARE,
    };
  };
  const parts = [`<rect width="${side}" height="${side}" fill="${light}"/>`];
  for (let at = 0; at < 64; at += 1)
    if ((at + (at >> 3)) % 2 === 1) parts.push(rect({ x: (at % 8) * SQUARE, y: (at >> 3) * SQUARE }, SQUARE, dark));
  for (const square of game.last ?? []) parts.push(rect(spot(square), SQUARE, '#d6b24a', 0.48));
  const images = new Map<string, string>();
  for (const [square, piece] of piecesOf(game.fen)) {
    const name = piece.color + piece.letter;
    if (!images.has(name)) images.set(name, imageOf(piece));
    const { x, y } = spot(square);
    parts.push(`<image x="${x}" y="${y}" width="${SQUARE}" height="${SQUARE}" href="${images.get(name)}"/>`);
  }
  const half = SQUARE / 2;
  for (const { brush, from, to } of shapes) {
    const [a, ink] = [spot(from), INKS[brush] ?? INKS.G];
    if (to === null) {
      parts.push(
        `<circle cx="${a.x + half}" cy="${a.y + half}" r="${half - 2}" fill="none" stroke="${ink}" stroke-width="3"/>`,
      );
      continue;
    }
    const b = spot(to);
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const [x, y] = [b.x + half, b.y + half];
    const [neckX, neckY] = [x - dx * 16, y - dy * 16];
    parts.push(
      `<path d="M${a.x + half} ${a.y + half}L${neckX} ${neckY}" stroke="${ink}" stroke-width="7" opacity="0.85"/>`,
      `<path d="M${x} ${y}L${neckX - dy * 9} ${neckY + dx * 9}L${neckX + dy * 9} ${neckY - dx * 9}Z" fill="${ink}" opacity="0.85"/>`,
    );
  }
  return svgText(side, side, parts);
}

function gomokuSvg(game: GameState & { game: 'gomoku' }, shapes: readonly Drawn[]): string {
  const { size, height } = game;
  const [width, tall] = [(size + 1) * POINT, (height + 1) * POINT];
  const ink = themed('--wood-ink');
  const spot = (name: string): [number, number] => {
    const { x, y } = pointOf(name);
    return [(x + 1) * POINT, (height - y) * POINT];
  };
  let lines = '';
  for (let x = 1; x <= size; x++) lines += `M${x * POINT} ${POINT}V${height * POINT}`;
  for (let y = 1; y <= height; y++) lines += `M${POINT} ${y * POINT}H${size * POINT}`;
  const parts = [
    `<rect width="${width}" height="${tall}" fill="${themed('--wood')}"/>`,
    `<path d="${lines}" stroke="${ink}" fill="none"/>`,
  ];
  if (size === height)
    for (const [x, y] of starPoints(size))
      parts.push(`<circle cx="${(x + 1) * POINT}" cy="${(y + 1) * POINT}" r="3" fill="${ink}"/>`);
  const letter = (x: number, y: number, text: string, colour: string, em: number): string =>
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${em}" text-anchor="middle" dominant-baseline="central" fill="${colour}">${text}</text>`;
  for (let x = 0; x < size; x++)
    parts.push(letter((x + 1) * POINT, tall - POINT * 0.36, String.fromCharCode(97 + x), ink, 10));
  for (let y = 0; y < height; y++) parts.push(letter(POINT * 0.34, (height - y) * POINT, String(y + 1), ink, 10));
  for (const { at, color, n } of game.stones) {
    const [x, y] = spot(at);
    const isBlack = color === 'black';
    parts.push(
      `<circle cx="${x}" cy="${y}" r="${POINT * 0.45}" fill="${isBlack ? '#1b1d1b' : '#fdfdfb'}" stroke="#555"/>`,
    );
    if (n > 0) parts.push(letter(x, y, String(n), isBlack ? '#f4f1e8' : '#1b1d1b', 11));
  }
  for (const { brush, from } of shapes) {
    const [x, y] = spot(from);
    parts.push(`<circle cx="${x}" cy="${y}" r="${POINT * 0.4}" fill="none" stroke="${INKS[brush]}" stroke-width="3"/>`);
  }
  return svgText(width, tall, parts);
}

const rect = ({ x, y }: { x: number; y: number }, side: number, fill: string, opacity = 1): string =>
  `<rect x="${x}" y="${y}" width="${side}" height="${side}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

const svgText = (width: number, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>\n`;

/** The same in points, so many times as large. */
async function painted(svg: string, scale: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function boardPng(svg: string): Promise<Blob> {
  const canvas = await painted(svg, 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** How long a position of an animated game is shown, and the last one. */
const FRAME = 900;
const LAST_FRAME = 4000;

/** The line that is looked at, move by move. */
export async function gameGif(app: App, progress: (share: number) => void): Promise<Blob> {
  const { server, tree, bottom } = app;
  const frames: Picture[] = [];
  const places = [0, ...(app.game?.line ?? [])];
  for (const [index, node] of places.entries()) {
    const svg = boardSvg(viewOf(server!, tree, node), bottom, tree.nodes.get(node)?.shapes);
    const canvas = await painted(svg, 1);
    frames.push(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height));
    progress((index + 1) / places.length);
  }
  const delays = frames.map((_, index) => (index + 1 < frames.length ? FRAME : LAST_FRAME));
  return new Blob([gifOf(frames, delays)], { type: 'image/gif' });
}
