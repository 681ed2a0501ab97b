//! The first minute: what somebody is offered who starts the program at a terminal and says nothing more.

use crate::NAME;
use crate::input::{Line, read_line};
use std::io::{self, BufRead, Write};
use std::path::Path;

/// What was chosen.
#[derive(Debug, PartialEq, Eq)]
pub enum Choice {
    /// To play in the browser.
    Browser,
    /// To play at the terminal.
    Here,
    /// The same, Gomoku.
    GomokuHere,
    /// To use the program in another one.
    Gui,
    /// Something else: a line of UCI.
    Line(Line),
    /// Nothing: the input is at its end.
    Nothing,
}

/// Greets, and reads what is chosen.
pub fn offer(input: &mut impl BufRead, output: &mut impl Write) -> io::Result<Choice> {
    write!(
        output,
        "{NAME}, a chess and Gomoku engine.

  1  play in the browser, with analysis     (regence serve)
  2  play here                              (regence play, regence play gomoku)
  3  use it in a chess or Gomoku program

Choose 1, 2 or 3, or speak UCI: help lists its commands, quit leaves.
> "
    )?;
    output.flush()?;
    loop {
        match read_line(input)? {
            None => return Ok(Choice::Nothing),
            Some(line) if line.text().trim().is_empty() => {
                write!(output, "1, 2 or 3? ")?;
                output.flush()?;
            }
            Some(line) => return Ok(choice(line)),
        }
    }
}

fn choice(line: Line) -> Choice {
    match line.text().trim().to_ascii_lowercase().as_str() {
        "1" | "browser" | "serve" => Choice::Browser,
        "2" | "here" | "play" | "chess" => Choice::Here,
        "gomoku" | "play gomoku" => Choice::GomokuHere,
        "3" | "gui" => Choice::Gui,
        _ => Choice::Line(line),
    }
}

/// How other programs use this one, which is at `program`.
pub fn for_guis(program: Option<&Path>) -> String {
    let path = program.map_or("regence".into(), |path| path.display().to_string());
    format!(
        "Chess programs (Cute Chess, BanksiaGUI, Lucas Chess, Arena and others): add a UCI engine with the command
  {path}
Gomoku programs (Piskvork and other Gomocup managers): the command is
  {path} gomocup
docs/guis.md says more. This is UCI from here on: uci lists the options, go movetime 1000 searches, quit leaves."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(typed: &str) -> (Choice, String) {
        let mut said = Vec::new();
        let choice = offer(&mut typed.as_bytes(), &mut said).expect("memory can be written");
        (choice, String::from_utf8(said).expect("text"))
    }

    #[test]
    fn each_choice_is_understood_by_its_number_and_its_word() {
        for (typed, expected) in [
            ("1\n", Choice::Browser),
            (" Serve \r\n", Choice::Browser),
            ("2\n", Choice::Here),
            ("play\n", Choice::Here),
            ("gomoku\n", Choice::GomokuHere),
            ("3\n", Choice::Gui),
            ("gui", Choice::Gui),
            ("", Choice::Nothing),
        ] {
            assert_eq!(offered(typed).0, expected, "{typed:?}");
        }
    }

    #[test]
    fn anything_else_is_a_line_of_uci_and_nothing_is_asked_again() {
        let (choice, _) = offered("position startpos moves e2e4\ngo\n");
        let line = Line::Text("position startpos moves e2e4\n".into());
        assert_eq!(choice, Choice::Line(line));
        let (choice, said) = offered("\n\n2\n");
        assert_eq!(choice, Choice::Here);
        assert_eq!(said.matches("1, 2 or 3?").count(), 2);
    }

    #[test]
    fn a_gui_is_told_where_the_program_is() {
        let told = for_guis(Some(Path::new("/opt/regence")));
        assert!(told.contains("  /opt/regence\n") && told.contains("  /opt/regence gomocup\n"));
    }
}
