// Everything that the page knows, and how each message changes it. `reduce` is pure; the store tells
// the parts of the page, once a frame, that something changed.
import type { LinkState } from './net.js';
import type {
  Candidates,
  Color,
  FromServer,
  GameState,
  Hello,
  Hint,
  Info,
  Inside,
  InsideLive,
  Review,
  Why,
} from './protocol.js';
import { isEngine } from './protocol.js';

export type Tab = 'play' | 'analyse' | 'inside';

export interface App {
  link: LinkState;
  hello: Hello | null;
  game: GameState | null;
  /** When the last state came, by the page's own clock: running clocks count from here. */
  stateAt: number;
  bottom: Color;
  tab: Tab;
  analysing: boolean;
  lineCount: number;
  lines: Info[];
  thinking: Info | null;
  candidates: Candidates['points'];
  hint: Hint | null;
  reviews: Review[];
  reviewing: { done: number; total: number } | null;
  live: InsideLive | null;
  trace: Inside | null;
  why: Why | null;
  /** A line of the recorded search that is drawn on the board. */
  shown: string[];
  /** The next move on the board is a question, not a move. */
  picking: boolean;
  /** Stones chosen on the board for an answer of the swap2 opening, before it is sent. */
  placing: string[];
  /** The swap2 answer "place two more" was chosen: the board now takes stones. */
  placingMore: boolean;
  showNumbers: boolean;
  notice: string | null;
}

export function emptyApp(): App {
  return {
    link: 'connecting',
    hello: null,
    game: null,
    stateAt: 0,
    bottom: 'white',
    tab: 'play',
    analysing: false,
    lineCount: 3,
    lines: [],
    thinking: null,
    candidates: [],
    hint: null,
    reviews: [],
    reviewing: null,
    live: null,
    trace: null,
    why: null,
    shown: [],
    picking: false,
    placing: [],
    placingMore: false,
    showNumbers: false,
    notice: null,
  };
}

/** What identifies the position on the board: what was thought about another one is not shown. */
export function positionKey(game: GameState): string {
  return game.game === 'chess'
    ? `${game.start}|${game.fen}|${game.ply}`
    : `${game.rule}|${game.size}|${game.ply}|${game.stones.map(stone => stone.at).join('')}`;
}

const lineKey = (game: GameState): string => game.moves.map(played => played.move).join(' ');

export function reduce(app: App, message: FromServer, now: number): App {
  switch (message.type) {
    case 'hello':
      return { ...app, hello: message };
    case 'state':
      return takeState(app, message, now);
    case 'info':
      return takeInfo(app, message);
    case 'inside-live':
      return { ...app, live: message };
    case 'candidates':
      return { ...app, candidates: message.points };
    case 'hint':
      return { ...app, hint: message };
    case 'review':
      return takeReview(app, message);
    case 'inside':
      return { ...app, trace: message };
    case 'why':
      return { ...app, why: message };
    case 'stopped':
      return { ...app, reviewing: null };
    case 'error':
      return { ...app, notice: message.message };
    default:
      return app;
  }
}

function takeState(app: App, game: GameState, now: number): App {
  const before = app.game;
  const next: App = { ...app, game, stateAt: now };
  if (!game.thinking) next.thinking = null;
  if (before && positionKey(before) === positionKey(game)) return next;
  next.lines = [];
  next.thinking = null;
  next.candidates = [];
  next.hint = null;
  next.live = null;
  next.trace = null;
  next.why = null;
  next.shown = [];
  next.picking = false;
  next.placing = [];
  next.placingMore = false;
  if (before && lineKey(before) !== lineKey(game)) {
    next.reviews = commonReviews(app.reviews, before, game);
    next.reviewing = null;
  }
  return next;
}

/** Reviews stay for the moves that both lines share. */
function commonReviews(reviews: Review[], before: GameState, after: GameState): Review[] {
  if (before.game !== after.game) return [];
  if (before.game === 'chess' && after.game === 'chess' && before.start !== after.start) return [];
  let common = 0;
  while (common < before.moves.length && before.moves[common]?.move === after.moves[common]?.move) common += 1;
  return common === 0 ? [] : reviews.filter(review => review.ply <= common);
}

function takeInfo(app: App, info: Info): App {
  if (info.for === 'play') return { ...app, thinking: info };
  if (info.for === 'hint') return app;
  // A move that has changed its rank is not shown at the old one too.
  const others = app.lines.filter(old => old.line !== info.line && old.pv[0] !== info.pv[0]);
  return { ...app, lines: [...others, info].sort((a, b) => a.line - b.line) };
}

function takeReview(app: App, review: Review): App {
  const reviews = app.reviews.filter(old => old.ply !== review.ply);
  reviews.push(review);
  reviews.sort((a, b) => a.ply - b.ply);
  return {
    ...app,
    reviews,
    reviewing: review.done >= review.total ? null : { done: review.done, total: review.total },
  };
}

export const firstPlayer = (game: GameState): Color => (game.game === 'chess' ? 'white' : 'black');

/** Who may move on the board now: nobody while the engine thinks or the game is over. Where an engine
    waits, because somebody looks back, its moves can be made by hand. */
export function mover(app: App): Color | null {
  const game = app.game;
  if (!game || game.over) return null;
  if (app.picking) return game.turn;
  if (game.game === 'gomoku' && game.swap2) return null;
  return game.thinking ? null : game.turn;
}

/** It is the engine's turn, but it waits: after a look back it does not move by itself. */
export function isEngineWaiting(app: App): boolean {
  const game = app.game;
  return (
    !!game &&
    !game.over &&
    !game.thinking &&
    isEngine(game.players[game.turn]) &&
    !(game.game === 'gomoku' && game.swap2)
  );
}

/** The stones that a swap2 answer still takes from the board; 0 when none is asked for. */
export function stonesToPlace(app: App): number {
  const game = app.game;
  if (game?.game !== 'gomoku' || !game.swap2 || isEngine(game.players[game.swap2.who])) return 0;
  if (game.swap2.step === 'place3') return 3;
  return app.placingMore ? 2 : 0;
}

export class Store {
  private listeners: ((app: App) => void)[] = [];
  private isScheduled = false;

  constructor(public app: App = emptyApp()) {}

  watch(listener: (app: App) => void): void {
    this.listeners.push(listener);
  }

  change(change: Partial<App>): void {
    this.app = { ...this.app, ...change };
    this.schedule();
  }

  receive(message: FromServer): void {
    this.app = reduce(this.app, message, performance.now());
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      for (const listener of this.listeners) listener(this.app);
    });
  }
}
