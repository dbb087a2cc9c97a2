//! Workspaces (`sloop.workspace`): a place for every point, and a list of the points that are stored.
//!
//! A point that comes for the first time enters the list, as in Gustavson's algorithm. Collecting goes over the list: it
//! sorts it if the result is in order, takes the values next to one another, and clears the marks of what it found, so
//! that a workspace costs as much as the points that it stored, however many it has room for.

use crate::{
    fp::FpMode,
    index::{Scalar, combine::combine, constant::Constant},
    scf::{
        SloopToScf,
        arrays::{allocate, fill, length, narrow},
        cell::Cell,
        sort_segment::sort_segment,
        span::level_spans,
    },
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value},
    sloop::{Combiner, grow::Workspace},
    stensor::storage::Pack,
};
use lacuna_layout::order::{is_ordered, is_random_access};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// A workspace.
pub struct Scatter<'c> {
    /// The operation that owns it.
    op: Op<'c>,
    /// What is collected.
    r#type: Type<'c>,
    format: Format<'c>,
    /// The size of each dimension.
    sizes: Vec<Value<'c>>,
    /// The sizes of the dynamic dimensions.
    dynamic: Vec<Value<'c>>,
    /// The value of each point.
    values: Value<'c>,
    /// Whether it is stored, one byte a point.
    marks: Value<'c>,
    /// The points that are stored, by their place.
    list: Value<'c>,
    /// Room for as many, to sort them.
    spare: Value<'c>,
    /// How many there are.
    count: Cell<'c>,
    /// What was collected last: of a list where it ends and the coordinates of each level, then the values.
    collected: Vec<Value<'c>>,
    /// Up to so many points are sorted by insertion.
    inserted: i64,
}

