//! What makes a format meaningless, beyond its grammar: the one list, for the runtime and the compiler.
//!
//! Each level must be configured as its level format can be and stand where it can; the levels must determine the dimensions;
//! no level may repeat what the others say; and each level format must fit what the level stores
//! ([`crate::levels::LevelFormat::objection`]).

use crate::{
    DimExpr, Format, FormatError, Level,
    algebra::{DimensionForm, Mapping, Unmappable},
    dimension_name,
    levels::{Meaning, Place},
};

/// The first level that cannot be configured as it is, or cannot stand where it does, whatever the levels mean.
pub(crate) fn misfit(format: &Format) -> Option<FormatError> {
    let wrong_alone = |(number, level): (usize, &Level)| {
        let place = Place { format, number };
        let misplaced_here = || level.format().misplaced(&place).map(|problem| misplaced(number, level, problem));
        expression(format.order, number, &level.expr).or_else(misplaced_here).or_else(|| properties(number, level))
    };
    format.levels.iter().enumerate().find_map(wrong_alone)
}

/// The map of a format, or the first rule that it breaks.
pub(crate) fn validated(format: &Format) -> Result<Mapping, FormatError> {
    let refuse = |flaw: Option<FormatError>| flaw.map_or(Ok(()), Err);
    refuse(misfit(format))?;
    let mapping = Mapping::new(format).map_err(|why| unmapped(format, why))?;
    if let Some(number) = mapping.needless_level() {
        let problem = "follows from the other levels, and is neither a sum nor a quotient of them: leave it out";
        return Err(misplaced(number, &format.levels[number], problem));
    }
    let wrong_there = |(number, level): (usize, &Level)| {
        let meaning = Meaning { form: mapping.forms[number].as_ref(), mapping: &mapping };
        let problem = level.format().objection(&Place { format, number }, &meaning)?;
        Some(misplaced(number, level, problem))
    };
    refuse(format.levels.iter().enumerate().find_map(wrong_there).or_else(|| slots(format, &mapping)))?;
    Ok(mapping)
}

fn misplaced(number: usize, level: &Level, problem: impl Into<String>) -> FormatError {
    let kind = if level.is_slot() { "_" } else { level.kind.word() };
    FormatError::Misplaced { level: number, kind, problem: problem.into() }
}

fn unmapped(format: &Format, why: Unmappable) -> FormatError {
    match why {
        Unmappable::Level(number) => {
            misplaced(number, &format.levels[number], "must be a sum of dimensions, quotients and remainders")
        }
        Unmappable::Impure(number) => {
            let level = &format.levels[number];
            misplaced(number, level, format!("must store the remainder alone, found `{}`", level.expr))
        }
        Unmappable::Dimension(dimension) => FormatError::Undetermined { dimension, name: dimension_name(dimension) },
    }
}

fn expression(order: usize, level: usize, expr: &DimExpr) -> Option<FormatError> {
    let mut problem = None;
    expr.visit(&mut |inner| match inner {
        DimExpr::Dim(dimension) if *dimension >= order => {
            problem = Some(FormatError::UnknownDimension { level, dimension: *dimension, order });
        }
        DimExpr::FloorDiv(_, divisor) | DimExpr::CeilDiv(_, divisor) | DimExpr::Mod(_, divisor) if *divisor < 1 => {
            problem = Some(FormatError::Syntax {
                column: 1,
                expected: "a divisor of at least 1".to_owned(),
                found: format!("`{divisor}`"),
            });
        }
        DimExpr::Slot if *expr != DimExpr::Slot => {
            problem = Some(FormatError::Misplaced {
                level,
                kind: "_",
                problem: "must be a whole level, not part of an expression".to_owned(),
            });
        }
        _ => {}
    });
    problem
}

/// A property that the level format cannot have.
fn properties(number: usize, level: &Level) -> Option<FormatError> {
    let format = level.format();
    let has_default_order = level.ordered == format.is_ordered_by_default();
    let has_default_fullness = level.full == format.is_always_full();
    let broken = [
        ("nonunique", !level.unique && !format.is_list()),
        (if format.is_ordered_by_default() { "unordered" } else { "ordered" }, !has_default_order && !format.is_list()),
        ("full and nonunique", level.full && !level.unique && !level.is_branchless()),
        (if level.full { "full" } else { "anything but full" }, !has_default_fullness && !format.is_list()),
        ("interleaved", level.interleaved && !format.can_be_interleaved()),
    ];
    let (property, _) = broken.into_iter().find(|(_, is_broken)| *is_broken)?;
    Some(FormatError::Property { level: number, kind: level.kind.word(), property })
}

