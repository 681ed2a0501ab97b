//! The file that holds a network.
//!
//! All numbers are little-endian. The header says everything that the weights' meaning depends on, and the checksum at
//! the end covers all before it: a file that was cut off, damaged or made for another engine is refused by name.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `RegNNUE` and a zero |
//! | 4 | version, 1 |
//! | 4 | width of the first layer |
//! | 32 | bucket of each king square, a1 to d8 |
//! | 4, 4, 4 | 1.0 in the first layer, 1.0 in the output layer, centipawns of 1.0 |
//! | 4 + n | length and text of a description, UTF-8 |
//! | 2 each | rows, their bias, output weights |
//! | 4 each | output bias |
//! | 8 | FNV-1a checksum |

use std::error::Error;
use std::fmt;

use crate::features::KingBuckets;
use crate::network::{Network, OUTPUT_BUCKETS, QUANT_IN, QUANTS_OUT, SCALE, Shape};

const MAGIC: &[u8; 8] = b"RegNNUE\0";
const VERSION: u32 = 1;
/// Nobody needs a longer description; a damaged length must not look like a missing end.
const MAX_DESCRIPTION: usize = 1 << 16;

/// Why a file is no network for this engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// It is something else.
    NotANetwork,
    /// It is of another version of the format.
    Version(u32),
    /// It ends too early or too late.
    Length {
        /// Bytes that a file of this shape has.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// The checksum is not that of the content.
    Damaged,
    /// It is whole, but this engine cannot use it.
    Unusable(String),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::NotANetwork => write!(
                f,
                "no network of Régence: it should begin with RegNNUE; networks of other engines cannot be used"
            ),
            FormatError::Version(found) => write!(
                f,
                "version {found} of the format, expected {VERSION}; take a network that was made for this engine"
            ),
            FormatError::Length { expected, found } => write!(
                f,
                "{found} bytes, expected {expected}; the file is cut off or has something added: copy it again"
            ),
            FormatError::Damaged => write!(f, "damaged: the checksum is wrong; copy it again"),
            FormatError::Unusable(why) => write!(f, "{why}"),
        }
    }
}

impl Error for FormatError {}

impl Network {
    /// The content of a network file.
    pub fn to_bytes(&self, description: &str) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let ends = (0..=MAX_DESCRIPTION.min(description.len())).rev();
        let end = ends
            .into_iter()
            .find(|&end| description.is_char_boundary(end));
        let description = &description[..end.unwrap_or(0)];
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.shape.hidden() as u32).to_le_bytes());
        bytes.extend(self.shape.buckets().as_array());
        for number in [QUANT_IN, self.quant_out, SCALE] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend((description.len() as u32).to_le_bytes());
        bytes.extend(description.as_bytes());
        for weight in self.rows.iter().chain(&self.row_bias).chain(&self.output) {
            bytes.extend(weight.to_le_bytes());
        }
        for bias in self.output_bias {
            bytes.extend(bias.to_le_bytes());
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the content of a network file: the network and its description.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Network, String), FormatError> {
        let mut input = Input { bytes, at: 0 };
        if input.take::<8>().is_none_or(|magic| &magic != MAGIC) {
            return Err(FormatError::NotANetwork);
        }
        let version = u32::from_le_bytes(input.need()?);
        if version != VERSION {
            return Err(FormatError::Version(version));
        }
        let hidden = u32::from_le_bytes(input.need()?) as usize;
        let buckets = input.need::<32>()?;
        let units = [input.number()?, input.number()?, input.number()?];
        let described = input.number()? as usize;
        let shape = KingBuckets::new(buckets)
            .and_then(|buckets| Shape::new(hidden, buckets))
            .filter(|_| described <= MAX_DESCRIPTION);
        let Some(shape) = shape else {
            return Err(unusable_or_damaged(bytes, || {
                format!(
                    "a first layer of {hidden} with these king buckets; expected a multiple of 32 up to 1024"
                )
            }));
        };
        let weights = shape.features() * hidden + hidden + OUTPUT_BUCKETS * 2 * hidden;
        let expected = input.at + described + weights * 2 + OUTPUT_BUCKETS * 4 + 8;
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(FormatError::Length { expected, found });
        }
        if !has_right_checksum(bytes) {
            return Err(FormatError::Damaged);
        }
        let [quant_in, quant_out, scale] = units;
        if [quant_in, scale] != [QUANT_IN, SCALE] || !QUANTS_OUT.contains(&quant_out) {
            return Err(FormatError::Unusable(format!(
                "units of {units:?}, expected {QUANT_IN}, one of {QUANTS_OUT:?}, and {SCALE}; it was made for another version"
            )));
        }
        let description = String::from_utf8_lossy(input.slice(described)?).into_owned();
        let rows = input.weights(shape.features() * hidden)?;
        let row_bias = input.weights(hidden)?;
        let output = input.weights(OUTPUT_BUCKETS * 2 * hidden)?;
        let mut output_bias = [0; OUTPUT_BUCKETS];
        for bias in &mut output_bias {
            *bias = input.number()?;
        }
        Network::new(shape, quant_out, rows, row_bias, output, output_bias)
            .map(|network| (network, description))
            .ok_or_else(|| {
                FormatError::Unusable("an output weight is beyond ±127; quantise it again".into())
            })
    }
}

