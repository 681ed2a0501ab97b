//! How a match stands: the counts, and the tables in which they are told.

use std::fmt::Write;
use std::time::Duration;

use super::game::{FaultKind, Seat, Usage};
use super::results::{GameLine, Games};
use super::schedule::Schedule;
use crate::in_process::elo_text;
use crate::ratings::{Meeting, Ratings};
use crate::stats::{Score, Sprt, Tally, Verdict};

/// How a game went for a seat.
fn score_of(game: &GameLine, seat: Seat) -> Score {
    match game.winner {
        None => Score::Draw,
        Some(winner) if winner == seat => Score::Win,
        Some(_) => Score::Loss,
    }
}

/// A finished pair from the side of the pairing's first engine.
fn pair(schedule: &Schedule, games: &Games, pairing: usize, round: u64) -> Option<(Score, Score)> {
    let first = games.get(&schedule.number(pairing, round, false))?;
    let second = games.get(&schedule.number(pairing, round, true))?;
    Some((score_of(first, Seat::First), score_of(second, Seat::Second)))
}

/// The finished pairs of each pairing.
pub fn meetings(schedule: &Schedule, games: &Games) -> Vec<Meeting> {
    let pairings = schedule.pairings().iter().enumerate();
    pairings
        .map(|(pairing, &engines)| {
            let mut tally = Tally::default();
            for round in 0..schedule.rounds() {
                if let Some((first, second)) = pair(schedule, games, pairing, round) {
                    tally.add(first, second);
                }
            }
            Meeting { engines, tally }
        })
        .collect()
}

/// A sequential test that reads the pairs in their order: neither threads nor interruptions change its verdict.
#[derive(Clone, Debug)]
pub struct Test {
    pub sprt: Sprt,
    pub tally: Tally,
    pub verdict: Option<Verdict>,
}

impl Test {
    pub fn new(sprt: Sprt) -> Test {
        Test {
            sprt,
            tally: Tally::default(),
            verdict: None,
        }
    }

    /// Reads on, up to the first pair that is missing or the one that decides.
    pub fn read(&mut self, schedule: &Schedule, games: &Games) {
        while self.verdict.is_none()
            && self.tally.pairs() < schedule.rounds()
            && let Some((first, second)) = pair(schedule, games, 0, self.tally.pairs())
        {
            self.tally.add(first, second);
            self.verdict = self.sprt.verdict(&self.tally);
        }
    }

    pub fn brief(&self) -> String {
        let (lower, upper) = self.sprt.bounds();
        let llr = self.sprt.llr(&self.tally);
        format!("LLR {llr:.2} ({lower:.2}, {upper:.2})")
    }

    fn line(&self) -> String {
        let Sprt { elo0, elo1, .. } = self.sprt;
        let verdict = self
            .verdict
            .map_or("undecided".to_owned(), |v| v.to_string());
        format!("{} [{elo0:.2}, {elo1:.2}]: {verdict}", self.brief())
    }
}

/// The result of two engines, from the side of the first.
pub fn duel_block(names: &[String], tally: &Tally, test: Option<&Test>) -> String {
    let [wins, losses, draws] = tally.wins_losses_draws();
    let mut text = format!(
        "Match  | {} against {}\n\
         Elo    | {} (95 %), LOS {:.1} %\n\
         nElo   | {:+.1}\n",
        names[0],
        names[1],
        elo_text(tally),
        100.0 * tally.los(),
        tally.normalised_elo(),
    );
    if let Some(test) = test {
        let _ = writeln!(text, "SPRT   | {}", test.line());
    }
    let _ = writeln!(
        text,
        "Games  | {} W {wins} L {losses} D {draws} (draws {:.1} %)\n\
         Pairs  | {:?}",
        tally.games(),
        100.0 * tally.draw_rate(),
        tally.pentanomial(),
    );
    text
}

/// The rating table of several engines, and the results of each against each.
pub fn rating_table(names: &[String], meetings: &[Meeting]) -> String {
    let ratings = Ratings::of(names.len(), meetings);
    let ranking = ratings.ranking();
    let width = width_of(names);
    let mut text = format!(
        "{:>4}  {:width$} {:>8} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}\n",
        "Rank", "Engine", "Elo", "±", "Points", "Games", "Score", "Draws", "LOS"
    );
    for (place, &engine) in ranking.iter().enumerate() {
        let own = own_tallies(meetings, engine);
        let games: u64 = own.iter().map(|(_, tally)| tally.games()).sum();
        let draws: u64 = own
            .iter()
            .map(|(_, tally)| tally.wins_losses_draws()[2])
            .sum();
        let points: f64 = own
            .iter()
            .map(|(_, tally)| tally.mean() * tally.games() as f64)
            .sum();
        let share = |part: f64| format!("{:.1} %", 100.0 * part / games.max(1) as f64);
        // The likelihood to be stronger than the next one.
        let los = ranking.get(place + 1).map_or(String::new(), |&next| {
            format!("{:.1} %", 100.0 * ratings.los(engine, next))
        });
        let _ = writeln!(
            text,
            "{:>4}  {:width$} {:>+8.1} {:>7.1} {:>7.1} {:>7} {:>7} {:>7} {:>7}",
            place + 1,
            names[engine],
            ratings.elo(engine),
            ratings.error(engine),
            points,
            games,
            share(points),
            share(draws as f64),
            los,
        );
    }
    text.push('\n');
    for &engine in &ranking {
        for (other, tally) in own_tallies(meetings, engine) {
            if place_of(&ranking, engine) < place_of(&ranking, other) {
                let [wins, losses, draws] = tally.wins_losses_draws();
                let _ = writeln!(
                    text,
                    "{:>width$} - {:width$}  W {wins} L {losses} D {draws}  pairs {:?}",
                    names[engine],
                    names[other],
                    tally.pentanomial()
                );
            }
        }
    }
    text
}

