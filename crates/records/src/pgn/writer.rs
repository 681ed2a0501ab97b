//! Games as text, in the export format of the PGN standard.

use std::fmt::{self, Write};
use std::io;

use regence_chess::{Board, Color};

use super::game::{self, EditError, Game, Line, LineId};
use super::notes::Comment;

/// The standard wants lines of fewer than 80 characters.
const WIDTH: usize = 79;

/// Writes a game and the blank line that ends it in a file of many.
pub fn write_game(mut out: impl io::Write, game: &Game) -> io::Result<()> {
    writeln!(out, "{game}")
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.all_tags() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        f.write_str("\n")?;
        let mut text = Filler::new(&mut *f, Some(WIDTH));
        write_lines(self, LineId::MAIN, self.start(), &mut text)?;
        text.unit(self.result().as_str())?;
        text.finish()?;
        f.write_str("\n")
    }
}

impl Game {
    /// The moves of a line with their comments, glyphs and variations, on one line of text.
    pub fn line_text(&self, id: LineId) -> Result<String, EditError> {
        let start = self.position(id, 0)?;
        let mut out = String::new();
        let mut text = Filler::new(&mut out, None);
        // Writing to a string cannot fail.
        let _ = write_lines(self, id, &start, &mut text).and_then(|()| text.finish());
        Ok(out)
    }
}

/// A line that is being written.
struct Open<'a> {
    line: &'a Line,
    next: usize,
    /// The position before the next move, and the one before the last.
    board: Board,
    before: Board,
    /// The variations of the last move that are still to be written, its tail after them.
    variations: std::vec::IntoIter<LineId>,
    owes_tail: bool,
    /// Whether black's next move needs a number: at the beginning, after a comment or a variation.
    wants_number: bool,
}

impl<'a> Open<'a> {
    fn new(line: &'a Line, board: Board) -> Open<'a> {
        Open {
            line,
            next: 0,
            board,
            before: board,
            variations: Vec::new().into_iter(),
            owes_tail: false,
            wants_number: true,
        }
    }
}

/// Writes a line and all that branches off it. The open lines are on a stack of our own: a file decides how
/// deep they are nested.
fn write_lines<W: Write>(
    game: &Game,
    id: LineId,
    start: &Board,
    text: &mut Filler<W>,
) -> fmt::Result {
    let Ok(line) = game.line(id) else {
        return Ok(());
    };
    write_comments(line.intro(), text)?;
    let mut stack = vec![Open::new(line, *start)];
    while let Some(top) = stack.last_mut() {
        if let Some(variation) = top.variations.next() {
            top.wants_number = true;
            let board = top.before;
            if let Ok(line) = game.line(variation) {
                text.prefix('(');
                write_comments(line.intro(), text)?;
                stack.push(Open::new(line, board));
            }
        } else if top.owes_tail {
            write_tail(top, text)?;
        } else if top.next < top.line.plies().len() {
            write_ply(game, top, text)?;
        } else {
            stack.pop();
            if !stack.is_empty() {
                text.suffix(')');
            }
        }
    }
    Ok(())
}

/// Writes the next move with its number, glyphs and comments.
fn write_ply<W: Write>(game: &Game, top: &mut Open<'_>, text: &mut Filler<W>) -> fmt::Result {
    let ply = &top.line.plies()[top.next];
    match top.board.side_to_move() {
        Color::White => text.unit(&format!("{}.", top.board.fullmove_number()))?,
        Color::Black if top.wants_number => {
            text.unit(&format!("{}...", top.board.fullmove_number()))?;
        }
        Color::Black => {}
    }
    text.unit(&game::san(&top.board, ply))?;
    for nag in ply.nags() {
        text.unit(&nag.to_string())?;
    }
    write_comments(ply.comments(), text)?;
    top.wants_number = !ply.comments().is_empty();
    top.variations = game.written_variations(ply).collect::<Vec<_>>().into_iter();
    top.owes_tail = true;
    top.before = top.board;
    top.board = game::after(&top.board, ply);
    top.next += 1;
    Ok(())
}

/// Writes what is said behind the variations of the last move.
fn write_tail<W: Write>(top: &mut Open<'_>, text: &mut Filler<W>) -> fmt::Result {
    top.owes_tail = false;
    let tail = top.line.plies()[top.next - 1].tail();
    top.wants_number |= !tail.is_empty();
    write_comments(tail, text)
}

fn write_comments<W: Write>(comments: &[Comment], text: &mut Filler<W>) -> fmt::Result {
    for comment in comments {
        text.prefix('{');
        for unit in units(comment.as_str()) {
            text.unit(unit)?;
        }
        text.suffix('}');
    }
    Ok(())
}

/// The words of a comment. A command such as `[%eval 0.25]` is one: not every reader finds it on two lines.
fn units(mut rest: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let command = rest.starts_with("[%").then(|| rest.find(']')).flatten();
        let from = command.unwrap_or(0);
        let end = rest[from..].find(' ').map_or(rest.len(), |at| from + at);
        let unit = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(unit)
    })
}

/// Fills lines with units that are not broken.
struct Filler<W> {
    out: W,
    width: Option<usize>,
    column: usize,
    /// Brackets that open before the next unit.
    prefix: String,
    /// The last unit, not written yet: a bracket may still close behind it.
    unit: String,
}

impl<W: Write> Filler<W> {
    fn new(out: W, width: Option<usize>) -> Filler<W> {
        Filler {
            out,
            width,
            column: 0,
            prefix: String::new(),
            unit: String::new(),
        }
    }

    fn prefix(&mut self, bracket: char) {
        self.prefix.push(bracket);
    }

    fn suffix(&mut self, bracket: char) {
        self.unit.push(bracket);
    }

    fn unit(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        std::mem::swap(&mut self.unit, &mut self.prefix);
        self.unit.push_str(text);
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        if self.unit.is_empty() {
            return Ok(());
        }
        let length = self.unit.chars().count();
        // At the beginning of a line, these have a meaning of their own for some readers, even in a comment.
        let clings = self.unit.starts_with(['%', '[', ';']);
        let fits = |width| self.column + 1 + length <= width;
        if self.column > 0 {
            if clings || self.width.is_none_or(fits) {
                self.out.write_char(' ')?;
                self.column += 1;
            } else {
                self.out.write_char('\n')?;
                self.column = 0;
            }
        }
        self.out.write_str(&self.unit)?;
        self.column += length;
        self.unit.clear();
        Ok(())
    }

    fn finish(mut self) -> fmt::Result {
        self.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_not_broken() {
        let words = |text| units(text).collect::<Vec<_>>();
        assert_eq!(
            words("[%eval 0.25] [%clk 0:01:00] a good move"),
            ["[%eval 0.25]", "[%clk 0:01:00]", "a", "good", "move"]
        );
        assert_eq!(words("x [%eval 1"), ["x", "[%eval", "1"]);
        assert_eq!(words("[%a b]c d"), ["[%a b]c", "d"]);
    }
}
