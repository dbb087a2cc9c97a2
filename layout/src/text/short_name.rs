//! The names of formats, from the formats.

use super::named::NAMES;
use crate::{DimExpr, Format};

/// The first name that is read as this format: one of the table where there is one.
pub(crate) fn of(format: &Format) -> Option<String> {
    let format = &format.clone().canonical();
    let is_it = |name: &String| Format::named(name, format.order).is_ok_and(|named| named.canonical() == *format);
    let (names, lists) = (short_names(format), level_lists(format));
    // Of one level the word of the level says most.
    let (first, then) = if format.order == 1 { (lists, names) } else { (names, lists) };
    first.into_iter().chain(then).find(is_it)
}

/// The names of the table, with the parameters that the format may have.
fn short_names(format: &Format) -> Vec<String> {
    let block = |level: &crate::Level| match &level.expr {
        DimExpr::FloorDiv(operand, size) if operand.as_dimension().is_some() => Some(*size),
        _ => None,
    };
    let blocks: Vec<i64> = format.levels.iter().filter_map(block).collect();
    let name = |(name, _): &(&str, &str)| match (name.split_once(':'), blocks.as_slice()) {
        (None, _) => Some((*name).to_owned()),
        (Some((name, _)), [rows, columns, ..]) => Some(format!("{name}:{rows}x{columns}")),
        _ => None,
    };
    NAMES.iter().filter_map(name).collect()
}

/// Lists of levels, where each level stores a dimension.
fn level_lists(format: &Format) -> Vec<String> {
    let dimensions: Option<Vec<String>> =
        format.levels.iter().map(|level| Some(level.expr.as_dimension()?.to_string())).collect();
    let Some(order) = dimensions.map(|dimensions| dimensions.join(",")) else { return Vec::new() };
    let words: Vec<String> = format.levels.iter().map(|level| level.storage().to_string()).collect();
    let levels = words.join(",");
    vec![levels.clone(), format!("csf@{order}"), format!("coo@{order}"), format!("{levels}@{order}")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_with_a_name_is_called_by_it() {
        for (name, order) in [
            ("dense", 0),
            ("dense", 3),
            ("csr", 2),
            ("csc", 2),
            ("compressed", 1),
            ("coo", 3),
            ("dcsr", 2),
            ("dcsc", 2),
            ("csf", 3),
            ("csf@2,0,1", 3),
            ("coo@1,0", 2),
            ("bcsr:4x2", 2),
            ("csb:64x32", 2),
            ("ell", 2),
            ("dia", 2),
            ("hash", 2),
            ("dense,hashed@1,0", 2),
            ("compressed(nonunique, unordered),singleton(unordered)", 2),
        ] {
            let Ok(format) = Format::named(name, order) else { panic!("{name} is a format") };
            let found = format.short_name().unwrap_or_else(|| panic!("{name} of order {order} has no name"));
            assert_eq!(Format::named(&found, order), Ok(format), "{name} is called {found}");
            assert!(found.len() <= name.len(), "{name} is called {found}");
        }
    }

    #[test]
    fn other_formats_have_none() {
        for text in [
            "(i) -> (i : compressed), positions = 64",
            "(i) -> (i : compressed), fill = 1.0 : f64",
            "(i, j) -> (i : dense, i + j : compressed)",
        ] {
            assert_eq!(Format::parse(text).expect("a format").short_name(), None, "{text}");
        }
        // However it is spelled.
        let dia = Format::parse("(i, j) -> (-i + j : compressed, i : range, j : offset)").expect("a format");
        assert_eq!(dia.short_name().as_deref(), Some("dia"));
    }
}
