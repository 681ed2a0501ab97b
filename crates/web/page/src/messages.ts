// Made from the Rust types in crates/board/src/messages by
// `REGENCE_WRITE=1 cargo test --release -p regence-board typescript`. Do not edit.

/**
 * A message with the number of the request that it answers, if it had one.
 */
export type Answer = { id?: number, } & ({ "type": "hello" } & Hello | { "type": "state" } & State | { "type": "nodes", all: boolean, nodes: Array<NodeState>, gone: Array<number>, 
/**
 * What the record says of the game, in its order; sent with `all`.
 */
tags?: Array<[string, string]>, } | { "type": "info" } & Info | { "type": "inside-live", techniques: Array<Use>, depths: Array<DepthRow>, } | { "type": "candidates", points: Array<Candidate>, } | { "type": "played", move: string, san: string, ms: number, } | { "type": "hint", move: string, san: string, score: Score, line: Array<string>, } | { "type": "threat", move: string, san: string, score: Score, line: Array<string>, } | { "type": "draw", accepted: boolean, } | { "type": "review" } & Review | { "type": "inside", root: number | null, nodes: number, recorded: number, } | { "type": "tree" } & Tree | { "type": "why" } & Why | { "type": "export", format: Format, text: string, } | { "type": "games", games: Array<FoundGame>, } | { "type": "kept", game: string, 
/**
 * PGN or SGF.
 */
record: string, summary: Summary, } | { "type": "stopped" } | { "type": "error", message: string, });

/**
 * Who made a move.
 */
export type By = "human" | "engine";

/**
 * A point that a search looks at, for the heat map.
 */
export type Candidate = { at: string, 
/**
 * From 0 to 1.
 */
score: number, 
/**
 * What a search found it to be worth.
 */
value?: Score, };

/**
 * Stones taken by each side.
 */
export type Captures = { white: number, black: number, };

export type ChessPosition = { fen: string, start: string, chess960: boolean, 
/**
 * Where each piece may go.
 */
dests: { [key in string]: Array<string> }, 
/**
 * Which of these moves promote, as two squares.
 */
promotions: Array<string>, 
/**
 * The square of a king in check.
 */
check: string | null, last: [string, string] | null, };

export type ChessTechnique = "null_move_pruning" | "late_move_reductions" | "butterfly_history" | "reverse_futility" | "futility_pruning" | "late_move_pruning" | "internal_iterative_reduction" | "improving" | "continuation_history" | "capture_history" | "threat_history" | "pawn_history" | "alpha_raise_reduction" | "fail_high_softening" | "history_pruning" | "singular" | "multicut" | "double_extensions" | "negative_extensions" | "delta_pruning" | "see_ordering" | "see_pruning" | "quiescence_see" | "check_ordering" | "passed_pawn_extension" | "quiescence_checks" | "killers" | "counter_moves" | "mate_distance_pruning" | "probcut" | "correction_history" | "fifty_move_scaling" | "upcoming_repetition" | "aspiration" | "tt_value_as_eval" | "deeper_entries";

/**
 * The clocks when a message is sent.
 */
export type ClockState = { white: number, black: number, running: Colour | null, base: number, inc: number, };

/**
 * The side of a player. White begins in chess, Black in Gomoku.
 */
export type Colour = "white" | "black";

/**
 * A technique's decision and what it went by.
 */
export type Decision = { 
/**
 * The technique's id.
 */
by: string, numbers: Array<Figure>, };

/**
 * What one iteration came to.
 */
export type DepthRow = { depth: number, move: string, san: string, score: Score, nodes: number, ms: number, };

/**
 * What one iteration chose, and what it made of the move in question.
 */
export type DepthVerdict = { depth: number, move: string, san: string, score: Score, } & ({ "verdict": "best", worth: Worth | null, } | { "verdict": "searched", worth: Worth | null, reply: string | null, reduced_to: number | null, } | { "verdict": "skipped", by: string, } | { "verdict": "not-reached", better: string, } | { "verdict": "node-ended", ending: Ending, } | { "verdict": "excluded" } | { "verdict": "proves", by: string, } | { "verdict": "not-looked-at" } | { "verdict": "stopped" });

