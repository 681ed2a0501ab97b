//! The facts behind a choice: why a move was or was not played.

use crate::inside::{BoardOf, MoveOf, NodeOf, Shown};
use crate::messages::{DepthVerdict, Ending, Fact, Verdict, Why};
use regence_core::root::RootMove;
use regence_core::{Bound, Shared, Value};
use regence_trace::explain::{self, DepthView, Explanation};
use regence_trace::place::{Answer, Place};
use regence_trace::tree::{Fate, MoveRecord};
use regence_trace::{Game as Traced, format};
use std::sync::Arc;

type PlaceOf<'a, S> = Place<'a, <S as Shown>::Game>;
type RecordOf<S> = MoveRecord<<S as Shown>::Game>;

/// Searches the position and looks at what became of a move.
pub(crate) fn explain<S: Shown>(
    game: &S,
    text: &str,
    nodes: u64,
    signals: &dyn Fn() -> Arc<Shared>,
) -> Result<Why, String> {
    let mv = game.read(text)?;
    let answer = explain::explain_on(&game.inquiry(nodes), &[mv], signals)
        .map_err(|error| error.to_string())?;
    let board = &answer.trace.board;
    let table: Vec<DepthVerdict> = answer
        .depths
        .iter()
        .filter_map(|view| depth_verdict(game, &answer, view))
        .collect();
    let mut facts = game.shape(mv);
    facts.extend(choice::<S>(&answer));
    facts.extend(rival::<S>(&answer));
    if let Some(pass) = answer.last_pass().filter(|_| !answer.is_chosen()) {
        let place = Place::of(pass, board, &answer.line);
        facts.extend(story::<S>(&place, S::score(board, answer.chosen.value)));
    }
    facts.push(history(&table, &answer.best_at()));
    Ok(Why {
        mv: game.code(board, mv),
        san: S::Game::move_text(board, mv),
        facts,
        table,
    })
}

fn depth_verdict<S: Shown>(
    game: &S,
    answer: &Explanation<S::Game>,
    view: &DepthView<MoveOf<S>>,
) -> Option<DepthVerdict> {
    let board = &answer.trace.board;
    let iterations = answer.trace.iterations();
    let pass = iterations
        .into_iter()
        .find(|pass| pass.depth() == view.depth)?;
    Some(DepthVerdict {
        depth: view.depth,
        mv: game.code(board, view.chosen),
        san: S::Game::move_text(board, view.chosen),
        score: S::score(board, view.value),
        verdict: verdict::<S>(&Place::of(pass, board, &answer.line)),
    })
}

fn choice<S: Shown>(answer: &Explanation<S::Game>) -> Option<Fact> {
    let board = &answer.trace.board;
    let unfinished = answer.is_unfinished();
    let depth = answer.depth + i32::from(unfinished);
    let score = S::score(board, answer.chosen.value);
    let line = S::line(board, &answer.chosen.line);
    Some(match answer.is_chosen() {
        true => Fact::Chosen {
            depth,
            unfinished,
            score,
            line,
        },
        false => Fact::NotChosen {
            best: S::Game::move_text(board, answer.chosen.mv),
            depth,
            unfinished,
            score,
            line,
        },
    })
}

/// What the move is worth alone, or the best of the others where it was chosen.
fn rival<S: Shown>(answer: &Explanation<S::Game>) -> Option<Fact> {
    let board = &answer.trace.board;
    let Some(rival) = &answer.rival else {
        return answer.is_chosen().then_some(Fact::OnlyMove);
    };
    let score = S::score(board, rival.value);
    let line = S::line(board, &rival.line);
    if answer.is_chosen() {
        return Some(Fact::BestOfOthers { score, line });
    }
    let gap = answer.chosen.value - rival.value;
    let is_decisive = rival.value.is_decisive() || answer.chosen.value.is_decisive();
    Some(Fact::Alone {
        depth: (answer.rival_depth < answer.depth).then_some(answer.rival_depth),
        score,
        line,
        no_less: gap <= 0,
        less: (gap > 0 && !is_decisive).then(|| S::amount(board, gap)),
        refuted_by: refutation::<S>(board, rival, gap),
    })
}

fn refutation<S: Shown>(
    board: &BoardOf<S>,
    rival: &RootMove<MoveOf<S>>,
    gap: i32,
) -> Option<String> {
    let is_refuted = gap >= S::Game::REFUTED_BY && rival.value < Value::cp(S::Game::REFUTED_BY);
    let &reply = rival.line.get(1).filter(|_| is_refuted)?;
    Some(S::Game::move_text(&S::Game::after(board, rival.mv), reply))
}

/// When the move was best, and when it stopped to be.
fn history(table: &[DepthVerdict], best_at: &[i32]) -> Fact {
    let Some(&first) = best_at.first() else {
        return Fact::NeverBest;
    };
    let before = table.iter().find(|row| row.depth == first - 1);
    let lost = table
        .iter()
        .find(|row| row.depth > first && !best_at.contains(&row.depth));
    Fact::BestAt {
        depths: best_at.to_vec(),
        before: before.cloned(),
        lost: lost.cloned(),
    }
}

