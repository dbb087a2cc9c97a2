//! Schedules: what is asked of the loops of a statement, as a list of rewrites. `split(i,io,ii,64); reorder(io,j,ii); unroll(ii,4)`
//!
//! Each rewrite names loops that those before it leave. A rewrite is a file: its name, how it is read and written, which loops it takes and
//! makes ([`LoopNames`]), and what it does to a nest, or why that cannot be ([`ScheduledLoops`]).
//!
//! Left out: what later passes do about it. Of [`Precompute`], [`InnerRequest`], [`VectorizeRequest`], [`UnrollRequest`] and
//! [`FactorRequest`], only the text is read here.

mod divide;
mod factor;
mod inner;
mod loops;
mod names;
mod precompute;
mod reading;
mod reorder;
mod rewrite;
mod split;
mod sum;
mod tile;
mod two_loops;
mod unroll;
mod vectorize;

pub use divide::Divide;
pub use factor::FactorRequest;
pub use inner::InnerRequest;
pub use loops::ScheduledLoops;
pub use names::LoopNames;
pub use reorder::Reorder;
pub use rewrite::ScheduledTerm;
pub use split::Split;
pub use sum::Sum;
pub use tile::Tile;
pub use two_loops::TwoLoops;
pub use unroll::UnrollRequest;
pub use vectorize::VectorizeRequest;

use crate::precompute::Precompute;
use reading::Shape;
use rewrite::Rewrite;
use std::fmt::{self, Display, Formatter};

/// The attribute of a `linalg.generic` that has its schedule, as text.
pub const SCHEDULE: &str = "sloop.schedule";

macro_rules! rewrites {
    ($($kind:ident($type:ident),)*) => {
        /// One step of a schedule.
        #[derive(Clone, Debug, PartialEq)]
        pub enum ScheduleStep {
            $(
                #[doc = concat!("[`", stringify!($type), "`].")]
                $kind($type),
            )*
        }

        /// What each looks like.
        const KNOWN: &[Shape] = &[$($type::SHAPE),*];

        impl ScheduleStep {
            /// Reads one, whose name is known.
            fn read(name: &'static str, arguments: &[&str]) -> Result<Self, String> {
                $(
                    if name == $type::NAME {
                        return $type::read(arguments).map(Self::$kind);
                    }
                )*
                unreachable!("{name} is known")
            }

            fn name(&self) -> &'static str {
                match self { $(Self::$kind(_) => $type::NAME,)* }
            }

            fn rename(&self, loops: &mut LoopNames) -> Result<(), String> {
                match self { $(Self::$kind(step) => step.rename(loops),)* }
            }

            fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
                match self { $(Self::$kind(step) => step.of_term(term).map(Self::$kind),)* }
            }

            fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
                match self { $(Self::$kind(step) => step.apply(loops),)* }
            }

            fn asks_of(&self) -> Option<&str> {
                match self { $(Self::$kind(step) => step.asks_of(),)* }
            }
        }

        impl Display for ScheduleStep {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                match self { $(Self::$kind(step) => step.fmt(f),)* }
            }
        }
    };
}

rewrites! {
    Reorder(Reorder),
    Split(Split),
    Divide(Divide),
    Tile(Tile),
    Precompute(Precompute),
    Inner(InnerRequest),
    Vectorize(VectorizeRequest),
    Unroll(UnrollRequest),
    Factor(FactorRequest),
}

/// A list of rewrites, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopSchedule {
    /// The rewrites.
    pub steps: Vec<ScheduleStep>,
}

impl LoopSchedule {
    /// Reads one: rewrites with `;` between.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut steps: Vec<ScheduleStep> = Vec::new();
        for directive in text.split(';').map(str::trim).filter(|directive| !directive.is_empty()) {
            let (name, arguments) = reading::arguments(directive, KNOWN)?;
            let step = ScheduleStep::read(name, &arguments)?;
            let is_again = |other: &ScheduleStep| other.name() == step.name() && other.asks_of() == step.asks_of();
            if step.asks_of().is_some() && steps.iter().any(is_again) {
                return Err(format!("{name} is given twice"));
            }
            steps.push(step);
        }
        let has = |name| steps.iter().any(|step| step.name() == name);
        if let (true, Some(other)) = (has(FactorRequest::NAME), steps.iter().find(|step| step.makes_loops())) {
            let other = other.name();
            let why = format!(
                "each step of a product is a statement with loops of its own: write these statements, and say {other} of them"
            );
            return Err(format!("{} does not go with {other}: {why}", FactorRequest::NAME));
        }
        Ok(Self { steps })
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Checks that each rewrite names loops that there are; gives those that there are in the end.
    ///
    /// # Errors
    /// What is wrong with a name.
    pub fn check(&self, loops: &[&str]) -> Result<LoopNames, String> {
        let mut names = LoopNames::new(loops);
        self.steps.iter().try_for_each(|step| step.rename(&mut names)).map(|()| names)
    }

    /// What it asks of a term.
    #[must_use]
    pub fn of_term(&self, mut term: ScheduledTerm<'_>) -> Self {
        Self { steps: self.steps.iter().filter_map(|step| step.of_term(&mut term)).collect() }
    }

    /// Rewrites loops. What is left to later passes is asked of the nest and its variables.
    ///
    /// # Errors
    /// Why a rewrite cannot be.
    pub fn apply(&self, loops: &mut ScheduledLoops<'_>) -> Result<(), String> {
        let mut names = LoopNames::new(&loops.names());
        self.steps.iter().try_for_each(|step| {
            // A term may lack a variable of the workspace; `sloop-insert-workspaces` checks the names.
            if !matches!(step, ScheduleStep::Precompute(_)) {
                step.rename(&mut names)?;
            }
            step.apply(loops)
        })
    }

    /// The first step of a kind.
    pub fn find<'s, T>(&'s self, step: impl Fn(&'s ScheduleStep) -> Option<&'s T>) -> Option<&'s T> {
        self.steps.iter().find_map(step)
    }

    /// The order of the loops that it asks for.
    pub fn order(&self) -> Option<&Reorder> {
        self.find(|step| if let ScheduleStep::Reorder(reorder) = step { Some(reorder) } else { None })
    }

    /// Whether it asks for an order of the loops.
    pub fn keeps_order(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, ScheduleStep::Reorder(_) | ScheduleStep::Tile(_)))
    }

    /// The order of the factors that it asks for.
    pub fn factor(&self) -> Option<&FactorRequest> {
        self.find(|step| if let ScheduleStep::Factor(factor) = step { Some(factor) } else { None })
    }

    /// Whether it asks for loops, or a workspace: more than how the loops run that there are.
    pub fn makes_loops(&self) -> bool {
        self.steps.iter().any(ScheduleStep::makes_loops)
    }

    /// The same without what it asks of the order of factors.
    #[must_use]
    pub fn without_factor(&self) -> Self {
        let others = self.steps.iter().filter(|step| !matches!(step, ScheduleStep::Factor(_)));
        Self { steps: others.cloned().collect() }
    }
}

impl ScheduleStep {
    /// Whether it asks for loops, or a workspace.
    fn makes_loops(&self) -> bool {
        !matches!(self, Self::Factor(_) | Self::Inner(_) | Self::Vectorize(_) | Self::Unroll(_))
    }
}

impl Display for LoopSchedule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, step) in self.steps.iter().enumerate() {
            let before = if place > 0 { "; " } else { "" };
            write!(f, "{before}{step}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
