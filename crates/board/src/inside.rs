//! A look inside: a recorded search to browse, and the facts behind a choice.

use crate::chess::{self, ChessGame};
use crate::game::Game;
use crate::gomoku::{self, GomokuGame};
use crate::messages::{
    Colour, Decision, DepthRow, Did, Ending, Fact, Figure, Kind, Limit, Line, LineEnd, Quantity,
    ReducedNode, Score, SearchedAs, TableFact, Tree, TreeChild, Use, What, Worth,
};
use crate::why;
use crate::work::Done;
use regence_chess_search::{Chess, wdl};
use regence_core::GameSearch;
use regence_core::event::Ending as Left;
use regence_core::{Bound, Limits, Shared, Value};
use regence_gomoku_search::Gomoku;
use regence_trace::config::Inquiry;
use regence_trace::counts::{Counts, Deeds};
use regence_trace::recorder::Scope;
use regence_trace::tree::{self, MoveRecord, Node, Role, Trace};
use regence_trace::words::Quantity as Told;
use regence_trace::{Game as Traced, format};
use std::sync::Arc;

/// Nodes that are kept of a recorded search: about 5 KB each with their moves, and every board may have a recording.
const MAX_NODES: u64 = 4000;
/// The table of a search that is looked into.
const MEGABYTES: usize = 8;
/// Of the moves that a technique skips in a node, more are told in one row.
const MOST_SKIPS: usize = 3;
/// The most children of a node that are told.
const MAX_CHILDREN: usize = 300;

pub(crate) type BoardOf<S> = <<S as Shown>::Game as GameSearch>::Position;
pub(crate) type MoveOf<S> = <<S as Shown>::Game as GameSearch>::Move;
pub(crate) type NodeOf<S> = Node<<S as Shown>::Game>;

/// A game on a board of the page whose search can be looked into.
pub(crate) trait Shown {
    type Game: Traced;
    const KIND: Kind;

    fn position(&self) -> BoardOf<Self>;
    fn read(&self, text: &str) -> Result<MoveOf<Self>, String>;
    /// A move as the page's messages write it.
    fn code(&self, board: &BoardOf<Self>, mv: MoveOf<Self>) -> String;
    fn turn(board: &BoardOf<Self>) -> Colour;
    /// What a move does that needs no search to see.
    fn shape(&self, mv: MoveOf<Self>) -> Vec<Fact>;
    /// A score of the side to move as people see it.
    fn score(board: &BoardOf<Self>, value: Value) -> Score;
    /// A difference of scores on the same scale.
    fn amount(board: &BoardOf<Self>, difference: i32) -> i32;
    /// How a line ends that comes to this board, where its last move does not say it.
    fn end(board: &BoardOf<Self>) -> Option<LineEnd>;
    /// What it means that the side to move has no move.
    fn no_moves(board: &BoardOf<Self>) -> Ending;

    fn inquiry(&self, nodes: u64) -> Inquiry<Self::Game> {
        Inquiry {
            hash_megabytes: MEGABYTES,
            ..Inquiry::new(self.position(), Limits::to_nodes(nodes))
        }
    }

    fn limit(board: &BoardOf<Self>, bound: Bound) -> Option<Limit> {
        Limit::of(bound, Self::turn(board), Self::KIND)
    }

    fn worth(board: &BoardOf<Self>, value: Value, bound: Bound) -> Worth {
        Worth {
            score: Self::score(board, value),
            bound: Self::limit(board, bound),
        }
    }

    /// Moves as people write them, as far as they are legal.
    fn line(board: &BoardOf<Self>, moves: &[MoveOf<Self>]) -> Line {
        let (mut board, mut san) = (board.clone(), Vec::new());
        for &mv in moves {
            if !Self::Game::is_legal(&board, mv) {
                break;
            }
            san.push(Self::Game::move_text(&board, mv));
            board = Self::Game::after(&board, mv);
        }
        let end = Self::end(&board);
        Line { san, end }
    }

    /// A technique's decision in a node with this board.
    fn decision(board: &BoardOf<Self>, decision: &tree::Decision<Self::Game>) -> Decision {
        let numbers = decision.numbers.iter();
        Decision {
            by: format::name::<Self::Game>(decision.by),
            numbers: numbers
                .map(|&(name, number)| Figure {
                    name,
                    is: match Told::of(name, number) {
                        Told::Score(value) => Quantity::Score(Self::score(board, value)),
                        Told::Amount(number) => Quantity::Amount(Self::amount(board, number)),
                        Told::Count(number) => Quantity::Count(number),
                    },
                })
                .collect(),
        }
    }