/**
 * Nodes cut, moves skipped, reduced and extended, and nodes searched on a technique's own behalf.
 */
export type Did = { cut: number, skipped: number, reduced: number, extended: number, own: number, };

/**
 * An arrow or a circle that somebody drew.
 */
export type Drawn = { 
/**
 * `G`, `R`, `Y` or `B`.
 */
brush: string, from: string, 
/**
 * None for a circle.
 */
to: string | null, };

/**
 * Why a node was left.
 */
export type Ending = { "ending": "draw" } | { "ending": "too-deep" } | { "ending": "table", worth: Worth | null, depth: number | null, } | { "ending": "over", loser: Colour, } | { "ending": "wins", side: Colour, san: string | null, } | { "ending": "lost", side: Colour, } | { "ending": "stand-pat", side: Colour, } | { "ending": "leaf", proof: string | null, } | { "ending": "cut", decision: Decision, proof: string | null, } | { "ending": "mated", side: Colour, } | { "ending": "stalemated", side: Colour, } | { "ending": "stuck", side: Colour, } | { "ending": "moves" };

/**
 * How strong an engine plays and how long it thinks where there is no clock.
 */
export type EngineLevel = { 
/**
 * Full strength without it.
 */
elo: number | null, 
/**
 * Milliseconds for a move.
 */
movetime: number | null, 
/**
 * Nodes for a move.
 */
nodes?: number | null, };

/**
 * One thing to say about the move in question.
 */
export type Fact = { "fact": "makes", shape: Shape, side: Colour, } | { "fact": "prevents", shape: Shape, side: Colour, } | { "fact": "captures", pairs: number, } | { "fact": "chosen", depth: number, unfinished: boolean, score: Score, line: Line, } | { "fact": "not-chosen", best: string, depth: number, unfinished: boolean, score: Score, line: Line, } | { "fact": "only-move" } | { "fact": "best-of-others", score: Score, line: Line, } | { "fact": "alone", depth: number | null, score: Score, line: Line, 
/**
 * It is no worse than the choice.
 */
no_less: boolean, 
/**
 * In hundredths; none where a win is involved.
 */
less: number | null, refuted_by: string | null, } | { "fact": "searched", worth: Worth | null, to_beat: Score, reply: string | null, line: Line, ending: Ending | null, } | { "fact": "best", worth: Worth | null, } | { "fact": "extended", plies: number, decision: Decision, } | { "fact": "reduced", number: number, of: number, to: number, depth: number, again: boolean, decision: Decision, } | { "fact": "answers-skipped", side: Colour, legal: number, searched: number, example: string | null, decision: Decision, } | { "fact": "skipped", with_rest: boolean, decision: Decision, } | { "fact": "not-reached", better: string, worth: Worth, needed: Score, } | { "fact": "node-ended", ending: Ending, } | { "fact": "excluded" } | { "fact": "proves", plies: number, by: string, } | { "fact": "not-looked-at" } | { "fact": "stopped" } | { "fact": "never-best" } | { "fact": "best-at", depths: Array<number>, before: DepthVerdict | null, lost: DepthVerdict | null, };

/**
 * A number that a technique went by.
 */
export type Figure = { name: string, } & ({ "score": Score } | { "amount": number } | { "count": number });

export type Format = "fen" | "pgn" | "gomoku" | "psq";

/**
 * A game of a text with several.
 */
export type FoundGame = { 
/**
 * Where it is in the text, in bytes.
 */
start: number, end: number, 
/**
 * None where it can't be read.
 */
summary: Summary | null, 
/**
 * Why not.
 */
error?: string, };

/**
 * How a game ended, as records write it: White's points first, in both games.
 */
export type GameResult = "1-0" | "0-1" | "1/2-1/2";

export type GomokuPosition = { rule: string, 
/**
 * Columns.
 */
size: number, 
/**
 * Rows.
 */
height: number, 
/**
 * In the order in which they came.
 */
stones: Array<Stone>, captures: Captures, forbidden: Array<string>, 
/**
 * The points of the row that won.
 */
winning: Array<string> | null, threats: Array<Threat>, last: [string] | null, };

