//! The autopsy of lost games: where each was lost, which move lost it, whether the engine could have seen that, and which
//! causes cost the most points.
//!
//! [`loss`] finds the move that lost a game by the reference, [`cause`] judges why from plain data, [`page`] and [`words`]
//! tell it.

mod cause;
mod loss;
mod page;
mod table;
mod words;

use std::fs::File;
use std::path::PathBuf;

use clap::Args;

use crate::games::read::{self, Ending, Played};
use crate::reference::Reference;
use cause::{Cause, Facts, judge};
use loss::{Loss, find};
use regence_arena::client::Launch;
use regence_arena::error::LabError;
use regence_arena::provenance::{command, machine, say};
use table::Table;

/// What `regence-lab autopsy` may be told.
#[derive(Args, Debug)]
#[command(
    long_about = "Reads the games that a player has lost and says why: depth, time and scores beside the opponent's, the \
    move that lost each game, at which depth a reference sees that, and which causes cost the most points.\n\n\
    The games need scores and depths behind the moves, as matches write them ({+0.35/12 0.25s})."
)]
pub struct Options {
    /// The games
    #[arg(value_name = "GAMES.PGN")]
    games: PathBuf,
    /// Whose lost games
    #[arg(long, value_name = "NAME")]
    player: String,
    /// The engine itself, to be asked again where it lost
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// At most so many lost games
    #[arg(long, default_value_t = 40)]
    most: usize,
    /// The reference's nodes for a position
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Writes a page with boards and graphs
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// A lost game with what was found.
#[derive(Clone, Debug)]
pub struct Lost {
    pub game: Played,
    pub loss: Option<Loss>,
    pub facts: Facts,
    pub cause: Cause,
    /// What the engine itself says today of the position where it lost.
    pub asked: Vec<String>,
}

/// The whole autopsy.
#[derive(Clone, Debug)]
pub struct Autopsy {
    pub player: String,
    pub file: String,
    pub command: String,
    pub machine: String,
    pub results: [usize; 3],
    pub table: Table,
    pub lost: Vec<Lost>,
}

impl Autopsy {
    /// The causes and the points that each has cost, the dearest first.
    pub fn ranking(&self) -> Vec<(Cause, usize)> {
        let mut ranking: Vec<(Cause, usize)> = Cause::ALL
            .iter()
            .map(|&cause| {
                let games = self.lost.iter().filter(|lost| lost.cause == cause);
                (cause, games.count())
            })
            .filter(|(_, points)| *points > 0)
            .collect();
        ranking.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
        ranking
    }
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), LabError> {
    let file =
        File::open(&options.games).map_err(|error| LabError::file(&options.games, &error))?;
    let games = read::games(file);
    let played: Vec<Played> = games
        .list
        .iter()
        .flat_map(|game| game.of(&options.player))
        .collect();
    if played.is_empty() {
        let mut names: Vec<&str> = games.list.iter().flat_map(|game| game.names()).collect();
        names.sort_unstable();
        names.dedup();
        return Err(LabError::new(format!(
            "'{}' plays in none of these games; there are {}",
            options.player,
            names.join(", ")
        )));
    }
    let launch = options
        .engine
        .as_deref()
        .map(crate::command::read_launch)
        .transpose()?;
    let mut autopsy = examine(&played, options, launch.as_ref())?;
    autopsy.file = options.games.display().to_string();
    say(&words::write(&autopsy));
    if let Some(path) = &options.html {
        std::fs::write(path, page::write(&autopsy))
            .map_err(|error| LabError::file(path, &error))?;
    }
    Ok(())
}

fn examine(
    played: &[Played],
    options: &Options,
    launch: Option<&Launch>,
) -> Result<Autopsy, LabError> {
    let mut reference = Reference::new();
    let count = |ending| played.iter().filter(|game| game.ending == ending).count();
    let lost: Vec<&Played> = played
        .iter()
        .filter(|game| game.ending == Ending::Lost)
        .collect();
    let total = lost.len().min(options.most);
    let mut found = Vec::new();
    for (index, game) in lost.into_iter().take(total).enumerate() {
        eprintln!(
            "[{:2}/{total}] game {} against {}",
            index + 1,
            game.number,
            game.opponent
        );
        let loss = find(game, &mut reference, options.nodes);
        let facts = Facts::of(game, loss.as_ref());
        let asked = match (launch, &loss) {
            (Some(launch), Some(loss)) => loss::ask(launch, game, loss)?,
            _ => Vec::new(),
        };
        let cause = judge(&facts);
        found.push(Lost {
            game: game.clone(),
            loss,
            facts,
            cause,
            asked,
        });
    }
    Ok(Autopsy {
        player: options.player.clone(),
        file: String::new(),
        command: command(),
        machine: machine(),
        results: [Ending::Won, Ending::Drawn, Ending::Lost].map(count),
        table: Table::of(played),
        lost: found,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White hangs its queen in the fourth move, with five plies of depth.
    const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[TimeControl \"10+0.1\"]\n\n\
        1. e4 {+0.20/5 0.2s} e5 {-0.10/9 0.2s} 2. Nf3 {+0.25/5 0.2s} Nc6 {-0.20/9 0.2s} \
        3. Bc4 {+0.20/5 0.2s} Nf6 {-0.20/9 0.2s} 4. Nc3 {+0.2/5 0.2s} Bc5 {-0.2/9 0.2s} \
        5. Nxe5 {+0.20/5 0.2s} Nxe5 {+0.10/9 0.2s} 6. Qh5 {+0.10/5 0.2s} Nxh5 {+9.20/9 0.2s} \
        7. d4 {-8.20/5 0.2s} Bxd4 {+9.80/9 0.2s} 8. O-O {-9.00/5 0.2s} Nxc4 {+12.0/9 0.2s} 0-1\n";

    fn options() -> Options {
        Options {
            games: PathBuf::new(),
            player: "A".into(),
            engine: None,
            most: 9,
            nodes: 3000,
            html: None,
        }
    }

    #[test]
    fn the_move_that_lost_is_found_and_told() {
        let games = read::games(GAMES.as_bytes());
        let played: Vec<Played> = games.list[0].of("A").collect();
        let autopsy = examine(&played, &options(), None).unwrap();
        assert_eq!(autopsy.results, [0, 0, 1]);
        let loss = autopsy.lost[0].loss.as_ref().unwrap();
        assert_eq!(loss.played, "6. Qh5");
        // A queen that can be taken is seen at once, and five plies were searched.
        assert!(loss.seen_at.is_some_and(|depth| depth <= 3), "{loss:?}");
        let text = words::write(&autopsy);
        for part in ["6. Qh5", "A: 0 won, 0 drawn, 1 lost", "1 point"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        let page = page::write(&autopsy);
        assert!(page.contains("<svg") && page.contains("6. Qh5"));
        assert_eq!(
            page.matches("<section").count(),
            page.matches("</section>").count()
        );
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    }
}
