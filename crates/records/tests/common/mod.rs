//! Random games with everything that an annotator may add.

use regence_chess::Board;
use regence_chess::rng::SplitMix64;
use regence_records::pgn::{Comment, Game, GameResult, LineId, Nag, TagName};

const WORDS: [&str; 12] = [
    "good",
    "e4",
    "(not",
    "bad)",
    "$5",
    "%x",
    "[%clk",
    "0:01]",
    ";",
    "1-0",
    "1.",
    "schön…",
];

fn pick<T: Copy>(random: &mut SplitMix64, from: &[T]) -> T {
    from[random.below(from.len() as u64) as usize]
}

fn comment(random: &mut SplitMix64) -> Comment {
    let words: Vec<_> = (0..1 + random.below(12))
        .map(|_| pick(random, &WORDS))
        .collect();
    Comment::new(&words.join(" ")).unwrap()
}

/// Adds random moves to a line, with notes, and sometimes variations to them.
fn extend(game: &mut Game, line: LineId, plies: u64, depth: u32, random: &mut SplitMix64) {
    let mut board = game.end_of(line).unwrap();
    if random.below(4) == 0 {
        game.comment(line, comment(random)).unwrap();
    }
    for _ in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = pick(random, &moves);
        game.push(line, mv).unwrap();
        board = board.make(mv);
        let ply = game.line(line).unwrap().plies().len() - 1;
        for _ in 0..random.below(12).saturating_sub(9) {
            let nag = Nag::new(random.below(256) as u8);
            game.add_nag(line, ply, nag).unwrap();
        }
        for _ in 0..random.below(10).saturating_sub(7) {
            game.comment(line, comment(random)).unwrap();
        }
        for _ in 0..random.below(12).saturating_sub(9) {
            if depth < 4 {
                let variation = game.open_variation(line, ply).unwrap();
                let plies = 1 + random.below(6);
                extend(game, variation, plies, depth + 1, random);
            }
        }
    }
}

pub fn random_game(random: &mut SplitMix64) -> Game {
    let start = match random.below(3) {
        0 => Board::chess960(random.below(960) as u16),
        _ => Board::startpos(),
    };
    let mut game = Game::new(start);
    let values = ["Vera", "a \"b\" \\", "", "Réti, Richard", "]"];
    game.tags_mut().set(TagName::WHITE, pick(random, &values));
    game.tags_mut().set(TagName::ECO, pick(random, &values));
    let results = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Unknown,
    ];
    game.set_result(pick(random, &results));
    let plies = random.below(80);
    extend(&mut game, LineId::MAIN, plies, 0, random);
    game
}
