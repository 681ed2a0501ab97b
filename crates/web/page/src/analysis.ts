// The Analyse panel: lines of the running search, the graph of the game, threats in Gomoku.
import type { Actions } from './actions.js';
import { type Child, h, redraw, setText, show } from './dom.js';
import { boundSign, capital, countText, leaning, scoreText, scoreWords } from './format.js';
import { EvalGraph } from './graph.js';
import type { GameState, Info, Threat } from './protocol.js';
import { other } from './protocol.js';
import { type App, firstPlayer, mover } from './state.js';
import { words } from './wording.js';

const REVIEW_NODES = 50_000;

export class AnalysePanel {
  readonly element: HTMLElement;
  private readonly toggle: HTMLInputElement;
  private readonly facts = h('p', { class: 'facts' });
  private readonly lines = h('ol', { class: 'lines', 'aria-label': 'Best lines' });
  private readonly count: HTMLSelectElement;
  private readonly review: HTMLButtonElement;
  private readonly progress = h('progress', { 'aria-label': 'Review', max: 1, value: 0 });
  private readonly summary = h('p', { class: 'facts', id: 'review-summary' });
  private readonly threats = h('ul', { class: 'threats', 'aria-label': 'Threats' });
  private readonly graph: EvalGraph;
  private isReviewing = false;

  constructor(private readonly actions: Actions) {
    this.toggle = h('input', {
      type: 'checkbox',
      role: 'switch',
      id: 'analyse-on',
      onchange: () => actions.analyse(this.toggle.checked),
    });
    this.count = h(
      'select',
      { id: 'line-count', onchange: () => actions.setLines(Number(this.count.value)) },
      ...[1, 2, 3, 4, 5].map(n => h('option', { value: n }, n)),
    );
    this.review = h(
      'button',
      { type: 'button', class: 'quiet', id: 'review', onclick: () => this.toggleReview() },
      'Review the game',
    );
    this.graph = new EvalGraph(actions);
    this.element = h(
      'div',
      { class: 'panel-body' },
      h(
        'div',
        { class: 'bar' },
        h('label', { class: 'switch', for: 'analyse-on' }, this.toggle, 'Analyse'),
        h('span', { class: 'field inline' }, h('label', { for: 'line-count' }, 'Lines'), this.count),
      ),
      this.facts,
      this.lines,
      this.threats,
      h('div', { class: 'bar' }, h('h2', {}, 'The game'), this.review, this.progress),
      this.graph.element,
      this.summary,
    );
  }

  update(app: App): void {
    const game = app.game;
    if (!game) return;
    this.toggle.checked = app.analysing;
    this.count.value = String(app.lineCount);
    this.updateFacts(app);
    this.updateLines(app, game);
    this.updateThreats(app, game);
    show(this.progress, app.reviewing !== null);
    if (app.reviewing) this.progress.value = app.reviewing.done / Math.max(1, app.reviewing.total);
    this.isReviewing = app.reviewing !== null;
    this.review.disabled = game.moves.length === 0;
    setText(this.review, this.isReviewing ? 'Stop the review' : 'Review the game');
    this.graph.update(app);
    setText(this.summary, summaryText(app, game));
  }

  private toggleReview(): void {
    if (this.isReviewing) this.actions.stopQuestions();
    else this.actions.send({ type: 'review', nodes: REVIEW_NODES });
  }

  private updateFacts(app: App): void {
    setText(this.facts, factsText(app));
  }

  private updateLines(app: App, game: GameState): void {
    const lines = app.analysing ? app.lines.slice(0, app.lineCount).filter(Boolean) : [];
    // The lines have their room before they are there: what stands below does not move while somebody clicks on it.
    show(this.lines, app.analysing);
    this.lines.style.minHeight = `calc(${app.lineCount} * var(--line-height))`;
    redraw(
      this.lines,
      JSON.stringify([
        lines.map(line => [line.line, line.depth, line.score, line.pv, line.bound]),
        mover(app),
        game.ply,
      ]),
      () => lines.map(line => this.line(line, app, game)),
    );
  }

  private line(line: Info, app: App, game: GameState): HTMLElement {
    const words = line.san ?? line.pv;
    const first = firstPlayer(game);
    const move = line.pv[0];
    const isPlayable = mover(app) !== null && move !== undefined;
    return h(
      'li',
      {},
      h(
        'span',
        { class: `score ${isGood(line, game) ? 'good' : ''}`, title: scoreWords(line.score, first, other(first)) },
        boundSign(line.bound) + scoreText(line.score),
      ),
      h(
        'span',
        { class: 'pv' },
        move !== undefined &&
          h(
            'button',
            {
              type: 'button',
              class: 'pv-first',
              disabled: !isPlayable,
              title: isPlayable ? `Play ${words[0]}` : null,
              onclick: () => this.actions.move(move),
            },
            words[0] ?? move,
          ),
        ` ${words.slice(1, 14).join(' ')}`,
      ),
    );
  }

  private updateThreats(app: App, game: GameState): void {
    const threats = app.analysing && game.game === 'gomoku' ? (game.threats ?? []) : [];
    show(this.threats, threats.length > 0);
    redraw(this.threats, JSON.stringify(threats), () => threatRows(threats));
  }
}

/** What the analysis is doing. Where the game is over there is nothing to search. */
export function factsText(app: App): string {
  const line = app.lines[0];
  if (!app.analysing) return 'Off. Switched on, the engine thinks about every position that you look at.';
  if (line) return `Depth ${line.depth}/${line.seldepth} · ${countText(line.nodes)} nodes · ${countText(line.nps)}/s`;
  if (app.game?.over) return 'The game is over here: there is nothing to analyse.';
  return 'Thinking…';
}

/** Good for the side to move. */
function isGood(line: Info, game: GameState): boolean {
  const first = firstPlayer(game);
  const forFirst = leaning(line.score, first);
  return game.turn === first ? forFirst > 0 : forFirst < 0;
}

function threatRows(threats: Threat[]): Child[] {
  const groups = new Map<string, string[]>();
  for (const threat of threats) {
    const name = `${capital(threat.side)}: ${words.shape(threat.class)}`;
    groups.set(name, [...(groups.get(name) ?? []), threat.at]);
  }
  return [...groups].map(([name, points]) => h('li', {}, h('b', {}, name), ` at ${points.join(', ')}`));
}

export function summaryText(app: App, game: GameState): string {
  if (app.reviewing) return `Reviewed ${app.reviewing.done} of ${app.reviewing.total} positions.`;
  if (app.reviews.length === 0) return game.moves.length === 0 ? 'The graph grows with the game.' : '';
  const counts = { inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const review of app.reviews) if (review.mark) counts[review.mark] += 1;
  const word = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
  const sides = app.reviews.at(-1)?.sides;
  return [
    ...(sides ? [words.sides(sides)] : []),
    word(counts.inaccuracy, 'inaccuracy', 'inaccuracies'),
    word(counts.mistake, 'mistake', 'mistakes'),
    word(counts.blunder, 'blunder', 'blunders'),
  ].join(' · ');
}