fn place_of(ranking: &[usize], engine: usize) -> usize {
    ranking.iter().position(|&e| e == engine).unwrap_or(0)
}

/// The tallies of an engine against each opponent, from its side.
fn own_tallies(meetings: &[Meeting], engine: usize) -> Vec<(usize, Tally)> {
    let own = |meeting: &Meeting| match meeting.engines {
        [a, b] if a == engine => Some((b, meeting.tally)),
        [a, b] if b == engine => Some((a, meeting.tally.reversed())),
        _ => None,
    };
    meetings.iter().filter_map(own).collect()
}

fn width_of(names: &[String]) -> usize {
    let longest = names.iter().map(|name| name.chars().count()).max();
    longest.unwrap_or(0).clamp(6, 40)
}

/// What went wrong, engine by engine; nothing if nothing did.
pub fn fault_lines(names: &[String], schedule: &Schedule, games: &Games) -> String {
    let mut counts = vec![[0u32; FaultKind::ALL.len()]; names.len()];
    for (&number, game) in games {
        for (seat, engine) in schedule.fixture(number).engines.into_iter().enumerate() {
            for (sum, count) in counts[engine].iter_mut().zip(game.faults[seat]) {
                *sum += count;
            }
        }
    }
    let mut text = String::new();
    for (name, kinds) in names.iter().zip(&counts) {
        let parts: Vec<String> = FaultKind::ALL
            .into_iter()
            .filter(|kind| kinds[kind.index()] > 0)
            .map(|kind| format!("{} {}", kinds[kind.index()], kind.plural()))
            .collect();
        if !parts.is_empty() {
            let _ = writeln!(text, "Faults | {name}: {}", parts.join(", "));
        }
    }
    text
}

/// How each engine kept its time, where time is limited: a late answer of an engine that had no processor is the
/// machine's fault.
pub fn clock_lines(names: &[String], schedule: &Schedule, games: &Games) -> String {
    let mut usage = vec![Usage::default(); names.len()];
    for (&number, game) in games {
        for (seat, engine) in schedule.fixture(number).engines.into_iter().enumerate() {
            usage[engine].add(&game.usage[seat]);
        }
    }
    let mut text = String::new();
    for (name, clock) in names.iter().zip(usage.iter().map(|usage| usage.clock)) {
        let Some(least) = clock.least_left else {
            continue;
        };
        let _ = write!(
            text,
            "Clock  | {name}: least time left {} ms, {} overruns",
            least.as_millis(),
            clock.overruns
        );
        if clock.overruns > 0 {
            let _ = write!(
                text,
                " (worst {:.1} ms, {} of them stalls of the machine)",
                clock.worst_overrun.as_secs_f64() * 1e3,
                clock.stalls
            );
        }
        if let Some(processor) = clock.processor {
            let share = processor.as_secs_f64() / clock.limited.as_secs_f64().max(1e-9);
            let _ = write!(
                text,
                ", {:.2} s of processor in {:.2} s ({:.0} %)",
                processor.as_secs_f64(),
                clock.limited.as_secs_f64(),
                100.0 * share
            );
        }
        text.push('\n');
    }
    text
}

/// How the engines and the referee used their time.
pub fn timing_lines(names: &[String], schedule: &Schedule, games: &Games) -> String {
    let mut usage = vec![Usage::default(); names.len()];
    let (mut overhead, mut moves) = (Duration::ZERO, 0);
    for (&number, game) in games {
        for (seat, engine) in schedule.fixture(number).engines.into_iter().enumerate() {
            usage[engine].add(&game.usage[seat]);
        }
        overhead += game.overhead;
        moves += game.usage[0].moves + game.usage[1].moves;
    }
    let per = |sum: f64, count: u64| sum / count.max(1) as f64;
    let mut text = String::new();
    for (name, used) in names.iter().zip(&usage) {
        let nps = used.nodes as f64 / used.time.as_secs_f64().max(1e-9);
        let _ = writeln!(
            text,
            "Moves  | {name}: {} moves, {:.2} ms, depth {:.1} and {:.0} nodes a move, {:.0} nodes a second",
            used.moves,
            per(used.time.as_secs_f64() * 1e3, used.moves),
            per(used.depths as f64, used.moves),
            per(used.nodes as f64, used.moves),
            nps,
        );
    }
    let _ = writeln!(
        text,
        "Referee| {:.3} ms a move beside the engines' thinking, over {moves} moves",
        per(overhead.as_secs_f64() * 1e3, moves)
    );
    text
}

