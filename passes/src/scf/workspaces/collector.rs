//! Collecting components: as a list of points, or as the value of every point.

use super::{
    code::not_stored,
    components::Components,
    keys::{Keys, row_major},
    policy::PolicyCode,
};
use crate::{
    function::spelled,
    scf::{
        arrays::{allocate, fill, length, narrow, with_room},
        capacity_checks::places_of,
        cell::Cell,
        span::level_spans,
    },
};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::Value,
    sloop::{Combiner, grow::Workspace},
    stensor::storage::Pack,
};
use lacuna_layout::order::{is_random_access, is_walked_in_order};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// What collects them: it knows how keys are made and taken apart, and has the arrays of what was collected last.
pub struct Collector<'c> {
    r#type: Type<'c>,
    format: Format<'c>,
    /// The keys of components.
    pub keys: Keys<'c>,
    /// What points hold first.
    pub before: Value<'c>,
    /// The size of each level.
    pub sizes: Vec<Value<'c>>,
    /// The sizes of the dynamic dimensions.
    dynamic: Vec<Value<'c>>,
    /// How many of the last levels have their coordinates in arrays of keys.
    lent: usize,
    /// The ends of a list and the coordinates of the other levels; or the value of every point.
    cells: Vec<Cell<'c>>,
}

impl<'c> Collector<'c> {
    /// What a workspace collects. Up to so many arrays of keys hold coordinates, if keys are as wide.
    pub fn start(
        builder: &Builder<'c>,
        workspace: &Workspace<'c>,
        most_lent: usize,
        keys: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Keys<'c>,
    ) -> Self {
        let (r#type, dynamic) = (workspace.list, workspace.sizes.clone());
        let format = Format::of(r#type).expect("the verifier asks for a format");
        let sizes: Vec<_> = level_spans(builder, r#type, format, &dynamic).into_iter().map(|span| span.size).collect();
        let keys = keys(builder, &sizes);
        let element = builder.scalar_type(r#type);
        let integer = |width| builder.buffer_type(IntegerType::new(builder.context(), width).into());
        let width = IntegerType::try_from(keys.r#type).map(|number| number.width());
        let is_as_wide = width.is_ok_and(|width| width == format.coordinate_width());
        let lent = if is_as_wide { most_lent.min(sizes.len()) } else { 0 };
        let arrays: Vec<_> = if is_random_access(format.description()) {
            let places = places_of(builder, &sizes).expect("the verifier asks for a level");
            vec![allocate(builder, builder.buffer_type(element), places)]
        } else {
            let ends = allocate(builder, integer(format.position_width()), builder.index(2));
            let none = builder.index(0);
            let levels = (lent..sizes.len()).map(|_| allocate(builder, integer(format.coordinate_width()), none));
            std::iter::once(ends).chain(levels).collect()
        };
        let cells = arrays.into_iter().map(|array| Cell::holding(builder, array)).collect();
        let before = not_stored(builder, format, element);
        Self { r#type, format, keys, before, sizes, dynamic, lent, cells }
    }

    /// Whether points are asked for in order.
    pub fn is_in_order(&self) -> bool {
        is_walked_in_order(&self.format)
    }

    /// Whether every point is collected.
    pub fn is_in_full(&self) -> bool {
        is_random_access(self.format.description())
    }

    /// The types of arrays of keys and of values.
    pub fn component_types(&self, builder: &Builder<'c>) -> [Type<'c>; 2] {
        [self.keys.r#type, self.before.r#type()].map(|element| builder.buffer_type(element))
    }

    /// The name of a function of a workspace, with all on which its code depends.
    pub fn function_name(&self, function: &str, code: &dyn PolicyCode, combiner: Option<Combiner>) -> String {
        let word = code.properties().word;
        let combiner = combiner.map_or("last", Combiner::word);
        let types = [self.keys.r#type, self.before.r#type()].map(spelled).join(".");
        format!("lacuna.workspace.{function}.{word}.{combiner}.{types}")
    }

    /// What is collected, of so many components. Arrays with room for so many keys, which nobody reads any more, are lent; the last
    /// of them may be that of the keys.
    pub fn pack(
        &self,
        builder: &Builder<'c>,
        (list, count): (Components<'c>, Value<'c>),
        lent: &[Value<'c>],
    ) -> Value<'c> {
        if !self.is_in_full() {
            let buffers = self.list(builder, (list, count), &lent[lent.len() - self.lent..]);
            return Pack::build(builder, &buffers, &self.dynamic, self.r#type);
        }
        self.pack_in_full(builder, |builder, values| {
            builder.for_loop((builder.index(0), count, builder.index(1)), &[], |builder, at, _| {
                let (key, value) = list.load(builder, at);
                let coordinates = self.keys.unpack(builder, key);
                builder.store(value, values, &[row_major(builder, &coordinates, &self.sizes)]);
                Vec::new()
            });
        })
    }

    /// The value of each point, at its place: those that are written into the array, and what points hold first.
    pub fn pack_in_full(&self, builder: &Builder<'c>, write: impl FnOnce(&Builder<'c>, Value<'c>)) -> Value<'c> {
        let values = self.cells[0].get(builder);
        fill(builder, values, (builder.index(0), length(builder, values)), self.before);
        write(builder, values);
        Pack::build(builder, &[values], &self.dynamic, self.r#type)
    }

    /// Ends what was collected.
    pub fn free(&self, builder: &Builder<'c>) {
        for cell in &self.cells {
            builder.create("memref.dealloc", &[cell.get(builder)], &[], &[], Vec::new());
        }
    }

    /// The points one after the other: their ends, the coordinates of each level, the values.
    fn list(
        &self,
        builder: &Builder<'c>,
        (list, count): (Components<'c>, Value<'c>),
        lent: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let (ends, levels) = (self.cells[0].get(builder), &self.cells[1..]);
        let position = builder.scalar_type(ends.r#type());
        builder.store(builder.number(0.0, position), ends, &[builder.index(0)]);
        builder.store(narrow(builder, count, position), ends, &[builder.index(1)]);
        for level in levels {
            level.set(builder, with_room(builder, level.get(builder), count));
        }
        let levels: Vec<_> = levels.iter().map(|level| level.get(builder)).chain(lent.iter().copied()).collect();
        let buffers = std::iter::once(ends).chain(levels.iter().copied()).chain([list.values]).collect();
        if levels == [list.keys] {
            // Keys of one level are its coordinates.
            return buffers;
        }
        // A key is read before a coordinate takes its place.
        builder.for_loop((builder.index(0), count, builder.index(1)), &[], |builder, at, _| {
            let coordinates = self.keys.unpack(builder, builder.load(list.keys, &[at]));
            for (coordinate, array) in coordinates.into_iter().zip(&levels) {
                builder.store(narrow(builder, coordinate, builder.scalar_type(array.r#type())), *array, &[at]);
            }
            Vec::new()
        });
        buffers
    }
}
