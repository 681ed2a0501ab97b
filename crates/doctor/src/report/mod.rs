//! The report, in three forms.

mod curve;
pub mod html;
pub mod json;
pub mod text;

use super::checks::Outcome;
use super::finding::{Finding, Severity};

/// A check with what came of it.
#[derive(Clone, Debug)]
pub struct Examined {
    pub id: &'static str,
    pub name: String,
    pub looks_for: &'static str,
    pub outcome: Outcome,
    pub seconds: f64,
}

impl Examined {
    /// In a word: the worst finding, or that there is none.
    pub fn verdict(&self) -> &'static str {
        let worst = self
            .outcome
            .findings
            .iter()
            .map(|finding| finding.illness.severity)
            .min();
        match (worst, &self.outcome.skipped) {
            (Some(severity), _) => severity.as_str(),
            (None, Some(_)) => "skipped",
            (None, None) => "healthy",
        }
    }
}

/// Everything that an examination found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Who was examined.
    pub subject: String,
    /// The engine's command or the file.
    pub what: String,
    pub command: String,
    pub machine: String,
    pub examined: Vec<Examined>,
}

impl Report {
    /// All findings, the worst first.
    pub fn findings(&self) -> Vec<&Finding> {
        let mut all: Vec<&Finding> = self
            .examined
            .iter()
            .flat_map(|examined| &examined.outcome.findings)
            .collect();
        all.sort_by_key(|finding| finding.illness.severity);
        all
    }

    /// The names of all findings.
    pub fn ids(&self) -> Vec<&'static str> {
        self.findings()
            .iter()
            .map(|finding| finding.illness.id)
            .collect()
    }

    pub fn count(&self, severity: Severity) -> usize {
        let all = self.findings();
        all.iter()
            .filter(|finding| finding.illness.severity == severity)
            .count()
    }

    /// The result in a line.
    pub fn summary(&self) -> String {
        let counts = [Severity::Fault, Severity::Suspicion, Severity::Note];
        let named = counts.map(|severity| match self.count(severity) {
            1 => format!("1 {severity}"),
            count => format!("{count} {severity}s"),
        });
        match self.findings().is_empty() {
            true => format!("{}: a clean bill of health", self.subject),
            false => format!("{}: {}", self.subject, named.join(", ")),
        }
    }
}

#[cfg(test)]
pub mod testing {
    use super::*;
    use crate::checks::clock::TIME_UNDERUSE;
    use crate::checks::{Chart, Curve, Line};

    /// A report with one finding, a chart and letters that have to be escaped.
    pub fn report() -> Report {
        let finding = Finding::new(
            &TIME_UNDERUSE,
            vec!["33 ms <of> 10000 ms & \"more\"".into()],
        );
        Report {
            subject: "Sick <1>".into(),
            what: "engine: ./sick".into(),
            command: "regence-lab doctor ./sick".into(),
            machine: "a machine".into(),
            examined: vec![Examined {
                id: "clock",
                name: "Use of the clock".into(),
                looks_for: "clocks not used",
                outcome: Outcome {
                    charts: vec![Chart {
                        title: "Time".into(),
                        x: "given".into(),
                        y: "ms used".into(),
                        bars: vec![("1000 ms".into(), 3.0), ("9000 ms".into(), 33.0)],
                    }],
                    curves: vec![Curve {
                        title: "Time <2>".into(),
                        x: "given".into(),
                        y: "ms used".into(),
                        log_y: true,
                        lines: vec![Line {
                            name: "position 1".into(),
                            points: vec![(1000.0, 3.0), (9000.0, 33.0)],
                        }],
                        low: None,
                        high: None,
                    }],
                    ..Outcome::of([finding]).measured("3 ms of 1000 ms")
                },
                seconds: 1.5,
            }],
        }
    }
}
