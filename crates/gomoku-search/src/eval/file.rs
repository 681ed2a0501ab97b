//! The file that holds the weights of a rule set.
//!
//! All numbers are little-endian. The header says which rule the weights are for and how many there are; the checksum at
//! the end covers all before it: a file that was cut off, damaged or made for something else is refused by name.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `RegShape` |
//! | 4 | version, 2; files of version 1 end behind the weights |
//! | 4 + n | length and name of the rule set |
//! | 4 + n | length and text of a description, UTF-8 |
//! | 4 | how many weights there are |
//! | 2 each | the weights in the order of [`Weights::to_row`] |
//! | 4 | how many numbers the network has, 0 without one |
//! | 2 each | the numbers in the order of [`Net::to_row`] |
//! | 8 | FNV-1a checksum |

use super::model::{self, Weights};
use super::net::Net;
use regence_gomoku::RuleSet;
use std::error::Error;
use std::fmt;

const MAGIC: &[u8; 8] = b"RegShape";
const VERSION: u32 = 2;
/// Before there were networks.
const WITHOUT_NET: u32 = 1;

/// Why a file holds no weights that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// It is something else.
    NotWeights,
    /// It is of another version of the format.
    Version(u32),
    /// It is cut off, or a byte of it has changed.
    Damaged,
    /// It is whole, but says something that this engine does not know.
    Unusable(String),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::NotWeights => write!(
                f,
                "no weights of Gomoku: it should begin with RegShape, as what `regence-lab train gomoku --out` writes"
            ),
            FileError::Version(found) => write!(
                f,
                "version {found} of the format, expected {VERSION}; train the weights again"
            ),
            FileError::Damaged => write!(
                f,
                "damaged or cut off: the checksum is wrong; copy it again"
            ),
            FileError::Unusable(why) => write!(f, "{why}"),
        }
    }
}

impl Error for FileError {}

impl Weights {
    /// The content of a file.
    pub fn to_bytes(&self, rule: RuleSet, description: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        for text in [rule.name(), description] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        let net = self.net.as_ref().map_or_else(Vec::new, Net::to_row);
        for row in [self.to_row(), net] {
            bytes.extend((row.len() as u32).to_le_bytes());
            bytes.extend(row.into_iter().flat_map(i16::to_le_bytes));
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the content of a file: the rule set, the weights and their description.
    pub fn from_bytes(bytes: &[u8]) -> Result<(RuleSet, Weights, String), FileError> {
        let content = bytes.strip_prefix(MAGIC).ok_or(FileError::NotWeights)?;
        let (version, _) = content.split_first_chunk::<4>().ok_or(FileError::Damaged)?;
        let version = u32::from_le_bytes(*version);
        if ![VERSION, WITHOUT_NET].contains(&version) {
            return Err(FileError::Version(version));
        }
        let (summed, sum) = bytes.split_last_chunk::<8>().ok_or(FileError::Damaged)?;
        if checksum(summed) != u64::from_le_bytes(*sum) {
            return Err(FileError::Damaged);
        }
        let mut input = Input(&summed[MAGIC.len() + 4..]);
        let (name, description) = (input.text()?, input.text()?);
        let rule: RuleSet = name
            .parse()
            .map_err(|error| FileError::Unusable(format!("{error}")))?;
        let other = |what: &str, found: usize, expected: usize| {
            FileError::Unusable(format!(
                "{found} {what} of {rule}, expected {expected}: they were made for another version"
            ))
        };
        let row = input.row()?;
        let wrong = || other("weights", row.len(), model::count(rule));
        let mut weights = Weights::from_row(rule, &row).ok_or_else(wrong)?;
        if version != WITHOUT_NET {
            let row = input.row()?;
            let wrong = || other("numbers of a network", row.len(), Net::count(rule));
            weights.net = match row.is_empty() {
                true => None,
                false => Some(Net::from_row(rule, &row).ok_or_else(wrong)?),
            };
        }
        if !input.0.is_empty() {
            return Err(FileError::Damaged);
        }
        Ok((rule, weights, description))
    }
}

/// What is still to be read.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn number(&mut self) -> Result<usize, FileError> {
        let (number, rest) = self.0.split_first_chunk::<4>().ok_or(FileError::Damaged)?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*number) as usize)
    }

    /// A number of numbers, and they.
    fn row(&mut self) -> Result<Vec<i16>, FileError> {
        let count = self.number()?;
        let all = self.0.as_chunks::<2>().0;
        let row = all.get(..count).ok_or(FileError::Damaged)?;
        self.0 = &self.0[2 * count..];
        Ok(row.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
    }

    fn text(&mut self) -> Result<String, FileError> {
        let length = self.number()?;
        let (text, rest) = self.0.split_at_checked(length).ok_or(FileError::Damaged)?;
        self.0 = rest;
        Ok(String::from_utf8_lossy(text).into_owned())
    }
}

