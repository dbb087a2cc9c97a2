//! Short names of formats: `csr`, `bcsr:4x4`, `dense,compressed@1,0`, and with settings `csr, fill = inf : f64`.

use super::parse::{self, Parser};
use crate::{DimExpr, Format, FormatError, Level, LevelKind};

/// The short names, each with a line of help.
pub(crate) const NAMES: &[(&str, &str)] = &[
    ("dense", "every value, row-major"),
    ("csr", "compressed rows (order 2)"),
    ("csc", "compressed columns (order 2)"),
    ("coo", "a sorted list of coordinates"),
    ("dcsr", "compressed rows, only those with entries (order 2)"),
    ("dcsc", "compressed columns, only those with entries (order 2)"),
    ("csf", "every level compressed"),
    ("bcsr:RxC", "compressed rows of dense R x C blocks (order 2)"),
    ("csb:RxC", "a dense grid of R x C blocks, each a list of coordinates (order 2)"),
    ("ell", "a fixed number of entries a row (order 2)"),
    ("sell:C:S", "C rows interleaved, sorted by length in windows of S (order 2); sell:C sorts none"),
    ("dia", "dense diagonals (order 2)"),
    ("hash", "a hash table a level, with one below each slot; compressed,hashed takes less room"),
];

/// Reads a short name, a list of levels or the text of a format. It is not validated.
pub(crate) fn format(text: &str, order: usize) -> Result<Format, FormatError> {
    let text = text.trim();
    if text.contains("->") {
        return attribute(text, order);
    }
    if let Some(place) = settings(text) {
        let named = format(&text[..place], order)?;
        // What stands before is replaced by blanks, so that columns stay those of the text given.
        let mut parser = Parser::new(&format!("{}{}", " ".repeat(place), &text[place..]))?;
        let named = parser.settings(named)?;
        parser.expect_end()?;
        return Ok(named);
    }
    let (head, suffix) = text.split_once('@').map_or((text, None), |(head, suffix)| (head.trim(), Some(suffix)));
    let (name, parameter) = head.split_once(':').map_or((head, None), |(name, rest)| (name.trim(), Some(rest.trim())));
    let name = name.to_ascii_lowercase();
    let is_name = NAMES.iter().any(|(known, _)| known.split(':').next() == Some(name.as_str()));
    let kinds = match is_name {
        true => match plain_levels(&name, order)? {
            Some(kinds) => {
                refuse("takes no parameter", &name, parameter)?;
                kinds
            }
            None => {
                refuse("takes no order of dimensions", &name, suffix)?;
                let levels = matrix_levels(&name, parameter)?;
                return Ok(Format::with_defaults(order, levels));
            }
        },
        false => level_list(text, head, order)?,
    };
    let dimensions = suffix.map_or_else(|| Ok((0..order).collect()), |suffix| permutation(suffix, order))?;
    let levels =
        kinds.into_iter().zip(dimensions).map(|(level, dimension)| Level { expr: DimExpr::Dim(dimension), ..level });
    Ok(Format::with_defaults(order, levels.collect()))
}

/// Where the settings of a named format begin, with the comma.
fn settings(text: &str) -> Option<usize> {
    let is_setting = |rest: &str| {
        let word = rest[1..].trim_start();
        parse::SETTINGS
            .iter()
            .any(|setting| word.strip_prefix(setting).is_some_and(|rest| rest.trim_start().starts_with('=')))
    };
    text.match_indices(',').map(|(place, _)| place).find(|place| is_setting(&text[*place..]))
}

fn attribute(text: &str, order: usize) -> Result<Format, FormatError> {
    let format = parse::attribute(text)?;
    if format.order == order {
        Ok(format)
    } else {
        let required = format.order.to_string();
        Err(FormatError::WrongOrder { name: text.to_owned(), required, found: order })
    }
}

fn refuse(problem: &'static str, name: &str, found: Option<&str>) -> Result<(), FormatError> {
    found
        .map_or(Ok(()), |found| Err(FormatError::Parameter { name: name.to_owned(), problem, found: found.to_owned() }))
}