/// A header that makes no sense is a damaged one, unless the checksum says that it was meant.
fn unusable_or_damaged(bytes: &[u8], why: impl Fn() -> String) -> FormatError {
    match has_right_checksum(bytes) {
        true => FormatError::Unusable(why()),
        false => FormatError::Damaged,
    }
}

fn has_right_checksum(bytes: &[u8]) -> bool {
    bytes
        .split_last_chunk::<8>()
        .is_some_and(|(content, sum)| checksum(content) == u64::from_le_bytes(*sum))
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let found = *self.bytes.get(self.at..)?.first_chunk::<N>()?;
        self.at += N;
        Some(found)
    }

    fn need<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let (expected, found) = (self.at + N, self.bytes.len());
        self.take().ok_or(FormatError::Length { expected, found })
    }

    fn number(&mut self) -> Result<i32, FormatError> {
        self.need().map(i32::from_le_bytes)
    }

    fn slice(&mut self, length: usize) -> Result<&'a [u8], FormatError> {
        let (expected, found) = (self.at + length, self.bytes.len());
        let slice = self.bytes.get(self.at..expected);
        self.at = expected;
        slice.ok_or(FormatError::Length { expected, found })
    }

    fn weights(&mut self, count: usize) -> Result<Vec<i16>, FormatError> {
        let bytes = self.slice(count * 2)?;
        let (pairs, _) = bytes.as_chunks::<2>();
        Ok(pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tests::random_network;

    fn file() -> (Network, Vec<u8>) {
        let mut network = random_network(32, KingBuckets::ONE, 9);
        network.quant_out = QUANTS_OUT[0];
        let bytes = network.to_bytes("trained on nothing");
        (network, bytes)
    }

    #[test]
    fn what_is_written_is_read() {
        let (network, bytes) = file();
        let (read, description) = Network::from_bytes(&bytes).expect("a network");
        assert_eq!(
            (read, description.as_str()),
            (network, "trained on nothing")
        );
    }

    #[test]
    fn every_cut_is_noticed() {
        let (_, bytes) = file();
        for length in (0..200).chain([bytes.len() / 2, bytes.len() - 1]) {
            assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(matches!(
            Network::from_bytes(&longer),
            Err(FormatError::Length { .. })
        ));
    }

    #[test]
    fn every_damage_is_noticed() {
        let (_, bytes) = file();
        for at in (0..bytes.len()).step_by(61).chain(0..80) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Network::from_bytes(&damaged).is_err(), "byte {at}");
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let said = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
        assert!(said(b"something else").contains("RegNNUE"));
        let (_, mut bytes) = file();
        assert!(said(&bytes[..1000]).contains("cut off"));
        bytes[8] = 2;
        assert!(said(&bytes).contains("version 2"));
    }
}
