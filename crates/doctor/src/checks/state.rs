//! State: what an engine remembers of the game, and what it should have forgotten.

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, is_repetition};

use super::Outcome;
use crate::finding::{Finding, Illness, Severity};
use crate::patient::Patient;
use crate::position::{Position, Searched};
use crate::suite;
use regence_arena::client::ClientError;
use regence_arena::client::uci::Go;

pub static LONG_GAME: Illness = Illness {
    id: "long-game",
    severity: Severity::Fault,
    title: "Loses its way in long games",
    cause: "The history of the game has a fixed size that a long game exceeds.",
    cure: "Let the history grow, or keep only the positions since the last capture or pawn move; test with 1000 plies.",
};

pub static STALE_TABLE: Illness = Illness {
    id: "stale-table",
    severity: Severity::Suspicion,
    title: "Remembers the last game after ucinewgame",
    cause: "The transposition table (or history) is not cleared by ucinewgame: the same search takes a fraction of its \
            nodes the second time.",
    cure: "Clear table, killers and histories at ucinewgame; test that the node count is the same as at first.",
};

pub static REPETITION_BLIND: Illness = Illness {
    id: "repetition-blind",
    severity: Severity::Fault,
    title: "Does not see repetitions of the game's own positions",
    cause: "Only the current position is kept of the position command, or repetitions are not looked for in the tree.",
    cure: "Keep the keys of all positions since the last irreversible move and score a repetition as a draw.",
};

/// A long game and what was played at its end.
#[derive(Clone, Debug)]
pub struct LongGame {
    pub searched: Searched,
}

/// The same search, before and after a new game was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twice {
    pub fen: String,
    pub first: u64,
    pub again: u64,
}

/// What was gathered.
#[derive(Debug, Default)]
struct Gathered {
    long: Vec<LongGame>,
    /// A game after which it was silent or dead, and how.
    lost: Vec<(usize, String)>,
    twice: Vec<Twice>,
    draws: Vec<Searched>,
    perpetual: Vec<Searched>,
    depth: u32,
}

pub fn run(patient: &mut Patient) -> Outcome {
    let mut gathered = Gathered::default();
    let done = gather(patient, &mut gathered);
    let stale = judge_twice(&gathered.twice);
    // From here on a new game is a new process.
    patient.manner.needs_new_process |= stale.is_some();
    let counts: Vec<String> = gathered
        .twice
        .iter()
        .map(|t| format!("{} and {}", t.first, t.again))
        .collect();
    let found = [
        judge_long(&gathered.long, &gathered.lost),
        stale,
        judge_repetition(&gathered.draws, &gathered.perpetual),
    ];
    Outcome::of(found.into_iter().flatten())
        .ending(done)
        .measured(format!(
            "nodes to depth {}, before and after ucinewgame: {}",
            gathered.depth,
            counts.join("; ")
        ))
}

