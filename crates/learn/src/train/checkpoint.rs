//! A training run on disk: all that is needed to go on as if nothing had happened.

use std::fs;
use std::path::Path;

use super::optimiser::Optimiser;
use regence_arena::error::LabError;

const MAGIC: &[u8; 8] = b"RegTrn02";

/// How a run stands after an epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What the run was told, word for word: another run must not continue it.
    pub settings: String,
    pub optimiser: Optimiser,
    /// Training and validation loss of each finished epoch.
    pub losses: Vec<[f32; 2]>,
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
        put(&self.optimiser.steps.to_le_bytes());
        put(&self.optimiser.limit.to_le_bytes());
        let Optimiser {
            weights,
            first,
            second,
            ..
        } = &self.optimiser;
        for numbers in [weights, first, second, &self.losses.concat()] {
            let data: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
            put(&data);
        }
        let temporary = path.with_extension("new");
        fs::write(&temporary, bytes)
            .and_then(|()| fs::rename(&temporary, path))
            .map_err(|error| LabError::file(path, &error))
    }

    pub fn load(path: &Path) -> Result<Checkpoint, LabError> {
        let bytes = fs::read(path).map_err(|error| LabError::file(path, &error))?;
        parse(&bytes).ok_or_else(|| {
            LabError::new(format!(
                "{}: no checkpoint of a training run, or damaged; delete it to begin anew",
                path.display()
            ))
        })
    }
}

fn parse(bytes: &[u8]) -> Option<Checkpoint> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let mut take = || {
        let (length, after) = rest.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (data, after) = after.split_at_checked(length)?;
        rest = after;
        Some(data)
    };
    let settings = String::from_utf8(take()?.to_vec()).ok()?;
    let steps = u64::from_le_bytes(take()?.try_into().ok()?);
    let limit = f32::from_le_bytes(take()?.try_into().ok()?);
    let mut numbers = || {
        let (chunks, []) = take()?.as_chunks::<4>() else {
            return None;
        };
        Some(
            chunks
                .iter()
                .map(|n| f32::from_le_bytes(*n))
                .collect::<Vec<f32>>(),
        )
    };
    let (weights, first, second, losses) = (numbers()?, numbers()?, numbers()?, numbers()?);
    let losses = losses.as_chunks::<2>().0.to_vec();
    let fits = first.len() == weights.len() && second.len() == weights.len();
    fits.then_some(Checkpoint {
        settings,
        optimiser: Optimiser {
            weights,
            first,
            second,
            steps,
            limit,
        },
        losses,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_survives_and_a_damaged_one_is_refused() {
        let path = std::env::temp_dir().join(format!("regence-train-{}.ckpt", std::process::id()));
        let mut optimiser = Optimiser::new(vec![0.25, -1.0, 3.5], 2.0);
        optimiser.steps = 7;
        let checkpoint = Checkpoint {
            settings: "all of it".into(),
            optimiser,
            losses: vec![[0.2, 0.3], [0.1, 0.25]],
        };
        checkpoint.save(&path).expect("saved");
        assert_eq!(Checkpoint::load(&path).expect("loaded"), checkpoint);
        let bytes = fs::read(&path).expect("a file");
        for length in 0..bytes.len() {
            assert_eq!(parse(&bytes[..length]), None, "{length}");
        }
        fs::remove_file(&path).expect("removed");
    }
}
