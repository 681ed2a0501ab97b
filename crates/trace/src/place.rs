//! One place in a recorded search: a node, a move, and what became of it there, in words.

use regence_core::event::Ending;
use regence_core::{Bound, Value};

use super::tree::{Fate, MoveRecord, Node, Pass};
use super::{format, words};
use regence_core::game::Game;

/// Where the search left a line: a node on it and the move whose fate was decided there.
#[derive(Debug)]
pub struct Place<'a, G: Game> {
    pub node: &'a Node<G>,
    pub board: G::Position,
    /// How many moves of the line lie before the node.
    pub before: usize,
    pub mv: G::Move,
}

impl<'a, G: Game> Place<'a, G> {
    /// Follows a line as far as the pass went, at most to its last move.
    pub fn of(pass: &'a Pass<G>, board: &G::Position, line: &[G::Move]) -> Place<'a, G> {
        let mut place = Place {
            node: &pass.root,
            board: board.clone(),
            before: 0,
            mv: line[0],
        };
        for &next in &line[1..] {
            let Some(child) = pass.after(&line[..=place.before]) else {
                break;
            };
            place.board = G::after(&place.board, place.mv);
            place.node = child;
            place.before += 1;
            place.mv = next;
        }
        place
    }

    pub fn fate(&self) -> Fate<'a, G> {
        let is_quiet = G::is_quiet(&self.board, self.mv);
        self.node.fate(self.mv, !is_quiet)
    }

    pub fn san(&self) -> String {
        G::move_text(&self.board, self.mv)
    }

    /// A score of this node from the root's view.
    pub fn score(&self, value: Value, bound: Bound) -> String {
        let (value, bound) = words::from_root(value, bound, self.node.ply);
        words::bounded::<G>(value, bound)
    }

    /// The fate in a few words, for a table.
    pub fn verdict(&self, line: &[G::Move]) -> String {
        let early = match self.before + 1 < line.len() {
            true => format!("{} ", self.san()),
            false => String::new(),
        };
        early
            + &match self.fate() {
                Fate::Best(record) => match record.value {
                    Some(value) => format!("best, {}", self.score(value, record.bound)),
                    None => "best".to_owned(),
                },
                Fate::Searched(record) => {
                    let depth = self.depth_of(record);
                    let score = record
                        .value
                        .map_or("stopped".to_owned(), |v| self.score(v, record.bound));
                    match self.answer(record).and_then(|answer| answer.reply()) {
                        Some(reply) => format!("{score} after {reply}{depth}"),
                        None => format!("{score}{depth}"),
                    }
                }
                Fate::Skipped { by, .. } => {
                    format!("skipped by {}", format::name::<G>(by.by))
                }
                Fate::NotReached(best) => {
                    format!(
                        "not reached, {} was enough",
                        G::move_text(&self.board, best)
                    )
                }
                Fate::NodeEnded(Ending::Cut(by)) => {
                    format!("not reached, node cut by {}", format::name::<G>(by))
                }
                Fate::NodeEnded(ending) => {
                    format!("not reached, {}", format::ending_name(ending))
                }
                Fate::Excluded => "left out".to_owned(),
                Fate::Proves(proof) => format!("wins by force, {}", format::name::<G>(proof.by)),
                Fate::NotLookedAt => "not looked at".to_owned(),
                Fate::Stopped => "stopped".to_owned(),
            }
    }

    fn depth_of(&self, record: &MoveRecord<G>) -> String {
        match (&record.reduced, record.searches) {
            (Some((to, _)), 1) => format!(", reduced to depth {}", (*to).max(0)),
            _ => String::new(),
        }
    }

    /// What the opponent has against a searched move.
    pub fn answer(&self, record: &MoveRecord<G>) -> Option<Answer<'a, G>> {
        let node = self.node.searches_of(record.mv).next_back()?;
        Some(Answer {
            node,
            board: G::after(&self.board, record.mv),
        })
    }
}

/// The node behind a move, where the opponent answers.
#[derive(Debug)]
pub struct Answer<'a, G: Game> {
    pub node: &'a Node<G>,
    pub board: G::Position,
}

impl<'a, G: Game> Answer<'a, G> {
    /// The reply.
    pub fn mv(&self) -> Option<G::Move> {
        let from_table = || match self.node.ending {
            Some(Ending::Table) => self.node.table?.best,
            _ => None,
        };
        let mv = self.node.best().or_else(from_table)?;
        G::is_legal(&self.board, mv).then_some(mv)
    }

    fn reply(&self) -> Option<String> {
        self.mv().map(|mv| G::move_text(&self.board, mv))
    }

    fn line(&self) -> String {
        words::line::<G>(&self.board, &self.moves())
    }

    /// The reply and what the recorder kept behind it.
    pub fn moves(&self) -> Vec<G::Move> {
        let (mut moves, mut node) = (Vec::new(), self.node);
        while let Some(mv) = node.principal()
            && let Some(next) = node.searches_of(mv).next_back()
        {
            moves.push(mv);
            node = next;
        }
        if moves.is_empty() {
            moves.extend(self.mv());
        }
        moves
    }

    /// The node behind the reply, where the asking side looks for a way out.
    pub fn way_out(&self) -> Option<(&'a Node<G>, G::Position)> {
        let mv = self.mv()?;
        let node = self.node.searches_of(mv).next_back()?;
        Some((node, G::after(&self.board, mv)))
    }
}

