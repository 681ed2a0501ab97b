// What the page and its board say to each other. The types are made from the Rust ones (messages.ts); here
// are the names by which the page calls them.
import type { Answer, Colour, EngineLevel, NewGame as NewGameOf, Player, Request } from './messages.js';

export type {
  ClockState,
  Decision,
  DepthRow,
  DepthVerdict,
  Did as Deeds,
  Drawn,
  Ending,
  Fact,
  Figure,
  Format,
  FoundGame,
  Line,
  Mark,
  NodeState,
  Opening,
  Over,
  Played,
  Player,
  Players,
  Reason,
  ReviewedSides,
  Score,
  Shape,
  Stone,
  Technique,
  Threat,
  TimeControl as ClockSetting,
  TreeChild,
  Use as TechniqueCount,
  Worth,
} from './messages.js';

export type Color = Colour;
export type FromServer = Answer;
export type ToServer = Request;
export type NewGame = { type: 'new' } & NewGameOf;

export type Told<Type extends FromServer['type']> = Extract<FromServer, { type: Type }>;

export type Hello = Told<'hello'>;
export type GameState = Told<'state'>;
export type GameKind = GameState['game'];
export type ChessState = Extract<GameState, { game: 'chess' }>;
export type GomokuState = Extract<GameState, { game: 'gomoku' }>;
export type Nodes = Told<'nodes'>;
export type Info = Told<'info'>;
export type InsideLive = Told<'inside-live'>;
export type Candidates = Told<'candidates'>;
export type Hint = Told<'hint'>;
export type ThreatShown = Told<'threat'>;
export type Review = Told<'review'>;
export type Inside = Told<'inside'>;
export type Tree = Told<'tree'>;
export type Why = Told<'why'>;

export const other = (side: Color): Color => (side === 'white' ? 'black' : 'white');
export const isEngine = (player: Player): player is { engine: EngineLevel } => player !== 'human';
