//! The runtime and the compiler take the same formats, and refuse others for the same reasons: both ask the value, which an
//! attribute and a text must therefore have in common.

use lacuna_dialects::{
    format::{Format as Attribute, has_flawed_format, level_word},
    register::all_dialects,
};
use lacuna_layout::{Format, LevelKind};
use melior::{Context, ir};

fn context() -> Context {
    let context = Context::new_with_registry(&all_dialects(), false);
    context.load_all_available_dialects();
    context.attach_diagnostic_handler(|_| true);
    context
}

/// A format as the dialect reads it, if it does.
fn attribute<'c>(context: &'c Context, text: &str) -> Option<Attribute<'c>> {
    ir::Attribute::parse(context, &format!("#stensor.format<{text}>")).and_then(Attribute::from_attribute)
}

/// What is wrong with the value of an attribute.
fn flaw(format: Attribute<'_>) -> Option<String> {
    format.flaw().map(ToString::to_string)
}

const GOOD: [&str; 26] = [
    "(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])",
    "(i, j) -> (i : dense, j : loose_compressed)",
    "(i, j) -> (i - i + j : dense, i : compressed)",
    "(i, j) -> ((i * 4 + j) floordiv 4 : compressed, j floordiv 4 : dense, j mod 4 : dense)",
    "(i, j) -> (-i + j : compressed, i : range, j : offset)",
    "() -> ()",
    "(i, j) -> (i : dense, j : compressed)",
    "(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))",
    "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)",
    "(i) -> (i floordiv 8 : compressed, (i mod 8) floordiv 2 : dense, i mod 8 mod 2 : dense)",
    "(i) -> (i floordiv 4 floordiv 2 : compressed, i floordiv 4 mod 2 : dense, i mod 4 : dense)",
    "(i) -> (i + 3 : hashed)",
    "(i) -> (3 - i : compressed)",
    "(i, j) -> (i : dense, i + j : compressed)",
    "(i, j) -> (i : dense, i + j : compressed, j : offset)",
    "(i, j) -> (i : dense, i + j : compressed, j floordiv 2 : offset)",
    "(i, j) -> (j - i : compressed, i : range, j : offset)",
    "(i, j) -> (j * 2 : compressed, i : dense, j : compressed)",
    "(i, j) -> (i floordiv 2 : dense, i : compressed, j : compressed)",
    "(i, j) -> (0 : dense, i : dense, j : compressed)",
    "(i, j) -> (_ : dense, i : dense, j : singleton)",
    "(i, j) -> (_ : dense, i : dense, j floordiv 2 : singleton, j mod 2 : dense)",
    "(i, j, k) -> (i : batch, j : batch, k : compressed)",
    "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])",
    "(i, j) -> (i : dense, j : compressed, j mod 1 : structured[1, 1])",
    "(i, j) -> (i : dense, j : compressed, 0 : structured[1, 1])",
];

#[test]
fn a_context_knows_whether_a_format_has_a_flaw() {
    let context = context();
    assert!(!has_flawed_format(&context), "no format was made");
    assert!(GOOD.iter().all(|text| attribute(&context, text).is_some()));
    assert!(!has_flawed_format(&context), "all formats are good");
    attribute(&context, "(i, j) -> (j - i : compressed)").expect("the dialect reads it");
    // Whoever asks is told so.
    assert!(has_flawed_format(&context) && has_flawed_format(&context));
    assert!(!has_flawed_format(&self::context()), "contexts are judged apart");
}

#[test]
fn both_take_what_makes_sense() {
    let context = context();
    for text in GOOD {
        assert_eq!(Format::parse(text).err(), None, "{text}");
        let format = attribute(&context, text).unwrap_or_else(|| panic!("the dialect does not read {text}"));
        assert_eq!(flaw(format), None, "{text}");
    }
}

