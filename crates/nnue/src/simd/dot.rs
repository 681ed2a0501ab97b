//! The output layer's loop: sums clipped, squared and weighted.
//!
//! A clipped sum times its weight fits 16 bits (255 x 127 < 2^15), so that products of pairs can be added in 32 bits by one
//! instruction. Compilers widen every number by itself instead, and use half of each vector.

use crate::network::{MAX_HIDDEN, QUANT_IN};

/// Sums in blocks of this many products cannot overflow 32 bits: 256 x 255 x 255 x 127 < 2^31.
const BLOCK: usize = 256;

/// The largest sum that is not clipped.
const TOP: i16 = QUANT_IN as i16;

// A lane of the narrowest vector, four lanes, takes no more products than a block.
const _: () = assert!(MAX_HIDDEN / 4 <= BLOCK);

/// As [`crate::scalar::squared_dot`], for at most [`MAX_HIDDEN`] weights within ±127.
#[inline]
#[allow(unsafe_code)]
pub fn squared_dot(sums: &[i16], weights: &[i16]) -> i64 {
    #[cfg(target_arch = "x86_64")]
    {
        if super::has_avx512() {
            // SAFETY: the processor has what this copy was compiled for.
            return unsafe { avx512(sums, weights) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { avx2(sums, weights) };
        }
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    return simd128(sums, weights);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    plain(sums, weights)
}

/// For every processor, and for what whole vectors leave over.
pub(super) fn plain(sums: &[i16], weights: &[i16]) -> i64 {
    let mut total = 0i64;
    for (sums, weights) in sums.chunks(BLOCK).zip(weights.chunks(BLOCK)) {
        let mut block = 0i32;
        for (&sum, &weight) in sums.iter().zip(weights) {
            let clipped = sum.clamp(0, TOP);
            let product = clipped.wrapping_mul(weight);
            block = block.wrapping_add(i32::from(product) * i32::from(clipped));
        }
        total += i64::from(block);
    }
    total
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
pub(super) fn avx2(sums: &[i16], weights: &[i16]) -> i64 {
    use std::arch::x86_64::*;
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(chunk: &[i16; 16]) -> __m256i {
        // SAFETY: the chunk is as long as the vector, and the load asks for no alignment.
        unsafe { _mm256_loadu_si256(chunk.as_ptr().cast()) }
    }
    let (sums, sums_left) = sums.as_chunks::<16>();
    let (weights, weights_left) = weights.as_chunks::<16>();
    let (zero, top) = (_mm256_setzero_si256(), _mm256_set1_epi16(TOP));
    let mut lanes = zero;
    for (sums, weights) in sums.iter().zip(weights) {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(load(sums), zero), top);
        let products = _mm256_mullo_epi16(clipped, load(weights));
        lanes = _mm256_add_epi32(lanes, _mm256_madd_epi16(products, clipped));
    }
    // Lanes are added in 64 bits: together they may be larger than any of them.
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(lanes));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(lanes));
    let four = _mm256_add_epi64(low, high);
    let two = _mm_add_epi64(
        _mm256_castsi256_si128(four),
        _mm256_extracti128_si256::<1>(four),
    );
    _mm_cvtsi128_si64(two) + _mm_extract_epi64::<1>(two) + plain(sums_left, weights_left)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[allow(unsafe_code)]
pub(super) fn avx512(sums: &[i16], weights: &[i16]) -> i64 {
    use std::arch::x86_64::*;
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn load(chunk: &[i16; 32]) -> __m512i {
        // SAFETY: the chunk is as long as the vector, and the load asks for no alignment.
        unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) }
    }
    let (sums, sums_left) = sums.as_chunks::<32>();
    let (weights, weights_left) = weights.as_chunks::<32>();
    let (zero, top) = (_mm512_setzero_si512(), _mm512_set1_epi16(TOP));
    let mut lanes = zero;
    for (sums, weights) in sums.iter().zip(weights) {
        let clipped = _mm512_min_epi16(_mm512_max_epi16(load(sums), zero), top);
        let products = _mm512_mullo_epi16(clipped, load(weights));
        lanes = _mm512_add_epi32(lanes, _mm512_madd_epi16(products, clipped));
    }
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(lanes));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(lanes));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high)) + plain(sums_left, weights_left)
}

/// WebAssembly knows when it is compiled whether it has vectors.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
fn simd128(sums: &[i16], weights: &[i16]) -> i64 {
    use std::arch::wasm32::*;
    // Eight loads in a row, which become one.
    #[inline(always)]
    fn load(chunk: &[i16; 8]) -> v128 {
        let [a, b, c, d, e, f, g, h] = *chunk;
        i16x8(a, b, c, d, e, f, g, h)
    }
    let (sums, sums_left) = sums.as_chunks::<8>();
    let (weights, weights_left) = weights.as_chunks::<8>();
    let (zero, top) = (i16x8_splat(0), i16x8_splat(TOP));
    let mut lanes = i32x4_splat(0);
    for (sums, weights) in sums.iter().zip(weights) {
        let clipped = i16x8_min(i16x8_max(load(sums), zero), top);
        let products = i16x8_mul(clipped, load(weights));
        lanes = i32x4_add(lanes, i32x4_dot_i16x8(products, clipped));
    }
    let two = i64x2_add(
        i64x2_extend_low_i32x4(lanes),
        i64x2_extend_high_i32x4(lanes),
    );
    i64x2_extract_lane::<0>(two) + i64x2_extract_lane::<1>(two) + plain(sums_left, weights_left)
}
