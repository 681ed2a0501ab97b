// A socket is a board, and a new socket an empty one: after a lost connection or a reload the page
// gives the server its game back. Clocks are not restored; the game goes on without.
import { toPgn } from './notation.js';
import type { FromServer, GameState, NewGame, ToServer } from './protocol.js';

const KEY = 'regence-game';

export function saveGame(game: GameState): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // No storage: a reload begins a new game.
  }
}

export function saved(): GameState | null {
  try {
    const game = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as GameState | null;
    // Another version of the page may have written it.
    return game && Array.isArray(game.moves) && game.players ? game : null;
  } catch {
    return null;
  }
}

/** The messages that bring a game back. */
export function restoring(game: GameState): ToServer[] {
  const messages: ToServer[] = [];
  if (game.game === 'chess') {
    messages.push({ type: 'new', game: 'chess', fen: null, chess960: null, clock: null, players: game.players });
    messages.push({ type: 'load', format: 'pgn', text: toPgn(game) });
  } else {
    messages.push({
      type: 'new',
      game: 'gomoku',
      rule: game.rule,
      size: game.size,
      opening: 'empty',
      clock: null,
      players: game.players,
    } satisfies NewGame);
    if (game.moves.length > 0)
      messages.push({ type: 'load', format: 'gomoku', text: game.moves.map(played => played.move).join('') });
  }
  if (game.ply !== game.moves.length) messages.push({ type: 'goto', ply: game.ply });
  // A game that is loaded waits; a new one without moves does not.
  if (game.playing && game.moves.length > 0) messages.push({ type: 'go' });
  return messages;
}

export async function restore(
  game: GameState,
  ask: (message: ToServer) => Promise<FromServer | null>,
): Promise<boolean> {
  if (game.game === 'gomoku' && game.swap2) return false;
  // All at once: a move that the reader makes meanwhile comes after them.
  const answers = await Promise.all(restoring(game).map(ask));
  return answers.every(answer => answer !== null);
}
