//! What the platform brings: the time, random numbers, and how to wait.
//!
//! The standard library has all of it where there is an operating system. On `wasm32-unknown-unknown` there is none: whoever
//! runs an engine there brings a `Host`, once and before anything else. A search then lets its host breathe between
//! nodes, because what would tell it to stop runs on the same thread.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod system {
    use std::hash::{BuildHasher, RandomState};

    pub use std::time::Instant as Moment;

    /// A number that nobody can foretell.
    pub fn random() -> u64 {
        RandomState::new().hash_one(0_u8)
    }
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use system::{Moment, random};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod brought {
    use std::sync::OnceLock;
    use std::time::Duration;

    /// What stands in for the operating system.
    #[derive(Clone, Copy, Debug)]
    pub struct Host {
        /// The time since any fixed moment; it never goes back.
        pub now: fn() -> Duration,
        /// A number that nobody can foretell.
        pub random: fn() -> u64,
        /// Called every few milliseconds while a search runs: the time to hear what it is told.
        pub breathe: fn(),
        /// Waits until something may have been told.
        pub wait: fn(),
    }

    static HOST: OnceLock<Host> = OnceLock::new();

    /// Takes the host into use; the first one stays.
    pub fn bring(host: Host) {
        let _ = HOST.set(host);
    }

    fn host() -> &'static Host {
        HOST.get()
            .expect("host::bring is called before the engine is used")
    }

    pub fn random() -> u64 {
        (host().random)()
    }

    pub fn breathe() {
        (host().breathe)();
    }

    pub fn wait() {
        (host().wait)();
    }

    /// A moment, by the host's clock.
    #[derive(Clone, Copy, Debug)]
    pub struct Moment(Duration);

    impl Moment {
        pub fn now() -> Moment {
            Moment((host().now)())
        }

        pub fn elapsed(&self) -> Duration {
            (host().now)().saturating_sub(self.0)
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use brought::{Host, Moment, breathe, bring, random, wait};
