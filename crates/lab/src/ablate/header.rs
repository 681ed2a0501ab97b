//! The `Measured:` line in the header of each technique's file.

use super::claims;
use super::table::Row;

const MARK: &str = "//! Measured:";

/// The file that a technique lives in; most have one of their own name.
pub fn file_of(technique: &str) -> String {
    let name = match technique {
        "deeper_drafts" => "table_cutoff",
        name => name,
    };
    format!("{name}.rs")
}

/// The line for a result.
pub fn line(row: &Row, nodes: u64) -> String {
    let claim = match claims::text(&row.technique).as_str() {
        "" => String::new(),
        claim => format!(" (claimed {claim})"),
    };
    let ratio = match row.node_ratio {
        Some(ratio) => format!("; without it {ratio:.2} × the nodes"),
        None => String::new(),
    };
    format!(
        "{MARK} {:+.0} ± {:.0} Elo{claim}, {} games at {nodes} nodes a move{ratio}.",
        row.elo, row.error, row.games
    )
}

/// The source with its line replaced, or added at the end of the header. None if there is no header.
pub fn with_line(source: &str, line: &str) -> Option<String> {
    let header = source.lines().take_while(|l| l.starts_with("//!")).count();
    if header == 0 {
        return None;
    }
    let mut lines: Vec<&str> = source.lines().collect();
    match lines[..header].iter().position(|l| l.starts_with(MARK)) {
        Some(at) => lines[at] = line,
        None => lines.insert(header, line),
    }
    Some(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::techniques::TECHNIQUES;
    use std::path::Path;

    const SOURCE: &str = "//! Idea.\n//! Parameters: none.\n\nfn f() {} // Measured: no\n";

    #[test]
    fn a_line_is_added_once_and_then_replaced() {
        let first = with_line(SOURCE, "//! Measured: one").unwrap();
        assert_eq!(
            first,
            "//! Idea.\n//! Parameters: none.\n//! Measured: one\n\nfn f() {} // Measured: no\n"
        );
        let second = with_line(&first, "//! Measured: two").unwrap();
        assert_eq!(second, first.replace("d: one", "d: two"));
        assert_eq!(with_line("fn f() {}\n", "//! Measured: one"), None);
    }

    #[test]
    fn every_technique_has_a_file_with_a_header() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = root.join("../chess-search/src/techniques");
        for technique in TECHNIQUES {
            let source = std::fs::read_to_string(folder.join(file_of(technique.name)));
            let source = source.unwrap_or_else(|_| panic!("{} has no file", technique.name));
            assert!(source.starts_with("//!"), "{}", technique.name);
        }
    }
}
