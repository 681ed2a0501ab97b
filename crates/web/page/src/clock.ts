// A strip above and below the board: who plays there, what was captured, the time left or used.

import { h, setText, show } from './dom.js';
import { clockText, countText, playerText, scoreText, spentText } from './format.js';
import { playTexts as texts } from './play-texts.js';
import type { ClockState, Color } from './protocol.js';
import { isEngine } from './protocol.js';
import type { App } from './state.js';

/** What is left on a clock `waited` milliseconds after the server told it. */
export function timeLeft(clock: ClockState, side: Color, waited: number): number {
  return Math.max(0, clock[side] - (clock.running === side ? waited : 0));
}

/** Who plays a side: as the record names them in a game that nobody plays here. */
function nameOf({ game, tree }: App, side: Color): string {
  const tag = tree.tags.find(([name]) => name === (side === 'white' ? 'White' : 'Black'))?.[1];
  return !game!.playing && tag && !tag.startsWith('?') ? tag : playerText(game!.players[side]);
}

const WORTH: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

/** How many pawns' worth of pieces a side is ahead. */
export function material(fen: string, side: Color): number {
  let ahead = 0;
  for (const letter of fen.split(' ')[0] ?? '') {
    const worth = WORTH[letter.toLowerCase()] ?? 0;
    ahead += (letter === letter.toLowerCase()) === (side === 'black') ? worth : -worth;
  }
  return ahead;
}

export class PlayerStrip {
  readonly element: HTMLElement;
  private readonly disc = h('span', { class: 'disc', 'aria-hidden': 'true' });
  private readonly name = h('span', { class: 'player-name' });
  private readonly extra = h('span', { class: 'player-extra' });
  private readonly time = h('span', { class: 'clock', role: 'timer' });
  private side: Color = 'white';
  private app: App | null = null;

  constructor(private readonly place: 'top' | 'bottom') {
    this.element = h('div', { class: `strip ${place}` }, this.disc, this.name, this.extra, this.time);
    setInterval(() => this.tick(), 100);
  }

  update(app: App): void {
    this.app = app;
    const game = app.game;
    if (!game) return;
    const isBottom = this.place === 'bottom';
    this.side = isBottom === (app.bottom === 'white') ? 'white' : 'black';
    const isTurn = game.turn === this.side && !game.over;
    this.element.dataset.side = this.side;
    this.element.classList.toggle('turn', isTurn);
    this.disc.className = `disc ${this.side}`;
    setText(this.name, `${texts.sides[this.side]} · ${nameOf(app, this.side)}`);
    setText(this.extra, this.extraText(app));
    this.extra.classList.toggle('busy', isTurn && game.thinking);
    show(this.time, game.clock !== null);
    this.time.setAttribute('aria-label', texts.clockOf[this.side]);
    this.tick();
  }

  private extraText(app: App): string {
    const game = app.game!;
    const words: string[] = [];
    if (game.game === 'gomoku' && game.rule === 'ninuki') words.push(texts.captured(game.captures[this.side]));
    const ahead = game.game === 'chess' ? material(game.fen, this.side) : 0;
    if (ahead > 0) words.push(`+${ahead}`);
    if (game.turn === this.side && game.thinking && isEngine(game.players[this.side])) {
      const info = app.thinking;
      words.push(info ? texts.thinksAt(info.depth, countText(info.nps)) : texts.thinks);
    } else {
      const spent = this.lastSpent(app);
      if (spent) words.push(spent);
    }
    return words.join(' · ');
  }

  /** The time and judgement of this side's last engine move. */
  private lastSpent(app: App): string | null {
    const game = app.game!;
    const moves = game.moves.slice(0, game.ply);
    const last = game.turn === this.side ? moves.at(-2) : moves.at(-1);
    if (!last?.ms || last.by !== 'engine') return null;
    const score = app.analysing && last.score ? ` · ${scoreText(last.score)}` : '';
    return `${spentText(last.ms)}${score}`;
  }

  private tick(): void {
    const clock = this.app?.game?.clock;
    if (!clock || !this.app) return;
    const left = timeLeft(clock, this.side, performance.now() - this.app.stateAt);
    setText(this.time, clockText(left));
    this.time.classList.toggle('short', left < 20_000);
    this.time.classList.toggle('running', clock.running === this.side);
  }
}