impl<G: Game> Place<'_, G> {
    /// What the search did with the move: how deep it looked, what refuted it, and what it did not look at.
    /// `best` is the score that it had to beat, where that is known.
    pub fn story(&self, best: Option<Value>) -> Vec<String> {
        let (node, board, san) = (self.node, &self.board, self.san());
        match self.fate() {
            Fate::Searched(record) => about_searched(self, record, best),
            Fate::Best(record) => {
                let score = record.value.map_or(String::new(), |value| {
                    format!(": {}", self.score(value, record.bound))
                });
                let mut parts = vec![format!("{san} is the best move there{score}.")];
                parts.extend(about_depth(record, node, board));
                parts
            }
            Fate::Skipped { by, with_rest } => {
                let all = match with_rest {
                    true => " with all quiet moves that were left",
                    false => "",
                };
                vec![format!(
                    "{san} was not searched: skipped{all} by {}.",
                    words::decision(by, board)
                )]
            }
            Fate::NotReached(better) => {
                let value = node.value.unwrap_or(Value::ZERO);
                vec![format!(
                    "{san} was not looked at: {} is good enough already, {} where {} was needed.",
                    G::move_text(board, better),
                    self.score(value, Bound::Lower),
                    self.score(node.window.beta, Bound::Exact),
                )]
            }
            Fate::NodeEnded(ending) => vec![format!(
                "{san} was not looked at, and no other move was: {}.",
                words::ending(node, ending, board)
            )],
            Fate::Excluded => vec![format!(
                "{san} was left out to see what the other moves are worth."
            )],
            Fate::Proves(proof) => vec![format!(
                "{san} wins by force within {}, found by {}.",
                words::plies(proof.plies),
                words::technique::<G>(proof.by)
            )],
            Fate::NotLookedAt => vec![format!("{san} was not looked at: {}.", G::OVERLOOKED)],
            Fate::Stopped => vec![format!("The search was stopped before {san} was searched.")],
        }
    }
}

fn about_searched<G: Game>(
    place: &Place<'_, G>,
    record: &MoveRecord<G>,
    best: Option<Value>,
) -> Vec<String> {
    let san = place.san();
    let mut parts = Vec::new();
    let worth = record.value.map_or("unknown".to_owned(), |value| {
        place.score(value, record.bound)
    });
    let against = match best {
        Some(best) => format!(", and {} was there to beat", G::score_text(best)),
        None => String::new(),
    };
    let answer = place.answer(record);
    let answer = answer.as_ref();
    parts.push(match answer.and_then(|a| Some((a, a.reply()?))) {
        Some((answer, reply)) => format!(
            "{reply} answers it: {san} is worth {worth}{against} ({san} {}).",
            answer.line()
        ),
        None => {
            let how = answer.and_then(|a| Some(words::ending(a.node, a.node.ending?, &a.board)));
            let is_over = answer.is_some_and(|a| a.node.ending == Some(Ending::NoMoves));
            let how = how.map_or(String::new(), |how| match is_over {
                true => format!(" There is no reply: {how}."),
                false => format!(" No reply had to be found: {how}."),
            });
            format!("{san} is worth {worth}{against}.{how}")
        }
    });
    parts.extend(about_depth(record, place.node, &place.board));
    if let Some((node, board)) = answer.and_then(|answer| answer.way_out()) {
        parts.extend(about_skips(node, &board));
    }
    parts
}

fn about_depth<G: Game>(
    record: &MoveRecord<G>,
    node: &Node<G>,
    board: &G::Position,
) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some((plies, by)) = &record.extended {
        let way = if *plies > 0 { "deeper" } else { "less deep" };
        let plies = words::plies(plies.abs());
        parts.push(format!(
            "It was searched {plies} {way} by {}.",
            words::decision(by, board)
        ));
    }
    if let (Some((to, by)), Some(depth)) = (&record.reduced, record.depth) {
        let again = match record.searches {
            1 => "and did not surprise, so it was not searched in full",
            _ => "and promised enough to be searched again in full",
        };
        parts.push(format!(
            "As move {} of {} it was searched to depth {to} in place of {depth} {again}: {}.",
            record.number,
            node.moves.len(),
            words::decision(by, board)
        ));
    }
    parts
}

/// How many of the moves in a node were really looked at.
fn about_skips<G: Game>(node: &Node<G>, board: &G::Position) -> Vec<String> {
    if node.is_quiescence || node.bound() == Some(Bound::Lower) {
        return Vec::new();
    }
    let skipped: Vec<&MoveRecord<G>> = node.moves.iter().filter(|m| m.skipped.is_some()).collect();
    let legal = G::legal_moves(board).len();
    let searched = node.moves.len() - skipped.len();
    let example = skipped
        .first()
        .and_then(|m| Some((m.mv, m.skipped.as_ref()?)));
    let reason = match (example, &node.rest_skipped) {
        (Some((mv, by)), _) => format!(
            "{} by {}",
            G::move_text(board, mv),
            words::decision(by, board)
        ),
        (None, Some(by)) => format!("quiet moves by {}", words::decision(by, board)),
        (None, None) => return Vec::new(),
    };
    vec![format!(
        "Of {}'s {legal} answers {searched} were searched; the others were skipped, {reason}.",
        G::side_name(G::side_to_move(board))
    )]
}
