//! What must hold whatever the weights are, and the sign of every term.

use regence_chess::rng::SplitMix64;
use regence_chess::{Board, Color};

use super::*;

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The same position with the colours exchanged, by way of its text.
fn mirrored(position: &Board) -> Board {
    let fen = position.to_fen();
    let mut fields = fen.split(' ');
    let placement: Vec<String> = fields
        .next()
        .unwrap()
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(swap_case).collect())
        .collect();
    let side = if fields.next() == Some("w") { "b" } else { "w" };
    let castling: String = fields.next().unwrap().chars().map(swap_case).collect();
    let en_passant: String = fields
        .next()
        .unwrap()
        .chars()
        .map(|c| match c {
            '3' => '6',
            '6' => '3',
            other => other,
        })
        .collect();
    let counters: Vec<&str> = fields.collect();
    board(&format!(
        "{} {side} {castling} {en_passant} {}",
        placement.join("/"),
        counters.join(" ")
    ))
}

fn swap_case(c: char) -> char {
    if c.is_ascii_uppercase() {
        c.to_ascii_lowercase()
    } else {
        c.to_ascii_uppercase()
    }
}

/// Positions of random games, some of them played to the bare end.
fn random_positions(count: usize, seed: u64) -> Vec<Board> {
    let mut rng = SplitMix64::new(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut position = Board::startpos();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.make(moves[rng.below(moves.len() as u64) as usize]);
            boards.push(position);
        }
    }
    boards
}

/// What a term gives to White minus what it gives to Black, blended by phase, in eighths of a centipawn.
fn term(position: &Board, term: Term) -> i32 {
    let mut ledger = Ledger::new();
    report(position, &mut ledger);
    let [white, black] = ledger.sides(term);
    let score = (white - black) * 8;
    blend(score, phase(position), endings::FULL)
}

#[test]
fn colours_are_exactly_symmetric() {
    for position in random_positions(5000, 11) {
        let mirror = mirrored(&position);
        assert_eq!(evaluate(&position), evaluate(&mirror), "{position}");
    }
}

#[test]
fn the_memory_changes_nothing() {
    let mut evaluator = Classical::new();
    let positions = random_positions(4000, 12);
    for round in 0..2 {
        for position in &positions {
            assert_eq!(
                evaluator.evaluate(position),
                evaluate(position),
                "{position} round {round}"
            );
        }
    }
    evaluator.clear();
    assert_eq!(evaluator.evaluate(&positions[7]), evaluate(&positions[7]));
}

#[test]
fn all_sinks_agree() {
    let mut counts = Counts::new();
    for position in random_positions(1000, 13) {
        let mut ledger = Ledger::new();
        report(&position, &mut ledger);
        let white = white_view(&position, ledger.total());
        let expected = if position.side_to_move() == Color::White {
            white
        } else {
            -white
        };
        assert_eq!(evaluate(&position).raw(), expected, "{position}");

        counts.clear();
        report(&position, &mut counts);
        let summed = counts.nonzero().fold(Score::ZERO, |sum, (weight, count)| {
            sum + weights::WEIGHTS[weight] * count
        });
        assert_eq!(summed, ledger.total(), "{position}");
    }
}

#[test]
fn groups_cover_the_weights_without_gaps() {
    let mut next = 0;
    for group in weights::GROUPS {
        assert_eq!(group.span.range().start, next, "{}", group.name);
        assert!(
            !group.doc.is_empty(),
            "{} says nothing about itself",
            group.name
        );
        next = group.span.range().end;
    }
    assert_eq!(next, weights::COUNT);
}

#[test]
fn the_start_is_nearly_equal() {
    assert!(evaluate(&Board::startpos()).raw().abs() <= 30);
}

#[test]
fn a_knight_on_the_rim_is_worse_than_development() {
    let rim = board("rnbqkbnr/ppp2ppp/8/3pp3/N7/8/PPPPPPPP/R1BQKBNR w KQkq - 0 3");
    let developed = board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    assert!(
        evaluate(&rim) < evaluate(&developed) - 30,
        "{:?} {:?}",
        evaluate(&rim),
        evaluate(&developed)
    );
    assert!(evaluate(&rim).raw() < -20, "{:?}", evaluate(&rim));
}

#[test]
fn the_rim_costs_a_knight_about_forty() {
    let rim = board("r1bqkb1r/pppp1ppp/2n2n2/4p3/N3P3/5N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4");
    let centre = board("r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4");
    let cost = evaluate(&centre) - evaluate(&rim);
    assert!((25..=110).contains(&cost), "{cost}");
}