/// Formats that the dialect reads, and what is wrong with them.
const BAD: [(&str, &str); 27] = [
    (
        "(i) -> (i ceildiv 4 : compressed, i : compressed)",
        "level 0 (compressed) must be a sum of dimensions, quotients and remainders",
    ),
    (
        "(i, j) -> (j - i : dense, i - i + j : dense, i : range)",
        "level 0 (dense) needs coordinates of at least 0, `j - i` can be negative: store it compressed",
    ),
    ("(i) -> (i floordiv 4 : dense)", "dimension 0 (i) is not determined by the levels"),
    ("(i) -> (i * 2 : compressed)", "dimension 0 (i) is not determined by the levels"),
    ("(i, j) -> (j - i : compressed)", "dimension 0 (i) is not determined by the levels"),
    ("(i, j) -> (i : dense, j mod 4 : dense)", "dimension 1 (j) is not determined by the levels"),
    ("(i, j) -> (i + j : compressed, i - j : compressed)", "dimension 0 (i) is not determined by the levels"),
    (
        "(i, j) -> (i mod 2 : dense, i : compressed, j : compressed)",
        "level 0 (dense) follows from the other levels, and is neither a sum nor a quotient of them: leave it out",
    ),
    (
        "(i) -> (i : compressed, 200 - i mod 4 : compressed)",
        "level 1 (compressed) follows from the other levels, and is neither a sum nor a quotient of them: leave it out",
    ),
    (
        "(i, j) -> (i : dense, i + j : compressed, j floordiv 2 : offset, j mod 2 : offset)",
        "level 3 (offset) follows from the other levels, and is neither a sum nor a quotient of them: leave it out",
    ),
    (
        "(i) -> (i floordiv 4 : compressed, 200 - i mod 4 : compressed)",
        "level 1 (compressed) must store the remainder alone, found `200 - i mod 4`",
    ),
    (
        "(i, j) -> (i floordiv 4 : dense, j : compressed, j + i mod 4 : compressed)",
        "level 2 (compressed) must store the remainder alone, found `j + i mod 4`",
    ),
    (
        "(i, j) -> (j - i : dense, i : dense)",
        "level 0 (dense) needs coordinates of at least 0, `j - i` can be negative: store it compressed",
    ),
    (
        "(i, j) -> (j - i : dense, i : range, j : offset)",
        "level 0 (dense) needs coordinates of at least 0, `j - i` can be negative: store it compressed",
    ),
    (
        "(i, j) -> (j - i : hashed, i : range)",
        "level 0 (hashed) needs coordinates of at least 0, `j - i` can be negative: store it compressed",
    ),
    (
        "(i) -> (i floordiv 4 : compressed, 2 - i mod 4 : dense)",
        "level 1 (dense) must store the remainder alone, found `2 - i mod 4`",
    ),
    (
        "(i, j, k) -> (i : dense, k : dense, j : offset, j : compressed)",
        "level 2 (offset) must be determined by the levels above, they do not determine j",
    ),
    ("(i) -> (i : structured[2, 4])", "level 0 (structured) must be a remainder `mod 4`, found `i`"),
    (
        "(i) -> (i floordiv 8 : dense, i mod 8 : structured[2, 4])",
        "level 1 (structured) must be a remainder `mod 4`, found `i mod 8`",
    ),
    (
        "(i) -> (i floordiv 4 : dense, i mod 4 + 1 : structured[2, 4])",
        "level 1 (structured) must store the remainder alone, found `i mod 4 + 1`",
    ),
    ("(i, j) -> (_ : dense, i : dense, _ : dense, j : singleton)", "level 2 (_) may stand once, it is level 0 too"),
    ("(i) -> (_ : compressed, i : singleton)", "level 0 (_) must be dense, found compressed"),
    ("(i) -> (_ : batch, i : compressed)", "level 0 (_) must be dense, found batch"),
    (
        "(i, j) -> (_ : dense, i : dense, j : compressed)",
        "level 0 (_) needs a singleton level as the first below it that is not dense, level 2 is compressed",
    ),
    (
        "(i, j) -> (_ : dense, j : hashed, i : singleton)",
        "level 0 (_) needs a singleton level as the first below it that is not dense, level 1 is hashed",
    ),
    ("(i) -> (_ : dense, i : dense)", "level 0 (_) needs a singleton level below it, found none"),
    (
        "(i, j) -> (_ : dense, i : dense, j - i : singleton)",
        "level 0 (_) needs coordinates of at least 0 below it, because unused slots store 0: `j - i` of level 2 can be negative",
    ),
];

#[test]
fn both_refuse_what_makes_no_sense_and_say_why() {
    let context = context();
    for (text, why) in BAD {
        assert_eq!(Format::parse(text).expect_err(text).to_string(), why, "{text}");
        let format = attribute(&context, text).unwrap_or_else(|| panic!("the dialect does not read {text}"));
        assert_eq!(flaw(format).as_deref(), Some(why), "{text}");
    }
}

/// Whether both take a format, or neither does.
fn agree(context: &Context, text: &str) -> bool {
    let compiler = attribute(context, text).is_some_and(|format| flaw(format).is_none());
    Format::parse(text).is_ok() == compiler
}

