//! What to start: a program with its arguments and a folder.

use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A program to start. No shell is asked: what is written is what runs, on every system.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// Where it runs; by default where we run.
    pub folder: Option<PathBuf>,
}

impl Launch {
    pub fn new(program: impl Into<PathBuf>) -> Launch {
        Launch {
            program: program.into(),
            ..Launch::default()
        }
    }

    /// With one more argument.
    pub fn arg(mut self, argument: impl Into<String>) -> Launch {
        self.arguments.push(argument.into());
        self
    }

    /// Reads a command line such as `engine --quiet 'a file'`. Quotes hold blanks together; there is nothing else to
    /// know. `None` if there is no word, or if a quote is not closed.
    pub fn parse(text: &str) -> Option<Launch> {
        let mut words = split_words(text)?.into_iter();
        Some(Launch {
            program: words.next()?.into(),
            arguments: words.collect(),
            folder: None,
        })
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }
}

impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())?;
        for argument in &self.arguments {
            match argument.is_empty() || argument.contains(char::is_whitespace) {
                true => write!(f, " '{argument}'")?,
                false => write!(f, " {argument}")?,
            }
        }
        Ok(())
    }
}

fn split_words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_at_blanks_outside_quotes() {
        let launch = Launch::parse("engine  --book 'my book.bin' \"\" x").unwrap();
        assert_eq!(launch.program, PathBuf::from("engine"));
        assert_eq!(launch.arguments, ["--book", "my book.bin", "", "x"]);
        assert_eq!(launch.to_string(), "engine --book 'my book.bin' '' x");
        for wrong in ["", "   ", "engine 'x"] {
            assert_eq!(Launch::parse(wrong), None, "{wrong}");
        }
    }
}