export type GomokuTechnique = "interior_vcf" | "touching_answers" | "interior_vct" | "root_threats" | "four_extension" | "reverse_futility" | "move_count" | "late_move_reductions" | "razoring" | "futility_pruning" | "singular" | "four_quiescence" | "point_history" | "continuation_history" | "class_history" | "killers" | "improving" | "two_ply_eval" | "tt_value_as_eval" | "table_cutoff" | "mate_distance_pruning" | "aspiration";

/**
 * What a page is told first.
 */
export type Hello = { version: string, techniques: Array<Technique>, gomoku_techniques: Array<Technique>, rules: Array<string>, elo: Levels, 
/**
 * The most that an analysis may use.
 */
power: Power, 
/**
 * Boards that are open.
 */
boards: number, };

/**
 * One line of a search.
 */
export type Info = { for: Purpose, line: number, depth: number, seldepth: number, score: Score, 
/**
 * In thousandths from White's view; none in Gomoku.
 */
wdl: [number, number, number] | null, nodes: number, nps: number, ms: number, hashfull: number, pv: Array<string>, san: Array<string>, bound: Limit | null, };

/**
 * A line of the list of games.
 */
export type KeptGame = { id: string, 
/**
 * When it last changed, in milliseconds since 1970.
 */
changed: number, summary: Summary, };

/**
 * Which game a score belongs to: the word for a proven win and who begins differ.
 */
export type Kind = "chess" | "gomoku";

/**
 * The levels that an engine can play at.
 */
export type Levels = { min: number, max: number, };

/**
 * What a score is where it is not exact, from the view of the player who begins.
 */
export type Limit = "lower" | "upper";

/**
 * Moves as people write them.
 */
export type Line = { san: Array<string>, end: LineEnd | null, };

/**
 * How a line ends, where its last move does not say it.
 */
export type LineEnd = "stalemate" | "draw" | "white-wins" | "black-wins";

/**
 * How bad a move was.
 */
export type Mark = "inaccuracy" | "mistake" | "blunder";

/**
 * A move in both notations.
 */
export type NamedMove = { move: string, san: string, };

/**
 * The beginning of a game.
 */
export type NewGame = { "game": "chess", fen?: string | null, chess960?: number | null, clock?: TimeControl | null, players: Players, } | { "game": "gomoku", rule?: string | null, size?: number | null, opening: Opening, clock?: TimeControl | null, players: Players, };

/**
 * A node of the tree.
 */
export type NodeState = { id: number, parent: number | null, 
/**
 * The main continuation first.
 */
children: Array<number>, 
/**
 * None for the root.
 */
played: Played | null, 
/**
 * What is said before the move, behind it, and behind its variations.
 */
intro: string, comment: string, tail: string, 
/**
 * Glyphs by their numbers in PGN: 1 is `!`.
 */
nags: Array<number>, shapes: Array<Drawn>, turn: Colour, over: Over | null, 
/**
 * What the position is called, where it has a name.
 */
opening?: string, place: Place, };

/**
 * How a Gomoku game begins.
 */
export type Opening = "empty" | "swap2" | "balanced";

/**
 * How a game ended.
 */
export type Over = { result: GameResult, reason: Reason, 
/**
 * Who resigned or ran out of time.
 */
side: Colour | null, };

/**
 * A position in few letters.
 */
export type Place = { fen: string, 
/**
 * Where each piece may go: `e2e3e4 g1f3h3`, the first square of a word is the piece's.
 */
dests: string, 
/**
 * Which of these moves promote, as two squares.
 */
promotions: Array<string>, 
/**
 * The square of a king in check.
 */
check: string | null, last: [string, string] | null, } | { 
/**
 * The stones with their numbers in the line, the ones that were set up with 0: `h8b1 i9w2`.
 */
stones: string, captures: Captures, forbidden: Array<string>, 
/**
 * The points of the row that won.
 */
winning: Array<string> | null, };

