//! Innermost forms: how a loop takes the entries of a segment. They change nothing but the rounding of sums.

use super::CursorLevel;
use lacuna_dialects::sloop::{Directives, form_name};
use std::fmt::{self, Display, Formatter};

/// A way to take the entries of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inner {
    /// One after the other, with all liberty for LLVM.
    Plain,
    /// Sums of so many entries run side by side. One chain takes the entries in order.
    Chains(i64),
    /// A vector gathers so many entries at a time; the last one is masked.
    Gathers(i64),
    /// Vectors of so many lanes take as many entries at a time, so many vectors side by side. What coordinates choose is loaded lane by lane.
    Packed {
        /// The lanes of each.
        lanes: i64,
        /// How many.
        chains: i64,
    },
    /// A vector adds so many entries to points of their own at a time; the last one is masked.
    Scatters(i64),
    /// One test for every so many entries of an open run.
    Blocks(i64),
    /// The first of so many segments that lie interleaved sums all of them, in lanes.
    Abreast(i64),
}

/// The ways of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InnerForm {
    /// There is one.
    One(Inner),
    /// The program chooses, from a sample of the segments of a level.
    Sampled(CursorLevel, Vec<Inner>),
}

/// As schedules name it.
impl Display for Inner {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self, form_name(self.how())) {
            (_, Some(name)) => f.write_str(&name),
            (Self::Packed { lanes, chains }, None) => write!(f, "lanes:{lanes} in {chains} chains"),
            (_, None) => f.write_str("plain"),
        }
    }
}

impl Inner {
    /// The form that the directives of a loop ask for, if they do.
    pub(super) fn asked(how: Directives) -> Option<Self> {
        Some(match how {
            Directives { packed: Some(lanes), chains, .. } => Self::Packed { lanes, chains: chains.unwrap_or(1) },
            Directives { chains: Some(count), .. } => Self::Chains(count),
            Directives { gathers: Some(count), .. } => Self::Gathers(count),
            Directives { scatters: Some(count), .. } => Self::Scatters(count),
            Directives { blocks: Some(count), .. } => Self::Blocks(count),
            Directives { abreast: Some(count), .. } => Self::Abreast(count),
            _ => return None,
        })
    }

    /// The directive of the loop.
    pub fn how(self) -> Directives {
        let none = Directives::default();
        match self {
            Self::Plain => none,
            Self::Chains(count) => Directives { chains: Some(count), ..none },
            Self::Gathers(count) => Directives { gathers: Some(count), ..none },
            Self::Packed { lanes, chains } => Directives { packed: Some(lanes), chains: Some(chains), ..none },
            Self::Scatters(count) => Directives { scatters: Some(count), ..none },
            Self::Blocks(count) => Directives { blocks: Some(count), ..none },
            Self::Abreast(count) => Directives { abreast: Some(count), ..none },
        }
    }

    /// The same of a loop that carries a vector of so many bits: where it fills more than one register, the machine is busy with
    /// one chain.
    pub fn in_lanes(self, bits: u64) -> Self {
        match self {
            Self::Chains(_) if bits > REGISTER_BITS => Self::Chains(1),
            other => other,
        }
    }
}

/// The bits of the widest register.
const REGISTER_BITS: u64 = 512;
