//! The layout of a shard: a header that says how its games were made, then blocks of whole games, each with a checksum.
//!
//! | part | bytes |
//! |---|---|
//! | header | `RegShard`, length of the text (4), the text (JSON), CRC-32 of all of this (4) |
//! | block | `RegB`, number of games (4), number of positions (4), length of the games (4), the games, CRC-32 of all of this (4) |
//!
//! Numbers begin with the lowest byte. What a flipped bit or a cut has damaged is found by its checksum and named by its place; the
//! blocks after it are found by their mark, so the rest of the file is never lost.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

const HEADER_MARK: &[u8; 8] = b"RegShard";
const BLOCK_MARK: &[u8; 4] = b"RegB";
/// The mark and the three numbers of a block.
const BLOCK_HEAD: usize = 16;
const CHECKSUM: usize = 4;
/// A header or block that claims more is damaged: 256 games of the longest kind take less.
const MAX_LENGTH: usize = 1 << 26;
/// How much of a damaged file is searched for the next mark at a time.
const SCAN: usize = 1 << 20;

/// Where a block stands in its file, and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The place of its games.
    from: u64,
    pub games: u32,
    pub positions: u32,
    /// Bytes of its games.
    length: u32,
}

impl Block {
    /// A block of one game in a file that has neither header nor marks.
    pub fn plain(from: u64, positions: usize, length: usize) -> Block {
        Block {
            from,
            games: 1,
            positions: positions as u32,
            length: length as u32,
        }
    }

    /// The next game of such a file belongs to it too.
    pub fn add(&mut self, positions: usize, length: usize) {
        self.games += 1;
        self.positions += positions as u32;
        self.length += length as u32;
    }

    /// The place of its mark.
    pub fn start(&self) -> u64 {
        self.from - BLOCK_HEAD as u64
    }

    /// The place behind it.
    pub fn end(&self) -> u64 {
        self.from + (self.length as usize + CHECKSUM) as u64
    }

    /// The bytes of its games.
    pub fn read(&self, file: &mut (impl Read + Seek)) -> io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(self.from))?;
        let mut bytes = vec![0; self.length as usize];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// A part of a file that is neither header nor block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Its first byte.
    pub from: u64,
    /// The byte behind it.
    pub to: u64,
    /// Whether the file ends with it, as an interrupted run leaves it.
    pub is_tail: bool,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { from, to, is_tail } = self;
        match is_tail {
            true => write!(
                f,
                "bytes {from} to {to}, the end of the file, are no whole block"
            ),
            false => write!(f, "bytes {from} to {to} are damaged"),
        }
    }
}

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The text of the header; none if it is damaged.
    pub header: Option<String>,
    /// The place behind the last whole part, where the next block belongs.
    pub end: u64,
    pub blocks: Vec<Block>,
    pub damage: Vec<Damage>,
}

impl Contents {
    /// Reads a whole file and checks every sum; none if it does not begin as a shard and holds no block either.
    pub fn read(file: &mut (impl Read + Seek)) -> io::Result<Option<Contents>> {
        let length = file.seek(SeekFrom::End(0))?;
        let mut contents = Contents::default();
        if let Some((text, end)) = read_header(file, length)? {
            (contents.header, contents.end) = (Some(text), end);
        }
        let mut at = contents.end;
        while at < length {
            if let Some(block) = read_block(file, at, length)? {
                contents.blocks.push(block);
                contents.end = block.end();
                at = contents.end;
                continue;
            }
            let next = next_block(file, at + 1, length)?;
            contents.damage.push(Damage {
                from: at,
                to: next.map_or(length, |block| block.start()),
                is_tail: next.is_none(),
            });
            at = next.map_or(length, |block| block.start());
        }
        let is_shard = contents.header.is_some() || !contents.blocks.is_empty();
        Ok(is_shard.then_some(contents))
    }

    pub fn games(&self) -> u64 {
        self.blocks.iter().map(|block| u64::from(block.games)).sum()
    }

    pub fn positions(&self) -> u64 {
        let positions = self.blocks.iter().map(|block| u64::from(block.positions));
        positions.sum()
    }
}

/// The bytes of a header.
pub fn header(text: &str) -> Vec<u8> {
    let mut bytes = HEADER_MARK.to_vec();
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    with_checksum(bytes)
}

/// The bytes of a block of these games.
pub fn block(games: u32, positions: u32, bytes: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(BLOCK_HEAD + bytes.len() + CHECKSUM);
    block.extend(BLOCK_MARK);
    for number in [games, positions, bytes.len() as u32] {
        block.extend(number.to_le_bytes());
    }
    block.extend(bytes);
    with_checksum(block)
}

/// Bytes, and the checksum of them.
pub fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Bytes without the checksum behind them; none if it is not theirs.
pub fn without_checksum(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = bytes.split_last_chunk::<CHECKSUM>()?;
    (crc32fast::hash(bytes) == u32::from_le_bytes(*sum)).then_some(bytes)
}

fn read_header(file: &mut (impl Read + Seek), length: u64) -> io::Result<Option<(String, u64)>> {
    const HEAD: usize = HEADER_MARK.len() + 4;
    let Some(head) = read_at(file, 0, HEAD, length)? else {
        return Ok(None);
    };
    let text = number(&head[HEADER_MARK.len()..]) as usize;
    if !head.starts_with(HEADER_MARK) || text > MAX_LENGTH {
        return Ok(None);
    }
    let Some(bytes) = read_at(file, 0, HEAD + text + CHECKSUM, length)? else {
        return Ok(None);
    };
    let text = without_checksum(&bytes).map(|bytes| bytes[HEAD..].to_vec());
    let text = text.and_then(|text| String::from_utf8(text).ok());
    Ok(text.map(|text| (text, bytes.len() as u64)))
}

