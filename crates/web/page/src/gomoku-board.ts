// The Gomoku board: one SVG, a unit to a line. The last row and column hold the coordinates.
import type { Actions } from './actions.js';
import { boardTexts as texts } from './board-texts.js';
import { type Child, svg } from './dom.js';
import { capital, scoreText } from './format.js';
import { reviewAt } from './judge.js';
import { isSecret, lessonOn } from './lesson.js';
import { pointName, pointOf } from './notation.js';
import type { Color, GomokuState } from './protocol.js';
import { isEngine, other } from './protocol.js';
import { type App, mover, stonesToPlace } from './state.js';
import { words } from './wording.js';

const MARGIN = 1;
/** Where a field has fewer pixels a finger touches twice. */
const SMALL_FIELD = 20;

export class GomokuBoard {
  readonly element: SVGSVGElement;
  private readonly layers: Record<'grid' | 'heat' | 'marks' | 'stones' | 'over' | 'ghost', SVGGElement>;
  private readonly keys = new Map<SVGGElement, string>();
  private at = { x: 7, y: 7 };
  private width = 0;
  private height = 0;
  private isFocused = false;
  /** A point that was touched once, where fields are too small to be sure of. */
  private touched: { x: number; y: number } | null = null;
  private hover: { x: number; y: number } | null = null;
  private app: App | null = null;
  private game: GomokuState | null = null;

  constructor(private readonly actions: Actions) {
    this.layers = {
      grid: svg('g'),
      heat: svg('g'),
      marks: svg('g'),
      stones: svg('g'),
      over: svg('g'),
      ghost: svg('g'),
    };
    this.element = svg(
      'svg',
      {
        class: 'gomoku',
        tabindex: 0,
        role: 'application',
        'aria-label': texts.gomokuBoard,
        'aria-roledescription': texts.board,
        'aria-description': texts.gomokuHelp,
        onkeydown: (event: KeyboardEvent) => this.key(event),
        onfocus: () => this.focus(true),
        onblur: () => this.focus(false),
        onclick: (event: MouseEvent) => this.click(event),
        oncontextmenu: (event: MouseEvent) => this.mark(event),
        onpointermove: (event: PointerEvent) => this.point(event),
        onpointerleave: () => {
          this.hover = null;
          this.drawGhost();
        },
      },
      svg('defs', {}, stonePaint('stone-black', '#6b6f6d', '#101312'), stonePaint('stone-white', '#ffffff', '#d8d3c6')),
      ...Object.values(this.layers),
    );
  }

  update(app: App, game: GomokuState): void {
    this.app = app;
    this.game = game;
    const height = game.height ?? game.size;
    if (this.width !== game.size || this.height !== height) this.resize(game.size, height);
    this.draw(this.layers.heat, app.analysing ? JSON.stringify(app.candidates) : '', () => this.heat(app));
    this.draw(this.layers.marks, JSON.stringify([game.forbidden, app.analysing ? game.threats : null]), () =>
      this.marks(app, game),
    );
    this.draw(this.layers.stones, JSON.stringify([game.stones, app.placing, app.showNumbers]), () =>
      this.stones(app, game),
    );
    this.draw(
      this.layers.over,
      JSON.stringify([
        game.stones.at(-1),
        game.winning,
        app.hint?.move,
        app.threat?.move,
        betterOf(app),
        app.shown,
        app.showNumbers,
        app.analysing && app.lines.map(line => line?.pv[0]),
        app.tree.nodes.get(app.at)?.shapes,
      ]),
      () => this.over(app, game),
    );
    this.drawGhost();
  }