/// The levels of the names that serve any order, in order of dimensions; `None` for the matrix
/// formats.
fn plain_levels(name: &str, order: usize) -> Result<Option<Vec<Level>>, FormatError> {
    let of_kind = |kind: LevelKind| (0..order).map(|dimension| Level::new(DimExpr::Dim(dimension), kind)).collect();
    let levels: Vec<Level> = match name {
        "dense" => return Ok(Some(Format::dense(order).levels)),
        "csf" => of_kind(LevelKind::Compressed),
        "hash" => of_kind(LevelKind::Hashed),
        "coo" => (0..order).map(|dimension| coo_level(dimension, order)).collect(),
        _ if order == 2 => return Ok(None),
        _ => return Err(wrong_order(name, "2", order)),
    };
    if order == 0 { Err(wrong_order(name, "1 and more", order)) } else { Ok(Some(levels)) }
}

fn wrong_order(name: &str, required: &str, found: usize) -> FormatError {
    FormatError::WrongOrder { name: name.to_owned(), required: required.to_owned(), found }
}

/// Every level of a coordinate list repeats coordinates but the last one.
fn coo_level(dimension: usize, order: usize) -> Level {
    let kind = if dimension == 0 { LevelKind::Compressed } else { LevelKind::Singleton };
    let level = Level::new(DimExpr::Dim(dimension), kind);
    if dimension + 1 == order { level } else { level.nonunique() }
}

fn matrix_levels(name: &str, parameter: Option<&str>) -> Result<Vec<Level>, FormatError> {
    use LevelKind::{Compressed, Dense, Offset, Range, Singleton, Sliced};
    let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
    let takes_sizes = matches!(name, "bcsr" | "csb" | "sell");
    if !takes_sizes {
        refuse("takes no parameter", name, parameter)?;
    }
    let levels = match name {
        "csr" => vec![Level::new(i(), Dense), Level::new(j(), Compressed)],
        "csc" => vec![Level::new(j(), Dense), Level::new(i(), Compressed)],
        "dcsr" => vec![Level::new(i(), Compressed), Level::new(j(), Compressed)],
        "dcsc" => vec![Level::new(j(), Compressed), Level::new(i(), Compressed)],
        "ell" => vec![Level::new(DimExpr::Slot, Dense), Level::new(i(), Dense), Level::new(j(), Singleton)],
        "dia" => vec![Level::new(j().minus(i()), Compressed), Level::new(i(), Range), Level::new(j(), Offset)],
        "sell" => {
            let (parents, window) = slice_size(name, parameter.unwrap_or(""))?;
            let rows = if window > parents {
                Level { full: true, ..Level::new(i(), Compressed).unordered() }
            } else {
                Level::new(i(), Dense)
            };
            vec![rows, Level::new(j(), Sliced { parents, window })]
        }
        _ => {
            let (rows, columns) = block_size(name, parameter.unwrap_or(""))?;
            let (outer_i, outer_j) = (i().floor_div(rows), j().floor_div(columns));
            let (inner_i, inner_j) = (i().modulo(rows), j().modulo(columns));
            if name == "bcsr" {
                let kinds = [(outer_i, Dense), (outer_j, Compressed), (inner_i, Dense), (inner_j, Dense)];
                kinds.into_iter().map(|(expr, kind)| Level::new(expr, kind)).collect()
            } else {
                vec![
                    Level::new(outer_i, Dense),
                    Level::new(outer_j, Dense),
                    Level::new(inner_i, Compressed).nonunique().unordered(),
                    Level::new(inner_j, Singleton).unordered(),
                ]
            }
        }
    };
    Ok(levels)
}

/// How many rows are interleaved, and the rows of a window; without one, rows stand in their order.
fn slice_size(name: &str, found: &str) -> Result<(u64, u64), FormatError> {
    let positive = |text: &str| text.trim().parse().ok().filter(|&size: &u32| size > 0).map(u64::from);
    let size = match found.split_once(':') {
        Some((rows, window)) => positive(rows).zip(positive(window)),
        None => positive(found).map(|rows| (rows, rows)),
    };
    let problem = "needs the rows of a slice and of a window after colons, such as 8:256";
    size.ok_or_else(|| FormatError::Parameter { name: name.to_owned(), problem, found: found.to_owned() })
}

