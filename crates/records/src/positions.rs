//! Positions as a command line names them: a position, or a file with one a line.

use std::path::Path;

use regence_core::game::Game;

use crate::epd::Epd;

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

/// The positions that these words name, of a way to play the game: one position, or those of a file, one a line
/// (blank lines and those that begin with `#` are passed over). None if there are no words.
pub fn named<G: Game>(setup: &G::Setup, words: &[String]) -> Result<Vec<G::Position>, String> {
    let text = words.join(" ");
    let path = Path::new(&text);
    match text.trim() {
        "" => Ok(Vec::new()),
        _ if path.is_file() => of_file::<G>(setup, path),
        position => read::<G>(setup, position)
            .map(|position| vec![position])
            .map_err(|error| format!("{error}; nor is there a file of that name")),
    }
}

/// A depth where the first word is a number, and the words behind it.
pub fn depth_first(words: &[String]) -> (Option<i32>, &[String]) {
    match words
        .split_first()
        .map(|(word, rest)| (word.parse::<i32>(), rest))
    {
        Some((Ok(depth), rest)) => (Some(depth), rest),
        _ => (None, words),
    }
}

/// A position as its game writes it, or the position of an EPD.
fn read<G: Game>(setup: &G::Setup, text: &str) -> Result<G::Position, String> {
    G::read_position(setup, text).or_else(|error| match text.parse::<Epd>() {
        Ok(epd) => G::read_position(setup, &epd.board().to_fen()).map_err(|_| error),
        Err(_) => Err(error),
    })
}

fn of_file<G: Game>(setup: &G::Setup, path: &Path) -> Result<Vec<G::Position>, String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    let length = std::fs::metadata(path).map_err(fail)?.len();
    if length > LARGEST {
        return Err(format!(
            "{}: expected at most {} MB of positions, found {} MB; split the file",
            path.display(),
            LARGEST >> 20,
            length >> 20
        ));
    }
    let text = std::fs::read_to_string(path).map_err(fail)?;
    let lines = text.lines().map(str::trim).enumerate();
    let positions = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            read::<G>(setup, line)
                .map_err(|error| format!("{}, line {}: {error}", path.display(), number + 1))
        })
        .collect::<Result<Vec<_>, _>>()?;
    match positions.is_empty() {
        true => Err(format!(
            "{}: expected a position a line, found none",
            path.display()
        )),
        false => Ok(positions),
    }
}
