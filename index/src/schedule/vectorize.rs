//! `vectorize(j)` and `vectorize(j,8)`: the values of the loop over `j` run side by side in vector lanes, in blocks of so many.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::number,
    rewrite::{Rewrite, ScheduledTerm},
};
use crate::{Directives, MOST_LANES};
use std::fmt::{self, Display, Formatter};

/// A loop in vector lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorizeRequest {
    /// The variable of the loop.
    pub of: String,
    /// The lanes of a block; none where `sloop-vectorize` takes as many as a block has.
    pub lanes: Option<i64>,
}

impl Rewrite for VectorizeRequest {
    const NAME: &'static str = "vectorize";
    const EXAMPLE: &'static str = "vectorize(j,8)";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let (of, lanes) = match arguments {
            [of] => (of, None),
            [of, lanes] => (of, Some(number("a number of lanes", lanes, 2..=MOST_LANES)?)),
            _ => {
                let example = Self::EXAMPLE;
                return Err(format!(
                    "{} takes a variable and, if wanted, a number of lanes, as in {example}",
                    Self::NAME
                ));
            }
        };
        Ok(Self { of: Self::variable(of)?, lanes })
    }

    fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
        loops.place(&self.of).map(|_| ())
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        term.has(&self.of).then(|| self.clone())
    }

    fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        let vectorize = Some(self.lanes.unwrap_or(1));
        loops.ask(&self.of, |asked| Directives { vectorize, ..asked })
    }
}

impl Display for VectorizeRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lanes = self.lanes.map(|lanes| format!(",{lanes}")).unwrap_or_default();
        write!(f, "{}({}{lanes})", Self::NAME, self.of)
    }
}
