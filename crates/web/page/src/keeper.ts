// Keeps the game on the board: in its tab for a reload, and in the archive for another day. After each change the board is
// asked for itself; a board that takes long to tell is asked less often.
import type { Archive } from './archive.js';
import type { StoredGame, TimeLeft } from './messages.js';
import type { FromServer, Review, ToServer } from './protocol.js';
import { isEngine } from './protocol.js';
import type { App, Tab } from './state.js';
import { type GameTree, NO_TREE, pathTo, ROOT } from './tree.js';

type Kept = Extract<FromServer, { type: 'kept' }>;

/** What the page shows beside a game. */
export interface View {
  at: number;
  bottom: 'white' | 'black';
  tab: Tab;
  analysing: boolean;
  lineCount: number;
  reviews: Review[];
  placing: string[];
  placingMore: boolean;
  /** The clocks when the page was left. */
  clock: TimeLeft | null;
}

/** Moves that came after the board had told itself: they are played again when the game comes back. */
export interface Unkept {
  from: number;
  moves: string[];
}

export interface Unanswered {
  from: number;
  move: string;
}

/** A game with its name in the archive. */
export interface Named {
  id: string;
  game: string;
  view: View;
  unkept?: Unkept | null;
}

const KEY = 'regence-kept';
/** What a view may take to settle before it is written. */
const REST = 400;
/** A board is asked again after so many times what its last answer took. */
const EASE = 10;

export interface KeeperEvents {
  ask(message: ToServer): Promise<FromServer>;
  app(): App;
  /** A move that the server was told and has not answered yet. */
  unanswered(): Unanswered | null;
  /** A game is written, with so many plies in its main line. */
  kept(plies: number): void;
  /** A game could not be written, or can again. */
  trouble(text: string | null): void;
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => byte.toString(16).padStart(2, '0')).join('');

export class Keeper {
  private id = newId();
  private isPaused = true;
  private isForgotten = false;
  private number = -1;
  private kept: Kept | null = null;
  /** The moves that `kept` has. */
  private keptTree: GameTree = NO_TREE;
  private seen: readonly unknown[] = [];
  private view = '';
  private isAsking = false;
  private isStale = false;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private archive: Promise<Archive | null> = Promise.resolve(null);
  private writing: Promise<void> = Promise.resolve();
  private isTroubled = false;

  constructor(private readonly events: KeeperEvents) {}

  use(archive: Promise<Archive | null>): void {
    this.archive = archive.catch(() => null);
  }

  games(): Promise<Archive | null> {
    return this.archive;
  }

  /** What comes on the board until `adopt` is no game of the reader's. */
  pause(): void {
    this.isPaused = true;
  }

  /** The game that is on the board now has this name, or is a new one. */
  adopt(id: string | null): void {
    const app = this.events.app();
    this.isPaused = false;
    this.begin(app, id ?? newId());
    this.look(app);
  }

  /** The game on the board was deleted from the archive: it comes back there when it changes. */
  forget(): void {
    this.isForgotten = true;
  }

  private begin(app: App, id: string): void {
    this.number = app.tree.game;
    this.id = id;
    this.kept = null;
    this.seen = [];
    this.view = '';
    this.isForgotten = false;
  }

  current(): string {
    return this.id;
  }

