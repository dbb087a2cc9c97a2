//! `stensor.build`: the levels of a tensor, one after the other, from a sorted list of entries.

use super::{batches, capacity_checks::refuse_span, span::Span};
use crate::{
    bridge::{constants::emit_constant, types::scalar_of},
    index::constant::Constant,
    levels::{
        LevelSite, Sizes,
        building::{Built, NodesAbove, Unbuilt, allocate, filled, select},
        checking::{count_nodes, has_padding},
        emit::followed_value,
        level_format,
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Value, erase, replace_uses, shape},
    stensor::{conversion::Build, storage::Pack},
};
use lacuna_layout::{
    Level,
    algebra::DimensionForm,
    algebra::{Followed, Mapping, Source},
    levels::Array,
};
use melior::ir::ValueLike;

/// Puts loops in the place of the operation.
pub fn lower(op: Build<'_>) {
    let builder = Builder::before(op.op());
    let result = op.result();
    let built = build(&builder, op.list(), result, op.how().for_lookups);
    replace_uses(result, built);
    erase(op.op());
}

/// The slots of a level: the number of each entry in its row, and how many there are.
struct Slots<'c> {
    level: usize,
    numbers: Value<'c>,
    count: Value<'c>,
}

fn build<'c>(builder: &Builder<'c>, list: Value<'c>, result: Value<'c>, for_lookups: bool) -> Value<'c> {
    let r#type = result.r#type();
    let format = Format::of(r#type).expect("the verifier asks for a format");
    let mapping = format.mapping();
    let list_format = Format::of(list.r#type()).expect("the verifier asks for a list");
    let site = |level| LevelSite { tensor: list, format: list_format, level };
    let entries = site(0).load_raw_position(builder, builder.index(1));
    let order = shape(r#type).map_or(0, |shape| shape.len());
    let dimensions: Vec<_> = (0..order).map(|dimension| site(0).dimension(builder, dimension)).collect();
    // The coordinates of the levels of the result, as indices.
    let listed = list_format.mapping();
    let mut coordinates: Vec<Option<Value>> = Vec::new();
    for (source, form) in mapping.sources.iter().zip(&mapping.forms) {
        let form = form.as_ref().filter(|_| *source == Source::Own);
        coordinates.push(form.map(|form| {
            let same = listed.forms.iter().position(|other| other.as_ref() == Some(form));
            let array = allocate(builder, builder.index_type(), entries);
            builder.for_loop((builder.index(0), entries, builder.index(1)), &[], |builder, entry, _| {
                let load = |builder: &Builder<'c>, level| site(level).load_coordinate(builder, entry);
                let coordinate = same.map_or_else(
                    || followed_value(builder, &listed.value(form).expect("the list was made for the format"), load),
                    |level| load(builder, level),
                );
                builder.store(coordinate, array, &[entry]);
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
    let slots = number_slots(builder, format, mapping, entries, &coordinates);
    let nodes = filled(builder, entries, builder.index(0));
    let mut parents = builder.index(1);
    let mut built: Vec<Built> = Vec::new();
    let levels = format.levels();
    let sizes = Sizes { builder, dimension: &|dimension| dimensions[dimension] };
    let leasts: Vec<_> = mapping.forms.iter().map(|form| form.as_ref().filter(|form| form.is_signed())).collect();
    let leasts: Vec<_> = leasts.into_iter().map(|form| form.map(|form| sizes.least(form))).collect();
    let sizes: Vec<_> = mapping.forms.iter().map(|form| form.as_ref().map(|form| sizes.of(form))).collect();
    for (number, level) in levels.iter().enumerate() {
        let slot = slots.as_ref().filter(|slots| slots.level == number);
        // Nodes of equal coordinate stand for different entries where the chain of single children below them differs.
        let below = number + 1..levels.len();
        let below = below.take_while(|below| levels[*below].properties().branchless);
        // A unique level ends the chain: what is below it has no part in telling them apart.
        let ends_chain = |below: &usize| levels[*below].unique && mapping.sources[*below] != Source::Above;
        let ends = below.clone().find(ends_chain).map_or(below.count(), |last| last - number);
        let chain = if level.unique { 0 } else { ends };
        let unbuilt = Unbuilt {
            number,
            size: slot.map(|slots| slots.count).or(sizes[number]),
            least: leasts[number],
            entries,
            nodes,
            parents,
            above: nodes_above(format, mapping, number),
            coordinates: slot.map(|slots| slots.numbers).or(coordinates[number]),
            chain: coordinates[number + 1..=number + chain].iter().flatten().copied().collect(),
            window: format.value.window(number),
            position_width: format.position_width(),
            coordinate_width: format.value.coordinate_width,
            for_lookups,
        };
        if let Some(size) = unbuilt.size {
            refuse_span(builder, format, number, Span { size, least: leasts[number] });
        }
        let level = level_format(level).build(builder, &unbuilt);
        parents = level.count;
        built.push(level);
        if let Some(slots) = slots.as_ref().filter(|slots| is_in_rows(levels, slots.level, number)) {
            fill_rows(builder, slots, built[slots.level].count, &built[number], nodes, entries);
        }
    }
    let element = builder.scalar_type(r#type);
    let fill = emit_constant(builder, Constant::fill(Some(format.description()), scalar_of(element)), element);
    let values = filled(builder, parents, fill);
    let from = site(0).values(builder);
    builder.for_loop((builder.index(0), entries, builder.index(1)), &[], |builder, entry, _| {
        let node = builder.load(nodes, &[entry]);
        builder.store(builder.load(from, &[entry]), values, &[node]);
        Vec::new()
    });
    let values = batches::cut(builder, format, &mut built, values, fill);
    let segments = built.iter().filter_map(|level| level.segments.as_ref().map(|segments| segments.begins));
    for array in
        coordinates.into_iter().flatten().chain(segments).chain(slots.map(|slots| slots.numbers)).chain([nodes])
    {
        builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
    }
    let mut buffers = interleaved(builder, format, &built);
    buffers.push(values);
    let dynamic = shape(r#type).unwrap_or_default().into_iter().zip(&dimensions);
    let sizes: Vec<_> = dynamic.filter(|(size, _)| size.is_none()).map(|(_, size)| *size).collect();
    let result = Pack::build(builder, &buffers, &sizes, r#type);
    for (number, level) in built.iter().enumerate() {
        if let Some((expected, message)) = &level.expected_above {
            let found = count_nodes(builder, result, number - 1);
            let fits = builder.compare(ComparePredicate::Equal, found, *expected);
            builder.assert_that(fits, message);
        }
    }
    result
}

/// What the nodes above a level are there for.
fn nodes_above(format: Format<'_>, mapping: &Mapping, level: usize) -> NodesAbove {
    let levels = format.levels();
    let is_slot = |level: usize| mapping.sources[level] == Source::Slot;
    let Some(above) = level.checked_sub(1) else { return NodesAbove::Coordinates };
    // A slot has one child; further below, others may stand between.
    let first_made = (0..level).rev().find(|above| is_slot(*above) || !levels[*above].properties().full);
    if !levels[above].properties().unique || first_made.is_some_and(is_slot) {
        return NodesAbove::OneChild;
    }
    // Under what fills up, nodes are filling, too.
    let fills = |level: &Level| {
        let (properties, capabilities) = (level.properties(), level.capabilities());
        capabilities.never_empty || !properties.full && (!capabilities.stores_coordinates || !capabilities.keeps_inside)
    };
    let is_for_all = levels[above].properties().full || !levels[above].stores_coordinates();
    let has_fillers = (0..level).any(|above| fills(&levels[above]) || has_padding(mapping, &levels[above], above));
    match (is_for_all, has_fillers) {
        (false, _) => NodesAbove::Entries,
        (true, true) => NodesAbove::Mixed,
        (true, false) => NodesAbove::Coordinates,
    }
}

/// The coordinates of a level that follow from those of others.
fn followed<'c>(
    builder: &Builder<'c>,
    follows: &Followed,
    entries: Value<'c>,
    coordinates: &[Option<Value<'c>>],
) -> Value<'c> {
    let array = allocate(builder, builder.index_type(), entries);
    builder.for_loop((builder.index(0), entries, builder.index(1)), &[], |builder, entry, _| {
        let coordinate = followed_value(builder, follows, |builder, level| {
            let coordinates = coordinates[level].expect("it follows from levels with coordinates of their own");
            builder.load(coordinates, &[entry])
        });
        builder.store(coordinate, array, &[entry]);
        Vec::new()
    });
    array
}

/// Numbers the entries of each row: those that agree in all levels above the one whose nodes the slots hold. Entries that
/// share a node of that level share their slot.
fn number_slots<'c>(
    builder: &Builder<'c>,
    format: Format<'c>,
    mapping: &Mapping,
    entries: Value<'c>,
    coordinates: &[Option<Value<'c>>],
) -> Option<Slots<'c>> {
    let level = mapping.sources.iter().position(|source| *source == Source::Slot)?;
    let levels = format.levels();
    let codes: Vec<_> = levels.iter().map(|level| level.properties()).collect();
    let first = (level..levels.len()).find(|level| codes[*level].branchless).unwrap_or(levels.len());
    // While a level is not unique, the next that has one child a node takes part in telling its nodes apart.
    let further = |last: &usize| !levels[*last].unique && codes.get(last + 1).is_some_and(|below| below.branchless);
    let end = (first..levels.len()).find(|last| !further(last)).map_or(levels.len(), |last| last + 1);
    let row: Vec<_> = coordinates[..first].iter().flatten().copied().collect();
    let node: Vec<_> = coordinates[first..end].iter().flatten().copied().collect();
    let numbers = allocate(builder, builder.index_type(), entries);
    let (zero, one) = (builder.index(0), builder.index(1));
    let count = builder.for_loop((zero, entries, one), &[zero, zero], |builder, entry, state| {
        // The first entry, which has none before it, begins the slot that the count starts with.
        let before = builder.binary("arith.subi", builder.binary("arith.maxui", entry, one), one);
        let differs = |arrays: &[Value<'c>]| {
            arrays.iter().fold(builder.number(0.0, builder.bool_type()), |differs, array| {
                let (this, other) = (builder.load(*array, &[entry]), builder.load(*array, &[before]));
                let differs_here = builder.compare(ComparePredicate::NotEqual, this, other);
                builder.binary("arith.ori", differs, differs_here)
            })
        };
        let next = builder.binary("arith.addi", state[0], one);
        let in_row = select(builder, differs(&node), next, state[0]);
        let number = select(builder, differs(&row), zero, in_row);
        builder.store(number, numbers, &[entry]);
        vec![number, builder.binary("arith.maxui", state[1], builder.binary("arith.addi", number, one))]
    })[1];
    Some(Slots { level, numbers, count })
}

/// Whether a level has one node for each slot above it, or for each slot and each coordinate of dense levels between.
fn is_in_rows(levels: &[Level], slots: usize, number: usize) -> bool {
    number > slots
        && levels[slots..=number].iter().all(|level| {
            let properties = level.properties();
            properties.branchless || properties.full && !level.stores_coordinates()
        })
}

/// Gives the nodes of a level that belong to slots without an entry the coordinates of the slot before them, so that rows
/// stay in order. There are `above` slots in all rows; `nodes` are those of the entries in the level.
fn fill_rows<'c>(
    builder: &Builder<'c>,
    slots: &Slots<'c>,
    above: Value<'c>,
    level: &Built<'c>,
    nodes: Value<'c>,
    entries: Value<'c>,
) {
    if level.arrays.is_empty() {
        return;
    }
    let count = level.count;
    let r#true = builder.number(-1.0, builder.bool_type());
    let taken = filled(builder, count, builder.number(0.0, builder.bool_type()));
    let (zero, one) = (builder.index(0), builder.index(1));
    builder.for_loop((zero, entries, one), &[], |builder, entry, _| {
        builder.store(r#true, taken, &[builder.load(nodes, &[entry])]);
        Vec::new()
    });
    let stride = builder.binary("arith.divui", count, builder.binary("arith.maxui", above, one));
    let most = builder.binary("arith.maxui", slots.count, one);
    let stride_or_one = builder.binary("arith.maxui", stride, one);
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
                for array in &level.arrays {
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
        for part in parts {
            builder.create("memref.dealloc", &[part], &[], &[], Vec::new());
        }
        buffers.push(together);
    }
    buffers
}
