//! Two versions of an engine: what got better, and what worse.

use std::fmt::Write;

use super::{Report, text};
use crate::finding::Finding;

/// What an older version had and a newer one has.
#[derive(Debug, Default)]
pub struct Compared<'a> {
    pub cured: Vec<&'a Finding>,
    pub new: Vec<&'a Finding>,
    pub same: Vec<&'a Finding>,
}

/// Compares by the names of findings.
pub fn compare<'a>(before: &'a Report, after: &'a Report) -> Compared<'a> {
    let has = |report: &Report, finding: &Finding| report.ids().contains(&finding.illness.id);
    let (same, new) = after
        .findings()
        .into_iter()
        .partition(|finding| has(before, finding));
    let gone = before.findings().into_iter();
    Compared {
        cured: gone.filter(|finding| !has(after, finding)).collect(),
        new,
        same,
    }
}

/// The comparison as text, and below it the report of the newer version.
pub fn write(before: &Report, after: &Report) -> String {
    let compared = compare(before, after);
    let mut all = format!(
        "{} against {}: {} worse, {} better, {} as before\n",
        after.subject,
        before.subject,
        compared.new.len(),
        compared.cured.len(),
        compared.same.len()
    );
    let lists = [
        ("worse", compared.new),
        ("better", compared.cured),
        ("as before", compared.same),
    ];
    for (word, list) in lists {
        for finding in list {
            let illness = finding.illness;
            let _ = writeln!(
                all,
                "{word:10} {:9} [{}] {}",
                illness.severity.as_str(),
                illness.id,
                illness.title
            );
        }
    }
    let _ = writeln!(all, "\nWhat was measured, before and now:");
    for examined in &after.examined {
        let old = before.examined.iter().find(|old| old.id == examined.id);
        let Some(old) = old.filter(|old| old.outcome.measured != examined.outcome.measured) else {
            continue;
        };
        let _ = writeln!(all, "  {}", examined.name);
        for (mark, outcome) in [("-", &old.outcome), ("+", &examined.outcome)] {
            for line in &outcome.measured {
                let _ = writeln!(all, "    {mark} {line}");
            }
        }
    }
    let _ = write!(all, "\n{}", text::write(after));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::report;

    #[test]
    fn what_is_new_gone_and_the_same_is_told() {
        let (sick, mut well) = (report(), report());
        well.examined[0].outcome.findings.clear();
        well.subject = "Well".into();
        let better = write(&sick, &well);
        assert!(better.starts_with("Well against Sick <1>: 0 worse, 1 better, 0 as before\n"));
        assert!(
            better.contains("better     fault     [time-underuse]"),
            "{better}"
        );
        assert!(write(&well, &sick).contains("worse      fault     [time-underuse]"));
        assert!(write(&sick, &sick).contains(": 0 worse, 0 better, 1 as before"));
    }
}
