//! The hot loops, compiled once for each set of vector instructions and chosen at run time.
//!
//! Each loop is written once, in a shape that the compiler turns into vector code; the copies differ only in the
//! instructions that it may use. So they cannot differ in what they compute, and there is no intrinsic to get
//! wrong. On aarch64 NEON belongs to every processor, and the plain copy uses it. One loop is written by hand as well,
//! because no compiler finds its best form: [`squared_dot`], in [`dot`].

mod dot;

pub use dot::squared_dot;

/// Declares functions that run as the best copy that this processor can run. Also for loops of other crates.
#[macro_export]
macro_rules! vectorised {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block)*) => {
        mod plain {
            #[allow(unused_imports)]
            use super::*;
            $(#[inline(always)] pub fn $name($($arg: $type),*) $(-> $result)? $body)*
        }
        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            #[allow(unused_imports)]
            use super::*;
            $(#[target_feature(enable = "avx2")]
            pub fn $name($($arg: $type),*) $(-> $result)? { super::plain::$name($($arg),*) })*
        }
        #[cfg(target_arch = "x86_64")]
        mod avx512 {
            #[allow(unused_imports)]
            use super::*;
            $(#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            pub fn $name($($arg: $type),*) $(-> $result)? { super::plain::$name($($arg),*) })*
        }
        $($(#[$doc])*
        #[inline]
        #[allow(unsafe_code)]
        pub fn $name($($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                if $crate::simd::has_avx512() {
                    // SAFETY: the processor has what this copy was compiled for.
                    return unsafe { avx512::$name($($arg),*) };
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: as above.
                    return unsafe { avx2::$name($($arg),*) };
                }
            }
            plain::$name($($arg),*)
        })*
    };
}

/// Whether the copies for AVX-512 can run.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl")
}

/// The vector instructions that the loops use here.
pub fn in_use() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx512() {
            return "AVX-512";
        }
        if is_x86_feature_detected!("avx2") {
            return "AVX2";
        }
    }
    if cfg!(target_arch = "aarch64") {
        return "NEON";
    }
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        return "SIMD128";
    }
    "plain"
}

vectorised! {
    /// Adds a row.
    fn add(sums: &mut [i16], row: &[i16]) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(weight);
        }
    }

    /// Takes a row away.
    fn remove(sums: &mut [i16], row: &[i16]) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_sub(weight);
        }
    }

    /// The sums after a quiet move: one row comes, one goes.
    fn exchange(sums: &mut [i16], from: &[i16], added: &[i16], removed: &[i16]) {
        for (((sum, &old), &plus), &minus) in sums.iter_mut().zip(from).zip(added).zip(removed) {
            *sum = old.wrapping_add(plus).wrapping_sub(minus);
        }
    }

    /// The sums after a capture: one row comes, two go.
    fn capture(sums: &mut [i16], from: &[i16], added: &[i16], removed: &[i16], taken: &[i16]) {
        let rows = added.iter().zip(removed).zip(taken);
        for ((sum, &old), ((&plus, &minus), &gone)) in sums.iter_mut().zip(from).zip(rows) {
            *sum = old.wrapping_add(plus).wrapping_sub(minus).wrapping_sub(gone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar;

    type Dot = fn(&[i16], &[i16]) -> i64;
    type Exchange = fn(&mut [i16], &[i16], &[i16], &[i16]);

    /// Every copy that this processor can run: its name, and both loops of the forward pass.
    #[allow(unsafe_code)]
    fn copies() -> Vec<(&'static str, Dot, Exchange)> {
        let mut copies: Vec<(&'static str, Dot, Exchange)> =
            vec![("plain", dot::plain, plain::exchange)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                copies.push((
                    "AVX2",
                    // SAFETY: the processor has it.
                    |a, b| unsafe { dot::avx2(a, b) },
                    // SAFETY: the processor has it.
                    |a, b, c, d| unsafe { avx2::exchange(a, b, c, d) },
                ));
            }
            if has_avx512() {
                copies.push((
                    "AVX-512",
                    // SAFETY: the processor has it.
                    |a, b| unsafe { dot::avx512(a, b) },
                    // SAFETY: the processor has it.
                    |a, b, c, d| unsafe { avx512::exchange(a, b, c, d) },
                ));
            }
        }
        copies
    }

    fn numbers(count: usize, bound: i64, seed: u64) -> Vec<i16> {
        let mut state = seed;
        let mut next = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((state >> 33) as i64 % (2 * bound + 1) - bound) as i16
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn every_copy_gives_the_integers_of_the_reference() {
        for hidden in [32, 96, 256, 288, 1024] {
            let (sums, weights) = (numbers(hidden, 700, 3), numbers(hidden, 127, 4));
            let expected = scalar::squared_dot(&sums, &weights);
            for (name, dot, _) in copies() {
                assert_eq!(dot(&sums, &weights), expected, "{name}, {hidden}");
            }
            assert_eq!(squared_dot(&sums, &weights), expected);
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        let (sums, weights) = (vec![i16::MAX; 1024], vec![127; 1024]);
        let expected = scalar::squared_dot(&sums, &weights);
        for (name, dot, _) in copies() {
            assert_eq!(dot(&sums, &weights), expected, "{name}");
        }
    }

    #[test]
    fn every_copy_updates_alike() {
        let [from, plus, minus] = [5, 6, 7].map(|seed| numbers(96, 20_000, seed));
        let expected: Vec<i16> = (0..96)
            .map(|i| from[i].wrapping_add(plus[i]).wrapping_sub(minus[i]))
            .collect();
        for (name, _, exchange) in copies() {
            let mut sums = vec![0; 96];
            exchange(&mut sums, &from, &plus, &minus);
            assert_eq!(sums, expected, "{name}");
        }
        let mut sums = from.clone();
        add(&mut sums, &plus);
        remove(&mut sums, &minus);
        assert_eq!(sums, expected);
        capture(&mut sums, &from, &plus, &minus, &plus);
        remove(&mut sums, &minus);
        add(&mut sums, &minus);
        add(&mut sums, &plus);
        assert_eq!(sums, expected);
    }
}
