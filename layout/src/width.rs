//! Widths of stored positions and coordinates.

use std::fmt;

/// Width of a stored index. Indices are read as non-negative numbers.
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

    /// The largest index: kernels read 32 and 64 bits as signed, narrower ones as unsigned (but for
    /// coordinates that can be negative, which are two's complement in every width).
    pub const fn max_index(self) -> u64 {
        match self {
            Width::W8 => u8::MAX as u64,
            Width::W16 => u16::MAX as u64,
            Width::W32 => i32::MAX as u64,
            Width::W64 => i64::MAX as u64,
        }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bits())
    }
}
