//! The file of a tuning run: what is tuned and how, then one line for each iteration with the values after it.

use std::path::Path;

use regence_arena::error::LabError;
use regence_arena::journal::{Existing, Head, Journal};

/// A finished iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Points of the one version above those of the other.
    pub lead: f64,
    pub values: Vec<f64>,
}

impl Step {
    fn to_line(&self, number: usize) -> String {
        let values: Vec<String> = self.values.iter().map(|v| format!("{v:?}")).collect();
        format!("step {number} {:?} {}\n", self.lead, values.join(" "))
    }

    fn from_line(line: &str) -> Option<(usize, Step)> {
        let mut words = line.strip_prefix("step ")?.split(' ');
        let number = words.next()?.parse().ok()?;
        let lead = words.next()?.parse().ok()?;
        let values: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
        let values = values?;
        Some((number, Step { lead, values }))
    }
}

/// An open file of a run.
#[derive(Debug)]
pub struct State {
    journal: Journal,
    pub steps: Vec<Step>,
}

impl State {
    /// Opens the file; `identity` must be the same in every run of it, `run` is about this one.
    pub fn open(
        path: &Path,
        identity: Vec<String>,
        run: Vec<String>,
        existing: Existing,
    ) -> Result<State, LabError> {
        let head = Head {
            about: "",
            identity,
            run,
        };
        let (journal, text) = Journal::resume(path, &head, existing)?;
        let mut steps = Vec::new();
        for (number, step) in text.lines().filter_map(Step::from_line) {
            if number == steps.len() {
                steps.push(step);
            }
        }
        Ok(State { journal, steps })
    }

    /// Adds a finished iteration at once.
    pub fn add(&mut self, step: Step) -> Result<(), LabError> {
        self.journal.add(&step.to_line(self.steps.len()))?;
        self.steps.push(step);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(list: &[&str]) -> Vec<String> {
        list.iter().map(|line| line.to_string()).collect()
    }

    #[test]
    fn a_killed_run_goes_on_with_its_whole_steps() {
        let path = std::env::temp_dir().join(format!("regence-tune-{}", std::process::id()));
        let identity = lines(&["tune: a, b"]);
        let open = |identity: &[String], resume| {
            let existing = Existing::from_flag(resume);
            State::open(&path, identity.to_vec(), lines(&["machine: x"]), existing)
        };
        let step = |lead, a: f64| Step {
            lead,
            values: vec![a, 1.0 / 3.0],
        };
        let mut state = open(&identity, false).unwrap();
        state.add(step(2.0, 100.5)).unwrap();
        state.add(step(-1.0, 99.25)).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}step 2 1.0 98.")).unwrap();
        assert!(open(&identity, false).is_err());
        assert!(open(&lines(&["tune: a"]), true).is_err());
        let state = open(&identity, true).unwrap();
        assert_eq!(state.steps, [step(2.0, 100.5), step(-1.0, 99.25)]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        std::fs::remove_file(&path).unwrap();
    }
}
