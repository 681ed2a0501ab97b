// The board editor: any position set up by hand, in both games. The server says whether it can be.
import { type Signal, useSignal } from '@preact/signals';
import { h, type JSX } from 'preact';
import type { Actions } from './actions.js';
import { boardTexts } from './board-texts.js';
import { pick } from './language.js';
import { showModal } from './modal.js';
import { type Piece, piecesOf, pieceWords, pointName } from './notation.js';
import { playTexts } from './play-texts.js';
import type { ChessState, Color, GameState, GomokuState } from './protocol.js';

const english = {
  editor: 'Set up a position',
  eraser: 'Eraser',
  turn: 'To move',
  castling: 'Castling',
  empty: 'Empty board',
  start: 'The usual position',
  use: 'Use this position',
  emptySquare: 'empty',
  tools: 'What is put down',
};

const french: typeof english = {
  editor: 'Composer une position',
  eraser: 'Gomme',
  turn: 'Trait',
  castling: 'Roques',
  empty: 'Plateau vide',
  start: 'La position habituelle',
  use: 'Prendre cette position',
  emptySquare: 'vide',
  tools: 'Ce qui se pose',
};

const texts = pick({ en: english, fr: french });
export const editorLabel = texts.editor;

export function showEditor(actions: Actions, game: GameState): void {
  showModal('editor-dialog', texts.editor, close =>
    game.game === 'chess' ? (
      <ChessEditor actions={actions} game={game} close={close} />
    ) : (
      <GomokuEditor actions={actions} game={game} close={close} />
    ),
  );
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const FILES = [...'abcdefgh'];
const RANKS = [8, 7, 6, 5, 4, 3, 2, 1];
const LETTERS = [...'KQRBNP'];
const CASTLINGS = [...'KQkq'];
const ROLES: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

/** The first field of a FEN. */
export function placementOf(pieces: ReadonlyMap<string, Piece>): string {
  const row = (rank: number): string =>
    FILES.map(file => {
      const piece = pieces.get(file + rank);
      if (!piece) return '1';
      return piece.color === 'white' ? piece.letter : piece.letter.toLowerCase();
    })
      .join('')
      .replace(/1+/g, ones => String(ones.length));
  return RANKS.map(row).join('/');
}

/** SGF of stones that are set up. */
export function setupOf(
  { size, height, rule }: Pick<GomokuState, 'size' | 'height' | 'rule'>,
  stones: ReadonlyMap<string, Color>,
  turn: Color,
): string {
  const place = (at: string): string => {
    const y = height - Number(at.slice(1));
    return `[${at[0]}${String.fromCharCode(97 + y)}]`;
  };
  const of = (color: Color): string =>
    [...stones]
      .filter(([, found]) => found === color)
      .map(([at]) => place(at))
      .join('');
  const property = (name: string, values: string): string => (values ? name + values : '');
  const board = size === height ? `${size}` : `${size}:${height}`;
  return `(;FF[4]GM[4]SZ[${board}]RU[${rule}]${property('AB', of('black'))}${property('AW', of('white'))}PL[${turn === 'black' ? 'B' : 'W'}])`;
}

interface EditorProps<State> {
  actions: Actions;
  game: State;
  close(): void;
}

/** What both editors have below their boards. */
function Foot({
  turn,
  trouble,
  use,
  children,
}: {
  turn: Signal<Color>;
  trouble: string;
  use(): void;
  children: JSX.Element;
}): JSX.Element {
  return (
    <>
      <div class="fields">
        <div class="field">
          <label for="editor-turn">{texts.turn}</label>
          <select
            id="editor-turn"
            value={turn.value}
            onChange={event => {
              turn.value = event.currentTarget.value as Color;
            }}
          >
            <option value="white">{playTexts.sides.white}</option>
            <option value="black">{playTexts.sides.black}</option>
          </select>
        </div>
        {children}
      </div>
      {trouble && (
        <p class="field-error" role="alert">
          {trouble}
        </p>
      )}
      <footer>
        <button type="button" class="main" id="editor-use" onClick={use}>
          {texts.use}
        </button>
      </footer>
    </>
  );
}

function ChessEditor({ actions, game, close }: EditorProps<ChessState>): JSX.Element {
  const pieces = useSignal<ReadonlyMap<string, Piece>>(piecesOf(game.fen));
  const tool = useSignal<Piece | null>({ color: 'white', letter: 'P' });
  const turn = useSignal<Color>(game.turn);
  const castling = useSignal<readonly string[]>([...(game.fen.split(' ')[2] ?? '')]);
  const trouble = useSignal('');
  const put = (square: string): void => {
    const next = new Map(pieces.value);
    const there = next.get(square);
    const same = there && tool.value && there.color === tool.value.color && there.letter === tool.value.letter;
    if (!tool.value || same) next.delete(square);
    else next.set(square, tool.value);
    pieces.value = next;
  };
  const use = async (): Promise<void> => {
    const rights = CASTLINGS.filter(letter => castling.value.includes(letter)).join('') || '-';
    try {
      await actions.load('fen', `${placementOf(pieces.value)} ${turn.value === 'white' ? 'w' : 'b'} ${rights} - 0 1`);
      close();
    } catch (error) {
      trouble.value = (error as Error).message;
    }
  };
  const drawn = ({ color, letter }: Piece): JSX.Element => h('piece', { class: `${color} ${ROLES[letter]}` });
  const isTool = (piece: Piece | null): boolean =>
    piece?.color === tool.value?.color && piece?.letter === tool.value?.letter;
  const toolButton = (piece: Piece | null): JSX.Element => (
    <button
      key={piece ? piece.color + piece.letter : 'eraser'}
      type="button"
      class="tool"
      data-tool={piece ? (piece.color === 'white' ? piece.letter : piece.letter.toLowerCase()) : 'x'}
      aria-label={piece ? pieceWords(piece) : texts.eraser}
      aria-pressed={isTool(piece)}
      onClick={() => {
        tool.value = piece;
      }}
    >
      {piece ? drawn(piece) : '×'}
    </button>
  );
  return (
    <div class="exchange editor">
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <div class="tools-row cg-wrap" role="group" aria-label={texts.tools}>
        {(['white', 'black'] as const).flatMap(color => LETTERS.map(letter => toolButton({ color, letter })))}
        {toolButton(null)}
      </div>
      <div class="editor-board cg-wrap">
        {RANKS.flatMap(rank =>
          FILES.map((file, index) => {
            const square = file + rank;
            const piece = pieces.value.get(square);
            return (
              <button
                key={square}
                type="button"
                class={(rank + index) % 2 === 0 ? 'square light' : 'square dark'}
                data-square={square}
                aria-label={`${square}, ${piece ? pieceWords(piece) : texts.emptySquare}`}
                onClick={() => put(square)}
              >
                {piece && drawn(piece)}
              </button>
            );
          }),
        )}
      </div>
      <div class="buttons">
        <button
          type="button"
          class="quiet"
          id="editor-empty"
          onClick={() => {
            pieces.value = new Map();
            castling.value = [];
          }}
        >
          {texts.empty}
        </button>
        <button
          type="button"
          class="quiet"
          id="editor-start"
          onClick={() => {
            pieces.value = piecesOf(START);
            castling.value = CASTLINGS;
          }}
        >
          {texts.start}
        </button>
      </div>
      <Foot turn={turn} trouble={trouble.value} use={() => void use()}>
        <fieldset class="field">
          <legend>{texts.castling}</legend>
          <div class="castlings">
            {CASTLINGS.map(letter => (
              <label key={letter} class="check" for={`castling-${letter}`}>
                <input
                  type="checkbox"
                  id={`castling-${letter}`}
                  checked={castling.value.includes(letter)}
                  onChange={event => {
                    const others = castling.value.filter(other => other !== letter);
                    castling.value = event.currentTarget.checked ? [...others, letter] : others;
                  }}
                />
                {playTexts.sides[letter === letter.toUpperCase() ? 'white' : 'black']}{' '}
                {letter.toUpperCase() === 'K' ? 'O-O' : 'O-O-O'}
              </label>
            ))}
          </div>
        </fieldset>
      </Foot>
    </div>
  );
}

function GomokuEditor({ actions, game, close }: EditorProps<GomokuState>): JSX.Element {
  const stones = useSignal<ReadonlyMap<string, Color>>(new Map(game.stones.map(({ at, color }) => [at, color])));
  const tool = useSignal<Color | null>('black');
  const turn = useSignal<Color>(game.turn);
  const trouble = useSignal('');
  const put = (at: string): void => {
    const next = new Map(stones.value);
    if (!tool.value || next.get(at) === tool.value) next.delete(at);
    else next.set(at, tool.value);
    stones.value = next;
  };
  const use = async (): Promise<void> => {
    try {
      await actions.load('gomoku', setupOf(game, stones.value, turn.value));
      close();
    } catch (error) {
      trouble.value = (error as Error).message;
    }
  };
  const rows = Array.from({ length: game.height }, (_, down) => game.height - 1 - down);
  const columns = Array.from({ length: game.size }, (_, x) => x);
  return (
    <div class="exchange editor">
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <div class="tools-row" role="group" aria-label={texts.tools}>
        {(['black', 'white', null] as const).map(color => (
          <button
            key={color ?? 'eraser'}
            type="button"
            class="tool"
            data-tool={color ?? 'x'}
            aria-label={color ? playTexts.sides[color] : texts.eraser}
            aria-pressed={tool.value === color}
            onClick={() => {
              tool.value = color;
            }}
          >
            {color ? <span class={`disc ${color}`} /> : '×'}
          </button>
        ))}
      </div>
      <div class="editor-stones" style={{ gridTemplateColumns: `repeat(${game.size}, 1fr)` }}>
        {rows.flatMap(y =>
          columns.map(x => {
            const at = pointName(x, y);
            const color = stones.value.get(at);
            return (
              <button
                key={at}
                type="button"
                class="point"
                data-point={at}
                aria-label={color ? boardTexts.stone(at, color) : `${at}, ${texts.emptySquare}`}
                onClick={() => put(at)}
              >
                {color && <span class={`disc ${color}`} />}
              </button>
            );
          }),
        )}
      </div>
      <Foot turn={turn} trouble={trouble.value} use={() => void use()}>
        <button
          type="button"
          class="quiet"
          id="editor-empty"
          onClick={() => {
            stones.value = new Map();
          }}
        >
          {texts.empty}
        </button>
      </Foot>
    </div>
  );
}
