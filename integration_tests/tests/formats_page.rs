//! `docs/formats.md` shows the arrays that the runtime packs, for every named format, level word and property.
//! `./x docs` draws its pictures anew.

use lacuna_integration_tests::pictures::picture;
use lacuna_layout::Format;
use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the workspace").to_owned()
}

const FENCE: &str = "```text picture ";

/// The page with its pictures drawn anew, and what they show.
fn redraw(page: &str) -> (String, Vec<String>) {
    let mut wanted = Vec::new();
    let mut text = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        if let Some(request) = line.strip_prefix(FENCE) {
            text += &picture(request).unwrap_or_else(|error| panic!("docs/formats.md, {request}: {error}"));
            text += "```\n";
            lines.by_ref().find(|line| *line == "```");
            wanted.push(request.to_owned());
        }
    }
    (text, wanted)
}

fn page() -> (PathBuf, String) {
    let path = root().join("docs/formats.md");
    let page = fs::read_to_string(&path).expect("docs/formats.md is there");
    (path, page)
}

#[test]
fn pictures_are_what_is_packed() {
    let (path, page) = page();
    let (fresh, _) = redraw(&page);
    if env::var_os("LACUNA_BLESS").is_some() {
        fs::write(path, fresh).expect("docs/ is writable");
    } else {
        assert!(fresh == page, "docs/formats.md does not show what the runtime packs: run ./x docs");
    }
}

#[test]
fn every_named_format_has_a_picture() {
    let (_, wanted) = redraw(&page().1);
    let formats: Vec<&str> =
        wanted.iter().filter_map(|request| request.split_once('=')).map(|(_, format)| format).collect();
    for (name, _) in Format::names() {
        let name = name.split(':').next().unwrap_or_default();
        assert!(
            formats.iter().any(|format| format.split(':').next() == Some(name)),
            "docs/formats.md has no picture of {name}"
        );
    }
}

#[test]
fn every_level_word_and_property_has_a_picture_and_a_line() {
    let (_, page) = page();
    let (fresh, _) = redraw(&page);
    let ods = fs::read_to_string(root().join("dialects/ods/StensorAttrs.td")).expect("the attributes are there");
    let words: Vec<&str> = ods
        .lines()
        .filter(|line| line.trim_start().starts_with("I32EnumAttrCase<"))
        .filter_map(|line| line.split('"').nth(3))
        .chain(["nonunique", "unordered", "full", "interleaved"])
        .collect();
    assert!(words.len() > 4, "the level words are not found in StensorAttrs.td");
    for word in words {
        assert!(page.contains(&format!("| `{word}")), "docs/formats.md does not say what {word} is");
        let is_shown = fresh
            .lines()
            .filter(|line| line.contains(") -> ("))
            .any(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word));
        assert!(is_shown, "docs/formats.md has no picture of {word}");
    }
}
