// A small board that shows a position and nothing else: what a line leads to, what a list has.
import { Fragment, h, type JSX } from 'preact';
import { starPoints } from './gomoku-board.js';
import { type Piece, piecesAfter, pointOf } from './notation.js';
import type { Color, GameState } from './protocol.js';
import { other } from './protocol.js';

const ROLES: Record<string, string> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

/** The position after these moves from the one that is looked at. */
export function MiniBoard({
  game,
  moves,
  bottom,
}: {
  game: GameState;
  moves: readonly string[];
  bottom: Color;
}): JSX.Element {
  if (game.game === 'chess')
    return <MiniChess pieces={piecesAfter(game.fen, moves)} last={moves.at(-1) ?? null} bottom={bottom} />;
  const stones = game.stones.map(({ at, color }) => ({ at, color, n: 0 }));
  moves.forEach((at, index) => {
    stones.push({ at, color: index % 2 === 0 ? game.turn : other(game.turn), n: index + 1 });
  });
  return <MiniGomoku width={game.size} height={game.height} stones={stones} />;
}

interface MiniChessProps {
  pieces: ReadonlyMap<string, Piece>;
  last: string | null;
  bottom: Color;
}

function MiniChess({ pieces, last, bottom }: MiniChessProps): JSX.Element {
  const place = (square: string): Record<'left' | 'top', string> => {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;
    return {
      left: `${(bottom === 'white' ? file : 7 - file) * 12.5}%`,
      top: `${(bottom === 'white' ? 7 - rank : rank) * 12.5}%`,
    };
  };
  return (
    <div class="mini cg-wrap" aria-hidden="true">
      <div class="mini-board">
        {last && [last.slice(0, 2), last.slice(2, 4)].map(square => <i key={square} style={place(square)} />)}
        {[...pieces].map(([square, { color, letter }]) => (
          // The tag by which chessground draws its pieces.
          <Fragment key={square}>{h('piece', { style: place(square), class: `${color} ${ROLES[letter]}` })}</Fragment>
        ))}
      </div>
    </div>
  );
}

interface MiniGomokuProps {
  width: number;
  height: number;
  stones: readonly { at: string; color: Color; n: number }[];
}

function MiniGomoku({ width, height, stones }: MiniGomokuProps): JSX.Element {
  let lines = '';
  for (let x = 0; x < width; x++) lines += `M${x} 0V${height - 1}`;
  for (let y = 0; y < height; y++) lines += `M0 ${y}H${width - 1}`;
  return (
    <svg class="mini gomoku-mini" viewBox={`-1 -1 ${width + 1} ${height + 1}`} aria-hidden="true">
      <rect class="wood" x={-1} y={-1} width={width + 1} height={height + 1} />
      <path class="grid" d={lines} />
      {width === height &&
        starPoints(width).map(([x, y]) => <circle key={`${x}-${y}`} class="star" cx={x} cy={y} r={0.14} />)}
      {stones.map(({ at, color, n }) => {
        const { x, y } = pointOf(at);
        const cy = height - 1 - y;
        return (
          <g key={at}>
            <circle class={`mini-stone ${color}`} cx={x} cy={cy} r={0.46} />
            {n > 0 && (
              <text
                class={`number ${color}`}
                x={x}
                y={cy}
                font-size={0.55}
                dominant-baseline="central"
                text-anchor="middle"
              >
                {n}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
