// The dialogs: a new game, sides and levels. Native `dialog` elements keep the focus
// inside and close on Escape.
import type { Actions } from './actions.js';
import { dialogTexts as texts } from './dialog-texts.js';
import { type Child, h, setText, show } from './dom.js';
import { LevelField, playersOf, sideField, type Who } from './level.js';
import { playTexts } from './play-texts.js';
import type { ClockSetting, Color, GameState, Hello, NewGame, Opening, Players } from './protocol.js';
import { RULES } from './rules.js';
import { remember, settings } from './settings.js';

export function openDialog(title: string, build: (close: () => void) => Child[], kind = ''): HTMLDialogElement {
  const dialog = h('dialog', { class: kind, 'aria-labelledby': 'dialog-title', onclose: () => dialog.remove() });
  dialog.append(
    h(
      'header',
      {},
      h('h2', { id: 'dialog-title' }, title),
      h('button', { type: 'button', class: 'close', 'aria-label': texts.close, onclick: () => dialog.close() }, '×'),
    ),
  );
  for (const child of build(() => dialog.close()))
    if (child) dialog.append(child instanceof Node ? child : String(child));
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

type Option = readonly [value: string, text: string];

const kept = (name: string, fallback: string): string => settings.form[name] ?? fallback;

function keep(name: string, value: string): void {
  remember({ form: { ...settings.form, [name]: value } });
}

function segments(
  name: string,
  legend: string,
  options: readonly Option[],
  fallback: string,
  changed: () => void,
): { element: HTMLElement; value(): string; set(value: string): void } {
  const chosen = options.some(([value]) => value === kept(name, fallback)) ? kept(name, fallback) : fallback;
  const inputs = options.map(([value]) =>
    h('input', {
      type: 'radio',
      name,
      value,
      id: `${name}-${value}`,
      checked: value === chosen,
      onchange: () => {
        keep(name, value);
        changed();
      },
    }),
  );
  const element = h(
    'fieldset',
    { class: 'segments' },
    h('legend', {}, legend),
    h('div', {}, ...options.flatMap(([value, text], i) => [inputs[i]!, h('label', { for: `${name}-${value}` }, text)])),
  );
  return {
    element,
    value: () => inputs.find(input => input.checked)?.value ?? fallback,
    set: wanted =>
      inputs.forEach(input => {
        input.checked = input.value === wanted;
      }),
  };
}

function select(
  name: string,
  text: string,
  options: readonly Option[],
  fallback: string,
  changed: () => void = () => {},
): { element: HTMLElement; input: HTMLSelectElement } {
  const chosen = kept(name, fallback);
  const input = h(
    'select',
    {
      id: name,
      onchange: () => {
        keep(name, input.value);
        changed();
      },
    },
    ...options.map(([value, label]) => h('option', { value, selected: value === chosen }, label)),
  );
  return { element: h('div', { class: 'field' }, h('label', { for: name }, text), input), input };
}

function number(
  name: string,
  text: string,
  min: number,
  max: number,
  fallback: number,
  step = 1,
): { element: HTMLElement; input: HTMLInputElement } {
  const input = h('input', {
    id: name,
    type: 'number',
    min,
    max,
    step,
    value: kept(name, String(fallback)),
    required: true,
    onchange: () => keep(name, input.value),
  });
  return { element: h('div', { class: 'field' }, h('label', { for: name }, text), input), input };
}

const CLOCKS: readonly Option[] = [
  ['none', texts.noClock],
  ['60+0', texts.minute],
  ['180+2', texts.minutesAnd(3, 2)],
  ['300+3', texts.minutesAnd(5, 3)],
  ['600+5', texts.minutesAnd(10, 5)],
  ['1800+20', texts.minutesAnd(30, 20)],
  ['own', texts.otherClock],
];
const MOVE_TIMES: readonly Option[] = [
  ['100', '0.1 s'],
  ['500', '0.5 s'],
  ['1000', '1 s'],
  ['3000', '3 s'],
  ['10000', '10 s'],
  ['30000', '30 s'],
];

export function clockOf(choice: string, minutes: number, increment: number): ClockSetting | null {
  if (choice === 'none') return null;
  if (choice === 'own') return { base: Math.round(minutes * 60_000), inc: Math.round(increment * 1000) };
  const [base = 0, inc = 0] = choice.split('+').map(Number);
  return { base: base * 1000, inc: inc * 1000 };
}

export function newGameDialog(actions: Actions, hello: Hello | null): void {
  const elo = hello?.elo ?? { min: 500, max: 2800 };
  const rules = hello?.rules ?? Object.keys(RULES);
  openDialog(
    playTexts.newGame,
    close => {
      const arrange = (): void => refresh();
      const game = segments(
        'game',
        texts.game,
        [
          ['chess', texts.chess],
          ['gomoku', texts.gomoku],
        ],
        'chess',
        () => {
          preferBeginner();
          refresh();
        },
      );
      const who = segments(
        'who',
        texts.who,
        [
          ['engine', texts.withEngine],
          ['people', texts.people],
          ['engines', texts.engines],
        ],
        'engine',
        arrange,
      );
      const side = segments(
        'side',
        texts.side,
        [
          ['white', texts.white],
          ['random', texts.random],
          ['black', texts.black],
        ],
        'white',
        () => {},
      );
      const level = new LevelField('level', texts.level, elo, kept('level', '1500'), value => keep('level', value));
      const level2 = new LevelField('level2', texts.levelOfBlack, elo, kept('level2', '1500'), value =>
        keep('level2', value),
      );
      const clock = select('clock', texts.clock, CLOCKS, 'none', arrange);
      const minutes = number('minutes', texts.minutes, 0.1, 600, 15, 0.1);
      const increment = number('increment', texts.increment, 0, 600, 10, 0.1);
      const movetime = select('movetime', texts.movetime, MOVE_TIMES, '500');
      const start = select(
        'start',
        texts.start,
        [
          ['standard', texts.usual],
          ['960', 'Chess960'],
          ['fen', texts.position],
        ],
        'standard',
        arrange,
      );
      const chess960 = number('chess960', texts.number, 0, 959, 518);
      const draw = h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          onclick: () => {
            chess960.input.value = String(Math.floor(Math.random() * 960));
            keep('chess960', chess960.input.value);
          },
        },
        texts.randomNumber,
      );
      const fen = h('input', {
        id: 'fen',
        type: 'text',
        spellcheck: 'false',
        autocomplete: 'off',
        placeholder: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      });
      const fenField = h('div', { class: 'field wide' }, h('label', { for: 'fen' }, 'FEN'), fen);
      const rule = select(
        'rule',
        texts.rules,
        rules.map(id => [id, RULES[id]?.name ?? id] as const),
        'freestyle',
        arrange,
      );
      const ruleText = h('p', { class: 'explain' });
      rule.element.append(ruleText);
      const size = number('size', texts.size, 5, 22, 15);
      const opening = select(
        'opening',
        texts.opening,
        [
          ['empty', texts.empty],
          ['swap2', texts.swap2],
          ['balanced', texts.balanced],
        ],
        'empty',
      );
      const chessFields = h(
        'div',
        { class: 'fields' },
        start.element,
        h('div', { class: 'field-row' }, chess960.element, draw),
        fenField,
      );
      const gomokuFields = h('div', { class: 'fields' }, rule.element, size.element, opening.element);
      const own = h('div', { class: 'fields' }, minutes.element, increment.element);
      const trouble = h('p', { class: 'field-error', role: 'alert' });
      const begin = h('button', { type: 'submit', class: 'main', id: 'begin' }, texts.begin);
      const form = h(
        'form',
        {
          method: 'dialog',
          onsubmit: (event: Event) => {
            event.preventDefault();
            void submit();
          },
        },
        game.element,
        who.element,
        side.element,
        h('div', { class: 'fields' }, level.element, level2.element, clock.element, movetime.element),
        own,
        chessFields,
        gomokuFields,
        trouble,
        h('footer', {}, begin),
      );

      /** Until a side is chosen it is the one that begins. */
      function preferBeginner(): void {
        if (settings.form.side === undefined) side.set(game.value() === 'chess' ? 'white' : 'black');
      }

      function refresh(): void {
        const isChess = game.value() === 'chess';
        show(side.element, who.value() === 'engine');
        show(level.element, who.value() !== 'people');
        show(level2.element, who.value() === 'engines');
        level.setLabel(who.value() === 'engines' ? texts.levelOfWhite : texts.level);
        show(own, clock.input.value === 'own');
        show(movetime.element, clock.input.value === 'none' && who.value() !== 'people');
        show(chessFields, isChess);
        show(gomokuFields, !isChess);
        show(chess960.element.parentElement as HTMLElement, start.input.value === '960');
        show(fenField, start.input.value === 'fen');
        ruleText.textContent = RULES[rule.input.value]?.sentence ?? '';
        // A wrong number that nobody sees must not keep the form from being sent.
        for (const input of form.querySelectorAll<HTMLInputElement>('input, select'))
          input.disabled = input.closest('[hidden]') !== null;
      }

      function players(): Players {
        const think = Number(movetime.input.value);
        const own = side.value() === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : (side.value() as Color);
        return playersOf(who.value() as Who, own, level.value(), level2.value(), think);
      }

      function message(): NewGame {
        const time = clockOf(clock.input.value, Number(minutes.input.value), Number(increment.input.value));
        if (game.value() === 'gomoku')
          return {
            type: 'new',
            game: 'gomoku',
            rule: rule.input.value,
            size: Number(size.input.value),
            opening: opening.input.value as Opening,
            clock: time,
            players: players(),
          };
        return {
          type: 'new',
          game: 'chess',
          clock: time,
          players: players(),
          fen: start.input.value === 'fen' && fen.value.trim() ? fen.value.trim() : null,
          chess960: start.input.value === '960' ? Number(chess960.input.value) : null,
        };
      }

      async function submit(): Promise<void> {
        if (begin.disabled) return;
        begin.disabled = true;
        setText(trouble, '');
        try {
          await actions.begin(message());
          close();
        } catch (error) {
          setText(trouble, (error as Error).message);
        }
        begin.disabled = false;
      }

      preferBeginner();
      refresh();
      return [form];
    },
    'wide',
  );
}

/** Who plays which side; `then` is done with the answer. */
export function sidesDialog(actions: Actions, hello: Hello | null, game: GameState, then = (): void => {}): void {
  const elo = hello?.elo ?? { min: 500, max: 2800 };
  openDialog(playTexts.sidesAndLevels, close => {
    const fields = (['white', 'black'] as const).map(color => sideField(color, game.players[color], elo));
    return [
      h(
        'form',
        {
          method: 'dialog',
          onsubmit: (event: Event) => {
            event.preventDefault();
            actions.setPlayers({ white: fields[0]!.value(), black: fields[1]!.value() });
            close();
            then();
          },
        },
        ...fields.map(field => field.element),
        h('footer', {}, h('button', { type: 'submit', class: 'main' }, texts.goOn)),
      ),
    ];
  });
}
