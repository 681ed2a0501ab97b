//! The report as JUnit's XML: each check is a test, each fault or suspicion its failure.

use std::fmt::Write;

use super::Report;
use super::html::escape;
use crate::finding::Severity;

/// The whole report as XML.
pub fn write(report: &Report) -> String {
    let failing = |severity: Severity| severity <= Severity::Suspicion;
    let failures = report.examined.iter().filter(|examined| {
        let mut findings = examined.outcome.findings.iter();
        findings.any(|finding| failing(finding.illness.severity))
    });
    let skipped = report
        .examined
        .iter()
        .filter(|e| e.verdict() == "skipped")
        .count();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuite name=\"doctor: {}\" tests=\"{}\" failures=\"{}\" skipped=\"{skipped}\">\n",
        attribute(&report.subject),
        report.examined.len(),
        failures.count(),
    );
    for examined in &report.examined {
        let _ = writeln!(
            xml,
            "  <testcase classname=\"doctor\" name=\"{}\" time=\"{:.3}\">",
            attribute(examined.id),
            examined.seconds
        );
        let outcome = &examined.outcome;
        let bad = outcome
            .findings
            .iter()
            .filter(|f| failing(f.illness.severity));
        for finding in bad {
            let illness = finding.illness;
            let mut lines = vec![format!("Likely cause: {}", finding.told_cause())];
            lines.extend(finding.shown_evidence());
            lines.push(format!("Cure: {}", illness.cure));
            let _ = writeln!(
                xml,
                "    <failure type=\"{} {}\" message=\"{}\">{}</failure>",
                illness.severity,
                illness.id,
                attribute(illness.title),
                attribute(&lines.join("\n"))
            );
        }
        if examined.verdict() == "skipped" {
            let reason = outcome.skipped.as_deref().unwrap_or_default();
            let _ = writeln!(xml, "    <skipped message=\"{}\"/>", attribute(reason));
        }
        let measured = attribute(&outcome.measured.join("\n"));
        let _ = writeln!(
            xml,
            "    <system-out>{measured}</system-out>\n  </testcase>"
        );
    }
    xml.push_str("</testsuite>\n");
    xml
}

/// Text that XML takes: the signs escaped, control characters left out.
fn attribute(text: &str) -> String {
    let clean: String = text
        .chars()
        .filter(|c| !c.is_control() || *c == '\n' || *c == '\t')
        .collect();
    escape(&clean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::report;

    #[test]
    fn each_check_is_a_test_and_faults_are_failures() {
        let mut sick = report();
        sick.subject = "Bell \u{7} & more".into();
        let xml = write(&sick);
        assert!(
            xml.contains("name=\"doctor: Bell  &amp; more\" tests=\"1\" failures=\"1\""),
            "{xml}"
        );
        assert!(
            xml.contains("<failure type=\"fault time-underuse\""),
            "{xml}"
        );
        assert_eq!(
            xml.matches("<testcase").count(),
            xml.matches("</testcase>").count()
        );
        sick.examined[0].outcome.findings.clear();
        assert!(write(&sick).contains("failures=\"0\""));
    }
}
