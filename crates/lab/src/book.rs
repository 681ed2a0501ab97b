//! `book`: an opening book from our own play.
//!
//! First the tree grows: the position that is reached most often is searched, its good moves enter the book, and
//! what follows them is looked at next. Then games are played out of the book, and what each move scored corrects
//! what the search thought of it.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Game, Move};
use regence_chess_search::game::side_of;
use regence_chess_search::{Chess, Engine, Job};
use regence_core::limiter::WallClock;
use regence_core::{Limits, NoObserver, Shared};
use regence_records::polyglot::Builder;

use regence_arena::error::LabError;
use regence_arena::in_process::play::play;
use regence_arena::in_process::player::{Effort, Player};
use regence_arena::provenance::{on_large_stack, say};
use regence_arena::seat::Seat;
use regence_arena::setup::Setup;

/// What `book` is told.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The book that is written, in the Polyglot format
    #[arg(long)]
    out: PathBuf,
    /// How many moves the book may hold, sixteen bytes each
    #[arg(long, default_value_t = 1000)]
    entries: usize,
    /// Nodes for the search of each position
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    /// Moves that are this many centipawns worse than the best do not enter
    #[arg(long, default_value_t = 25)]
    margin: i32,
    /// How many moves of a position may enter
    #[arg(long, default_value_t = 4)]
    width: usize,
    /// Games that are played out of the book
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes a move in these games
    #[arg(long, default_value_t = 3000)]
    game_nodes: u64,
    /// Another seed plays other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Makes a book and writes it.
pub fn run(options: &Options) -> Result<(), LabError> {
    let wanted = options.clone();
    let tree = on_large_stack(move || -> Result<Tree, LabError> {
        let mut tree = grow(&wanted);
        play_out(&mut tree, &wanted)?;
        Ok(tree)
    })??;
    write(&tree, &options.out)?;
    say(&format!(
        "{}: {} moves for {} positions, {} games\n",
        options.out.display(),
        tree.entries(),
        tree.positions.len(),
        options.games
    ));
    Ok(())
}

/// A move of the book: what the search thinks of it, and how it fared.
#[derive(Clone, Copy, Debug)]
struct Known {
    mv: Move,
    /// The share of games that should take this move.
    share: f64,
    points: f64,
    games: f64,
}

/// Games that a move's own results have to outweigh before they count for more than a draw.
const PRIOR_GAMES: f64 = 8.0;

impl Known {
    /// A move that scores half keeps its share; one that loses always is hardly ever played again.
    fn weight(&self) -> u32 {
        let rate = (self.points + PRIOR_GAMES / 2.0) / (self.games + PRIOR_GAMES);
        (self.share * rate * 2.0 * 1000.0).round().max(1.0) as u32
    }
}

#[derive(Clone, Debug)]
struct Position {
    board: Board,
    moves: Vec<Known>,
}

/// The book before it is written, by the hash of its positions.
#[derive(Debug, Default)]
struct Tree {
    positions: HashMap<u64, Position>,
}

impl Tree {
    fn entries(&self) -> usize {
        self.positions.values().map(|p| p.moves.len()).sum()
    }
}

