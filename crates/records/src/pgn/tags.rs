//! The tags at the head of a game.

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use crate::error::quote;

/// The name of a tag that anybody may set.
///
/// `Result`, `SetUp` and `FEN` are no such names: they follow from the game itself, so that they can never
/// contradict it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TagName(Cow<'static, str>);

macro_rules! name_tags {
    ($($constant:ident $name:literal)*) => {
        #[allow(missing_docs)]
        impl TagName {
            $(pub const $constant: TagName = TagName(Cow::Borrowed($name));)*
        }
    };
}

name_tags! {
    EVENT "Event"
    SITE "Site"
    DATE "Date"
    ROUND "Round"
    WHITE "White"
    BLACK "Black"
    WHITE_ELO "WhiteElo"
    BLACK_ELO "BlackElo"
    TIME_CONTROL "TimeControl"
    TERMINATION "Termination"
    ANNOTATOR "Annotator"
    OPENING "Opening"
    ECO "ECO"
    PLY_COUNT "PlyCount"
    VARIANT "Variant"
}

pub(super) const RESULT: &str = "Result";
pub(super) const SET_UP: &str = "SetUp";
pub(super) const FEN: &str = "FEN";

const LONGEST_NAME: usize = 255;

impl TagName {
    /// A name of one's own: letters, digits and `_ + # = : -`, with a letter or a digit in front.
    pub fn new(name: &str) -> Result<TagName, TagNameError> {
        let fault = |reason| {
            Err(TagNameError {
                name: quote(name),
                reason,
            })
        };
        if [RESULT, SET_UP, FEN].contains(&name) {
            return fault("it follows from the game and cannot be set apart from it");
        }
        let starts_well = name.starts_with(|first: char| first.is_ascii_alphanumeric());
        if !starts_well || !name.bytes().all(is_name_byte) || name.len() > LONGEST_NAME {
            return fault(
                "expected a letter or digit, then letters, digits and _ + # = : -, at most 255 in all",
            );
        }
        Ok(TagName(Cow::Owned(name.to_string())))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a byte may be part of a tag's name.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
}

/// Why a text is not the name of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagNameError {
    name: String,
    reason: &'static str,
}

impl fmt::Display for TagNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad tag name {}: {}", self.name, self.reason)
    }
}

impl Error for TagNameError {}

/// The tags of a game, in order: first the roster that every game must have, then the others as they came.
#[derive(Clone, Debug)]
pub struct Tags {
    list: Vec<(TagName, String)>,
    /// Where each name is in the list, once that is too long to be walked for every tag.
    index: HashMap<TagName, usize>,
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.list == other.list
    }
}

impl Eq for Tags {}

/// Lists of up to this many tags are walked. Games have ten or twenty, but a file may contain anything.
const WALKED: usize = 64;

/// How many tags of the roster stand before `Result`, its seventh and last.
pub(super) const BEFORE_RESULT: usize = 6;

impl Tags {
    pub(super) fn new() -> Tags {
        let unknown = |name| (name, String::from("?"));
        Tags {
            list: vec![
                unknown(TagName::EVENT),
                unknown(TagName::SITE),
                (TagName::DATE, String::from("????.??.??")),
                unknown(TagName::ROUND),
                unknown(TagName::WHITE),
                unknown(TagName::BLACK),
            ],
            index: HashMap::new(),
        }
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    /// Sets a tag: in its old place if it is there, else at the end. A line break or another control character
    /// in the value becomes a space, because PGN has no way to write it.
    pub fn set(&mut self, name: TagName, value: &str) {
        let value = value.replace(char::is_control, " ");
        match self.position(&name) {
            Some(at) => self.list[at].1 = value,
            None => {
                self.list.push((name, value));
                self.extend_index();
            }
        }
    }

    fn position(&self, name: &TagName) -> Option<usize> {
        match self.index.is_empty() {
            true => self.list.iter().position(|(known, _)| known == name),
            false => self.index.get(name).copied(),
        }
    }

    /// Adds what was added to the list, all of it where the index begins.
    fn extend_index(&mut self) {
        if self.list.len() > WALKED {
            for at in self.index.len()..self.list.len() {
                self.index.insert(self.list[at].0.clone(), at);
            }
        }
    }

    /// Takes a tag away. One of the roster becomes unknown instead.
    pub fn remove(&mut self, name: &str) {
        let roster = Tags::new();
        match roster.get(name) {
            Some(unknown) => {
                if let Some((_, value)) = self.list.iter_mut().find(|(n, _)| n.as_str() == name) {
                    *value = unknown.to_string();
                }
            }
            None => {
                self.list.retain(|(known, _)| known.as_str() != name);
                self.index.clear();
                self.extend_index();
            }
        }
    }

    /// All tags with their values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.list
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_roster_in_front() {
        let mut tags = Tags::new();
        tags.set(TagName::ECO, "C20");
        tags.set(TagName::WHITE, "Vera");
        tags.set(TagName::ECO, "C\n44");
        let names: Vec<_> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(
            names,
            ["Event", "Site", "Date", "Round", "White", "Black", "ECO"]
        );
        assert_eq!(tags.get("White"), Some("Vera"));
        assert_eq!(tags.get("ECO"), Some("C 44"));
        tags.remove("ECO");
        tags.remove("White");
        assert_eq!(tags, Tags::new());
    }

    /// Were each tag looked for by walking the list, this would take minutes.
    #[test]
    fn many_tags_are_set_found_and_taken_away() {
        const COUNT: usize = 200_000;
        let name = |number: usize| TagName::new(&format!("T{number}")).expect("a name");
        let mut tags = Tags::new();
        for number in 0..COUNT {
            tags.set(name(number), "old");
        }
        for number in 0..COUNT {
            tags.set(name(number), &number.to_string());
        }
        assert_eq!(tags.iter().len(), 6 + COUNT);
        assert_eq!(tags.get("T199999"), Some("199999"));
        tags.remove("T0");
        tags.set(name(1), "one");
        tags.set(name(0), "last");
        assert_eq!(tags.get("T1"), Some("one"));
        assert_eq!(tags.iter().last(), Some(("T0", "last")));
        assert_eq!(tags.iter().len(), 6 + COUNT);
    }

    #[test]
    fn refuses_bad_names() {
        for bad in ["", "_x", "a b", "Größe", "FEN", "Result", "SetUp", "a\"b"] {
            assert!(TagName::new(bad).is_err(), "{bad}");
        }
        assert_eq!(TagName::new("White"), Ok(TagName::WHITE));
        let error = TagName::new("FEN").unwrap_err().to_string();
        assert!(error.contains("follows from the game"), "{error}");
    }
}
