//! SGF as a tree of nodes with properties, for any game; what a property means is for others to say.

use crate::error::quote;
use std::fmt;
use std::ops::Range;

/// One property of a node: its name and its values.
pub type Property = (String, Vec<String>);

/// More nodes than that are not read.
const MOST_NODES: usize = 200_000;

/// A node of a game tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The index of the node before it; none for the first.
    pub parent: Option<usize>,
    /// In the order of the text.
    pub properties: Vec<Property>,
}

/// Why a text is no SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfError(String);

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SgfError {}

fn fault<T>(message: impl Into<String>) -> Result<T, SgfError> {
    Err(SgfError(message.into()))
}

impl Node {
    /// The first value of a property.
    pub fn first(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(String::as_str)
    }

    /// All values of a property.
    pub fn all(&self, name: &str) -> &[String] {
        let found = self.properties.iter().find(|(found, _)| found == name);
        found.map_or(&[], |(_, values)| values)
    }
}

/// One game: its nodes, each after the one before it, and the main continuation first.
///
/// ```
/// use regence_records::sgf;
/// let games = sgf::read("(;GM[4];B[hh](;W[ii])(;W[gg]C[sharper]))").unwrap();
/// assert_eq!(games[0].len(), 4);
/// assert_eq!(games[0][3].parent, Some(1));
/// assert_eq!(games[0][3].first("C"), Some("sharper"));
/// assert_eq!(sgf::write(&games[0]), "(;GM[4];B[hh](;W[ii])(;W[gg]C[sharper]))\n");
/// ```
pub type Tree = Vec<Node>;

/// Reads all games of a text.
pub fn read(text: &str) -> Result<Vec<Tree>, SgfError> {
    let mut games: Vec<Tree> = Vec::new();
    let mut letters = text.chars().peekable();
    let mut name = String::new();
    // The node behind which each open bracket goes on.
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut at: Option<usize> = None;
    let mut nodes = 0;
    while let Some(letter) = letters.next() {
        match letter {
            '(' => {
                if open.is_empty() {
                    games.push(Tree::new());
                    at = None;
                }
                open.push(at);
                name.clear();
            }
            ')' => {
                let Some(before) = open.pop() else {
                    return fault("found ')' in SGF without a '(' before it");
                };
                at = before;
                name.clear();
            }
            // Some programs write words before the first bracket.
            _ if open.is_empty() => {
                if !games.is_empty() && !letter.is_whitespace() {
                    return fault(format!(
                        "found {letter:?} behind a game of SGF, expected '('"
                    ));
                }
            }
            ';' => {
                name.clear();
                nodes += 1;
                if nodes > MOST_NODES {
                    return fault(format!("the SGF has more than {MOST_NODES} nodes"));
                }
                if let Some(game) = games.last_mut() {
                    game.push(Node {
                        parent: at,
                        properties: Vec::new(),
                    });
                    at = Some(game.len() - 1);
                }
            }
            '[' => {
                let value = read_value(&mut letters)?;
                let properties =
                    at.and_then(|at| Some(&mut games.last_mut()?.get_mut(at)?.properties));
                add_value(properties, &mut name, value)?;
            }
            letter if letter.is_ascii_uppercase() && name.len() < 8 => name.push(letter),
            letter if letter.is_ascii_lowercase() || letter.is_whitespace() => {}
            letter => {
                return fault(format!(
                    "found {letter:?} in SGF, expected a property such as B[hh], or ')'"
                ));
            }
        }
    }
    if !open.is_empty() {
        return fault("the SGF ends before its ')'");
    }
    games.retain(|game| !game.is_empty());
    if games.is_empty() {
        return fault(format!(
            "found {}, expected SGF as in (;GM[4];B[hh])",
            quote(text)
        ));
    }
    Ok(games)
}

/// Where the games of a text are in it, in bytes: each can be read alone, so that one that is wrong hides no other.
///
/// ```
/// use regence_records::sgf;
/// let text = "(;GM[4]C[:-\\\\]];B[hh])\n(;GM[4])";
/// let games: Vec<&str> = sgf::places(text).into_iter().map(|place| &text[place]).collect();
/// assert_eq!(games, ["(;GM[4]C[:-\\\\]];B[hh])", "(;GM[4])"]);
/// ```
pub fn places(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let (mut start, mut depth, mut is_value) = (0, 0_usize, false);
    let mut letters = text.bytes().enumerate();
    while let Some((at, letter)) = letters.next() {
        match letter {
            // What follows it stands for itself.
            b'\\' if is_value => _ = letters.next(),
            b']' if is_value => is_value = false,
            _ if is_value => {}
            b'[' if depth > 0 => is_value = true,
            b'(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            b')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    places.push(start..at + 1);
                }
            }
            _ => {}
        }
    }
    if depth > 0 {
        places.push(start..text.len());
    }
    places
}