    /// Why a node with this board was left; none if the search was stopped there.
    fn ending(board: &BoardOf<Self>, node: &NodeOf<Self>) -> Option<Ending> {
        let side = Self::turn(board);
        let proof = || {
            node.proof
                .as_ref()
                .map(|proof| Self::Game::move_code(proof.mv))
        };
        Some(match node.ending? {
            Left::Draw => Ending::Draw,
            Left::TooDeep => Ending::TooDeep,
            Left::Table => Ending::Table {
                worth: node
                    .table
                    .map(|hit| Self::worth(board, hit.value, hit.bound)),
                depth: node.table.map(|hit| hit.depth),
            },
            Left::Over => Ending::Over { loser: side },
            Left::Wins(_) => Ending::Wins {
                side,
                san: node.best().map(|mv| Self::Game::move_text(board, mv)),
            },
            Left::Lost => Ending::Lost { side },
            Left::StandPat => Ending::StandPat { side },
            Left::Leaf => Ending::Leaf { proof: proof() },
            Left::Cut(by) => {
                let numbers = node.numbers.clone();
                Ending::Cut {
                    decision: Self::decision(board, &tree::Decision { by, numbers }),
                    proof: proof(),
                }
            }
            Left::NoMoves => Self::no_moves(board),
            Left::Moves(_) => Ending::Moves,
        })
    }
}

impl Shown for ChessGame {
    type Game = Chess;
    const KIND: Kind = Kind::Chess;

    fn position(&self) -> regence_chess::Game {
        regence_chess::Game::new(*self.board())
    }

    fn read(&self, text: &str) -> Result<regence_chess::Move, String> {
        self.read_move(text)
    }

    fn code(&self, game: &regence_chess::Game, mv: regence_chess::Move) -> String {
        self.uci(game.board(), mv)
    }

    fn turn(game: &regence_chess::Game) -> Colour {
        chess::colour(game.board().side_to_move())
    }

    fn shape(&self, _: regence_chess::Move) -> Vec<Fact> {
        Vec::new()
    }

    fn score(game: &regence_chess::Game, value: Value) -> Score {
        chess::score(game.board(), value)
    }

    fn amount(game: &regence_chess::Game, difference: i32) -> i32 {
        wdl::normalised(Value::cp(difference), game.board()).raw()
    }

    fn end(game: &regence_chess::Game) -> Option<LineEnd> {
        use regence_chess::Outcome;
        match game.board().outcome()? {
            Outcome::Stalemate => Some(LineEnd::Stalemate),
            Outcome::InsufficientMaterial | Outcome::FiftyMoves => Some(LineEnd::Draw),
            _ => None,
        }
    }

    fn no_moves(game: &regence_chess::Game) -> Ending {
        let side = <Self as Shown>::turn(game);
        match game.board().in_check() {
            true => Ending::Mated { side },
            false => Ending::Stalemated { side },
        }
    }
}

impl Shown for GomokuGame {
    type Game = Gomoku;
    const KIND: Kind = Kind::Gomoku;

    fn position(&self) -> regence_gomoku_search::AnyBoard {
        self.board().clone()
    }

    fn read(&self, text: &str) -> Result<regence_gomoku::Move, String> {
        self.read_move(text)
    }

    fn code(&self, _: &regence_gomoku_search::AnyBoard, mv: regence_gomoku::Move) -> String {
        mv.to_string()
    }

    fn turn(board: &regence_gomoku_search::AnyBoard) -> Colour {
        gomoku::colour(board.side())
    }

    fn shape(&self, mv: regence_gomoku::Move) -> Vec<Fact> {
        self.shape_facts(mv)
    }

    fn score(board: &regence_gomoku_search::AnyBoard, value: Value) -> Score {
        gomoku::score(board, value)
    }

    fn amount(_: &regence_gomoku_search::AnyBoard, difference: i32) -> i32 {
        difference
    }

    fn end(board: &regence_gomoku_search::AnyBoard) -> Option<LineEnd> {
        let winner = board.outcome()?.winner();
        Some(match winner.map(gomoku::colour) {
            None => LineEnd::Draw,
            Some(Colour::Black) => LineEnd::BlackWins,
            Some(Colour::White) => LineEnd::WhiteWins,
        })
    }

