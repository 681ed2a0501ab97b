//! The report, in three forms.

pub mod compare;
mod curve;
pub mod html;
pub mod json;
pub mod junit;
pub mod sarif;
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
            (None, None) if self.outcome.unfinished.is_some() => "unfinished",
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
    /// The load of the machine at the beginning and at the end, where the system tells.
    pub load: Vec<f64>,
    /// The command line of the engine, for what shows a finding again.
    pub launch: Option<String>,
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
        let found = match self.findings().is_empty() {
            true => "a clean bill of health".to_owned(),
            false => named.join(", "),
        };
        let unfinished: Vec<String> = self
            .examined
            .iter()
            .filter_map(|examined| {
                let error = examined.outcome.unfinished.as_ref()?;
                Some(format!("{} ({error})", examined.name.to_lowercase()))
            })
            .collect();
        match unfinished.is_empty() {
            true => format!("{}: {found}", self.subject),
            false => format!(
                "{}: {found}; not finished: {}",
                self.subject,
                unfinished.join(", ")
            ),
        }
    }

    /// Leaves out findings of these names.
    pub fn ignore(&mut self, ids: &[String]) {
        for examined in &mut self.examined {
            let outcome = &mut examined.outcome;
            let is_ignored = |finding: &Finding| ids.iter().any(|id| *id == finding.illness.id);
            let ignored = outcome
                .findings
                .iter()
                .filter(|finding| is_ignored(finding));
            let told =
                ignored.map(|finding| format!("{} is ignored as was asked", finding.illness.id));
            outcome.measured.extend(told);
            outcome.findings.retain(|finding| !is_ignored(finding));
        }
    }

    /// The machine with its load, in a line.
    pub fn machine_text(&self) -> String {
        let load: Vec<String> = self.load.iter().map(|load| format!("{load:.1}")).collect();
        match load.is_empty() {
            true => self.machine.clone(),
            false => format!("{}, load {}", self.machine, load.join(" to ")),
        }
    }

    /// The command that shows a finding again, if there is one.
    pub fn command_for(&self, finding: &Finding) -> Option<String> {
        let launch = self.launch.as_ref()?;
        if finding.script.is_empty() {
            return None;
        }
        // An engine that hears everything would break a search off at the next line: it gets its time.
        let mut parts = Vec::new();
        let is_uci = !self.what.starts_with(crate::gomocup::WHAT);
        let mut lines = if is_uci { "uci\\n" } else { "" }.to_owned();
        for line in &finding.script {
            lines += &line.replace('\'', "");
            lines += "\\n";
            if line.starts_with("go") {
                parts.push(format!("printf '{lines}'; sleep 3"));
                lines.clear();
            }
        }
        if !lines.is_empty() {
            parts.push(format!("printf '{lines}'; sleep 3"));
        }
        Some(format!("({}) | {launch}", parts.join("; ")))
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
        )
        .shown_by(vec!["position startpos".into(), "go wtime 10000".into()])
        .with_words("< go\n! no <time>");
        Report {
            subject: "Sick <1>".into(),
            what: "engine: ./sick".into(),
            command: "regence-lab doctor ./sick".into(),
            machine: "a machine".into(),
            load: vec![0.5, 1.25],
            launch: Some("./sick".into()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use regence_arena::client::ClientError;

    #[test]
    fn what_is_ignored_counts_for_nothing() {
        let mut report = testing::report();
        report.ignore(&["other".into()]);
        assert_eq!(report.ids(), ["time-underuse"]);
        report.ignore(&["time-underuse".into()]);
        assert_eq!(report.summary(), "Sick <1>: a clean bill of health");
        assert_eq!(report.examined[0].verdict(), "healthy");
    }

    #[test]
    fn the_headline_says_what_could_not_be_examined() {
        let mut report = testing::report();
        report.examined[0].outcome.unfinished = Some(ClientError::Gone {
            waiting_for: "bestmove".into(),
            ending: "has ended".into(),
        });
        let summary = report.summary();
        assert!(
            summary.ends_with(
                "not finished: use of the clock (expected bestmove, but the program has ended)"
            ),
            "{summary}"
        );
    }

    #[test]
    fn a_finding_can_be_shown_again() {
        let report = testing::report();
        let command = report.command_for(report.findings()[0]).unwrap();
        assert_eq!(
            command,
            "(printf 'uci\\nposition startpos\\ngo wtime 10000\\n'; sleep 3) | ./sick"
        );
    }
}
