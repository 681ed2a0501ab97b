//! Colours and figures.

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    has_colour: bool,
    has_figures: bool,
}

const RESET: &str = "\u{1b}[0m";

/// Columns of a line; a terminal would break longer ones in the middle of a word.
const COLUMNS: usize = 79;

/// The text with its long lines broken between words.
pub fn wrapped(text: &str) -> String {
    let wrap = |line: &str| -> String {
        let mut column = 0;
        let mut wrapped = String::new();
        for word in line.split(' ') {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > COLUMNS {
                wrapped.push('\n');
                column = 0;
            } else if !wrapped.is_empty() {
                wrapped.push(' ');
                column += 1;
            }
            wrapped.push_str(word);
            column += length;
        }
        wrapped
    };
    text.lines().map(wrap).collect::<Vec<_>>().join("\n")
}

impl Style {
    pub fn new(has_colour: bool, ascii: bool) -> Style {
        Style {
            has_colour,
            has_figures: !ascii,
        }
    }

    pub fn has_colour(&self) -> bool {
        self.has_colour
    }

    /// Whether there are figures (♞) rather than letters (n).
    pub fn has_figures(&self) -> bool {
        self.has_figures
    }

    /// A text on a background, both from the terminal's 256 colours; as it is where there are none.
    pub fn paint(&self, text: &str, foreground: u8, background: u8) -> String {
        match self.has_colour {
            true => format!("\u{1b}[38;5;{foreground};48;5;{background}m{text}{RESET}"),
            false => text.to_string(),
        }
    }

    pub fn bold(&self, text: &str) -> String {
        match self.has_colour {
            true => format!("\u{1b}[1m{text}{RESET}"),
            false => text.to_string(),
        }
    }

    /// A word of warning.
    pub fn warning(&self, text: &str) -> String {
        match self.has_colour {
            true => format!("\u{1b}[33m{text}{RESET}"),
            false => text.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let word = "sixteen-letters!";
        let text = format!("{}\nshort", [word; 9].join(" "));
        let lines: Vec<String> = wrapped(&text).lines().map(String::from).collect();
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines.iter().all(|line| line.chars().count() <= COLUMNS));
        assert_eq!(lines.join(" "), text.replace('\n', " "));
        assert_eq!(wrapped("a  b"), "a  b");
        let endless = "x".repeat(200);
        assert_eq!(wrapped(&endless), endless);
    }

    #[test]
    fn without_colours_nothing_is_added() {
        let plain = Style::new(false, false);
        assert_eq!(
            plain.paint("x", 1, 2) + &plain.bold("y") + &plain.warning("z"),
            "xyz"
        );
        let colour = Style::new(true, false);
        assert_eq!(colour.paint("x", 1, 2), "\u{1b}[38;5;1;48;5;2mx\u{1b}[0m");
    }
}