fn block_size(name: &str, found: &str) -> Result<(i64, i64), FormatError> {
    let size = found.split_once(['x', 'X']).and_then(|(rows, columns)| {
        let positive = |text: &str| text.trim().parse().ok().filter(|&size: &i64| size > 0);
        Some((positive(rows)?, positive(columns)?))
    });
    let problem = "needs a block size such as 4x4 after a colon, at least 1x1";
    size.ok_or_else(|| FormatError::Parameter { name: name.to_owned(), problem, found: found.to_owned() })
}

/// The short name or level format of which two letters at most differ from a word, and not most of them.
fn nearest_word(word: &str) -> Option<&'static str> {
    let names = NAMES.iter().filter_map(|(name, _)| name.split(':').next());
    let known = names.chain(LevelKind::ALL.into_iter().map(LevelKind::word));
    let distance = |known: &str| strsim::damerau_levenshtein(known, &word.to_ascii_lowercase());
    let nearest = known.min_by_key(|known| distance(known))?;
    (distance(nearest) <= 2.min(word.len() / 2)).then_some(nearest)
}

fn level_list(text: &str, head: &str, order: usize) -> Result<Vec<Level>, FormatError> {
    let first_word = head.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
    if LevelKind::from_word(first_word).is_none() {
        let known: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        let nearest = nearest_word(first_word);
        return Err(FormatError::UnknownName { text: text.to_owned(), nearest, known: known.join(" ") });
    }
    let mut parser = Parser::new(head)?;
    let mut levels = vec![parser.level_kind(DimExpr::Slot)?];
    while parser.accept(",") {
        levels.push(parser.level_kind(DimExpr::Slot)?);
    }
    parser.expect_end()?;
    if levels.len() == order {
        Ok(levels)
    } else {
        Err(FormatError::LevelCount { text: head.to_owned(), found: levels.len(), order })
    }
}