/**
 * A move of the game's line.
 */
export type Played = { move: string, san: string, by: By, ms: number, score: Score | null, };

/**
 * Who plays a side: `"human"` or `{"engine": {…}}`.
 */
export type Player = "human" | { "engine": EngineLevel };

export type Players = { white: Player, black: Player, };

/**
 * What an analysis may use.
 */
export type Power = { threads: number, 
/**
 * Megabytes of the table.
 */
hash: number, };

/**
 * What a search works for.
 */
export type Purpose = "play" | "analyse" | "hint";

/**
 * Why a game is over.
 */
export type Reason = "checkmate" | "stalemate" | "repetition" | "fifty-moves" | "insufficient-material" | "five" | "captures" | "no-move" | "resigned" | "agreement" | "recorded" | "time" | "time-bare-king";

/**
 * A node that was searched less deep as a whole.
 */
export type ReducedNode = { to: number, decision: Decision, };

/**
 * A message of the page.
 */
export type Request = { "type": "new" } & NewGame | { "type": "load", format: Format, text: string, } | { "type": "players", players: Players, } | { "type": "move", move: string, 
/**
 * Where it is made; on the board's place without it.
 */
node?: number | null, } | { "type": "swap2", choice: Swap2Choice, stones?: Array<string>, } | { "type": "goto", node?: number | null, ply?: number | null, } | { "type": "promote", node: number, main: boolean, } | { "type": "delete", node: number, } | { "type": "annotate", node: number, comment?: string | null, nags?: Array<number> | null, shapes?: Array<Drawn> | null, } | { "type": "clockstop" } | { "type": "go" } | { "type": "resign" } | { "type": "draw" } | { "type": "power" } & Power | { "type": "analyse", lines: number, nodes?: number | null, 
/**
 * It ends there, and goes on without end otherwise.
 */
depth?: number | null, } | { "type": "stop" } | { "type": "hint", nodes?: number | null, } | { "type": "threat", nodes?: number | null, } | { "type": "review", nodes?: number | null, } | { "type": "inside", nodes?: number | null, } | { "type": "tree", node: number, } | { "type": "why", move: string, nodes?: number | null, } | { "type": "export", format: Format, } | { "type": "games", text: string, } | { "type": "keep" } | { "type": "restore", game: string, 
/**
 * What the clocks had when it was left; as it was kept without it.
 */
clock?: TimeLeft | null, };

/**
 * What a review found in one position, and about the move that led there.
 */
export type Review = { ply: number, 
/**
 * The node of the position in the game's tree.
 */
node: number, score: Score, 
/**
 * The best move in this position.
 */
best: NamedMove | null, mark: Mark | null, 
/**
 * What should have been played in place of a marked move.
 */
better: NamedMove | null, 
/**
 * How much of the chance to win the move cost, in percent.
 */
lost: number | null, done: number, total: number, 
/**
 * How well each side played; with the last position.
 */
sides: ReviewedSides | null, };

/**
 * How well a side played, as `regence analyse` counts it.
 */
export type ReviewedSide = { 
/**
 * From 0 to 100.
 */
accuracy: number, 
/**
 * Percent of the chance to win that a move cost on average.
 */
average_loss: number, };

export type ReviewedSides = { white: ReviewedSide | null, black: ReviewedSide | null, };

/**
 * A score from the view of the player who begins: White in chess, Black in Gomoku.
 */
export type Score = { "cp": number } | { "mate": number } | { "win": number } | { "end": GameResult };

/**
 * How a move was searched.
 */
export type SearchedAs = "planned" | "reduced" | "again";

/**
 * What a stone makes of a point.
 */
export type Shape = "three" | "double-three" | "four" | "four-three" | "double-four" | "open-four" | "five";

/**
 * The board as it stands.
 */
