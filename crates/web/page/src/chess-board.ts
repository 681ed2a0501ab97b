// The chess board: chessground, with a cursor for the keyboard over it.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { Actions } from './actions.js';
import { boardTexts as texts } from './board-texts.js';
import { h } from './dom.js';
import { reviewAt } from './judge.js';
import { isSecret, lessonOn } from './lesson.js';
import { castlings, piecesOf, pieceWords } from './notation.js';
import { askPromotion } from './promotion.js';
import type { ChessState, Color } from './protocol.js';
import { isEngine, other } from './protocol.js';
import { type App, mover, positionKey } from './state.js';

/** The colours of arrows that are kept, by their letters in PGN. */
const BRUSHES: Record<string, string> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** More arrows than this are a thicket. */
const MOST_SHOWN = 6;

export class ChessBoard {
  readonly element: HTMLElement;
  private readonly ground: Api;
  private readonly cursor = h('div', { class: 'chess-cursor', hidden: true });
  private readonly target = h('div', { class: 'ground' });
  private at = 'e2';
  private shown = '';
  private shapes = '';
  private kept = '';
  private isDrawing = false;
  private castlings = new Map<string, string>();
  private app: App | null = null;

  constructor(private readonly actions: Actions) {
    this.element = h(
      'div',
      {
        class: 'chess',
        tabindex: 0,
        role: 'application',
        'aria-label': texts.chessBoard,
        'aria-roledescription': texts.board,
        'aria-description': texts.chessHelp,
        onkeydown: (event: KeyboardEvent) => this.key(event),
        // A click focuses too, but needs no cursor: the arrow keys then walk through the game.
        onfocus: () => this.showCursor(this.element.matches(':focus-visible')),
        onblur: () => this.showCursor(false),
      },
      this.target,
      this.cursor,
    );
    this.ground = Chessground(this.target, {
      animation: { duration: 180 },
      highlight: { lastMove: true, check: true },
      movable: {
        free: false,
        showDests: true,
        rookCastle: true,
        events: { after: (from, to) => void this.moved(from, to) },
      },
      draggable: { showGhost: true },
      drawable: {
        onChange: shapes => this.drew(shapes),
        eraseOnMovablePieceClick: false,
        brushes: {
          green: { key: 'g', color: '#15781b', opacity: 1, lineWidth: 10 },
          red: { key: 'r', color: '#882020', opacity: 1, lineWidth: 10 },
          blue: { key: 'b', color: '#003088', opacity: 1, lineWidth: 10 },
          yellow: { key: 'y', color: '#e68f00', opacity: 1, lineWidth: 10 },
          line1: { key: 'l1', color: '#1f6f5c', opacity: 0.95, lineWidth: 11 },
          line2: { key: 'l2', color: '#2f5f8f', opacity: 0.7, lineWidth: 9 },
          line3: { key: 'l3', color: '#2f5f8f', opacity: 0.55, lineWidth: 8 },
          line4: { key: 'l4', color: '#2f5f8f', opacity: 0.45, lineWidth: 7 },
          line5: { key: 'l5', color: '#2f5f8f', opacity: 0.4, lineWidth: 6 },
          better: { key: 'bt', color: '#15781b', opacity: 0.9, lineWidth: 11 },
          threat: { key: 'th', color: '#b3261e', opacity: 0.9, lineWidth: 11 },
          hint: { key: 'h', color: '#b4690e', opacity: 0.95, lineWidth: 11 },
        },
      },
    });
    // Hidden behind the other game it has no size to draw to.
    new ResizeObserver(() => {
      if (this.target.clientWidth > 0) this.ground.redrawAll();
    }).observe(this.target);
    // Chessground remembers where the board is until the page is scrolled; on a phone a line of text above it is enough to move it.
    this.target.addEventListener(
      'pointerdown',
      event => {
        this.ground.state.dom.bounds.clear();
        this.isDrawing = event.button === 2;
      },
      { capture: true },
    );
  }

