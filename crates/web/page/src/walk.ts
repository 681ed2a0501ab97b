// One step back or forward. Against the engine a step ends where the person is to move: one that took
// back only the engine's answer would hand the move to the engine again.
import type { Color, GameState } from './protocol.js';
import { isEngine, other } from './protocol.js';

export function step(game: Pick<GameState, 'ply' | 'turn' | 'moves' | 'players'>, direction: 1 | -1): number {
  const turnAt = (ply: number): Color => ((game.ply - ply) % 2 === 0 ? game.turn : other(game.turn));
  const isMixed = isEngine(game.players.white) !== isEngine(game.players.black);
  const isInside = (ply: number): boolean => ply >= 0 && ply <= game.moves.length;
  let ply = game.ply + direction;
  if (!isInside(ply)) return game.ply;
  if (isMixed && isEngine(game.players[turnAt(ply)]) && isInside(ply + direction)) ply += direction;
  return ply;
}
