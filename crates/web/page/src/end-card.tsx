// The end of a game: how it ended and how well it was played, and what comes next.
import type { JSX } from 'preact';
import type { Actions } from './actions.js';
import { playTexts as texts } from './play-texts.js';
import type { GameState, NewGame } from './protocol.js';
import type { App } from './state.js';
import { ROOT } from './tree.js';
import { shown } from './view.js';
import { words } from './wording.js';

const STANDARD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export function EndCard({ actions, newGame }: { actions: Actions; newGame(): void }): JSX.Element | null {
  const app = shown.value;
  const { game } = app;
  if (!game?.over || !isAtEnd(game) || app.tab !== 'play') return null;
  const sides = app.reviews.at(-1)?.sides;
  const again = rematchOf(app);
  return (
    <section class="end-card" aria-label={words.result(game.over)}>
      <p class="end-result">{words.result(game.over)}</p>
      <p class="facts">{words.reason(game.over)}</p>
      {sides &&
        (['white', 'black'] as const).map(
          side =>
            sides[side] && <p key={side}>{texts.accuracyOf(texts.sides[side], words.percent(sides[side].accuracy))}</p>,
        )}
      <div class="buttons">
        <button type="button" class="main" id="end-review" onClick={actions.reviewGame}>
          {texts.reviewGame}
        </button>
        {again && (
          <button
            type="button"
            class="quiet"
            id="rematch"
            onClick={() => void actions.begin(again).catch((error: Error) => actions.notice(error.message))}
          >
            {texts.rematch}
          </button>
        )}
        <button type="button" class="quiet" id="end-new" onClick={newGame}>
          {texts.newGame}
        </button>
      </div>
    </section>
  );
}

/** At the end of the line alone: whoever looks back reads other things. */
export const isAtEnd = (game: GameState): boolean =>
  game.over !== null && game.moves.length > 0 && game.ply >= game.moves.length;

/** The same game with the sides changed; none for a game that was only loaded. */
export function rematchOf({ server, tree }: Pick<App, 'server' | 'tree'>): NewGame | null {
  if (!server) return null;
  const first = tree.nodes.get(server.line[0] ?? ROOT);
  const wasPlayed = server.moves.some(move => move.by === 'engine' || move.ms > 0);
  if (!first || !wasPlayed) return null;
  const shared = {
    type: 'new' as const,
    players: { white: server.players.black, black: server.players.white },
    clock: server.clock && { base: server.clock.base, inc: server.clock.inc },
  };
  return server.game === 'chess'
    ? { ...shared, game: 'chess', fen: server.start === STANDARD ? null : server.start }
    : { ...shared, game: 'gomoku', rule: server.rule, size: server.size, opening: 'empty' };
}
