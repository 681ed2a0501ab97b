// Tells ears what eyes see: the move that was just made, and the end of the game.
import { boardTexts as texts } from './board-texts.js';
import { sayMove } from './notation.js';
import { playTexts } from './play-texts.js';
import type { GameState } from './protocol.js';
import { other } from './protocol.js';
import { play, type SoundName } from './sound.js';
import type { App } from './state.js';
import { words as wording } from './wording.js';

/** What is new from one state to the next, in words; null when nothing happened. */
export function news(before: GameState | null, after: GameState): string | null {
  if (!before || before.game !== after.game) return texts.aGame[after.game];
  const words: string[] = [];
  const last = after.moves[after.ply - 1];
  if (after.ply === before.ply + 1 && last) {
    const said = after.game === 'chess' ? sayMove(last.san ?? last.move) : last.move;
    words.push(texts.played(playTexts.sides[other(after.turn)], said));
    if (before.game === 'gomoku' && after.game === 'gomoku') words.push(...captured(before, after));
  } else if (after.ply !== before.ply) {
    words.push(texts.plyOf(after.ply, after.moves.length));
  }
  if (after.over && !before.over) words.push(texts.gameOver(wording.result(after.over), wording.reason(after.over)));
  return words.length > 0 ? words.join('. ') : null;
}

function captured(before: GameState & { game: 'gomoku' }, after: GameState & { game: 'gomoku' }): string[] {
  return (['black', 'white'] as const)
    .filter(side => after.captures[side] > before.captures[side])
    .map(side => texts.captures(playTexts.sides[side], after.captures[side] - before.captures[side]));
}

export function soundOf(before: GameState | null, after: GameState): SoundName | null {
  if (after.over && !before?.over) return 'end';
  if (!before || after.ply !== before.ply + 1) return null;
  if (after.game === 'chess' && after.check) return 'check';
  const takes =
    after.game === 'chess'
      ? after.moves[after.ply - 1]?.san?.includes('x')
      : before.game === 'gomoku' && captured(before, after).length > 0;
  return takes ? 'capture' : 'move';
}

export function watchGame(announce: (text: string) => void): (app: App) => void {
  let before: GameState | null = null;
  return app => {
    const game = app.game;
    if (!game || game === before) return;
    const text = news(before, game);
    const sound = soundOf(before, game);
    before = game;
    if (text) announce(text);
    if (sound) play(sound);
  };
}
