//! `stensor.sort`: a stable radix sort of a list of coordinates.
//!
//! The coordinates of the result's levels are computed first, one array a level. Then, from the last level that has to
//! be sorted by to the first, entries are counted by coordinate, and moved to where those with smaller ones end. A level
//! with many more coordinates than there are entries is sorted by digits.

use super::{
    SloopToScf,
    capacity_checks::{refuse_span, refuse_too_many},
    span::Span,
};
use crate::levels::{
    LevelSite, Sizes,
    building::allocate,
    emit::{form_value, sum_value},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Value, erase, replace_uses, shape},
    stensor::{
        conversion,
        storage::{Pack, Positions},
    },
};
use lacuna_layout::{
    algebra::{DimensionForm, Form},
    order::levels_to_sort,
};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// Puts loops in the place of the operation.
pub fn lower(sort: conversion::Sort<'_>, options: &SloopToScf) {
    let builder = Builder::before(sort.op());
    let (result, how) = (sort.result(), sort.how());
    let code = Sort::new(&builder, sort.source(), result.r#type(), options);
    let code = Sort { is_consumed: how.consumed, is_within: how.within, ..code };
    replace_uses(result, code.emit(&builder));
    erase(sort.op());
}

struct Sort<'c> {
    source: Value<'c>,
    from: Format<'c>,
    to: Format<'c>,
    r#type: Type<'c>,
    /// The number of entries.
    count: Value<'c>,
    /// The size of each dimension.
    sizes: Vec<Value<'c>>,
    /// Whether nothing else uses the source.
    is_consumed: bool,
    /// Whether only entries that agree in unordered levels come in order.
    is_within: bool,
    /// Levels with up to this many coordinates, or entries, are sorted in one go.
    few_buckets: i64,
    /// The bits of a digit of others.
    digit_bits: i64,
}

