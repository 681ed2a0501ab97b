// Light and dark, as the system prefers until someone chooses; boards and pieces.
import { showPieces } from './pieces.js';
import { remember, settings } from './settings.js';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

export const isDark = (): boolean => (settings.theme === 'auto' ? dark.matches : settings.theme === 'dark');

export function applyTheme(): void {
  const { dataset } = document.documentElement;
  dataset.theme = isDark() ? 'dark' : 'light';
  dataset.chessBoard = settings.chessBoard;
  dataset.gomokuBoard = settings.gomokuBoard;
  dataset.coordinates = settings.coordinates ? 'on' : 'off';
  showPieces(settings.pieces);
}

export function toggleTheme(): void {
  remember({ theme: isDark() ? 'light' : 'dark' });
  applyTheme();
}

dark.addEventListener('change', applyTheme);
