//! `sloop.coiterate`: one loop that merges several levels.
//!
//! In each round, the loop takes the smallest coordinate of the cursors (or every coordinate, if there is an extent). A tree
//! of tests, whose leaves are the cases, finds which cursors store it. These cursors then advance. If a cursor occurs in
//! every case, the loop ends when it ends; any other cursor that has ended holds a coordinate greater than all others. LEVELS
//! (figure 4-5) has a loop for each point of the lattice instead. With one loop, each case is emitted once, however many
//! cursors there are.
//!
//! Joined cursors are not tested: each case gets their segments, some of them empty.
//!
//! If the case of all cursors is blended, a loop without tests comes first, and runs until one cursor ends: which cursor comes
//! next is as good as random, and a branch on it is mispredicted every other time.

use super::{
    SloopToScf,
    bodies::adopt_region,
    cursors::{self, OpenCursor},
};
use crate::analysis::lattice::Lattice;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Value, erase, replace_uses, results},
    sloop::cursors::{Cases, Coiterate},
};
use melior::ir::ValueLike;

/// Past every coordinate.
const PAST_ALL: i64 = i64::MAX;

/// Where a cursor stands: its state, and its coordinate where that is known.
#[derive(Clone)]
struct CursorPlace<'c> {
    state: Vec<Value<'c>>,
    coordinate: Option<Value<'c>>,
}

impl<'c> CursorPlace<'c> {
    /// What counts the nodes of a cursor that has no more state than that.
    fn counter(&self) -> Value<'c> {
        self.state[0]
    }
}

/// A cursor that is merged.
struct Merged<'c>(Box<dyn OpenCursor<'c> + 'c>);

impl<'c> Merged<'c> {
    /// The coordinate in a state that may be past the end.
    fn coordinate_or_past(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        let inside = self.0.is_inside(builder, state);
        builder.if_else(
            inside,
            &[builder.index_type()],
            |builder| vec![self.0.coordinate_at(builder, state)],
            |builder| vec![builder.index(PAST_ALL)],
        )[0]
    }

    /// One past the last node of the coordinate at which a cursor that counts nodes stands, if `here`; else the node itself.
    fn end(&self, builder: &Builder<'c>, here: Value<'c>, place: &CursorPlace<'c>, coordinate: Value<'c>) -> Value<'c> {
        if !self.0.counts_nodes() {
            return place.state[0];
        }
        if !self.0.gives_runs() {
            return step_if(builder, here, place.counter());
        }
        builder.if_else(
            here,
            &[builder.index_type()],
            |builder| vec![self.0.end_of_run(builder, place.counter(), coordinate).expect("it gives runs")],
            |_| vec![place.counter()],
        )[0]
    }

    /// Where it stands after a round: at `next`, or at the first position from there on that counts.
    fn settled(&self, builder: &Builder<'c>, next: Value<'c>) -> Value<'c> {
        if self.0.skips() { self.0.settle(builder, next) } else { next }
    }
}

/// The next position if `here`; else the position itself.
fn step_if<'c>(builder: &Builder<'c>, here: Value<'c>, position: Value<'c>) -> Value<'c> {
    let step = builder.value("arith.index_castui", &[here], builder.index_type(), &[]);
    builder.binary("arith.addi", position, step)
}

/// Puts loops in the place of the operation.
pub fn lower(op: Coiterate<'_>, options: &SloopToScf) {
    let builder = Builder::before(op.op());
    let open = |cursor| Merged(cursors::bounded(&builder, cursors::open(&builder, cursor, options)));
    let cursors: Vec<_> = op.cursors().into_iter().map(open).collect();
    let mut merge = MergeCode::new(&builder, op, cursors);
    let finals = if op.how() == Cases::Blended { merge.emit_blended(&builder) } else { merge.emit(&builder) };
    merge.cursors.iter().for_each(|cursor| cursor.0.close(&builder));
    for (old, new) in results(op.op()).into_iter().zip(finals) {
        replace_uses(old, new);
    }
    erase(op.op());
}

