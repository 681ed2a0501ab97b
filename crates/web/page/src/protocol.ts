// What the page and its server say to each other, as types. The server is the authority for rules,
// clocks and the engine; the page draws what it is told.

export type Color = 'white' | 'black';
export type GameName = 'chess' | 'gomoku';
export type Player = 'human' | { engine: { elo: number | null; movetime: number | null } };
export type Players = Record<Color, Player>;

/** From the first player's view: White in chess, Black in Gomoku. */
export type Score = { cp: number } | { mate: number } | { win: number };

export interface Technique {
  id: string;
  name: string;
  sentence: string;
}
export interface Rule {
  id: string;
  name?: string;
  sentence?: string;
}

export interface Hello {
  type: 'hello';
  version: string;
  techniques: Technique[];
  gomoku_techniques?: Technique[];
  rules?: (string | Rule)[];
  elo: { min: number; max: number };
  boards?: number;
}

export interface Played {
  move: string;
  san?: string;
  by?: 'human' | 'engine';
  ms?: number | null;
  score?: Score | null;
}
export interface Over {
  result: string;
  reason: string;
}
export interface ClockState {
  white: number;
  black: number;
  running: Color | null;
}

interface Common {
  type: 'state';
  id?: number;
  turn: Color;
  ply: number;
  moves: Played[];
  over: Over | null;
  players: Players;
  clock: ClockState | null;
  /** The engine is at work on its move. */
  thinking: boolean;
  /** Engines wait: somebody looks back. */
  paused?: boolean;
}

export interface ChessState extends Common {
  game: 'chess';
  fen: string;
  start: string;
  chess960: boolean;
  orientation?: Color;
  dests: Record<string, string[]>;
  promotions: string[];
  check: string | null;
  last: [string, string] | null;
}

export interface Stone {
  at: string;
  color: Color;
  n: number;
}
export interface Threat {
  at: string;
  class: string;
  side: Color;
}
export type SwapStep = 'place3' | 'choose' | 'place2' | 'colour';

export interface GomokuState extends Common {
  game: 'gomoku';
  rule: string;
  /** Columns; rows are as many unless `height` says otherwise. */
  size: number;
  height?: number;
  stones: Stone[];
  captures: Record<Color, number>;
  forbidden: string[];
  winning: string[] | null;
  threats?: Threat[];
  swap2: { step: SwapStep; who: Color } | null;
}

export type GameState = ChessState | GomokuState;

export interface Info {
  type: 'info';
  for: 'play' | 'analyse' | 'hint';
  line: number;
  depth: number;
  seldepth?: number;
  score: Score;
  wdl?: [number, number, number] | null;
  nodes: number;
  nps: number;
  ms: number;
  hashfull?: number;
  pv: string[];
  san?: string[];
  bound?: null | 'lower' | 'upper';
}

export interface DepthRow {
  depth: number;
  move: string;
  san?: string;
  score: Score;
  nodes: number;
  ms: number;
}
export interface Deeds {
  cut: number;
  skipped: number;
  reduced: number;
  extended: number;
  own: number;
}
export interface TechniqueCount {
  id: string;
  count: number;
  did?: Deeds;
}
export interface InsideLive {
  type: 'inside-live';
  techniques: TechniqueCount[];
  depths: DepthRow[];
}
export interface Candidates {
  type: 'candidates';
  points: { at: string; score: number; value?: Score }[];
}
export interface Hint {
  type: 'hint';
  id?: number;
  move: string;
  san?: string;
  score?: Score;
  text?: string;
}
export type Mark = 'inaccuracy' | 'mistake' | 'blunder';
export interface Review {
  type: 'review';
  ply: number;
  score: Score;
  best?: string | null;
  bestsan?: string | null;
  mark: Mark | null;
  done: number;
  total: number;
}
export interface Inside {
  type: 'inside';
  id?: number;
  root: number | null;
  nodes: number;
  recorded: number;
}
export interface TreeChild {
  /** None where nothing below was recorded. */
  id: number | null;
  /** None for a search of the same position on behalf of a technique. */
  move: string | null;
  san?: string | null;
  score?: Score | null;
  bound?: null | 'lower' | 'upper';
  depth?: number | null;
  nodes?: number;
  what?: string;
}
export interface Tree {
  type: 'tree';
  id?: number;
  node: number;
  /** The moves that lead there from the position on the board; null for a pass. */
  line: (string | null)[];
  /** Whether the player who began is to move. */
  first: boolean;
  /** Alpha and beta from that player's view, as all scores; an end that is open is null. */
  window?: [Score | null, Score | null] | null;
  static?: Score | null;
  table?: { score: Score; bound: null | 'lower' | 'upper'; depth: number; move: string | null } | null;
  note?: string;
  children: TreeChild[];
}
export interface Why {
  type: 'why';
  id?: number;
  move: string;
  text: string[];
  table?: { depth: number; move: string; san: string; score: Score; verdict: string }[];
}
export interface Exported {
  type: 'export';
  id?: number;
  format: string;
  text: string;
}
export interface Failure {
  type: 'error';
  id?: number;
  message: string;
}
/** A question was called off. */
export interface Stopped {
  type: 'stopped';
  id?: number;
}
export interface PlayedNow {
  type: 'played';
  move: string;
  ms: number;
}

export type FromServer =
  | Hello
  | GameState
  | Info
  | InsideLive
  | Candidates
  | Hint
  | Review
  | Inside
  | Tree
  | Why
  | Exported
  | Failure
  | Stopped
  | PlayedNow;

export interface ClockSetting {
  base: number;
  inc: number;
}
export type NewGame =
  | {
      type: 'new';
      game: 'chess';
      fen: string | null;
      chess960: number | null;
      clock: ClockSetting | null;
      players: Players;
    }
  | {
      type: 'new';
      game: 'gomoku';
      rule: string;
      size: number;
      opening: string;
      clock: ClockSetting | null;
      players: Players;
    };

export type ToServer =
  | NewGame
  | { type: 'load'; format: string; text: string }
  | { type: 'players'; players: Players }
  | { type: 'move'; move: string }
  | { type: 'swap2'; choice: 'black' | 'white' | 'place'; stones?: string[] }
  | { type: 'goto'; ply: number }
  | { type: 'clockstop' }
  | { type: 'go' }
  | { type: 'resign' }
  | { type: 'analyse'; lines: number }
  | { type: 'stop' }
  | { type: 'hint' }
  | { type: 'review'; nodes: number }
  | { type: 'inside'; nodes: number }
  | { type: 'tree'; node: number }
  | { type: 'why'; move: string }
  | { type: 'export'; format: string };

export const other = (side: Color): Color => (side === 'white' ? 'black' : 'white');
export const isEngine = (player: Player): player is { engine: { elo: number | null; movetime: number | null } } =>
  player !== 'human';
