// The Play panel: how the game stands, a field for typed moves, and what one can ask for.
import type { Actions } from './actions.js';
import { type Child, h, redraw, setText, show } from './dom.js';
import { capital } from './format.js';
import { readChessMove, readPoint } from './notation.js';
import type { GameState, GomokuState } from './protocol.js';
import { isEngine } from './protocol.js';
import { remember } from './settings.js';
import { type App, firstPlayer, hasMoves, isEngineWaiting, mover, stonesToPlace } from './state.js';
import { words } from './wording.js';

export interface PlayDialogs {
  newGame(): void;
  sides(): void;
  /** Asks who plays on, and lets the game go on from the position that is looked at. */
  playFromHere(): void;
  exchange(): void;
}

export class PlayPanel {
  readonly element: HTMLElement;
  private readonly status = h('p', { class: 'status' });
  private readonly swap = h('div', { class: 'swap' });
  private readonly field = h('input', {
    id: 'typed',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 12,
  });
  private readonly fieldError = h('p', { class: 'field-error', id: 'typed-error', role: 'alert' });
  private readonly hint = h('p', { class: 'hint-text' });
  private readonly hintButton: HTMLButtonElement;
  private readonly engineButton: HTMLButtonElement;
  private readonly nowButton: HTMLButtonElement;
  private readonly pauseButton: HTMLButtonElement;
  private readonly backButton: HTMLButtonElement;
  private readonly fromHereButton: HTMLButtonElement;
  private readonly resignButton: HTMLButtonElement;
  private readonly clockButton: HTMLButtonElement;
  private readonly numbers: HTMLLabelElement;
  private readonly form: HTMLFormElement;
  private app: App | null = null;

  constructor(
    private readonly actions: Actions,
    dialogs: PlayDialogs,
    showNumbers: (on: boolean) => void,
  ) {
    const button = (text: string, onclick: () => void, id: string, kind = 'quiet'): HTMLButtonElement =>
      h('button', { type: 'button', class: kind, id, onclick }, text);
    this.hintButton = button('Suggest a move', () => void this.askHint(), 'hint');
    this.engineButton = button('Let the engine move', () => void actions.ask({ type: 'go' }), 'engine-move', 'main');
    this.fromHereButton = button('Play from here', dialogs.playFromHere, 'play-here', 'main');
    this.nowButton = button('Move now', () => actions.send({ type: 'go' }), 'move-now');
    this.pauseButton = button('Pause', () => actions.send({ type: 'clockstop' }), 'pause');
    this.backButton = button('Take back', () => actions.takeBack(), 'take-back');
    this.resignButton = button('Resign', () => actions.send({ type: 'resign' }), 'resign');
    this.clockButton = button('Stop the clock', () => actions.send({ type: 'clockstop' }), 'clockstop');
    const box = h('input', {
      type: 'checkbox',
      id: 'numbers',
      onchange: () => {
        remember({ numbers: box.checked });
        showNumbers(box.checked);
      },
    });
    this.numbers = h('label', { class: 'check', for: 'numbers' }, box, 'Number the stones');
    this.form = h(
      'form',
      {
        class: 'typed',
        onsubmit: (event: Event) => {
          event.preventDefault();
          this.submit();
        },
      },
      h('label', { for: 'typed' }, 'Your move'),
      this.field,
      h('button', { type: 'submit', class: 'quiet' }, 'Play'),
    );
    this.field.setAttribute('aria-describedby', 'typed-error');
    this.element = h(
      'div',
      { class: 'panel-body' },
      this.status,
      this.swap,
      this.form,
      this.fieldError,
      this.hint,
      h(
        'div',
        { class: 'buttons' },
        this.engineButton,
        this.fromHereButton,
        this.hintButton,
        this.nowButton,
        this.pauseButton,
        this.backButton,
        this.clockButton,
        this.resignButton,
        button('Sides and levels', dialogs.sides, 'sides'),
        button('Paste or export', dialogs.exchange, 'exchange'),
      ),
      this.numbers,
      h(
        'details',
        { class: 'keys' },
        h('summary', {}, 'Keys'),
        h(
          'p',
          {},
          'Tab goes to the board. There the arrow keys move a cursor, Enter picks a piece up and puts it down, Escape lets go. Elsewhere the left and right arrows walk through the game.',
        ),
      ),
    );
  }