fn gather(patient: &mut Patient, gathered: &mut Gathered) -> Result<(), ClientError> {
    let go = Go::for_time(patient.profile.millis(30, 100));
    // By depth, for those that believe what an interrupted search leaves.
    let to_the_end = |depth| Go {
        move_time: Some(patient.profile.millis(2500, 5000)),
        ..Go::to_depth(depth)
    };
    let near_depth = 4;
    let (near, far) = (to_the_end(near_depth), to_the_end(12));
    for drawn in [false, true] {
        let position = saved_by_repetition(drawn);
        let mut found = patient.ask(&position, &near)?;
        // Who prunes its quiet moves near the leaves sees the draw a few plies later.
        if found.as_ref().is_some_and(is_blind)
            && let Some(again) = patient.ask(&position, &far)?
            && again.depth() > near_depth
        {
            found = Some(again);
        }
        gathered.draws.extend(found);
    }
    for (index, fen) in suite::PERPETUAL.iter().enumerate() {
        let (position, _) = suite::both_colours(fen, "")[index % 2].clone();
        gathered.perpetual.extend(patient.ask(&position, &far)?);
    }
    gathered.depth = depth_of_nodes(patient, patient.profile.pick(5000, 50_000))?;
    for fen in &suite::GAMES[..3] {
        let position = Position::fen(fen);
        let go = Go::to_depth(gathered.depth);
        let first = patient.fresh_search(&position, &go)?;
        let again = patient.fresh_search(&position, &go)?;
        if let (Some(first), Some(again)) = (first.nodes(), again.nodes()) {
            gathered.twice.push(Twice {
                fen: (*fen).to_owned(),
                first,
                again,
            });
        }
    }
    // Short games first: the length at which it goes wrong tells why.
    for plies in patient
        .profile
        .pick(&[100, 300, 701][..], &[100, 200, 301, 520, 701, 1100][..])
    {
        let position = long_game(*plies);
        let before = patient.accidents().len();
        match patient.ask(&position, &go)? {
            Some(searched) => gathered.long.push(LongGame { searched }),
            None => {
                let accident = patient.accidents().get(before);
                let how = accident.map_or(String::new(), |one| one.error.to_string());
                gathered.lost.push((*plies, how));
                break;
            }
        }
    }
    Ok(())
}

/// The depth that takes at least so many nodes (or, where nodes are not told or not to be believed, as much of the
/// engine's own time as they would take), however busy the machine is.
pub fn depth_of_nodes(patient: &mut Patient, nodes: u64) -> Result<u32, ClientError> {
    /// A slow engine's nodes in a millisecond.
    const SLOW: u64 = 80;
    if let Some(depth) = patient.depth_of(nodes) {
        return Ok(depth);
    }
    let position = Position::fen(suite::GAMES[1]);
    let mut depth = 3;
    while depth < 16 {
        let searched = patient.fresh_search(&position, &Go::to_depth(depth))?;
        let is_large = searched.nodes().is_some_and(|count| count >= nodes);
        // Who does not count its nodes is told by its time.
        if is_large || searched.own_time().as_millis() as u64 >= nodes / SLOW {
            break;
        }
        depth += 1;
    }
    patient.keep_depth(nodes, depth);
    Ok(depth)
}

/// A legal game of that length, the same every time, that no rule has ended.
pub fn long_game(plies: usize) -> Position {
    let mut rng = SplitMix64::new(5);
    let mut position = Position::startpos();
    while position.moves().len() < plies {
        let board = *position.board();
        let keys = position.game().keys().to_vec();
        let moves = board.legal_moves();
        // Captures would end the game too soon; pawns are kept for when the fifty moves run out.
        let pick = |rng: &mut SplitMix64, wanted: &dyn Fn(&Board, usize) -> bool| {
            let fitting: Vec<usize> = (0..moves.len()).filter(|&i| wanted(&board, i)).collect();
            let at = rng.below(fitting.len().max(1) as u64) as usize;
            fitting.get(at).copied()
        };
        let goes_on = |index: usize| {
            let mut after = keys.clone();
            after.push(board.key());
            let next = board.make(moves[index]);
            next.outcome().is_none() && !is_repetition(&after, &next, 0)
        };
        let quiet = |b: &Board, i: usize| !b.is_capture(moves[i]) && goes_on(i);
        let is_pawn = |b: &Board, i: usize| b.moved(moves[i]).kind().index() == 0;
        let late = board.halfmove_clock() > 80;
        let chosen = match late {
            true => pick(&mut rng, &|b, i| is_pawn(b, i) && quiet(b, i)),
            false => pick(&mut rng, &|b, i| !is_pawn(b, i) && quiet(b, i)),
        };
        let chosen = chosen
            .or_else(|| pick(&mut rng, &quiet))
            .or_else(|| pick(&mut rng, &|_, i| goes_on(i)));
        match chosen {
            Some(index) => position.push(moves[index]),
            None => break,
        }
    }
    position
}

