//! How games end.

use regence_chess::{Board, Color, Game, Outcome};

fn game(fen: &str) -> Game {
    Game::new(Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game
            .board()
            .move_from_san(text)
            .unwrap_or_else(|error| panic!("{error}"));
        game.push(mv);
    }
}

#[test]
fn mate_and_stalemate() {
    let mut fool = Game::new(Board::startpos());
    play(&mut fool, "f3 e5 g4");
    assert_eq!(fool.outcome(), None);
    play(&mut fool, "Qh4#");
    let outcome = fool.outcome().unwrap();
    assert_eq!(
        outcome,
        Outcome::Checkmate {
            winner: Color::Black
        }
    );
    assert_eq!((outcome.result(), outcome.is_draw()), ("0-1", false));
    assert_eq!(outcome.to_string(), "black mates");

    let stuck = game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome().unwrap();
    assert_eq!(stuck, Outcome::Stalemate);
    assert_eq!((stuck.result(), stuck.winner()), ("1/2-1/2", None));
}

#[test]
fn the_third_time_is_a_draw() {
    let mut game = Game::new(Board::startpos());
    play(&mut game, "Nf3 Nf6 Ng1 Ng8");
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, "Nf3 Nf6 Ng1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "Ng8");
    assert_eq!(
        (game.repetitions(), game.outcome()),
        (3, Some(Outcome::Repetition))
    );
    game.pop();
    assert_eq!(game.outcome(), None);
}

#[test]
fn lost_castling_rights_make_another_position() {
    let mut game = game("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
    play(&mut game, "Rg1 Rg8 Rh1 Rh8");
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "Rg1 Rg8 Rh1 Rh8");
    assert_eq!(game.repetitions(), 2);
}

#[test]
fn an_en_passant_right_that_is_gone_makes_another_position() {
    let mut game = game("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play(&mut game, "e4");
    assert!(game.board().en_passant().is_some());
    play(&mut game, "Kd7 Kd2 Ke8 Ke1");
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn fifty_moves_are_a_draw_but_mate_comes_first() {
    let mut quiet = game("4k3/8/8/8/8/8/8/R3K3 w Q - 99 80");
    assert_eq!(quiet.outcome(), None);
    play(&mut quiet, "Ra2");
    assert_eq!(quiet.outcome(), Some(Outcome::FiftyMoves));

    let mut mate = game("4k3/8/4K3/8/8/8/8/R7 w - - 99 80");
    play(&mut mate, "Ra8#");
    assert_eq!(mate.board().halfmove_clock(), 100);
    assert_eq!(
        mate.outcome(),
        Some(Outcome::Checkmate {
            winner: Color::White
        })
    );
}

#[test]
fn counters_never_overflow() {
    let mut endless = game("4k3/8/8/8/8/8/8/R3K3 w Q - 65535 65535");
    play(&mut endless, "Ra2 Kd7");
    assert_eq!(endless.board().halfmove_clock(), u16::MAX);
    assert_eq!(endless.board().fullmove_number(), u16::MAX);
}

#[test]
fn too_little_material() {
    for (placement, insufficient) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4k3/8/8/8/8/8/8/4KB2", true),
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("4kb2/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/8/1N2KN2", false),
        ("4kn2/8/8/8/8/8/8/4KN2", false),
        ("4kb2/8/8/8/8/8/8/4KN2", false),
        ("4k3/8/8/8/8/8/P7/4K3", false),
        ("4k3/8/8/8/8/8/8/R3K3", false),
        ("4k3/8/8/8/8/8/8/3QK3", false),
        ("2b1k3/3b4/8/8/8/8/8/4KB2", true),
    ] {
        let game = game(&format!("{placement} w - - 0 1"));
        assert_eq!(
            game.board().insufficient_material(),
            insufficient,
            "{placement}"
        );
        assert_eq!(
            game.outcome() == Some(Outcome::InsufficientMaterial),
            insufficient,
            "{placement}"
        );
    }
}
