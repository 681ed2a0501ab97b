//! A training run on disk: all that is needed to resume it as if nothing had happened.

use std::fs;
use std::path::Path;

use super::model::Layout;
use super::optimiser::{Moments, Optimiser};
use crate::selfplay::blocks::{with_checksum, without_checksum};
use regence_arena::error::LabError;

const MAGIC: &[u8; 8] = b"RegTrn03";

/// How a run stands between two chunks.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What the run was told, word for word: another run must not continue it.
    pub settings: String,
    pub optimiser: Optimiser,
    /// The next chunk.
    pub epoch: u64,
    pub chunk: u64,
    /// Positions of shards that all chunks before it were made of.
    pub positions: u64,
    /// Training and validation loss, each time that it was measured.
    pub losses: Vec<[f32; 2]>,
    /// Losses and samples since then, summed.
    pub sums: [f64; 2],
}

impl Checkpoint {
    /// Writes it beside the old one and then takes its place, so that a crash leaves one of the two.
    pub fn save(&self, path: &Path) -> Result<(), LabError> {
        let mut bytes = MAGIC.to_vec();
        let mut put = |data: &[u8]| {
            bytes.extend((data.len() as u64).to_le_bytes());
            bytes.extend(data);
        };
        put(self.settings.as_bytes());
        let optimiser = &self.optimiser;
        for number in [optimiser.steps, self.epoch, self.chunk, self.positions] {
            put(&number.to_le_bytes());
        }
        for sum in self.sums {
            put(&sum.to_le_bytes());
        }
        let (own, shared) = (&optimiser.own, &optimiser.shared);
        for numbers in [
            &self.losses.concat(),
            &optimiser.weights,
            &optimiser.average,
            &own.values,
            &own.first,
            &own.second,
            &shared.values,
            &shared.first,
            &shared.second,
        ] {
            let data: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
            put(&data);
        }
        let temporary = path.with_extension("new");
        fs::write(&temporary, with_checksum(bytes))
            .and_then(|()| fs::rename(&temporary, path))
            .map_err(|error| LabError::file(path, &error))
    }

    /// A checkpoint of a network of this layout.
    pub fn load(path: &Path, layout: Layout) -> Result<Checkpoint, LabError> {
        let bytes = fs::read(path).map_err(|error| LabError::file(path, &error))?;
        let sound = without_checksum(&bytes).and_then(|bytes| bytes.strip_prefix(MAGIC));
        let Some(content) = sound else {
            return Err(LabError::new(format!(
                "{}: not a checkpoint of this version, or damaged; delete it to begin anew",
                path.display()
            )));
        };
        parse(content, layout).ok_or_else(|| {
            LabError::new(format!(
                "{}: a checkpoint of a network of another shape; choose its --hidden and --kings, or another --out",
                path.display()
            ))
        })
    }
}

fn parse(bytes: &[u8], layout: Layout) -> Option<Checkpoint> {
    let mut rest = bytes;
    let mut take = || {
        let (length, after) = rest.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (data, after) = after.split_at_checked(length)?;
        rest = after;
        Some(data)
    };
    let settings = String::from_utf8(take()?.to_vec()).ok()?;
    let mut number = || Some(u64::from_le_bytes(take()?.try_into().ok()?));
    let (steps, epoch, chunk, positions) = (number()?, number()?, number()?, number()?);
    let sums = [f64::from_bits(number()?), f64::from_bits(number()?)];
    let mut numbers = || {
        let (chunks, []) = take()?.as_chunks::<4>() else {
            return None;
        };
        let numbers = chunks.iter().map(|n| f32::from_le_bytes(*n));
        Some(numbers.collect::<Vec<f32>>())
    };
    let losses = numbers()?.as_chunks::<2>().0.to_vec();
    let both = [numbers()?, numbers()?];
    let mut moments = || {
        Some(Moments {
            values: numbers()?,
            first: numbers()?,
            second: numbers()?,
        })
    };
    let (own, shared) = (moments()?, moments()?);
    Some(Checkpoint {
        settings,
        optimiser: Optimiser::from_parts(layout, steps, both, own, shared)?,
        epoch,
        chunk,
        positions,
        losses,
        sums,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::model::tests::small_layout;

    #[test]
    fn a_checkpoint_survives_and_every_flipped_bit_is_refused() {
        let path = std::env::temp_dir().join(format!("regence-train-{}.ckpt", std::process::id()));
        let layout = small_layout();
        let weights = (0..layout.len()).map(|n| n as f32 / 1000.0).collect();
        let mut optimiser = Optimiser::new(layout, weights);
        optimiser.steps = 7;
        let checkpoint = Checkpoint {
            settings: "all of it".into(),
            optimiser,
            epoch: 1,
            chunk: 2,
            positions: 3,
            losses: vec![[0.2, 0.3], [0.1, 0.25]],
            sums: [4.0, 5.0],
        };
        checkpoint.save(&path).expect("saved");
        assert_eq!(Checkpoint::load(&path, layout).expect("loaded"), checkpoint);
        let bytes = fs::read(&path).expect("a file");
        for place in (0..bytes.len()).step_by(40_009).chain([bytes.len() - 1]) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            fs::write(&path, &damaged).expect("a file");
            let error = Checkpoint::load(&path, layout).expect_err("damaged");
            assert!(error.to_string().contains("damaged"), "{place}: {error}");
        }
        fs::write(&path, &bytes[..bytes.len() - 5]).expect("a file");
        assert!(Checkpoint::load(&path, layout).is_err());
        fs::remove_file(&path).expect("removed");
    }
}