fn permutation(suffix: &str, order: usize) -> Result<Vec<usize>, FormatError> {
    let dimensions: Option<Vec<usize>> = match suffix.trim() {
        "" => Some(Vec::new()),
        list => list.split(',').map(|dimension| dimension.trim().parse().ok()).collect(),
    };
    let is_permutation = |dimensions: &Vec<usize>| {
        let mut sorted = dimensions.clone();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..order)
    };
    dimensions
        .filter(is_permutation)
        .ok_or_else(|| FormatError::NotAPermutation { found: suffix.trim().to_owned(), order })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str, order: usize) -> String {
        Format::named(text, order).map_or_else(|error| error.to_string(), |format| format.to_string())
    }

    #[test]
    fn names_mean_their_levels() {
        assert_eq!(printed("dense", 0), "() -> ()");
        assert_eq!(printed("dense", 2), "(i, j) -> (i : dense, j : dense)");
        assert_eq!(printed("CSR", 2), "(i, j) -> (i : dense, j : compressed)");
        assert_eq!(printed("csc", 2), "(i, j) -> (j : dense, i : compressed)");
        assert_eq!(printed("dcsc", 2), "(i, j) -> (j : compressed, i : compressed)");
        assert_eq!(printed("coo", 1), "(i) -> (i : compressed)");
        assert_eq!(
            printed("coo", 3),
            "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)"
        );
        assert_eq!(printed("csf", 2), "(i, j) -> (i : compressed, j : compressed)");
        assert_eq!(printed("hash", 1), "(i) -> (i : hashed)");
        assert_eq!(printed("dia", 2), "(i, j) -> (j - i : compressed, i : range, j : offset)");
        assert_eq!(printed("sell:8:256", 2), "(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])");
        assert_eq!(printed("sell:4", 2), "(i, j) -> (i : dense, j : sliced[4, 4])");
        assert_eq!(printed("ell", 2), "(i, j) -> (_ : dense, i : dense, j : singleton)");
        assert_eq!(
            printed("bcsr:2x3", 2),
            "(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)"
        );
        assert_eq!(
            printed("csb:8x8", 2),
            "(i, j) -> (i floordiv 8 : dense, j floordiv 8 : dense, \
             i mod 8 : compressed(nonunique, unordered), j mod 8 : singleton(unordered))"
        );
    }

    #[test]
    fn lists_of_levels_take_an_order() {
        assert_eq!(printed("dense,compressed@1,0", 2), "(i, j) -> (j : dense, i : compressed)");
        assert_eq!(printed("dense@1, 0", 2), "(i, j) -> (j : dense, i : dense)");
        assert_eq!(
            printed("compressed(nonunique), singleton", 2),
            "(i, j) -> (i : compressed(nonunique), j : singleton)"
        );
        assert_eq!(printed("(a, b) -> (b : dense, a : compressed)", 2), "(i, j) -> (j : dense, i : compressed)");
    }

    #[test]
    fn names_take_settings() {
        assert_eq!(
            printed("csr, fill = inf : f64", 2),
            "(i, j) -> (i : dense, j : compressed), fill = 0x7FF0000000000000 : f64"
        );
        assert_eq!(
            printed("dense,compressed@1,0 ,coordinates=64, fill = -inf : f32", 2),
            "(i, j) -> (j : dense, i : compressed), coordinates = 64, fill = 0xFF800000 : f32"
        );
        assert_eq!(printed("csr, fill = inf : i32", 2), "column 13: expected a literal of i32, found `inf`");
        assert_eq!(
            printed("csr, fill = 1.0", 2),
            "column 16: expected `:` and the element type, as in `fill = 1.0 : f64`, found the end of the text"
        );
        assert_eq!(
            printed("csr, fill = 1.0 : f64, fill = 1.0 : f64", 2),
            "column 24: expected positions, coordinates or fill, each once, found `fill`"
        );
        assert_eq!(printed("csr, fill = 1.0 : f64 @1,0", 2), "column 23: expected the end of the text, found `@`");
    }

    #[test]
    fn refusals_say_what_was_wanted() {
        assert_eq!(printed("csr", 3), "format `csr` is for tensors of order 2, found order 3");
        assert_eq!(printed("coo", 0), "format `coo` is for tensors of order 1 and more, found order 0");
        assert_eq!(printed("dense,compressed", 3), "`dense,compressed` lists 2 levels, a tensor of order 3 needs 3");
        assert_eq!(printed("dense,compressed@0,0", 2), "`@0,0` is not an order of the 2 dimensions 0..2, each once");
        assert_eq!(
            printed("bcsr", 2),
            "format `bcsr` needs a block size such as 4x4 after a colon, at least 1x1, found nothing"
        );
        assert_eq!(
            printed("bcsr:0x4", 2),
            "format `bcsr` needs a block size such as 4x4 after a colon, at least 1x1, found `0x4`"
        );
        assert_eq!(
            printed("csb:3x0", 2),
            "format `csb` needs a block size such as 4x4 after a colon, at least 1x1, found `3x0`"
        );
        assert_eq!(
            printed("sell:0", 2),
            "format `sell` needs the rows of a slice and of a window after colons, such as 8:256, found `0`"
        );
        assert!(printed("blocks:3x0", 2).starts_with("unknown format `blocks:3x0`: known are dense csr csc coo "));
        assert_eq!(printed("csr:4x4", 2), "format `csr` takes no parameter, found `4x4`");
        assert_eq!(printed("csr@1,0", 2), "format `csr` takes no order of dimensions, found `1,0`");
        assert_eq!(printed("dense,compact", 2).split(':').next(), Some("column 7"));
        assert!(
            printed("crs", 2).starts_with("unknown format `crs` (did you mean `csr`?): known are dense csr csc coo ")
        );
        assert!(printed("dense9", 2).contains("(did you mean `dense`?)"));
        assert!(printed("compresed,dense", 2).contains("(did you mean `compressed`?)"));
        assert!(printed("(i) -> (i : dense)", 2).ends_with("is for tensors of order 1, found order 2"));
    }
}