    fn no_moves(board: &regence_gomoku_search::AnyBoard) -> Ending {
        Ending::Stuck {
            side: <Self as Shown>::turn(board),
        }
    }
}

/// A recorded search with the game that it belongs to.
#[derive(Debug)]
struct Recorded<S, G: Traced> {
    game: S,
    trace: Trace<G>,
}

/// A recorded search of either game.
#[derive(Debug)]
pub struct Look(AnyRecord);

#[derive(Debug)]
enum AnyRecord {
    Chess(Box<Recorded<ChessGame, Chess>>),
    Gomoku(Box<Recorded<GomokuGame, Gomoku>>),
}

/// Runs an expression on the record inside.
macro_rules! with_record {
    ($look:expr, $record:ident => $body:expr) => {
        match &$look.0 {
            AnyRecord::Chess($record) => $body,
            AnyRecord::Gomoku($record) => $body,
        }
    };
}

/// Searches with a recorder.
pub fn record(game: &Game, nodes: u64, shared: &Arc<Shared>) -> Done {
    let look = match game {
        Game::Chess(game) => {
            record_one(game, nodes, shared).map(|it| AnyRecord::Chess(Box::new(it)))
        }
        Game::Gomoku(game) => {
            record_one(game, nodes, shared).map(|it| AnyRecord::Gomoku(Box::new(it)))
        }
    };
    match look {
        Ok(look) => Done::Recorded(Look(look)),
        Err(error) => Done::Failed(error),
    }
}

fn record_one<S: Shown + Clone>(
    game: &S,
    nodes: u64,
    shared: &Arc<Shared>,
) -> Result<Recorded<S, S::Game>, String> {
    let scope = Scope {
        max_nodes: MAX_NODES,
        ..Scope::default()
    };
    match game.inquiry(nodes).record_on(scope, shared) {
        Ok((_, None)) => {
            Err("the game is over in this position: there is nothing to search".into())
        }
        Ok((trace, Some(_))) => Ok(Recorded {
            game: game.clone(),
            trace,
        }),
        Err(error) => Err(error.to_string()),
    }
}

/// Why a move was or was not chosen; `signals` makes what each of the searches is ended with.
pub fn explain(game: &Game, mv: &str, nodes: u64, signals: &dyn Fn() -> Arc<Shared>) -> Done {
    let why = match game {
        Game::Chess(game) => why::explain(game, mv, nodes, signals),
        Game::Gomoku(game) => why::explain(game, mv, nodes, signals),
    };
    match why {
        Ok(why) => Done::Explained(Box::new(why)),
        Err(error) => Done::Failed(error),
    }
}

impl Look {
    /// How often each technique acted, and what each iteration came to.
    pub fn live(&self) -> (Vec<Use>, Vec<DepthRow>) {
        with_record!(self, record => (record.uses(), record.depths()))
    }

    /// Nodes that were searched, and those of them that are recorded.
    pub fn nodes(&self) -> (u64, u64) {
        with_record!(self, record => (record.trace.visited, record.trace.recorded()))
    }

    /// The root of the last iteration that was finished, or of what there is of the first.
    pub fn root(&self) -> Option<u64> {
        with_record!(self, record => record.root())
    }

    /// A node and what lies below it; 0 is the root.
    pub fn tree(&self, id: u64) -> Result<Tree, String> {
        with_record!(self, record => record.tree(id))
    }
}

/// A node with its board and the moves that lead there; none is a pass.
struct Spot<'a, S: Shown> {
    node: &'a Node<S::Game>,
    board: BoardOf<S>,
    line: Vec<Option<String>>,
}

impl<S: Shown> Recorded<S, S::Game> {
    fn uses(&self) -> Vec<Use> {
        let counts = Counts::sum(self.trace.passes.iter().map(|pass| &pass.counts));
        let all = <S::Game as regence_core::config::Catalogue>::TECHNIQUES.iter();
        let busy = all
            .zip(counts.deeds())
            .filter(|(_, deeds)| !deeds.is_idle());
        busy.map(|(info, deeds)| use_of(info.name, deeds)).collect()
    }

    fn depths(&self) -> Vec<DepthRow> {
        let board = &self.trace.board;
        let mut nodes = 0;
        let mut depths: Vec<DepthRow> = Vec::new();
        for pass in &self.trace.passes {
            nodes += pass.counts.nodes;
            let (Some(mv), Some(value)) = (pass.root.principal(), pass.root.value) else {
                continue;
            };
            let row = DepthRow {
                depth: pass.depth(),
                mv: self.game.code(board, mv),
                san: S::Game::move_text(board, mv),
                score: S::score(board, value),
                nodes,
                ms: pass.elapsed.as_millis() as u64,
            };
            match depths.last_mut() {
                Some(last) if last.depth == row.depth => *last = row,
                _ => depths.push(row),
            }
        }
        depths
    }

