//! Positions from shards of any size, in an order that mixes them well: blocks are visited in random order, and the
//! positions of many blocks are shuffled together. A chunk depends on seed, epoch and number alone, so that a run
//! can be resumed anywhere; the next chunk is read while one learns from the last.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use regence_chess::rng::SplitMix64;
use regence_records::training::TrainingGame;

use super::model::Target;
use super::sample::Sample;
use crate::selfplay::inspect::is_quiet;
use crate::selfplay::shard::{BlockFile, each_of};
use regence_arena::error::LabError;

/// Of so many games one is never learnt from, but tested on.
const VALIDATION: usize = 64;
/// Positions of shards that are shuffled together, about two thirds of them quiet: 200 MB of samples.
pub const CHUNK_POSITIONS: u64 = 9 << 20;
/// Blocks whose test games are tested on: 2048 games are some 140 000 positions.
const TESTED_BLOCKS: usize = 512;

/// The blocks of all shards.
#[derive(Debug)]
pub struct Stream {
    files: Vec<BlockFile>,
    /// Which blocks make a chunk in every epoch: file, block and positions.
    blocks: Vec<(u32, u32, u32)>,
    chunk_positions: u64,
    seed: u64,
}

impl Stream {
    /// Reads the places of all blocks; damaged parts are named on the error output and left out.
    pub fn open(paths: &[PathBuf], seed: u64, chunk_positions: u64) -> Result<Stream, LabError> {
        let mut stream = Stream {
            files: Vec::new(),
            blocks: Vec::new(),
            chunk_positions,
            seed,
        };
        for (number, path) in paths.iter().enumerate() {
            let file = BlockFile::open::<TrainingGame>(path)?;
            let blocks = file.blocks().iter().enumerate();
            let blocks =
                blocks.map(|(index, block)| (number as u32, index as u32, block.positions));
            stream.blocks.extend(blocks);
            stream.files.push(file);
        }
        Ok(stream)
    }

    /// Positions of all blocks, quiet or not.
    pub fn positions(&self) -> u64 {
        self.blocks
            .iter()
            .map(|&(_, _, count)| u64::from(count))
            .sum()
    }

    /// The chunks of an epoch: lists of blocks.
    fn chunks(&self, epoch: usize) -> Vec<Vec<(u32, u32)>> {
        let mut order = self.blocks.clone();
        let mixed = SplitMix64::new(self.seed ^ (epoch as u64 + 1) << 32).next_u64();
        SplitMix64::new(mixed).shuffle(&mut order);
        let chunks = self.positions().div_ceil(self.chunk_positions).max(1);
        // All chunks are of about one size: a small one at the end would be mixed badly.
        let size = self.positions().div_ceil(chunks);
        let (mut lists, mut filled) = (Vec::new(), 0);
        let mut list = Vec::new();
        for (file, block, positions) in order {
            list.push((file, block));
            filled += u64::from(positions);
            if filled >= size * (lists.len() as u64 + 1) {
                lists.push(std::mem::take(&mut list));
            }
        }
        if !list.is_empty() {
            lists.push(list);
        }
        lists
    }

    pub fn chunk_count(&self, epoch: usize) -> usize {
        self.chunks(epoch).len()
    }

    /// Positions, quiet or not, of a chunk's blocks.
    pub fn chunk_positions(&self, epoch: usize, number: usize) -> u64 {
        let chunks = self.chunks(epoch);
        let blocks = chunks.get(number).into_iter().flatten();
        let positions = |&(file, block): &(u32, u32)| {
            let blocks = self.files[file as usize].blocks();
            u64::from(blocks[block as usize].positions)
        };
        blocks.map(positions).sum()
    }

    /// The samples of a chunk, shuffled.
    fn chunk(&self, epoch: usize, number: usize) -> Result<Vec<Sample>, LabError> {
        let mut samples = Vec::new();
        for &(file, block) in self.chunks(epoch).get(number).into_iter().flatten() {
            self.read(file, block, |number, game| {
                if !is_test(number) {
                    samples.extend(quiet(game));
                }
            })?;
        }
        let seed = self.seed ^ (epoch as u64 + 1) << 40 ^ (number as u64 + 1) << 8;
        let mixed = SplitMix64::new(seed).next_u64();
        SplitMix64::new(mixed).shuffle(&mut samples);
        Ok(samples)
    }

    /// Reads a chunk on a thread of its own.
    pub fn prefetch(self: &Arc<Stream>, epoch: usize, number: usize) -> Result<Chunk, LabError> {
        let stream = Arc::clone(self);
        Builder::new()
            .spawn(move || stream.chunk(epoch, number))
            .map(Chunk)
            .map_err(|error| LabError::new(format!("a thread was refused: {error}")))
    }

    /// Hands the games of some blocks, evenly spread, to `take`.
    pub fn sample(&self, mut take: impl FnMut(&TrainingGame)) -> Result<(), LabError> {
        for &(file, block, _) in self.spread() {
            self.read(file, block, |_, game| take(game))?;
        }
        Ok(())
    }

