//! Sets of instructions, by the names that compilers have for them, and which of them this processor has.

/// Whether this processor runs builds for that level. A level that is not known here does not run.
pub fn runs_here(level: &str) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        /// Whether the processor, and the system for its registers, has all of these.
        macro_rules! has {
            ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
        }
        let v3 = || has!("avx2" "bmi1" "bmi2" "cmpxchg16b" "f16c" "fma" "fxsr" "lzcnt" "movbe" "popcnt" "sse4.2" "xsave");
        match level {
            "x86-64" => true,
            "x86-64-v3" => v3(),
            "x86-64-v4" => v3() && has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl"),
            _ => false,
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = level;
        false
    }
}

/// The level to start: the one that was asked for, or the last that runs; they come from the plainest to the best.
pub fn choose<'a>(
    levels: impl Iterator<Item = &'a str> + Clone,
    wanted: Option<&str>,
    runs: impl Fn(&str) -> bool,
) -> Result<String, String> {
    let found = match wanted {
        Some(wanted) => levels.clone().find(|level| *level == wanted),
        None => levels.clone().filter(|level| runs(level)).last(),
    };
    found.map(str::to_owned).ok_or_else(|| {
        let all: Vec<&str> = levels.collect();
        let all = all.join(", ");
        match wanted {
            Some(wanted) => {
                format!("REGENCE_BUILD={wanted} is not among its builds, which are {all}")
            }
            None => format!("none of its builds runs on this processor; they are for {all}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&str; 3] = ["x86-64", "x86-64-v3", "x86-64-v4"];

    fn chosen(wanted: Option<&str>, has: &[&str]) -> Result<String, String> {
        choose(ALL.into_iter(), wanted, |level| has.contains(&level))
    }

    #[test]
    fn the_best_that_runs_is_started() {
        assert_eq!(chosen(None, &ALL), Ok("x86-64-v4".into()));
        assert_eq!(chosen(None, &ALL[..2]), Ok("x86-64-v3".into()));
        assert_eq!(chosen(None, &ALL[..1]), Ok("x86-64".into()));
        let refusal = chosen(None, &[]).expect_err("nothing runs");
        assert!(
            refusal.contains("x86-64, x86-64-v3, x86-64-v4"),
            "{refusal}"
        );
    }

    #[test]
    fn what_is_asked_for_is_started_whatever_runs() {
        assert_eq!(chosen(Some("x86-64"), &ALL), Ok("x86-64".into()));
        assert_eq!(chosen(Some("x86-64-v4"), &[]), Ok("x86-64-v4".into()));
        assert!(chosen(Some("help"), &ALL).is_err());
    }

    #[test]
    fn each_level_contains_those_before_it() {
        for (i, level) in ALL.iter().enumerate() {
            let all_before = ALL[..i].iter().all(|before| runs_here(before));
            assert!(!runs_here(level) || all_before, "{level}");
        }
        assert!(!runs_here("x86-64-v9"));
    }
}
