//! What the system tells of a running program, and the signals that hold it still. Linux tells all of it; elsewhere the
//! answers are missing and their users take the wall clock.

use std::process::{Command, Stdio};
use std::time::Duration;

/// The processor time of all threads of a process.
pub fn processor_time(id: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    read_processor_time(&stat)
}

/// How long the threads of a process were ready to run and had no processor.
pub fn waiting_time(id: u32) -> Option<Duration> {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).ok()?;
    let mut total = None;
    for task in tasks.flatten() {
        // A thread may have ended meanwhile.
        let Ok(text) = std::fs::read_to_string(task.path().join("schedstat")) else {
            continue;
        };
        total = Some(total.unwrap_or_default() + read_waiting_time(&text)?);
    }
    total
}

/// The load of the machine over the last minute, in processes that are ready to run.
pub fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// Holds a process still, or lets it go on. Whether that was possible.
pub fn set_frozen(id: u32, is_frozen: bool) -> bool {
    let signal = if is_frozen { "-STOP" } else { "-CONT" };
    cfg!(unix)
        && Command::new("kill")
            .args([signal, &id.to_string()])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
}

/// The time in user and in system mode by Linux's `/proc/PID/stat`.
fn read_processor_time(stat: &str) -> Option<Duration> {
    /// Linux counts in hundredths of a second here, on every machine (USER_HZ).
    const TICK: Duration = Duration::from_millis(10);
    // The program's name may hold blanks and brackets; the fields are counted behind it.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let (user, system): (u32, u32) = (times.next()?.parse().ok()?, times.next()?.parse().ok()?);
    Some(TICK * user.checked_add(system)?)
}

/// The second number of `/proc/PID/task/TID/schedstat`, in nanoseconds.
fn read_waiting_time(schedstat: &str) -> Option<Duration> {
    let nanos = schedstat.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_from_the_right_fields() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 5 6 0 0 123 45 8 9 20 0 1 0 99";
        assert_eq!(read_processor_time(stat), Some(Duration::from_millis(1680)));
        assert_eq!(read_processor_time("7 (a) S 1"), None);
    }

    #[test]
    fn waiting_time_is_the_second_number() {
        assert_eq!(
            read_waiting_time("385563617170 2000000 84167\n"),
            Some(Duration::from_millis(2))
        );
        assert_eq!(read_waiting_time("385563617170"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_frozen_process_does_not_answer() {
        use crate::client::{ClientError, Launch, Process};
        use std::time::Instant;
        let mut process = Process::start(&Launch::new("cat")).unwrap();
        assert!(set_frozen(process.id(), true));
        process.send(&["one"]);
        let soon = Instant::now() + Duration::from_millis(30);
        let silent = process.receive(soon, "an echo");
        assert!(matches!(silent, Err(ClientError::Silent { .. })));
        assert!(set_frozen(process.id(), false));
        let later = Instant::now() + Duration::from_secs(60);
        assert_eq!(process.receive(later, "an echo").unwrap().text, "one");
    }
}