    fn spread(&self) -> impl Iterator<Item = &(u32, u32, u32)> {
        let step = self.blocks.len().div_ceil(TESTED_BLOCKS).max(1);
        self.blocks.iter().step_by(step)
    }

    /// Positions of games that are never learnt from, and the loss that the classical evaluation has on them, summed.
    pub fn validation(&self, target: Target) -> Result<(Vec<Sample>, f64), LabError> {
        let (mut samples, mut classical) = (Vec::new(), 0.0);
        for &(file, block, _) in self.spread() {
            self.read(file, block, |number, game| {
                if is_test(number) {
                    samples.extend(quiet(game));
                    let boards = game
                        .positions()
                        .filter(|(board, ply)| is_quiet(board, *ply));
                    let errors = quiet(game)
                        .zip(boards)
                        .map(|(sample, (board, _))| target.classical_error(&sample, &board));
                    classical += errors.sum::<f64>();
                }
            })?;
        }
        Ok((samples, classical))
    }

    /// Hands the games of a block to `take`, each with its number in it.
    pub fn read(
        &self,
        file: u32,
        block: u32,
        mut take: impl FnMut(usize, &TrainingGame),
    ) -> Result<(), LabError> {
        let file = &self.files[file as usize];
        let bytes = file.read(block as usize)?;
        let mut number = 0;
        each_of(bytes.as_slice(), |game: TrainingGame| {
            take(number, &game);
            number += 1;
            Ok(())
        })
        .map_err(|error| LabError::new(format!("{}, {error}", file.path().display())))
    }
}

/// A chunk that is being read.
#[derive(Debug)]
pub struct Chunk(JoinHandle<Result<Vec<Sample>, LabError>>);

impl Chunk {
    pub fn wait(self) -> Result<Vec<Sample>, LabError> {
        let failed = || LabError::new("reading the games ended in a panic, see above");
        self.0.join().map_err(|_| failed())?
    }
}

/// Whether a game, by its number in its block, is for validation.
fn is_test(number: usize) -> bool {
    number % VALIDATION == VALIDATION - 1
}

fn quiet(game: &TrainingGame) -> impl Iterator<Item = Sample> + '_ {
    let positions = game
        .positions()
        .filter(|(board, ply)| is_quiet(board, *ply));
    positions.map(|(board, ply)| Sample::new(&board, ply, game.winner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::blocks;
    use regence_chess::{Board, Color};
    use regence_records::training::ScoredMove;
    use std::path::Path;

    /// A shard in which the game of each number has one quiet position with that score.
    fn shard(path: &Path, blocks: i16) {
        let start = Board::startpos();
        let mut bytes = blocks::header("{}");
        for block in 0..blocks {
            let mut games = Vec::new();
            for game in 0..128 {
                let ply = ScoredMove {
                    mv: start.legal_moves()[0],
                    score: block * 128 + game,
                };
                let game = TrainingGame {
                    start,
                    winner: Some(Color::White),
                    plies: vec![ply],
                };
                game.write(&mut games).expect("memory can be written");
            }
            bytes.extend(blocks::block(128, 128, &games));
        }
        std::fs::write(path, bytes).expect("a file");
    }

    fn scores(stream: &Stream, epoch: usize) -> Vec<Vec<i16>> {
        let chunk = |number| stream.chunk(epoch, number).expect("readable");
        let scores = |samples: Vec<Sample>| samples.iter().map(|s| s.score() as i16).collect();
        (0..stream.chunk_count(epoch))
            .map(|number| scores(chunk(number)))
            .collect()
    }

    #[test]
    fn an_epoch_sees_every_position_once_but_those_to_test_on() {
        let name = format!("regence-stream-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        shard(&path, 10);
        let open = |seed| Stream::open(std::slice::from_ref(&path), seed, 400).expect("readable");
        let stream = open(1);
        assert_eq!((stream.positions(), stream.chunk_count(0)), (1280, 4));
        let target = Target {
            mix: 0.0,
            scale: 400.0,
            power: 2.0,
            wdl: None,
        };
        let (tested, _) = stream.validation(target).expect("readable");
        let mut all: Vec<i16> = tested.iter().map(|s| s.score() as i16).collect();
        assert_eq!(all.len(), 20);
        assert_eq!(all[..2], [63, 127]);

        let chunks = scores(&stream, 0);
        assert!(chunks.iter().all(|chunk| (200..400).contains(&chunk.len())));
        let order = chunks.concat();
        assert!(!chunks[0].is_sorted(), "shuffled");
        all.extend(&order);
        all.sort_unstable();
        assert!(
            all.iter()
                .enumerate()
                .all(|(i, &score)| i == score as usize)
        );

        assert_eq!(scores(&stream, 0), chunks, "a chunk can be made again");
        assert_ne!(scores(&stream, 1).concat(), order);
        assert_ne!(scores(&open(2), 0).concat(), order);
        let positions: u64 = (0..4).map(|n| stream.chunk_positions(0, n)).sum();
        assert_eq!(positions, 1280);
        std::fs::remove_file(&path).expect("removed");
    }
}
