//! The runtime and the dialect read and print the same syntax of formats.

use lacuna_dialects::{format::Format as Attribute, register::all_dialects};
use lacuna_layout::{DimExpr, Format, Level, LevelKind};
use melior::{Context, ir};

const TEXTS: [&str; 14] = [
    "(i, j) -> (i : dense, j : compressed)",
    "(i, j) -> (j : dense, i : compressed)",
    "(i, j) -> (i : compressed(nonunique), j : singleton)",
    "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)",
    "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)",
    "(i, j) -> (j - i : compressed, i : range, j : offset)",
    "(i, j) -> (_ : dense, i : dense, j : singleton)",
    "(i) -> (i : hashed)",
    "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])",
    "(i, j) -> (i : batch, j : loose_compressed(unordered))",
    "(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))",
    "(i) -> (i : compressed), positions = 64, coordinates = 8",
    "(i, j) -> (i : dense, j : compressed(full))",
    "(i, j) -> (i : compressed(unordered, full), j : loose_compressed(full))",
];

fn context() -> Context {
    let context = Context::new_with_registry(&all_dialects(), false);
    context.load_all_available_dialects();
    context
}

#[test]
fn both_accept_and_print_alike() {
    let context = context();
    for text in TEXTS {
        let runtime = Format::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(runtime.to_string(), text);
        let attribute = ir::Attribute::parse(&context, &format!("#stensor.format<{text}>"))
            .unwrap_or_else(|| panic!("the dialect does not read {text}"));
        assert_eq!(attribute.to_string(), format!("#stensor.format<{text}>"));
        let format = Attribute::from_attribute(attribute).expect("the attribute is a format");
        assert_eq!(format.level_count(), runtime.levels.len());
        for (level, stored) in format.levels().iter().zip(&runtime.levels) {
            assert_eq!(level.kind.word(), stored.kind.word());
            assert_eq!((level.unique, level.ordered), (stored.unique, stored.ordered), "{text}");
        }
    }
}

/// Formats that are spelled in several ways, or have a fill value.
const VALUES: [&str; 12] = [
    "() -> ()",
    "(i, j) -> (j - i : compressed, i : range, j : offset)",
    "(i, j) -> (-i + j : compressed, i : dense)",
    "(i, j) -> (i : dense, i * -2 + j - (i - 1) : compressed)",
    "(i) -> (i floordiv 4 floordiv 2 : dense, i floordiv 4 mod 2 : dense, i mod 4 : structured[2, 4])",
    "(i, j) -> ((i * 4 + j) floordiv 4 : dense, i : dense, j mod 4 : dense)",
    "(i, j) -> (_ : dense, i : dense, j : singleton), coordinates = 8",
    "(i) -> (i : compressed), fill = 1.5 : f64",
    "(i) -> (i : compressed), fill = -3.0 : f32",
    "(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64",
    "(i) -> (i : compressed), fill = -7 : i8",
    "(i) -> (i : hashed), positions = 64, fill = 9223372036854775807 : i64",
];

#[test]
fn values_go_to_attributes_and_back() {
    let context = context();
    for text in TEXTS.into_iter().chain(VALUES) {
        let value = Format::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let parsed = ir::Attribute::parse(&context, &format!("#stensor.format<{text}>"));
        let parsed = parsed.and_then(Attribute::from_attribute).unwrap_or_else(|| panic!("{text} is no format"));
        assert_eq!(parsed.description().value.clone().canonical(), value.clone().canonical(), "{text}");
        let built = Attribute::new(&context, &value).unwrap_or_else(|| panic!("{text} is no attribute"));
        assert_eq!(built, parsed, "{text}");
        // MLIR keeps `-i + j` and `j - i` apart, but they print alike, and are one value.
        let again = Attribute::new(&context, &parsed.description().value);
        assert_eq!(again.map(|format| format.to_string()), Some(parsed.to_string()), "{text}");
    }
}

#[test]
fn fill_values_of_all_types_go_to_values_and_back() {
    let context = context();
    for fill in ["0x3C00 : f16", "1.5 : bf16", "true", "5 : i4", "-1 : index"] {
        let text = format!("#stensor.format<(i) -> (i : compressed), fill = {fill}>");
        let attribute = ir::Attribute::parse(&context, &text).and_then(Attribute::from_attribute);
        let attribute = attribute.unwrap_or_else(|| panic!("the dialect does not read {text}"));
        assert!(attribute.description().value.fill.is_some(), "{text}");
        assert_eq!(Attribute::new(&context, &attribute.description().value), Some(attribute), "{text}");
    }
}

#[test]
fn values_that_are_no_attributes_are_refused() {
    let context = context();
    context.attach_diagnostic_handler(|_| true);
    let levels = vec![Level::new(DimExpr::Dim(0), LevelKind::Structured { n: 5, m: 4 })];
    assert_eq!(Attribute::new(&context, &Format::with_defaults(1, levels)), None);
    let levels = vec![Level::new(DimExpr::Dim(0), LevelKind::Singleton)];
    assert_eq!(Attribute::new(&context, &Format::with_defaults(1, levels)), None);
}

#[test]
fn both_refuse_alike() {
    let context = context();
    context.attach_diagnostic_handler(|_| true);
    for text in [
        "(i) -> (i : offset)",
        "(i) -> (i : compressed, i : offset)",
        "(i, j) -> (i : dense, i + j : offset, j : compressed)",
        "(i, j) -> (i : range, j : dense)",
        "(i, j) -> (i : dense, j : range)",
        "(i, j) -> (i + j : compressed, i : range, j : offset)",
        "(i, j) -> (j - i : compressed, i floordiv 2 : range, i mod 2 : dense)",
        "(i, j, k) -> (j - i : compressed, k : range, i : dense)",
        "(i) -> (i : singleton)",
        "(i, j) -> (i : dense, j : batch)",
        "(i, j) -> (i : dense, j : singleton(interleaved))",
        "(i) -> (i : compressed(nonunique, full))",
        "(i) -> (i : loose_compressed(nonunique, full))",
        "(i) -> (i : compressed(unordered, unordered))",
    ] {
        assert!(Format::parse(text).is_err(), "the runtime reads {text}");
        // The verifier of the attribute asks for what needs no map, passes for the rest.
        let read =
            ir::Attribute::parse(&context, &format!("#stensor.format<{text}>")).and_then(Attribute::from_attribute);
        let has_flaw = |format: Attribute<'_>| format.description().value.flaw().is_some();
        assert!(read.is_none_or(has_flaw), "the compiler takes {text}");
    }
}

#[test]
fn named_formats_are_formats_of_the_dialect() {
    let context = context();
    for name in ["csr", "csc", "coo", "dcsr", "dcsc", "csf", "bcsr:4x4", "csb:2x3", "ell", "dia", "hash", "dense"] {
        let text = Format::named(name, 2).unwrap_or_else(|error| panic!("{name}: {error}")).to_string();
        assert!(
            ir::Attribute::parse(&context, &format!("#stensor.format<{text}>")).is_some(),
            "the dialect does not read {name}: {text}"
        );
    }
}
