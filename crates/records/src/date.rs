//! Dates by the calendar of Greenwich.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day. Written as `2026-01-31`; PGN writes it with [`Date::dotted`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// Today; the first of January 1970 on a machine whose clock is set to before.
    pub fn today() -> Date {
        Date::of(SystemTime::now())
    }

    /// The day of a moment.
    pub fn of(time: SystemTime) -> Date {
        let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Date::after_days(seconds / 86_400)
    }

    /// So many days after the first of January 1970.
    fn after_days(mut days: u64) -> Date {
        let is_leap = |year: u64| {
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
        };
        let mut year = 1970;
        while days >= 365 + u64::from(is_leap(year)) {
            days -= 365 + u64::from(is_leap(year));
            year += 1;
        }
        let february = 28 + u64::from(is_leap(year));
        let mut month = 1;
        for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
            if days < length {
                break;
            }
            days -= length;
            month += 1;
        }
        Date {
            year,
            month,
            day: days + 1,
        }
    }

    /// As PGN writes it: `2026.01.31`.
    pub fn dotted(self) -> String {
        self.to_string().replace('-', ".")
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let at = |seconds| Date::of(UNIX_EPOCH + Duration::from_secs(seconds)).to_string();
        assert_eq!(at(0), "1970-01-01");
        assert_eq!(at(59 * 86_400), "1970-03-01");
        assert_eq!(at(951_782_400), "2000-02-29");
        assert_eq!(at(951_868_800), "2000-03-01");
        assert_eq!(at(20_088 * 86_400), "2024-12-31");
        assert_eq!(at(1_767_225_599), "2025-12-31");
        assert_eq!(at(1_767_225_600), "2026-01-01");
        assert_eq!(Date::after_days(0).dotted(), "1970.01.01");
    }
}