export type State = { orientation: Colour, turn: Colour, 
/**
 * How many moves of the line are on the board.
 */
ply: number, 
/**
 * The whole line.
 */
moves: Array<Played>, over: Over | null, players: Players, clock: ClockState | null, swap2: Swap2State | null, 
/**
 * An engine is at work on its move.
 */
thinking: boolean, 
/**
 * Engines wait: somebody looks back.
 */
paused: boolean, 
/**
 * Lines of the analysis that is wanted.
 */
analysing: number | null, 
/**
 * The place in the tree, and the nodes of the whole line.
 */
node: number, line: Array<number>, 
/**
 * The game is being played: engines answer, and clocks run. Otherwise moves are tried.
 */
playing: boolean, } & ({ "game": "chess" } & ChessPosition | { "game": "gomoku" } & GomokuPosition);

export type Stone = { at: string, color: Colour, 
/**
 * Its number in the line.
 */
n: number, };

/**
 * A game as an archive takes and gives it.
 */
export type StoredGame = { summary: Summary, 
/**
 * PGN or SGF.
 */
record: string, 
/**
 * The board: what `kept` told and `restore` takes.
 */
game: string, 
/**
 * What the page showed beside it, in its own words.
 */
view: string, };

/**
 * What a list shows of a game.
 */
export type Summary = { game: Kind, 
/**
 * The players as the record names them.
 */
white: string, black: string, result: GameResult | null, 
/**
 * Plies of the main line.
 */
plies: number, event?: string, date?: string, 
/**
 * By its code and name.
 */
opening?: string, 
/**
 * The rule of a Gomoku game.
 */
rule?: string, 
/**
 * It is being played, not looked at.
 */
playing: boolean, };

export type Swap2Choice = "black" | "white" | "place";

export type Swap2State = { step: SwapStep, 
/**
 * Who has to answer.
 */
who: Colour, };

/**
 * Where the players are in the swap2 opening.
 */
export type SwapStep = "place3" | "choose" | "colour";

/**
 * What the table knew of a position.
 */
export type TableFact = { score: Score, bound: Limit | null, depth: number, move: string | null, };

/**
 * A technique of a search, for legends.
 */
export type Technique = { id: string, name: string, short: string, sentence: string, };

export type Threat = { at: string, class: Shape, side: Colour, };

/**
 * A time control in milliseconds.
 */
export type TimeControl = { base: number, inc: number, };

/**
 * What is left on the clocks, in milliseconds.
 */
export type TimeLeft = { white: number, black: number, };

/**
 * A node of a recorded search.
 */
export type Tree = { node: number, depth: number, ply: number, 
/**
 * The moves that lead there from the position on the board; none is a pass.
 */
line: Array<string | null>, 
/**
 * Who is to move there.
 */
side: Colour, 
/**
 * Alpha and beta from the first player's view, as all scores, the lower one first; none is an open end.
 */
window: [Score | null, Score | null], static: Score | null, table: TableFact | null, score: Score | null, bound: Limit | null, nodes: number, left_out: number, 
/**
 * None if the search was stopped there.
 */
ending: Ending | null, reduced: ReducedNode | null, 
/**
 * The quiet moves that were left were skipped.
 */
rest_skipped: Decision | null, children: Array<TreeChild>, };

/**
 * One row below a node.
 */
export type TreeChild = { 
/**
 * None where nothing below was recorded.
 */
id: number | null, 
/**
 * None for a search of the same position on behalf of a technique, and for several moves.
 */
move: string | null, san: string | null, score: Score | null, bound: Limit | null, depth: number | null, nodes: number | null, } & ({ "what": "searched", how: SearchedAs, 
/**
 * None if the search was stopped there.
 */
ending: Ending | null, } | { "what": "skipped", decision: Decision, } | { "what": "skipped-many", by: string, san: Array<string>, } | { "what": "not-searched" } | { "what": "not-recorded" } | { "what": "aside", by: string | null, });

/**
 * How often a technique acted.
 */
export type Use = { id: string, count: number, 
/**
 * What it did, where a recorded search knows.
 */
did?: Did, };

/**
 * Why a move was or was not chosen.
 */
export type Why = { move: string, san: string, facts: Array<Fact>, table: Array<DepthVerdict>, };

/**
 * A score that may be a bound.
 */
export type Worth = { score: Score, bound: Limit | null, };
