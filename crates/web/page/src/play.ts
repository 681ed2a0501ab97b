// The Play panel: how the game stands, a field for typed moves, and what one can ask for.
import { h as h2, render } from 'preact';
import type { Actions } from './actions.js';
import { type Child, h, redraw, setText, show } from './dom.js';
import { editorLabel } from './editor.js';
import { EndCard, isAtEnd } from './end-card.js';
import { capital } from './format.js';
import { readChessMove, readPoint } from './notation.js';
import { playTexts as texts } from './play-texts.js';
import type { GameState, GomokuState } from './protocol.js';
import { isEngine } from './protocol.js';
import { RULES } from './rules.js';
import { remember } from './settings.js';
import { type App, hasMoves, isEngineWaiting, mover, stonesToPlace } from './state.js';
import { ui } from './texts.js';
import { words } from './wording.js';

export interface PlayDialogs {
  newGame(): void;
  sides(): void;
  /** Asks who plays on, and lets the game go on from the position that is looked at. */
  playFromHere(): void;
  exchange(): void;
  share(): void;
  editor(): void;
}

export class PlayPanel {
  readonly element: HTMLElement;
  private readonly status = h('p', { class: 'status' });
  private readonly rule = h('p', { class: 'facts', id: 'rule-played' });
  private readonly swap = h('div', { class: 'swap' });
  private readonly field = h('input', {
    id: 'typed',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 12,
  });
  private typed: Promise<void> = Promise.resolve();
  private readonly fieldError = h('p', { class: 'field-error', id: 'typed-error', role: 'alert' });
  private readonly hint = h('p', { class: 'hint-text' });
  private readonly hintButton: HTMLButtonElement;
  private readonly engineButton: HTMLButtonElement;
  private readonly nowButton: HTMLButtonElement;
  private readonly pauseButton: HTMLButtonElement;
  private readonly backButton: HTMLButtonElement;
  private readonly fromHereButton: HTMLButtonElement;
  private readonly resignButton: HTMLButtonElement;
  private readonly drawButton: HTMLButtonElement;
  private readonly clockButton: HTMLButtonElement;
  private readonly numbers: HTMLLabelElement;
  private readonly form: HTMLFormElement;