/// FNV-1a (Fowler, Noll and Vo).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::super::shipped_weights;
    use super::*;

    fn file(rule: RuleSet) -> Vec<u8> {
        shipped_weights(rule).to_bytes(rule, "fitted to nothing")
    }

    #[test]
    fn what_is_written_is_read() {
        for rule in RuleSet::ALL {
            let (found, weights, description) = Weights::from_bytes(&file(rule)).expect("weights");
            assert_eq!((found, &weights), (rule, shipped_weights(rule)));
            assert_eq!(description, "fitted to nothing");
        }
    }

    #[test]
    fn a_network_is_part_of_the_file() {
        for rule in [RuleSet::Freestyle, RuleSet::Renju] {
            let mut weights = shipped_weights(rule).clone();
            weights.net = Some(super::super::net::tests::some(rule));
            let bytes = weights.to_bytes(rule, "with a network");
            let (_, found, _) = Weights::from_bytes(&bytes).expect("weights");
            assert_eq!(found, weights);
            let fewer = meant(bytes[..bytes.len() - 10].to_vec());
            assert_eq!(Weights::from_bytes(&fewer), Err(FileError::Damaged));
        }
    }

    /// Files from before there were networks.
    #[test]
    fn files_without_a_place_for_a_network_are_read() {
        let rule = RuleSet::Caro;
        let mut weights = shipped_weights(rule).clone();
        weights.net = None;
        let bytes = weights.to_bytes(rule, "old");
        let mut old = bytes[..bytes.len() - 12].to_vec();
        old[8..12].copy_from_slice(&WITHOUT_NET.to_le_bytes());
        let (found, read, _) = Weights::from_bytes(&meant(old)).expect("weights");
        assert_eq!((found, read), (rule, weights));
    }

    #[test]
    fn every_cut_and_every_damage_is_noticed() {
        let bytes = file(RuleSet::Freestyle);
        for length in (0..60).chain([bytes.len() / 2, bytes.len() - 1]) {
            assert!(Weights::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Weights::from_bytes(&longer), Err(FileError::Damaged));
        for at in (0..bytes.len()).step_by(61).chain(0..60) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Weights::from_bytes(&damaged).is_err(), "byte {at}");
        }
    }

    /// The content with another checksum at its end, as if it had been meant.
    fn meant(mut content: Vec<u8>) -> Vec<u8> {
        let sum = checksum(&content);
        content.extend(sum.to_le_bytes());
        content
    }

    #[test]
    fn errors_say_what_was_expected() {
        let said = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err().to_string();
        assert!(said(b"something else").contains("RegShape"));
        let mut other = file(RuleSet::Renju);
        other[8] = 7;
        assert!(said(&other).contains("version 7"));
        let mut without = shipped_weights(RuleSet::Renju).clone();
        without.net = None;
        let whole = without.to_bytes(RuleSet::Renju, "");
        let content = &whole[..whole.len() - 8];
        // A weight less: the number of them stands behind magic, version and two texts.
        let at = 8 + 4 + 4 + RuleSet::Renju.name().len() + 4;
        let mut fewer = content.to_vec();
        let count = model::count(RuleSet::Renju) as u32 - 1;
        fewer[at..at + 4].copy_from_slice(&count.to_le_bytes());
        fewer.drain(at + 4..at + 6);
        let fewer = said(&meant(fewer));
        assert!(fewer.contains("another version"), "{fewer}");
        let mut unknown = content.to_vec();
        unknown[16] = b'x';
        assert!(said(&meant(unknown)).contains("unknown rule set"));
    }
}