struct MergeCode<'c> {
    op: Coiterate<'c>,
    cursors: Vec<Merged<'c>>,
    /// Where each cursor stands first.
    starts: Vec<Vec<Value<'c>>>,
    extent: Option<Value<'c>>,
    inits: Vec<Value<'c>>,
    /// The cases, each with the number of its region.
    cases: Vec<(u32, usize)>,
    lattice: Lattice,
    /// The joined cursors: bit `k` for cursor `k`.
    joined: u32,
    /// Whether coordinates can be negative.
    is_signed: bool,
}

impl<'c> MergeCode<'c> {
    fn new(builder: &Builder<'c>, op: Coiterate<'c>, cursors: Vec<Merged<'c>>) -> Self {
        let cases: Vec<_> = op.cases().into_iter().enumerate().map(|(region, case)| (case, region)).collect();
        let joined = if let Cases::Joined(joined) = op.how() { joined } else { 0 };
        let lattice = lattice_of(cursors.len(), &cases, joined);
        let starts = cursors.iter().map(|cursor| cursor.0.start(builder)).collect();
        let is_signed = cursors.iter().any(|cursor| cursor.0.is_signed());
        Self { op, cursors, starts, extent: op.extent(), inits: op.inits(), cases, lattice, joined, is_signed }
    }

    /// First a loop without tests, while no cursor is at its end, and then what the other cursors still have.
    fn emit_blended(&mut self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let count = self.cursors.len();
        let all = (1u32 << count) - 1;
        // All of them count nodes, as the verifier asks.
        let start: Vec<_> = self.starts.iter().flatten().chain(&self.inits).copied().collect();
        let middle = builder.while_loop(
            &start,
            |builder, state| {
                let inside = self.cursors.iter().zip(state).map(|(cursor, at)| cursor.0.is_inside(builder, &[*at]));
                inside.reduce(|left, right| builder.binary("arith.andi", left, right)).expect("a merge has cursors")
            },
            |builder, state| self.blended_step(builder, all, &state[..count], &state[count..]),
        );
        self.starts = middle[..count].iter().map(|at| vec![*at]).collect();
        self.inits = middle[count..].to_vec();
        self.cases.retain(|(case, _)| *case != all);
        self.lattice = lattice_of(count, &self.cases, 0);
        if count > 2 || self.cursors.iter().any(|cursor| cursor.0.skips()) {
            return self.emit(builder);
        }
        // One of the two is at its end.
        let mut carried = self.inits.clone();
        for (index, cursor) in self.cursors.iter().enumerate() {
            let range = (self.starts[index][0], cursor.0.bounds().high, builder.index(1));
            carried = builder.for_loop(range, &carried, |builder, position, carried| {
                let value = cursor.0.coordinate(builder, position);
                let at = cursor.0.position(builder, position);
                let arguments: Vec<_> = [value, at].into_iter().chain(carried.iter().copied()).collect();
                adopt_region(self.op.op(), self.region(1 << index), builder, &arguments)
            });
        }
        carried
    }