/// Why slots cannot stand where they do: there is one such level at most, and how many slots there are follows from the
/// coordinates below it.
fn slots(format: &Format, mapping: &Mapping) -> Option<FormatError> {
    let number = format.slot_level()?;
    let below = || format.levels.iter().enumerate().skip(number + 1);
    if let Some((second, level)) = below().find(|(_, level)| level.is_slot()) {
        return Some(misplaced(second, level, format!("may stand once, it is level {number} too")));
    }
    let level = &format.levels[number];
    if !level.has_all_places() {
        return Some(misplaced(number, level, format!("must be dense, found {}", level.kind)));
    }
    let problem = match below().find(|(_, level)| !level.has_all_places()) {
        None => "needs a singleton level below it, found none".to_owned(),
        Some((other, level)) if !level.keeps_one() => {
            let kind = level.kind;
            format!("needs a singleton level as the first below it that is not dense, level {other} is {kind}")
        }
        Some(_) => {
            let can_be_negative = |level: usize| mapping.forms[level].as_ref().is_some_and(DimensionForm::is_signed);
            let (other, signed) = below().find(|(other, level)| level.keeps_one() && can_be_negative(*other))?;
            format!(
                "needs coordinates of at least 0 below it, because unused slots store 0: `{}` of level {other} can be negative",
                signed.expr
            )
        }
    };
    Some(misplaced(number, level, problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LevelKind;

    fn error(text: &str) -> String {
        Format::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn dimensions_must_be_determined() {
        assert_eq!(error("(i, j) -> (i : dense)"), "dimension 1 (j) is not determined by the levels");
        assert_eq!(error("(i) -> (i floordiv 4 : dense)"), "dimension 0 (i) is not determined by the levels");
        assert_eq!(error("(i) -> (i * 2 : compressed)"), "dimension 0 (i) is not determined by the levels");
        assert_eq!(error("(i) -> ()"), "dimension 0 (i) is not determined by the levels");
    }

    #[test]
    fn remainders_that_are_known_anyway_are_left_out() {
        assert_eq!(
            error("(i, j) -> (i mod 2 : dense, i : compressed, j : compressed)"),
            "level 0 (dense) follows from the other levels, and is neither a sum nor a quotient of them: leave it out"
        );
        assert_eq!(
            error("(i, j) -> (i : dense, i + j : compressed, j floordiv 2 : offset, j mod 2 : offset)"),
            "level 3 (offset) follows from the other levels, and is neither a sum nor a quotient of them: leave it out"
        );
        assert!(Format::parse("(i, j) -> (i floordiv 2 : dense, i : compressed, j : compressed)").is_ok());
    }

    #[test]
    fn places_are_checked() {
        assert_eq!(error("(i) -> (i : singleton)"), "level 0 (singleton) needs a level above it, it is the top level");
        assert_eq!(
            error("(i, j) -> (i : dense, j : batch)"),
            "level 1 (batch) may stand below batch levels only, it stands below dense"
        );
        assert_eq!(
            error("(i) -> (i : structured[5, 4])"),
            "level 0 (structured) must store between 1 and 4 of each 4 coordinates, found 5"
        );
        assert_eq!(
            error("(i, j) -> (i : dense, j : sliced[8, 12])"),
            "level 1 (sliced) must interleave 1 to 64 segments, in windows of a multiple of that, found 8 in windows of 12"
        );
        assert_eq!(
            error("(i, j) -> (i : dense, j : sliced[8, 16])"),
            "level 1 (sliced) needs its parents sorted in windows of 16: the level above must be the top level and \
             `compressed(unordered, full)`; `sliced[8, 8]` asks for no order"
        );
        assert_eq!(
            error("(i, j, k) -> (i : batch, j : dense, k : sliced[8, 8])"),
            "level 2 (sliced) cannot stand in a batch"
        );
        assert_eq!(
            error("(i, j) -> (i : dense, j : singleton(interleaved))"),
            "level 1 (singleton) cannot be interleaved with level 0 (dense), which stores no coordinates"
        );
        assert_eq!(
            error("(i) -> (_ + 1 : dense, i : dense)"),
            "level 0 (_) must be a whole level, not part of an expression"
        );
    }

    #[test]
    fn meanings_are_checked() {
        assert_eq!(
            error("(i, j) -> (j - i : dense, i : dense)"),
            "level 0 (dense) needs coordinates of at least 0, `j - i` can be negative: store it compressed"
        );
        assert_eq!(
            error("(i, j) -> (j - i : hashed, i : range)"),
            "level 0 (hashed) needs coordinates of at least 0, `j - i` can be negative: store it compressed"
        );
        assert_eq!(
            error("(i, j) -> (i : dense, j : range)"),
            "level 1 (range) needs a level above it that is the difference of j and another dimension"
        );
        assert_eq!(
            error("(i, j) -> (j - i : compressed, i + 1 : range)"),
            "level 1 (range) must be a dimension alone, found `i + 1`"
        );
        assert_eq!(
            error("(i, j) -> (i : dense, i + j : offset, j : compressed)"),
            "level 1 (offset) is the sum of two levels above it, it has one"
        );
        assert_eq!(
            error("(i, j, k) -> (i : dense, k : dense, j : offset, j : compressed)"),
            "level 2 (offset) must be determined by the levels above, they do not determine j"
        );
        assert_eq!(
            error("(i) -> (i : structured[2, 4])"),
            "level 0 (structured) must be a remainder `mod 4`, found `i`"
        );
        assert_eq!(
            error("(i) -> (i floordiv 8 : dense, i mod 8 : structured[2, 4])"),
            "level 1 (structured) must be a remainder `mod 4`, found `i mod 8`"
        );
        assert_eq!(
            error("(i, j) -> (i : batch, j : singleton)"),
            "level 1 (singleton) needs a level above it inside the batch, it stands below a batch level"
        );
    }

    #[test]
    fn slots_are_checked() {
        assert_eq!(
            error("(i, j) -> (_ : dense, i : dense, _ : dense, j : singleton)"),
            "level 2 (_) may stand once, it is level 0 too"
        );
        assert_eq!(error("(i) -> (_ : compressed, i : singleton)"), "level 0 (_) must be dense, found compressed");
        assert_eq!(
            error("(i, j) -> (_ : dense, i : dense, j : compressed)"),
            "level 0 (_) needs a singleton level as the first below it that is not dense, level 2 is compressed"
        );
        assert_eq!(error("(i) -> (_ : dense, i : dense)"), "level 0 (_) needs a singleton level below it, found none");
        assert_eq!(
            error("(i, j) -> (_ : dense, i : dense, j - i : singleton)"),
            "level 0 (_) needs coordinates of at least 0 below it, because unused slots store 0: \
             `j - i` of level 2 can be negative"
        );
    }

    #[test]
    fn properties_are_checked() {
        assert_eq!(error("(i) -> (i : hashed(nonunique))"), "level 0 (hashed) cannot be nonunique");
        assert_eq!(error("(i) -> (i : dense(nonunique))"), "level 0 (dense) cannot be nonunique");
        assert_eq!(error("(i) -> (i : dense(unordered))"), "level 0 (dense) cannot be unordered");
        assert_eq!(error("(i) -> (i : hashed(full))"), "level 0 (hashed) cannot be full");
        assert_eq!(
            error("(i) -> (i : compressed(nonunique, full))"),
            "level 0 (compressed) cannot be full and nonunique"
        );
        assert_eq!(error("(i) -> (i : compressed(interleaved))"), "level 0 (compressed) cannot be interleaved");
    }

    #[test]
    fn formats_made_by_hand_are_checked_too() {
        let error = Format::new(1, vec![Level::new(DimExpr::Dim(2), LevelKind::Dense)]).unwrap_err();
        assert_eq!(error.to_string(), "level 0 uses dimension 2, the tensor has order 1");
        assert!(Format::new(1, vec![Level::new(DimExpr::Dim(0).floor_div(0), LevelKind::Dense)]).is_err());
    }
}
