//! Conversions of elements: another type of number at each entry.
//!
//! Numbers are converted as upstream does it: integers are signed, and a number that does not fit is cut.

use crate::values::dynamic_sizes;
use lacuna_dialects::{
    builder::{Builder, bit_width, is_float},
    ir::{Value, encoding, shape, tensor_type},
    stensor::storage::Empty,
};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// Why elements of one type do not become those of another.
pub fn refusal(from: Type<'_>, to: Type<'_>) -> Option<String> {
    (from != to && cast_name(from, to).is_none())
        .then(|| format!("elements of type {from} do not become {to}: compute them with a linalg.generic"))
}

/// The same entries with elements of another type.
pub fn with_elements<'c>(builder: &Builder<'c>, tensor: Value<'c>, element: Type<'c>) -> Value<'c> {
    let own = builder.scalar_type(tensor.r#type());
    let name = cast_name(own, element).expect("checked before");
    let sizes = shape(tensor.r#type()).unwrap_or_default();
    let rank = sizes.len();
    let r#type = tensor_type(sizes, element, encoding(tensor.r#type()));
    let dynamic = dynamic_sizes(builder, tensor);
    let empty = Empty::build(builder, &dynamic, r#type);
    let identity = builder.parse_attribute(&format!("affine_map<{}>", identity(rank)));
    let maps = melior::ir::attribute::ArrayAttribute::new(builder.context(), &[identity, identity]).into();
    let parallel = vec!["#linalg.iterator_type<parallel>"; rank].join(", ");
    let iterators = builder.parse_attribute(&format!("[{parallel}]"));
    let region = builder.region(&[own, element], |inner, arguments| {
        let value = inner.value(name, &arguments[..1], element, &[]);
        inner.create("linalg.yield", &[value], &[], &[], Vec::new());
    });
    let attributes = [("indexing_maps", maps), ("iterator_types", iterators), builder.segments(&[1, 1])];
    let generic = builder.create("linalg.generic", &[tensor, empty], &[r#type], &attributes, vec![region]);
    lacuna_dialects::ir::results(generic)[0]
}

fn identity(rank: usize) -> String {
    let dimensions: Vec<_> = (0..rank).map(|dimension| format!("d{dimension}")).collect();
    let dimensions = dimensions.join(", ");
    format!("({dimensions}) -> ({dimensions})")
}

/// The operation that converts a number.
fn cast_name(from: Type<'_>, to: Type<'_>) -> Option<&'static str> {
    let is_integer = |r#type: Type<'_>| IntegerType::try_from(r#type).is_ok();
    let is_index = |r#type: Type<'_>| r#type.to_string() == "index";
    let is_wider = || bit_width(to) > bit_width(from);
    match (is_float(from), is_float(to)) {
        (true, true) if is_wider() => Some("arith.extf"),
        // bf16 and f16 have one width, and no cast between them.
        (true, true) if bit_width(from) == bit_width(to) => None,
        (true, true) => Some("arith.truncf"),
        (true, false) if is_integer(to) => Some("arith.fptosi"),
        (false, true) if is_integer(from) => Some("arith.sitofp"),
        (false, false) if is_integer(from) && is_integer(to) => {
            Some(if is_wider() { "arith.extsi" } else { "arith.trunci" })
        }
        (false, false) if is_integer(from) && is_index(to) || is_index(from) && is_integer(to) => {
            Some("arith.index_cast")
        }
        _ => None,
    }
}