    fn blended_step(
        &self,
        builder: &Builder<'c>,
        all: u32,
        positions: &[Value<'c>],
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let at = || self.cursors.iter().zip(positions);
        let coordinates: Vec<_> = at().map(|(cursor, position)| cursor.0.coordinate(builder, *position)).collect();
        let value = self.smallest(builder, &coordinates);
        let here: Vec<_> =
            coordinates.iter().map(|coordinate| builder.compare(ComparePredicate::Equal, *coordinate, value)).collect();
        let stored = at().map(|(cursor, at)| cursor.0.position(builder, *at));
        let arguments: Vec<_> =
            [value].into_iter().chain(stored).chain(here.iter().copied()).chain(carried.iter().copied()).collect();
        let carried = adopt_region(self.op.op(), self.region(all), builder, &arguments);
        let next = at().zip(here).map(|((cursor, position), here)| {
            let step = builder.value("arith.index_castui", &[here], builder.index_type(), &[]);
            cursor.settled(builder, builder.binary("arith.addi", *position, step))
        });
        next.chain(carried).collect()
    }

    /// The smallest coordinate; those of diagonals may be negative.
    fn smallest(&self, builder: &Builder<'c>, coordinates: &[Value<'c>]) -> Value<'c> {
        let least = if self.is_signed { "arith.minsi" } else { "arith.minui" };
        let all = coordinates.iter().copied();
        all.reduce(|left, right| builder.binary(least, left, right)).expect("a merge has cursors")
    }

    /// The region of a case.
    fn region(&self, case: u32) -> usize {
        let (_, region) = self.cases.iter().find(|(other, _)| *other == case).expect("there is such a case");
        *region
    }

    fn emit(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let count = self.cursors.len();
        // Cursors whose end is not the loop's carry their coordinate along.
        let common = if self.extent.is_some() { 0 } else { self.lattice.common() };
        let carries: Vec<bool> = (0..count).map(|index| common >> index & 1 == 0).collect();
        let mut start: Vec<_> = self.starts.iter().flatten().copied().collect();
        let states = start.len();
        for (index, cursor) in self.cursors.iter().enumerate().filter(|(index, _)| carries[*index]) {
            start.push(cursor.coordinate_or_past(builder, &self.starts[index]));
        }
        let fixed = start.len();
        start.extend(self.inits.iter().copied());
        let places = |state: &[Value<'c>]| -> Vec<CursorPlace<'c>> {
            let (mut rest, mut coordinates) = (&state[..states], state[states..fixed].iter());
            let place = |index: usize| {
                let (own, others) = rest.split_at(self.starts[index].len());
                rest = others;
                let coordinate = if carries[index] { coordinates.next().copied() } else { None };
                CursorPlace { state: own.to_vec(), coordinate }
            };
            (0..count).map(place).collect()
        };
        let finals = match self.extent {
            Some(extent) => {
                let range = (builder.index(0), extent, builder.index(1));
                builder.for_loop(range, &start, |builder, value, state| {
                    self.step(builder, Some(value), &places(state), &state[fixed..])
                })
            }
            None => builder.while_loop(
                &start,
                |builder, state| self.goes_on(builder, common, &places(state)),
                |builder, state| self.step(builder, None, &places(state), &state[fixed..]),
            ),
        };
        finals[fixed..].to_vec()
    }

    /// Whether there is something left to do.
    fn goes_on(&self, builder: &Builder<'c>, common: u32, places: &[CursorPlace<'c>]) -> Value<'c> {
        let tests: Vec<_> = if common == 0 {
            let past = builder.index(PAST_ALL);
            let coordinates = places.iter().filter_map(|place| place.coordinate);
            coordinates.map(|coordinate| builder.compare(ComparePredicate::NotEqual, coordinate, past)).collect()
        } else {
            Lattice::members(common)
                .map(|index| self.cursors[index].0.is_inside(builder, &places[index].state))
                .collect()
        };
        let join = if common == 0 { "arith.ori" } else { "arith.andi" };
        tests.into_iter().reduce(|left, right| builder.binary(join, left, right)).expect("a merge has cursors")
    }

    /// One round: the cases at one coordinate, and the places and carried values after it.
    fn step(
        &self,
        builder: &Builder<'c>,
        value: Option<Value<'c>>,
        places: &[CursorPlace<'c>],
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let coordinates: Vec<_> = self
            .cursors
            .iter()
            .zip(places)
            .map(|(cursor, place)| place.coordinate.unwrap_or_else(|| cursor.0.coordinate_at(builder, &place.state)))
            .collect();
        let value = value.unwrap_or_else(|| self.smallest(builder, &coordinates));
        let here: Vec<_> =
            coordinates.iter().map(|coordinate| builder.compare(ComparePredicate::Equal, *coordinate, value)).collect();
        let ends: Vec<_> = self
            .cursors
            .iter()
            .zip(places)
            .zip(&here)
            .map(|((cursor, place), here)| cursor.end(builder, *here, place, value))
            .collect();
        let round = Round { value, here: &here, places, ends: &ends };
        let carried = self.tree(builder, &round, 0, 0, carried);
        // Asked anew, behind the cases: a flag that lives across their branches is kept in a register, where one that is
        // used at once is no more than the carry of the comparison.
        let passed =
            if self.is_signed { ComparePredicate::SignedLessEqual } else { ComparePredicate::UnsignedLessEqual };
        let settled: Vec<Vec<Value<'c>>> = (0..self.cursors.len())
            .map(|index| {
                let (cursor, place) = (&self.cursors[index], &places[index]);
                let is_passed = || builder.compare(passed, coordinates[index], value);
                let is_sought = place.coordinate.is_some() || cursor.0.gives_runs();
                match cursor.0.counts_nodes() && is_sought {
                    true => vec![cursor.settled(builder, ends[index])],
                    false => cursor.0.advance(builder, is_passed(), &place.state),
                }
            })
            .collect();
        let mut next: Vec<_> = settled.iter().flatten().copied().collect();
        for (index, place) in places.iter().enumerate() {
            let Some(coordinate) = place.coordinate else { continue };
            next.push(
                builder.if_else(
                    here[index],
                    &[builder.index_type()],
                    |builder| vec![self.cursors[index].coordinate_or_past(builder, &settled[index])],
                    |_| vec![coordinate],
                )[0],
            );
        }
        next.extend(carried);
        next
    }

    /// Tests the cursors from `depth` on, but for joined ones; those before it that are joined or store the coordinate are
    /// `present`.
    fn tree(
        &self,
        builder: &Builder<'c>,
        round: &Round<'_, 'c>,
        depth: usize,
        present: u32,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let before = ((1u64 << depth) - 1) as u32;
        if !self.cases.iter().any(|(case, _)| case & before == present) {
            return carried.to_vec();
        }
        if depth == self.cursors.len() {
            return self.case(builder, round, present, carried);
        }
        if self.joined >> depth & 1 == 1 {
            return self.tree(builder, round, depth + 1, present | 1 << depth, carried);
        }
        let is_last = depth + 1 == self.cursors.len();
        if is_last && present == 0 && self.extent.is_none() {
            // Some cursor has the smallest coordinate.
            return self.tree(builder, round, depth + 1, 1 << depth, carried);
        }
        let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
        builder.if_else(
            round.here[depth],
            &types,
            |builder| self.tree(builder, round, depth + 1, present | 1 << depth, carried),
            |builder| self.tree(builder, round, depth + 1, present, carried),
        )
    }

    fn case(
        &self,
        builder: &Builder<'c>,
        round: &Round<'_, 'c>,
        present: u32,
        carried: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let region = self.region(present);
        let mut arguments = vec![round.value];
        for index in Lattice::members(present) {
            let cursor = &self.cursors[index];
            let at = round.places[index].counter();
            if !cursor.0.counts_nodes() {
                arguments.push(cursor.0.position_at(builder, &round.places[index].state));
            } else if cursor.0.gives_runs() {
                arguments.extend(cursor.0.run_positions(builder, at, round.ends[index]));
            } else if self.joined >> index & 1 == 1 {
                // The node, or none.
                let first = cursor.0.position_if(builder, round.here[index], at);
                let is_counted = first == at;
                let end = if is_counted { round.ends[index] } else { step_if(builder, round.here[index], first) };
                arguments.extend([first, end]);
            } else {
                arguments.push(cursor.0.position(builder, at));
            }
        }
        arguments.extend(carried.iter().copied());
        adopt_region(self.op.op(), region, builder, &arguments)
    }
}

/// The points at which some case runs: a joined cursor is there or not, but some cursor is.
fn lattice_of(cursors: usize, cases: &[(u32, usize)], joined: u32) -> Lattice {
    let runs = |point: u32| cases.iter().any(|(case, _)| *case == point | joined);
    Lattice::new(cursors, 0, |point| (joined == 0 || point != 0) && runs(point))
}

/// What one round knows.
struct Round<'a, 'c> {
    value: Value<'c>,
    /// Whether each cursor stores the coordinate.
    here: &'a [Value<'c>],
    places: &'a [CursorPlace<'c>],
    ends: &'a [Value<'c>],
}
