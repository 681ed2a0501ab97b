//! Memory that goes back to the system.
//!
//! The allocator of glibc keeps what is freed for the next request: after a recorded search, tens of megabytes for each
//! board that was ever open. Whoever frees much asks it to return whole pages. Elsewhere the allocator does so by itself.

/// Returns the free pages of the process to the system.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub fn give_back() {
    // SAFETY: `malloc_trim` takes a plain number, touches nothing but the allocator's own state, and may be called by
    // any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
