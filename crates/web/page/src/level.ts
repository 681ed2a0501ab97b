// Fields for a level and for who holds a side.
import { dialogTexts as texts } from './dialog-texts.js';
import { h, setText, show } from './dom.js';
import type { Color, Player, Players } from './protocol.js';
import { isEngine } from './protocol.js';

export type Who = 'engine' | 'people' | 'engines';

/** The players of a new game. In a game of engines the first level is White's. */
export function playersOf(
  who: Who,
  side: Color,
  level: number | null,
  level2: number | null,
  movetime: number,
): Players {
  const engine = (elo: number | null): Player => ({ engine: { elo, movetime } });
  if (who === 'people') return { white: 'human', black: 'human' };
  if (who === 'engines') return { white: engine(level), black: engine(level2) };
  return side === 'white' ? { white: 'human', black: engine(level) } : { white: engine(level), black: 'human' };
}

interface Range {
  min: number;
  max: number;
}

const STEP = 50;

/** A slider whose last stop is full strength. */
export class LevelField {
  readonly element: HTMLElement;
  private readonly label: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly shown = h('output', {});
  private readonly top: number;

  constructor(id: string, text: string, range: Range, value: string, changed: (value: string) => void = () => {}) {
    const low = Math.ceil(range.min / STEP) * STEP;
    this.top = Math.floor(range.max / STEP) * STEP + STEP;
    const start = value === 'full' ? this.top : Math.min(this.top, Math.max(low, Number(value) || 1500));
    this.input = h('input', {
      id,
      type: 'range',
      min: low,
      max: this.top,
      step: STEP,
      value: start,
      oninput: () => {
        this.refresh();
        changed(this.value() === null ? 'full' : this.input.value);
      },
    });
    this.label = h('label', { for: id }, text);
    this.element = h(
      'div',
      { class: 'field level' },
      h('span', { class: 'level-head' }, this.label, this.shown),
      this.input,
    );
    this.refresh();
  }

  value(): number | null {
    return Number(this.input.value) >= this.top ? null : Number(this.input.value);
  }

  setLabel(text: string): void {
    setText(this.label, text);
  }

  private refresh(): void {
    const value = this.value();
    const text = value === null ? texts.fullStrength : `${value} Elo`;
    this.shown.textContent = text;
    this.input.setAttribute('aria-valuetext', text);
  }
}

export function sideField(color: Color, player: Player, range: Range): { element: HTMLElement; value(): Player } {
  const name = `holds-${color}`;
  const person = h('input', {
    type: 'radio',
    name,
    id: `${name}-human`,
    checked: !isEngine(player),
    onchange: () => refresh(),
  });
  const engine = h('input', {
    type: 'radio',
    name,
    id: `${name}-engine`,
    checked: isEngine(player),
    onchange: () => refresh(),
  });
  const level = new LevelField(
    `${name}-level`,
    texts.level,
    range,
    isEngine(player) ? String(player.engine.elo ?? 'full') : '1500',
  );
  const movetime = isEngine(player) ? (player.engine.movetime ?? 500) : 500;
  const refresh = (): void => show(level.element, engine.checked);
  refresh();
  return {
    element: h(
      'div',
      {},
      h(
        'fieldset',
        { class: 'segments' },
        h('legend', {}, texts[color]),
        h(
          'div',
          {},
          person,
          h('label', { for: person.id }, texts.person),
          engine,
          h('label', { for: engine.id }, texts.engine),
        ),
      ),
      level.element,
    ),
    value: () => (engine.checked ? { engine: { elo: level.value(), movetime } } : 'human'),
  };
}