  /** Looks at what the page shows; writes what is new. */
  look(app: App): void {
    if (!app.server || this.isPaused) return;
    if (app.tree.game !== this.number) this.begin(app, newId());
    if (app.server !== this.seen[0] || app.tree !== this.seen[1]) {
      if (this.seen.length > 0 && app.tree !== this.seen[1]) this.isForgotten = false;
      this.seen = [app.server, app.tree];
      void this.refresh();
      return;
    }
    const view = JSON.stringify(viewOf(app));
    if (view === this.view) return;
    this.view = view;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.write(), REST);
  }

  /** The board as it is now, to come back to. */
  async now(): Promise<Named | null> {
    const app = this.events.app();
    if (!isWorthKeeping(app)) return null;
    const id = this.id;
    try {
      const answer = await this.events.ask({ type: 'keep' });
      if (answer.type !== 'kept' || id !== this.id) return null;
      await this.store(id, answer, viewOf(app));
      return { id, game: answer.game, view: viewOf(app) };
    } catch {
      return null;
    }
  }

  /** What was on the board: of this page where the server went away, or of this tab before it was loaded again. */
  left(): Named | null {
    const app = this.events.app();
    if (this.kept) return this.named(this.kept, { ...viewOf(app), clock: clocksOf(app) });
    try {
      const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Named | null;
      // Another version of the page may have written it.
      return found && typeof found.game === 'string' && typeof found.id === 'string' && found.view ? found : null;
    } catch {
      return null;
    }
  }

  /** The page goes: what is shown is written at once. */
  leave(): void {
    if (!this.kept) return;
    const app = this.events.app();
    const view = { ...viewOf(app), clock: clocksOf(app) };
    this.remember(view);
    if (this.isWanted(app)) void this.put(this.id, this.stored(this.kept, view), true);
  }

  private async refresh(): Promise<void> {
    if (this.isAsking) {
      this.isStale = true;
      return;
    }
    this.isAsking = true;
    const began = performance.now();
    const number = this.number;
    try {
      const answer = await this.events.ask({ type: 'keep' });
      if (answer.type === 'kept' && number === this.number) {
        // What the board said before this answer has been heard: the tree is the one that it told.
        this.kept = answer;
        this.keptTree = this.events.app().tree;
        this.write();
      }
    } catch {
      // The line is down: what was kept before brings the game back.
    }
    const pause = (performance.now() - began) * EASE;
    if (pause > REST) await new Promise(done => setTimeout(done, pause));
    this.isAsking = false;
    if (this.isStale) {
      this.isStale = false;
      void this.refresh();
    }
  }

  private write(): void {
    const app = this.events.app();
    if (!this.kept || app.tree.game !== this.number) return;
    const view = viewOf(app);
    this.view = JSON.stringify(view);
    this.remember(view);
    if (this.isWanted(app)) void this.store(this.id, this.kept, view);
  }

  private named(kept: Kept, view: View): Named {
    return { id: this.id, game: kept.game, view, unkept: this.unkept() };
  }

  private unkept(): Unkept | null {
    return unkeptOf(this.keptTree, this.events.app(), this.events.unanswered());
  }

  private stored({ summary, record, game }: Kept, view: View): StoredGame {
    return { summary, record, game, view: JSON.stringify({ ...view, unkept: this.unkept() }) };
  }

  private isWanted(app: App): boolean {
    return (isWorthKeeping(app) || this.events.unanswered() !== null) && !this.isForgotten;
  }

  private remember(view: View): void {
    if (!this.kept) return;
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.named(this.kept, view)));
    } catch {
      // No room: the archive has it.
      try {
        sessionStorage.removeItem(KEY);
      } catch {
        // No storage at all.
      }
    }
  }

  /** One after the other, so that an older game never comes last. */
  private store(id: string, kept: Kept, view: View): Promise<void> {
    const game = this.stored(kept, view);
    this.writing = this.writing.then(() => this.put(id, game, false));
    return this.writing;
  }

  private async put(id: string, game: StoredGame, isLeaving: boolean): Promise<void> {
    try {
      await (await this.archive)?.put(id, game, isLeaving);
      this.events.kept(game.summary.plies);
      if (this.isTroubled) this.events.trouble(null);
      this.isTroubled = false;
    } catch (error) {
      this.isTroubled = true;
      if (!isLeaving) this.events.trouble((error as Error).message);
    }
  }
}

/** The moves on the way to the server's position that a kept game lacks, up to where an engine answers by itself. */
export function unkeptOf(kept: GameTree, app: App, unanswered: Unanswered | null = null): Unkept | null {
  const { server, tree } = app;
  if (!server || kept.game !== tree.game) return null;
  const path = pathTo(tree, unanswered ? unanswered.from : server.node);
  const known = path.findIndex(id => !kept.nodes.has(id));
  const first = known < 0 ? path.length : known;
  const from = path[first - 1] ?? ROOT;
  const isAnswer = (id: number): boolean =>
    server.playing && isEngine(server.players[tree.nodes.get(tree.nodes.get(id)!.parent!)!.turn]);
  const rest = path.slice(first);
  const end = rest.findIndex(isAnswer);
  const moves = rest.slice(0, end < 0 ? rest.length : end).map(id => tree.nodes.get(id)!.played!.move);
  if (unanswered && end < 0) moves.push(unanswered.move);
  return moves.length > 0 ? { from, moves } : null;
}

/** An untouched board is no game. */
export const isWorthKeeping = (app: App): boolean => app.tree.nodes.size > 1;

export function viewOf(app: App): View {
  const { at, bottom, tab, analysing, lineCount, reviews, placing, placingMore } = app;
  return { at, bottom, tab, analysing, lineCount, reviews, placing, placingMore, clock: null };
}

/** What a game's view says, as far as it can be read. */
export function readView(text: string): Partial<View> & Pick<Named, 'unkept'> {
  try {
    const view: unknown = JSON.parse(text);
    return typeof view === 'object' && view !== null ? (view as Partial<View> & Pick<Named, 'unkept'>) : {};
  } catch {
    return {};
  }
}

/** What the clocks show at this moment. */
export function clocksOf(app: App, now = performance.now()): TimeLeft | null {
  const clock = app.server?.clock;
  if (!clock) return null;
  const spent = clock.running ? Math.max(0, now - app.stateAt) : 0;
  const left = (side: 'white' | 'black'): number =>
    Math.max(1, Math.round(clock[side] - (clock.running === side ? spent : 0)));
  return { white: left('white'), black: left('black') };
}
