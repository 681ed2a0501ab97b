//! What a tuning run leaves in the store: one step for each iteration, with the values after it.

use std::path::Path;

use regence_arena::error::LabError;
use regence_arena::legacy::OldFile;
use regence_arena::results::{store_path, with_ending};
use regence_store::{Existing, Head, RunId, Store};

/// A finished iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Points of the one version above those of the other.
    pub lead: f64,
    pub values: Vec<f64>,
}

impl Step {
    /// The lead and the values; Rust writes a float so that it is read back the same.
    fn to_text(&self) -> String {
        let numbers = [self.lead].into_iter().chain(self.values.iter().copied());
        let words: Vec<String> = numbers.map(|number| format!("{number:?}")).collect();
        words.join(" ")
    }

    fn from_text(text: &str) -> Option<Step> {
        let numbers: Option<Vec<f64>> = text.split(' ').map(|word| word.parse().ok()).collect();
        let (lead, values) = numbers?.split_first().map(|(&l, v)| (l, v.to_vec()))?;
        Some(Step { lead, values })
    }
}

/// A run in its store.
#[derive(Debug)]
pub struct State {
    store: Store,
    run: RunId,
    pub steps: Vec<Step>,
}

impl State {
    /// Begins or resumes the run of a name.
    pub fn open(name: &Path, head: &Head, existing: Existing) -> Result<State, LabError> {
        let mut store = Store::open(&store_path(name))?;
        import_old(&mut store, &with_ending(name, "steps"))?;
        let run = store.run(head, existing)?;
        let mut steps = Vec::new();
        for (key, value) in store.notes(run)? {
            if key == key_of(steps.len())
                && let Some(step) = Step::from_text(&value)
            {
                steps.push(step);
            }
        }
        Ok(State { store, run, steps })
    }

    /// Adds a finished iteration at once.
    pub fn add(&mut self, step: Step) -> Result<(), LabError> {
        let key = key_of(self.steps.len());
        self.store.set_note(self.run, &key, &step.to_text())?;
        self.steps.push(step);
        Ok(())
    }

    /// Keeps what was found.
    pub fn report(&mut self, text: &str) -> Result<(), LabError> {
        Ok(self.store.set_report(self.run, text)?)
    }

    pub fn path(&self) -> &Path {
        self.store.path()
    }
}

fn key_of(number: usize) -> String {
    format!("step {number}")
}

/// Takes over the steps of an older version, if there are any: `step 3 -1.0 99.25 0.5`.
fn import_old(store: &mut Store, path: &Path) -> Result<(), LabError> {
    let Some(old) = OldFile::read(path)? else {
        return Ok(());
    };
    let Some(run) = old.run(store, "tune")? else {
        return Ok(());
    };
    let mut count = 0;
    for (at, line) in &old.lines {
        let key = key_of(count);
        let rest = line
            .strip_prefix(&key)
            .and_then(|rest| rest.strip_prefix(' '));
        let Some(step) = rest.and_then(Step::from_text) else {
            // Every step follows from the one before it.
            old.name_damage(*at, &format!("expected '{key}' and its values, found '{line}'; nor can those behind it be used"));
            break;
        };
        store.set_note(run, &key, &step.to_text())?;
        count += 1;
    }
    old.retire(count, store, &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_resumed_with_its_steps_also_one_of_an_older_version() {
        let name = std::env::temp_dir().join(format!("regence-tune-{}", std::process::id()));
        let step = |lead, a: f64| Step {
            lead,
            values: vec![a, 1.0 / 3.0],
        };
        let old = format!(
            "# tune: a, b\n# 2 iterations\n# machine: x\nstep 0 2.0 100.5 {:?}\nstep 1 1.0 98.",
            1.0 / 3.0
        );
        std::fs::write(with_ending(&name, "steps"), old).unwrap();
        let head = Head::new("tune", ["tune: a, b", "2 iterations"]);
        assert!(State::open(&name, &head, Existing::Refuse).is_err());
        let mut state = State::open(&name, &head, Existing::Resume).unwrap();
        // The last line was cut off.
        assert_eq!(state.steps, [step(2.0, 100.5)]);
        state.add(step(-1.0, 99.25)).unwrap();
        drop(state);
        let other = Head::new("tune", ["tune: a", "2 iterations"]);
        assert!(State::open(&name, &other, Existing::Resume).is_err());
        let state = State::open(&name, &head, Existing::Resume).unwrap();
        assert_eq!(state.steps, [step(2.0, 100.5), step(-1.0, 99.25)]);
        drop(state);
        for ending in ["db", "lock", "steps.old"] {
            std::fs::remove_file(with_ending(&name, ending)).unwrap();
        }
    }
}
