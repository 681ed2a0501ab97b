//! The table of measurements in docs/measured.md. It lies between two marks; what people write around it stays.

use std::fmt;
use std::marker::PhantomData;

use regence_arena::claims;
use regence_arena::games::measured_name;
use regence_core::game::Game;

/// What is known of one technique.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub technique: String,
    /// Elo gained by having it, and half the width of the 95 % interval.
    pub elo: f64,
    pub error: f64,
    pub games: u64,
    /// Nodes to the same depth without it, for each node with it.
    pub node_ratio: Option<f64>,
    /// Games that are missing to an error of 10 Elo.
    pub more_games: Option<u64>,
    /// The version and bench of the search.
    pub search: String,
    /// What makes this row again.
    pub command: String,
}

impl Row {
    fn to_line<G: Game>(&self) -> String {
        let ratio = self
            .node_ratio
            .map_or("?".to_owned(), |r| format!("{r:.2}"));
        let more = self.more_games.map_or("?".to_owned(), |m| m.to_string());
        format!(
            "| {} | {} | {:+.1} ± {:.1} | {} | {ratio} | {more} | {} | `{}` |",
            self.technique,
            claims::text::<G>(&self.technique),
            self.elo,
            self.error,
            self.games,
            self.search,
            self.command
        )
    }

    fn from_line(line: &str) -> Option<Row> {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, technique, _, elo, games, ratio, more, search, command, _] = cells[..] else {
            return None;
        };
        let (elo, error) = elo.split_once(" ± ")?;
        Some(Row {
            technique: technique.to_owned(),
            elo: elo.parse().ok()?,
            error: error.parse().ok()?,
            games: games.parse().ok()?,
            node_ratio: ratio.parse().ok(),
            more_games: more.parse().ok(),
            search: search.to_owned(),
            command: command.trim_matches('`').to_owned(),
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = self
            .node_ratio
            .map_or("?".to_owned(), |r| format!("{r:.2}"));
        write!(
            f,
            "{:22} {:+7.1} ± {:5.1} Elo  {:5} games  nodes without × {ratio}",
            self.technique, self.elo, self.error, self.games
        )?;
        match self.more_games {
            Some(0) | None => Ok(()),
            Some(more) => write!(f, "  {more} more games for ± 10"),
        }
    }
}

/// All rows, in the order of the game's techniques.
#[derive(Debug)]
pub struct Table<G> {
    rows: Vec<Row>,
    game: PhantomData<G>,
}

const BEGIN: &str = "<!-- ablation: begin -->";
const END: &str = "<!-- ablation: end -->";

/// What stands above the rows.
fn head<G: Game>() -> String {
    let claimed = match claims::of::<G>().is_empty() {
        true => "",
        false => " *Claimed* is what the roadmap promised.",
    };
    let of_game = match G::NAME {
        "chess" => String::new(),
        name => format!(" --game {name}"),
    };
    format!(
        "Written by `regence-lab ablate{of_game}`; do not edit between the marks.

Each technique is switched off alone (or on, where it is shipped off) and that search plays the shipped one, in pairs of
reversed openings at a fixed number of nodes a move. *Gained* is the Elo of having it, with the 95 % interval of the
pentanomial counts; an interval that holds 0 proves nothing yet.{claimed} *Nodes* is how many the bench set takes without
it for each node with it: above 1 it saves work, below 1 it looks closer. *More* is how many games are missing to ± 10.

![Elo gained by each technique]({}.svg)

| technique | claimed | gained | games | nodes | more | search | command |
|---|---|---|---|---|---|---|---|
",
        measured_name::<G>()
    )
}

/// The title of a new document.
fn title<G: Game>() -> String {
    match G::NAME {
        "chess" => "# Measured\n\n".to_owned(),
        "gomoku" => "# Gomoku, measured\n\n".to_owned(),
        name => format!("# {name}, measured\n\n"),
    }
}

impl<G: Game> Table<G> {
    /// The rows that a document holds.
    pub fn read(document: &str) -> Table<G> {
        let mut table = Table {
            rows: Vec::new(),
            game: PhantomData,
        };
        let (_, inside, _) = split(document);
        inside
            .lines()
            .filter_map(Row::from_line)
            .for_each(|row| table.put(row));
        table
    }

