//! A UCI conversation with the engine, read strictly.

use super::answer::{Best, Info, read_best, read_info};
use super::process::Process;
use regence_chess::{Board, Move};

/// What a search said.
#[derive(Debug)]
pub struct Search {
    pub infos: Vec<Info>,
    pub messages: Vec<String>,
    pub best: Best,
}

impl Search {
    /// The last line of play of that rank.
    pub fn last(&self, rank: i64) -> &Info {
        let mut ranked = self.infos.iter().rev().filter(|info| !info.pv.is_empty());
        ranked
            .find(|info| info.multipv == Some(rank))
            .expect("a line of that rank")
    }

    pub fn best_text(&self, board: &Board) -> String {
        board.move_to_uci(self.best.mv.expect("a move"), false)
    }
}

/// An engine process together with the position that it has.
#[derive(Debug)]
pub struct Uci {
    pub process: Process,
    pub board: Board,
}

impl Uci {
    pub fn start(program: &str) -> Uci {
        Uci {
            process: Process::start(program, &[]),
            board: Board::startpos(),
        }
    }

    pub fn send(&mut self, line: &str) {
        self.process.send(line);
    }

    /// Sets up a valid position.
    pub fn set_fen(&mut self, fen: &str) {
        self.board = Board::from_fen(fen).expect("a valid FEN");
        self.send(&format!("position fen {fen}"));
    }

    /// Sends a line and returns what came until the engine is ready again.
    pub fn answer_to(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.process.lines_to("readyok");
        lines.pop();
        lines
    }

    /// Sends a line that is answered by one message and nothing else.
    pub fn message_for(&mut self, line: &str) -> String {
        let lines = self.answer_to(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines[0]
            .strip_prefix("info string ")
            .expect("a message")
            .to_string()
    }

    /// Searches; the search must end by itself.
    pub fn search(&mut self, go: &str) -> Search {
        self.send(go);
        self.result()
    }

    /// Reads on to the answer of a search.
    pub fn result(&mut self) -> Search {
        let mut search = Search {
            infos: Vec::new(),
            messages: Vec::new(),
            best: Best {
                mv: None,
                ponder: None,
            },
        };
        loop {
            let line = self.process.line();
            if let Some(message) = line.strip_prefix("info string ") {
                search.messages.push(message.to_string());
            } else if line.starts_with("info ") {
                let info = read_info(&line, &self.board);
                search
                    .infos
                    .push(info.unwrap_or_else(|error| panic!("{error}")));
            } else {
                let best = read_best(&line, &self.board);
                search.best = best.unwrap_or_else(|error| panic!("{error}"));
                return search;
            }
        }
    }

    /// Reads on to the answer of a search that has no position, and returns what was said before it.
    pub fn no_move(&mut self) -> Vec<String> {
        let mut lines = self.process.lines_to("bestmove");
        assert_eq!(lines.pop().as_deref(), Some("bestmove 0000"));
        lines
    }

    /// Searches and returns the move, which must be legal.
    pub fn best(&mut self, go: &str) -> Move {
        self.search(go).best.mv.expect("a move")
    }

    pub fn quit(mut self) {
        self.send("quit");
        self.process.expect_clean_end();
    }
}