fn verdict<S: Shown>(place: &PlaceOf<'_, S>) -> Verdict {
    let board = &place.board;
    let name = format::name::<S::Game>;
    match place.fate() {
        Fate::Best(record) => Verdict::Best {
            worth: worth::<S>(place, record),
        },
        Fate::Searched(record) => {
            let answer = place.answer(record);
            let reduced = record.reduced.as_ref().filter(|_| record.searches == 1);
            Verdict::Searched {
                worth: worth::<S>(place, record),
                reply: answer.and_then(|answer| reply::<S>(&answer)),
                reduced_to: reduced.map(|(to, _)| (*to).max(0)),
            }
        }
        Fate::Skipped { by, .. } => Verdict::Skipped { by: name(by.by) },
        Fate::NotReached(better) => Verdict::NotReached {
            better: S::Game::move_text(board, better),
        },
        Fate::NodeEnded(_) => Verdict::NodeEnded {
            ending: S::ending(board, place.node).unwrap_or(Ending::Moves),
        },
        Fate::Excluded => Verdict::Excluded,
        Fate::Proves(proof) => Verdict::Proves { by: name(proof.by) },
        Fate::NotLookedAt => Verdict::NotLookedAt,
        Fate::Stopped => Verdict::Stopped,
    }
}

fn worth<S: Shown>(place: &PlaceOf<'_, S>, record: &RecordOf<S>) -> Option<crate::messages::Worth> {
    let value = record.value?;
    Some(S::worth(&place.board, value, record.bound))
}

fn reply<S: Shown>(answer: &Answer<'_, S::Game>) -> Option<String> {
    answer.mv().map(|mv| S::Game::move_text(&answer.board, mv))
}

/// What the search did with a move that was not chosen: how deep it looked, what answers it, what it did not look at.
fn story<S: Shown>(place: &PlaceOf<'_, S>, to_beat: crate::messages::Score) -> Vec<Fact> {
    let (node, board) = (place.node, &place.board);
    match place.fate() {
        Fate::Searched(record) => searched::<S>(place, record, to_beat),
        Fate::Best(record) => {
            let mut facts = vec![Fact::Best {
                worth: worth::<S>(place, record),
            }];
            facts.extend(depth_facts::<S>(record, node, board));
            facts
        }
        Fate::Skipped { by, with_rest } => vec![Fact::Skipped {
            with_rest,
            decision: S::decision(board, by),
        }],
        Fate::NotReached(better) => vec![Fact::NotReached {
            better: S::Game::move_text(board, better),
            worth: S::worth(board, node.value.unwrap_or(Value::ZERO), Bound::Lower),
            needed: S::score(board, node.window.beta),
        }],
        Fate::NodeEnded(_) => vec![Fact::NodeEnded {
            ending: S::ending(board, node).unwrap_or(Ending::Moves),
        }],
        Fate::Excluded => vec![Fact::Excluded],
        Fate::Proves(proof) => vec![Fact::Proves {
            plies: proof.plies,
            by: format::name::<S::Game>(proof.by),
        }],
        Fate::NotLookedAt => vec![Fact::NotLookedAt],
        Fate::Stopped => vec![Fact::Stopped],
    }
}

fn searched<S: Shown>(
    place: &PlaceOf<'_, S>,
    record: &RecordOf<S>,
    to_beat: crate::messages::Score,
) -> Vec<Fact> {
    let answer = place.answer(record);
    let answer = answer.as_ref();
    let reply = answer.and_then(reply::<S>);
    let mut moves = vec![record.mv];
    moves.extend(answer.map(Answer::moves).unwrap_or_default());
    let mut facts = vec![Fact::Searched {
        worth: worth::<S>(place, record),
        to_beat,
        line: S::line(&place.board, &moves),
        ending: match &reply {
            Some(_) => None,
            None => answer.and_then(|answer| S::ending(&answer.board, answer.node)),
        },
        reply,
    }];
    facts.extend(depth_facts::<S>(record, place.node, &place.board));
    if let Some((node, board)) = answer.and_then(|answer| answer.way_out()) {
        facts.extend(answers_skipped::<S>(node, &board));
    }
    facts
}

fn depth_facts<S: Shown>(record: &RecordOf<S>, node: &NodeOf<S>, board: &BoardOf<S>) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some((plies, by)) = &record.extended {
        facts.push(Fact::Extended {
            plies: *plies,
            decision: S::decision(board, by),
        });
    }
    if let (Some((to, by)), Some(depth)) = (&record.reduced, record.depth) {
        facts.push(Fact::Reduced {
            number: record.number,
            of: node.moves.len(),
            to: *to,
            depth,
            again: record.searches != 1,
            decision: S::decision(board, by),
        });
    }
    facts
}

/// How many of the moves in a node were really looked at.
fn answers_skipped<S: Shown>(node: &NodeOf<S>, board: &BoardOf<S>) -> Option<Fact> {
    if node.is_quiescence || node.bound() == Some(Bound::Lower) {
        return None;
    }
    let skipped: Vec<_> = node
        .moves
        .iter()
        .filter_map(|record| Some((record.mv, record.skipped.as_ref()?)))
        .collect();
    let first = skipped.first();
    let by = first.map(|(_, by)| *by).or(node.rest_skipped.as_ref())?;
    Some(Fact::AnswersSkipped {
        side: S::turn(board),
        legal: S::Game::legal_moves(board).len(),
        searched: node.moves.len() - skipped.len(),
        example: first.map(|(mv, _)| S::Game::move_text(board, *mv)),
        decision: S::decision(board, by),
    })
}
