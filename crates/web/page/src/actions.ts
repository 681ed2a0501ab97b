// What a person can do, as the parts of the page see it. main.ts makes them real.
import type { Format, FromServer, NewGame, Players, ToServer } from './protocol.js';

export interface Actions {
  /** A move from the board: played, or asked about while a question is being picked. */
  move(move: string): void;
  goto(ply: number): void;
  back(): void;
  forward(): void;
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
