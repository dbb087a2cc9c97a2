//! Limits of results: code that stops the program with a message if widths or memory do not suffice.

use super::span::Span;
use crate::values::{MOST_ELEMENTS, constant_integer, constant_number};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::Value,
};
use lacuna_layout::{Width, levels::Array};
use melior::ir::r#type::IntegerType;

/// The places of a workspace with these sizes; stops the program where no memory has as many. None without sizes.
pub fn places_of<'c>(builder: &Builder<'c>, sizes: &[Value<'c>]) -> Option<Value<'c>> {
    let (first, others) = sizes.split_first()?;
    let one = builder.index(1);
    Some(others.iter().fold(*first, |places, size| {
        let some = builder.binary("arith.maxui", *size, one);
        let most = builder.binary("arith.divui", builder.index(MOST_ELEMENTS as i64), some);
        let fits = builder.compare(ComparePredicate::UnsignedLess, places, builder.binary("arith.addi", most, one));
        builder.assert_that(
            fits,
            "a workspace has more places than any memory: have it keep the points that come (policy radix), or choose an order of \
             loops that needs fewer",
        );
        builder.binary("arith.muli", places, *size)
    }))
}

/// Stops the program where a level cannot have these coordinates: because they would not fit their width, or because it
/// holds one under each node, and promises all.
pub fn refuse_span<'c>(builder: &Builder<'c>, format: Format<'c>, number: usize, span: Span<'c>) {
    refuse_wide_level(builder, format, number, span);
    let properties = format.level(number).properties();
    if properties.full && properties.branchless {
        let is_one = builder.compare(ComparePredicate::UnsignedLess, span.size, builder.index(2));
        builder.assert_that(
            is_one,
            &format!("level {number} of the result is full and holds one coordinate a node, and there are more"),
        );
    }
}

fn refuse_wide_level<'c>(builder: &Builder<'c>, format: Format<'c>, number: usize, Span { size, least }: Span<'c>) {
    let (level, width) = (format.level(number), format.value.coordinate_width);
    if !level.arrays().contains(&Array::Coordinates) && !level.interleaved || width == Width::W64 {
        return;
    }
    let (lowest, highest) = match least {
        Some(_) => width.signed_indices().into_inner(),
        None => (0, width.max_index() as i64),
    };
    let room = highest - lowest + 1;
    let known = constant_integer;
    let below = match least {
        None => Some(0),
        Some(least) => known(least).map(|least| least - lowest),
    };
    if known(size).zip(below).is_some_and(|(size, below)| size == 0 || below >= 0 && below + size <= room) {
        return;
    }
    let ends_inside = |end| builder.compare(ComparePredicate::UnsignedLess, end, builder.index(room + 1));
    let fits = match least {
        None => ends_inside(size),
        Some(least) => {
            // Counted from the lowest that there is a pattern of bits for; what lies below that is large, unsigned.
            let low = builder.binary("arith.subi", least, builder.index(lowest));
            let high = builder.binary("arith.addi", low, size);
            let both = builder.binary("arith.andi", ends_inside(low), ends_inside(high));
            let is_empty = builder.compare(ComparePredicate::Equal, size, builder.index(0));
            builder.binary("arith.ori", both, is_empty)
        }
    };
    builder.assert_that(
        fits,
        &format!("level {number} of the result has more coordinates than {width} bits can tell apart: use wider ones"),
    );
}

/// Stops the program where levels that have room for every coordinate have more places together than memory can.
pub fn refuse_huge<'c>(builder: &Builder<'c>, sizes: &[Value<'c>]) {
    const MOST: f64 = (1u64 << 59) as f64;
    let known: Option<Vec<f64>> = sizes.iter().map(|size| constant_number(*size)).collect();
    if sizes.len() < 2 || known.is_some_and(|known| known.into_iter().product::<f64>() < MOST) {
        return;
    }
    // As floating-point numbers, which do not wrap.
    let (double, integer) = (builder.parse_type("f64"), IntegerType::new(builder.context(), 64).into());
    let as_double = |size: &Value<'c>| {
        let size = builder.value("arith.index_castui", &[*size], integer, &[]);
        builder.value("arith.uitofp", &[size], double, &[])
    };
    let product = sizes.iter().map(as_double).reduce(|left, right| builder.binary("arith.mulf", left, right));
    let product = product.expect("there are two sizes at least");
    // Ordered and less.
    let less = ("predicate", builder.i64_attribute(4));
    let fits = builder.value("arith.cmpf", &[product, builder.number(MOST, double)], builder.bool_type(), &[less]);
    builder.assert_that(fits, "the result has more places than any memory: store fewer of its levels densely");
}

/// Stops the program where the positions of a level do not fit their width.
pub fn refuse_too_many<'c>(builder: &Builder<'c>, format: Format<'c>, level: usize, count: Value<'c>) {
    let width = format.value.position_width;
    if width == Width::W64 {
        return;
    }
    let most = builder.index(width.max_index() as i64 + 1);
    let fits = builder.compare(ComparePredicate::UnsignedLess, count, most);
    builder.assert_that(fits, &too_many(format, level));
}

/// What is said where the positions of a level do not fit their width.
pub fn too_many(format: Format<'_>, level: usize) -> String {
    let width = format.position_width();
    format!("level {level} of the result has more nodes than positions of {width} bits can count: use wider positions")
}