/// A lost side that has gone to and fro: one more step and the position has come for the third time.
fn saved_by_repetition(black: bool) -> Position {
    let fen = "2Q2k2/pp3p1p/8/8/8/8/rq3PPP/6K1 b - - 0 1";
    let moves = ["f8g7", "c8g4", "g7f8", "g4c8", "f8g7", "c8g4", "g7f8"];
    let position = Position::fen(fen);
    match black {
        false => position.after(moves),
        true => position
            .mirrored()
            .after(moves.map(crate::position::mirror_squares)),
    }
}

/// Judges the ends of long games, and games after which there was no answer.
pub fn judge_long(games: &[LongGame], lost: &[(usize, String)]) -> Option<Finding> {
    let is_wrong = |game: &&LongGame| game.searched.legal_best().is_none();
    let plies_of = |game: &LongGame| game.searched.position.moves().len();
    let mut evidence: Vec<String> = games
        .iter()
        .filter(is_wrong)
        .map(|game| {
            let best = &game.searched.best;
            format!(
                "after {} plies: bestmove {best} is not legal",
                plies_of(game)
            )
        })
        .collect();
    let told = |(plies, how): &(usize, String)| format!("a game of {plies} plies: {how}");
    evidence.extend(lost.iter().map(told));
    let wrong = games.iter().filter(is_wrong).map(plies_of);
    let first_wrong = wrong.chain(lost.iter().map(|(plies, _)| *plies)).min();
    let right = games.iter().filter(|game| !is_wrong(game)).map(plies_of);
    let last_right = right.filter(|plies| Some(*plies) < first_wrong).max();
    let script = games
        .iter()
        .find(is_wrong)
        .map(|game| game.searched.script());
    let finding = Finding::if_any(&LONG_GAME, evidence)?.shown_by(script.unwrap_or_default());
    let between = format!(
        "between {} and {} plies",
        last_right.unwrap_or(0),
        first_wrong.unwrap_or(0)
    );
    Some(match lost.is_empty() {
        // A move is four letters and a blank: 701 plies are 3500 letters, which many a buffer does not hold.
        true => finding.because(format!(
            "It answers for another position than the one that was sent, from {between} on: the moves do not fit into \
             the buffer of a line ({} to {} letters), or the list of moves has a fixed size and the rest is left out.",
            5 * last_right.unwrap_or(0) + 24,
            5 * first_wrong.unwrap_or(0) + 24
        )),
        false => finding.because(format!(
            "It does not survive the position command from {between} on: a history of fixed size is written beyond its \
             end, or every position of the game costs time."
        )),
    })
}

/// Judges searches that were repeated after `ucinewgame`.
pub fn judge_twice(twice: &[Twice]) -> Option<Finding> {
    // What is forgotten gives the same search: much fewer nodes in some, or somewhat fewer in all.
    let sum = |of: fn(&Twice) -> u64| twice.iter().map(of).sum::<u64>();
    let all_fewer = twice.iter().all(|one| one.again * 20 < one.first * 19)
        && sum(|one| one.again) * 100 < sum(|one| one.first) * 85;
    let stale = |one: &&Twice| one.first > 500 && (all_fewer || one.again * 5 < one.first * 3);
    let evidence = twice.iter().filter(stale).map(|one| {
        format!(
            "{}: {} nodes at first, {} after ucinewgame",
            one.fen, one.first, one.again
        )
    });
    Finding::if_enough(&STALE_TABLE, evidence.collect(), twice.len().div_ceil(2))
}

/// A perpetual check is four plies long: at this depth everybody has been through it, if not twice.
const PERPETUAL_DEPTH: u32 = 7;

/// Lost in its own eyes, whatever it plays, with a draw in reach.
fn is_blind(searched: &Searched) -> bool {
    searched.centipawns().is_some_and(|score| score < -150)
}

