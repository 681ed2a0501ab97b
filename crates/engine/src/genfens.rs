//! `genfens N seed S book B`: starts of games to learn from, as OpenBench's workers ask for them. They pass all of it as
//! one argument, and `quit` as another.

use crate::output::Output;
use crate::search::on_large_stack;
use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Game};
use regence_chess_search::Chess;
use regence_core::limiter::WallClock;
use regence_core::{Engine, Limits, NoObserver, Request, Shared};
use regence_records::epd::Epd;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::PathBuf;
use std::process::ExitCode;

/// Random moves from the first position of the game, and one more in every second start.
const PLIES: u64 = 8;
/// Random moves from a position of a book, which is a start already; one more in every second.
const PLIES_AFTER_BOOK: u64 = 2;
/// A short search judges each start.
const JUDGE_NODES: u64 = 2000;
/// Centipawns beyond which a game is as good as decided.
const DECIDED: i32 = 300;
/// So many attempts without a start mean that the book leads to none.
const PATIENCE: u32 = 10_000;

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    count: u64,
    seed: u64,
    book: Option<PathBuf>,
}

/// What the command line says about it.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// `N seed S book B`: how many; a number that decides which; a file with a FEN or EPD a line, or None
    #[arg(
        trailing_var_arg = true,
        required = true,
        value_name = "N seed S book B"
    )]
    words: Vec<String>,
}

/// The arguments of the program, those of OpenBench as others would give them.
pub fn arguments() -> Vec<OsString> {
    let given: Vec<OsString> = std::env::args_os().collect();
    let words = given.get(1).and_then(|command| command.to_str());
    match words.filter(|words| words.starts_with("genfens ")) {
        Some(words) => {
            let words = words.split_whitespace().map(OsString::from);
            let front = given[..1].iter().cloned().chain(words);
            front.chain(given[2..].iter().cloned()).collect()
        }
        None => given,
    }
}

/// Prints the starts, each as soon as it is found.
pub fn run(options: &Options, output: &Output) -> ExitCode {
    let output = output.clone();
    let words = options.words.clone();
    let done = on_large_stack(move || {
        let wanted = read(&words)?;
        let mut source = Source::open(&wanted)?;
        for _ in 0..wanted.count {
            let board = source.next()?;
            output.print(&format!("info string genfens {}", board.to_fen()));
        }
        Ok::<(), String>(())
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("regence genfens: {error}");
            ExitCode::FAILURE
        }
    }
}

fn read(words: &[String]) -> Result<Wanted, String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let expected = || {
        format!(
            "expected N seed S book B, as in 100 seed 7 book None; found {}",
            words.join(" ")
        )
    };
    let [count, "seed", seed, "book", book, rest @ ..] = &words[..] else {
        return Err(expected());
    };
    if let Some(word) = rest.iter().find(|word| **word != "quit") {
        return Err(format!("there is nothing more to choose; found {word}"));
    }
    Ok(Wanted {
        count: count.parse().map_err(|_| expected())?,
        seed: seed.parse().map_err(|_| expected())?,
        book: (!book.eq_ignore_ascii_case("none")).then(|| PathBuf::from(book)),
    })
}

/// Starts without end; seed and book decide alone.
struct Source {
    rng: SplitMix64,
    book: Option<Book>,
    judge: Engine<Chess>,
}

impl Source {
    fn open(wanted: &Wanted) -> Result<Source, String> {
        let mut judge = Engine::new();
        // So short a search needs no more; the usual table serves too.
        let _ = judge.set_hash(1);
        Ok(Source {
            rng: SplitMix64::new(wanted.seed),
            book: wanted.book.clone().map(Book::open).transpose()?,
            judge,
        })
    }

    fn next(&mut self) -> Result<Board, String> {
        for _ in 0..PATIENCE {
            let (start, plies) = match &mut self.book {
                Some(book) => (book.position(&mut self.rng)?, PLIES_AFTER_BOOK),
                None => (Board::startpos(), PLIES),
            };
            let plies = plies + self.rng.below(2);
            let game = Game::random(start, plies, &mut |bound| self.rng.below(bound));
            if let Some(game) = game.filter(|game| self.is_open(game)) {
                return Ok(*game.board());
            }
        }
        Err("the book leads to decided positions only".to_owned())
    }

    /// Whether either side may still win.
    fn is_open(&mut self, game: &Game) -> bool {
        self.judge.new_game();
        let request = Request::new(game.clone(), Limits::to_nodes(JUDGE_NODES));
        let shared = Shared::new(1, WallClock::start(), false);
        let outcome = self.judge.search(&request, &shared, &mut NoObserver);
        outcome.is_some_and(|outcome| outcome.best.value.raw().abs() < DECIDED)
    }
}

/// A file with a position a line, however long: lines are looked up where chance points.
struct Book {
    path: PathBuf,
    file: BufReader<File>,
    length: u64,
}

impl Book {
    fn open(path: PathBuf) -> Result<Book, String> {
        let open = || {
            let file = File::open(&path)?;
            let length = file.metadata()?.len();
            Ok((BufReader::new(file), length))
        };
        let (file, length) = open().map_err(|error: std::io::Error| told(&path, &error))?;
        match length {
            0 => Err(told(&path, &"expected a FEN or EPD a line, found nothing")),
            _ => Ok(Book { path, file, length }),
        }
    }

    /// The line behind the one that chance hits; behind the last comes the first.
    fn position(&mut self, rng: &mut SplitMix64) -> Result<Board, String> {
        let mut line = String::new();
        let mut look_up = || -> std::io::Result<()> {
            let at = rng.below(self.length);
            self.file.seek(SeekFrom::Start(at))?;
            self.file.skip_until(b'\n')?;
            if self.file.read_line(&mut line)? == 0 {
                self.file.rewind()?;
                self.file.read_line(&mut line)?;
            }
            Ok(())
        };
        look_up().map_err(|error| told(&self.path, &error))?;
        let text = line.trim();
        let board = Board::from_fen(text).or_else(|error| match text.parse::<Epd>() {
            Ok(epd) => Ok(*epd.board()),
            Err(_) => Err(error),
        });
        board.map_err(|error| told(&self.path, &format!("{text}: {error}")))
    }
}

fn told(path: &std::path::Path, what: &dyn std::fmt::Display) -> String {
    format!("{}: {what}", path.display())
}
