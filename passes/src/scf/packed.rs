//! Sums over a segment in vectors whose lanes are filled one by one: operands are loaded as scalars, and packed.
//!
//! Where a processor gathers slowly, this is what vectors are good for: the arithmetic and the chain of additions take one operation for
//! several entries, and the values of the segment stand next to each other. Entries that fill no vector are taken one by one.

use super::{
    bodies::child,
    cursors::{Bounds, OpenCursor},
    hints::{annotate, rolled, scalar},
    lookups::{load_value, site},
    sums::{CarriedSum, carried_sums, combine, tree},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, body, op_name, operands, ops_in, results},
    sloop::{cursors::Iterate, index::Yield, lookups::ValueAt},
};
use melior::ir::{ValueLike, attribute::DenseI64ArrayAttribute};
use std::collections::HashMap;

/// A walk whose sums take `lanes` entries at a time, in so many chains of vectors.
pub fn walk<'c>(
    r#loop: Iterate<'c>,
    builder: &Builder<'c>,
    cursor: &dyn OpenCursor<'c>,
    (lanes, chains): (i64, i64),
) -> Vec<Value<'c>> {
    let sums = carried_sums(r#loop).expect("the check asks for sums");
    let packed = Packed { r#loop, cursor, lanes, sums };
    let Bounds { low, high } = cursor.bounds();
    let entries = builder.binary("arith.subi", high, low);
    let end_of_blocks = |builder: &Builder<'c>, each: i64| {
        let blocks = builder.binary("arith.divui", entries, builder.index(each));
        builder.binary("arith.addi", low, builder.binary("arith.muli", blocks, builder.index(each)))
    };
    let nothing: Vec<_> = packed.sums.iter().map(|own| own.neutral_in_lanes(builder, lanes)).collect();
    let all = lanes * chains;
    let first_end = end_of_blocks(builder, all);
    let start: Vec<_> = (0..chains).flat_map(|_| nothing.clone()).collect();
    let vectors = builder.for_loop((low, first_end, builder.index(all)), &start, |builder, counter, carried| {
        let step = |(chain, carried): (usize, &[Value<'c>])| {
            let at = builder.binary("arith.addi", counter, builder.index(lanes * chain as i64));
            packed.add(builder, at, carried)
        };
        carried.chunks(nothing.len()).enumerate().flat_map(step).collect()
    });
    annotate(&vectors, Some(rolled()));
    let by_chain = vectors.chunks(nothing.len()).map(<[Value]>::to_vec).collect();
    let mut vectors = tree(by_chain, |left, right| packed.combine(builder, left, right));
    let mut end = first_end;
    if chains > 1 {
        end = end_of_blocks(builder, lanes);
        vectors = up_to(builder, (first_end, end, lanes), chains - 1, &vectors, |builder, counter, carried| {
            packed.add(builder, counter, carried)
        });
    }
    let across = packed.sums.iter().zip(vectors).map(|(own, vector)| own.across(builder, vector)).collect();
    let scalars = packed.combine(builder, r#loop.inits(), across);
    up_to(builder, (end, high, 1), lanes - 1, &scalars, |builder, counter, carried| {
        child(r#loop, builder, cursor, counter, carried)
    })
}

/// A counted loop that runs `most` times at most; a test where that is once.
fn up_to<'c>(
    builder: &Builder<'c>,
    (low, high, step): (Value<'c>, Value<'c>, i64),
    most: i64,
    carried: &[Value<'c>],
    mut body: impl FnMut(&Builder<'c>, Value<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    if most == 1 {
        let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        let is_left = builder.compare(ComparePredicate::SignedLess, low, high);
        return builder.if_else(is_left, &types, |builder| body(builder, low, carried), |_| carried.to_vec());
    }
    let finals = builder.for_loop((low, high, builder.index(step)), carried, body);
    annotate(&finals, Some(scalar()));
    finals
}

struct Packed<'a, 'c> {
    r#loop: Iterate<'c>,
    cursor: &'a dyn OpenCursor<'c>,
    lanes: i64,
    sums: Vec<CarriedSum<'c>>,
}

/// What a value of the body is, for all lanes of a vector.
#[derive(Clone)]
enum Lane<'c> {
    /// The same for all.
    Same(Value<'c>),
    /// A value for each.
    Each(Vec<Value<'c>>),
    /// A vector.
    Vector(Value<'c>),
}

impl<'c> Packed<'_, 'c> {
    fn combine(&self, builder: &Builder<'c>, left: Vec<Value<'c>>, right: Vec<Value<'c>>) -> Vec<Value<'c>> {
        combine(&self.sums, left, right, |op, pair| builder.clone_op(op, &pair, &[pair[0].r#type()], &[]))
    }

    /// Adds the entries from one on, as many as there are lanes, to vectors of sums.
    fn add(&self, builder: &Builder<'c>, at: Value<'c>, carried: &[Value<'c>]) -> Vec<Value<'c>> {
        let terms = self.terms(builder, at);
        self.combine(builder, carried.to_vec(), terms)
    }

    /// What each sum takes of the entries from one on, in lanes.
    fn terms(&self, builder: &Builder<'c>, at: Value<'c>) -> Vec<Value<'c>> {
        let arguments = self.r#loop.arguments();
        let counters: Vec<_> =
            (0..self.lanes).map(|lane| builder.binary("arith.addi", at, builder.index(lane))).collect();
        let coordinates = counters.iter().map(|counter| self.cursor.coordinate(builder, *counter)).collect();
        let positions: Vec<_> = counters.iter().map(|counter| self.cursor.position(builder, *counter)).collect();
        let mut known = HashMap::from([
            (key(arguments[0]), Lane::Each(coordinates)),
            (key(arguments[1]), Lane::Each(positions.clone())),
        ]);
        let mut terms = vec![None; self.sums.len()];
        let block = body(self.r#loop.op(), 0).expect("the verifier asks for a body");
        for op in ops_in(block).into_iter().filter(|op| !Yield::is(*op)) {
            let of = |value: Value<'c>| match known.get(&key(value)) {
                Some(lane) => lane.clone(),
                None => Lane::Same(value),
            };
            let mut sums = self.sums.iter().zip(&arguments[2..]).enumerate();
            let taken = sums.find_map(|(number, (own, before))| Some((number, own.term_of(op, *before)?)));
            if let Some((number, place)) = taken {
                let term = operands(op)[place];
                terms[number] = Some(self.vector(builder, &of(term), term));
                continue;
            }
            let own: Vec<_> = operands(op).into_iter().map(of).collect();
            let made = match ValueAt::of(op) {
                // Positions that are the counters themselves are neighbours.
                Some(value) if positions == counters && self.is_read_at_entry(value) => {
                    let r#type = builder.vector_type(self.lanes, results(op)[0].r#type());
                    let values = site(value.read().tensor, 0).values(builder);
                    Lane::Vector(builder.load_lanes(r#type, None, values, &[positions[0]]))
                }
                _ => self.copy(builder, op, &own),
            };
            known.insert(key(results(op)[0]), made);
        }
        terms.into_iter().map(|term| term.expect("each sum takes a term")).collect()
    }

    /// Whether a value is read at the position of the entry.
    fn is_read_at_entry(&self, value: ValueAt<'c>) -> bool {
        let read = value.read();
        read.position == self.r#loop.arguments()[1] && read.last.is_none() && read.or.is_none()
    }

    /// An operation of the body: on vectors where it computes, once where all lanes are alike, and else for each lane.
    fn copy(&self, builder: &Builder<'c>, op: Op<'c>, own: &[Lane<'c>]) -> Lane<'c> {
        let result = results(op)[0].r#type();
        let lane_of = |lane: &Lane<'c>, number: usize| match lane {
            Lane::Same(value) => *value,
            Lane::Each(values) => values[number],
            Lane::Vector(vector) => {
                let at = DenseI64ArrayAttribute::new(builder.context(), &[number as i64]).into();
                builder.value(
                    "vector.extract",
                    &[*vector],
                    builder.scalar_type(vector.r#type()),
                    &[("static_position", at)],
                )
            }
        };
        let scalar = |number: usize| {
            let moved: Vec<_> = own.iter().map(|lane| lane_of(lane, number)).collect();
            match ValueAt::of(op) {
                Some(value) => load_value(builder, value, &value.read_at(&moved)),
                None => builder.clone_op(op, &moved, &[result], &[])[0],
            }
        };
        if own.iter().all(|lane| matches!(lane, Lane::Same(_))) {
            return Lane::Same(scalar(0));
        }
        let name = op_name(op);
        let computes = (name.starts_with("arith.") || name.starts_with("math."))
            && operands(op).iter().all(|operand| operand.r#type() != builder.index_type())
            && result != builder.index_type();
        if !computes {
            return Lane::Each((0..self.lanes as usize).map(scalar).collect());
        }
        let moved: Vec<_> =
            own.iter().zip(operands(op)).map(|(lane, operand)| self.vector(builder, lane, operand)).collect();
        Lane::Vector(builder.clone_op(op, &moved, &[builder.vector_type(self.lanes, result)], &[])[0])
    }

    /// A value of the body as a vector.
    fn vector(&self, builder: &Builder<'c>, lane: &Lane<'c>, of: Value<'c>) -> Value<'c> {
        let r#type = builder.vector_type(self.lanes, of.r#type());
        match lane {
            Lane::Same(value) => builder.value("vector.broadcast", &[*value], r#type, &[]),
            Lane::Each(values) => builder.value("vector.from_elements", values, r#type, &[]),
            Lane::Vector(vector) => *vector,
        }
    }
}

fn key(value: Value<'_>) -> usize {
    value.to_raw().ptr as usize
}
