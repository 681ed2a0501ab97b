//! The file of a tuning run: what is tuned and how, then one line for each iteration with the values after it.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::LabError;

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
    file: File,
    path: PathBuf,
    pub steps: Vec<Step>,
}

impl State {
    /// Opens the file; `identity` must be the same in every run of it, `run` is about this one.
    pub fn open(
        path: &Path,
        identity: &[String],
        run: &[String],
        resume: bool,
    ) -> Result<State, LabError> {
        let fail = |error: std::io::Error| LabError::file(path, &error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(fail)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(fail)?;
        // What a killed run left after its last whole line is not a result.
        let newline = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = newline.map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        let mut head = String::new();
        if whole == 0 {
            identity
                .iter()
                .for_each(|line| head += &format!("# {line}\n"));
        } else if !resume {
            return Err(LabError::new(format!(
                "{}: holds a run already; add --resume to go on with it, or name another one with --out",
                path.display()
            )));
        }
        for line in identity.iter().filter(|_| whole > 0) {
            if !text
                .lines()
                .any(|found| found.strip_prefix("# ") == Some(line))
            {
                return Err(LabError::new(format!(
                    "{}: expected a run with '{line}', found another one; give the same command as before, or name another file with --out",
                    path.display()
                )));
            }
        }
        for line in run.iter().map(|line| format!("# {line}\n")) {
            if !text.contains(&line) {
                head += &line;
            }
        }
        let mut steps = Vec::new();
        for (number, step) in text.lines().filter_map(Step::from_line) {
            if number == steps.len() {
                steps.push(step);
            }
        }
        file.set_len(whole as u64).map_err(fail)?;
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        file.write_all(head.as_bytes()).map_err(fail)?;
        let path = path.to_owned();
        Ok(State { file, path, steps })
    }

    /// Adds a finished iteration at once.
    pub fn add(&mut self, step: Step) -> Result<(), LabError> {
        let line = step.to_line(self.steps.len());
        self.file
            .write_all(line.as_bytes())
            .map_err(|error| LabError::file(&self.path, &error))?;
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
            State::open(&path, identity, &lines(&["machine: x"]), resume)
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