  update(app: App): void {
    this.app = app;
    const game = app.game;
    if (!game) return;
    (this.numbers.firstElementChild as HTMLInputElement).checked = app.showNumbers;
    show(this.numbers, game.game === 'gomoku');
    setText(this.status, statusText(app));
    this.updateSwap(app);
    show(this.form, !game.over);
    const engines = Object.values(game.players).filter(isEngine).length;
    show(this.engineButton, isEngineWaiting(app));
    show(this.pauseButton, game.thinking && engines === 2);
    show(this.nowButton, game.thinking && engines === 1);
    show(this.hintButton, !game.over && mover(app) !== null);
    show(this.resignButton, game.playing && !game.over && engines === 1 && game.ply > 0);
    show(this.backButton, game.playing && engines < 2 && game.ply > 0 && !(game.game === 'gomoku' && game.swap2));
    show(this.fromHereButton, !game.playing && hasMoves(game));
    show(this.clockButton, !game.over && !!game.clock?.running);
    this.field.placeholder = game.game === 'chess' ? 'Nf3, e2e4' : 'h8';
    const text = app.hint ? words.hint(app.hint, firstPlayer(game)) : '';
    setText(this.hint, text);
    show(this.hint, text !== '');
  }

  private submit(): void {
    const game = this.app?.game;
    if (!game || !this.app) return;
    const asked = readMove(this.field.value, game);
    const takesMove = mover(this.app) !== null || stonesToPlace(this.app) > 0;
    setText(this.fieldError, 'error' in asked ? `${capital(asked.error)}.` : takesMove ? '' : 'It is not your turn.');
    if ('error' in asked || !takesMove) return;
    this.field.value = '';
    this.actions.move(asked.move);
  }

  private async askHint(): Promise<void> {
    const game = this.app?.game;
    this.hintButton.disabled = true;
    const answer = await this.actions.ask({ type: 'hint' });
    this.hintButton.disabled = false;
    if (answer?.type === 'hint') this.actions.announce(words.hint(answer, game ? firstPlayer(game) : 'white'));
  }

  private updateSwap(app: App): void {
    const game = app.game;
    const swap = game?.game === 'gomoku' ? game.swap2 : null;
    show(this.swap, swap !== null);
    if (!swap || game?.game !== 'gomoku') return;
    const isMine = !isEngine(game.players[swap.who]);
    redraw(this.swap, [swap.step, swap.who, isMine, app.placing.join(), app.placingMore].join('|'), () =>
      isMine ? this.swapChoices(app, game) : [h('p', {}, 'The engine answers the opening.')],
    );
  }

  private swapChoices(app: App, game: GomokuState): Child[] {
    const step = game.swap2!.step;
    const wanted = stonesToPlace(app);
    const choice = (text: string, id: string, onclick: () => void): HTMLButtonElement =>
      h('button', { type: 'button', class: 'main', id, onclick }, text);
    if (wanted > 0) {
      const next = app.placing.length;
      return [h('p', {}, `Put ${wanted} stones on the board: ${swapOrder(wanted)}. ${next} of ${wanted} so far.`)];
    }
    return [
      h(
        'p',
        {},
        step === 'choose'
          ? 'Three stones lie on the board. Take a side, or put two more down and let the other choose.'
          : 'Five stones lie on the board. Which side do you take?',
      ),
      h(
        'div',
        { class: 'buttons' },
        choice('Black', 'swap-black', () => this.actions.swap2('black')),
        choice('White', 'swap-white', () => this.actions.swap2('white')),
        step === 'choose' && choice('Two more stones', 'swap-place', () => this.actions.swap2('place')),
      ),
    ];
  }
}

const swapOrder = (stones: number): string => (stones === 3 ? 'black, white, black' : 'white, black');

function readMove(text: string, game: GameState): ReturnType<typeof readPoint> {
  return game.game === 'chess' ? readChessMove(text, game) : readPoint(text, game.size, game.height);
}

export function statusText(app: App): string {
  const game = app.game;
  if (!game) return '';
  if (app.picking) return 'Make the move on the board that you ask about.';
  if (game.over) return `${words.result(game.over)}: ${words.reason(game.over)}`;
  if (game.game === 'gomoku' && game.swap2) return 'Opening by swap2';
  const side = capital(game.turn);
  if (game.thinking) return `${side} (the engine) is thinking`;
  const check = game.game === 'chess' && game.check ? ', in check' : '';
  const back = game.ply < game.moves.length ? ` · looking back at ply ${game.ply} of ${game.moves.length}` : '';
  return `${side} to move${check}${back}`;
}