  private resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.at = { x: Math.floor((width - 1) / 2), y: Math.floor((height - 1) / 2) };
    this.element.setAttribute('viewBox', `${-MARGIN} ${-MARGIN} ${width - 1 + 2 * MARGIN} ${height - 1 + 2 * MARGIN}`);
    this.element.dataset.size = String(width);
    this.draw(this.layers.grid, `${width}x${height}`, () => this.grid(width, height));
  }

  private draw(layer: SVGGElement, key: string, parts: () => SVGElement[]): void {
    if (this.keys.get(layer) === key) return;
    this.keys.set(layer, key);
    layer.replaceChildren(...parts());
  }

  /** Rows count from the bottom, as players write them; SVG counts from the top. */
  private row(y: number): number {
    return this.height - 1 - y;
  }

  private spot(name: string): { cx: number; cy: number } {
    const { x, y } = pointOf(name);
    return { cx: x, cy: this.row(y) };
  }

  private grid(width: number, height: number): SVGElement[] {
    const [right, bottom] = [width - 1, height - 1];
    const parts: SVGElement[] = [
      svg('rect', {
        class: 'wood',
        x: -MARGIN,
        y: -MARGIN,
        width: right + 2 * MARGIN,
        height: bottom + 2 * MARGIN,
        rx: 0.15,
      }),
    ];
    let lines = '';
    for (let x = 0; x < width; x++) lines += `M${x} 0V${bottom}`;
    for (let y = 0; y < height; y++) lines += `M0 ${y}H${right}`;
    parts.push(svg('path', { class: 'grid', d: lines }));
    if (width === height)
      for (const [x, y] of starPoints(width)) parts.push(svg('circle', { class: 'star', cx: x, cy: y, r: 0.1 }));
    const text = width > 17 ? 0.36 : 0.32;
    for (let x = 0; x < width; x++)
      parts.push(
        svg(
          'text',
          { class: 'coordinate', x, y: bottom + 0.68, 'font-size': text, 'dominant-baseline': 'central' },
          String.fromCharCode(97 + x),
        ),
      );
    for (let y = 0; y < height; y++)
      parts.push(
        svg(
          'text',
          { class: 'coordinate', x: -0.68, y: bottom - y, 'font-size': text, 'dominant-baseline': 'central' },
          y + 1,
        ),
      );
    return parts;
  }

  private heat(app: App): SVGElement[] {
    if (!app.analysing || app.candidates.length === 0) return [];
    const scores = app.candidates.map(point => point.score);
    const best = Math.max(...scores);
    const worst = Math.min(...scores);
    return app.candidates.map(({ at, score, value }) => {
      const warmth = best === worst ? 1 : (score - worst) / (best - worst);
      return svg(
        'circle',
        {
          class: 'heat',
          ...this.spot(at),
          r: (0.2 + 0.26 * warmth).toFixed(2),
          opacity: (0.16 + 0.64 * warmth).toFixed(2),
          'data-at': at,
        },
        svg('title', {}, value ? `${at}: ${scoreText(value)}` : at),
      );
    });
  }

  private marks(app: App, game: GomokuState): SVGElement[] {
    const forbidden = game.forbidden.map(at => {
      const { cx, cy } = this.spot(at);
      return svg(
        'path',
        { class: 'forbidden', d: `M${cx - 0.2} ${cy - 0.2}l.4 .4m0 -.4l-.4 .4`, 'data-at': at },
        svg('title', {}, `${at} is forbidden`),
      );
    });
    if (!app.analysing) return forbidden;
    const threats = (game.threats ?? []).map(threat =>
      svg(
        'rect',
        {
          class: `threat ${threat.side}${threat.class === 'three' ? ' mild' : ''}`,
          x: this.spot(threat.at).cx - 0.3,
          y: this.spot(threat.at).cy - 0.3,
          width: 0.6,
          height: 0.6,
          rx: 0.1,
          'data-at': threat.at,
        },
        svg('title', {}, `${threat.at}: ${words.shape(threat.class)} for ${capital(threat.side)}`),
      ),
    );
    return [...forbidden, ...threats];
  }

  private stones(app: App, game: GomokuState): SVGElement[] {
    const parts: SVGElement[] = [];
    const all = [
      ...game.stones,
      ...app.placing.map((at, i) => ({ at, color: swapColor(game.stones.length + i), n: game.stones.length + i + 1 })),
    ];
    for (const { at, color, n } of all) {
      const spot = this.spot(at);
      parts.push(
        svg('circle', { class: `stone ${color}`, ...spot, r: 0.45, fill: `url(#stone-${color})`, 'data-at': at }),
      );
      if (app.showNumbers)
        parts.push(
          svg(
            'text',
            {
              class: `number ${color}`,
              x: spot.cx,
              y: spot.cy,
              'font-size': n > 99 ? 0.34 : 0.4,
              'dominant-baseline': 'central',
            },
            n,
          ),
        );
    }
    return parts;
  }

  private over(app: App, game: GomokuState): SVGElement[] {
    const parts: SVGElement[] = [];
    const last = game.stones.reduce<GomokuState['stones'][number] | undefined>(
      (newest, stone) => (!newest || stone.n > newest.n ? stone : newest),
      undefined,
    );
    if (last && !app.showNumbers)
      parts.push(svg('circle', { class: 'last', ...this.spot(last.at), r: 0.16, 'data-at': last.at }));
    for (const at of game.winning ?? [])
      parts.push(svg('circle', { class: 'winning', ...this.spot(at), r: 0.47, 'data-at': at }));
    if (app.analysing) {
      app.lines.slice(0, app.lineCount).forEach((line, i) => {
        if (!line?.pv[0]) return;
        const spot = this.spot(line.pv[0]);
        parts.push(
          svg('circle', { class: 'candidate', ...spot, r: 0.36 }),
          svg(
            'text',
            { class: 'candidate-text', x: spot.cx, y: spot.cy, 'font-size': 0.42, 'dominant-baseline': 'central' },
            i + 1,
          ),
        );
      });
    }
    const better = betterOf(app);
    if (better) parts.push(svg('circle', { class: 'better', ...this.spot(better), r: 0.38, 'data-at': better }));
    if (app.threat) parts.push(svg('circle', { class: 'threatens', ...this.spot(app.threat.move), r: 0.38 }));
    if (app.hint) parts.push(svg('circle', { class: 'hint', ...this.spot(app.hint.move), r: 0.38 }));
    for (const { brush, from, to } of app.tree.nodes.get(app.at)?.shapes ?? []) {
      const spot = this.spot(from);
      parts.push(svg('circle', { class: `kept ${brush}`, ...spot, r: 0.42, 'data-at': from }));
      if (to === null) continue;
      const end = this.spot(to);
      parts.push(svg('line', { class: `kept ${brush}`, x1: spot.cx, y1: spot.cy, x2: end.cx, y2: end.cy }));
    }
    let color = game.turn;
    app.shown.forEach((at, i) => {
      const spot = this.spot(at);
      parts.push(
        svg('circle', { class: `shown ${color}`, ...spot, r: 0.42, 'data-at': at }),
        svg(
          'text',
          { class: `number ${color}`, x: spot.cx, y: spot.cy, 'font-size': 0.4, 'dominant-baseline': 'central' },
          i + 1,
        ),
      );
      color = other(color);
    });
    return parts;
  }

  /** The colour that a stone put down now would have, or null when the board takes none. */
  private nextColor(): Color | null {
    const { app, game } = this;
    if (!app || !game) return null;
    if (stonesToPlace(app) > app.placing.length) return swapColor(game.stones.length + app.placing.length);
    return mover(app);
  }

  private drawGhost(): void {
    const color = this.nextColor();
    const parts: Child[] = [];
    if (color && this.hover && this.isFree(this.hover))
      parts.push(svg('circle', { class: `ghost ${color}`, cx: this.hover.x, cy: this.row(this.hover.y), r: 0.45 }));
    if (color && this.touched && this.isFree(this.touched)) {
      const spot = { cx: this.touched.x, cy: this.row(this.touched.y) };
      parts.push(
        svg('circle', { class: `ghost ${color}`, ...spot, r: 0.45 }),
        svg('circle', { class: 'touched', ...spot, r: 0.9, 'data-at': pointName(this.touched.x, this.touched.y) }),
      );
    }
    if (this.isFocused) {
      const { x, y } = this.at;
      parts.push(
        svg('rect', {
          class: 'cursor',
          x: x - 0.5,
          y: this.row(y) - 0.5,
          width: 1,
          height: 1,
          rx: 0.12,
          'data-at': pointName(x, y),
        }),
      );
    }
    this.layers.ghost.replaceChildren(...(parts as Node[]));
    this.element.classList.toggle('active', color !== null);
  }

  private isFree(point: { x: number; y: number }): boolean {
    const at = pointName(point.x, point.y);
    return !this.game?.stones.some(stone => stone.at === at) && !this.app?.placing.includes(at);
  }

  private locate(event: MouseEvent): { x: number; y: number } | null {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return null;
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const x = Math.round(spot.x);
    const y = this.row(Math.round(spot.y));
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? { x, y } : null;
  }

  private point(event: PointerEvent): void {
    const point = event.pointerType === 'touch' ? null : this.locate(event);
    if (point?.x === this.hover?.x && point?.y === this.hover?.y) return;
    this.hover = point;
    this.drawGhost();
  }

  private click(event: MouseEvent): void {
    const point = this.locate(event);
    if (!point) return;
    this.at = point;
    const isTouch = (event as PointerEvent).pointerType === 'touch';
    const field = this.element.getBoundingClientRect().width / (this.width + 1);
    const isSure = this.touched?.x === point.x && this.touched.y === point.y;
    if (isTouch && field < SMALL_FIELD && !isSure && this.nextColor() && this.isFree(point)) {
      this.touched = point;
      this.actions.announce(texts.touchAgain(pointName(point.x, point.y)));
    } else {
      this.touched = null;
      this.put();
    }
    this.drawGhost();
  }

  /** The other button draws a circle that stays with the move, or takes it away. */
  private mark(event: MouseEvent): void {
    const point = this.locate(event);
    if (!point || !this.app) return;
    event.preventDefault();
    const from = pointName(point.x, point.y);
    const node = this.app.at;
    const kept = this.app.tree.nodes.get(node)?.shapes ?? [];
    const others = kept.filter(shape => shape.from !== from || shape.to !== null);
    const brush = event.shiftKey ? 'R' : event.altKey ? 'B' : 'G';
    const shapes = others.length < kept.length ? others : [...kept, { brush, from, to: null }];
    this.actions.annotate({ node, shapes });
  }

  private put(): void {
    const name = pointName(this.at.x, this.at.y);
    if (!this.nextColor()) {
      const game = this.game;
      if (game && !game.over && isEngine(game.players[game.turn])) this.actions.announce(texts.enginesTurn);
      return;
    }
    if (!this.isFree(this.at)) this.actions.announce(texts.taken(name));
    else this.actions.move(name);
  }

  private focus(isFocused: boolean): void {
    // A click focuses too, but needs no cursor.
    this.isFocused = isFocused && this.element.matches(':focus-visible');
    this.drawGhost();
  }

  private key(event: KeyboardEvent): void {
    // After a click the arrow keys walk through the game, until a key shows the cursor.
    if (event.key === 'Enter') this.isFocused = true;
    if (!this.isFocused) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) this.walk(step[0]!, step[1]!);
    else if (event.key === 'Enter' || event.key === ' ') this.put();
    else return;
    event.preventDefault();
  }

  private walk(dx: number, dy: number): void {
    this.isFocused = true;
    this.at = {
      x: Math.min(this.width - 1, Math.max(0, this.at.x + dx)),
      y: Math.min(this.height - 1, Math.max(0, this.at.y + dy)),
    };
    this.drawGhost();
    this.actions.announce(this.describe());
  }

  private describe(): string {
    const name = pointName(this.at.x, this.at.y);
    const stone = this.game?.stones.find(candidate => candidate.at === name);
    if (stone) return texts.stone(name, stone.color);
    return this.game?.forbidden.includes(name) ? texts.forbidden(name) : name;
  }
}

/** The point that was better than the stone just put down, or that a lesson is about. */
function betterOf(app: App): string | null {
  const taught = lessonOn(app);
  if (taught) return isSecret(app) ? null : (taught.mistakes[taught.index]?.better?.move ?? null);
  return app.game?.playing ? null : (reviewAt(app.reviews, app.at)?.better?.move ?? null);
}

/** Colours of the opening's stones alternate, Black first. */
export const swapColor = (index: number): Color => (index % 2 === 0 ? 'black' : 'white');

export function starPoints(size: number): [number, number][] {
  if (size < 9) return size % 2 === 1 ? [[(size - 1) / 2, (size - 1) / 2]] : [];
  const near = size < 13 ? 2 : 3;
  const ends = [near, size - 1 - near];
  const points = ends.flatMap(x => ends.map(y => [x, y] as [number, number]));
  if (size % 2 === 1) points.push([(size - 1) / 2, (size - 1) / 2]);
  return points;
}

function stonePaint(id: string, light: string, dark: string): SVGElement {
  return svg(
    'radialGradient',
    { id, cx: '38%', cy: '34%', r: '70%' },
    svg('stop', { offset: '0', 'stop-color': light }),
    svg('stop', { offset: '1', 'stop-color': dark }),
  );
}
