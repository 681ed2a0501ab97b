// The evaluation of the game move by move, as a graph to click on or to walk with the arrow keys. Up is good for the player who begins.
import type { JSX } from 'preact';
import type { Actions } from './actions.js';
import { analysisTexts as texts } from './analysis-texts.js';
import { scoreText, share } from './format.js';
import { reviewAt } from './judge.js';
import type { GameState, Mark, Review } from './protocol.js';
import { type App, firstPlayer } from './state.js';
import { ROOT } from './tree.js';
import { words } from './wording.js';

export interface GraphPoint {
  ply: number;
  /** The first player's share, from 0 to 1. */
  share: number;
  text: string;
  mark: Mark | null;
}

/** One point for each judged position. */
export function graphPoints(game: GameState, reviews: readonly Review[]): GraphPoint[] {
  const points: GraphPoint[] = [];
  const first = firstPlayer(game);
  for (let ply = 0; ply <= game.moves.length; ply++) {
    const review = reviewAt(reviews, ply === 0 ? ROOT : game.line[ply - 1]!);
    const score = review?.score ?? game.moves[ply - 1]?.score;
    if (score) points.push({ ply, share: share(score, first), text: scoreText(score), mark: review?.mark ?? null });
  }
  return points;
}

const WIDTH = 400;
const HEIGHT = 110;

export function EvalGraph({ app, actions }: { app: App; actions: Actions }): JSX.Element | null {
  const game = app.game;
  if (!game) return null;
  const judged = graphPoints(game, app.reviews);
  const last = Math.max(1, game.moves.length);
  const x = (ply: number): number => (ply / last) * WIDTH;
  const y = (part: number): number => (1 - part) * HEIGHT;
  // What nobody has judged counts as even: the area begins at the left edge.
  const points =
    judged.length > 1 && judged[0]!.ply > 0 ? [{ ply: 0, share: 0.5, text: '', mark: null }, ...judged] : judged;
  const path = points.map(point => `${x(point.ply).toFixed(1)} ${y(point.share).toFixed(1)}`).join('L');
  const here = judged.find(point => point.ply === game.ply);
  const click = (event: MouseEvent): void => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    actions.goto(Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys walk wherever the focus is
    <div
      class={`graph first-${firstPlayer(game)}`}
      role="slider"
      tabIndex={0}
      aria-label={texts.graph}
      aria-valuemin={0}
      aria-valuemax={game.moves.length}
      aria-valuenow={game.ply}
      aria-valuetext={texts.graphHere(game.ply, here?.text ?? null)}
      onClick={click}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="graph-ground" width={WIDTH} height={HEIGHT} />
        {points.length < 2 ? (
          <rect class="graph-area" y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} />
        ) : (
          <>
            <path
              class="graph-area"
              d={`M${x(points[0]!.ply)} ${HEIGHT}L${path}L${x(points.at(-1)!.ply)} ${HEIGHT}Z`}
            />
            <path class="graph-line" d={`M${path}`} />
          </>
        )}
        <line class="graph-middle" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <line class="graph-here" x1={x(game.ply)} x2={x(game.ply)} y1={0} y2={HEIGHT} />
      </svg>
      <div class="graph-dots">
        {points.map(
          point =>
            point.mark && (
              <span
                key={point.ply}
                class={`dot ${point.mark}`}
                title={`${game.moves[point.ply - 1]?.san ?? ''}: ${words.mark(point.mark)}`}
                style={{ left: `${(point.ply / last) * 100}%`, top: `${(1 - point.share) * 100}%` }}
              />
            ),
        )}
      </div>
    </div>
  );
}
