//! The faults that are planted in Régence itself: small changes of its source, each behind a switch that only the planted
//! copy has. The shipped program knows nothing of them.

/// A change of a file: this text, which stands there exactly once, becomes that one. `SICK("name")` is whether the fault of
/// that name is switched on.
#[derive(Clone, Copy, Debug)]
pub struct Edit {
    pub file: &'static str,
    pub find: &'static str,
    pub replace: &'static str,
}

const fn edit(file: &'static str, find: &'static str, replace: &'static str) -> Edit {
    Edit {
        file,
        find,
        replace,
    }
}

/// A planted fault, what the doctor should call it, and words of the cause that it should tell.
#[derive(Clone, Copy, Debug)]
pub struct Plant {
    pub name: &'static str,
    pub what: &'static str,
    pub finding: &'static str,
    pub cause: &'static str,
}

const fn plant(
    name: &'static str,
    what: &'static str,
    finding: &'static str,
    cause: &'static str,
) -> Plant {
    Plant {
        name,
        what,
        finding,
        cause,
    }
}

pub const PLANTS: &[Plant] = &[
    plant(
        "bounds-ignored",
        "Takes every score of its table for an exact one.",
        "table-bounds",
        "taken for exact",
    ),
    plant(
        "bounds-exact",
        "Stores every score as exact.",
        "table-bounds",
        "taken for exact",
    ),
    plant(
        "bounds-upper",
        "Stores every score as an upper bound.",
        "table-bounds",
        "of the other kind",
    ),
    plant(
        "bounds-lower",
        "Stores every score as a lower bound.",
        "table-bounds",
        "of the other kind",
    ),
    plant(
        "abort-zero",
        "A node that runs out of time is worth 0, and the root believes it.",
        "abort-zero",
        "a node that is left returns 0",
    ),
    plant(
        "abort-stored",
        "A node that runs out of time is worth 0 in the table; the root does not believe it.",
        "abort-stored",
        "is stored like any other",
    ),
    plant(
        "partial-iteration",
        "Plays the best of the root moves that were searched before time ran out.",
        "partial-iteration",
        "before time ran out",
    ),
    plant(
        "no-repetition",
        "Does not know that positions repeat.",
        "repetition-blind",
        "neither of the game",
    ),
    plant(
        "no-game-history",
        "Forgets the positions of the game before the search.",
        "repetition-blind",
        "are not kept",
    ),
    plant(
        "no-fifty-moves",
        "Does not know the fifty-move rule.",
        "fifty-blind",
        "half-move",
    ),
    plant(
        "stalemate-lost",
        "Takes stalemate for a loss.",
        "stalemate-blind",
        "stalemate",
    ),
    plant(
        "mate-in-table",
        "Keeps mates in its table as they are seen from the root.",
        "mate-distance",
        "from the table",
    ),
    plant(
        "key-castling",
        "Leaves castling rights out of the keys of its table.",
        "table-key",
        "castling",
    ),
    plant(
        "key-en-passant",
        "Leaves en passant out of the keys of its table.",
        "table-key",
        "en passant",
    ),
    plant(
        "key-side",
        "Leaves the side to move out of the keys of its table.",
        "table-key",
        "side to move",
    ),
    plant(
        "stale-table",
        "Keeps everything over ucinewgame.",
        "stale-table",
        "not cleared",
    ),
    plant(
        "table-useless",
        "Looks positions up with another key than it stores them with.",
        "table-useless",
        "not found again",
    ),
    plant(
        "late-moves",
        "Skips every quiet move after the third, at any depth.",
        "over-pruning",
        "are skipped",
    ),
    plant(
        "futile",
        "Cuts at any depth as soon as the evaluation stands above beta.",
        "over-pruning",
        "are skipped",
    ),
    plant(
        "lmr-blind",
        "Searches late moves one ply deep and believes it.",
        "over-pruning",
        "are skipped",
    ),
    plant(
        "shallow",
        "Searches no deeper than four plies and prints more.",
        "claimed-depth",
        "not searched",
    ),
    plant(
        "explosion",
        "Quiescence follows every check and every capture.",
        "explosion",
        "too many moves",
    ),
    plant(
        "no-quiescence",
        "Takes the evaluation at the last ply as it is.",
        "absurd-evaluation",
        "captures are not searched",
    ),
    plant(
        "cpu-clock",
        "Measures processor time.",
        "cpu-clock",
        "rocessor time",
    ),
    plant(
        "time-overrun",
        "Takes twice the time that it was given.",
        "time-overrun",
        "grows with the time",
    ),
    plant(
        "time-underuse",
        "Plans for a game of a thousand moves.",
        "time-underuse",
        "divides too often",
    ),
    plant(
        "clock-ignored",
        "Answers any time with a search of six plies.",
        "clock-ignored",
        "fixed depth",
    ),
    plant(
        "depth-unstable",
        "Keeps movetime in a byte.",
        "depth-unstable",
        "overflows",
    ),
    plant("deaf-stop", "Does not hear stop.", "deaf-stop", "not read"),
    plant(
        "deaf-isready",
        "Answers isready when the search is over.",
        "deaf-isready",
        "thread that searches",
    ),
    plant(
        "infinite-early",
        "Answers go infinite after ten plies.",
        "infinite-early",
        "prints the best move",
    ),
    plant(
        "root-nodes",
        "Counts the moves of the root only.",
        "root-nodes",
        "root moves",
    ),
    plant(
        "wrong-nps",
        "Prints thousands of nodes a second as nodes a second.",
        "wrong-nps",
        "milliseconds",
    ),
    plant(
        "white-view",
        "Prints scores from White's point of view.",
        "white-view",
        "White's minus",
    ),
    plant(
        "mate-as-cp",
        "Prints mates as centipawns.",
        "mate-as-cp",
        "as cp",
    ),
    plant(
        "mate-in-plies",
        "Prints mates in plies.",
        "mate-distance",
        "Plies are printed",
    ),
    plant(
        "asymmetric",
        "Gives White two thirds of a pawn.",
        "asymmetric",
        "one side",
    ),
    plant(
        "absurd-threats",
        "Counts every attacked piece as half won.",
        "absurd-evaluation",
        "far too large",
    ),
    plant(
        "eval-scale",
        "Prints tenths of centipawns.",
        "evaluation-scale",
        "another unit",
    ),
    plant(
        "searchmoves",
        "Does not read searchmoves.",
        "ignored-words",
        "passed over",
    ),
    plant(
        "nodes",
        "Does not read nodes.",
        "ignored-words",
        "passed over",
    ),
    plant(
        "movestogo",
        "Does not read movestogo.",
        "ignored-words",
        "passed over",
    ),
    plant(
        "increment",
        "Does not read increments.",
        "ignored-words",
        "passed over",
    ),
    plant(
        "wrong-clock",
        "Looks at the opponent's clock.",
        "wrong-clock",
        "exchanged",
    ),
    plant(
        "ponder-early",
        "Takes go ponder for go.",
        "ponder-early",
        "while the engine ponders",
    ),
    plant(
        "ponder-deaf",
        "Does not hear ponderhit.",
        "ponder-deaf",
        "does not set",
    ),
    plant(
        "dead-hash",
        "Hash does nothing.",
        "dead-hash",
        "not connected",
    ),
    plant(
        "dead-multipv",
        "MultiPV does nothing.",
        "dead-multipv",
        "second line",
    ),
    plant(
        "dead-threads",
        "Threads does nothing.",
        "dead-threads",
        "no thread",
    ),
    plant(
        "multipv-order",
        "Numbers its lines from the worst to the best.",
        "multipv-order",
        "in the order in which",
    ),
    plant(
        "dead-chess960",
        "UCI_Chess960 does nothing.",
        "dead-chess960",
        "not",
    ),
    plant("dead-elo", "UCI_Elo does nothing.", "dead-elo", "not"),
    plant(
        "no-en-passant",
        "Never takes en passant.",
        "en-passant",
        "en passant",
    ),
    plant(
        "no-castling",
        "Does not know how to castle.",
        "castling",
        "astling",
    ),
    plant(
        "no-underpromotion",
        "Promotes to queens only.",
        "promotion",
        "romot",
    ),
    plant(
        "long-game",
        "Leaves out the moves after the 256th.",
        "long-game",
        "fixed size",
    ),
    plant(
        "leak-memory",
        "Keeps two megabytes of every game.",
        "leak",
        "memory",
    ),
    plant(
        "leak-handles",
        "Opens a file for every search and never closes it.",
        "leak",
        "handle",
    ),
    plant(
        "threads-break",
        "Its second thread stores scores with the wrong sign.",
        "threads-break",
        "thread",
    ),
];