  update(app: App, game: ChessState): void {
    this.app = app;
    const movable = this.movableSide(app, game);
    const key = [
      app.tree.game,
      game.node,
      positionKey(game),
      app.bottom,
      movable,
      game.turn,
      game.thinking,
      app.picking,
      game.over?.result,
    ].join();
    if (key !== this.shown) {
      this.shown = key;
      this.sync(app, game, movable);
    }
    this.drawShapes(app);
    this.drawKept(app);
  }

  /** Arrows and circles that belong to the move. */
  private drawKept(app: App): void {
    const kept = app.tree.nodes.get(app.at)?.shapes ?? [];
    const key = `${app.tree.game}|${app.at}|${JSON.stringify(kept)}`;
    if (key === this.kept) return;
    this.kept = key;
    this.ground.setShapes(
      kept.map(({ brush, from, to }) => ({
        orig: from as Key,
        ...(to === null ? {} : { dest: to as Key }),
        brush: BRUSHES[brush] ?? 'green',
      })),
    );
  }

  private drew(shapes: DrawShape[]): void {
    if (!this.app) return;
    if (!this.isDrawing) {
      // Chessground wipes them all away with a click of the main button.
      this.kept = '';
      this.drawKept(this.app);
      return;
    }
    const letter = (brush: string | undefined): string =>
      Object.entries(BRUSHES).find(([, name]) => name === brush)?.[0] ?? 'G';
    this.actions.annotate({
      node: this.app.at,
      shapes: shapes.map(({ orig, dest, brush }) => ({ brush: letter(brush), from: orig, to: dest ?? null })),
    });
  }

  /** Moves, or, while the engine thinks, the side whose move may be prepared. */
  private movableSide(app: App, game: ChessState): Color | undefined {
    const side = mover(app);
    if (side) return side;
    const waiting = other(game.turn);
    return !game.over && game.thinking && !isEngine(game.players[waiting]) ? waiting : undefined;
  }

  private sync(app: App, game: ChessState, movable: Color | undefined): void {
    const king = game.check ? piecesOf(game.fen).get(game.check) : undefined;
    this.ground.set({
      fen: game.fen,
      orientation: app.bottom,
      turnColor: game.turn,
      check: king ? king.color : false,
      lastMove: (game.last ?? undefined) as Key[] | undefined,
      movable: { color: movable, dests: this.reachable(game) as Map<Key, Key[]> },
      premovable: { enabled: true },
    });
    if (movable === game.turn) this.ground.playPremove();
    else if (!movable) this.ground.cancelPremove();
    this.placeCursor();
  }

  /** Where each piece may go. Castling is made by two squares and by king to rook. */
  private reachable(game: ChessState): Map<string, string[]> {
    this.castlings = castlings(game);
    const all = new Map(Object.entries(game.dests).map(([from, to]) => [from, [...to]]));
    for (const move of this.castlings.keys()) all.get(move.slice(0, 2))?.push(move.slice(2));
    return all;
  }

  private async moved(from: string, to: string): Promise<void> {
    const game = this.app?.game;
    if (game?.game !== 'chess') return;
    if (!game.promotions.includes(from + to)) {
      this.actions.move(this.castlings.get(from + to) ?? from + to);
      return;
    }
    const { left, top, width } = this.element.getBoundingClientRect();
    const isTop = (game.turn === 'white') === (this.app?.bottom === 'white');
    const side = width / 8;
    const file = to.charCodeAt(0) - 97;
    const choice = await askPromotion(game.turn, {
      left: left + (this.app?.bottom === 'black' ? 7 - file : file) * side,
      top: isTop ? top : top + width - 4 * side,
      side,
      isTop,
    });
    if (choice) this.actions.move(from + to + choice);
    else this.reset();
    this.element.focus({ preventScroll: true });
  }

  /** Draws the position again as the server knows it: for a move that was refused or let go. */
  reset(): void {
    this.shown = '';
    if (this.app?.game?.game === 'chess') this.update(this.app, this.app.game);
  }

