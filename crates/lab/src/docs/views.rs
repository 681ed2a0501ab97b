//! Measurements as tables and charts.

use std::collections::BTreeMap;

use regence_arena::chart::{Bar, bars};
use regence_arena::claims;
use regence_store::{Kind, Measured};

/// `+12.3 ± 8.1`
fn elo(row: &Measured) -> String {
    let text = |name, sign: bool| match (row.number(name), sign) {
        (Some(number), true) => format!("{number:+.1}"),
        (Some(number), false) => format!("{number:.1}"),
        (None, _) => "?".to_owned(),
    };
    format!("{} ± {}", text("elo", true), text("error", false))
}

fn count(row: &Measured, name: &str) -> String {
    row.number(name)
        .map_or("?".to_owned(), |number| format!("{number:.0}"))
}

fn ratio(row: &Measured, name: &str) -> String {
    row.number(name)
        .map_or("?".to_owned(), |number| format!("{number:.2}"))
}

/// A measurement in a line.
pub fn in_brief(row: &Measured) -> String {
    format!(
        "{:28} {:>16} Elo  {:>5} games",
        row.subject,
        elo(row),
        count(row, "games")
    )
}

/// The chart of a file of results.
pub fn chart(rows: &[Measured]) -> String {
    let bar = |row: &Measured| {
        let claim = claims::find(&row.game, &row.subject).and_then(claims::Claim::elo);
        Bar {
            name: row.subject.clone(),
            value: row.number("elo").unwrap_or(f64::NAN),
            error: row.number("error").unwrap_or(f64::INFINITY),
            claim: claim.map(|(from, to)| (f64::from(from), f64::from(to))),
            label: format!("{} ({})", elo(row), count(row, "games")),
        }
    };
    let mut all: Vec<Bar> = rows.iter().map(bar).collect();
    let title = match rows.first().map(|row| row.kind) {
        Some(Kind::Ladder) => "Elo that each step adds to those above it",
        _ => "Elo gained by each technique",
    };
    if rows.first().is_none_or(|row| row.kind == Kind::Ablation) {
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
    }
    let claimed = match all.iter().any(|bar| bar.claim.is_some()) {
        true => " Yellow: what the roadmap claimed.",
        false => "",
    };
    let note =
        format!("Bars: measured, with 95 % intervals; pale where the interval holds 0.{claimed}");
    bars(title, &note, &all)
}

/// The results of a file as a document shows them.
pub struct View<'a> {
    pub rows: &'a [Measured],
    /// The file as the document links it, without its ending.
    pub file: String,
    /// The bench of the shipped search.
    pub shipped: Option<u64>,
}

