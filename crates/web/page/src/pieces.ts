// The chess pieces of the boards beside those of chessground: drawn here, in a square of 45 as those are, and put into style rules, so
// that every board, list and picture has them.
import type { Color } from './protocol.js';
import type { Settings } from './settings.js';

type Set = Exclude<Settings['pieces'], 'classic'>;
type Role = keyof typeof LETTERS;

const LETTERS = { king: 'K', queen: 'Q', rook: 'R', bishop: 'B', knight: 'N', pawn: 'P' } as const;

interface Inks {
  fill: string;
  stroke: string;
  /** Lines on the piece. */
  line: string;
}

const INKS: Record<Color, Inks> = {
  white: { fill: '#fbfaf5', stroke: '#2d2c29', line: '#2d2c29' },
  black: { fill: '#3a3935', stroke: '#141412', line: '#f2efe6' },
};

const BASE = 'M11 35.5h23a1.5 1.5 0 0 1 1.5 1.5v2.500a1 1 0 0 1-1 1h-24a1 1 0 0 1-1-1V37a1.5 1.5 0 0 1 1.5-1.500z';

/** What a piece is filled with, and what is drawn upon it. */
const FLAT: Record<Role, { body: string; detail: string }> = {
  pawn: {
    body: 'M22.5 9.500a5.5 5.5 0 0 1 3.600 9.600h2.900a1 1 0 0 1 1 1v1.800a1 1 0 0 1-1 1h-2.300c.4 4.600 2 8.600 5.300 12.600h-19c3.300-4 4.900-8 5.300-12.600H16a1 1 0 0 1-1-1v-1.800a1 1 0 0 1 1-1h2.900a5.5 5.5 0 0 1 3.600-9.600z',
    detail: '',
  },
  rook: {
    body: 'M12 9.500h4.800v3.700h3.300V9.500h4.800v3.700h3.300V9.500H33v7.200l-3.200 3v10.500l3.200 5.300H12l3.200-5.300V19.700l-3.200-3z',
    detail: 'M15.200 20h14.600M15.200 30h14.600',
  },
  knight: {
    body: 'M19.800 6.800l3.300 3.400c7.300 1.100 11 7.200 10.400 16-.2 3.400-.8 6.100-1.5 9.300H14.300c.2-5.5 2.600-8 6.600-12.200-2.700.8-5 .9-6.800 2.200-1.100.9-1.800 2.200-3.200 2.100-2.200-.2-3.800-2.700-2.600-4.700 2.300-4 3.300-8.700 7.400-11.400z',
    detail: 'M16.700 15.600v.01M24.5 14.500c3.300 2.300 4.900 6 4.800 11.5',
  },
  bishop: {
    body: 'M22.5 4.700a2.400 2.400 0 0 1 1.600 4.200c4.300 3 6.900 7 6.900 11.300 0 3.200-1.400 5.700-3.600 7.400l3.600 7.900H14l3.600-7.900c-2.200-1.700-3.600-4.200-3.600-7.400 0-4.300 2.600-8.300 6.900-11.300a2.400 2.400 0 0 1 1.600-4.200z',
    detail: 'M22.5 14v8.600M18.600 18h7.800M17.600 27.800h9.800',
  },
  queen: {
    body: 'M8.5 9.800a2.200 2.200 0 0 1 1.400 3.900l4.200 7.900 1.700-9.800a2.200 2.200 0 1 1 2.700-.9l4 9.600 4-9.600a2.200 2.200 0 1 1 2.700.9l1.700 9.800 4.200-7.900a2.200 2.200 0 1 1 2.200.2l-4.800 16.600 1.5 5H11l1.5-5-4.800-16.600a2.200 2.200 0 0 1 .8-4.100z',
    detail: 'M12.600 29.500h19.800',
  },
  king: {
    body: 'M21 4h3v3h3v2.800h-3v3.100c6.800-3 12.5.1 12.5 6.300 0 4.300-2.800 7.300-4.300 10.800l1.300 5.500h-22l1.300-5.500c-1.5-3.5-4.300-6.5-4.300-10.800 0-6.200 5.700-9.300 12.5-6.300V9.800h-3V7h3z',
    detail: 'M22.5 14v15.500M12.800 29.500h19.400',
  },
};

function flat(role: Role, { fill, stroke, line }: Inks): string {
  const { body, detail } = FLAT[role];
  return `<g fill="${fill}" stroke="${stroke}" stroke-width="1.3" stroke-linejoin="round"><path d="${body}"/><path d="${BASE}"/></g>
<path d="${detail}" fill="none" stroke="${line}" stroke-width="1.6" stroke-linecap="round"/>`;
}

function letters(role: Role, { fill, stroke, line }: Inks): string {
  const [radius, size] = role === 'pawn' ? [12.5, 17] : [17.5, 25];
  return `<circle cx="22.5" cy="22.5" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="1.6"/>
<text x="22.5" y="${22.5 + 0.36 * size}" font-family="Georgia,'DejaVu Serif',serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="${line}">${LETTERS[role]}</text>`;
}

const DRAWN: Record<Set, (role: Role, inks: Inks) => string> = { flat, letters };

const pictureOf = (set: Set, role: Role, color: Color): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="45" height="45" viewBox="0 0 45 45">${DRAWN[set](role, INKS[color])}</svg>`;

const roles = Object.keys(LETTERS) as Role[];

function rulesOf(set: Set): string {
  const rule = (role: Role, color: Color): string =>
    `:root .cg-wrap piece.${role}.${color}{background-image:url("data:image/svg+xml,${encodeURIComponent(pictureOf(set, role, color))}")}`;
  return roles.flatMap(role => [rule(role, 'white'), rule(role, 'black')]).join('\n');
}

const sheet = new CSSStyleSheet();
let shown: Settings['pieces'] = 'classic';

/** All boards of the page draw their pieces so. */
export function showPieces(set: Settings['pieces']): void {
  if (set === shown) return;
  shown = set;
  sheet.replaceSync(set === 'classic' ? '' : rulesOf(set));
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}
