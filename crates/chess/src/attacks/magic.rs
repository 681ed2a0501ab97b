//! Sliders by magic bitboards: a multiplication gathers the occupied squares of a piece's lines into the
//! high bits of the product, which are the table index. For processors without a (fast) PEXT.
//!
//! The factors were found by trying sparse random numbers until no two occupations with different
//! attacks fell on the same index.

// Some hundred thousand entries are filled at compile time; that is meant, and takes about a second.
#![allow(long_running_const_eval)]

use super::rays::{BISHOP_ENTRIES, BISHOPS, Cross, ROOK_ENTRIES, ROOKS};
use crate::types::Square;

#[derive(Clone, Copy)]
struct Slot {
    mask: u64,
    magic: u64,
    shift: u32,
    offset: u32,
}

impl Slot {
    #[inline]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.mask).wrapping_mul(self.magic);
        self.offset as usize + (product >> self.shift) as usize
    }
}

static BISHOP_SLOTS: [Slot; 64] = slots(&BISHOPS, &BISHOP_MAGICS);
static ROOK_SLOTS: [Slot; 64] = slots(&ROOKS, &ROOK_MAGICS);
static BISHOP: [u64; BISHOP_ENTRIES] = fill(&BISHOPS, &BISHOP_MAGICS);
static ROOK: [u64; ROOK_ENTRIES] = fill(&ROOKS, &ROOK_MAGICS);

