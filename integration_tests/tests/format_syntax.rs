//! The runtime and the dialect read and print the same syntax of formats.

use lacuna_dialects::{format::Format as Attribute, register::all_dialects};
use lacuna_runtime::format::Format;
use melior::{Context, ir};

const TEXTS: [&str; 13] = [
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
        "(i, j) -> (j - i : dense, i : range, j : offset)",
        "(i, j) -> (i : dense, j : singleton(interleaved))",
    ] {
        assert!(Format::parse(text).is_err(), "the runtime reads {text}");
        assert!(
            ir::Attribute::parse(&context, &format!("#stensor.format<{text}>")).is_none(),
            "the dialect reads {text}"
        );
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
