//! A plan as a tree: statements, loops, their cases, and what is inside.

use super::{
    begin::CursorLevel,
    cursor::OperandCursor,
    dense_loops::DenseLoop,
    first_values::{Fill, FirstValues, PassedRows},
    fold_condition::FoldCondition,
    growth::{GrowingResult, Grown},
    inner::InnerForm,
    limits::WholeBlock,
    loop_kind::LoopKind,
    scope::{Buffer, Owned, Scope},
    workspace::{CollectedWorkspace, FullWorkspace},
};
use crate::{
    fp::FpMode,
    index::{Access, ExprId, Limit, Nest, TensorId, VarId, Write},
};
use lacuna_dialects::sloop::Combiner;

/// A nest, decided.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The nest. Its expressions are also those that remain of others where operands store nothing.
    pub nest: Nest,
    /// What is done, in order; without the fills whose value another statement gives row by row.
    pub statements: Vec<PlannedStatement>,
    /// The loops that visit every point although operands are stored.
    pub densified: Vec<DenseLoop>,
    /// The loops that were to run in lanes and do not, each with the reason, once.
    pub without_lanes: Vec<(VarId, String)>,
    /// The operands whose first level is merged again in each round of a loop that does not concern them, while another
    /// operand could be walked and this one asked.
    pub merged_again: Vec<Access>,
    /// For how many combinations of operands loops were asked what they have to do.
    pub tried: usize,
}

/// A statement, decided.
#[derive(Clone, Debug)]
pub enum PlannedStatement {
    /// One value for all points of a buffer, which is written as one array.
    Fill(Fill),
    /// Loops.
    Computed(Box<Computed>),
}

/// A statement that loops compute.
#[derive(Clone, Debug)]
pub struct Computed {
    /// The stored operands and local tensors that are read, one for each way in which they are accessed.
    pub cursors: Vec<OperandCursor>,
    /// The stored results.
    pub results: Vec<GrowingResult>,
    /// What it owns, outermost first.
    pub scopes: Vec<Scope>,
    /// What floating point may be turned into.
    pub fp: FpMode,
    /// Whether stored results leave out values that are computed as the fill value.
    pub drops_fill: bool,
    /// What its result holds before, where a statement gives that to all of its points.
    pub first_values: Option<FirstValues>,
    /// At how many places the code of loops stands: once for each case of the loops around.
    pub copies: usize,
    /// What is done.
    pub steps: Vec<PlannedStep>,
}

impl Computed {
    /// Whether the result holds zeros and each of its points is written once, so that adding is storing.
    pub fn is_fresh(&self) -> bool {
        self.first_values.as_ref().is_some_and(|first| first.is_fresh)
    }

    /// The rows of the result that have no value before the outermost loop.
    pub fn passed_rows(&self) -> Option<PassedRows> {
        let rows = |scope: &Scope| if let Owned::OpenedRows(rows) = scope.owns { Some(rows) } else { None };
        self.scopes.iter().find_map(rows)
    }

    /// The tensors between producers and consumers whose points come in any order.
    pub fn workspaces(&self) -> impl Iterator<Item = &CollectedWorkspace> {
        let all = self.scopes.iter().map(|scope| if let Owned::Workspaces(all) = &scope.owns { &all[..] } else { &[] });
        all.flatten()
    }

    /// A tensor whose points come in any order, if it is one.
    pub fn workspace(&self, tensor: TensorId) -> Option<&CollectedWorkspace> {
        self.workspaces().find(|inside| inside.tensor == tensor)
    }

    /// A tensor between a producer and a consumer that stores every point, if it is one.
    pub fn array(&self, tensor: TensorId) -> Option<FullWorkspace> {
        let buffers =
            self.scopes.iter().map(|scope| if let Owned::Buffers(all) = &scope.owns { &all[..] } else { &[] });
        buffers.flatten().find_map(|buffer| match buffer {
            Buffer::Array(array) if array.tensor == tensor => Some(*array),
            _ => None,
        })
    }

    /// Whether the loops run twice, because the nodes of results are counted before they are placed.
    pub fn is_walked_twice(&self) -> bool {
        self.results.iter().any(|result| result.strategy.walks_twice())
    }
}

/// What is done at one place.
#[derive(Clone, Debug)]
pub enum PlannedStep {
    /// A loop. One with an accumulator makes a value, which what follows it takes.
    Loop(Box<PlannedLoop>),
    /// A point of a result.
    Write(Point),
    /// A producer and a consumer.
    Where(Between),
}

/// A producer, and a consumer of what it stored in a workspace.
#[derive(Clone, Debug)]
pub struct Between {
    /// The tensor between them.
    pub workspace: TensorId,
    /// What is written to it.
    pub produce: Vec<PlannedStep>,
    /// What is done with what it holds then.
    pub consume: Vec<PlannedStep>,
}

/// A point that is written.
#[derive(Clone, Debug)]
pub struct Point {
    /// The write. Its value is what is left where the cursors stand at entries. The loops of its folds stand before it.
    pub write: Write,
    /// Where its folds find something, if it is written only there.
    pub found: Option<FoldCondition>,
    /// Whether a loop around has made room for what it appends to a stored result.
    pub has_room: bool,
}