fn add_value(
    properties: Option<&mut Vec<Property>>,
    name: &mut String,
    value: String,
) -> Result<(), SgfError> {
    let Some(properties) = properties else {
        return fault("found '[' in SGF before the first ';'");
    };
    let name = std::mem::take(name);
    if name.is_empty() {
        // More values of the last property.
        let Some((_, values)) = properties.last_mut() else {
            return fault("found '[' in SGF without a name before it, as in B[hh]");
        };
        values.push(value);
    } else if let Some((_, values)) = properties.iter_mut().find(|(found, _)| *found == name) {
        values.push(value);
    } else {
        properties.push((name, vec![value]));
    }
    Ok(())
}

fn read_value(letters: &mut impl Iterator<Item = char>) -> Result<String, SgfError> {
    let mut value = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            ']' => return Ok(value),
            '\\' => match letters.next() {
                // A line that is broken for its width only.
                Some('\n') | None => {}
                Some(letter) => value.push(letter),
            },
            letter => value.push(letter),
        }
    }
    fault("the SGF ends inside a value: a ']' is missing")
}

/// Writes a game.
pub fn write(tree: &[Node]) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.len()];
    for (index, node) in tree.iter().enumerate() {
        if let Some(list) = node.parent.and_then(|parent| children.get_mut(parent)) {
            list.push(index);
        }
    }
    /// What is still to be written.
    enum Todo {
        Node(usize),
        Close,
    }
    let mut text = String::from("(");
    let mut todo = vec![Todo::Close, Todo::Node(0)];
    while let Some(next) = todo.pop() {
        let index = match next {
            Todo::Close => {
                text.push(')');
                continue;
            }
            Todo::Node(index) => index,
        };
        let Some(node) = tree.get(index) else {
            continue;
        };
        if node.parent.is_some_and(|parent| children[parent].len() > 1) {
            text.push('(');
        }
        text.push(';');
        for (name, values) in &node.properties {
            text += name;
            for value in values {
                text += &format!("[{}]", escaped(value));
            }
        }
        let is_fork = children[index].len() > 1;
        for &child in children[index].iter().rev() {
            if is_fork {
                todo.push(Todo::Close);
            }
            todo.push(Todo::Node(child));
        }
    }
    text + "\n"
}

/// Text as a value has it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_variations_come_back_as_they_were() {
        for text in [
            "(;GM[4]SZ[15]C[a (note\\];\\\\)];B[hh](;W[ii];B[gg](;W[aa])(;W[bb]))(;W[jj]))\n",
            "(;GM[4]AB[hh][ii]AW[gg])\n",
            "(;GM[4])\n",
        ] {
            let games = read(text).expect(text);
            assert_eq!(write(&games[0]), text);
        }
    }

    #[test]
    fn a_text_may_have_several_games_and_words_before_them() {
        let games = read("Gomoku\n(;GM[4]PB[A])\n (;GM[4]PB[B];B[hh])\n").expect("two games");
        assert_eq!(games.len(), 2);
        assert_eq!(games[1][0].first("PB"), Some("B"));
    }

    #[test]
    fn games_are_found_where_they_are_even_beside_broken_ones() {
        let text = "(words)\u{e9} (;PB[\u{c9})(];B[hh](;W[ii])(;W[jj])) ) (;%)\n(;C[(\\](])(;B[hh";
        let games: Vec<&str> = places(text).into_iter().map(|place| &text[place]).collect();
        let whole = "(;PB[\u{c9})(];B[hh](;W[ii])(;W[jj]))";
        assert_eq!(games, ["(words)", whole, "(;%)", "(;C[(\\](])", "(;B[hh"]);
        assert_eq!(places("h8i9"), []);
    }

    #[test]
    fn a_property_that_is_there_twice_has_all_values() {
        let games = read("(;GameID[1]AB[aa]AB[bb])").expect("a game");
        assert_eq!(games[0][0].all("AB"), ["aa", "bb"]);
        // Old writers spelled names out: only their capitals count.
        assert_eq!(games[0][0].first("GID"), Some("1"));
    }

    #[test]
    fn very_deep_nesting_is_read_and_written() {
        let deep = 20_000;
        let text = format!(
            "({}{}\n",
            "(;B[aa](;W[bb])".repeat(deep),
            ")".repeat(deep + 1)
        );
        let text = text.replacen("((", "(;GM[4](", 1);
        let games = read(&text).expect("deep");
        assert_eq!(read(&write(&games[0])).expect("again"), games);
    }

    #[test]
    fn wrong_texts_are_refused_with_a_reason() {
        for (text, reason) in [
            ("", "expected SGF"),
            ("()", "expected SGF"),
            ("(;B[hh", "']'"),
            ("(;B[hh]", "')'"),
            ("(;[hh])", "name"),
            ("(B[hh])", "first ';'"),
            ("(;%)", "property"),
            ("(;B[hh]))", "'('"),
            ("(;B[hh]) x", "behind a game"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