    /// Adds a row, in place of an older one of the same technique. A technique that is no more has no row.
    pub fn put(&mut self, row: Row) {
        self.rows.retain(|old| old.technique != row.technique);
        self.rows.push(row);
        let place = |row: &Row| G::TECHNIQUES.iter().position(|t| t.name == row.technique);
        self.rows.retain(|row| place(row).is_some());
        self.rows.sort_by_key(place);
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The document with this table in it.
    pub fn write_into(&self, document: &str) -> String {
        let (before, _, after) = split(document);
        let before = match document.is_empty() {
            true => title::<G>(),
            false => before.to_owned(),
        };
        let lines = self.rows.iter().map(|row| row.to_line::<G>() + "\n");
        let (head, lines) = (head::<G>(), lines.collect::<String>());
        format!("{before}{BEGIN}\n{head}{lines}{END}{after}")
    }
}

/// The parts before, between and after the marks; a document without them is all before.
fn split(document: &str) -> (&str, &str, &str) {
    let parts = document
        .split_once(BEGIN)
        .and_then(|(before, rest)| Some((before, rest.split_once(END)?)));
    match parts {
        Some((before, (inside, after))) => (before, inside, after),
        None => (document, "", "\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regence_chess_search::Chess;
    use regence_gomoku_search::Gomoku;

    fn row(technique: &str, elo: f64) -> Row {
        Row {
            technique: technique.into(),
            elo,
            error: 20.5,
            games: 200,
            node_ratio: Some(1.25),
            more_games: Some(640),
            search: "version 1, bench 2".into(),
            command: "regence-lab ablate".into(),
        }
    }

    #[test]
    fn rows_survive_the_document() {
        let unknown = Row {
            elo: f64::INFINITY,
            error: f64::INFINITY,
            node_ratio: None,
            more_games: None,
            ..row("razoring", 0.0)
        };
        for row in [row("null_move_pruning", -12.5), unknown] {
            assert_eq!(Row::from_line(&row.to_line::<Chess>()), Some(row));
        }
        assert_eq!(Row::from_line("| technique | claimed |"), None);
    }

    #[test]
    fn new_rows_replace_old_ones_and_leave_the_others() {
        let mut table = Table::<Chess>::read("");
        table.put(row("razoring", 1.0));
        table.put(row("null_move_pruning", 2.0));
        let document = table.write_into("");
        assert!(document.starts_with("# Measured\n"), "{document}");

        let mut again = Table::<Chess>::read(&document);
        again.put(row("null_move_pruning", 3.0));
        again.put(row("forgotten", 3.0));
        let names: Vec<_> = again
            .rows()
            .iter()
            .map(|r| (r.technique.as_str(), r.elo))
            .collect();
        assert_eq!(names, [("null_move_pruning", 3.0), ("razoring", 1.0)]);
    }

    #[test]
    fn gomoku_has_a_document_of_its_own() {
        let mut table = Table::<Gomoku>::read("");
        table.put(row("interior_vcf", 2.0));
        let document = table.write_into("");
        assert!(document.starts_with("# Gomoku"), "{document}");
        assert!(document.contains("measured-gomoku.svg") && !document.contains("promised"));
        assert_eq!(Table::<Gomoku>::read(&document).rows().len(), 1);
    }

    #[test]
    fn what_people_wrote_around_the_table_stays() {
        let mut table = Table::<Chess>::read("");
        table.put(row("null_move_pruning", 2.0));
        let first = table.write_into("# Title\n\nBefore.\n\n");
        let edited = format!("{first}\nAfter.\n");
        let second = Table::<Chess>::read(&edited).write_into(&edited);
        assert_eq!(second, edited);
        assert!(second.starts_with("# Title\n\nBefore."));
        assert!(second.ends_with("After.\n"));
    }
}