/// A position that may enter the book, and how often games are expected to reach it.
#[derive(Debug)]
struct Candidate {
    reach: f64,
    /// Breaks ties, so that the book does not depend on chance.
    number: usize,
    game: Game,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> Ordering {
        (self.reach.total_cmp(&other.reach)).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Candidate) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

fn grow(options: &Options) -> Tree {
    let mut engine = Engine::new();
    let mut tree = Tree::default();
    let mut number = 0;
    let mut candidates = BinaryHeap::from([Candidate {
        reach: 1.0,
        number,
        game: Game::new(Board::startpos()),
    }]);
    while tree.entries() < options.entries
        && let Some(Candidate { reach, game, .. }) = candidates.pop()
    {
        let key = game.board().key();
        if tree.positions.contains_key(&key) || game.outcome().is_some() {
            continue;
        }
        let moves = good_moves(&mut engine, &game, options);
        for known in &moves {
            number += 1;
            let mut game = game.clone();
            game.push(known.mv);
            let reach = reach * known.share;
            candidates.push(Candidate {
                reach,
                number,
                game,
            });
        }
        let board = *game.board();
        tree.positions.insert(key, Position { board, moves });
        if tree.positions.len() % 25 == 0 {
            eprintln!("{} of {} moves", tree.entries(), options.entries);
        }
    }
    tree
}

/// How fast a move loses its share as it falls behind the best one, in centipawns.
const SHARE_SCALE: f64 = 12.0;

fn good_moves(engine: &mut Engine, game: &Game, options: &Options) -> Vec<Known> {
    let job = Job {
        lines: options.width,
        ..Job::new(game.clone(), Limits::to_nodes(options.nodes))
    };
    let shared: Arc<Shared> = Shared::new(1, WallClock::start(), false);
    let Some(outcome) = engine.search(&job, &shared, &mut NoObserver) else {
        return Vec::new();
    };
    let best = outcome.best.value;
    let mut moves: Vec<Known> = outcome
        .lines
        .iter()
        .filter(|line| best - line.value <= options.margin)
        .map(|line| Known {
            mv: line.mv,
            share: (-f64::from(best - line.value) / SHARE_SCALE).exp(),
            points: 0.0,
            games: 0.0,
        })
        .collect();
    let total: f64 = moves.iter().map(|known| known.share).sum();
    moves.iter_mut().for_each(|known| known.share /= total);
    moves
}

/// Plays games out of the book and credits every book move with their results.
fn play_out(tree: &mut Tree, options: &Options) -> Result<(), LabError> {
    let effort = Effort::Nodes(options.game_nodes);
    let player = || Player::new(&Setup::shipped(), effort, 8);
    let (mut white, mut black) = (player()?, player()?);
    let mut rng = SplitMix64::new(options.seed);
    for number in 1..=options.games {
        let (game, path) = walk(tree, &mut rng);
        let winner = play::<Chess>(game, [&mut white, &mut black])?.winner;
        credit(tree, &path, winner);
        if number % 50 == 0 {
            eprintln!("{number} of {} games", options.games);
        }
    }
    Ok(())
}

/// A way through the book at random, by the moves' shares: the game, and the keys and indices of its moves.
fn walk(tree: &Tree, rng: &mut SplitMix64) -> (Game, Vec<(u64, usize)>) {
    let mut game = Game::new(Board::startpos());
    let mut path = Vec::new();
    while let Some(position) = tree.positions.get(&game.board().key()) {
        let index = choose(&position.moves, rng.next_u64());
        let Some(known) = position.moves.get(index) else {
            break;
        };
        path.push((game.board().key(), index));
        game.push(known.mv);
        if game.outcome().is_some() {
            break;
        }
    }
    (game, path)
}

/// The index of a move, each as often as its share says.
fn choose(moves: &[Known], random: u64) -> usize {
    let mut left = random as f64 / u64::MAX as f64;
    let ends_here = |known: &Known| {
        left -= known.share;
        left <= 0.0
    };
    moves
        .iter()
        .position(ends_here)
        .unwrap_or(moves.len().saturating_sub(1))
}

fn credit(tree: &mut Tree, path: &[(u64, usize)], winner: Option<Seat>) {
    for (key, index) in path {
        let Some(position) = tree.positions.get_mut(key) else {
            continue;
        };
        let side = side_of(position.board.side_to_move());
        let known = &mut position.moves[*index];
        known.games += 1.0;
        known.points += match winner {
            None => 0.5,
            Some(seat) if seat == side => 1.0,
            Some(_) => 0.0,
        };
    }
}

fn write(tree: &Tree, path: &Path) -> Result<(), LabError> {
    let mut builder = Builder::new();
    for position in tree.positions.values() {
        for known in &position.moves {
            builder
                .add(&position.board, known.mv, known.weight())
                .map_err(|error| LabError::new(error.to_string()))?;
        }
    }
    let mut bytes = Vec::new();
    builder
        .write(&mut bytes)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| LabError::new(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_records::polyglot::Book;
    use std::io::Cursor;

    fn small(out: PathBuf) -> Options {
        Options {
            out,
            entries: 40,
            nodes: 2000,
            margin: 30,
            width: 4,
            games: 6,
            game_nodes: 100,
            seed: 1,
        }
    }

    #[test]
    fn a_book_is_made_and_can_be_read() {
        let path = std::env::temp_dir().join(format!("regence-book-{}.bin", std::process::id()));
        run(&small(path.clone())).unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!((40..=44).contains(&(bytes.len() / 16)), "{}", bytes.len());
        let mut book = Book::new(Cursor::new(bytes)).unwrap();
        let moves = book.moves(&Board::startpos()).unwrap();
        assert!((1..=4).contains(&moves.len()), "{moves:?}");
    }

    #[test]
    fn a_move_that_loses_is_played_less_often() {
        let board = Board::startpos();
        let known = |points: f64| Known {
            mv: board.move_from_uci("e2e4").unwrap(),
            share: 0.5,
            points,
            games: 40.0,
        };
        assert!(known(20.0).weight() > known(4.0).weight());
        assert_eq!(known(20.0).weight(), 500);
        assert!(known(0.0).weight() > 0);
    }
}
