//! The report for a terminal.

use std::fmt::Write;

use super::Report;
use crate::checks::Chart;

const WIDTH: usize = 100;
const BAR: usize = 40;

/// The whole report as text.
pub fn write(report: &Report) -> String {
    let mut text = format!("{}\n{}\n\n", report.summary(), report.what);
    for examined in &report.examined {
        let _ = writeln!(
            text,
            "{:10} {:28} {:5.1} s  {}",
            examined.verdict(),
            examined.name,
            examined.seconds,
            examined.outcome.skipped.as_deref().unwrap_or("")
        );
        for line in &examined.outcome.measured {
            wrap(&mut text, "           ", line);
        }
    }
    for chart in report
        .examined
        .iter()
        .flat_map(|examined| &examined.outcome.charts)
    {
        write_chart(&mut text, chart);
    }
    for finding in report.findings() {
        let illness = finding.illness;
        let _ = write!(
            text,
            "\n{} [{}] {}\n",
            illness.severity.as_str().to_uppercase(),
            illness.id,
            illness.title
        );
        wrap(&mut text, "  cause:    ", finding.told_cause());
        for line in finding.shown_evidence() {
            wrap(&mut text, "  evidence: ", &line);
        }
        wrap(&mut text, "  cure:     ", illness.cure);
        for line in &finding.words {
            let _ = writeln!(text, "  words:    {line}");
        }
        if let Some(command) = report.command_for(finding) {
            let _ = writeln!(text, "  again:    {command}");
        }
    }
    let _ = write!(
        text,
        "\nBy      | {}\nMachine | {}\n",
        report.command,
        report.machine_text()
    );
    text
}

/// Adds a paragraph; lines after the first are indented like the first.
fn wrap(text: &mut String, head: &str, paragraph: &str) {
    let indent = " ".repeat(head.chars().count());
    let mut line = head.to_owned();
    let mut is_empty = true;
    for word in paragraph.split_whitespace() {
        if !is_empty && line.chars().count() + word.chars().count() >= WIDTH {
            let _ = writeln!(text, "{}", line.trim_end());
            line.clone_from(&indent);
        }
        let _ = write!(line, "{word} ");
        is_empty = false;
    }
    let _ = writeln!(text, "{}", line.trim_end());
}

fn write_chart(text: &mut String, chart: &Chart) {
    let most = chart
        .bars
        .iter()
        .map(|(_, height)| *height)
        .fold(0.0, f64::max);
    let label = chart
        .bars
        .iter()
        .map(|(label, _)| label.chars().count())
        .max()
        .unwrap_or(0);
    let _ = writeln!(text, "\n{} ({} by {})", chart.title, chart.y, chart.x);
    for (name, height) in &chart.bars {
        let length = if most > 0.0 {
            (height / most * BAR as f64).round() as usize
        } else {
            0
        };
        let padding = " ".repeat(label - name.chars().count());
        let _ = writeln!(text, "  {padding}{name} {} {height:.0}", "█".repeat(length));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::report;

    #[test]
    fn a_finding_names_cause_evidence_and_cure() {
        let text = write(&report());
        for part in [
            "Sick <1>: 1 fault, 0 suspicions, 0 notes",
            "FAULT [time-underuse] Leaves its clock unused",
            "cause:    The formula",
            "evidence: 33 ms <of> 10000 ms & \"more\"",
            "cure:     Spend",
            "9000 ms ████████████████████████████████████████ 33",
            "words:    ! no <time>",
            "again:    (printf 'uci",
            "By      | regence-lab doctor ./sick",
            "Machine | a machine, load 0.5 to 1.2",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH + 12),
            "{text}"
        );
    }
}
