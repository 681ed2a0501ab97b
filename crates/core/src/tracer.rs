//! How a search tells what it does, in one short line a step.
//!
//! Each call counts the technique and, where the configuration traces, makes an [`Event`] of it; the numbers are worked out
//! only then. With the shipped configuration every function here is empty or returns its value.

use crate::config::{Catalogue, Config};
use crate::event::{Ending, Event, MoveBits, Numbers};
use crate::limiter::Stopped;
use crate::transposition_table::Entry;
use crate::value::Value;

/// A search of a game whose techniques are in `C`.
pub trait Tracer<C: Catalogue> {
    /// A move of the game.
    type Move: Copy;
    /// The configuration that listens.
    type Config: Config<C>;

    /// The configuration.
    fn config(&mut self) -> &mut Self::Config;
    /// A move as events name it.
    fn bits(mv: Self::Move) -> MoveBits;

    /// Makes an event, if somebody listens.
    #[inline(always)]
    fn trace(&mut self, event: impl FnOnce(&Self::Config) -> Event<C::Technique>) {
        if Self::Config::TRACES {
            let event = event(self.config());
            self.config().trace(event);
        }
    }

    /// A node is done, with a score or because the search was stopped.
    #[inline(always)]
    fn trace_leave(&mut self, searched: Result<Value, Stopped>) -> Result<Value, Stopped> {
        self.trace(|_| Event::Leave(searched.ok()));
        searched
    }

    /// The node returns `value`, and not because of a technique.
    #[inline(always)]
    fn end(&mut self, why: Ending<C::Technique>, value: Value) -> Result<Value, Stopped> {
        self.trace(|_| Event::End {
            why,
            numbers: Numbers::new(),
        });
        Ok(value)
    }

    /// A technique lets the node return `value`.
    #[inline(always)]
    fn cut(
        &mut self,
        by: C::Technique,
        value: Value,
        numbers: impl FnOnce(&Self::Config) -> Numbers,
    ) -> Result<Value, Stopped> {
        self.config().used(by);
        self.trace(|config| Event::End {
            why: Ending::Cut(by),
            numbers: numbers(config),
        });
        Ok(value)
    }

    /// A technique passes over one move.
    #[inline(always)]
    fn skip(
        &mut self,
        by: C::Technique,
        mv: Self::Move,
        numbers: impl FnOnce(&Self::Config) -> Numbers,
    ) {
        self.config().used(by);
        self.trace(|config| Event::Skip {
            by,
            mv: Some(Self::bits(mv)),
            rest: false,
            numbers: numbers(config),
        });
    }

    /// A technique passes over all quiet moves that are left, with or without the one at hand.
    #[inline(always)]
    fn skip_quiets(
        &mut self,
        by: C::Technique,
        mv: Option<Self::Move>,
        numbers: impl FnOnce(&Self::Config) -> Numbers,
    ) {
        self.config().used(by);
        self.trace(|config| Event::Skip {
            by,
            mv: mv.map(Self::bits),
            rest: true,
            numbers: numbers(config),
        });
    }

    /// A technique searches a move, or the whole node, to depth `to` where `from` was planned.
    #[inline(always)]
    fn reduce(
        &mut self,
        by: C::Technique,
        mv: Option<Self::Move>,
        from: i32,
        to: i32,
        numbers: impl FnOnce(&Self::Config) -> Numbers,
    ) {
        self.config().used(by);
        self.trace(|config| Event::Reduce {
            by,
            mv: mv.map(Self::bits),
            from,
            to,
            numbers: numbers(config),
        });
    }

    /// A technique extends a move by `plies`, which it gives back.
    #[inline(always)]
    fn extend(
        &mut self,
        by: C::Technique,
        mv: Self::Move,
        plies: i32,
        numbers: impl FnOnce(&Self::Config) -> Numbers,
    ) -> i32 {
        self.config().used(by);
        self.trace(|config| Event::Extend {
            by,
            mv: Self::bits(mv),
            plies,
            numbers: numbers(config),
        });
        plies
    }

    /// What is searched next serves a technique; the next tried move ends that.
    #[inline(always)]
    fn aside(&mut self, by: C::Technique) {
        self.trace(|_| Event::Aside(by));
    }

    /// A technique has searched `nodes` in a way of its own.
    #[inline(always)]
    fn trace_apart(&mut self, by: C::Technique, nodes: u64) {
        self.trace(|_| Event::Apart { by, nodes });
    }

    /// A technique has proved a win.
    #[inline(always)]
    fn prove(&mut self, by: C::Technique, mv: Self::Move, plies: i32) {
        self.config().used(by);
        self.trace(|_| Event::Proof {
            by,
            mv: Self::bits(mv),
            plies,
        });
    }

    /// The table knows the position, or does not.
    #[inline(always)]
    fn trace_table(&mut self, entry: Option<&Entry>) {
        if let Some(entry) = entry {
            self.trace(|_| Event::Table(*entry));
        }
    }

    /// The node is judged before any move is searched.
    #[inline(always)]
    fn trace_judged(&mut self, static_eval: Option<Value>, eval: Value, improving: bool) {
        self.trace(|_| Event::Judge {
            static_eval,
            eval,
            improving,
        });
    }

    /// A move is about to be searched to this depth.
    #[inline(always)]
    fn trace_try(&mut self, mv: Self::Move, depth: i32) {
        self.trace(|_| Event::Try {
            mv: Self::bits(mv),
            depth,
        });
    }
}

/// For what needs no numbers to explain it.
#[inline(always)]
pub fn plain<K>(_: &K) -> Numbers {
    Numbers::new()
}
