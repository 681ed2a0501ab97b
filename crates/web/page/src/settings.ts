// What the browser remembers between visits. Nothing of it leaves the browser.

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  /** `auto`: as the browser prefers. */
  language: string;
  chessBoard: 'wood' | 'blue' | 'green' | 'grey';
  pieces: 'classic' | 'flat' | 'letters';
  gomokuBoard: 'wood' | 'paper' | 'contrast';
  coordinates: boolean;
  sound: boolean;
  numbers: boolean;
  lines: number;
  /** What an analysis uses; null is no depth in particular. */
  engine: { threads: number; hash: number; depth: number | null };
  /** The fields of the new-game dialog as they were left. */
  form: Record<string, string>;
}

/** Megabytes of an analysis' table until somebody chooses. */
export const USUAL_HASH = 16;

const DEFAULTS: Settings = {
  theme: 'auto',
  language: 'auto',
  chessBoard: 'wood',
  pieces: 'classic',
  gomokuBoard: 'wood',
  coordinates: true,
  sound: false,
  numbers: false,
  lines: 3,
  engine: { threads: 1, hash: USUAL_HASH, depth: null },
  form: {},
};
const KEY = 'regence';

function read(): Settings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...DEFAULTS, ...(typeof stored === 'object' ? stored : {}) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = read();

/** A browser may refuse storage (private windows): the page then forgets, and works. */
export function remember(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Refused or full: the choice holds until the page is closed.
  }
}
