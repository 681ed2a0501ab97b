// The evaluation of the game move by move, as a graph to click on or to walk with the arrow keys.
import type { Actions } from './actions.js';
import { h, svg } from './dom.js';
import { scoreText, share } from './format.js';
import type { GameState, Mark, Review } from './protocol.js';
import { type App, firstPlayer } from './state.js';
import { ROOT } from './tree.js';
import { words } from './wording.js';

export interface GraphPoint {
  ply: number;
  white: number;
  text: string;
  mark: Mark | null;
}

/** One point for each judged position; White's share is up, in both games. */
export function graphPoints(game: GameState, reviews: Review[]): GraphPoint[] {
  const points: GraphPoint[] = [];
  const first = firstPlayer(game);
  for (let ply = 0; ply <= game.moves.length; ply++) {
    const node = ply === 0 ? ROOT : game.line[ply - 1];
    const review = reviews.find(candidate => candidate.node === node);
    const score = review?.score ?? game.moves[ply - 1]?.score;
    if (!score) continue;
    const part = share(score, first);
    points.push({
      ply,
      white: first === 'white' ? part : 1 - part,
      text: scoreText(score),
      mark: review?.mark ?? null,
    });
  }
  return points;
}

const WIDTH = 400;
const HEIGHT = 110;

export class EvalGraph {
  readonly element: HTMLElement;
  private readonly picture = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  private readonly dots = h('div', { class: 'graph-dots' });
  private game: GameState | null = null;
  private key = '';

  constructor(private readonly actions: Actions) {
    this.element = h(
      'div',
      {
        class: 'graph',
        role: 'slider',
        tabindex: 0,
        'aria-label': 'Evaluation of the game',
        'aria-valuemin': 0,
        onclick: (event: MouseEvent) => this.click(event),
      },
      this.picture,
      this.dots,
    );
  }

  update(app: App): void {
    const game = app.game;
    if (!game) return;
    this.game = game;
    const points = graphPoints(game, app.reviews);
    const key = JSON.stringify([points, game.ply, game.moves.length]);
    if (key === this.key) return;
    this.key = key;
    this.element.setAttribute('aria-valuemax', String(game.moves.length));
    this.element.setAttribute('aria-valuenow', String(game.ply));
    const here = points.find(point => point.ply === game.ply);
    this.element.setAttribute('aria-valuetext', `ply ${game.ply}${here ? `, ${here.text}` : ''}`);
    this.draw(game, points);
  }

  private draw(game: GameState, points: GraphPoint[]): void {
    const last = Math.max(1, game.moves.length);
    const x = (ply: number): number => (ply / last) * WIDTH;
    const y = (white: number): number => (1 - white) * HEIGHT;
    // What nobody has judged counts as even: the area begins at the left edge.
    if (points.length > 1 && points[0]!.ply > 0) points = [{ ply: 0, white: 0.5, text: '', mark: null }, ...points];
    const path = points.map(point => `${x(point.ply).toFixed(1)} ${y(point.white).toFixed(1)}`).join('L');
    const parts: SVGElement[] = [svg('rect', { class: 'graph-ground', width: WIDTH, height: HEIGHT })];
    if (points.length < 2) {
      parts.push(svg('rect', { class: 'graph-area', y: HEIGHT / 2, width: WIDTH, height: HEIGHT / 2 }));
    } else {
      parts.push(
        svg('path', {
          class: 'graph-area',
          d: `M${x(points[0]!.ply)} ${HEIGHT}L${path}L${x(points.at(-1)!.ply)} ${HEIGHT}Z`,
        }),
      );
      parts.push(svg('path', { class: 'graph-line', d: `M${path}` }));
    }
    parts.push(svg('line', { class: 'graph-middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    parts.push(svg('line', { class: 'graph-here', x1: x(game.ply), x2: x(game.ply), y1: 0, y2: HEIGHT }));
    this.picture.replaceChildren(...parts);
    this.dots.replaceChildren(
      ...points
        .filter(point => point.mark)
        .map(point => {
          const dot = h('span', { class: `dot ${point.mark}`, title: `ply ${point.ply}: ${words.mark(point.mark!)}` });
          dot.style.left = `${(point.ply / last) * 100}%`;
          dot.style.top = `${(1 - point.white) * 100}%`;
          return dot;
        }),
    );
  }

  private click(event: MouseEvent): void {
    if (!this.game) return;
    const box = this.element.getBoundingClientRect();
    this.actions.goto(Math.round(((event.clientX - box.left) / box.width) * this.game.moves.length));
  }
}