/// How the games ended, the most frequent way first.
pub fn ending_line(games: &Games) -> String {
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for game in games.values() {
        let name = game.ending.name();
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let parts: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    let plies: u64 = games.values().map(|game| game.plies).sum();
    format!(
        "Ends   | {}; {:.1} plies a game\n",
        parts.join(", "),
        plies as f64 / games.len().max(1) as f64
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Scale;
    use crate::tournament::game::{ClockUsage, Ending};
    use crate::tournament::schedule::Format;

    fn game(winner: Option<Seat>) -> GameLine {
        GameLine {
            winner,
            ending: Ending::Rules,
            plies: 50,
            usage: [Usage::default(); 2],
            overhead: Duration::ZERO,
            faults: [[0; 6]; 2],
        }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn only_whole_pairs_count_from_the_first_engines_side() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 6);
        let games = Games::from([
            (0, game(Some(Seat::First))),
            (1, game(Some(Seat::Second))),
            (2, game(Some(Seat::First))),
            (4, game(None)),
            (5, game(Some(Seat::First))),
        ]);
        let tally = meetings(&schedule, &games)[0].tally;
        // Won twice, then drew and lost; the pair in between is not finished.
        assert_eq!(tally.pentanomial(), [0, 1, 0, 0, 1]);
    }

    #[test]
    fn a_test_waits_for_the_pairs_in_between() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2000);
        let mut games = Games::new();
        for number in (0..2000).filter(|&number| number != 4) {
            let winner = if number % 2 == 0 {
                Seat::First
            } else {
                Seat::Second
            };
            let winner = (number % 8 != 0).then_some(winner);
            games.insert(number, game(winner));
        }
        let mut test = Test::new(Sprt::new(0.0, 20.0, Scale::Logistic));
        test.read(&schedule, &games);
        assert_eq!((test.tally.pairs(), test.verdict), (2, None));
        games.insert(4, game(None));
        test.read(&schedule, &games);
        assert_eq!(test.verdict, Some(Verdict::Accepted));
        assert!(test.tally.pairs() < 1000);
        let block = duel_block(&names(&["a", "b"]), &test.tally, Some(&test));
        assert!(block.contains("[0.00, 20.00]: accepted"), "{block}");
    }

    #[test]
    fn the_table_ranks_by_rating() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 20);
        let mut games = Games::new();
        for number in 0..schedule.games() {
            // The later engine in the list always wins, but for a draw now and then.
            let [a, b] = schedule.fixture(number).engines;
            let winner = if a > b { Seat::First } else { Seat::Second };
            games.insert(number, game((number % 5 != 0).then_some(winner)));
        }
        let table = rating_table(
            &names(&["weak", "middle", "strong"]),
            &meetings(&schedule, &games),
        );
        let order: Vec<usize> = ["strong", "middle", "weak"]
            .map(|name| table.find(name).unwrap())
            .into();
        assert!(order.is_sorted(), "{table}");
        assert!(table.contains("strong - middle"), "{table}");
    }

    #[test]
    fn clocks_are_told_by_engine_and_only_where_there_are_any() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2);
        let ms = Duration::from_millis;
        let mut timed = game(None);
        timed.usage[1].clock = ClockUsage::of(ms(100), ms(140), Some(ms(30)));
        // In the second game the engines have changed seats.
        let games = Games::from([(0, game(None)), (1, timed)]);
        let text = clock_lines(&names(&["a", "b"]), &schedule, &games);
        assert_eq!(
            text,
            "Clock  | a: least time left 0 ms, 1 overruns (worst 40.0 ms, 1 of them stalls of the machine), \
             0.03 s of processor in 0.14 s (21 %)\n"
        );
    }

    #[test]
    fn faults_and_endings_are_told_by_engine() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 2);
        let mut faulty = game(Some(Seat::First));
        faulty.ending = Ending::Fault(FaultKind::Crash);
        faulty.faults[1][FaultKind::Crash.index()] = 1;
        let games = Games::from([(0, game(None)), (1, faulty)]);
        let text = fault_lines(&names(&["a", "b"]), &schedule, &games);
        assert_eq!(text, "Faults | a: 1 crashes\n");
        assert_eq!(
            ending_line(&games),
            "Ends   | 1 crash, 1 rules; 50.0 plies a game\n"
        );
    }
}