/// A loop, decided.
#[derive(Clone, Debug)]
pub struct PlannedLoop {
    /// Its variable.
    pub var: VarId,
    /// How it comes to the values of its variable, and what it does in each case.
    pub kind: LoopKind<Case>,
    /// The cursors whose level holds every coordinate and can be located.
    pub located: Vec<CursorLevel>,
    /// The cursors that every case needs and in which the coordinates of the drivers are looked up.
    pub probed: Vec<CursorLevel>,
    /// The levels of stored results that the loop grows, at most one of each.
    pub grown: Vec<Grown>,
    /// How it takes the entries of a segment.
    pub inner: InnerForm,
    /// How many copies of its body LLVM makes, if a schedule says.
    pub copies: Option<i64>,
    /// What a reduction carries from round to round.
    pub accumulator: Option<Accumulator>,
}

/// What a reduction carries from round to round: the combination of the values that it took so far.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// The fold, whose value is the last one.
    pub fold: ExprId,
    /// How it takes a value.
    pub combiner: Combiner,
    /// How it is known whether it takes one.
    pub found: FoldEvidence,
    /// Whether that is asked by a product of which the fold is a factor.
    pub is_asked: bool,
}

impl PlannedLoop {
    /// The loop itself, or, where it is one block of lanes, those inside.
    fn begun(&self) -> Vec<&Self> {
        match &self.kind {
            LoopKind::Lanes(strips, case) if strips.is_one_block() => case.body.general().loops(),
            _ => vec![self],
        }
    }
}

/// How it is known whether an accumulator takes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldEvidence {
    /// It does.
    Certain,
    /// Where the segment that it walks has nodes.
    BySegment,
    /// Its rounds tell.
    ByRounds,
}

/// What a loop does where exactly some of its drivers store something.
#[derive(Clone, Debug)]
pub struct Case {
    /// The rows of dense operands that are fetched ahead.
    pub fetched: Vec<Access>,
    /// By how many entries.
    pub rows_ahead: u64,
    /// Unless their operand has up to so many bytes.
    pub cached_bytes: u64,
    /// The bounds that are tested here.
    pub limits: Vec<Limit>,
    /// Whether values are also computed where cursors that were looked up store nothing, and then not taken.
    pub computes_anyway: bool,
    /// What is done.
    pub body: Body,
}

/// What a case does.
#[derive(Clone, Debug)]
pub enum Body {
    /// The same everywhere.
    Once(Inside),
    /// Whole blocks are told from those over which an edge runs: inside of the former, fewer bounds are tested.
    ByWholes {
        /// The bounds that are kept everywhere inside a whole block, and not tested there.
        kept: Vec<WholeBlock>,
        /// What is done in a whole block.
        whole: Inside,
        /// What is done elsewhere.
        edge: Inside,
    },
}

impl Body {
    /// What is done in the general case.
    pub fn general(&self) -> &Inside {
        let (Self::Once(inside) | Self::ByWholes { edge: inside, .. }) = self;
        inside
    }
}

/// What a loop runs for each value of its variable.
#[derive(Clone, Debug)]
pub struct Inside {
    /// Steps.
    pub steps: Vec<PlannedStep>,
    /// What the accumulator of the loop takes then: what is left where the cursors stand at entries.
    pub taken: Option<ExprId>,
    /// Where its folds find something, if nothing is taken elsewhere.
    pub found: Option<FoldCondition>,
}

impl PlannedStep {
    /// Visits a step and all steps inside of it, outer ones first.
    pub(super) fn visit<'s>(&'s self, visitor: &mut dyn FnMut(&'s Self)) {
        visitor(self);
        match self {
            Self::Write(_) => {}
            Self::Where(between) => between.produce.iter().chain(&between.consume).for_each(|step| step.visit(visitor)),
            Self::Loop(inner) => {
                let inside = inner.kind.cases().into_iter().flat_map(|case| case.body.all());
                inside.flat_map(|inside| &inside.steps).for_each(|step| step.visit(visitor));
            }
        }
    }

    /// Whether it is a loop that makes a value.
    pub fn is_reduction(&self) -> bool {
        matches!(self, Self::Loop(inner) if inner.accumulator.is_some())
    }

    /// The loops that it begins: those that stand in no other.
    fn loops(&self) -> Vec<&PlannedLoop> {
        match self {
            Self::Loop(inner) => inner.begun(),
            Self::Write(_) => Vec::new(),
            Self::Where(between) => between.produce.iter().chain(&between.consume).flat_map(Self::loops).collect(),
        }
    }
}

impl Body {
    /// What most rounds run, and the number of limits that are tested to choose it.
    pub fn most_frequent(&self) -> (&Inside, usize) {
        match self {
            Self::Once(inside) => (inside, 0),
            Self::ByWholes { kept, whole, .. } => (whole, kept.len()),
        }
    }

    /// All that it may do.
    pub fn all(&self) -> Vec<&Inside> {
        match self {
            Self::Once(inside) => vec![inside],
            Self::ByWholes { whole, edge, .. } => vec![whole, edge],
        }
    }

    /// The same, to be changed.
    pub(super) fn all_mut(&mut self) -> Vec<&mut Inside> {
        match self {
            Self::Once(inside) => vec![inside],
            Self::ByWholes { whole, edge, .. } => vec![whole, edge],
        }
    }
}

impl Inside {
    /// The loops that begin here: those that stand in no other.
    pub fn loops(&self) -> Vec<&PlannedLoop> {
        self.steps.iter().flat_map(PlannedStep::loops).collect()
    }

    /// Whether reductions stand in it, outside of other loops.
    pub fn has_reductions(&self) -> bool {
        self.steps.iter().any(PlannedStep::is_reduction)
    }
}
