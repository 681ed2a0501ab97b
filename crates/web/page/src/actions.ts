// What a person can do, as the parts of the page see it. main.ts makes them real.
import type { Drawn, Format, FromServer, NewGame, Players, ToServer } from './protocol.js';

export interface Actions {
  /** A move from the board: played, or asked about while a question is being picked. */
  move(move: string): void;
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
  begin(game: NewGame): Promise<boolean>;
  load(format: Format, text: string): Promise<boolean>;
  setPlayers(players: Players): void;
  swap2(choice: 'black' | 'white' | 'place', stones?: string[]): void;
  analyse(on: boolean): void;
  setLines(lines: number): void;
  /** Calls off what was asked and is not answered yet; an analysis goes on. */
  stopQuestions(): void;
  flip(): void;
  /** Draws a line of moves on the board; none ends it. */
  showLine(line: string[]): void;
  /** Asks; a failure is shown to the reader and gives null. */
  ask(message: ToServer): Promise<FromServer | null>;
  send(message: ToServer): void;
  announce(text: string): void;
  notice(text: string | null): void;
}
