//! Cursors and the loops over them, typed: each operation has a builder, and is read back as what it says.

use crate::{
    builder::Builder,
    ffi,
    ir::{Op, Value, arguments, body, defining_op, operands, results, segments},
    sloop::{
        Directives, directives,
        index::Yield,
        wrappers::{RunEnd, Wrapper},
    },
    view::{group, number, view},
};
use melior::{
    Context,
    ir::{
        Attribute, Region, Type, TypeLike, ValueLike,
        attribute::{DenseI64ArrayAttribute, IntegerAttribute},
        operation::OperationLike,
    },
};

/// The type of a cursor; of one that gives runs, if asked.
pub fn cursor_type(context: &Context, runs: bool) -> Type<'_> {
    // SAFETY: the context is alive.
    unsafe { Type::from_raw(ffi::lacunaCursorTypeGet(context.to_raw(), runs)) }
}

/// Whether a cursor gives two positions with each coordinate.
pub fn gives_runs(cursor: Value<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { ffi::lacunaCursorTypeIsRuns(cursor.r#type().to_raw()) }
}

/// How a cursor walks.
#[derive(Clone, Debug)]
pub enum Walk<'c> {
    /// Over a level, under a position or a range of two.
    Level(LevelWalk<'c>),
    /// As another cursor, but for what wraps that.
    Wrapped(Value<'c>, Wrapper<Value<'c>, Op<'c>>),
}

/// A walk over the children of a node, or of neighbouring nodes, in a level.
#[derive(Clone, Debug)]
pub struct LevelWalk<'c> {
    /// The stored tensor.
    pub tensor: Value<'c>,
    /// The level.
    pub level: usize,
    /// The position of the node above, or the first and one past the last; under a list, the first record and one past the last.
    pub parents: Vec<Value<'c>>,
    /// The list of parents, if there is one.
    pub list: Option<Value<'c>>,
    /// Coordinates of levels above, for formats that compute with them.
    pub given: Vec<Value<'c>>,
}

impl<'c> Walk<'c> {
    /// Reads how a cursor walks.
    ///
    /// # Panics
    /// If it comes from no operation of ours, which the verifiers of all that take a cursor refuse.
    pub fn of(cursor: Value<'c>) -> Self {
        let op = defining_op(cursor).expect("cursors come from operations");
        match LevelCursor::of(op) {
            Some(level) => Self::Level(level.walk()),
            None => Self::Wrapped(operands(op)[0], Wrapper::of(op)),
        }
    }

    /// Whether it walks an open run: a loop over it gives the position at which it ended, too.
    pub fn is_in_run(&self) -> bool {
        match self {
            Self::Level(_) => false,
            Self::Wrapped(_, Wrapper::InRun { .. }) => true,
            // Runs of a walk in a run are given by a loop that ends where that does.
            Self::Wrapped(source, _) => Self::of(*source).is_in_run(),
        }
    }

    /// Whether it gives open runs: the body of a loop over it gives the end of each.
    pub fn gives_open_runs(&self) -> bool {
        match self {
            Self::Level(_) => false,
            Self::Wrapped(_, Wrapper::Runs { end }) => *end == RunEnd::Open,
            Self::Wrapped(source, _) => Self::of(*source).gives_open_runs(),
        }
    }

    /// The level that is walked at last.
    pub fn level(self) -> LevelWalk<'c> {
        match self {
            Self::Level(level) => level,
            Self::Wrapped(source, _) => Self::of(source).level(),
        }
    }
}

/// Whether an operation gives a cursor.
pub fn is_cursor(op: Op<'_>) -> bool {
    // SAFETY: the type is alive.
    matches!(results(op)[..], [result] if unsafe { ffi::lacunaTypeIsCursor(result.r#type().to_raw()) })
}

view! {
    /// A cursor over a level.
    LevelCursor, "sloop.cursor"
}

impl<'c> LevelCursor<'c> {
    /// Builds one; gives the cursor.
    pub fn build(builder: &Builder<'c>, walk: &LevelWalk<'c>) -> Value<'c> {
        let attributes = [
            ("level", builder.i64_attribute(walk.level as i64)),
            builder.segments(&[1, 1, walk.parents.len() - 1, usize::from(walk.list.is_some()), walk.given.len()]),
        ];
        let operands = std::iter::once(&walk.tensor).chain(&walk.parents).chain(&walk.list).chain(&walk.given);
        let operands: Vec<_> = operands.copied().collect();
        builder.value(Self::NAME, &operands, cursor_type(builder.context(), false), &attributes)
    }

    /// What it walks over.
    pub fn walk(self) -> LevelWalk<'c> {
        let (all, counts) = (operands(self.0), segments(self.0));
        LevelWalk {
            tensor: all[0],
            level: number(self.0, "level") as usize,
            parents: all[1..2 + counts[2]].to_vec(),
            list: (counts[3] > 0).then(|| all[2 + counts[2]]),
            given: all[2 + counts[2] + counts[3]..].to_vec(),
        }
    }
}

view! {
    /// A loop over what a cursor gives.
    Iterate, "sloop.iterate"
}

impl<'c> Iterate<'c> {
    /// What it walks.
    pub fn cursor(self) -> Value<'c> {
        operands(self.0)[0]
    }

    /// The initial values that it carries.
    pub fn inits(self) -> Vec<Value<'c>> {
        operands(self.0)[1..].to_vec()
    }

    /// How it takes what it walks.
    pub fn how(self) -> Directives {
        self.0.attribute("how").map(directives::of).unwrap_or_default()
    }

    /// What its body is given: a coordinate, a position or two, carried values.
    pub fn arguments(self) -> Vec<Value<'c>> {
        arguments(body(self.0, 0).expect("the verifier asks for a body"))
    }

    /// Builds one. `step` gets the arguments of the body and gives the next carried values; over open runs, it gives the end of the
    /// run first. A loop in an open run has the end of the run as its first result.
    pub fn build(
        builder: &Builder<'c>,
        (cursor, how): (Value<'c>, Directives),
        inits: &[Value<'c>],
        step: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let carried: Vec<_> = inits.iter().map(|value| value.r#type()).collect();
        let given = if gives_runs(cursor) { 3 } else { 2 };
        let types: Vec<_> = std::iter::repeat_n(builder.index_type(), given).chain(carried.iter().copied()).collect();
        let region = builder.region(&types, |builder, arguments| {
            let next = step(builder, arguments);
            Yield::build(builder, &next);
        });
        let operands: Vec<_> = std::iter::once(cursor).chain(inits.iter().copied()).collect();
        let end = Walk::of(cursor).is_in_run().then(|| builder.index_type());
        let given: Vec<_> = end.into_iter().chain(carried).collect();
        let how = directives::attribute(how, builder.context()).map(|how| ("how", how));
        results(builder.create(Self::NAME, &operands, &given, how.as_slice(), vec![region]))
    }
}

/// How the cases of a merge are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cases {
    /// By tests.
    Branches,
    /// The case of all cursors runs without tests, while none has ended.
    Blended,
    /// By tests of the cursors outside of this mask: bit `k` for cursor `k`. Every case lists those in it, which are joined, and gets
    /// a segment of each, which may be empty.
    Joined(u32),
}

view! {
    /// A loop over what several cursors give, merged.
    Coiterate, "sloop.coiterate"
}

impl<'c> Coiterate<'c> {
    /// What it merges.
    pub fn cursors(self) -> Vec<Value<'c>> {
        group(self.0, 0)
    }

    /// The number of coordinates, where it takes them all.
    pub fn extent(self) -> Option<Value<'c>> {
        group(self.0, 1).first().copied()
    }

    /// The initial values that it carries.
    pub fn inits(self) -> Vec<Value<'c>> {
        group(self.0, 2)
    }

    /// The cursors of each case, in the order of the regions: bit `k` for cursor `k`.
    pub fn cases(self) -> Vec<u32> {
        let attribute = self.0.attribute("cases").ok().and_then(|array| DenseI64ArrayAttribute::try_from(array).ok());
        let attribute = attribute.expect("the verifier asks for cases");
        (0..attribute.len()).filter_map(|at| attribute.element(at).ok()).map(|case| case as u32).collect()
    }

    /// How its cases are told apart.
    pub fn how(self) -> Cases {
        let joined = self.0.attribute("joined").ok().and_then(|mask| IntegerAttribute::try_from(mask).ok());
        match joined {
            Some(mask) => Cases::Joined(mask.value() as u32),
            None if self.0.has_attribute("blended") => Cases::Blended,
            None => Cases::Branches,
        }
    }

    /// Builds one, from a region for each case.
    pub fn build(
        builder: &Builder<'c>,
        (cursors, extent): (&[Value<'c>], Option<Value<'c>>),
        (cases, how): (&[u32], Cases),
        inits: &[Value<'c>],
        regions: Vec<Region<'c>>,
    ) -> Vec<Value<'c>> {
        let carried: Vec<_> = inits.iter().map(|value| value.r#type()).collect();
        let cases: Vec<_> = cases.iter().map(|case| i64::from(*case)).collect();
        let mut attributes: Vec<(&str, Attribute<'c>)> = vec![
            ("cases", DenseI64ArrayAttribute::new(builder.context(), &cases).into()),
            builder.segments(&[cursors.len(), usize::from(extent.is_some()), inits.len()]),
        ];
        match how {
            Cases::Branches => {}
            Cases::Blended => attributes.push(("blended", Attribute::unit(builder.context()))),
            Cases::Joined(mask) => attributes.push(("joined", builder.i64_attribute(i64::from(mask)))),
        }
        let operands: Vec<_> = cursors.iter().copied().chain(extent).chain(inits.iter().copied()).collect();
        results(builder.create(Self::NAME, &operands, &carried, &attributes, regions))
    }
}
