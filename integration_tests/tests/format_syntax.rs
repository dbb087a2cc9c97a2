//! The runtime and the dialect read and print the same syntax of formats.

use lacuna_dialects::{format::Format as Attribute, register::all_dialects};
use lacuna_passes::levels::filling::fills_up;
use lacuna_runtime::format::Format;
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

/// Formats, and whether they hold values of points that nobody stored.
const FILLED: [(&str, bool); 25] = [
    ("(i, j) -> (i : dense, j : compressed)", false),
    ("(i, j) -> (i : compressed(nonunique), j : singleton)", false),
    ("(i, j) -> (i : compressed, j : hashed)", false),
    ("(i, j) -> (i : batch, j : loose_compressed)", false),
    ("(i, j) -> (i : dense, j : dense)", true),
    ("(i, j) -> (i : compressed, j : dense)", true),
    ("(i, j) -> (i floordiv 4 : dense, j : compressed, i mod 4 : dense)", true),
    ("(i, j) -> (i floordiv 4 : dense, j : compressed, i mod 4 : structured[2, 4])", true),
    ("(i) -> (i floordiv 4 : dense, i mod 4 : structured[2, 4])", true),
    ("(i, j) -> (j - i : compressed, i : range, j : offset)", true),
    ("(i, j) -> (_ : dense, i : dense, j : singleton)", true),
    ("(i, j) -> (i : dense, j : compressed(full))", true),
    ("(i, j) -> (i : compressed, j : loose_compressed(full))", true),
    ("(i, j) -> (i : compressed(full), j : dense)", true),
    ("(i, j) -> (i : compressed(full), j : compressed)", false),
    ("(i, j) -> (i : compressed(full), j : singleton)", false),
    ("(i, j) -> (i floordiv 2 : dense, i mod 2 : structured[2, 2], j : singleton)", false),
    // Lists at the end hold what is there, whatever stands above.
    ("(i, j, k) -> (i : compressed, j : dense, k : compressed)", false),
    ("(i, j) -> (i floordiv 4 : compressed, i mod 4 : dense, j : compressed)", false),
    ("(i, j) -> (i floordiv 4 : dense, i mod 4 : structured[2, 4], j : compressed)", false),
    ("(i, j) -> (i : dense, j floordiv 4 : hashed, j mod 4 : compressed)", false),
    ("(i, j) -> (i : compressed, i + j : compressed, j : compressed)", false),
    // One child a parent: there are others than entries where there are parents without entries.
    ("(i, j) -> (i : dense, j : singleton)", false),
    ("(i, j, k) -> (i : compressed, j : dense, k : singleton)", true),
    ("(i, j) -> (i : compressed, j - i : compressed, j : offset)", false),
];

#[test]
fn both_know_alike_which_formats_fill_up() {
    let context = context();
    for (text, expected) in FILLED {
        let runtime = Format::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(runtime.fills_up(), expected, "{text}");
        let attribute = ir::Attribute::parse(&context, &format!("#stensor.format<{text}>"));
        let format = attribute.and_then(Attribute::from_attribute).unwrap_or_else(|| panic!("{text} is no format"));
        assert_eq!(fills_up(format), expected, "{text}");
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
        "(i, j) -> (i : dense, j : singleton(interleaved))",
        "(i) -> (i : compressed(nonunique, full))",
        "(i) -> (i : loose_compressed(nonunique, full))",
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