impl View<'_> {
    fn is_stale(&self, row: &Measured) -> bool {
        self.shipped.is_some_and(|shipped| shipped != row.bench)
    }

    fn bench(&self, row: &Measured) -> String {
        match self.is_stale(row) {
            true => format!("{} †", row.bench),
            false => row.bench.to_string(),
        }
    }

    /// The gain, one click from its line in the file.
    fn linked_elo(&self, row: &Measured) -> String {
        let line = self.rows.iter().position(|other| other == row);
        let line = line.map_or(1, |line| line + 1);
        format!("[{}]({}.jsonl#L{line})", elo(row), self.file)
    }

    /// What † means, where it stands.
    fn note_on_stale(&self, rows: &[&Measured]) -> String {
        match (self.shipped, rows.iter().any(|row| self.is_stale(row))) {
            (Some(shipped), true) => {
                format!(
                    "\n† Measured with another search than the shipped one (bench {shipped}).\n"
                )
            }
            _ => String::new(),
        }
    }

    /// The commands that make the rows again, each once.
    fn commands(&self) -> String {
        let mut commands: BTreeMap<String, usize> = BTreeMap::new();
        for row in self.rows {
            let general = row
                .command
                .replace(&format!("--only {} ", row.subject), "--only TECHNIQUE ");
            *commands.entry(general).or_default() += 1;
        }
        let told = commands.iter().map(|(command, rows)| match rows {
            _ if commands.len() == 1 => format!("`{command}`"),
            1 => format!("`{command}` (one row)"),
            rows => format!("`{command}` ({rows} rows)"),
        });
        told.collect::<Vec<_>>().join(", ")
    }

    fn picture(&self, words: &str) -> String {
        format!("![{words}]({}.svg)\n\n", self.file)
    }

    /// Every technique against the shipped search.
    pub fn ablation(&self) -> String {
        let game = self.rows.first().map_or("", |row| &row.game);
        let is_claimed = !claims::of(game).is_empty();
        let mut text = format!(
            "Made by {}, written by `regence-lab docs`; do not edit between the marks.\n\n\
             Each technique is switched off alone (or on, where it is shipped off) and that search plays the shipped one, in \
             pairs of\nreversed openings at a fixed number of nodes a move. *Gained* is the Elo of having it, with the 95 % \
             interval of the\npentanomial counts; an interval that holds 0 proves nothing yet. *Nodes* is how many the bench \
             set takes without it for each\nnode with it: above 1 it saves work, below 1 it looks closer. *More* is how many \
             games are missing to ± 10.{}\n\n",
            self.commands(),
            match is_claimed {
                true => " *Claimed* is what the roadmap\npromised, in Elo and in nodes saved.",
                false => "",
            }
        );
        text += &self.picture("Elo gained by each technique");
        text += match is_claimed {
            true => {
                "| technique | claimed | gained | games | nodes | claimed to save | saves | more | bench |\n|---|---|---|---|---|---|---|---|---|\n"
            }
            false => {
                "| technique | gained | games | nodes | saves | more | bench |\n|---|---|---|---|---|---|---|\n"
            }
        };
        for row in self.rows {
            let claim = claims::find(&row.game, &row.subject);
            let claimed = |words: fn(&claims::Claim) -> String| match is_claimed {
                true => format!(" {} |", claim.map_or(String::new(), words)),
                false => String::new(),
            };
            let saves = row.number("node_ratio").map_or("?".to_owned(), |ratio| {
                format!("{:.0} %", 100.0 - 100.0 / ratio)
            });
            text += &format!(
                "| {} |{} {} | {} | {} |{} {saves} | {} | {} |\n",
                row.subject,
                claimed(claims::Claim::text),
                self.linked_elo(row),
                count(row, "games"),
                ratio(row, "node_ratio"),
                claimed(claims::Claim::saved_text),
                count(row, "more_games"),
                self.bench(row),
            );
        }
        text + &self.note_on_stale(&self.rows.iter().collect::<Vec<_>>())
    }

    /// One technique after another.
    pub fn ladder(&self) -> String {
        let mut text = format!(
            "Made by {}, written by `regence-lab docs`; do not edit between the marks.\n\n\
             From a plain alpha-beta search with the table on, each step adds one technique and plays the search without it. \
             *Nodes* is what the\nbench set then takes to the depth that the command says, *depth* the mean depth of some of \
             its positions in the time that it says.\n\n",
            self.commands()
        );
        text += &self.picture("Elo that each step adds");
        text += "| step | technique | claimed | added | games | nodes | depth | bench |\n|---|---|---|---|---|---|---|---|\n";
        for (number, row) in self.rows.iter().enumerate() {
            let claimed = claims::find(&row.game, &row.subject);
            let depth = row
                .number("mean_depth")
                .map_or("?".to_owned(), |depth| format!("{depth:.1}"));
            text += &format!(
                "| {} | {} | {} | {} | {} | {} | {depth} | {} |\n",
                number + 1,
                row.subject,
                claimed.map_or(String::new(), claims::Claim::text),
                self.linked_elo(row),
                count(row, "games"),
                count(row, "bench_nodes"),
                self.bench(row),
            );
        }
        text + &self.note_on_stale(&self.rows.iter().collect::<Vec<_>>())
    }

    /// The techniques that surely gain most.
    pub fn gains(&self, number: usize) -> String {
        let least = |row: &Measured| match (row.number("elo"), row.number("error")) {
            (Some(elo), Some(error)) => elo - error,
            _ => f64::NEG_INFINITY,
        };
        let mut best: Vec<&Measured> = self.rows.iter().collect();
        best.sort_by(|a, b| least(b).total_cmp(&least(a)));
        best.truncate(number);
        let mut text = "| technique | gains, Elo | nodes without it |\n|---|---|---|\n".to_owned();
        for row in &best {
            let mark = if self.is_stale(row) { " †" } else { "" };
            text += &format!(
                "| {} | {}{mark} | × {} |\n",
                row.subject,
                self.linked_elo(row),
                ratio(row, "node_ratio"),
            );
        }
        text + &self.note_on_stale(&best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(kind: Kind, subject: &str, elo: f64, bench: u64) -> Measured {
        let figures = serde_json::json!({
            "elo": elo, "error": 3.0, "games": 200, "node_ratio": 1.25, "more_games": 40, "bench_nodes": 5000,
            "mean_depth": 7.25,
        });
        Measured {
            kind,
            game: "chess".into(),
            subject: subject.into(),
            figures: figures.as_object().unwrap().clone(),
            build: "9".into(),
            bench,
            machine: "test".into(),
            date: "2026-02-03".into(),
            command: format!("regence-lab ablate --only {subject} --games 200"),
        }
    }

    fn view(rows: &[Measured]) -> View<'_> {
        View {
            rows,
            file: "results/x".into(),
            shipped: Some(7),
        }
    }

    #[test]
    fn an_ablation_says_what_was_claimed_and_what_is_old() {
        let (null_move, razoring) = ("null_move_pruning", "razoring");
        let rows = [
            row(Kind::Ablation, null_move, 50.0, 7),
            row(Kind::Ablation, razoring, -1.0, 6),
        ];
        let text = view(&rows).ablation();
        let line = "| null_move_pruning | 60–100 | [+50.0 ± 3.0](results/x.jsonl#L1) | 200 | 1.25 | 30–50 % | 20 % | 40 | 7 |";
        assert!(text.contains(line), "{text}");
        let old =
            "| razoring |  | [-1.0 ± 3.0](results/x.jsonl#L2) | 200 | 1.25 |  | 20 % | 40 | 6 † |";
        assert!(text.contains(old) && text.contains("† Measured"), "{text}");
        assert_eq!(
            text.matches("`regence-lab ablate --only TECHNIQUE --games 200`")
                .count(),
            1
        );
        assert!(!view(&rows[..1]).ablation().contains('†'));
    }

    #[test]
    fn a_game_without_claims_has_no_column_for_them() {
        let mut one = row(Kind::Ablation, "beam", 50.0, 7);
        one.game = "gomoku".into();
        one.figures.remove("node_ratio");
        let text = view(&[one]).ablation();
        assert!(!text.contains("laimed"), "{text}");
        assert!(
            text.contains("| beam | [+50.0 ± 3.0](results/x.jsonl#L1) | 200 | ? | ? | 40 | 7 |")
        );
    }

    #[test]
    fn a_ladder_keeps_its_order() {
        let rows = [
            row(Kind::Ladder, "late_move_reductions", 5.0, 7),
            row(Kind::Ladder, "null_move_pruning", 50.0, 7),
        ];
        let text = view(&rows).ladder();
        assert!(
            text.contains("| 1 | late_move_reductions | 80–120 |"),
            "{text}"
        );
        assert!(
            text.contains("| 200 | 5000 | 7.2 | 7 |") || text.contains("| 200 | 5000 | 7.3 | 7 |")
        );
        let svg = chart(&rows);
        assert!(svg.find("+5.0 ±").unwrap() < svg.find("+50.0 ±").unwrap());
    }

    #[test]
    fn gains_are_those_that_are_surest() {
        let mut unsure = row(Kind::Ablation, "singular", 90.0, 7);
        unsure.figures.insert("error".into(), 80.0.into());
        let rows = [
            unsure,
            row(Kind::Ablation, "probcut", 20.0, 7),
            row(Kind::Ablation, "null_move_pruning", 50.0, 6),
        ];
        let text = view(&rows).gains(2);
        assert!(!text.contains("singular"), "{text}");
        assert!(text.find("null_move").unwrap() < text.find("probcut").unwrap());
        assert!(text.contains("#L3) † | × 1.25 |") && text.contains("#L2) | × 1.25 |"));
        let svg = chart(&rows);
        assert!(
            svg.contains("Yellow") && svg.find("+90.0 ±").unwrap() < svg.find("+50.0 ±").unwrap()
        );
    }
}