/// Judges searches in which a repetition saves the day: one move that repeats a position of the game, and a perpetual
/// check that has yet to come.
pub fn judge_repetition(draws: &[Searched], perpetual: &[Searched]) -> Option<Finding> {
    let is_blind = |searched: &&Searched| is_blind(searched);
    let of_game: Vec<&Searched> = draws.iter().filter(is_blind).collect();
    let deep = perpetual.iter().filter(|s| s.depth() >= PERPETUAL_DEPTH);
    let (count, ahead): (usize, Vec<&Searched>) =
        (deep.clone().count(), deep.filter(is_blind).collect());
    // A wild search may miss one.
    let in_tree = count >= 2 && ahead.len() == count;
    if of_game.is_empty() && !in_tree {
        return None;
    }
    let told = |searched: &&Searched, what: &str| {
        format!(
            "{}: played {} with a score of {} at depth {}, though {what}",
            searched.text(),
            searched.best,
            crate::position::score_text(searched.score()),
            searched.depth()
        )
    };
    let script = of_game
        .first()
        .or(ahead.first())
        .map(|searched| searched.script());
    let cause = match (of_game.is_empty(), in_tree) {
        (false, false) if count == 0 => REPETITION_BLIND.cause,
        (false, true) => {
            "Repetitions are not looked for in the tree, neither of the game's positions nor of the line's own."
        }
        (false, false) => {
            "Repetitions are seen within a line, but the positions of the game that came before are not kept."
        }
        (true, _) => {
            "Repetitions of the game's positions are seen, those within a line are not: perpetual checks do not exist."
        }
    };
    let of_game = of_game
        .iter()
        .map(|s| told(s, "a threefold repetition was at hand"));
    let ahead = ahead.iter().filter(|_| in_tree);
    let evidence = of_game.chain(ahead.map(|s| told(s, "there is a perpetual check")));
    let finding = Finding::new(&REPETITION_BLIND, evidence.collect());
    Some(finding.because(cause).shown_by(script.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::searched;

    #[test]
    fn long_games_are_long_and_go_on() {
        for plies in [300, 701, 1100] {
            let position = long_game(plies);
            assert_eq!(position.moves().len(), plies);
            assert_eq!(position.game().outcome(), None);
        }
    }

    #[test]
    fn the_saving_repetition_is_there() {
        for black in [false, true] {
            let position = saved_by_repetition(black);
            assert_eq!(position.moves().len(), 7);
            let saves = |mv: &regence_chess::Move| {
                let mut game = position.game().clone();
                game.push(*mv);
                game.repetitions() >= 3
            };
            assert_eq!(
                position
                    .board()
                    .legal_moves()
                    .iter()
                    .filter(|mv| saves(mv))
                    .count(),
                1
            );
            let blind = searched(
                position.clone(),
                &[(1, "info depth 9 score cp -500")],
                "h2h3",
                5,
            );
            assert!(judge_repetition(&[blind], &[]).is_some());
            let saved = searched(position, &[(1, "info depth 9 score cp 0")], "g4c8", 5);
            assert!(judge_repetition(&[saved], &[]).is_none());
        }
    }

    #[test]
    fn a_perpetual_check_must_be_missed_everywhere_and_at_depth() {
        let at = |depth: u32, score: i32| {
            let line = format!("info depth {depth} score cp {score} pv h5e8");
            searched(Position::fen(suite::PERPETUAL[0]), &[(1, &line)], "h5e8", 5)
        };
        let judged = |list: &[Searched]| judge_repetition(&[], list).is_some();
        assert!(judged(&[at(7, -500), at(9, -700)]));
        assert!(!judged(&[at(7, -500), at(9, 0)]));
        assert!(!judged(&[at(6, -500), at(6, -700)]));
    }

    #[test]
    fn node_counts_are_compared() {
        let twice = |first, again| Twice {
            fen: String::new(),
            first,
            again,
        };
        assert!(judge_twice(&[twice(10_000, 300), twice(9000, 200), twice(900, 900)]).is_some());
        assert!(judge_twice(&[twice(10_000, 9000), twice(9000, 200), twice(900, 900)]).is_none());
    }
}