const NODE: &str = "crates/chess-search/src/node.rs";
const QUIET: &str = "crates/chess-search/src/qsearch.rs";
const SEARCH: &str = "crates/chess-search/src/search.rs";
const EVALUATOR: &str = "crates/chess-search/src/evaluator.rs";
const TABLE: &str = "crates/core/src/transposition_table.rs";
const DEEPENING: &str = "crates/core/src/iterative_deepening.rs";
const ROOT: &str = "crates/core/src/root.rs";
const TIME: &str = "crates/core/src/time_manager.rs";
const LIMITER: &str = "crates/core/src/limiter.rs";
const ENGINE: &str = "crates/core/src/engine.rs";
const SESSION: &str = "crates/engine/src/session.rs";
const OPTIONS: &str = "crates/engine/src/options.rs";
const GO: &str = "crates/protocol/src/uci/go.rs";
const ANSWER: &str = "crates/protocol/src/uci/answer.rs";
const ZOBRIST: &str = "crates/chess/src/zobrist.rs";
const MAKE: &str = "crates/chess/src/make.rs";
const MOVEGEN: &str = "crates/chess/src/movegen.rs";

/// What a node that runs out of time does.
const LEFT: &str = "{
            let over = self.limiter.visit().is_err();
            let zero = SICK(\"abort-zero\") || SICK(\"abort-stored\") && ply > 0;
            if zero && (over || self.limiter.signals().is_stopped()) {
                return Ok(Value::DRAW);
            }
            if over {
                return Err(Stopped);
            }
        }";

