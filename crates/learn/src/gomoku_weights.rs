//! Weights of an evaluation in a file, as `train gomoku` writes them: `{"rule": "ninuki", "weights": [0, 3, …]}`.

use std::path::{Path, PathBuf};

use regence_gomoku::RuleSet;
use regence_gomoku_search::{Evaluations, Weights};
use serde_json::{Value, json};

use regence_arena::error::LabError;

/// The evaluations of several files, one a rule.
pub fn read(paths: &[PathBuf]) -> Result<Evaluations, LabError> {
    let mut all = Evaluations::default();
    for path in paths {
        let (rule, weights) = read_file(path)?;
        all.set(rule, weights);
    }
    Ok(all)
}

/// The weights of a file that must be for that rule.
pub fn read_one(path: &Path, rule: RuleSet) -> Result<Weights, LabError> {
    match read_file(path)? {
        (found, weights) if found == rule => Ok(weights),
        (found, _) => Err(LabError::new(format!(
            "{}: expected weights of {rule}, found those of {found}",
            path.display()
        ))),
    }
}

fn read_file(path: &Path) -> Result<(RuleSet, Weights), LabError> {
    let text = std::fs::read_to_string(path).map_err(|error| LabError::file(path, &error))?;
    parse(&text).map_err(|error| LabError::new(format!("{}: {error}", path.display())))
}

pub fn write(path: &Path, rule: RuleSet, weights: &Weights) -> Result<(), LabError> {
    let value = json!({ "rule": rule.to_string(), "weights": weights.to_row() });
    std::fs::write(path, format!("{value}\n")).map_err(|error| LabError::file(path, &error))
}

fn parse(text: &str) -> Result<(RuleSet, Weights), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let rule = value["rule"].as_str().and_then(|name| name.parse().ok());
    let row: Option<Vec<i16>> = value["weights"].as_array().and_then(|row| {
        row.iter()
            .map(|weight| weight.as_i64()?.try_into().ok())
            .collect()
    });
    let weights = row.as_deref().and_then(Weights::from_row);
    match (rule, weights) {
        (Some(rule), Some(weights)) => Ok((rule, weights)),
        (None, _) => Err("expected the name of a rule set under \"rule\"".into()),
        (_, None) => {
            Err("expected as many whole numbers under \"weights\" as train gomoku writes".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_gomoku_search::eval::shipped_weights;

    #[test]
    fn what_is_written_is_read() {
        let weights = shipped_weights(RuleSet::Caro);
        let path = std::env::temp_dir().join(format!("regence-weights-{}", std::process::id()));
        write(&path, RuleSet::Caro, weights).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(parse(&text).unwrap(), (RuleSet::Caro, weights.clone()));
        for wrong in [
            "",
            "{}",
            r#"{"rule":"caro","weights":[1]}"#,
            r#"{"rule":"go","weights":[]}"#,
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
