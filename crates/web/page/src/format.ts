// Numbers as people read them. Pure functions.
import { boardTexts as texts } from './board-texts.js';
import { playTexts } from './play-texts.js';
import type { Color, Player, Score } from './protocol.js';

const MINUS = '−';

const signed = (value: number, text: string): string => (value < 0 ? MINUS + text : `+${text}`);

/** A win that the endgame tables know: its distance is not known, and it is no number of pawns. */
export const isTabled = (score: Score): boolean => 'cp' in score && Math.abs(score.cp) > 30_000;

/** `+0.35`; `+TB` for a win by the endgame tables; `#3` and `#−2` for a mate or another win in so many moves, from the first player's view. */
export function scoreText(score: Score): string {
  if ('cp' in score && isTabled(score)) return signed(score.cp, 'TB');
  if ('cp' in score) return signed(score.cp, (Math.abs(score.cp) / 100).toFixed(2));
  if ('end' in score) return score.end.replace('-', '–').replaceAll('1/2', '½');
  const moves = 'mate' in score ? score.mate : score.win;
  return moves < 0 ? `#${MINUS}${-moves}` : `#${moves}`;
}

/** The same in words, for a screen reader and for tooltips. */
export function scoreWords(score: Score, first: Color, second: Color): string {
  if ('cp' in score) {
    if (isTabled(score)) return texts.tabled(score.cp > 0 ? first : second);
    if (Math.abs(score.cp) < 15) return texts.even;
    return texts.ahead(score.cp > 0 ? first : second, (Math.abs(score.cp) / 100).toFixed(2));
  }
  if ('end' in score) return texts.ended[score.end];
  if ('mate' in score) return texts.mates(score.mate >= 0 ? first : second, Math.abs(score.mate));
  return texts.wins(score.win >= 0 ? first : second, Math.abs(score.win));
}

/** How much of the evaluation bar belongs to the first player, from 0 to 1. */
export function share(score: Score, first: Color = 'white'): number {
  if ('end' in score) return score.end === '1/2-1/2' ? 0.5 : (score.end === '1-0') === (first === 'white') ? 1 : 0;
  if ('cp' in score && isTabled(score)) return score.cp < 0 ? 0 : 1;
  // The curve by which a review judges.
  if ('cp' in score) return 1 / (1 + Math.exp(-0.003_682_08 * Math.min(1000, Math.max(-1000, score.cp))));
  const distance = 'mate' in score ? score.mate : score.win;
  return distance < 0 ? 0 : 1;
}

/** Time used for a move: `30 ms`, `0.4 s`, `12 s`, `2:05`. */
export function spentText(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Time of a search, where milliseconds count. */
export const shortTime = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : spentText(ms));

/** Time left: `5:00`, `1:02:03`, with tenths below twenty seconds. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 20_000) {
    const tenths = Math.floor(left / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}.${tenths % 10}`;
  }
  const seconds = Math.ceil(left / 1000);
  const rest = `${String(Math.floor(seconds / 60) % 60).padStart(seconds >= 3600 ? 2 : 1, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest;
}

/** `950`, `12.3 k`, `4.56 M`. */
export function countText(n: number): string {
  if (n < 1000) return String(n);
  if (n < 100_000) return `${(n / 1000).toFixed(1)} k`;
  if (n < 1_000_000) return `${Math.round(n / 1000)} k`;
  if (n < 1_000_000_000) return `${(n / 1e6).toFixed(2)} M`;
  return `${(n / 1e9).toFixed(2)} G`;
}

export function playerText(player: Player): string {
  if (player === 'human') return playTexts.person;
  return player.engine.elo === null ? playTexts.fullStrength : playTexts.engine(player.engine.elo);
}

/** A bound is shown before its score. */
export const boundSign = (bound: null | undefined | 'lower' | 'upper'): string =>
  bound === 'lower' ? '≥ ' : bound === 'upper' ? '≤ ' : '';

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Who a score is good for: above zero the first player. */
export function leaning(score: Score, first: Color = 'white'): number {
  return share(score, first) - 0.5;
}
