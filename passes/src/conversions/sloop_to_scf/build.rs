//! `stensor.build`: the levels of a tensor, one after the other, from a sorted list of entries.

use crate::{
    levels::{
        LevelSite, Sizes,
        building::{Built, Unbuilt, allocate, filled, select},
        level_format,
        mapping::{Mapping, OfLevels, Source},
    },
    nest::{build::dimension_var, constant::Constant},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::{Array, Format},
    ir::{Op, Value, erase, operands, replace_uses, results, shape},
};
use melior::ir::ValueLike;

/// Puts loops in the place of the operation.
pub fn lower(op: Op<'_>) {
    let builder = Builder::before(op);
    let (list, result) = (operands(op)[0], results(op)[0]);
    let built = build(&builder, list, result);
    replace_uses(result, built);
    erase(op);
}

/// The slots of a level: the number of each entry in its row, and how many there are.
struct Slots<'c> {
    level: usize,
    numbers: Value<'c>,
    count: Value<'c>,
}

fn build<'c>(builder: &Builder<'c>, list: Value<'c>, result: Value<'c>) -> Value<'c> {
    let r#type = result.r#type();
    let format = Format::of(r#type).expect("the verifier asks for a format");
    let mapping = Mapping::new(format).expect("checked before");
    let list_format = Format::of(list.r#type()).expect("the verifier asks for a list");
    let site = |level| LevelSite { tensor: list, format: list_format, level };
    let entries = dimension_var(builder, site(0).values(builder), 0).extent;
    let order = shape(r#type).map_or(0, |shape| shape.len());
    let dimensions: Vec<_> = (0..order).map(|dimension| site(0).dimension(builder, dimension)).collect();
    // The coordinates of the levels of the result, as indices.
    let mut own = 0;
    let mut coordinates: Vec<Option<Value>> = Vec::new();
    for source in &mapping.sources {
        coordinates.push((*source == Source::Own).then(|| {
            let from = site(own);
            own += 1;
            let array = allocate(builder, builder.index_type(), entries);
            builder.for_loop((builder.index(0), entries, builder.index(1)), &[], |builder, entry, _| {
                builder.store(from.load_coordinate(builder, entry), array, &[entry]);
                Vec::new()
            });
            array
        }));
    }
    for (level, follows) in mapping.followed.iter().enumerate() {
        if let Some(follows) = follows {
            coordinates[level] = Some(followed(builder, follows, entries, &coordinates));
        }
    }
    let slots = number_slots(builder, format, &mapping, entries, &coordinates);
    let nodes = filled(builder, entries, builder.index(0));
    let mut parents = builder.index(1);
    let mut built: Vec<Built> = Vec::new();
    let levels = format.levels();
    for (number, level) in levels.iter().enumerate() {
        let slot = slots.as_ref().filter(|slots| slots.level == number);
        let sizes = Sizes { builder, dimension: &|dimension| dimensions[dimension] };
        // Nodes of equal coordinate stand for different entries where the chain of single children below them differs.
        let chain =
            levels[number + 1..].iter().take_while(|below| level_format(**below).properties().branchless).count();
        let chain = if level.unique { 0 } else { chain };
        let unbuilt = Unbuilt {
            number,
            size: slot.map(|slots| slots.count).or_else(|| mapping.forms[number].as_ref().map(|form| sizes.of(form))),
            entries,
            nodes,
            parents,
            coordinates: slot.map(|slots| slots.numbers).or(coordinates[number]),
            chain: coordinates[number + 1..=number + chain].iter().flatten().copied().collect(),
            position_width: format.position_width(),
            coordinate_width: format.coordinate_width(),
        };
        let level = level_format(*level).build(builder, &unbuilt);
        parents = level.count;
        built.push(level);
    }
    if let Some(slots) = &slots {
        fill_rows(builder, slots, &built, nodes, entries);
    }
    let element = builder.scalar_type(r#type);
    let values = filled(builder, parents, Constant::fill(Some(format), element).emit(builder, element));
    let from = site(0).values(builder);
    builder.for_loop((builder.index(0), entries, builder.index(1)), &[], |builder, entry, _| {
        let node = builder.load(nodes, &[entry]);
        builder.store(builder.load(from, &[entry]), values, &[node]);
        Vec::new()
    });
    for array in coordinates.into_iter().flatten().chain([nodes]) {
        builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
    }
    let mut buffers = interleaved(builder, format, &built);
    buffers.push(values);
    let count = buffers.len();
    let dynamic = shape(r#type).unwrap_or_default().into_iter().zip(&dimensions);
    buffers.extend(dynamic.filter(|(size, _)| size.is_none()).map(|(_, size)| *size));
    let segments = builder.segments(&[count, buffers.len() - count]);
    builder.value("stensor.pack", &buffers, r#type, &[segments])
}

/// The coordinates of a level that follow from those of others.
fn followed<'c>(
    builder: &Builder<'c>,
    follows: &OfLevels,
    entries: Value<'c>,
    coordinates: &[Option<Value<'c>>],
) -> Value<'c> {
    let array = allocate(builder, builder.index_type(), entries);
    builder.for_loop((builder.index(0), entries, builder.index(1)), &[], |builder, entry, _| {
        let start = builder.index(follows.constant);
        let sum = follows.levels.iter().fold(start, |sum, (level, factor)| {
            let coordinate = coordinates[*level].expect("it follows from levels with coordinates of their own");
            let part = builder.binary("arith.muli", builder.load(coordinate, &[entry]), builder.index(*factor));
            builder.binary("arith.addi", sum, part)
        });
        builder.store(sum, array, &[entry]);
        Vec::new()
    });
    array
}

/// Numbers the entries of each row: those that agree in all levels above the one whose nodes the slots hold.
fn number_slots<'c>(
    builder: &Builder<'c>,
    format: Format<'c>,
    mapping: &Mapping,
    entries: Value<'c>,
    coordinates: &[Option<Value<'c>>],
) -> Option<Slots<'c>> {
    let level = mapping.sources.iter().position(|source| *source == Source::Slot)?;
    let levels = format.levels();
    let first_single = (level..levels.len()).find(|level| level_format(levels[*level]).properties().branchless);
    let keys: Vec<_> = coordinates[..first_single.unwrap_or(levels.len())].iter().flatten().copied().collect();
    let numbers = allocate(builder, builder.index_type(), entries);
    let (zero, one) = (builder.index(0), builder.index(1));
    let count = builder.for_loop((zero, entries, one), &[zero, zero], |builder, entry, state| {
        let is_first = builder.compare(ComparePredicate::Equal, entry, zero);
        let same = builder.if_else(
            is_first,
            &[builder.bool_type()],
            |builder| vec![builder.number(0.0, builder.bool_type())],
            |builder| {
                let before = builder.binary("arith.subi", entry, one);
                let equal = keys.iter().map(|array| {
                    let (this, other) = (builder.load(*array, &[entry]), builder.load(*array, &[before]));
                    builder.compare(ComparePredicate::Equal, this, other)
                });
                let all = equal.reduce(|left, right| builder.binary("arith.andi", left, right));
                vec![all.unwrap_or_else(|| builder.number(-1.0, builder.bool_type()))]
            },
        )[0];
        let number = select(builder, same, state[0], zero);
        builder.store(number, numbers, &[entry]);
        let next = builder.binary("arith.addi", number, one);
        vec![next, builder.binary("arith.maxui", state[1], next)]
    })[1];
    Some(Slots { level, numbers, count })
}

/// Gives the nodes of slots without an entry the coordinates of the slot before them, so that rows stay in order.
fn fill_rows<'c>(builder: &Builder<'c>, slots: &Slots<'c>, built: &[Built<'c>], nodes: Value<'c>, entries: Value<'c>) {
    let count = built.last().expect("a format has levels").count;
    let r#true = builder.number(-1.0, builder.bool_type());
    let taken = filled(builder, count, builder.number(0.0, builder.bool_type()));
    let (zero, one) = (builder.index(0), builder.index(1));
    builder.for_loop((zero, entries, one), &[], |builder, entry, _| {
        builder.store(r#true, taken, &[builder.load(nodes, &[entry])]);
        Vec::new()
    });
    let nodes_to_slot = builder.binary("arith.maxui", built[slots.level].count, one);
    let stride = builder.binary("arith.divui", count, nodes_to_slot);
    let most = builder.binary("arith.maxui", slots.count, one);
    let stride_or_one = builder.binary("arith.maxui", stride, one);
    let arrays: Vec<_> = built[slots.level..].iter().flat_map(|level| level.arrays.clone()).collect();
    builder.for_loop((zero, count, one), &[], |builder, node, _| {
        let slot = builder.binary("arith.remui", builder.binary("arith.divui", node, stride_or_one), most);
        let is_later = builder.compare(ComparePredicate::NotEqual, slot, zero);
        let is_free = builder.binary("arith.xori", builder.load(taken, &[node]), r#true);
        let is_padding = builder.binary("arith.andi", is_later, is_free);
        builder.if_else(
            is_padding,
            &[],
            |builder| {
                let before = builder.binary("arith.subi", node, stride);
                for array in &arrays {
                    builder.store(builder.load(*array, &[before]), *array, &[node]);
                }
                Vec::new()
            },
            |_| Vec::new(),
        );
        Vec::new()
    });
    builder.create("memref.dealloc", &[taken], &[], &[], Vec::new());
}

/// The arrays in the order of `stensor.pack`: those of interleaved levels go into that of the level above.
fn interleaved<'c>(builder: &Builder<'c>, format: Format<'c>, built: &[Built<'c>]) -> Vec<Value<'c>> {
    let levels = format.levels();
    let mut buffers = Vec::new();
    for (number, level) in levels.iter().enumerate().filter(|(_, level)| !level.interleaved) {
        let shared = levels[number + 1..].iter().take_while(|below| below.interleaved).count();
        if shared == 0 {
            buffers.extend(&built[number].arrays);
            continue;
        }
        let coordinates = level.arrays().iter().position(|array| *array == Array::Coordinates).expect("checked before");
        buffers.extend(&built[number].arrays[..coordinates]);
        let parts: Vec<_> = std::iter::once(built[number].arrays[coordinates])
            .chain(built[number + 1..=number + shared].iter().map(|level| level.arrays[0]))
            .collect();
        let stride = builder.index(parts.len() as i64);
        let count = built[number].count;
        let element = builder.scalar_type(parts[0].r#type());
        let together = allocate(builder, element, builder.binary("arith.muli", count, stride));
        builder.for_loop((builder.index(0), count, builder.index(1)), &[], |builder, node, _| {
            let first = builder.binary("arith.muli", node, stride);
            for (offset, part) in parts.iter().enumerate() {
                let at = builder.binary("arith.addi", first, builder.index(offset as i64));
                builder.store(builder.load(*part, &[node]), together, &[at]);
            }
            Vec::new()
        });
        buffers.push(together);
    }
    buffers
}
