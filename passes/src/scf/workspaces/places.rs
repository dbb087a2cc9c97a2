//! Workspaces with a place for every point, which know which places were touched ([`super::touched`]).
//!
//! A place that was not touched holds what its point holds where nothing is stored, so a value is combined into it without a
//! test. Collecting goes through the places that were touched, in order if the result is: it takes the values next to one
//! another, and leaves the places as they were before.

use super::{
    code::{WorkspaceCode, not_stored},
    components::combined,
    keys::{coordinates_of, row_major},
    touched::Touched,
};
use crate::scf::{
    arrays::{allocate, fill, length, narrow, renewed},
    capacity_checks::places_of,
    cell::Cell,
    span::level_spans,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Op, Value},
    sloop::{Combiner, grow::Workspace},
    stensor::storage::Pack,
};
use lacuna_layout::order::{is_ordered, is_random_access};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// A workspace.
pub struct Places<'c> {
    /// The operation that owns it.
    op: Op<'c>,
    /// How values are combined with those of their points, where the workspace says so.
    combiner: Option<Combiner>,
    /// What is collected.
    r#type: Type<'c>,
    format: Format<'c>,
    /// The size of each dimension.
    sizes: Vec<Value<'c>>,
    /// The sizes of the dynamic dimensions.
    dynamic: Vec<Value<'c>>,
    /// The value of each point.
    values: Value<'c>,
    /// Which points are stored, by their place.
    touched: Touched<'c>,
    /// What was collected last: of a list where it ends and the coordinates of each level, then the values. These arrays grow with
    /// what is touched.
    collected: Vec<Cell<'c>>,
}

impl<'c> WorkspaceCode<'c> for Places<'c> {
    fn scatter(&self, builder: &Builder<'c>, value: Value<'c>, coordinates: &[Value<'c>], combiner: Option<Combiner>) {
        let place = row_major(builder, coordinates, &self.sizes);
        self.touched.touch(builder, place);
        let combiner = combiner.or(self.combiner);
        let value = match combiner {
            Some(_) => combined(builder, combiner, builder.load(self.values, &[place]), value),
            None => value,
        };
        builder.store(value, self.values, &[place]);
    }

    fn collect(&self, builder: &Builder<'c>) -> Value<'c> {
        match self.collected.as_slice() {
            [ends, lists @ ..] if !lists.is_empty() => self.collect_list(builder, ends.get(builder), lists),
            all => self.collect_in_full(builder, all[0].get(builder)),
        }
        let collected: Vec<_> = self.collected.iter().map(|cell| cell.get(builder)).collect();
        Pack::build(builder, &collected, &self.dynamic, self.r#type)
    }

    fn free(&self, builder: &Builder<'c>) {
        self.touched.free(builder);
        for array in [self.values].into_iter().chain(self.collected.iter().map(|cell| cell.get(builder))) {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
    }
}

impl<'c> Places<'c> {
    /// Starts a workspace.
    pub fn start(op: Op<'c>, builder: &Builder<'c>, workspace: Workspace<'c>) -> Self {
        let Workspace { list: r#type, sizes: dynamic, combiner, .. } = workspace;
        let format = Format::of(r#type).expect("the verifier asks for a format");
        let sizes: Vec<_> = level_spans(builder, r#type, format, &dynamic).into_iter().map(|span| span.size).collect();
        let places = places_of(builder, &sizes).expect("the verifier asks for a level");
        let integer = |width| builder.buffer_type(IntegerType::new(builder.context(), width).into());
        let element = builder.buffer_type(builder.scalar_type(r#type));
        let array = |r#type, length| allocate(builder, r#type, length);
        let touched = Touched::none_of(builder, places);
        let values = array(element, places);
        fill(builder, values, (builder.index(0), places), not_stored(builder, format, builder.scalar_type(element)));
        let collected = if is_random_access(format.description()) {
            vec![array(element, places)]
        } else {
            let ends = array(integer(format.position_width()), builder.index(2));
            let levels = sizes.iter().map(|_| array(integer(format.coordinate_width()), builder.index(0)));
            std::iter::once(ends).chain(levels).chain([array(element, builder.index(0))]).collect()
        };
        let collected = collected.into_iter().map(|array| Cell::holding(builder, array)).collect();
        Self { op, combiner, r#type, format, sizes, dynamic, values, touched, collected }
    }

    /// The points that are stored, one after the other.
    fn collect_list(&self, builder: &Builder<'c>, ends: Value<'c>, lists: &[Cell<'c>]) {
        let most = self.touched.most(builder, length(builder, self.values));
        for list in lists {
            let array = list.get(builder);
            let is_short = builder.compare(ComparePredicate::UnsignedLess, length(builder, array), most);
            let longer = |builder: &Builder<'c>| {
                let half = builder.binary("arith.shrui", most, builder.index(1));
                let roomy = builder.binary("arith.addi", most, half);
                let places = length(builder, self.values);
                vec![renewed(builder, array, builder.binary("arith.minui", roomy, places))]
            };
            list.set(builder, builder.if_else(is_short, &[array.r#type()], longer, |_| vec![array])[0]);
        }
        let lists: Vec<_> = lists.iter().map(|list| list.get(builder)).collect();
        let [levels @ .., values] = lists.as_slice() else { unreachable!("a list has values") };
        let count = self.take_each(builder, is_ordered(&self.format), |builder, at, place, value| {
            builder.store(value, *values, &[at]);
            for (coordinate, level) in coordinates_of(builder, place, &self.sizes).into_iter().zip(levels) {
                builder.store(narrow(builder, coordinate, builder.scalar_type(level.r#type())), *level, &[at]);
            }
        });
        let position = builder.scalar_type(ends.r#type());
        builder.store(builder.number(0.0, position), ends, &[builder.index(0)]);
        builder.store(narrow(builder, count, position), ends, &[builder.index(1)]);
    }

    /// The value of each point, at its place.
    fn collect_in_full(&self, builder: &Builder<'c>, values: Value<'c>) {
        let element = builder.scalar_type(values.r#type());
        let range = (builder.index(0), length(builder, values));
        fill(builder, values, range, not_stored(builder, self.format, element));
        self.take_each(builder, false, |builder, _, place, value| builder.store(value, values, &[place]));
    }

    /// Takes what is stored: gives the number, the place and the value of each point. Gives how many there were.
    fn take_each(
        &self,
        builder: &Builder<'c>,
        in_order: bool,
        take: impl Fn(&Builder<'c>, Value<'c>, Value<'c>, Value<'c>),
    ) -> Value<'c> {
        let before = not_stored(builder, self.format, builder.scalar_type(self.values.r#type()));
        self.touched.take_each(builder, self.op, in_order, |builder, at, place| {
            let value = builder.load(self.values, &[place]);
            builder.store(before, self.values, &[place]);
            take(builder, at, place, value);
        })
    }
}