    fn root(&self) -> Option<u64> {
        let iterations = self.trace.iterations();
        let finished = iterations
            .iter()
            .rev()
            .find(|pass| pass.root.value.is_some());
        finished.or(iterations.first()).map(|pass| pass.root.id)
    }

    fn tree(&self, id: u64) -> Result<Tree, String> {
        let wanted = match id {
            0 => self.root().unwrap_or(0),
            id => id,
        };
        let Spot { node, board, line } = self.find(wanted).ok_or_else(|| {
            format!("node {id} is not recorded: ask for 0, the root, or for a child that has an id")
        })?;
        let known = |hit: &tree::TableHit<S::Game>| {
            let best = hit.best.filter(|&mv| S::Game::is_legal(&board, mv));
            TableFact {
                score: S::score(&board, hit.value),
                bound: S::limit(&board, hit.bound),
                depth: hit.depth,
                mv: best.map(|mv| self.game.code(&board, mv)),
            }
        };
        let reduced = node.reduced.as_ref().map(|(to, by)| ReducedNode {
            to: *to,
            decision: S::decision(&board, by),
        });
        let rest_skipped = node.rest_skipped.as_ref();
        Ok(Tree {
            node: node.id,
            depth: node.depth,
            ply: node.ply,
            line,
            side: S::turn(&board),
            window: window::<S>(node, &board),
            static_eval: node.static_eval.map(|value| S::score(&board, value)),
            table: node.table.as_ref().map(known),
            score: node.value.map(|value| S::score(&board, value)),
            bound: node.bound().and_then(|bound| S::limit(&board, bound)),
            nodes: node.nodes,
            left_out: node.left_out,
            ending: S::ending(&board, node),
            reduced,
            rest_skipped: rest_skipped.map(|by| S::decision(&board, by)),
            children: self.children(node, &board),
        })
    }

    fn children(&self, node: &NodeOf<S>, board: &BoardOf<S>) -> Vec<TreeChild> {
        let (skipped, looked_at): (Vec<_>, Vec<_>) = node
            .moves
            .iter()
            .partition(|record| record.skipped.is_some());
        let mut children: Vec<TreeChild> = looked_at
            .into_iter()
            .flat_map(|record| self.of_move(node, record, board))
            .collect();
        children.extend(self.skips(&skipped, board));
        let asides = node
            .children
            .iter()
            .filter(|child| !child.role.is_of_a_move());
        children.extend(asides.map(|child| self.aside(child, board)));
        children.truncate(MAX_CHILDREN);
        children
    }