/// Each line: a term, a position, and a position in which White stands better by that term.
#[test]
fn every_term_points_the_right_way() {
    let cases = [
        (
            Term::Material,
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/N7/4K3 w - - 0 1",
        ),
        (
            Term::Material,
            "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/BB2K3 w - - 0 1",
        ),
        (
            Term::Squares,
            "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
            "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1",
        ),
        (
            Term::Mobility,
            "4k3/8/8/8/8/1P6/P1P5/1B2K3 w - - 0 1",
            "4k3/8/8/8/8/1P6/P1P5/4KB2 w - - 0 1",
        ),
        // Doubled and isolated against side by side.
        (
            Term::Pawns,
            "4k3/8/8/8/8/3P4/3P4/4K3 w - - 0 1",
            "4k3/8/8/8/8/3PP3/8/4K3 w - - 0 1",
        ),
        (
            Term::Passed,
            "4k3/8/8/8/8/P7/8/4K3 w - - 0 1",
            "4k3/8/P7/8/8/8/8/4K3 w - - 0 1",
        ),
        // A blockade, and a free path.
        (
            Term::Passed,
            "8/2k5/b7/P7/8/8/8/4K3 w - - 0 1",
            "8/b1k5/8/P7/8/8/8/4K3 w - - 0 1",
        ),
        // An outpost on d5 that a pawn holds, and one that an enemy pawn can attack.
        (
            Term::Minors,
            "r3k3/4p3/8/3N4/4P3/8/8/4K3 w - - 0 1",
            "r3k3/8/7p/3N4/4P3/8/8/4K3 w - - 0 1",
        ),
        (
            Term::Rooks,
            "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1",
            "4k3/pp6/8/8/8/8/PP6/3RK3 w - - 0 1",
        ),
        (
            Term::Shelter,
            "rnbq1rk1/5ppp/8/8/5PPP/8/8/RNBQ1RK1 w - - 0 1",
            "rnbq1rk1/5ppp/8/8/8/8/5PPP/RNBQ1RK1 w - - 0 1",
        ),
        // Queen and knight before Black's king, and far from it.
        (
            Term::KingDanger,
            "6k1/5ppp/8/8/8/8/NQ3PPP/6K1 w - - 0 1",
            "6k1/5ppp/8/5NQ1/8/8/5PPP/6K1 w - - 0 1",
        ),
        // A pawn attacks a knight; a loose knight is attacked; a bishop pins a knight to its king.
        (
            Term::Threats,
            "4k3/8/2n5/8/3P4/8/8/4K3 w - - 0 1",
            "4k3/8/2n5/3P4/8/8/8/4K3 w - - 0 1",
        ),
        (
            Term::Threats,
            "4k3/8/8/1n6/8/8/8/2R1K3 w - - 0 1",
            "4k3/8/8/2n5/8/8/8/2R1K3 w - - 0 1",
        ),
        (
            Term::Threats,
            "4k3/pp6/2n5/8/8/8/8/4KB2 w - - 0 1",
            "4k3/pp6/2n5/1B6/8/8/8/4K3 w - - 0 1",
        ),
        (
            Term::MopUp,
            "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
            "4k3/8/4K3/8/8/8/8/R7 w - - 0 1",
        ),
        (
            Term::Tempo,
            "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        ),
    ];
    for (which, worse, better) in cases {
        let (worse_score, better_score) = (term(&board(worse), which), term(&board(better), which));
        assert!(
            worse_score < better_score,
            "{which:?}: {worse} {worse_score:?} should be below {better} {better_score:?}"
        );
    }
    for which in Term::ALL {
        assert!(
            cases.iter().any(|case| case.0 == which),
            "{which:?} has no position here"
        );
    }
}

#[test]
fn drawn_endings_are_near_zero_and_won_ones_are_not() {
    let drawn = [
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
        "k7/8/1K6/P7/8/4B3/8/8 b - - 0 1",
        "4k3/8/8/3n4/8/8/8/R3K3 w - - 0 1",
        "4k3/4r3/8/8/8/3B4/8/R3K3 w - - 0 1",
        "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
    ];
    for fen in drawn {
        assert!(
            evaluate(&board(fen)).raw().abs() < 150,
            "{fen} {:?}",
            evaluate(&board(fen))
        );
    }
    let won = [
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/2BBK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    ];
    for fen in won {
        assert!(
            evaluate(&board(fen)).raw() > 400,
            "{fen} {:?}",
            evaluate(&board(fen))
        );
    }
}

#[test]
fn opposite_bishops_shrink_an_advantage() {
    let opposite = board("8/5k2/8/3b4/8/4B3/4KPP1/8 w - - 0 1");
    let same = board("8/5k2/8/4b3/8/4B3/4KPP1/8 w - - 0 1");
    assert!(evaluate(&opposite).raw() * 3 < evaluate(&same).raw() * 2);
}

#[test]
fn the_bishop_drives_the_king_to_its_own_corner() {
    // The bishop goes on light squares: a8 and h1 are the corners that mate.
    let light_corner = board("k7/8/2K5/8/8/8/8/1N3B2 w - - 0 1");
    let dark_corner = board("7k/8/5K2/8/8/8/8/1N3B2 w - - 0 1");
    assert!(evaluate(&light_corner) > evaluate(&dark_corner));
}

#[test]
fn a_king_that_comes_too_late_loses_to_a_pawn() {
    let late = board("8/8/8/P7/8/6k1/8/6K1 w - - 0 1");
    let in_time = board("8/8/2k5/P7/8/8/8/6K1 w - - 0 1");
    assert!(evaluate(&late).raw() > 350);
    assert!(evaluate(&in_time).raw() < 250);
}
