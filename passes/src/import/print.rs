//! `sparse_tensor.print`: the arrays of a stored tensor as text, in upstream's layout.
//!
//! A function prints an array, and the module has one for each type of arrays.

use super::arrays::{StoredArray, by_batches, coordinates, entry_count, interleaved, levels_of, used_array};
use crate::{
    function::{define, spelled},
    values::dimension_size,
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::{Op, Value, operands, shape},
    stensor::storage::LevelSize,
};
use lacuna_layout::levels::Array;
use melior::ir::ValueLike;

/// Prints the operand of an operation.
pub fn print<'c>(builder: &Builder<'c>, op: Op<'c>) {
    let tensor = operands(op)[0];
    let printer = Printer { builder, anchor: op };
    printer.text("---- Sparse Tensor ----\n");
    printer.text("nse = ");
    printer.line(entry_count(builder, tensor));
    let order = shape(tensor.r#type()).map_or(0, |sizes| sizes.len());
    let sizes: Vec<_> = (0..order).map(|dimension| dimension_size(builder, tensor, dimension)).collect();
    printer.sizes("dim = ", &sizes);
    let levels = levels_of(tensor);
    let sizes: Vec<_> = (0..levels.len()).map(|level| LevelSize::build(builder, tensor, level)).collect();
    printer.sizes("lvl = ", &sizes);
    let format = Format::of(tensor.r#type()).expect("the tensor is stored");
    for (level, array) in format.arrays() {
        let is_alone = interleaved(levels, level).1 == 1;
        let (name, array) = match array {
            Array::Coordinates if is_alone => ("crd", coordinates(builder, tensor, level)),
            Array::Coordinates => ("crd", used_array(builder, tensor, StoredArray::Level(level, array))),
            Array::Positions => ("pos", used_array(builder, tensor, StoredArray::Level(level, array))),
        };
        printer.array(&format!("{name}[{level}] : "), by_batches(builder, tensor, array));
    }
    let values = used_array(builder, tensor, StoredArray::Values);
    printer.array("values : ", by_batches(builder, tensor, values));
    printer.text("----\n");
}

struct Printer<'a, 'c> {
    builder: &'a Builder<'c>,
    anchor: Op<'c>,
}

impl<'c> Printer<'_, 'c> {
    fn text(&self, text: &str) {
        print_text(self.builder, text);
    }

    fn line(&self, value: Value<'c>) {
        print_value(self.builder, value);
        self.text("\n");
    }

    fn sizes(&self, name: &str, sizes: &[Value<'c>]) {
        self.text(name);
        self.text("( ");
        for (at, size) in sizes.iter().enumerate() {
            if at > 0 {
                self.text(", ");
            }
            print_value(self.builder, *size);
        }
        self.text(" )\n");
    }

    fn array(&self, name: &str, array: Value<'c>) {
        self.text(name);
        let r#type = array.r#type();
        let element = self.builder.scalar_type(r#type);
        let function = format!("lacuna.print.{}", spelled(element));
        let function = define(self.builder, self.anchor, &function, &[r#type], &[], |builder, arguments| {
            print_array(builder, arguments[0]);
            Vec::new()
        });
        let callee = self.builder.parse_attribute(&format!("@{function}"));
        self.builder.create("func.call", &[array], &[], &[("callee", callee)], Vec::new());
    }
}

/// Prints an array; one of several dimensions as its rows, side by side.
fn print_array<'c>(builder: &Builder<'c>, array: Value<'c>) {
    print_rows(builder, array, &[]);
    print_text(builder, "\n");
}

fn print_rows<'c>(builder: &Builder<'c>, array: Value<'c>, above: &[Value<'c>]) {
    let is_row = shape(array.r#type()).is_none_or(|sizes| sizes.len() == above.len() + 1);
    print_text(builder, "( ");
    let count = dimension_size(builder, array, above.len());
    builder.for_loop((builder.index(0), count, builder.index(1)), &[], |builder, at, _| {
        let place: Vec<_> = above.iter().copied().chain([at]).collect();
        if is_row {
            let is_later = builder.compare(ComparePredicate::NotEqual, at, builder.index(0));
            let comma = |builder: &Builder<'c>| {
                print_text(builder, ", ");
                Vec::new()
            };
            builder.if_else(is_later, &[], comma, |_| Vec::new());
            print_value(builder, builder.load(array, &place));
        } else {
            print_rows(builder, array, &place);
        }
        Vec::new()
    });
    print_text(builder, " )");
}

/// Prints a number; of a complex one, its parts.
fn print_value<'c>(builder: &Builder<'c>, value: Value<'c>) {
    let text = value.r#type().to_string();
    if let Some(part) = text.strip_prefix("complex<").and_then(|text| text.strip_suffix('>')) {
        let part = builder.parse_type(part);
        print_text(builder, "( ");
        print_value(builder, builder.value("complex.re", &[value], part, &[]));
        print_text(builder, ", ");
        print_value(builder, builder.value("complex.im", &[value], part, &[]));
        return print_text(builder, " )");
    }
    let punctuation = builder.parse_attribute("#vector.punctuation<no_punctuation>");
    builder.create("vector.print", &[value], &[], &[("punctuation", punctuation)], Vec::new());
}

fn print_text(builder: &Builder<'_>, text: &str) {
    let text = ("stringLiteral", builder.string_attribute(text));
    builder.create("vector.print", &[], &[], &[text], Vec::new());
}