/// Every list of levels, each with one of these expressions and words.
fn formats(count: usize, expressions: &[&str], words: &[&str]) -> Vec<String> {
    let levels =
        expressions.iter().flat_map(|expression| words.iter().map(move |word| format!("{expression} : {word}")));
    let levels: Vec<_> = levels.collect();
    let mut lists = vec![String::new()];
    for _ in 0..count {
        let longer = |list: &String| {
            let separator = if list.is_empty() { "" } else { ", " };
            levels.iter().map(|level| format!("{list}{separator}{level}")).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists.into_iter().map(|list| format!("(i, j) -> ({list})")).collect()
}

#[test]
fn both_agree_on_all_short_formats() {
    let context = context();
    let words = [
        "dense",
        "compressed",
        "compressed(nonunique)",
        "singleton",
        "range",
        "offset",
        "hashed",
        "structured[1, 2]",
        "batch",
    ];
    let expressions =
        ["i", "j", "_", "0", "j - i", "i + j", "i floordiv 2", "i mod 2", "3 - j mod 4", "(j - i) floordiv 2", "j * 2"];
    let pairs = formats(2, &expressions, &words);
    let few_words = ["dense", "compressed", "singleton", "offset", "range"];
    let triples = formats(3, &["i", "j", "_", "j - i", "i floordiv 2", "i mod 2"], &few_words);
    let disputed: Vec<_> = pairs.iter().chain(&triples).filter(|text| !agree(&context, text)).collect();
    assert_eq!(disputed, [""; 0], "{} formats", disputed.len());
}

#[test]
fn both_agree_on_properties() {
    let context = context();
    let words = ["dense", "compressed", "loose_compressed", "singleton", "hashed", "offset", "range"];
    let properties = ["nonunique", "unordered", "full", "interleaved", "nonunique, full", "unordered, full"];
    for word in words {
        for property in properties {
            for above in ["i : compressed", "i : compressed(nonunique), j - i : compressed(nonunique)"] {
                let text = format!("(i, j) -> ({above}, j : {word}({property}))");
                assert!(agree(&context, &text), "{text}");
            }
        }
    }
}

#[test]
fn both_have_the_same_level_formats() {
    let words: Vec<_> = (0..).map_while(level_word).collect();
    assert_eq!(words, LevelKind::ALL.map(LevelKind::word));
    let context = context();
    let mut seen: Vec<&str> = Vec::new();
    for text in GOOD {
        let value = Format::parse(text).expect(text);
        seen.extend(value.levels.iter().map(|level| level.kind.word()));
        let read = attribute(&context, text).unwrap_or_else(|| panic!("the dialect does not read {text}"));
        // MLIR simplifies expressions.
        let kinds = |format: &Format| format.levels.iter().map(|level| level.kind).collect::<Vec<_>>();
        assert_eq!(kinds(&read.description().value), kinds(&value), "{text}");
        let made = Attribute::new(&context, &value).unwrap_or_else(|| panic!("no attribute of {text}"));
        assert_eq!(kinds(&made.description().value), kinds(&value), "{text}");
    }
    let is_unseen = |word: &&&str| !seen.contains(*word);
    assert_eq!(words.iter().find(is_unseen), None, "no good format has such a level");
}

/// What is wrong with levels where they stand, the dialect says in the words of the value.
#[test]
fn misfits_are_refused_where_formats_are_read() {
    let context = Context::new_with_registry(&all_dialects(), false);
    context.load_all_available_dialects();
    for (text, why) in [
        ("(i) -> (i : singleton)", "level 0 (singleton) needs a level above it, it is the top level"),
        (
            "(i, j) -> (i : dense, j : batch)",
            "level 1 (batch) may stand below batch levels only, it stands below dense",
        ),
        ("(i) -> (i : hashed(nonunique))", "level 0 (hashed) cannot be nonunique"),
        (
            "(i, j) -> (i : batch, j : singleton)",
            "level 1 (singleton) needs a level above it inside the batch, it stands below a batch level",
        ),
    ] {
        assert_eq!(Format::parse(text).expect_err(text).to_string(), why);
        let said = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let sink = said.clone();
        let id = context.attach_diagnostic_handler(move |diagnostic| {
            sink.lock().expect("one thread").push(diagnostic.to_string());
            true
        });
        assert!(attribute(&context, text).is_none(), "{text}");
        context.detach_diagnostic_handler(id);
        assert_eq!(*said.lock().expect("one thread"), [why], "{text}");
    }
}
