//! Segments that are interleaved with those of neighbouring nodes: the sums of a slice are taken side by side, in lanes.
//!
//! Rows come one after the other, and each sum is asked for where its row is. The first row of a slice computes the sums of
//! all rows in it, into memory on the stack that the other rows read. So nothing else in the loop over the rows changes, and
//! rows may come in any order; each term may depend on its own entry, and on what is the same in all rows.
//!
//! Terms of a slice are a loop over children around one over lanes, which LLVM turns into vectors and registers. Lanes whose
//! segment has ended compute with padding, which is there and points at something, and keep what they have.

use super::{
    bodies::{can_be_copied, copy_body, stored_in, stores},
    cell::Cell,
    cursors::site_of,
    sums::{CarriedSum, carried_sums, combine},
};
use crate::{
    levels::{LevelFormat, LevelSite, building::select, level_format},
    values::can_trap,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    hints::annotate_loop,
    ir::{Op, Value, body, collect_ops, is_made_in, is_op, op, operands, ops_in, results},
    sloop::{
        cursors::{Iterate, LevelWalk, Walk},
        wrappers::Wrapper,
    },
};
use melior::ir::{ValueLike, operation::OperationLike, r#type::MemRefType};

/// A sum over an interleaved segment, in a loop over rows.
pub struct Abreast<'c> {
    r#loop: Iterate<'c>,
    rows: Op<'c>,
    function: Op<'c>,
    walk: LevelWalk<'c>,
    site: LevelSite<'c>,
    /// How far arrays are fetched ahead, and whether those of values alone are.
    ahead: Option<(i64, bool)>,
    carried_sums: Vec<CarriedSum<'c>>,
}

