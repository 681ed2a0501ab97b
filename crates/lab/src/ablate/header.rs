//! The `Measured:` line in the header of each technique's file.

use super::table::Row;
use regence_arena::claims;
use regence_arena::sport::Sport;

/// How the line of a technique begins. One that lives in another's file is named.
fn mark<G: Sport>(technique: &str) -> String {
    match G::file_of(technique).ends_with(&format!("/{technique}.rs")) {
        true => "//! Measured:".to_owned(),
        false => format!("//! Measured, {technique}:"),
    }
}

/// The text after the mark.
fn result<G: Sport>(row: &Row, nodes: u64) -> String {
    let claim = match claims::text::<G>(&row.technique).as_str() {
        "" => String::new(),
        claim => format!(" (claimed {claim})"),
    };
    let ratio = match row.node_ratio {
        Some(ratio) => format!("; without it {ratio:.2} × the nodes"),
        None => String::new(),
    };
    format!(
        "{:+.0} ± {:.0} Elo{claim}, {} games at {nodes} nodes a move{ratio}.",
        row.elo, row.error, row.games
    )
}

/// The source with the line of a result replaced, or added at the end of the header. None if there is no header.
pub fn with_result<G: Sport>(source: &str, row: &Row, nodes: u64) -> Option<String> {
    let mark = mark::<G>(&row.technique);
    with_line(source, &mark, &result::<G>(row, nodes))
}

fn with_line(source: &str, mark: &str, text: &str) -> Option<String> {
    let header = source.lines().take_while(|l| l.starts_with("//!")).count();
    if header == 0 {
        return None;
    }
    let line = format!("{mark} {text}");
    let mut lines: Vec<&str> = source.lines().collect();
    match lines[..header].iter().position(|l| l.starts_with(mark)) {
        Some(at) => lines[at] = &line,
        None => lines.insert(header, &line),
    }
    Some(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_gomoku_search::Gomoku;
    use std::path::Path;

    const SOURCE: &str = "//! Idea.\n//! Parameters: none.\n\nfn f() {} // Measured: no\n";
    const MARK: &str = "//! Measured:";

    #[test]
    fn a_line_is_added_once_and_then_replaced() {
        let first = with_line(SOURCE, MARK, "one").unwrap();
        assert_eq!(
            first,
            "//! Idea.\n//! Parameters: none.\n//! Measured: one\n\nfn f() {} // Measured: no\n"
        );
        let second = with_line(&first, MARK, "two").unwrap();
        assert_eq!(second, first.replace("d: one", "d: two"));
        assert_eq!(with_line("fn f() {}\n", MARK, "one"), None);
    }

    #[test]
    fn techniques_that_share_a_file_do_not_take_each_others_line() {
        assert_eq!(mark::<Chess>("table_cutoff"), MARK);
        let second = mark::<Chess>("deeper_drafts");
        assert_eq!(second, "//! Measured, deeper_drafts:");
        let both = with_line(&with_line(SOURCE, MARK, "a").unwrap(), &second, "b").unwrap();
        assert!(both.contains("Measured: a\n") && both.contains("deeper_drafts: b\n"));
    }

    fn all_have_files<G: Sport>() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for technique in G::TECHNIQUES {
            let path = root.join(G::SOURCES).join(G::file_of(technique.name));
            let source = std::fs::read_to_string(path);
            let source = source.unwrap_or_else(|_| panic!("{} has no file", technique.name));
            assert!(source.starts_with("//!"), "{}", technique.name);
        }
    }

    #[test]
    fn every_technique_has_a_file_with_a_header() {
        all_have_files::<Chess>();
        all_have_files::<Gomoku>();
    }
}
