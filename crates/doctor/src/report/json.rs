//! The report for programs.

use serde_json::{Value, json};

use super::{Examined, Report};
use crate::checks::{Curve, Line};
use crate::finding::Finding;

/// The whole report as JSON, indented.
pub fn write(report: &Report) -> String {
    let findings = report.findings().into_iter();
    let findings: Vec<Value> = findings.map(|found| finding(report, found)).collect();
    let checks: Vec<Value> = report.examined.iter().map(check).collect();
    let value = json!({
        "subject": report.subject,
        "what": report.what,
        "summary": report.summary(),
        "command": report.command,
        "machine": report.machine,
        "load": report.load,
        "findings": findings,
        "checks": checks,
    });
    // Text and finite numbers always have a JSON form.
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

fn finding(report: &Report, finding: &Finding) -> Value {
    json!({
        "id": finding.illness.id,
        "severity": finding.illness.severity.as_str(),
        "title": finding.illness.title,
        "cause": finding.told_cause(),
        "evidence": finding.evidence,
        "cure": finding.illness.cure,
        "words": finding.words,
        "again": report.command_for(finding),
    })
}

fn check(examined: &Examined) -> Value {
    let charts = examined.outcome.charts.iter().map(|chart| {
        let bars = chart
            .bars
            .iter()
            .map(|(label, height)| json!({"label": label, "value": height}));
        json!({
            "title": chart.title,
            "x": chart.x,
            "y": chart.y,
            "bars": bars.collect::<Vec<Value>>(),
        })
    });
    let curves = examined.outcome.curves.iter().map(curve);
    json!({
        "id": examined.id,
        "name": examined.name,
        "looks_for": examined.looks_for,
        "verdict": examined.verdict(),
        "skipped": examined.outcome.skipped,
        "unfinished": examined.outcome.unfinished.as_ref().map(ToString::to_string),
        "seconds": examined.seconds,
        "measured": examined.outcome.measured,
        "charts": charts.collect::<Vec<Value>>(),
        "curves": curves.collect::<Vec<Value>>(),
    })
}

fn curve(curve: &Curve) -> Value {
    let line = |line: &Line| json!({"name": line.name, "points": line.points});
    json!({
        "title": curve.title,
        "x": curve.x,
        "y": curve.y,
        "lines": curve.lines.iter().map(line).collect::<Vec<Value>>(),
        "low": curve.low.as_ref().map(line),
        "high": curve.high.as_ref().map(line),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::report;

    #[test]
    fn it_can_be_read_back() {
        let value: Value = serde_json::from_str(&write(&report())).unwrap();
        assert_eq!(value["findings"][0]["id"], "time-underuse");
        assert_eq!(
            value["findings"][0]["evidence"][0],
            "33 ms <of> 10000 ms & \"more\""
        );
        assert_eq!(value["checks"][0]["charts"][0]["bars"][1]["value"], 33.0);
        assert_eq!(value["checks"][0]["verdict"], "fault");
    }
}
