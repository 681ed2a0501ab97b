//! What a host in JavaScript calls, and what it brings. `crates/web/page/src/engine/module.ts` is the other side.
//!
//! A text goes in through [`room`]: the host writes it there and calls what takes it. Texts go out by the host's `say`.

use crate::engines::Gomocup;
use crate::page::Page;
use crate::{Game, Player};
use regence_chess_search::EvaluationKind;
use regence_core::host::{self, Host};
use regence_session::Output;
use regence_session::uci::Solo;
use std::cell::{Cell, RefCell};
use std::time::Duration;

#[allow(unsafe_code)]
mod imports {
    #[link(wasm_import_module = "host")]
    // SAFETY: the host brings functions of these types, or the module cannot be instantiated. They read what they are
    // given before they return, and keep nothing of it.
    unsafe extern "C" {
        pub safe fn say(text: *const u8, length: usize);
        pub safe fn complain(text: *const u8, length: usize);
        /// Milliseconds since any moment.
        pub safe fn now() -> f64;
        pub safe fn random() -> u32;
        /// Whether the host wants to be let in.
        pub safe fn is_due() -> u32;
        /// Lets it in.
        pub safe fn pause();
        pub safe fn wait();
    }
}

thread_local! {
    static INBOX: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static PLAYER: Cell<Option<&'static dyn Player>> = const { Cell::new(None) };
}

fn now() -> Duration {
    Duration::from_secs_f64(imports::now().max(0.0) / 1000.0)
}

fn random() -> u64 {
    u64::from(imports::random()) << 32 | u64::from(imports::random())
}

fn breathe() {
    if imports::is_due() != 0 {
        imports::pause();
    }
}

fn wait() {
    imports::wait();
}

fn say(text: &str) {
    imports::say(text.as_ptr(), text.len());
}

fn complain(text: &str) {
    imports::complain(text.as_ptr(), text.len());
}

fn inbox() -> Vec<u8> {
    INBOX.take()
}

/// Room for a text of so many bytes, which the next call takes.
#[allow(unsafe_code)]
// SAFETY: the name is used once.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    INBOX.with_borrow_mut(|inbox| {
        inbox.clear();
        inbox.resize(length, 0);
        inbox.as_mut_ptr()
    })
}

/// Takes the host's functions into use. To be called first.
#[allow(unsafe_code)]
// SAFETY: the name is used once.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    std::panic::set_hook(Box::new(|panic| complain(&panic.to_string())));
    host::bring(Host {
        now,
        random,
        breathe,
        wait,
    });
}

/// Takes the network, which is in the inbox. Whether it could be read.
#[allow(unsafe_code)]
// SAFETY: the name is used once.
#[unsafe(no_mangle)]
pub extern "C" fn network() -> u32 {
    match EvaluationKind::embed(&inbox()) {
        Ok(()) => 1,
        Err(error) => {
            complain(&format!("the network cannot be read: {error}"));
            0
        }
    }
}

/// Begins a conversation: 0 with a board of the page, 1 by UCI, 2 by Gomocup. These two set their tables themselves.
#[allow(unsafe_code)]
// SAFETY: the name is used once.
#[unsafe(no_mangle)]
pub extern "C" fn open(kind: u32, hash_megabytes: usize) -> u32 {
    let player: Box<dyn Player> = match kind {
        0 => Box::new(Page::new(hash_megabytes, Box::new(say))),
        1 => Box::new(Solo::new(Output::new(say))),
        2 => Box::new(Gomocup::new(Output::new(say))),
        _ => return 0,
    };
    // It lives as long as the module.
    PLAYER.set(Some(Box::leak(player)));
    1
}

/// Hears the text in the inbox.
#[allow(unsafe_code)]
// SAFETY: the name is used once.
#[unsafe(no_mangle)]
pub extern "C" fn hear() {
    let text = inbox();
    if let Some(player) = PLAYER.get() {
        player.hear(&String::from_utf8_lossy(&text));
    }
}

/// Does what there is to do.
#[allow(unsafe_code)]
// SAFETY: the name is used once.
#[unsafe(no_mangle)]
pub extern "C" fn work() {
    if let Some(player) = PLAYER.get() {
        player.work();
    }
}

/// Looks at the clock. After so many milliseconds it has to be looked at again; never if negative.
#[allow(unsafe_code)]
// SAFETY: the name is used once.
#[unsafe(no_mangle)]
pub extern "C" fn tick() -> f64 {
    let wakes = PLAYER.get().and_then(Player::tick);
    wakes.map_or(-1.0, |time| time.as_secs_f64() * 1000.0)
}

/// The nodes of a bench: 0 is chess, 1 Gomoku.
#[allow(unsafe_code)]
// SAFETY: the name is used once.
#[unsafe(no_mangle)]
pub extern "C" fn bench(game: u32) -> f64 {
    crate::bench(if game == 0 { Game::Chess } else { Game::Gomoku }) as f64
}
