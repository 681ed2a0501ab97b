// The evaluation bar beside the board: how much of it belongs to which side.
import { boardTexts as texts } from './board-texts.js';
import { h, setText } from './dom.js';
import { isTabled, scoreText, scoreWords, share } from './format.js';
import type { Score } from './protocol.js';
import { other } from './protocol.js';
import { type App, firstPlayer } from './state.js';

/** The freshest judgement of the position on the board. */
export function presentScore(app: App): Score | null {
  const line = app.lines[0];
  if (app.analysing && line) return line.score;
  const game = app.game;
  if (!game) return null;
  return app.reviews.find(review => review.node === game.node)?.score ?? null;
}

export class EvalBar {
  readonly element: HTMLElement;
  private readonly fill = h('div', { class: 'eval-fill' });
  private readonly text = h('span', { class: 'eval-text' });

  constructor() {
    this.element = h('div', { class: 'eval-bar', role: 'img' }, this.fill, this.text);
  }

  update(app: App): void {
    const game = app.game;
    if (!game) return;
    this.element.classList.toggle('off', app.tab === 'play' && !app.analysing);
    const score = presentScore(app);
    const first = firstPlayer(game);
    const part = score ? share(score, first) : 0.5;
    const white = first === 'white' ? part : 1 - part;
    this.element.classList.toggle('flipped', app.bottom === 'black');
    this.fill.style.setProperty('--white', `${(white * 100).toFixed(1)}%`);
    setText(this.text, score ? shortText(score) : '');
    this.element.classList.toggle('white-ahead', white >= 0.5);
    this.element.setAttribute(
      'aria-label',
      score ? texts.evaluation(scoreWords(score, first, other(first))) : texts.noEvaluation,
    );
  }
}

/** The bar says by its colours who is ahead; its number needs no sign. */
export function shortText(score: Score): string {
  if (isTabled(score)) return 'TB';
  if ('cp' in score)
    return Math.abs(score.cp) < 1000
      ? (Math.abs(score.cp) / 100).toFixed(1)
      : String(Math.round(Math.abs(score.cp) / 100));
  if ('end' in score) return scoreText(score);
  return `#${Math.abs('mate' in score ? score.mate : score.win)}`;
}