impl<'c> Abreast<'c> {
    /// The sum that a loop is, if its terms are the same whichever row asks for them.
    pub fn of(r#loop: Iterate<'c>) -> Option<Self> {
        let mut cursor = r#loop.cursor();
        let mut ahead = None;
        while let Walk::Wrapped(source, Wrapper::Prefetch { ahead: by, values_only }) = Walk::of(cursor) {
            (cursor, ahead) = (source, Some((by, values_only)));
        }
        let Walk::Level(walk) = Walk::of(cursor) else { return None };
        let site = site_of(&walk);
        let is_interleaved = site.spec().abreast() > 1;
        if !is_interleaved || !can_be_copied(r#loop) || !stores(r#loop.op()).is_empty() {
            return None;
        }
        let rows = r#loop
            .op()
            .parent_operation()
            .map(|rows| op(&rows))
            .filter(|rows| is_op(*rows, "scf.for") || Iterate::is(*rows))?;
        let varies = |value: &Value<'c>| is_made_in(*value, rows) && !is_made_in(*value, r#loop.op());
        let inside = collect_ops(r#loop.op(), |inner| inner != r#loop.op());
        // What a padded lane computes is not used, but must not stop the program.
        if inside.iter().any(|op| can_trap(*op)) || varies(&walk.tensor) {
            return None;
        }
        let used: Vec<_> = inside.into_iter().flat_map(operands).collect();
        let stores = stores(rows);
        let changes = |value: &Value<'c>| stores.iter().any(|store| stored_in(*store) == Some(*value));
        if used.iter().any(|value| varies(value) || changes(value)) {
            return None;
        }
        let mut function = rows;
        while !is_op(function, "func.func") {
            // Rounds of other loops may run side by side, and would share what is on the stack.
            function =
                function.parent_operation().map(|around| op(&around)).filter(|op| !is_op(*op, "scf.parallel"))?;
        }
        let carried_sums = carried_sums(r#loop)?;
        Some(Self { r#loop, rows, function, walk, site, ahead, carried_sums })
    }

    /// Puts code before the loop; gives the sums of its row.
    pub fn lower(&self) -> Vec<Value<'c>> {
        let builder = &Builder::before(self.r#loop.op());
        let lanes = self.site.spec().abreast();
        let inits = self.r#loop.inits();
        let entry = ops_in(body(self.function, 0).expect("the function has a body"))[0];
        let entry = Builder::before(entry);
        let held = Cell::new(&entry, builder.index_type());
        let sums: Vec<_> = inits.iter().map(|init| lane_buffer(&entry, init, lanes)).collect();
        let before_rows = Builder::before(self.rows);
        held.set(&before_rows, before_rows.index(-1));
        let node = self.walk.parents[0];
        let lane_count = builder.index(lanes as i64);
        let slice = builder.binary("arith.divui", node, lane_count);
        let lane = builder.binary("arith.remui", node, lane_count);
        let is_new = builder.compare(ComparePredicate::NotEqual, slice, held.get(builder));
        builder.if_else(
            is_new,
            &[],
            |builder| {
                self.sum_slice(builder, slice, &sums);
                held.set(builder, slice);
                Vec::new()
            },
            |_| Vec::new(),
        );
        let found = sums.iter().map(|sums| builder.load(*sums, &[lane])).collect();
        combine(&self.carried_sums, inits, found, |op, pair| builder.clone_op(op, &pair, &[pair[0].r#type()], &[]))
    }

    /// Takes the sums of all rows of a slice. The first terms begin them: what was just stored in parts is slow to load as one
    /// vector.
    fn sum_slice(&self, builder: &Builder<'c>, slice: Value<'c>, sums: &[Value<'c>]) {
        let code = level_format(self.site.spec());
        let (zero, one) = (builder.index(0), builder.index(1));
        let neutral: Vec<_> = self.carried_sums.iter().map(|own| own.neutral(builder)).collect();
        let longest = self.each_lane(builder, &[zero], |builder, lane, longest| {
            let length = code.length_abreast(builder, self.site, slice, lane);
            vec![builder.binary("arith.maxui", longest[0], length)]
        })[0];
        let has_some = builder.compare(ComparePredicate::NotEqual, longest, zero);
        let first = |builder: &Builder<'c>, lane| {
            self.add_term(builder, &*code, [slice, lane, zero], (&neutral, sums));
        };
        let none = |builder: &Builder<'c>, lane| {
            for (sums, neutral) in sums.iter().zip(&neutral) {
                builder.store(*neutral, *sums, &[lane]);
            }
        };
        let in_lanes = |builder: &Builder<'c>, step: &dyn Fn(&Builder<'c>, Value<'c>)| {
            self.each_lane(builder, &[], |builder, lane, _| {
                step(builder, lane);
                Vec::new()
            })
        };
        builder.if_else(has_some, &[], |builder| in_lanes(builder, &first), |builder| in_lanes(builder, &none));
        builder.for_loop((one, longest, one), &[], |builder, child, _| {
            if let Some((ahead, values_only)) = self.ahead {
                let first = code.position_abreast(builder, self.site, [slice, zero, child]);
                let at = builder.binary("arith.addi", first, builder.index(ahead));
                if !values_only {
                    builder.prefetch(self.site.coordinates(builder), &[at]);
                }
                builder.prefetch(self.site.values(builder), &[at]);
            }
            in_lanes(builder, &|builder, lane| {
                let before: Vec<_> = sums.iter().map(|sums| builder.load(*sums, &[lane])).collect();
                self.add_term(builder, &*code, [slice, lane, child], (&before, sums));
            })
        });
    }

    /// Adds the term of a child to what its lane has before, if it is there, and stores the sums.
    fn add_term(
        &self,
        builder: &Builder<'c>,
        code: &dyn LevelFormat,
        [slice, lane, child]: [Value<'c>; 3],
        (before, sums): (&[Value<'c>], &[Value<'c>]),
    ) {
        let length = code.length_abreast(builder, self.site, slice, lane);
        let position = code.position_abreast(builder, self.site, [slice, lane, child]);
        let coordinate = self.site.load_coordinate(builder, position);
        let given: Vec<_> = [coordinate, position].into_iter().chain(before.iter().copied()).collect();
        let after = copy_body(self.r#loop, builder, &given, |_, _| None);
        let is_there = builder.compare(ComparePredicate::UnsignedLess, child, length);
        for ((sums, before), after) in sums.iter().zip(before).zip(after) {
            builder.store(select(builder, is_there, after, *before), *sums, &[lane]);
        }
    }

    /// A loop over the lanes of a slice, which LLVM takes in vectors.
    fn each_lane(
        &self,
        builder: &Builder<'c>,
        carried: &[Value<'c>],
        step: impl FnOnce(&Builder<'c>, Value<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let lanes = self.site.spec().abreast();
        let width = 1 << lanes.ilog2();
        let range = (builder.index(0), builder.index(lanes as i64), builder.index(1));
        let r#loop = builder.for_op(range, carried, step);
        annotate_loop(
            r#loop,
            &format!(
                "vectorize = <disable = false, width = {width} : i32>, interleave = <count = 1 : i32>, \
                 unroll = <disable = true>"
            ),
        );
        results(r#loop)
    }
}

/// Memory on the stack with a value for each lane.
fn lane_buffer<'c>(builder: &Builder<'c>, value: &Value<'c>, lanes: u64) -> Value<'c> {
    let r#type = MemRefType::new(value.r#type(), &[lanes as i64], None, None);
    builder.value("memref.alloca", &[], r#type.into(), &[builder.segments(&[0, 0])])
}
