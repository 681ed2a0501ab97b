//! The report as a page: one file, no script, nothing to load.

use std::fmt::Write;

use super::Report;
use crate::doctor::checks::Chart;
use crate::doctor::finding::Finding;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1f2328;--soft:#57606a;--paper:#fff;--line:#d0d7de;--bar:#3b6ea5;--fault:#b42318;\
--suspicion:#9a6700;--note:#0969da;--healthy:#1a7f37}\
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--paper:#0d1117;--line:#30363d;--bar:#79b0ea;\
--fault:#ff7b72;--suspicion:#d29922;--note:#79c0ff;--healthy:#56d364}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:2rem auto;\
padding:0 1rem}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;width:100%}\
td,th{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}\
.soft{color:var(--soft)}.fault{color:var(--fault)}.suspicion{color:var(--suspicion)}.note{color:var(--note)}\
.healthy{color:var(--healthy)}.skipped{color:var(--soft)}section{border:1px solid var(--line);border-left-width:4px;\
border-radius:6px;padding:.2rem 1rem;margin:1rem 0}section.fault{border-left-color:var(--fault)}\
section.suspicion{border-left-color:var(--suspicion)}section.note{border-left-color:var(--note)}\
section p,section dd,section dt{color:var(--ink)}dt{font-weight:600}dd{margin:0 0 .6rem}code{font-size:.85rem;\
overflow-wrap:anywhere}svg{max-width:100%;height:auto}figure{margin:1rem 0}figcaption{color:var(--soft)}";

/// The whole report as a page.
pub fn write(report: &Report) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{subject}: check-up</title><style>{STYLE}</style></head><body>\n\
         <h1>{summary}</h1><p class=\"soft\">{what}</p>\n",
        subject = escape(&report.subject),
        summary = escape(&report.summary()),
        what = escape(&report.what),
    );
    for finding in report.findings() {
        write_finding(&mut page, finding);
    }
    write_checks(&mut page, report);
    for chart in report
        .examined
        .iter()
        .flat_map(|examined| &examined.outcome.charts)
    {
        write_chart(&mut page, chart);
    }
    let _ = write!(
        page,
        "<p class=\"soft\"><code>{}</code><br>{}</p>\n</body></html>\n",
        escape(&report.command),
        escape(&report.machine)
    );
    page
}

fn write_finding(page: &mut String, finding: &Finding) {
    let illness = finding.illness;
    let evidence: String = finding
        .shown_evidence()
        .iter()
        .map(|line| format!("<code>{}</code><br>", escape(line)))
        .collect();
    let _ = writeln!(
        page,
        "<section class=\"{severity}\"><h2><span class=\"{severity}\">{severity}</span> {title} \
         <span class=\"soft\">{id}</span></h2><dl><dt>Likely cause</dt><dd>{cause}</dd><dt>Evidence</dt>\
         <dd>{evidence}</dd><dt>Cure</dt><dd>{cure}</dd></dl></section>",
        severity = illness.severity,
        title = escape(illness.title),
        id = illness.id,
        cause = escape(illness.cause),
        cure = escape(illness.cure),
    );
}

fn write_checks(page: &mut String, report: &Report) {
    page.push_str("<h2>What was examined</h2><table><tr><th>Check</th><th>Verdict</th><th>Measured</th></tr>\n");
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
            "<tr><td>{}<br><span class=\"soft\">{}</span></td><td class=\"{verdict}\">{verdict}</td>\
             <td>{}</td></tr>",
            escape(&examined.name),
            escape(examined.looks_for),
            measured.join("<br>"),
            verdict = examined.verdict(),
        );
    }
    page.push_str("</table>\n");
}

/// A bar chart as SVG.
fn write_chart(page: &mut String, chart: &Chart) {
    const ROW: usize = 26;
    const LEFT: usize = 150;
    const WIDTH: f64 = 420.0;
    let height = chart.bars.len() * ROW + 8;
    let most = chart
        .bars
        .iter()
        .map(|(_, value)| *value)
        .fold(0.0, f64::max)
        .max(1e-9);
    let _ = write!(
        page,
        "<figure><figcaption>{} ({} by {})</figcaption><svg viewBox=\"0 0 640 {height}\" width=\"640\" \
         role=\"img\" font-size=\"14\" fill=\"currentColor\">",
        escape(&chart.title),
        escape(&chart.y),
        escape(&chart.x)
    );
    for (row, (label, value)) in chart.bars.iter().enumerate() {
        let (y, length) = (row * ROW + 4, value / most * WIDTH);
        let _ = write!(
            page,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><rect x=\"{LEFT}\" y=\"{y}\" \
             width=\"{length:.1}\" height=\"18\" rx=\"2\" fill=\"var(--bar)\"/><text x=\"{:.1}\" y=\"{}\">{value:.0}</text>",
            LEFT - 8,
            y + 14,
            escape(label),
            LEFT as f64 + length + 6.0,
            y + 14,
        );
    }
    page.push_str("</svg></figure>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::report::testing::report;

    #[test]
    fn the_page_stands_alone_and_escapes() {
        let page = write(&report());
        assert!(page.contains("Sick &lt;1&gt;: 1 fault"));
        assert!(page.contains("33 ms &lt;of&gt; 10000 ms &amp; &quot;more&quot;"));
        assert!(page.contains("<svg") && page.contains("Likely cause"));
        for loaded in ["http", "<script", "src=", "<of>"] {
            assert!(!page.contains(loaded), "{loaded}");
        }
        assert_eq!(
            page.matches("<section").count(),
            page.matches("</section>").count()
        );
    }
}
