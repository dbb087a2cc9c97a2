//! What wraps a cursor: the one list of wrappers. Cursor form, plans, their texts and costs, and the lowering go by it.
//!
//! An operation of cursor form is built from a wrapper and read back as one. A plan holds the same wrappers, before there are
//! values: so a wrapper is generic in what its operands are, and in how it tells which coordinates stay.

use crate::{
    builder::Builder,
    ir::{Op, Value, op_name, operands, results},
    sloop::{cursors::cursor_type, index::Yield},
    view::number,
};
use melior::ir::{Attribute, ValueLike, operation::OperationLike};

const RUNS: &str = "sloop.runs";
const IN_RUN: &str = "sloop.in_run";
const REORDER: &str = "sloop.reorder";
const SHIFT: &str = "sloop.shift";
const STRIDE: &str = "sloop.stride";
const REVERSE: &str = "sloop.reverse";
const CLIP: &str = "sloop.clip";
const FILTER: &str = "sloop.filter";
const PREFETCH: &str = "sloop.prefetch";
const SUBSECTIONS: &str = "sloop.subsections";
const SUBSECTION: &str = "sloop.subsection";

/// What a walk makes of another one. Its operands are `T`; a test of coordinates is `K`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrapper<T, K> {
    /// Neighbours of equal coordinate are taken together.
    Runs {
        /// Where they end.
        end: RunEnd,
    },
    /// Nodes are walked as long as those above, at the same positions, have a coordinate.
    InRun {
        /// The open runs above.
        of: T,
        /// Their coordinate.
        at: T,
    },
    /// An unordered walk is sorted before.
    Reorder,
    /// Something is added to each coordinate.
    Shift {
        /// What.
        by: T,
    },
    /// Only multiples of a number are given, divided by it.
    Stride {
        /// The number.
        by: i64,
    },
    /// The walk begins at its end, and each coordinate has the other sign.
    Reverse,
    /// Only coordinates from one up to another are walked: searched in an ordered walk.
    Clip {
        /// The first.
        low: T,
        /// One past the last.
        high: T,
    },
    /// Only some coordinates are given: each is tested.
    Filter {
        /// How.
        keep: K,
    },
    /// Values are given instead of nodes: those whose subsection has a node, with coordinates from a multiple of the value on.
    Subsections {
        /// What a value is multiplied by.
        by: i64,
        /// How many coordinates a subsection has.
        width: T,
        /// How many values there are.
        count: T,
        /// Where the begins under each of several parents are kept.
        buffer: Option<T>,
    },
    /// Only coordinates from one up to another are walked, from a node on that a loop over subsections gave.
    Subsection {
        /// The begin.
        begin: T,
        /// The first coordinate.
        low: T,
        /// One past the last.
        high: T,
    },
    /// Arrays are fetched so many positions ahead.
    Prefetch {
        /// How many.
        ahead: i64,
        /// Whether those of values alone are.
        values_only: bool,
    },
}

/// How the end of a run is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// It is searched before the run is taken.
    Searched,
    /// By the walk of the level below in the run ([`Wrapper::InRun`]).
    Open,
}

/// What is left of a walk that is wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// All.
    All,
    /// A window, and nothing outside of it is walked.
    Window,
    /// Some of the coordinates; the walk still visits every node.
    Some,
}