  private drawShapes(app: App): void {
    const shapes: DrawShape[] = [];
    if (app.analysing) {
      for (const line of app.lines.slice(0, app.lineCount)) {
        if (line?.pv[0]) shapes.unshift(arrow(line.pv[0], `line${line.line}`));
      }
    }
    if (app.hint) shapes.push(arrow(app.hint.move, 'hint'));
    if (app.threat) shapes.push(arrow(app.threat.move, 'threat'));
    const better = reviewAt(app.reviews, app.at)?.better;
    if (better && !app.game?.playing && !lessonOn(app)) shapes.push(arrow(better.move, 'better'));
    const taught = lessonOn(app);
    const solution = taught && !isSecret(app) ? taught.mistakes[taught.index]?.better : null;
    if (solution) shapes.push(arrow(solution.move, 'better'));
    for (const [i, move] of app.shown.slice(0, MOST_SHOWN).entries())
      shapes.push({ ...arrow(move, i % 2 === 0 ? 'line1' : 'line2'), label: { text: String(i + 1) } });
    const key = shapes.map(shape => `${shape.orig}${shape.dest}${shape.brush}${shape.label?.text ?? ''}`).join();
    if (key === this.shapes) return;
    this.shapes = key;
    this.ground.setAutoShapes(shapes);
  }

  private key(event: KeyboardEvent): void {
    // After a click the arrow keys walk through the game, until a key shows the cursor.
    if (event.key === 'Enter') this.showCursor(true);
    if (this.cursor.hidden && event.key !== 'Escape') return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      const turned = this.app?.bottom === 'black' ? -1 : 1;
      this.walk(step[0]! * turned, step[1]! * turned);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.press();
    } else if (event.key === 'Escape') {
      this.ground.selectSquare(null);
      this.actions.announce(texts.letGo);
    } else {
      return;
    }
    event.preventDefault();
  }

  private walk(dx: number, dy: number): void {
    const file = Math.min(7, Math.max(0, this.at.charCodeAt(0) - 97 + dx));
    const rank = Math.min(8, Math.max(1, Number(this.at[1]) + dy));
    this.at = String.fromCharCode(97 + file) + rank;
    this.showCursor(true);
    this.actions.announce(this.describe());
  }

  private describe(): string {
    const game = this.app?.game;
    const piece = game?.game === 'chess' ? piecesOf(game.fen).get(this.at) : undefined;
    return piece ? `${this.at}, ${pieceWords(piece)}` : this.at;
  }

  private press(): void {
    const game = this.app?.game;
    if (game?.game !== 'chess') return;
    const selected = this.ground.state.selected;
    const isTarget =
      selected !== undefined &&
      ((game.dests[selected]?.includes(this.at) ?? false) || this.castlings.has(selected + this.at));
    this.ground.selectSquare(this.at as Key);
    if (isTarget) return;
    const targets = game.dests[this.at];
    if (this.ground.state.selected === this.at)
      this.actions.announce(texts.pickedUp(this.describe(), targets?.join(', ') ?? ''));
    else this.actions.announce(selected ? texts.notThere(selected, this.at) : texts.nothingToMove(this.at));
  }

  private showCursor(visible: boolean): void {
    this.cursor.hidden = !visible;
    this.placeCursor();
  }

  private placeCursor(): void {
    const file = this.at.charCodeAt(0) - 97;
    const rank = Number(this.at[1]) - 1;
    const flipped = this.app?.bottom === 'black';
    this.cursor.dataset.square = this.at;
    this.cursor.style.left = `${(flipped ? 7 - file : file) * 12.5}%`;
    this.cursor.style.top = `${(flipped ? rank : 7 - rank) * 12.5}%`;
  }
}

function arrow(move: string, brush: string): DrawShape {
  return { orig: move.slice(0, 2) as Key, dest: move.slice(2, 4) as Key, brush };
}
