// What a person can do, as the parts of the page see it. main.ts makes them real.
import type { Drawn, Format, FoundGame, FromServer, NewGame, Players, Told, ToServer } from './protocol.js';
import type { App } from './state.js';

export interface Actions {
  /** A move from the board: played, or asked about while a question is being picked. */
  move(move: string): void;
  /** Moves one after the other, from a node or from where the page looks. */
  moves(moves: readonly string[], from?: number): void;
  /** Waits until the moves that were made are on the board, and tells what is there. */
  settled(): Promise<App>;
  /** Looks at a node of the tree; the server is told when it has to know. */
  visit(node: number): void;
  /** A place in the line that is looked at. */
  goto(ply: number): void;
  first(): void;
  back(): void;
  forward(): void;
  last(): void;
  /** The move before or after this one among the variations. */
  variation(direction: 1 | -1): void;
  /** Back to the person's last turn; the engine waits. */
  takeBack(): void;
  promote(node: number, main: boolean): void;
  remove(node: number): void;
  annotate(change: { node: number; comment?: string; nags?: number[]; shapes?: Drawn[] }): void;
  /** Begins and loads fail with the reason, for the dialog that asked. */
  begin(game: NewGame): Promise<void>;
  load(format: Format, text: string): Promise<void>;
  /** The games of a PGN. */
  gamesOf(text: string): Promise<readonly FoundGame[]>;
  /** The game on the board as a text. */
  record(format: Format): Promise<string>;
  /** The same with what a list shows of it. */
  summary(): Promise<Told<'kept'>>;
  setPlayers(players: Players): void;
  swap2(choice: 'black' | 'white' | 'place', stones?: string[]): void;
  analyse(on: boolean): void;
  setLines(lines: number): void;
  /** The engine takes over what the settings say. */
  armEngine(): void;
  toggleThreat(): void;
  /** Shows the review, and begins one where there is none. */
  reviewGame(): void;
  offerDraw(): void;
  /** Calls off what was asked and is not answered yet; an analysis goes on. */
  stopQuestions(): void;
  flip(): void;
  /** Makes the best move that is known, or looks for one. */
  playBest(): void;
  /** Draws a line of moves on the board; none ends it. */
  showLine(line: string[]): void;
  /** Asks; a failure is shown to the reader and gives null. */
  ask(message: ToServer): Promise<FromServer | null>;
  send(message: ToServer): void;
  announce(text: string): void;
  notice(text: string | null): void;
}
