//! What the system has of memory, and lets this process have.

/// The memory of this machine in megabytes, where the system tells.
pub fn machine_megabytes() -> Option<usize> {
    meminfo("MemTotal:")
}

/// What programs can still have of it.
pub(crate) fn free_megabytes() -> Option<usize> {
    meminfo("MemAvailable:")
}

fn meminfo(name: &str) -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    field(&text, name, 1).map(|kilobytes| kilobytes >> 10)
}

/// What this process may still take into its address space (`ulimit -v`), in megabytes; none without a limit.
pub(crate) fn free_addresses() -> Option<usize> {
    let read = |name| std::fs::read_to_string(name).ok();
    // Soft limits stand in the first column behind the name of three words.
    let limit = field(&read("/proc/self/limits")?, "Max address space", 3)?;
    let taken = field(&read("/proc/self/status")?, "VmSize:", 1)?;
    Some((limit >> 20).saturating_sub(taken >> 10))
}

/// A number of the line that begins with `name`: the word at that place.
fn field(text: &str, name: &str, place: usize) -> Option<usize> {
    let line = text.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(place)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_behind_their_names() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units\n\
            Max address space         1073741824           unlimited            bytes\n\
            Max file locks            unlimited            unlimited            locks\n";
        assert_eq!(field(limits, "Max address space", 3), Some(1 << 30));
        assert_eq!(field(limits, "Max file locks", 3), None, "unlimited");
        assert_eq!(field(limits, "Max stack size", 3), None);
        assert_eq!(field("VmSize:\t  2048 kB", "VmSize:", 1), Some(2048));
    }
}