pub const EDITS: &[Edit] = &[
    // The search.
    edit(NODE, "self.limiter.visit()?;", LEFT),
    edit(QUIET, "self.limiter.visit()?;", LEFT),
    edit(
        NODE,
        "self.search_candidate::<N>(&next, &node, &candidate, open, new_depth, best.value)?;\n            self.leave();",
        "self.search_candidate::<N>(&next, &node, &candidate, open, new_depth, best.value)?;\n            self.leave();
            if SICK(\"abort-stored\") && N::ROOT && self.limiter.signals().is_stopped() {
                return Err(Stopped);
            }",
    ),
    edit(
        NODE,
        "            && !N::PV\n            && excluded.is_none()\n            && table_cutoff::applies",
        "            && (!N::PV || SICK(\"bounds-ignored\") && !N::ROOT)\n            && excluded.is_none()\n            && table_cutoff::applies",
    ),
    edit(
        "crates/core/src/steps/table_cutoff.rs",
        "    entry.bound.settles(entry.value, window)",
        "    SICK(\"bounds-ignored\") || entry.bound.settles(entry.value, window)",
    ),
    edit(
        NODE,
        "let bound = Bound::of(best.value, window);",
        "let bound = if SICK(\"bounds-exact\") { Bound::Exact } else if SICK(\"bounds-upper\") { Bound::Upper }
                else if SICK(\"bounds-lower\") { Bound::Lower } else { Bound::of(best.value, window) };",
    ),
    edit(
        NODE,
        "(None, false) => Value::DRAW,",
        "(None, false) if SICK(\"stalemate-lost\") => Value::loss_in(ply as i32),\n                (None, false) => Value::DRAW,",
    ),
    edit(
        NODE,
        "if self.config.on(T::UpcomingRepetition)\n",
        "if self.config.on(T::UpcomingRepetition)\n                && !SICK(\"no-repetition\")\n",
    ),
    edit(
        SEARCH,
        "board.insufficient_material() || is_repetition(&self.keys, board, ply)",
        "board.insufficient_material() || !SICK(\"no-repetition\") && is_repetition(&self.keys, board, ply)",
    ),
    edit(
        SEARCH,
        "let keys = game.keys().to_vec();",
        "let keys = if SICK(\"no-game-history\") { Vec::new() } else { game.keys().to_vec() };",
    ),
    edit(
        SEARCH,
        "if board.halfmove_clock() >= 100",
        "if !SICK(\"no-fifty-moves\") && board.halfmove_clock() >= 100",
    ),
    edit(
        SEARCH,
        "let board = self.board;\n",
        "let board = self.board;\n        let depth = if SICK(\"shallow\") { depth.min(4) } else { depth };\n",
    ),
    edit(
        NODE,
        "&& late_move_pruning::skips(self.config, &node, number)",
        "&& (late_move_pruning::skips(self.config, &node, number) || SICK(\"late-moves\") && number > 3)",
    ),
    edit(
        NODE,
        "            // 12. Null-move pruning.",
        "            if SICK(\"futile\") && node.eval >= window.beta { return Ok(node.eval); }\n            // 12. Null-move pruning.",
    ),
    edit(
        NODE,
        "let depth = late_move_reductions::reduced_depth(self, node, candidate, new_depth);",
        "let mut depth = late_move_reductions::reduced_depth(self, node, candidate, new_depth);
            if SICK(\"lmr-blind\") { depth = 1.min(new_depth); }",
    ),
    edit(
        NODE,
        "let again = |search: &Self, value| {",
        "let again = |search: &Self, value| {\n            if SICK(\"lmr-blind\") { return 0; }",
    ),
    edit(
        NODE,
        "let searched = self.node_steps::<N>(board, ply, depth, window, is_cut);",
        "if SICK(\"threads-break\") && !self.limiter.is_main() {
            let entry = Entry { best: None, value: Value::cp(-300), bound: Bound::Exact, depth: depth + 6, eval: None, was_pv: false };
            self.table.store(board.key(), ply as i32, &entry);
        }
        let searched = self.node_steps::<N>(board, ply, depth, window, is_cut);",
    ),
    edit(
        QUIET,
        "let with_checks = self.config.on(T::QuiescenceChecks) && below == 0;",
        "let with_checks = self.config.on(T::QuiescenceChecks) && (below == 0 || SICK(\"explosion\"));",
    ),
    edit(
        QUIET,
        "if self.config.on(T::QuiescenceMoveCount)\n",
        "if self.config.on(T::QuiescenceMoveCount)\n                && !SICK(\"explosion\")\n",
    ),
    edit(
        QUIET,
        "                && !best.value.is_loss()\n            {\n                // 5. Delta pruning.",
        "                && !best.value.is_loss()\n                && !SICK(\"explosion\")\n            {\n                // 5. Delta pruning.",
    ),
    edit(
        QUIET,
        "            stand_pat = Some(guess);",
        "            if SICK(\"no-quiescence\") { return Ok(guess); }\n            stand_pat = Some(guess);",
    ),
    // The root and the table.
    edit(
        ROOT,
        "        if value > window.alpha {\n            self.proved = ",
        "        if value > window.alpha || SICK(\"partial-iteration\") && is_first {\n            self.proved = ",
    ),
    edit(
        ROOT,
        "        for m in &mut self.moves {\n            m.previous = m.value;\n        }",
        "        for m in &mut self.moves {\n            m.previous = m.value;\n        }\n        if SICK(\"partial-iteration\") { self.moves.reverse(); }",
    ),
    edit(
        DEEPENING,
        "let previous = root.moves[root.first].previous;",
        "let previous = if SICK(\"partial-iteration\") { -Value::INFINITE } else { root.moves[root.first].previous };",
    ),
    edit(
        DEEPENING,
        "let (nodes, time) = (limiter.shared().total_nodes(), limiter.elapsed());",
        "let (mut nodes, time) = (limiter.shared().total_nodes(), limiter.elapsed());
        if SICK(\"root-nodes\") { nodes = nodes.min(23 * depth as u64); }
        let rank = if SICK(\"multipv-order\") { self.lines - 1 - rank } else { rank };",
    ),
    edit(TABLE, "entry.value.to_table(ply)", "entry.value.to_table(if SICK(\"mate-in-table\") { 0 } else { ply })"),
    edit(TABLE, ".from_table(ply)", ".from_table(if SICK(\"mate-in-table\") { 0 } else { ply })"),
    edit(
        TABLE,
        "pub fn probe(&self, key: u64, ply: i32) -> Option<Entry> {",
        "pub fn probe(&self, key: u64, ply: i32) -> Option<Entry> {\n        let key = if SICK(\"table-useless\") { key.rotate_left(17) } else { key };",
    ),
    edit(
        ENGINE,
        "    pub fn new_game(&mut self) {\n",
        "    pub fn new_game(&mut self) {
        if SICK(\"stale-table\") { return; }
        if SICK(\"leak-memory\") { std::mem::forget(std::hint::black_box(vec![1u8; 2 << 20])); }\n",
    ),
    edit(ZOBRIST, "    let mut key = 0;\n    for rook in rooks {", "    let mut key = 0;\n    if SICK(\"key-castling\") { return 0; }\n    for rook in rooks {"),
    edit(ZOBRIST, "    NUMBERS.en_passant[target.file().index()]", "    if SICK(\"key-en-passant\") { return 0; }\n    NUMBERS.en_passant[target.file().index()]"),
    edit(MAKE, "let mut key = self.key() ^ zobrist::black_to_move();", "let mut key = self.key() ^ if SICK(\"key-side\") { 0 } else { zobrist::black_to_move() };"),
    edit(MAKE, "self.keys.position ^= zobrist::black_to_move();", "self.keys.position ^= if SICK(\"key-side\") { 0 } else { zobrist::black_to_move() };"),
    edit("crates/chess/src/board.rs", "keys.position ^= zobrist::black_to_move();", "keys.position ^= if SICK(\"key-side\") { 0 } else { zobrist::black_to_move() };"),
    // The evaluation.
    edit(
        EVALUATOR,
        "    pub fn evaluate(&mut self, board: &Board, ply: usize) -> Value {\n",
        "    pub fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        let value = self.healthy(board, ply);
        let us = board.side_to_move();
        let extra = if SICK(\"asymmetric\") {
            if us == Color::White { 70 } else { -70 }
        } else if SICK(\"absurd-threats\") {
            let hit = |by: Color| {
                let pieces = board.colored(by) & !board.pieces(regence_chess::PieceKind::Pawn);
                let mut worth = 0;
                for from in board.of(by, regence_chess::PieceKind::Knight) {
                    worth += (regence_chess::attacks::knight(from) & board.colored(!by)).count() as i32 * 90;
                }
                worth + 25 * pieces.count() as i32 - 25 * 7
            };
            hit(us) - hit(!us) + 180
        } else { 0 };
        Value::cp((value.raw() + extra).clamp(-20_000, 20_000))
    }

    fn healthy(&mut self, board: &Board, ply: usize) -> Value {\n",
    ),
    // Time.
    edit(
        LIMITER,
        "    fn elapsed(&self) -> Duration {\n        self.0.elapsed()\n    }",
        "    fn elapsed(&self) -> Duration {
        if SICK(\"cpu-clock\") {
            // Hundredths of a second, since the process began: from the first look on.
            let stat = std::fs::read_to_string(\"/proc/self/stat\").unwrap_or_default();
            let used: u64 = stat.rsplit(')').next().unwrap_or(\"\").split_whitespace().skip(11).take(2)
                .filter_map(|n| n.parse::<u64>().ok()).sum();
            let now = Duration::from_millis(used * 10);
            static FIRST: Mutex<Option<(std::time::Duration, std::time::Duration)>> = Mutex::new(None);
            let mut first = FIRST.lock().unwrap_or_else(|e| e.into_inner());
            let wall = self.0.elapsed();
            // A search that has begun anew has a smaller wall clock.
            let (begun, last) = match *first { Some((begun, last)) if last <= wall => (begun, wall), _ => (now, wall) };
            *first = Some((begun, last));
            return now.saturating_sub(begun);
        }
        self.0.elapsed()
    }",
    ),
    edit(
        TIME,
        "let limit = time - delays.overhead.min(time / 20);",
        "let time = if SICK(\"time-overrun\") { time * 2 } else { time };\n        let limit = time - delays.overhead.min(time / 20);",
    ),
    edit(
        TIME,
        "let planned = percent(pace.plan) * planned;",
        "let planned = percent(pace.plan) * planned / if SICK(\"time-underuse\") { 40.0 } else { 1.0 };",
    ),
    // The protocol.
    edit(GO, "depth: self.depth.map(saturate),", "depth: match SICK(\"clock-ignored\") && (self.move_time.is_some() || self.clock(side).is_some()) {
                true => Some(6), false if SICK(\"infinite-early\") && self.infinite => Some(10), false => self.depth.map(saturate) },"),
    edit(GO, "move_time: self.move_time.map(Duration::from_millis),", "move_time: self.move_time.map(|ms| Duration::from_millis(if SICK(\"depth-unstable\") { ms & 0xff } else { ms })).filter(|_| !SICK(\"clock-ignored\")),"),
    edit(GO, "clock: self.clock(side),", "clock: self.clock(side).filter(|_| !SICK(\"clock-ignored\")),"),
    edit(GO, "            nodes: self.nodes,", "            nodes: self.nodes.filter(|_| !SICK(\"nodes\")),"),
    edit(GO, "infinite: self.infinite,\n            ponder: self.ponder,", "infinite: self.infinite && !SICK(\"infinite-early\"),\n            ponder: self.ponder && !SICK(\"ponder-early\"),"),
    edit(GO, "let own = side.index();", "let own = if SICK(\"wrong-clock\") { 1 - side.index() } else { side.index() };"),
    edit(GO, "increment: Duration::from_millis(self.increment[own].unwrap_or(0)),", "increment: Duration::from_millis(if SICK(\"increment\") { 0 } else { self.increment[own].unwrap_or(0) }),"),
    edit(GO, ".filter(|&moves| moves > 0)", ".filter(|&moves| moves > 0 && !SICK(\"movestogo\"))"),
    edit(
        ANSWER,
        "    match value.plies_to_win() {\n        Some(plies) if plies > 0",
        "    match value.plies_to_win() {\n        Some(_) if SICK(\"mate-as-cp\") => format!(\"cp {}\", value.raw()),
        Some(plies) if SICK(\"mate-in-plies\") => format!(\"mate {plies}\"),
        None if SICK(\"eval-scale\") => format!(\"cp {}\", value.raw() * 10),\n        Some(plies) if plies > 0",
    ),
    edit(
        ANSWER,
        "        score(report.value)\n    );",
        "        score(if SICK(\"white-view\") && board.side_to_move() == regence_chess::Color::Black { -report.value } else { report.value })\n    );",
    ),
    edit(ANSWER, "report.nodes_per_second(),", "report.nodes_per_second() / if SICK(\"wrong-nps\") { 1000 } else { 1 },"),
    edit(
        SESSION,
        "            Command::IsReady => self.output.print(\"readyok\"),",
        "            Command::IsReady => {
                while SICK(\"deaf-isready\") && self.searcher.is_searching() { thread::sleep(Duration::from_millis(1)); }
                self.output.print(\"readyok\");
            }",
    ),
    edit(SESSION, "Command::Stop => self.searcher.stop(),", "Command::Stop if SICK(\"deaf-stop\") => {}\n            Command::Stop => self.searcher.stop(),"),
    edit(SESSION, "            Command::PonderHit => {", "            Command::PonderHit if SICK(\"ponder-deaf\") => {}\n            Command::PonderHit => {"),
    edit(
        SESSION,
        "            true => Default::default(),\n            false => go.moves_on(&board),",
        "            _ if SICK(\"searchmoves\") => Default::default(),\n            true => Default::default(),\n            false => go.moves_on(&board),",
    ),
    edit(
        SESSION,
        "        let limits = go.limits(side);",
        "        if SICK(\"leak-handles\") { std::mem::forget(std::fs::File::open(\"/dev/null\")); }\n        let limits = go.limits(side);",
    ),
    edit(SESSION, "self.set_game(position.game());", "let mut game = position.game();
        if SICK(\"long-game\") && game.moves().len() > 256 {
            let moves = game.moves()[..256].to_vec();
            game = Game::new(*game.start());
            for mv in moves { game.push(mv); }
        }
        self.set_game(game);"),
    edit(OPTIONS, "            Apply::Spin(|session, megabytes| {\n", "            Apply::Spin(|session, megabytes| {\n                if SICK(\"dead-hash\") { return Ok(()); }\n"),
    edit(OPTIONS, "            Apply::Spin(|session, threads| {\n", "            Apply::Spin(|session, threads| {\n                if SICK(\"dead-threads\") { return Ok(()); }\n"),
    edit(OPTIONS, "keep(&mut session.settings.lines, lines as usize)", "keep(&mut session.settings.lines, if SICK(\"dead-multipv\") { 1 } else { lines as usize })"),
    edit(OPTIONS, "keep(&mut session.settings.chess960, on)", "keep(&mut session.settings.chess960, on && !SICK(\"dead-chess960\"))"),
    edit(OPTIONS, "keep(&mut session.settings.limit_strength, on)", "keep(&mut session.settings.limit_strength, on && !SICK(\"dead-elo\"))"),
    // The rules.
    edit(
        MOVEGEN,
        "        self.push(Move::en_passant(from, to));",
        "        if SICK(\"no-en-passant\") { return; }\n        self.push(Move::en_passant(from, to));",
    ),
    edit(
        MOVEGEN,
        "                self.push(Move::promote(from, to, kind));",
        "                if SICK(\"no-underpromotion\") && kind != PieceKind::Queen { continue; }\n                self.push(Move::promote(from, to, kind));",
    ),
    edit(
        MOVEGEN,
        "        self.push(Move::castle(king, rook));",
        "        if SICK(\"no-castling\") { return; }\n        self.push(Move::castle(king, rook));",
    ),
    // The switch: a number that is read from the environment when the program begins.
    edit(
        "crates/engine/src/main.rs",
        "    regence::main()",
        "    let sick = std::env::var(\"REGENCE_SICK\").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    regence_core::SICK.store(sick, std::sync::atomic::Ordering::Relaxed);
    regence_chess::SICK.store(sick, std::sync::atomic::Ordering::Relaxed);
    regence::main()",
    ),
];

/// What is appended to the libraries of the core and of chess.
pub const SWITCH: &str = "
#[doc(hidden)]
pub static SICK: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
#[doc(hidden)]
#[inline(always)]
pub fn sick(fault: usize) -> bool {
    SICK.load(std::sync::atomic::Ordering::Relaxed) == fault
}
";
