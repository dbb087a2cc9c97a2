//! Cutting the arrays of a tensor into one block of equal length a batch.
//!
//! Levels are built as if batch levels were dense, so each array has the batches one after the other. Here each batch is
//! given as much room as the longest, and its positions count from its own beginning.

use super::capacity_checks::refuse_too_many;
use crate::levels::building::{Built, Segments, allocate, filled, narrow};
use lacuna_dialects::{builder::Builder, format::Format, ir::Value};
use lacuna_layout::levels::Ends;
use melior::ir::ValueLike;

/// Cuts the arrays of all levels and the values, which are padded with `fill`; nothing changes where there are no batches,
/// or no level stores anything. Stops the program where positions do not fit their width.
pub fn cut<'c>(
    builder: &Builder<'c>,
    format: Format<'c>,
    built: &mut [Built<'c>],
    values: Value<'c>,
    fill: Value<'c>,
) -> Value<'c> {
    let segmented = |level: &Built<'c>| level.segments.is_some();
    let batch_levels = format.batch_levels();
    if batch_levels == 0 {
        let has_positions = |number: &usize| format.level(*number).keeps_positions();
        for number in (0..built.len()).filter(has_positions) {
            refuse_too_many(builder, format, number, built[number].count);
        }
    }
    if batch_levels == 0 || built.iter().all(|level| level.arrays.is_empty()) {
        return values;
    }
    let count = built[batch_levels - 1].count;
    let mut above = Batches::new(builder, count, count, |_, batch| batch);
    for (number, level) in built.iter_mut().enumerate().skip(batch_levels) {
        let below = above.children(builder, level);
        if segmented(level) {
            refuse_too_many(builder, format, number, below.longest);
        }
        let arrays = std::mem::take(&mut level.arrays);
        for (number, array) in arrays.into_iter().enumerate() {
            let r#type = builder.scalar_type(array.r#type());
            level.arrays.push(match &level.segments {
                // Positions stand before coordinates.
                Some(segments) if number == 0 => {
                    let positions = above.cut_positions(builder, &below, segments, r#type);
                    free(builder, array);
                    positions
                }
                _ => {
                    let padding = level.padding.unwrap_or_else(|| builder.number(0.0, r#type));
                    below.cut(builder, array, padding)
                }
            });
        }
        level.count = builder.binary("arith.muli", below.count, below.longest);
        free(builder, std::mem::replace(&mut above, below).begins);
    }
    let values = above.cut(builder, values, fill);
    free(builder, above.begins);
    values
}

fn free<'c>(builder: &Builder<'c>, array: Value<'c>) {
    builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
}

/// The nodes of a level, divided into batches.
struct Batches<'c> {
    /// The number of batches.
    count: Value<'c>,
    /// The number of nodes.
    nodes: Value<'c>,
    /// The first node of each batch, and one past the last node of all.
    begins: Value<'c>,
    /// The length of the longest batch.
    longest: Value<'c>,
}

impl<'c> Batches<'c> {
    /// `begin` gives the first node of each batch, and of the one past the last.
    fn new(
        builder: &Builder<'c>,
        count: Value<'c>,
        nodes: Value<'c>,
        begin: impl FnOnce(&Builder<'c>, Value<'c>) -> Value<'c>,
    ) -> Self {
        let (zero, one) = (builder.index(0), builder.index(1));
        let ends = builder.binary("arith.addi", count, one);
        let begins = allocate(builder, builder.index_type(), ends);
        builder.for_loop((zero, ends, one), &[], |builder, batch, _| {
            builder.store(begin(builder, batch), begins, &[batch]);
            Vec::new()
        });
        let longest = builder.for_loop((zero, count, one), &[zero], |builder, batch, state| {
            let begin = builder.load(begins, &[batch]);
            let end = builder.load(begins, &[builder.binary("arith.addi", batch, one)]);
            vec![builder.binary("arith.maxui", state[0], builder.binary("arith.subi", end, begin))]
        })[0];
        Self { count, nodes, begins, longest }
    }

    /// The batches of the level below.
    fn children(&self, builder: &Builder<'c>, level: &Built<'c>) -> Self {
        let one = builder.index(1);
        // Without segments all nodes have the same number of children.
        let each = builder.binary("arith.divui", level.count, builder.binary("arith.maxui", self.nodes, one));
        Self::new(builder, self.count, level.count, |builder, batch| {
            let parent = builder.load(self.begins, &[batch]);
            match &level.segments {
                Some(segments) => builder.load(segments.begins, &[parent]),
                None => builder.binary("arith.muli", parent, each),
            }
        })
    }

    /// Runs over the places of `length` that each batch has in an array; `step` gets the batch, the number of the place
    /// in it, and its number in the array.
    fn each_place(
        &self,
        builder: &Builder<'c>,
        length: Value<'c>,
        step: impl FnOnce(&Builder<'c>, Value<'c>, Value<'c>, Value<'c>),
    ) {
        let (zero, one) = (builder.index(0), builder.index(1));
        builder.for_loop((zero, self.count, one), &[], |builder, batch, _| {
            let low = builder.binary("arith.muli", batch, length);
            builder.for_loop((zero, length, one), &[], |builder, place, _| {
                step(builder, batch, place, builder.binary("arith.addi", low, place));
                Vec::new()
            });
            Vec::new()
        });
    }

    /// An array with an element a node in the place of another, with as much room for each batch.
    fn cut(&self, builder: &Builder<'c>, array: Value<'c>, padding: Value<'c>) -> Value<'c> {
        let one = builder.index(1);
        let cut = filled(builder, builder.binary("arith.muli", self.count, self.longest), padding);
        builder.for_loop((builder.index(0), self.count, one), &[], |builder, batch, _| {
            let begin = builder.load(self.begins, &[batch]);
            let end = builder.load(self.begins, &[builder.binary("arith.addi", batch, one)]);
            let low = builder.binary("arith.muli", batch, self.longest);
            builder.for_loop((begin, end, one), &[], |builder, node, _| {
                let place = builder.binary("arith.addi", low, builder.binary("arith.subi", node, begin));
                builder.store(builder.load(array, &[node]), cut, &[place]);
                Vec::new()
            });
            Vec::new()
        });
        free(builder, array);
        cut
    }

    /// The positions of the segments that the nodes have in the level below, counted in each batch from its first child.
    fn cut_positions(
        &self,
        builder: &Builder<'c>,
        below: &Self,
        segments: &Segments<'c>,
        r#type: melior::ir::Type<'c>,
    ) -> Value<'c> {
        let (one, two) = (builder.index(1), builder.index(2));
        let length = match segments.ends {
            Ends::Shared => builder.binary("arith.addi", self.longest, one),
            Ends::Both => builder.binary("arith.muli", self.longest, two),
        };
        let positions = allocate(builder, r#type, builder.binary("arith.muli", self.count, length));
        self.each_place(builder, length, |builder, batch, place, at| {
            let end = builder.load(self.begins, &[builder.binary("arith.addi", batch, one)]);
            let offset = match segments.ends {
                Ends::Shared => place,
                Ends::Both => {
                    let node = builder.binary("arith.divui", place, two);
                    builder.binary("arith.addi", node, builder.binary("arith.remui", place, two))
                }
            };
            // Past the last node all are the last end.
            let node = builder.binary("arith.addi", builder.load(self.begins, &[batch]), offset);
            let position = builder.load(segments.begins, &[builder.binary("arith.minui", node, end)]);
            let first = builder.load(below.begins, &[batch]);
            let own = builder.binary("arith.subi", position, first);
            builder.store(narrow(builder, own, r#type), positions, &[at]);
        });
        positions
    }
}
