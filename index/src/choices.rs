//! What the user chooses of how nests are planned.
//!
//! A nest carries the choices ([`crate::Nest::choices`]), so that a pass that plans a nest to find out whether it can be walked,
//! or what that costs, plans what will be run. The passes that plan take these as options; the pipeline gives all of them the
//! same ([`Choices::options`]).

use crate::fp::FpMode;
use lacuna_layout::policy::Keeping;
use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// What the options of passes choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// What floating point may be turned into.
    pub fp: FpMode,
    /// Positions by which the arrays of innermost levels are fetched ahead; 0 for not at all.
    pub ahead: u64,
    /// Entries by which rows of dense operands are fetched ahead in vector loops; 0 for not at all.
    pub rows_ahead: u64,
    /// Dense operands of up to so many bytes stay in the cache: their rows are not fetched ahead.
    pub cached_bytes: u64,
    /// Whether stored results leave out values that are computed as the fill value.
    pub drop_zeros: bool,
    /// Whether stored results are walked twice wherever possible.
    pub two_phase: bool,
    /// How workspaces keep their points where nothing else is asked.
    pub workspaces: Workspaces,
    /// Workspaces of up to so many bytes have a place for every point, if their sizes choose.
    pub dense_bytes: u64,
    /// What innermost loops may do.
    pub inner: InnerChoices,
}

/// What innermost loops may do on the processor that will run them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerChoices {
    /// Whether a gather takes less time than as many loads, and vectors can be masked.
    pub gathers_are_fast: bool,
    /// The entries that a vector takes where they are.
    pub gathered: i64,
    /// The chains of a sum where they are not, and of sums of vectors that fill one register.
    pub chains: i64,
    /// The entries of an open run that are taken after one test.
    pub block: i64,
    /// Whether a program may hold a loop in several forms, and choose when it runs.
    pub several_forms: bool,
    /// Whether rounds of a loop around the nest run side by side, and would share what is on the stack.
    pub rounds_share_stack: bool,
    /// Whether loops take the forms that are asked of them: only in a nest that is emitted next, since passes before turn loops into sums.
    pub obeys: bool,
}

impl Default for InnerChoices {
    fn default() -> Self {
        Self {
            gathers_are_fast: false,
            gathered: 8,
            chains: 4,
            block: 4,
            several_forms: true,
            rounds_share_stack: false,
            obeys: false,
        }
    }
}

/// How workspaces keep their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workspaces {
    /// As their sizes suggest.
    BySize,
    /// All alike, where the policy suits.
    By(Keeping),
}

/// Has sizes choose.
const AUTO: &str = "auto";

impl Display for Workspaces {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::BySize => f.write_str(AUTO),
            Self::By(keeping) => keeping.fmt(f),
        }
    }
}

impl FromStr for Workspaces {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix(AUTO) {
            Some("") => Ok(Self::BySize),
            Some(rest) if rest.starts_with(':') => {
                Err(format!("{AUTO} chooses a policy and how it is kept: it takes no settings, found '{text}'"))
            }
            _ => text.parse().map(Self::By),
        }
    }
}

/// The choices where nothing is said. What is fetched ahead is no matter of whether a nest can be walked, or of its cost.
impl Default for Choices {
    fn default() -> Self {
        Self {
            fp: FpMode::Fast,
            ahead: 0,
            rows_ahead: 0,
            cached_bytes: 0,
            drop_zeros: false,
            two_phase: false,
            workspaces: Workspaces::BySize,
            dense_bytes: 1 << 26,
            inner: InnerChoices::default(),
        }
    }
}

impl Choices {
    /// The options of a pass that plans, as text.
    pub fn options(&self) -> String {
        let Self { fp, drop_zeros, two_phase, workspaces, dense_bytes, .. } = self;
        format!(
            "fp={fp} drop-zeros={drop_zeros} two-phase={two_phase} workspaces={workspaces} dense-workspaces={dense_bytes}"
        )
    }
}
