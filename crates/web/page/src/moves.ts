// The list of moves with the time each one took, and the buttons to walk through it.
import type { Actions } from './actions.js';
import { h, iconButton, redraw, setText } from './dom.js';
import { spentText } from './format.js';
import type { GameState, Mark, Review } from './protocol.js';
import type { App } from './state.js';
import { words } from './wording.js';

const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export const markSign = (mark: Mark): string => SIGNS[mark];

export class MoveList {
  readonly element: HTMLElement;
  // One tab stop for the whole list: long games would otherwise stand between the reader and the buttons.
  private readonly list = h('ol', {
    class: 'moves',
    'aria-label': 'Moves; the arrow keys walk through them',
    tabindex: 0,
    onkeydown: (event: KeyboardEvent) => this.key(event),
  });
  private readonly count = h('span', { class: 'ply' });
  private readonly buttons: Record<'first' | 'back' | 'forward' | 'last', HTMLButtonElement>;

  constructor(
    private readonly actions: Actions,
    flip: () => void,
  ) {
    const total = (): number => this.game?.moves.length ?? 0;
    this.buttons = {
      first: iconButton('first', 'To the start', () => actions.goto(0)),
      back: iconButton('back', 'Take back', () => actions.back(), { id: 'undo' }),
      forward: iconButton('forward', 'Forward', () => actions.forward(), { id: 'redo' }),
      last: iconButton('last', 'To the end', () => actions.goto(total())),
    };
    this.element = h(
      'section',
      { class: 'move-block', 'aria-label': 'Game' },
      this.list,
      h(
        'div',
        { class: 'walk', role: 'group', 'aria-label': 'Walk through the game' },
        this.buttons.first,
        this.buttons.back,
        this.count,
        this.buttons.forward,
        this.buttons.last,
        iconButton('flip', 'Flip the board', flip, { id: 'flip' }),
      ),
    );
    new ResizeObserver(() => this.scroll()).observe(this.list);
  }

  private game: GameState | null = null;

  update(app: App): void {
    const game = app.game;
    if (!game) return;
    this.game = game;
    const marks = app.reviews
      .filter(review => review.mark)
      .map(review => `${review.ply}${review.mark}`)
      .join();
    const key = `${game.moves.map(played => `${played.move}${played.ms ?? ''}`).join()}|${game.ply}|${marks}|${game.over?.result ?? ''}`;
    const isNew = this.list.getAttribute('data-key') !== key;
    redraw(this.list, key, () => this.rows(game, app.reviews));
    setText(this.count, `${game.ply} / ${game.moves.length}`);
    this.buttons.first.disabled = this.buttons.back.disabled = game.ply === 0;
    this.buttons.last.disabled = this.buttons.forward.disabled = game.ply === game.moves.length;
    if (isNew) this.scroll();
  }

  private rows(game: GameState, reviews: Review[]): HTMLElement[] {
    const { number, offset } = start(game);
    const rows: HTMLElement[] = [];
    for (let i = game.moves.length > 0 ? -offset : 0; i < game.moves.length; i += 2) {
      const row = h('li', {}, h('span', { class: 'number', 'aria-hidden': 'true' }, `${number + rows.length}`));
      for (const index of [i, i + 1])
        row.append(index < 0 ? h('span', { class: 'gap' }, '…') : this.cell(game, reviews, index));
      rows.push(row);
    }
    if (game.over) rows.push(h('li', { class: 'result' }, `${game.over.result} · ${words.reason(game.over)}`));
    if (rows.length === 0) rows.push(h('li', { class: 'empty' }, 'No move yet.'));
    return rows;
  }

  private cell(game: GameState, reviews: Review[], index: number): HTMLElement {
    const played = game.moves[index];
    if (!played) return h('span');
    const ply = index + 1;
    const review = reviews.find(candidate => candidate.ply === ply);
    const mark = review?.mark ?? null;
    const better = review?.better ? `; ${words.better(review.better.san)}` : '';
    return h(
      'button',
      {
        type: 'button',
        tabindex: -1,
        class: `move${ply === game.ply ? ' here' : ''}${ply > game.ply ? ' ahead' : ''}`,
        'data-ply': ply,
        'aria-current': ply === game.ply ? 'step' : null,
        title: mark ? `${words.mark(mark)}${better}` : null,
        onclick: () => this.actions.goto(ply),
      },
      h(
        'span',
        { class: 'san' },
        played.san ?? played.move,
        mark && h('span', { class: `mark ${mark}`, 'aria-label': mark }, markSign(mark)),
      ),
      !!played.ms && h('span', { class: 'spent' }, spentText(played.ms)),
    );
  }

  private key(event: KeyboardEvent): void {
    const game = this.game;
    if (!game) return;
    const to = {
      ArrowLeft: game.ply - 1,
      ArrowUp: game.ply - 2,
      ArrowRight: game.ply + 1,
      ArrowDown: game.ply + 2,
      Home: 0,
      End: game.moves.length,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const ply = Math.min(game.moves.length, Math.max(0, to));
    if (ply !== game.ply) this.actions.goto(ply);
  }

  /** Keeps the present move in sight without moving the page. */
  private scroll(): void {
    const here = this.list.querySelector<HTMLElement>('.here');
    if (!here) this.list.scrollTop = 0;
    else this.list.scrollTop = here.offsetTop - this.list.clientHeight / 2;
  }
}

function start(game: GameState): { number: number; offset: number } {
  if (game.game === 'gomoku') return { number: 1, offset: 0 };
  const fields = game.start.split(' ');
  return { number: Number(fields[5] ?? 1) || 1, offset: fields[1] === 'b' ? 1 : 0 };
}
