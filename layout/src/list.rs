//! Lists of coordinates, and those that entries are sorted in before a tensor is built from them.

use crate::{
    Description, DimExpr, Format, Level, LevelKind,
    algebra::{Followed, OfLevels, OverLevels, Source},
};

/// The levels of a list that stores these expressions: the first is compressed, all others are singletons. `properties` says
/// by number which are unique, and which are ordered.
pub fn list_levels(
    expressions: impl IntoIterator<Item = DimExpr>,
    properties: impl Fn(usize) -> (bool, bool),
) -> Vec<Level> {
    let level = |(number, expr)| {
        let (unique, ordered) = properties(number);
        Level { unique, ordered, ..Level::new(expr, kind(number)) }
    };
    expressions.into_iter().enumerate().map(level).collect()
}

/// The level format of a level of a list.
fn kind(number: usize) -> LevelKind {
    if number == 0 { LevelKind::Compressed } else { LevelKind::Singleton }
}

/// Why a format, that of `what`, is none of a list with one level of coordinates for each entry, and all others beside it.
pub fn list_fault(format: &Format, what: &str) -> Option<String> {
    let last = format.levels.len().saturating_sub(1);
    let wrong =
        format.levels.iter().enumerate().find(|&(number, level)| {
            level.kind != kind(number) || level.interleaved || (number != last && level.unique)
        });
    if let Some((number, _)) = wrong {
        let repeats = if number == last { "" } else { "(nonunique)" };
        return Some(format!("level {number} of the {what} must be {}{repeats}", kind(number)));
    }
    format.slot_level().map(|_| format!("the {what} has slots"))
}

/// Whether what is collected from a workspace can be stored so: as a list of coordinates, each point once, or in dense levels.
pub fn is_collected(format: &Format) -> bool {
    let levels = &format.levels;
    let is_plain = levels.iter().enumerate().all(|(number, level)| level.expr == DimExpr::Dim(number));
    let is_list = || {
        let is_level = |(number, level): (usize, &Level)| {
            level.kind == kind(number) && level.unique == (number + 1 == levels.len())
        };
        levels.iter().enumerate().all(is_level)
    };
    let is_dense = || levels.iter().all(Level::has_all_places);
    !levels.is_empty() && levels.len() == format.order && is_plain && (is_list() || is_dense())
}

/// The expressions of the levels that have coordinates of their own.
pub fn own_expressions(format: &Description) -> Vec<DimExpr> {
    own(format).into_iter().flatten().collect()
}

/// The expressions of all levels, of which those with coordinates of their own have one.
fn own(format: &Description) -> Vec<Option<DimExpr>> {
    let levels = format.levels().iter().zip(&format.mapping().sources);
    levels.map(|(level, source)| (*source == Source::Own).then(|| level.expr.clone())).collect()
}

/// The expressions of the levels of a list whose order is that of the levels of a format; `None` where no list is known
/// that has it.
///
/// Levels that follow from others above them, or grow with the next one, need not be there. A quotient that follows from a
/// level further below comes before it, and leaves the remainder to it: in the order of `i floordiv 2, j, i` are the
/// entries of a list of `i floordiv 2, j, i mod 2`.
pub fn sorting_expressions(format: &Description) -> Option<Vec<DimExpr>> {
    let mapping = format.mapping();
    let mut expressions = own(format);
    let mut divided = Vec::new();
    for (level, follows) in mapping.followed.iter().enumerate().rev() {
        // What follows from the next level of the list alone grows with it.
        let next = (level..expressions.len()).find(|other| expressions[*other].is_some());
        let grows = |sum: &OfLevels| sum.terms().iter().all(|(other, factor)| Some(*other) == next && *factor > 0);
        let is_sorted = |sum: &OfLevels| grows(sum) || sum.levels().all(|other| other < level);
        let Some(follows) = follows.as_ref().filter(|follows| !is_sorted(&follows.sum)) else { continue };
        let Followed { sum, divisor } = follows;
        let below = *sum.as_term()?;
        if divided.contains(&below) {
            return None;
        }
        divided.push(below);
        let dividend = expressions[below].take()?;
        expressions[level] = Some(dividend.clone().floor_div(*divisor));
        expressions[below] = Some(dividend.modulo(*divisor));
    }
    Some(expressions.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(expressions: Vec<DimExpr>) -> Vec<String> {
        expressions.iter().map(ToString::to_string).collect()
    }

    fn of(text: &str) -> &'static Description {
        Description::of(Format::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn lists_are_coordinate_formats() {
        let levels = list_levels((0..3).map(DimExpr::Dim), |number| (number == 2, true));
        assert_eq!(Format::new(3, levels), Format::named("coo", 3));
    }

    #[test]
    fn only_lists_have_no_fault() {
        let fault = |text: &str| list_fault(&Format::parse(text).expect("a format"), "source");
        assert_eq!(fault("(i, j) -> (j - i : compressed(nonunique), j : singleton(unordered))"), None);
        assert_eq!(fault("(i) -> (i : compressed(nonunique))"), None);
        for (text, expected) in [
            ("(i) -> (i : dense)", "level 0 of the source must be compressed"),
            ("(i, j) -> (i : compressed, j : compressed)", "level 0 of the source must be compressed(nonunique)"),
            (
                "(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))",
                "level 1 of the source must be singleton",
            ),
        ] {
            assert_eq!(fault(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn workspaces_are_collected_as_lists_or_in_full() {
        for (text, expected) in [
            ("(i, j) -> (i : compressed(nonunique), j : singleton(unordered))", true),
            ("(i, j) -> (i : dense, j : dense)", true),
            ("(i, j) -> (j : dense, i : dense)", false),
            ("(i, j) -> (i : dense, j : compressed)", false),
            ("(i, j) -> (i : compressed(nonunique), j : singleton(nonunique))", false),
            ("(i, j) -> (j : compressed(nonunique), i : singleton)", false),
            ("() -> ()", false),
        ] {
            assert_eq!(is_collected(&Format::parse(text).expect("a format")), expected, "{text}");
        }
    }

    #[test]
    fn quotients_of_levels_below_are_sorted_by_first() {
        let format = of("(i, j) -> (i floordiv 2 : dense, j : compressed, i : compressed)");
        assert_eq!(texts(own_expressions(format)), ["j", "i"]);
        assert_eq!(
            sorting_expressions(format).map(texts),
            Some(["i floordiv 2", "j", "i mod 2"].map(String::from).to_vec())
        );
    }

    #[test]
    fn what_follows_from_above_is_no_level_of_a_list() {
        let format = of("(i, j) -> (j - i : compressed, i : range, j : offset)");
        assert_eq!(texts(own_expressions(format)), ["j - i", "i"]);
        assert_eq!(sorting_expressions(format).map(texts), Some(["j - i", "i"].map(String::from).to_vec()));
        // No list is known that is sorted by the sum before its parts.
        let sum = of("(i, j) -> (i + j : compressed, i : compressed, j : compressed)");
        assert_eq!(texts(own_expressions(sum)).len(), 2);
    }
}
