//! The findings as SARIF 2.1.0, which code hosts show beside the code.

use serde_json::{Value, json};

use super::Report;
use crate::finding::{Finding, Severity};

/// The findings as SARIF, indented.
pub fn write(report: &Report) -> String {
    let mut rules: Vec<&Finding> = report.findings();
    rules.sort_by_key(|finding| finding.illness.id);
    rules.dedup_by_key(|finding| finding.illness.id);
    let rules: Vec<Value> = rules.into_iter().map(rule).collect();
    let results: Vec<Value> = report
        .findings()
        .into_iter()
        .map(|f| result(report, f))
        .collect();
    let value = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "regence-lab doctor",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "invocations": [{"commandLine": report.command, "executionSuccessful": true}],
            "results": results,
        }],
    });
    // Text has a JSON form in any case.
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Fault => "error",
        Severity::Suspicion => "warning",
        Severity::Note => "note",
    }
}

fn rule(finding: &Finding) -> Value {
    let illness = finding.illness;
    json!({
        "id": illness.id,
        "shortDescription": {"text": illness.title},
        "fullDescription": {"text": illness.cause},
        "help": {"text": illness.cure},
        "defaultConfiguration": {"level": level(illness.severity)},
    })
}

fn result(report: &Report, finding: &Finding) -> Value {
    let mut lines = vec![
        finding.illness.title.to_owned(),
        finding.told_cause().to_owned(),
    ];
    lines.extend(finding.shown_evidence());
    lines.extend(report.command_for(finding));
    json!({
        "ruleId": finding.illness.id,
        "level": level(finding.illness.severity),
        "message": {"text": lines.join("\n")},
        // An examination from outside knows the program, not the line.
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(report)}}}],
    })
}

/// The program as a relative place.
fn uri(report: &Report) -> String {
    let program = report.launch.as_deref().unwrap_or(&report.what);
    let word = program.split_whitespace().next().unwrap_or("engine");
    word.trim_start_matches("./").replace(['\'', '"'], "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::report;

    #[test]
    fn findings_are_results_with_their_rules() {
        let value: Value = serde_json::from_str(&write(&report())).unwrap();
        let run = &value["runs"][0];
        assert_eq!(value["version"], "2.1.0");
        assert_eq!(run["results"][0]["ruleId"], "time-underuse");
        assert_eq!(run["results"][0]["level"], "error");
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "time-underuse");
        let place = &run["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "sick");
    }
}
