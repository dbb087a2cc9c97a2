//! What makes a format meaningful, beyond its grammar.

use super::{DimExpr, Format, FormatError, Level, LevelKind, Recovery, dimension_name};

pub(super) fn validate(format: &Format) -> Result<(), FormatError> {
    for (number, level) in format.levels.iter().enumerate() {
        validate_expr(format.order, number, &level.expr)?;
        validate_place(number, level, format.levels.get(number.wrapping_sub(1)))?;
        validate_properties(number, level)?;
    }
    let recovery = format.recovery();
    if let Some(dimension) = recovery.dimensions.iter().position(Option::is_none) {
        if let Some(number) = recovery.impure {
            let level = &format.levels[number];
            return misplaced(number, level, format!("must store the remainder alone, found `{}`", level.expr));
        }
        return Err(FormatError::Undetermined { dimension, name: dimension_name(dimension) });
    }
    if let Some(number) = format.needless_level() {
        let problem = "follows from the other levels, and is neither a sum nor a quotient of them: leave it out";
        return misplaced(number, &format.levels[number], problem);
    }
    for number in 0..format.levels.len() {
        validate_meaning(format, &recovery, number)?;
    }
    validate_slots(format)
}

fn misplaced<T>(number: usize, level: &Level, problem: impl Into<String>) -> Result<T, FormatError> {
    let kind = if level.expr == DimExpr::Slot { "_" } else { level.kind.word() };
    Err(FormatError::Misplaced { level: number, kind, problem: problem.into() })
}

