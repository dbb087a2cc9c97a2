//! Printing formats: the text that [`Format::parse`] reads, with canonical names of dimensions.

use std::fmt;

use crate::{Format, Level, LevelKind, Width, dimension_name};

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dimensions: Vec<String> = (0..self.order).map(dimension_name).collect();
        let levels: Vec<String> = self.levels.iter().map(Level::to_string).collect();
        write!(f, "({}) -> ({})", dimensions.join(", "), levels.join(", "))?;
        for (name, width) in [("positions", self.position_width), ("coordinates", self.coordinate_width)] {
            if width != Width::default() {
                write!(f, ", {name} = {width}")?;
            }
        }
        self.fill.map_or(Ok(()), |fill| write!(f, ", fill = {fill}"))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {}", self.expr, self.storage())
    }
}

/// How a level is stored, without what it stores: `compressed(nonunique)`.
struct Storage<'a>(&'a Level);

impl Level {
    /// How it is stored, as it is printed.
    pub fn storage(&self) -> impl fmt::Display {
        Storage(self)
    }
}

impl fmt::Display for Storage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.0;
        write!(f, "{}", level.kind)?;
        let properties = [
            ("nonunique", !level.unique),
            ("unordered", !level.ordered && level.format().is_ordered_by_default()),
            ("full", level.full && !level.format().is_always_full()),
            ("interleaved", level.interleaved),
        ];
        let words: Vec<&str> = properties.into_iter().filter_map(|(word, holds)| holds.then_some(word)).collect();
        if words.is_empty() { Ok(()) } else { write!(f, "({})", words.join(", ")) }
    }
}

impl fmt::Display for LevelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sizes() {
            Some((n, m)) => write!(f, "{}[{n}, {m}]", self.word()),
            None => f.pad(self.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Format;

    #[test]
    fn texts_round_trip() {
        for text in [
            "() -> ()",
            "(i, j) -> (i : dense, j : compressed)",
            "(i, j) -> (j : dense, i : compressed)",
            "(i, j) -> (i : compressed(nonunique), j : singleton)",
            "(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered, interleaved))",
            "(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)",
            "(i, j) -> (j - i : compressed, i : range, j : offset)",
            "(i, j) -> (_ : dense, i : dense, j : singleton)",
            "(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])",
            "(i, j) -> (i : dense, j : compressed(full)), positions = 64, coordinates = 16",
            "(i, j) -> (i : hashed, j floordiv 4 : loose_compressed, j mod 4 : structured[2, 4])",
            "(i, j, k, l, m, n, d6) -> (d6 : batch, i : dense, j : dense, k : dense, l : dense, m : dense, n : dense)",
            "(i, j) -> (i : dense, i * -2 + j - (i - 1) : compressed)",
            "(i) -> ((i + 1) * 3 : compressed, i : compressed)",
            "(i) -> (i : compressed), fill = 1.500000e+00 : f64",
            "(i) -> (i : compressed), positions = 64, coordinates = 8, fill = -9223372036854775808 : i64",
            "(i) -> (i : compressed), fill = 0x7F800000 : f32",
        ] {
            let format = Format::parse(text).unwrap();
            assert_eq!(format.to_string(), text);
            assert_eq!(Format::parse(&format!(" #stensor.format< {text} > ")).unwrap(), format);
        }
    }

    #[test]
    fn other_spellings_print_canonically() {
        let printed = |text: &str| Format::parse(text).unwrap().to_string();
        assert_eq!(printed("(row,col)->(col:dense,row:compressed)"), "(i, j) -> (j : dense, i : compressed)");
        assert_eq!(printed("(i) -> (2 * i - i : compressed), positions = 32"), "(i) -> (i * 2 - i : compressed)");
        assert_eq!(
            printed("(a, b) -> (a : dense, b + -a : compressed)"),
            "(i, j) -> (i : dense, j + i * -1 : compressed)"
        );
        assert_eq!(
            printed("(i) -> (i : compressed), fill = -0.5 : f32, coordinates = 64"),
            "(i) -> (i : compressed), coordinates = 64, fill = -5.000000e-01 : f32"
        );
        assert_eq!(printed("(i) -> (i : dense), fill = 7:i32"), "(i) -> (i : dense), fill = 7 : i32");
        assert_eq!(
            printed("(a) -> (a : dense(full), -3 + -(-2) : compressed)"),
            "(i) -> (i : dense, -3 + 2 : compressed)"
        );
    }

    #[test]
    fn syntax_errors_name_the_column() {
        let error = |text: &str| Format::parse(text).unwrap_err().to_string();
        assert_eq!(error("(i) -> i : dense"), "column 8: expected `(`, found `i`");
        assert_eq!(error("(i) -> (i dense)"), "column 11: expected `:`, found `dense`");
        assert_eq!(error("(i) -> (k : dense)"), "column 9: expected a dimension (i), a number or `(`, found `k`");
        assert_eq!(error("(i, i) -> (i : dense)"), "column 5: expected a new name for a dimension, found `i`");
        assert_eq!(error("(i) -> (i floordiv 0 : dense)"), "column 20: expected a divisor of at least 1, found `0`");
        assert_eq!(error("(i) -> (i : dense"), "column 18: expected `,` or `)`, found the end of the text");
        assert_eq!(
            error("(i) -> (i : dense), positions = 12"),
            "column 33: expected a width of 8, 16, 32 or 64, found `12`"
        );
        assert_eq!(
            error("#stensor.format<(i) -> (i : dense(sorted))>"),
            "column 35: expected nonunique, unordered, full or interleaved, each once, found `sorted`"
        );
        assert_eq!(
            error("(i) -> (i : compressed(unordered, nonunique, unordered))"),
            "column 46: expected nonunique, unordered, full or interleaved, each once, found `unordered`"
        );
        assert_eq!(error("(i) -> (i : dense), fill = x"), "column 28: expected a number, found `x`");
        assert_eq!(
            error("(i) -> (i : dense), fill = 1.5 : f16"),
            "column 34: expected an element type (f64, f32, i64, i32, i16 or i8), found `f16`"
        );
        assert_eq!(error("(i) -> (i : dense), fill = 1.5 : i32"), "column 28: expected a literal of i32, found `1.5`");
        assert_eq!(
            error("(i) -> (i : dense), positions = 8, positions = 8"),
            "column 36: expected positions, coordinates or fill, each once, found `positions`"
        );
        assert!(error("(i) -> (i : dens)").starts_with("column 13: expected a level format (dense, "));
        assert!(error(&"(".repeat(100_000)).starts_with("column 2: "));
        let long = format!("(i) -> ({}i : dense)", "i + ".repeat(100_000));
        assert!(error(&long).contains("a shorter expression"));
        let deep = format!("(i) -> ({} : dense)", "(".repeat(100_000));
        assert!(error(&deep).contains("at most 64 nested parentheses"));
        assert!(error(&deep.replace('(', "-").replacen("-i- -> -", "(i) -> (", 1)).contains("column"));
    }
}
