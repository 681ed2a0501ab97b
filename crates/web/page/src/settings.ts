// What the browser remembers between visits. Nothing of it leaves the browser.

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  numbers: boolean;
  lines: number;
  /** The fields of the new-game dialog as they were left. */
  form: Record<string, string>;
}

const DEFAULTS: Settings = { theme: 'auto', sound: false, numbers: false, lines: 3, form: {} };
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