fn validate_expr(order: usize, level: usize, expr: &DimExpr) -> Result<(), FormatError> {
    let mut problem = None;
    expr.visit(&mut |inner| match inner {
        DimExpr::Dim(dimension) if *dimension >= order => {
            problem = Some(FormatError::UnknownDimension { level, dimension: *dimension, order });
        }
        DimExpr::FloorDiv(_, divisor) | DimExpr::Mod(_, divisor) if *divisor < 1 => {
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
    problem.map_or(Ok(()), Err)
}

fn validate_place(number: usize, level: &Level, above: Option<&Level>) -> Result<(), FormatError> {
    let needs_parent = matches!(level.kind, LevelKind::Singleton | LevelKind::Offset | LevelKind::Range);
    match (level.kind, above) {
        (_, None) if needs_parent => misplaced(number, level, "needs a level above it, it is the top level"),
        (_, Some(above)) if needs_parent && above.kind == LevelKind::Batch => {
            let problem = "needs a level above it inside the batch, it stands below a batch level";
            misplaced(number, level, problem)
        }
        // LEVELS, table 3.1: the coordinate of the parent and an offset that the coordinate above that one has.
        (LevelKind::Offset, _) if number < 2 => {
            misplaced(number, level, "is the sum of two levels above it, it has one")
        }
        (LevelKind::Batch, Some(above)) if above.kind != LevelKind::Batch => {
            let problem = format!("may stand below batch levels only, it stands below {}", above.kind);
            misplaced(number, level, problem)
        }
        (LevelKind::Structured { n, m }, _) if n == 0 || n > m => {
            let problem = format!("must store between 1 and {m} of each {m} coordinates, found {n}");
            misplaced(number, level, problem)
        }
        (LevelKind::Singleton, Some(above)) if level.interleaved && !stores_coordinates(above.kind) => {
            let (above, kind) = (number - 1, above.kind);
            let problem = format!("cannot be interleaved with level {above} ({kind}), which stores no coordinates");
            misplaced(number, level, problem)
        }
        _ => Ok(()),
    }
}

fn stores_coordinates(kind: LevelKind) -> bool {
    matches!(kind, LevelKind::Compressed | LevelKind::LooseCompressed | LevelKind::Singleton)
}

/// Checks that what a level stores goes with how it stores it.
fn validate_meaning(format: &Format, recovery: &Recovery, number: usize) -> Result<(), FormatError> {
    let level = &format.levels[number];
    let expr = &level.expr;
    let addresses = matches!(level.kind, LevelKind::Dense | LevelKind::Batch | LevelKind::Hashed);
    if addresses && expr.can_be_negative() {
        let problem = format!("needs coordinates of at least 0, `{expr}` can be negative: store it compressed");
        return misplaced(number, level, problem);
    }
    match level.kind {
        LevelKind::Range => match expr.as_dimension() {
            None => misplaced(number, level, format!("must be a dimension alone, found `{expr}`")),
            Some(dimension) if !format.levels[..number].iter().any(|above| is_difference(&above.expr, dimension)) => {
                let problem = format!("needs a level above it that is the difference of {expr} and another dimension");
                misplaced(number, level, problem)
            }
            Some(_) => Ok(()),
        },
        LevelKind::Offset => match unknown_above(recovery, number, expr) {
            Some(dimension) => {
                let name = dimension_name(dimension);
                let problem = format!("must be determined by the levels above, they do not determine {name}");
                misplaced(number, level, problem)
            }
            None => Ok(()),
        },
        LevelKind::Structured { m, .. } => match expr {
            DimExpr::Mod(_, divisor) if u64::try_from(*divisor) == Ok(m) => Ok(()),
            // What remains by one.
            DimExpr::Constant(0) if m == 1 => Ok(()),
            _ => misplaced(number, level, format!("must be a remainder `mod {m}`, found `{expr}`")),
        },
        _ => Ok(()),
    }
}

/// Whether an expression is the difference of a dimension and another one, either way.
fn is_difference(expr: &DimExpr, dimension: usize) -> bool {
    let DimExpr::Sub(left, right) = expr else { return false };
    match (left.as_dimension(), right.as_dimension()) {
        (Some(left), Some(right)) => left != right && (left == dimension || right == dimension),
        _ => false,
    }
}

/// A dimension of an expression that the levels above a level do not determine.
fn unknown_above(recovery: &Recovery, number: usize, expr: &DimExpr) -> Option<usize> {
    let mut unknown = None;
    expr.visit(&mut |inner| {
        if let DimExpr::Dim(dimension) = inner {
            let known = recovery.dimensions[*dimension].as_ref().is_some_and(|recovered| recovered.level < number);
            unknown = unknown.or((!known).then_some(*dimension));
        }
    });
    unknown
}

/// Checks levels that count entries: there is one at most, and its size follows from the
/// coordinates below it.
fn validate_slots(format: &Format) -> Result<(), FormatError> {
    let Some(number) = format.slot_level() else { return Ok(()) };
    let level = &format.levels[number];
    let is_slot = |level: &Level| level.expr == DimExpr::Slot;
    if let Some(second) = (number + 1..format.levels.len()).find(|&second| is_slot(&format.levels[second])) {
        return misplaced(second, &format.levels[second], format!("may stand once, it is level {number} too"));
    }
    if level.kind != LevelKind::Dense {
        return misplaced(number, level, format!("must be dense, found {}", level.kind));
    }
    let below = || format.levels.iter().enumerate().skip(number + 1);
    match below().find(|(_, below)| below.kind != LevelKind::Dense) {
        Some((_, below)) if below.kind == LevelKind::Singleton => {}
        Some((other, below)) => {
            let found = format!("level {other} is {}", below.kind);
            let problem = format!("needs a singleton level as the first below it that is not dense, {found}");
            return misplaced(number, level, problem);
        }
        None => return misplaced(number, level, "needs a singleton level below it, found none"),
    }
    let signed = below().find(|(_, below)| below.kind == LevelKind::Singleton && below.expr.can_be_negative());
    signed.map_or(Ok(()), |(other, below)| {
        let found = format!("`{}` of level {other} can be negative", below.expr);
        misplaced(
            number,
            level,
            format!("needs coordinates of at least 0 below it, because unused slots store 0: {found}"),
        )
    })
}

fn validate_properties(number: usize, level: &Level) -> Result<(), FormatError> {
    use LevelKind::{Batch, Compressed, Dense, Hashed, LooseCompressed, Offset, Range, Singleton, Structured};
    // Chou (2018), table 3.2, narrowed: a dense level that repeats or shuffles coordinates is a
    // compressed one.
    let has_default_order = level.ordered == level.kind.is_ordered_by_default();
    let has_default_fullness = level.full == level.kind.is_always_full();
    let can_be_reordered = matches!(level.kind, Compressed | LooseCompressed | Singleton);
    let can_be_full = matches!(level.kind, Compressed | LooseCompressed | Singleton);
    let must_be_unique = matches!(level.kind, Dense | Batch | Structured { .. } | Hashed | Range | Offset);
    let broken = [
        ("nonunique", !level.unique && must_be_unique),
        (if level.kind == Hashed { "ordered" } else { "unordered" }, !has_default_order && !can_be_reordered),
        ("full and nonunique", level.full && !level.unique && !level.kind.is_branchless()),
        (if level.full { "full" } else { "anything but full" }, !has_default_fullness && !can_be_full),
        ("interleaved", level.interleaved && level.kind != Singleton),
    ];
    match broken.into_iter().find(|(_, is_broken)| *is_broken) {
        Some((property, _)) => Err(FormatError::Property { level: number, kind: level.kind.word(), property }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
