// Everything that the page knows, and how each message changes it. `reduce` is pure; the store tells
// the parts of the page, once a frame, that something changed.
import { errorText } from './errors.js';
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
  ThreatShown as Threat,
  Why,
} from './protocol.js';
import { isEngine } from './protocol.js';
import { type GameTree, NO_TREE, ROOT, takeNodes, viewOf } from './tree.js';

export type Tab = 'play' | 'analyse' | 'inside';

export interface App {
  link: LinkState;
  hello: Hello | null;
  /** The board as the server told it. */
  server: GameState | null;
  tree: GameTree;
  /** The node that is looked at; the server need not know. */
  at: number;
  /** The game that is looked at, by its number in the tree. */
  seen: number;
  /** The nodes that the server was asked to go to and has not answered: its answers move nothing here. */
  asked: readonly number[];
  /** The game as it is looked at: `server` at the node `at`. */
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
  /** What the other side would do if it were to move. */
  threat: Threat | null;
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
    server: null,
    tree: NO_TREE,
    at: ROOT,
    seen: 0,
    asked: [],
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
    threat: null,
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

export function reduce(app: App, message: FromServer, now: number): App {
  switch (message.type) {
    case 'hello':
      return { ...app, hello: message };
    case 'nodes':
      return { ...app, tree: takeNodes(app.tree, message) };
    case 'state':
      return takeState(app, message, now);
    case 'info':
      return takeInfo(app, message);
    case 'inside-live':
      return { ...app, live: message };
    case 'candidates':
      return isServerHere(app) ? { ...app, candidates: message.points } : app;
    case 'hint':
      return { ...app, hint: message };
    case 'threat':
      return isServerHere(app) ? { ...app, threat: message } : app;
    case 'review':
      return takeReview(app, message);
    case 'inside':
      return { ...app, trace: message };
    case 'why':
      return { ...app, why: message };
    case 'stopped':
      return { ...app, reviewing: null };
    case 'error':
      return { ...app, notice: errorText(message.message) };
    default:
      return app;
  }
}

function takeState(app: App, server: GameState, now: number): App {
  const at = follows(app, server) ? server.node : app.at;
  const next: App = {
    ...app,
    server,
    stateAt: now,
    asked: isOtherGame(app) ? [] : app.asked.slice(app.asked.indexOf(server.node) + 1),
  };
  if (!server.thinking) next.thinking = null;
  // A game that is over asks for no move.
  if (server.over) Object.assign(next, { hint: null, threat: null });
  const { nodes } = app.tree;
  next.reviews = app.reviews.filter(review => nodes.size === 0 || nodes.has(review.node));
  return look(next, at);
}

/** Whether the page goes where the server is: it was there, or somebody moved from where it is. */
function follows(app: App, server: GameState): boolean {
  const { nodes } = app.tree;
  if (!app.server || isOtherGame(app) || !nodes.has(app.at)) return true;
  if (app.asked.includes(server.node)) return false;
  if (app.at === app.server.node) return true;
  return server.node !== app.server.node && nodes.get(server.node)?.parent === app.at;
}

/** The tree is of another game than the one that is looked at. */
const isOtherGame = (app: App): boolean => app.tree.game !== app.seen;

/** Looks at a node. What was found out about another position is not shown. */
export function look(app: App, at: number): App {
  const { server } = app;
  if (!server) return app;
  const before = app.game;
  const game = viewOf(server, app.tree, at);
  const next: App = { ...app, at: game.node, game, seen: app.tree.game };
  if (isOtherGame(app)) Object.assign(next, { reviews: [], reviewing: null });
  if (before && !isOtherGame(app) && positionKey(before) === positionKey(game)) return next;
  return {
    ...next,
    lines: [],
    thinking: null,
    candidates: [],
    hint: null,
    threat: null,
    live: null,
    trace: null,
    why: null,
    shown: [],
    picking: false,
    placing: [],
    placingMore: false,
  };
}

function takeInfo(app: App, info: Info): App {
  if (info.for === 'play') return { ...app, thinking: info };
  if (info.for === 'hint' || !isServerHere(app)) return app;
  // A move that has changed its rank is not shown at the old one too.
  const others = app.lines.filter(old => old.line !== info.line && old.pv[0] !== info.pv[0]);
  return { ...app, lines: [...others, info].sort((a, b) => a.line - b.line) };
}

/** The server looks at the same position. */
export const isServerHere = (app: App): boolean => app.server === null || app.server.node === app.at;

function takeReview(app: App, review: Review): App {
  const reviews = app.reviews.filter(old => old.node !== review.node);
  reviews.push(review);
  reviews.sort((a, b) => a.ply - b.ply);
  return {
    ...app,
    reviews,
    reviewing: review.done >= review.total ? null : { done: review.done, total: review.total },
  };
}

export const firstPlayer = (game: GameState): Color => (game.game === 'chess' ? 'white' : 'black');

/** Who may move on the board now: nobody while the engine thinks or where there is no move. Where an engine
    waits, because somebody looks back, its moves can be made by hand. */
export function mover(app: App): Color | null {
  const game = app.game;
  if (!game || !hasMoves(game)) return null;
  if (app.picking) return game.turn;
  if (game.game === 'gomoku' && game.swap2) return null;
  return game.thinking ? null : game.turn;
}

/** Where a game would be drawn by the rules, moves may still be tried; after mate or a full row there is none. */
export function hasMoves(game: GameState): boolean {
  return game.game === 'chess' && game.over ? Object.keys(game.dests).length > 0 : !game.over;
}

/** It is the engine's turn, but it waits: after a look back it does not move by itself. */
export function isEngineWaiting(app: App): boolean {
  const game = app.game;
  return (
    !!game &&
    !game.over &&
    !game.thinking &&
    game.playing &&
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

  /** Looks at another node of the tree. */
  look(at: number): void {
    this.app = look(this.app, at);
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