    /// A node by its id.
    fn find(&self, id: u64) -> Option<Spot<'_, S>> {
        let passes = &self.trace.passes;
        let after = passes.partition_point(|pass| pass.root.id <= id);
        let mut node = &passes[..after].last()?.root;
        let (mut board, mut line) = (self.trace.board.clone(), Vec::new());
        while node.id != id {
            let after = node.children.partition_point(|child| child.id <= id);
            let child = node.children[..after].last()?;
            if !child.is_same_position {
                line.push(child.mv.map(|mv| self.game.code(&board, mv)));
            }
            board = node.board_of(child, &board);
            node = child;
        }
        Some(Spot { node, board, line })
    }

    /// Moves that were passed over: a row for each, or one for all that a technique skipped where they are many.
    fn skips(&self, skipped: &[&MoveRecord<S::Game>], board: &BoardOf<S>) -> Vec<TreeChild> {
        let by_of = |record: &MoveRecord<S::Game>| record.skipped.as_ref().map(|by| by.by);
        let mut groups: Vec<Vec<&MoveRecord<S::Game>>> = Vec::new();
        for &record in skipped {
            let same = groups.iter_mut().find(|g| by_of(g[0]) == by_of(record));
            match same {
                Some(group) => group.push(record),
                None => groups.push(vec![record]),
            }
        }
        let rows = groups.into_iter().flat_map(|group| {
            let by = by_of(group[0]).filter(|_| group.len() > MOST_SKIPS);
            let Some(by) = by else {
                let row = |record: &&MoveRecord<S::Game>| {
                    self.row(None, record, what_of::<S>(record, board), board)
                };
                return group.iter().map(row).collect();
            };
            let names = group
                .iter()
                .map(|record| S::Game::move_text(board, record.mv));
            vec![TreeChild {
                id: None,
                mv: None,
                san: None,
                score: None,
                bound: None,
                depth: None,
                nodes: None,
                what: What::SkippedMany {
                    by: format::name::<S::Game>(by),
                    san: names.collect(),
                },
            }]
        });
        rows.collect()
    }

    /// The searches of a move, or one row that says why there is none.
    fn of_move(
        &self,
        node: &NodeOf<S>,
        record: &MoveRecord<S::Game>,
        board: &BoardOf<S>,
    ) -> Vec<TreeChild> {
        let searches: Vec<&NodeOf<S>> = node.searches_of(record.mv).collect();
        if searches.is_empty() {
            return vec![self.row(None, record, what_of::<S>(record, board), board)];
        }
        let after = S::Game::after(board, record.mv);
        let rows = searches.into_iter().map(|child| {
            let what = What::Searched {
                how: match child.role {
                    Role::Reduced => SearchedAs::Reduced,
                    Role::Again => SearchedAs::Again,
                    _ => SearchedAs::Planned,
                },
                ending: S::ending(&after, child),
            };
            self.row(Some(child), record, what, board)
        });
        rows.collect()
    }

    fn row(
        &self,
        child: Option<&NodeOf<S>>,
        record: &MoveRecord<S::Game>,
        what: What,
        board: &BoardOf<S>,
    ) -> TreeChild {
        let value = child.and_then(|child| child.value).map(|value| -value);
        let value = value.or(record.value);
        let bound = match child.and_then(Node::bound) {
            Some(Bound::Lower) => Bound::Upper,
            Some(Bound::Upper) => Bound::Lower,
            Some(Bound::Exact) => Bound::Exact,
            None => record.bound,
        };
        TreeChild {
            id: child.map(|child| child.id),
            mv: Some(self.game.code(board, record.mv)),
            san: Some(S::Game::move_text(board, record.mv)),
            score: value.map(|value| S::score(board, value)),
            bound: S::limit(board, bound),
            depth: child.map(|child| child.depth).or(record.depth),
            nodes: Some(child.map_or(record.nodes, |child| child.nodes)),
            what,
        }
    }

    /// A search on behalf of a technique.
    fn aside(&self, child: &NodeOf<S>, board: &BoardOf<S>) -> TreeChild {
        let by = match child.role {
            Role::Aside(by) => Some(format::name::<S::Game>(by)),
            _ => None,
        };
        let value = match child.is_same_position {
            true => child.value,
            false => child.value.map(|value| -value),
        };
        let mv: Option<MoveOf<S>> = child
            .mv
            .filter(|&mv| !child.is_same_position && S::Game::is_legal(board, mv));
        TreeChild {
            id: Some(child.id),
            mv: mv.map(|mv| self.game.code(board, mv)),
            san: mv.map(|mv| S::Game::move_text(board, mv)),
            score: value.map(|value| S::score(board, value)),
            bound: None,
            depth: Some(child.depth),
            nodes: Some(child.nodes),
            what: What::Aside { by },
        }
    }
}

fn use_of(id: &'static str, deeds: &Deeds) -> Use {
    Use {
        id,
        count: deeds.cut + deeds.skipped + deeds.reduced + deeds.extended,
        did: Some(Did {
            cut: deeds.cut,
            skipped: deeds.skipped,
            reduced: deeds.reduced,
            extended: deeds.extended,
            own: deeds.aside,
        }),
    }
}

/// A window from the view of who began, the lower end first; none where it is open.
fn window<S: Shown>(node: &NodeOf<S>, board: &BoardOf<S>) -> [Option<Score>; 2] {
    let open = |value: Value| (value.abs() < Value::INFINITE).then(|| S::score(board, value));
    let (alpha, beta) = (open(node.window.alpha), open(node.window.beta));
    match S::turn(board) == S::KIND.first() {
        true => [alpha, beta],
        false => [beta, alpha],
    }
}

fn what_of<S: Shown>(record: &MoveRecord<S::Game>, board: &BoardOf<S>) -> What {
    match (&record.skipped, record.searches) {
        (Some(by), _) => What::Skipped {
            decision: S::decision(board, by),
        },
        (None, 0) => What::NotSearched,
        (None, _) => What::NotRecorded,
    }
}
