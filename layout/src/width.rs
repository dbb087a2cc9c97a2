//! Widths of stored positions and coordinates, and which indices each holds. Who packs, compiles or checks asks here.

use std::{fmt, ops::RangeInclusive};

/// Width of a stored index. Indices are read as non-negative numbers, but for coordinates that can be negative, which are
/// two's complement in every width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// 8 bits.
    W8,
    /// 16 bits.
    W16,
    /// 32 bits, the default.
    #[default]
    W32,
    /// 64 bits.
    W64,
}

impl Width {
    /// Every width, the smallest first.
    pub const ALL: [Width; 4] = [Width::W8, Width::W16, Width::W32, Width::W64];

    /// Number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Width::W8 => 8,
            Width::W16 => 16,
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }

    /// Number of bytes.
    pub const fn size_in_bytes(self) -> usize {
        (self.bits() / u8::BITS) as usize
    }

    /// The width of that many bits, if there is one.
    pub fn from_bits(bits: u64) -> Option<Width> {
        Width::ALL.into_iter().find(|width| u64::from(width.bits()) == bits)
    }

    /// Whether indices use all bits: kernels read narrow ones as unsigned. They read those of 32 and 64 bits as signed, so that
    /// gathers take them as they are.
    pub const fn is_zero_extended(self) -> bool {
        self.bits() < 32
    }

    /// The largest index.
    pub const fn max_index(self) -> u64 {
        let magnitude = if self.is_zero_extended() { self.bits() } else { self.bits() - 1 };
        (1 << magnitude) - 1
    }

    /// The coordinates that it holds, where they can be negative.
    pub const fn signed_indices(self) -> RangeInclusive<i64> {
        let unused = i64::BITS - self.bits();
        i64::MIN >> unused..=i64::MAX >> unused
    }

    /// The same width, or 64 bits where an index does not fit it.
    #[must_use]
    pub const fn holding(self, index: u64) -> Width {
        if index <= self.max_index() { self } else { Width::W64 }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_limited_as_kernels_read_them() {
        let limits = Width::ALL.map(Width::max_index);
        assert_eq!(limits, [0xff, 0xffff, (1 << 31) - 1, (1 << 63) - 1]);
        let signed = Width::ALL.map(|width| width.signed_indices().into_inner());
        let expected = [(-128, 127), (-32768, 32767), (-(1 << 31), (1 << 31) - 1), (i64::MIN, i64::MAX)];
        assert_eq!(signed, expected);
    }

    #[test]
    fn a_width_grows_for_what_it_does_not_hold() {
        for width in [Width::W8, Width::W16, Width::W32] {
            assert_eq!(width.holding(width.max_index()), width);
            assert_eq!(width.holding(width.max_index() + 1), Width::W64);
        }
    }
}
