//! Options: how they are declared to a GUI, and how their values are read.

use super::error::Error;
use std::fmt;

/// What an option holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    Check {
        default: bool,
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    Button,
    /// Free text, empty at first.
    Text,
}

/// An option as a GUI is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    name: &'static str,
    kind: OptionKind,
}

/// A value that its option allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    Check(bool),
    Spin(i64),
    Button,
    Text(String),
}

/// How GUIs write a text that is empty.
const EMPTY: &str = "<empty>";

impl OptionSpec {
    pub const fn check(name: &'static str, default: bool) -> OptionSpec {
        OptionSpec {
            name,
            kind: OptionKind::Check { default },
        }
    }

    pub const fn spin(name: &'static str, default: i64, min: i64, max: i64) -> OptionSpec {
        OptionSpec {
            name,
            kind: OptionKind::Spin { default, min, max },
        }
    }

    pub const fn button(name: &'static str) -> OptionSpec {
        OptionSpec {
            name,
            kind: OptionKind::Button,
        }
    }

    pub const fn text(name: &'static str) -> OptionSpec {
        OptionSpec {
            name,
            kind: OptionKind::Text,
        }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn kind(&self) -> OptionKind {
        self.kind
    }

    /// Reads a value, and refuses one that the declaration does not allow.
    pub fn read(&self, value: Option<&str>) -> Result<OptionValue, Error> {
        let fault = |expected: &str| {
            Err(Error::unexpected(
                &format!("option {}", self.name),
                expected,
                value,
            ))
        };
        match self.kind {
            OptionKind::Button => Ok(OptionValue::Button),
            OptionKind::Text => {
                let text = value.filter(|text| *text != EMPTY).unwrap_or_default();
                Ok(OptionValue::Text(text.to_owned()))
            }
            OptionKind::Check { .. } => match value {
                Some(text) if text.eq_ignore_ascii_case("true") => Ok(OptionValue::Check(true)),
                Some(text) if text.eq_ignore_ascii_case("false") => Ok(OptionValue::Check(false)),
                _ => fault("true or false"),
            },
            OptionKind::Spin { min, max, .. } => match value.and_then(|text| text.parse().ok()) {
                Some(number) if (min..=max).contains(&number) => Ok(OptionValue::Spin(number)),
                _ => fault(&format!("a whole number from {min} to {max}")),
            },
        }
    }
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Button => write!(f, "button"),
            OptionKind::Text => write!(f, "string default {EMPTY}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_read_as_the_protocol_asks() {
        assert_eq!(
            OptionSpec::spin("Hash", 16, 1, 1024).to_string(),
            "option name Hash type spin default 16 min 1 max 1024"
        );
        assert_eq!(
            OptionSpec::check("Ponder", false).to_string(),
            "option name Ponder type check default false"
        );
        assert_eq!(
            OptionSpec::button("Clear Hash").to_string(),
            "option name Clear Hash type button"
        );
        assert_eq!(
            OptionSpec::text("BookFile").to_string(),
            "option name BookFile type string default <empty>"
        );
    }

    #[test]
    fn a_text_is_taken_as_it_is_and_may_be_empty() {
        let book = OptionSpec::text("BookFile");
        let text = |value| match book.read(value) {
            Ok(OptionValue::Text(text)) => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(text(Some("my books/a.bin")), "my books/a.bin");
        assert_eq!(text(Some("<empty>")), "");
        assert_eq!(text(None), "");
    }

    #[test]
    fn values_are_checked_against_the_declaration() {
        let hash = OptionSpec::spin("Hash", 16, 1, 1024);
        assert_eq!(hash.read(Some("64")), Ok(OptionValue::Spin(64)));
        for bad in [
            None,
            Some("0"),
            Some("1025"),
            Some("-1"),
            Some("many"),
            Some(""),
        ] {
            let error = hash.read(bad).unwrap_err().to_string();
            assert!(error.starts_with("option Hash: expected a whole number from 1 to 1024"));
        }
        let check = OptionSpec::check("Ponder", false);
        assert_eq!(check.read(Some("True")), Ok(OptionValue::Check(true)));
        assert_eq!(
            check.read(Some("yes")).unwrap_err().to_string(),
            "option Ponder: expected true or false, found \"yes\""
        );
    }
}
