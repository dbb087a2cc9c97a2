//! How the use that a kernel makes of memory is checked: tests and fuzzers ask for it.

use lacuna_passes::pipeline::Lacuna;
use std::{fmt, str::FromStr};

/// What is checked. By default that is only what a kernel frees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryChecks {
    /// The tensors that a kernel takes and what it allocates lie in buffers of their own, with memory that cannot be
    /// accessed around them. This is where they touch that.
    pub guard: Option<Edge>,
    /// The allocations that find no memory.
    pub failing: Option<Failing>,
}

/// One end of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The first byte comes after memory that cannot be accessed.
    Start,
    /// The last byte comes before memory that cannot be accessed.
    End,
}

/// Which allocations of a kernel find no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failing {
    /// That of this number, from 1, in each call.
    Nth(u64),
    /// Each once, in calls of their own before the one that counts: each has to end with a message.
    Each,
}

impl MemoryChecks {
    /// How code is compiled for these checks: what it asks for has to be what it uses, at the edge that is guarded.
    pub fn compile(self, options: Lacuna) -> Lacuna {
        match self.guard {
            // Huge pages would be rounded up, and room to align buffers would be left behind them.
            Some(Edge::End) => Lacuna { huge_pages: false, buffer_alignment: 0, ..options },
            Some(Edge::Start) | None => options,
        }
    }

    /// The options of `lacuna` that ask for these checks.
    pub fn options(self) -> String {
        let guard = self.guard.map_or_else(String::new, |edge| format!(" --guard {edge}"));
        guard + &self.failing.map_or_else(String::new, |failing| format!(" --fail-allocation {failing}"))
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::End => "end",
        })
    }
}

impl FromStr for Edge {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "start" => Ok(Self::Start),
            "end" => Ok(Self::End),
            _ => Err(format!("expected start or end, found '{text}'")),
        }
    }
}

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nth(number) => number.fmt(f),
            Self::Each => f.write_str("each"),
        }
    }
}

impl FromStr for Failing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("each", _) => Ok(Self::Each),
            (_, Ok(number @ 1..)) => Ok(Self::Nth(number)),
            _ => Err(format!("expected a number from 1 on, or 'each', found '{text}'")),
        }
    }
}