/// The whole and undamaged block at a place.
fn read_block(
    file: &mut (impl Read + Seek),
    offset: u64,
    file_length: u64,
) -> io::Result<Option<Block>> {
    let Some(head) = read_at(file, offset, BLOCK_HEAD, file_length)? else {
        return Ok(None);
    };
    let length = number(&head[12..]);
    if !head.starts_with(BLOCK_MARK) || length as usize > MAX_LENGTH {
        return Ok(None);
    }
    let whole = BLOCK_HEAD + length as usize + CHECKSUM;
    let bytes = read_at(file, offset, whole, file_length)?;
    let is_sound = bytes.is_some_and(|bytes| without_checksum(&bytes).is_some());
    Ok(is_sound.then(|| Block {
        from: offset + BLOCK_HEAD as u64,
        games: number(&head[4..]),
        positions: number(&head[8..]),
        length,
    }))
}

/// The first whole block that begins at a place or after it.
fn next_block(
    file: &mut (impl Read + Seek),
    mut from: u64,
    length: u64,
) -> io::Result<Option<Block>> {
    while from < length {
        let size = SCAN.min((length - from) as usize);
        let Some(bytes) = read_at(file, from, size, length)? else {
            return Ok(None);
        };
        let marks = bytes
            .windows(BLOCK_MARK.len())
            .enumerate()
            .filter(|(_, window)| window == BLOCK_MARK);
        for (place, _) in marks {
            if let Some(block) = read_block(file, from + place as u64, length)? {
                return Ok(Some(block));
            }
        }
        // A mark may stand across the border of two scans.
        from += (size - (BLOCK_MARK.len() - 1).min(size - 1)) as u64;
    }
    Ok(None)
}

/// So many bytes from a place; none if the file ends before.
fn read_at(
    file: &mut (impl Read + Seek),
    offset: u64,
    count: usize,
    length: u64,
) -> io::Result<Option<Vec<u8>>> {
    if offset + count as u64 > length {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = vec![0; count];
    file.read_exact(&mut bytes)?;
    Ok(Some(bytes))
}

fn number(bytes: &[u8]) -> u32 {
    bytes
        .first_chunk::<4>()
        .map_or(0, |four| u32::from_le_bytes(*four))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn file() -> (Vec<u8>, [usize; 4]) {
        let mut bytes = header("{\"seed\":1}");
        let mut starts = [bytes.len(), 0, 0, 0];
        for number in 0..3u32 {
            let games = vec![number as u8; 50 + number as usize];
            bytes.extend(block(number + 1, 10 * number, &games));
            starts[number as usize + 1] = bytes.len();
        }
        (bytes, starts)
    }

    fn read(bytes: &[u8]) -> Option<Contents> {
        Contents::read(&mut Cursor::new(bytes)).expect("memory can be read")
    }

    #[test]
    fn what_is_written_is_read() {
        let (bytes, starts) = file();
        let contents = read(&bytes).expect("a shard");
        assert_eq!(contents.header.as_deref(), Some("{\"seed\":1}"));
        assert_eq!((contents.games(), contents.positions()), (6, 30));
        assert_eq!(contents.damage, []);
        let places: Vec<u64> = contents.blocks.iter().map(|block| block.start()).collect();
        assert_eq!(places, [starts[0], starts[1], starts[2]].map(|s| s as u64));
        let games = contents.blocks[1].read(&mut Cursor::new(&bytes));
        assert_eq!(games.expect("memory can be read"), [1; 51]);
    }

    #[test]
    fn every_flipped_bit_is_found_and_costs_one_block() {
        let (bytes, starts) = file();
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                let contents = read(&damaged).expect("blocks are left");
                let part = starts.iter().filter(|&&start| start <= place).count();
                let from = if part == 0 { 0 } else { starts[part - 1] };
                let expected = Damage {
                    from: from as u64,
                    to: starts[part] as u64,
                    is_tail: part == 3,
                };
                assert_eq!(contents.damage, [expected], "byte {place}, bit {bit}");
                assert_eq!(contents.header.is_none(), part == 0);
                assert_eq!(contents.blocks.len(), 3 - usize::from(part > 0));
            }
        }
    }

    #[test]
    fn a_cut_file_keeps_its_whole_blocks() {
        let (bytes, starts) = file();
        for length in starts[0]..bytes.len() {
            let contents = read(&bytes[..length]).expect("a shard");
            let whole = starts[1..].iter().filter(|&&end| end <= length).count();
            assert_eq!(contents.blocks.len(), whole, "{length}");
            let is_cut = !starts.contains(&length);
            assert_eq!(contents.damage.len(), usize::from(is_cut));
            assert!(contents.damage.iter().all(|damage| damage.is_tail));
        }
    }

    #[test]
    fn other_files_are_no_shards() {
        assert_eq!(read(b""), None);
        assert_eq!(read(&[7; 5000]), None);
        assert_eq!(read(&header("x")[..10]), None);
    }

    #[test]
    fn a_mark_across_two_scans_is_found() {
        let mut bytes = vec![0; SCAN - 2];
        bytes.extend(block(1, 2, &[5; 9]));
        // The first byte is passed over: the scan begins at the second.
        bytes.insert(0, 0);
        let contents = read(&bytes).expect("a shard");
        assert_eq!(contents.blocks.len(), 1);
        assert_eq!(contents.blocks[0].start(), (SCAN - 1) as u64);
    }
}