  constructor(
    private readonly actions: Actions,
    dialogs: PlayDialogs,
    showNumbers: (on: boolean) => void,
  ) {
    const button = (text: string, onclick: () => void, id: string, kind = 'quiet'): HTMLButtonElement =>
      h('button', { type: 'button', class: kind, id, onclick }, text);
    this.hintButton = button(texts.suggest, () => void this.askHint(), 'hint');
    this.engineButton = button(texts.engineMove, () => void actions.ask({ type: 'go' }), 'engine-move', 'main');
    this.fromHereButton = button(texts.playHere, dialogs.playFromHere, 'play-here', 'main');
    this.nowButton = button(texts.moveNow, () => actions.send({ type: 'go' }), 'move-now');
    this.pauseButton = button(texts.pause, () => actions.send({ type: 'clockstop' }), 'pause');
    this.backButton = button(texts.takeBack, () => actions.takeBack(), 'take-back');
    this.resignButton = button(texts.resign, () => actions.send({ type: 'resign' }), 'resign');
    this.drawButton = button(texts.offerDraw, actions.offerDraw, 'draw');
    this.clockButton = button(texts.stopClock, () => actions.send({ type: 'clockstop' }), 'clockstop');
    const box = h('input', {
      type: 'checkbox',
      id: 'numbers',
      onchange: () => {
        remember({ numbers: box.checked });
        showNumbers(box.checked);
      },
    });
    this.numbers = h('label', { class: 'check', for: 'numbers' }, box, ui.numberStones);
    this.form = h(
      'form',
      {
        class: 'typed',
        onsubmit: (event: Event) => {
          event.preventDefault();
          this.submit();
        },
      },
      h('label', { for: 'typed' }, texts.yourMove),
      this.field,
      h('button', { type: 'submit', class: 'quiet' }, texts.play),
    );
    const end = h('div');
    render(h2(EndCard, { actions, newGame: dialogs.newGame }), end);
    this.field.setAttribute('aria-describedby', 'typed-error');
    this.element = h(
      'div',
      { class: 'panel-body' },
      this.status,
      this.rule,
      end,
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
        this.drawButton,
        this.resignButton,
        button(texts.sidesAndLevels, dialogs.sides, 'sides'),
        button(texts.exchange, dialogs.exchange, 'exchange'),
        button(texts.share, dialogs.share, 'share'),
        button(editorLabel, dialogs.editor, 'editor'),
      ),
      this.numbers,
      h('details', { class: 'keys' }, h('summary', {}, texts.keys), h('p', {}, texts.keysHelp)),
    );
  }

  update(app: App): void {
    const game = app.game;
    if (!game) return;
    (this.numbers.firstElementChild as HTMLInputElement).checked = app.showNumbers;
    show(this.numbers, game.game === 'gomoku');
    setText(this.status, statusText(app));
    // The card says it in larger letters.
    this.status.classList.toggle('visually-hidden', isAtEnd(game));
    this.updateRule(game);
    this.updateSwap(app);
    const engines = Object.values(game.players).filter(isEngine).length;
    // Where two engines play nobody types.
    show(this.form, !game.over && !(game.playing && engines === 2));
    show(this.engineButton, isEngineWaiting(app));
    show(this.pauseButton, game.thinking && engines === 2);
    show(this.nowButton, game.thinking && engines === 1);
    show(this.hintButton, !game.over && mover(app) !== null);
    show(this.resignButton, game.playing && !game.over && engines === 1 && game.ply > 0);
    show(this.drawButton, game.playing && !game.over && engines < 2 && game.ply > 0);
    show(this.backButton, game.playing && engines < 2 && game.ply > 0 && !(game.game === 'gomoku' && game.swap2));
    show(this.fromHereButton, !game.playing && hasMoves(game));
    show(this.clockButton, !game.over && !!game.clock?.running);
    this.field.placeholder = game.game === 'chess' ? 'Nf3, e2e4' : 'h8';
    const text = app.hint ? words.hint(app.hint) : '';
    setText(this.hint, text);
    show(this.hint, text !== '');
  }

  /** Moves that come faster than they are played wait for one another: each is read in the position after those before it. */
  private submit(): void {
    const text = this.field.value;
    this.field.value = '';
    this.typed = this.typed.then(() => this.play(text));
  }

  private async play(text: string): Promise<void> {
    const app = await this.actions.settled();
    if (!app.game) return;
    const asked = readMove(text, app.game);
    const takesMove = mover(app) !== null || stonesToPlace(app) > 0;
    setText(this.fieldError, 'error' in asked ? `${capital(asked.error)}.` : takesMove ? '' : texts.notYourTurn);
    if (!('error' in asked) && takesMove) this.actions.move(asked.move);
    else if (this.field.value === '') this.field.value = text;
  }

  private async askHint(): Promise<void> {
    this.hintButton.disabled = true;
    const answer = await this.actions.ask({ type: 'hint' });
    this.hintButton.disabled = false;
    if (answer?.type === 'hint') this.actions.announce(words.hint(answer));
  }

  /** The rule of a Gomoku game is named, and said in a sentence. */
  private updateRule(game: GameState): void {
    const rule = game.game === 'gomoku' ? RULES[game.rule] : undefined;
    const size = game.game === 'gomoku' ? `${game.size}×${game.height}` : '';
    setText(this.rule, rule ? `${rule.name} · ${size} · ${rule.sentence}` : '');
  }

  private updateSwap(app: App): void {
    const game = app.game;
    const swap = game?.game === 'gomoku' ? game.swap2 : null;
    show(this.swap, swap !== null);
    if (!swap || game?.game !== 'gomoku') return;
    const isMine = !isEngine(game.players[swap.who]);
    redraw(this.swap, [swap.step, swap.who, isMine, app.placing.join(), app.placingMore].join('|'), () =>
      isMine ? this.swapChoices(app, game) : [h('p', {}, texts.engineAnswers)],
    );
  }

  private swapChoices(app: App, game: GomokuState): Child[] {
    const step = game.swap2!.step;
    const wanted = stonesToPlace(app);
    const choice = (text: string, id: string, onclick: () => void): HTMLButtonElement =>
      h('button', { type: 'button', class: 'main', id, onclick }, text);
    if (wanted > 0) {
      return [h('p', {}, texts.putStones(wanted, app.placing.length))];
    }
    return [
      h('p', {}, step === 'choose' ? texts.choose : texts.chooseColour),
      h(
        'div',
        { class: 'buttons' },
        choice(texts.sides.black, 'swap-black', () => this.actions.swap2('black')),
        choice(texts.sides.white, 'swap-white', () => this.actions.swap2('white')),
        step === 'choose' && choice(texts.twoMore, 'swap-place', () => this.actions.swap2('place')),
      ),
    ];
  }
}

function readMove(text: string, game: GameState): ReturnType<typeof readPoint> {
  return game.game === 'chess' ? readChessMove(text, game) : readPoint(text, game.size, game.height);
}

export function statusText(app: App): string {
  const game = app.game;
  if (!game) return '';
  if (app.picking) return texts.pickMove;
  if (game.over) return texts.ended(words.result(game.over), words.reason(game.over));
  if (game.game === 'gomoku' && game.swap2) return texts.swap2;
  const side = texts.sides[game.turn];
  if (game.thinking) return texts.thinking(side);
  const check = game.game === 'chess' && game.check ? texts.inCheck : '';
  const back = game.ply < game.moves.length ? texts.lookingBack(game.ply, game.moves.length) : '';
  return `${texts.toMove(side)}${check}${back}`;
}
