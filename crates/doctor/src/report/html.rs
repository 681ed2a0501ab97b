//! The report as a page: one file, no script, nothing to load.

use std::fmt::Write;

use regence_arena::chart::{Bar, bars};

use super::{Examined, Report, curve};
use crate::checks::{Chart, Curve};
use crate::finding::{Finding, Severity};

pub const STYLE: &str = include_str!("page.css");

/// The whole report as a page.
pub fn write(report: &Report) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{}: check-up</title><style>\n{STYLE}</style></head><body>\n",
        escape(&report.subject),
    );
    write_head(&mut page, report);
    for finding in report.findings() {
        write_finding(&mut page, report, finding);
    }
    page.push_str("<div class=\"pictures\">\n");
    for examined in &report.examined {
        write_pictures(&mut page, examined);
    }
    page.push_str("</div>\n");
    write_checks(&mut page, report);
    let _ = write!(
        page,
        "<footer><code>{}</code><br>{}</footer>\n</body></html>\n",
        escape(&report.command),
        escape(&report.machine_text())
    );
    page
}

/// The result, and how many findings and healthy checks there are.
fn write_head(page: &mut String, report: &Report) {
    let kinds = [Severity::Fault, Severity::Suspicion, Severity::Note];
    let worst = kinds.into_iter().find(|kind| report.count(*kind) > 0);
    let _ = write!(
        page,
        "<header class=\"{}\"><h1>{}</h1><div class=\"soft\"><code>{}</code></div><div class=\"tiles\">",
        worst.map_or("healthy", Severity::as_str),
        escape(&report.summary()),
        escape(&report.what),
    );
    let verdicts = report.examined.iter().map(Examined::verdict);
    let healthy = verdicts.filter(|verdict| *verdict == "healthy").count();
    let mut tile = |kind: &str, count: usize, words: &str| {
        let kind = if count == 0 { "soft" } else { kind };
        let _ = write!(
            page,
            "<div class=\"tile {kind}\"><b>{count}</b>{words}</div>"
        );
    };
    tile("fault", report.count(Severity::Fault), "faults");
    tile("suspicion", report.count(Severity::Suspicion), "suspicions");
    tile("note", report.count(Severity::Note), "notes");
    tile("healthy", healthy, "healthy checks");
    page.push_str("</div></header>\n");
}

fn write_finding(page: &mut String, report: &Report, finding: &Finding) {
    let illness = finding.illness;
    let evidence: String = finding
        .shown_evidence()
        .iter()
        .map(|line| format!("<code>{}</code>", escape(line)))
        .collect();
    let mut more = String::new();
    if !finding.words.is_empty() {
        let words = escape(&finding.words.join("\n"));
        let _ = write!(more, "<dt>Last words</dt><dd><pre>{words}</pre></dd>");
    }
    if let Some(command) = report.command_for(finding) {
        let command = escape(&command);
        let _ = write!(
            more,
            "<dt>To see it again</dt><dd><code>{command}</code></dd>"
        );
    }
    let _ = writeln!(
        page,
        "<section class=\"{severity}\"><h2><span class=\"chip {severity}\">{severity}</span> {title} \
         <span class=\"soft\">{id}</span></h2><dl><dt>Likely cause</dt><dd>{cause}</dd><dt>Evidence</dt>\
         <dd>{evidence}</dd><dt>Cure</dt><dd>{cure}</dd>{more}</dl></section>",
        severity = illness.severity,
        title = escape(illness.title),
        id = illness.id,
        cause = escape(finding.told_cause()),
        cure = escape(illness.cure),
    );
}

fn write_checks(page: &mut String, report: &Report) {
    page.push_str(
        "<h2>What was examined</h2><div class=\"card\"><table><tr><th>Check</th><th>Verdict</th>\
         <th>Measured</th></tr>\n",
    );
    for examined in &report.examined {
        let mut measured: Vec<String> = examined
            .outcome
            .measured
            .iter()
            .map(|line| escape(line))
            .collect();
        measured.extend(examined.outcome.skipped.iter().map(|reason| escape(reason)));
        let _ = writeln!(
            page,
            "<tr><td>{}<br><span class=\"soft\">{}</span></td>\
             <td><span class=\"chip {verdict}\">{verdict}</span></td><td>{}</td></tr>",
            escape(&examined.name),
            escape(examined.looks_for),
            measured.join("<br>"),
            verdict = examined.verdict(),
        );
    }
    page.push_str("</table></div>\n");
}

/// The curves of a check; its bars where it has no curves.
fn write_pictures(page: &mut String, examined: &Examined) {
    let outcome = &examined.outcome;
    for curve in &outcome.curves {
        write_curve(page, curve);
    }
    if outcome.curves.is_empty() {
        for chart in &outcome.charts {
            write_chart(page, chart);
        }
    }
}

fn write_curve(page: &mut String, curve: &Curve) {
    let _ = writeln!(
        page,
        "<figure class=\"card\"><figcaption>{}</figcaption>{}</figure>",
        escape(&curve.title),
        within_page(&curve::draw(curve))
    );
}

fn write_chart(page: &mut String, chart: &Chart) {
    let bar = |(name, value): &(String, f64)| Bar {
        name: name.clone(),
        value: *value,
        error: 0.0,
        claim: None,
        label: format!("{value:.0}"),
    };
    let all: Vec<Bar> = chart.bars.iter().map(bar).collect();
    let what = format!("{} ({} by {})", chart.title, chart.y, chart.x);
    let _ = writeln!(
        page,
        "<figure class=\"card\">{}</figure>",
        within_page(&bars(&what, "", &all))
    );
}

/// A picture as it stands within a page, where it needs no address of its kind: the page names no other place.
fn within_page(svg: &str) -> String {
    svg.replace(" xmlns=\"http://www.w3.org/2000/svg\"", "")
}

/// A text that can stand in a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::report;

    #[test]
    fn the_page_stands_alone_and_escapes() {
        let page = write(&report());
        assert!(page.contains("Sick &lt;1&gt;: 1 fault"));
        assert!(page.contains("33 ms &lt;of&gt; 10000 ms &amp; &quot;more&quot;"));
        assert!(page.contains("<svg") && page.contains("Likely cause"));
        assert!(page.contains("! no &lt;time&gt;") && page.contains("To see it again"));
        assert!(page.contains("Time &lt;2&gt;") && page.contains("<polyline"));
        for loaded in ["http", "<script", "src=", "<of>"] {
            assert!(!page.contains(loaded), "{loaded}");
        }
        assert_eq!(
            page.matches("<section").count(),
            page.matches("</section>").count()
        );
    }
}