impl<'c> Scatter<'c> {
    /// Starts a workspace.
    pub fn start(op: Op<'c>, builder: &Builder<'c>, workspace: Workspace<'c>, options: &SloopToScf) -> Self {
        let Workspace { list: r#type, sizes: dynamic } = workspace;
        let format = Format::of(r#type).expect("the verifier asks for a format");
        let sizes: Vec<_> = level_spans(builder, r#type, format, &dynamic).into_iter().map(|span| span.size).collect();
        let places = sizes.iter().copied().reduce(|left, right| builder.binary("arith.muli", left, right));
        let places = places.expect("the verifier asks for a level");
        let integer = |width| builder.buffer_type(IntegerType::new(builder.context(), width).into());
        let (element, wide) = (builder.buffer_type(builder.scalar_type(r#type)), integer(64));
        let array = |r#type, length| allocate(builder, r#type, length);
        let marks = array(integer(8), places);
        fill(builder, marks, (builder.index(0), places), builder.number(0.0, builder.scalar_type(marks.r#type())));
        let count = Cell::new(builder, builder.index_type());
        count.set(builder, builder.index(0));
        let mut collected = Vec::new();
        if !is_random_access(format.description()) {
            collected.push(array(integer(format.position_width()), builder.index(2)));
            collected.extend(sizes.iter().map(|_| array(integer(format.coordinate_width()), places)));
        }
        collected.push(array(element, places));
        let inserted = options.inserted_coordinates.get();
        let (values, list, spare) = (array(element, places), array(wide, places), array(wide, places));
        Self { op, r#type, format, sizes, dynamic, values, marks, list, spare, count, collected, inserted }
    }

    /// Ends its state.
    pub fn free(&self, builder: &Builder<'c>) {
        let own = [self.values, self.marks, self.list, self.spare];
        for array in own.into_iter().chain(self.collected.iter().copied()) {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
    }

    /// Gives a point a value, combined with what it holds if there is a combiner.
    pub fn scatter(
        &self,
        builder: &Builder<'c>,
        value: Value<'c>,
        coordinates: &[Value<'c>],
        combiner: Option<Combiner>,
    ) {
        let place = coordinates.iter().zip(&self.sizes).skip(1).fold(coordinates[0], |place, (coordinate, size)| {
            builder.binary("arith.addi", builder.binary("arith.muli", place, *size), *coordinate)
        });
        let mark = builder.load(self.marks, &[place]);
        let is_stored = builder.value("arith.trunci", &[mark], builder.bool_type(), &[]);
        let merged = |builder: &Builder<'c>, old| match combiner {
            // To the letter, like every value that is combined into a point.
            Some(combiner) => combine(builder, combiner, old, value, FpMode::Strict.flags()),
            None => value,
        };
        builder.if_else(
            is_stored,
            &[],
            |builder| {
                let old = builder.load(self.values, &[place]);
                builder.store(merged(builder, old), self.values, &[place]);
                Vec::new()
            },
            |builder| {
                let fill = self.not_stored(builder, value.r#type());
                builder.store(merged(builder, fill), self.values, &[place]);
                let one = builder.number(1.0, builder.scalar_type(self.marks.r#type()));
                builder.store(one, self.marks, &[place]);
                let count = self.count.get(builder);
                let wide = builder.scalar_type(self.list.r#type());
                builder.store(narrow(builder, place, wide), self.list, &[count]);
                self.count.set(builder, builder.binary("arith.addi", count, builder.index(1)));
                Vec::new()
            },
        );
    }

    /// What is stored, as the format says; nothing is stored then.
    pub fn collect(&self, builder: &Builder<'c>) -> Value<'c> {
        match self.collected.as_slice() {
            [ends, levels @ .., values] => self.collect_list(builder, *ends, levels, *values),
            [values] => self.collect_in_full(builder, *values),
            [] => unreachable!("a format has values"),
        }
        self.count.set(builder, builder.index(0));
        Pack::build(builder, &self.collected, &self.dynamic, self.r#type)
    }

    /// The points that are stored, one after the other.
    fn collect_list(&self, builder: &Builder<'c>, ends: Value<'c>, levels: &[Value<'c>], values: Value<'c>) {
        let (zero, one, count) = (builder.index(0), builder.index(1), self.count.get(builder));
        if is_ordered(&self.format) {
            sort_segment(builder, self.op, (self.list, self.spare), (zero, count), (false, self.inserted));
        }
        let position = builder.scalar_type(ends.r#type());
        builder.store(builder.number(0.0, position), ends, &[zero]);
        builder.store(narrow(builder, count, position), ends, &[one]);
        self.take_each(builder, |builder, at, place| {
            builder.store(builder.load(self.values, &[place]), values, &[at]);
            let mut rest = place;
            for (level, size) in self.sizes.iter().enumerate().rev() {
                let coordinate = if level == 0 { rest } else { builder.binary("arith.remui", rest, *size) };
                if level > 0 {
                    rest = builder.binary("arith.divui", rest, *size);
                }
                let r#type = builder.scalar_type(levels[level].r#type());
                builder.store(narrow(builder, coordinate, r#type), levels[level], &[at]);
            }
        });
    }

    /// The value of each point, at its place.
    fn collect_in_full(&self, builder: &Builder<'c>, values: Value<'c>) {
        let element = builder.scalar_type(values.r#type());
        fill(builder, values, (builder.index(0), length(builder, values)), self.not_stored(builder, element));
        self.take_each(builder, |builder, _, place| {
            builder.store(builder.load(self.values, &[place]), values, &[place]);
        });
    }

    /// Goes over the list: gives the number and the place of each point, whose mark is cleared.
    fn take_each(&self, builder: &Builder<'c>, take: impl Fn(&Builder<'c>, Value<'c>, Value<'c>)) {
        let (zero, one, count) = (builder.index(0), builder.index(1), self.count.get(builder));
        let unmarked = builder.number(0.0, builder.scalar_type(self.marks.r#type()));
        builder.for_loop((zero, count, one), &[], |builder, at, _| {
            let place = builder.load(self.list, &[at]);
            let place = builder.value("arith.index_cast", &[place], builder.index_type(), &[]);
            builder.store(unmarked, self.marks, &[place]);
            take(builder, at, place);
            Vec::new()
        });
    }

    /// What a point holds that is not stored.
    fn not_stored(&self, builder: &Builder<'c>, element: Type<'c>) -> Value<'c> {
        Constant::fill(Some(self.format.description()), Scalar::of(element)).emit(builder, element)
    }
}