impl<T, K> Wrapper<T, K> {
    /// What its operation is called.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Runs { .. } => RUNS,
            Self::InRun { .. } => IN_RUN,
            Self::Reorder => REORDER,
            Self::Shift { .. } => SHIFT,
            Self::Stride { .. } => STRIDE,
            Self::Reverse => REVERSE,
            Self::Clip { .. } => CLIP,
            Self::Filter { .. } => FILTER,
            Self::Prefetch { .. } => PREFETCH,
            Self::Subsections { .. } => SUBSECTIONS,
            Self::Subsection { .. } => SUBSECTION,
        }
    }

    /// What a plan says of it.
    pub fn says(&self, text: impl Fn(&T) -> String) -> String {
        match self {
            Self::Runs { end: RunEnd::Searched } => "in runs".to_owned(),
            Self::Runs { end: RunEnd::Open } => "in open runs".to_owned(),
            Self::InRun { .. } => "in the run".to_owned(),
            Self::Reorder => "sorted first".to_owned(),
            Self::Shift { by } => format!("shifted by {}", text(by)),
            Self::Stride { by } => format!("multiples of {by}"),
            Self::Reverse => "from behind".to_owned(),
            Self::Clip { .. } => "clipped".to_owned(),
            Self::Filter { .. } => "filtered".to_owned(),
            Self::Subsections { by, width, buffer, .. } => {
                let apart = if *by == 1 { String::new() } else { format!(", {by} apart") };
                let of_each = if buffer.is_some() { ", under a list of parents" } else { "" };
                format!("in subsections of {}{apart}{of_each}", text(width))
            }
            Self::Subsection { .. } => "in the subsection".to_owned(),
            Self::Prefetch { ahead, values_only: false } => format!("fetched {ahead} ahead"),
            Self::Prefetch { ahead, values_only: true } => format!("values fetched {ahead} ahead"),
        }
    }

    /// What is left of the walk.
    pub fn left(&self) -> Left {
        match self {
            Self::Clip { .. } | Self::Subsection { .. } => Left::Window,
            Self::Filter { .. } | Self::Stride { .. } | Self::Subsections { .. } => Left::Some,
            Self::Runs { .. }
            | Self::InRun { .. }
            | Self::Reorder
            | Self::Reverse
            | Self::Shift { .. }
            | Self::Prefetch { .. } => Left::All,
        }
    }

    /// Builds its operation around a cursor; gives the new cursor. `value` gives its operands, `test` what a test says of a
    /// coordinate.
    pub fn build<'c>(
        &self,
        builder: &Builder<'c>,
        source: Value<'c>,
        value: impl Fn(&T) -> Value<'c>,
        test: impl Fn(&K, &Builder<'c>, Value<'c>) -> Value<'c>,
    ) -> Value<'c> {
        let (mut operands, mut attributes, mut regions) = (vec![source], Vec::new(), Vec::new());
        let mut r#type = source.r#type();
        match self {
            Self::Runs { end } => {
                r#type = cursor_type(builder.context(), true);
                if *end == RunEnd::Open {
                    attributes.push(("open", Attribute::unit(builder.context())));
                }
            }
            Self::InRun { of, at } => operands.extend([value(of), value(at)]),
            Self::Reorder | Self::Reverse => {}
            Self::Stride { by } => attributes.push(("by", builder.i64_attribute(*by))),
            Self::Shift { by } => operands.push(value(by)),
            Self::Clip { low, high } => operands.extend([value(low), value(high)]),
            Self::Subsections { by, width, count, buffer } => {
                attributes.push(("by", builder.i64_attribute(*by)));
                operands.extend([width, count].into_iter().chain(buffer).map(value));
            }
            Self::Subsection { begin, low, high } => operands.extend([value(begin), value(low), value(high)]),
            Self::Filter { keep } => regions.push(builder.region(&[builder.index_type()], |builder, arguments| {
                let stays = test(keep, builder, arguments[0]);
                Yield::build(builder, &[stays]);
            })),
            Self::Prefetch { ahead, values_only } => {
                attributes.push(("ahead", builder.i64_attribute(*ahead)));
                if *values_only {
                    attributes.push(("values_only", Attribute::unit(builder.context())));
                }
            }
        }
        results(builder.create(self.name(), &operands, &[r#type], &attributes, regions))[0]
    }
}

impl<'c> Wrapper<Value<'c>, Op<'c>> {
    /// Reads an operation that wraps a cursor; a test is the operation whose region tests a coordinate.
    ///
    /// # Panics
    /// If the operation wraps none.
    pub fn of(op: Op<'c>) -> Self {
        let all = operands(op);
        match op_name(op).as_str() {
            RUNS => Self::Runs { end: if op.has_attribute("open") { RunEnd::Open } else { RunEnd::Searched } },
            IN_RUN => Self::InRun { of: all[1], at: all[2] },
            REORDER => Self::Reorder,
            SHIFT => Self::Shift { by: all[1] },
            STRIDE => Self::Stride { by: number(op, "by") },
            REVERSE => Self::Reverse,
            CLIP => Self::Clip { low: all[1], high: all[2] },
            SUBSECTIONS => {
                Self::Subsections { by: number(op, "by"), width: all[1], count: all[2], buffer: all.get(3).copied() }
            }
            SUBSECTION => Self::Subsection { begin: all[1], low: all[2], high: all[3] },
            FILTER => Self::Filter { keep: op },
            PREFETCH => Self::Prefetch { ahead: number(op, "ahead"), values_only: op.has_attribute("values_only") },
            name => unreachable!("{name} wraps no cursor"),
        }
    }
}