const fn slots(crosses: &[Cross; 64], magics: &[u64; 64]) -> [Slot; 64] {
    let mut slots = [Slot {
        mask: 0,
        magic: 0,
        shift: 0,
        offset: 0,
    }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = crosses[square].mask;
        let magic = magics[square];
        slots[square] = Slot {
            mask,
            magic,
            shift: 64 - mask.count_ones(),
            offset,
        };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    slots
}

const fn fill<const N: usize>(crosses: &[Cross; 64], magics: &[u64; 64]) -> [u64; N] {
    let slots = slots(crosses, magics);
    let mut table = [0; N];
    let mut square = 0;
    while square < 64 {
        let slot = &slots[square];
        let [a, b] = &crosses[square].lines;
        let mut i = 0;
        while i < a.count {
            let mut j = 0;
            while j < b.count {
                table[slot.index(a.occupied[i] | b.occupied[j])] = a.attacks[i] | b.attacks[j];
                j += 1;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

#[inline]
pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
    BISHOP[BISHOP_SLOTS[square.index()].index(occupied)]
}

#[inline]
pub(super) fn rook(square: Square, occupied: u64) -> u64 {
    ROOK[ROOK_SLOTS[square.index()].index(occupied)]
}

#[rustfmt::skip]
const BISHOP_MAGICS: [u64; 64] = [
    0x5040_1108_00a6_8284, 0x0108_0104_4c04_42c8, 0x9010_8400_8820_0090, 0x2090_8902_0201_0200,
    0x002c_0520_04c0_282a, 0x0008_2230_306c_a001, 0x4400_5802_0820_0204, 0x5000_2088_5010_3000,
    0x500a_4044_4820_8100, 0x2840_2448_1800_428a, 0x0001_0401_3202_0001, 0x6800_0220_8201_0024,
    0x0010_2202_1002_0188, 0x0411_0088_2008_0121, 0x0000_0482_1110_4100, 0x2450_24a2_0816_0802,
    0x2890_0441_2521_0c02, 0x0020_4008_1224_0441, 0x0402_0404_4805_0100, 0x0108_4014_0400_0840,
    0x0102_1004_0104_1021, 0x0010_4122_0100_a000, 0x0002_0284_4210_8408, 0x0008_411a_0134_0100,
    0x0220_0800_2008_0140, 0x9804_6000_1081_0108, 0x2010_4120_9001_0200, 0x0004_01c0_8c01_010a,
    0x1249_0400_0200_2100, 0x2046_8281_0300_6000, 0x1008_0089_0720_8800, 0x0004_0120_5852_060a,
    0x0411_2012_0088_3000, 0x1008_1718_c010_020c, 0x0000_1048_0c50_0082, 0x182a_8200_8058_0080,
    0x0050_4404_0100_4100, 0x0000_8802_0000_4104, 0x2008_0200_8024_484c, 0x4100_8105_0208_4404,
    0x0081_1882_4008_b001, 0x0004_1208_0420_8200, 0x0020_1402_0100_0804, 0x3000_8321_2800_0401,
    0x0080_0881_0040_0402, 0x4040_100c_4080_c644, 0x4428_1084_0050_0080, 0x0012_0810_6305_0080,
    0x44c0_4904_2020_4448, 0x11c0_8408_888c_2104, 0x0408_8222_1110_4400, 0x0100_0608_8404_2000,
    0x6000_0105_0504_0100, 0x0010_2082_0202_0401, 0x0010_4230_4106_2085, 0x0020_2102_0204_4400,
    0x1002_1288_0410_1c22, 0x8100_2500_4804_042c, 0x5001_0041_0401_4440, 0x2003_0000_4042_0220,
    0x8100_104c_c090_4102, 0xd008_4004_0408_8200, 0x0020_4190_0401_0040, 0x4020_0830_0641_8424,
];

#[rustfmt::skip]
const ROOK_MAGICS: [u64; 64] = [
    0x0080_0010_8020_4000, 0x0840_0020_0010_0044, 0x4080_0820_0482_1000, 0x0680_1001_0488_0080,
    0x2100_1100_0408_0002, 0xc080_0400_8002_0001, 0x0400_0200_8801_0410, 0x4080_1080_0040_2100,
    0x8400_8000_8040_0028, 0x8002_4010_0440_2000, 0x0000_8020_0080_1004, 0x8000_8008_0080_1000,
    0x2040_8080_0800_0400, 0x0412_0064_1810_8200, 0x0009_0004_2200_0100, 0x0041_0004_8052_1500,
    0x0180_0940_0020_1040, 0x0020_c0c0_1000_a00a, 0x0020_8080_1000_2004, 0x1000_4200_1020_0a00,
    0x0200_0500_0800_1100, 0x804b_0100_0400_0802, 0x0648_0400_4201_0810, 0x0000_0200_0040_8114,
    0x0000_4005_8004_8022, 0x2020_1000_4000_4020, 0x0010_2001_0041_0012, 0x0000_2101_0008_1001,
    0x8018_0080_8008_0402, 0x0301_0009_0024_0002, 0x0540_1204_0088_0930, 0x0102_20a6_0000_c104,
    0x0000_4000_8080_0020, 0x2020_0040_0180_2286, 0x082c_4900_1100_2000, 0x0048_0100_1010_0200,
    0x6000_8008_0180_2400, 0x0082_8002_0080_0400, 0x7018_8002_0080_0100, 0x0000_6491_1600_0244,
    0x2080_0040_2000_4000, 0x0040_0810_0020_2000, 0x4010_0020_0080_8011, 0x9468_1000_0800_8080,
    0x8428_0011_0005_0008, 0x0102_0051_4822_0004, 0x0208_0842_2184_0010, 0x1000_1181_430a_0004,
    0x0080_0020_0040_0840, 0x8020_2004_9440_0080, 0x0000_2200_4010_8200, 0x0000_8108_0030_0180,
    0x0000_8004_0008_0080, 0x0882_0002_8004_0080, 0x0000_8811_1042_0400, 0x0000_110c_0052_8600,
    0x0040_1900_2200_8042, 0x1220_1100_2040_0081, 0x0800_0820_0100_4011, 0x8200_90c0_2006_0602,
    0x0102_0004_1060_380e, 0x0081_0002_0804_0001, 0x01c0_4a08_1021_1084, 0x2208_0842_8110_2406,
];