impl<'c> Sort<'c> {
    fn new(builder: &Builder<'c>, source: Value<'c>, r#type: Type<'c>, options: &SloopToScf) -> Self {
        let from = Format::of(source.r#type()).expect("the verifier asks for a list");
        let to = Format::of(r#type).expect("the verifier asks for a list");
        let site = LevelSite { tensor: source, format: from, level: 0 };
        // Arrays from outside may be longer.
        let count = site.load_raw_position(builder, builder.index(1));
        let order = shape(r#type).map_or(0, |shape| shape.len());
        let sizes = (0..order).map(|dimension| site.dimension(builder, dimension)).collect();
        let (few_buckets, digit_bits) = (options.few_buckets.get(), options.digit_bits.get());
        Self { source, from, to, r#type, count, sizes, is_consumed: false, is_within: false, few_buckets, digit_bits }
    }

    fn site(&self, level: usize) -> LevelSite<'c> {
        LevelSite { tensor: self.source, format: self.from, level }
    }

    fn emit(&self, builder: &Builder<'c>) -> Value<'c> {
        let mapping = self.to.mapping();
        let levels: Vec<_> = (0..levels_to_sort(&self.from, &self.to, self.is_within)).rev().collect();
        // The first sort reads straight from the source.
        let given = self.source_arrays(builder).filter(|_| self.is_consumed || !levels.is_empty());
        let mut is_own = self.is_consumed || given.is_none();
        if given.is_none() {
            let sizes = Sizes { builder, dimension: &|dimension| self.sizes[dimension] };
            for (level, form) in mapping.forms.iter().enumerate() {
                let form = form.as_ref().expect("lists have no slots");
                refuse_span(builder, self.to, level, Span::of(&sizes, form));
            }
        }
        if given.is_some() && self.is_consumed {
            self.free_positions(builder);
        }
        let mut arrays = given.unwrap_or_else(|| self.entries(builder));
        for level in levels {
            let form = mapping.forms[level].as_ref().expect("lists have no slots");
            arrays = self.sort_by(builder, level, form, &arrays, is_own);
            is_own = true;
        }
        refuse_too_many(builder, self.to, 0, self.count);
        let position: Type = IntegerType::new(builder.context(), self.to.position_width()).into();
        let positions = allocate(builder, position, builder.index(2));
        let (zero, one) = (builder.index(0), builder.index(1));
        builder.store(builder.number(0.0, position), positions, &[zero]);
        let end = builder.value("arith.index_cast", &[self.count], position, &[]);
        builder.store(end, positions, &[one]);
        let dynamic = shape(self.r#type).unwrap_or_default().into_iter().zip(&self.sizes);
        let dynamic: Vec<_> = dynamic.filter(|(size, _)| size.is_none()).map(|(_, size)| *size).collect();
        let buffers: Vec<_> = [positions].into_iter().chain(arrays).collect();
        Pack::build(builder, &buffers, &dynamic, self.r#type)
    }

    /// The arrays of the source as those of the result, where its levels are the same but for their order.
    fn source_arrays(&self, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
        if self.from.coordinate_width() != self.to.coordinate_width() {
            return None;
        }
        let (given, wanted) = (self.from.mapping().own_forms(), self.to.mapping().own_forms());
        let places: Vec<_> =
            wanted.iter().map(|form| given.iter().position(|other| other == form)).collect::<Option<_>>()?;
        if places.len() != given.len() {
            return None;
        }
        let mut arrays: Vec<_> = places.into_iter().map(|level| self.site(level).coordinates(builder)).collect();
        arrays.push(self.site(0).values(builder));
        Some(arrays)
    }

    fn free_positions(&self, builder: &Builder<'c>) {
        let positions = Positions::build(builder, self.source, 0);
        builder.create("memref.dealloc", &[positions], &[], &[], Vec::new());
    }

    /// The coordinates of each level of the result and the values, in the order of the source.
    fn entries(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let coordinate: Type = IntegerType::new(builder.context(), self.to.coordinate_width()).into();
        let mapping = self.to.mapping();
        let dimensions = &self.from.mapping().dimensions;
        let keys: Vec<_> = mapping.forms.iter().map(|_| allocate(builder, coordinate, self.count)).collect();
        let element = builder.scalar_type(self.r#type);
        let values = allocate(builder, element, self.count);
        let from = self.site(0).values(builder);
        let range = (builder.index(0), self.count, builder.index(1));
        builder.for_loop(range, &[], |builder, entry, _| {
            let levels: Vec<_> =
                (0..self.from.level_count()).map(|level| self.site(level).load_coordinate(builder, entry)).collect();
            let point: Vec<_> = dimensions.iter().map(|of| sum_value(builder, of, |_, level| levels[level])).collect();
            for (form, array) in mapping.forms.iter().zip(&keys) {
                let key = form_value(builder, form.as_ref().expect("lists have no slots"), &point);
                let key = builder.value("arith.index_cast", &[key], coordinate, &[]);
                builder.store(key, *array, &[entry]);
            }
            builder.store(builder.load(from, &[entry]), values, &[entry]);
            Vec::new()
        });
        if self.is_consumed {
            self.free_positions(builder);
            let coordinates = (0..self.from.level_count()).map(|level| self.site(level).coordinates(builder));
            for array in coordinates.chain([from]) {
                builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
            }
        }
        keys.into_iter().chain([values]).collect()
    }

    /// Moves the entries into the order of one level, stably. Arrays that are not our `own` are left as they are.
    fn sort_by(
        &self,
        builder: &Builder<'c>,
        level: usize,
        form: &Form,
        arrays: &[Value<'c>],
        own: bool,
    ) -> Vec<Value<'c>> {
        let sizes = Sizes { builder, dimension: &|dimension| self.sizes[dimension] };
        let (size, least) = (sizes.of(form), sizes.least(form));
        let (zero, one) = (builder.index(0), builder.index(1));
        let few = builder.binary("arith.maxui", builder.index(self.few_buckets), self.count);
        let is_small = builder.compare(ComparePredicate::UnsignedLess, size, few);
        // By all bits at once, or digit by digit.
        let bits = builder.value(
            "arith.subi",
            &[
                builder.index(64),
                builder.value("math.ctlz", &[builder.binary("arith.maxui", size, one)], builder.index_type(), &[]),
            ],
            builder.index_type(),
            &[],
        );
        let digits = builder.binary("arith.ceildivui", bits, builder.index(self.digit_bits));
        let rounds = select(builder, is_small, one, digits);
        let buckets = select(builder, is_small, size, builder.index(1 << self.digit_bits));
        let starts = allocate(builder, builder.index_type(), builder.binary("arith.addi", buckets, one));
        let make = || -> Vec<_> {
            let element = |array: &Value<'c>| builder.scalar_type(array.r#type());
            arrays.iter().map(|array| allocate(builder, element(array), self.count)).collect()
        };
        let spare = make();
        // Memory that is not touched costs nothing: a second spare set is used if there is a second round.
        let second = if own { arrays.to_vec() } else { make() };
        let state: Vec<_> = arrays.iter().copied().chain(spare).collect();
        let finals = builder.for_loop((zero, rounds, one), &state, |builder, round, state| {
            let (from, to) = state.split_at(arrays.len());
            let shift = builder.binary("arith.muli", round, builder.index(self.digit_bits));
            let bucket = |builder: &Builder<'c>, entry: Value<'c>| {
                let key = builder.load(from[level], &[entry]);
                let is_unsigned = self.to.value.coordinate_width.is_zero_extended() && !form.is_signed();
                let cast = if is_unsigned { "arith.index_castui" } else { "arith.index_cast" };
                let key = builder.value(cast, &[key], builder.index_type(), &[]);
                let key = builder.binary("arith.subi", key, least);
                let digit = builder.binary("arith.shrui", key, shift);
                let digit = builder.binary("arith.andi", digit, builder.index((1 << self.digit_bits) - 1));
                select(builder, is_small, key, digit)
            };
            let end = builder.binary("arith.addi", buckets, one);
            builder.for_loop((zero, end, one), &[], |builder, at, _| {
                builder.store(zero, starts, &[at]);
                Vec::new()
            });
            let entries = (zero, self.count, one);
            builder.for_loop(entries, &[], |builder, entry, _| {
                let next = builder.binary("arith.addi", bucket(builder, entry), one);
                let count = builder.binary("arith.addi", builder.load(starts, &[next]), one);
                builder.store(count, starts, &[next]);
                Vec::new()
            });
            builder.for_loop((zero, buckets, one), &[zero], |builder, at, sum| {
                let start = builder.binary("arith.addi", sum[0], builder.load(starts, &[at]));
                builder.store(start, starts, &[at]);
                vec![start]
            });
            builder.for_loop(entries, &[], |builder, entry, _| {
                let bucket = bucket(builder, entry);
                let place = builder.load(starts, &[bucket]);
                builder.store(builder.binary("arith.addi", place, one), starts, &[bucket]);
                for (from, to) in from.iter().zip(to) {
                    builder.store(builder.load(*from, &[entry]), *to, &[place]);
                }
                Vec::new()
            });
            let is_first = builder.compare(ComparePredicate::Equal, round, zero);
            let free = from
                .iter()
                .zip(&second)
                .map(|(from, second)| if own { *from } else { select(builder, is_first, *second, *from) });
            to.iter().copied().chain(free).collect()
        });
        builder.create("memref.dealloc", &[starts], &[], &[], Vec::new());
        let (sorted, spare) = finals.split_at(arrays.len());
        for array in spare {
            builder.create("memref.dealloc", &[*array], &[], &[], Vec::new());
        }
        sorted.to_vec()
    }
}

fn select<'c>(builder: &Builder<'c>, condition: Value<'c>, yes: Value<'c>, no: Value<'c>) -> Value<'c> {
    builder.value("arith.select", &[condition, yes, no], yes.r#type(), &[])
}
