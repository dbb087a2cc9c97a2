//! What makes a format meaningful, beyond its grammar.

use super::{DimExpr, Format, FormatError, Level, LevelKind, determined, dimension_name};

pub(super) fn validate(format: &Format) -> Result<(), FormatError> {
    for (number, level) in format.levels.iter().enumerate() {
        validate_expr(format.order, number, &level.expr)?;
        validate_place(number, level, format.levels.get(number.wrapping_sub(1)))?;
        validate_properties(number, level)?;
    }
    let exprs = format.levels.iter().map(|level| &level.expr);
    match determined::undetermined_dimension(format.order, exprs) {
        Some(dimension) => Err(FormatError::Undetermined { dimension, name: dimension_name(dimension) }),
        None => Ok(()),
    }
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
    let misplaced = |problem: String| Err(FormatError::Misplaced { level: number, kind: level.kind.word(), problem });
    match (level.kind, above) {
        (LevelKind::Singleton | LevelKind::Offset | LevelKind::Range, None) => {
            misplaced("needs a level above it, it is the top level".to_owned())
        }
        (LevelKind::Batch, Some(above)) if above.kind != LevelKind::Batch => {
            misplaced(format!("may stand below batch levels only, it stands below {}", above.kind))
        }
        (LevelKind::Structured { n, m }, _) if n == 0 || n > m => {
            misplaced(format!("must store between 1 and {m} of each {m} coordinates, found {n}"))
        }
        (LevelKind::Singleton, Some(above)) if level.interleaved && !stores_coordinates(above.kind) => misplaced(
            format!("cannot be interleaved with level {} ({}), which stores no coordinates", number - 1, above.kind),
        ),
        _ => Ok(()),
    }
}

fn stores_coordinates(kind: LevelKind) -> bool {
    matches!(kind, LevelKind::Compressed | LevelKind::LooseCompressed | LevelKind::Singleton)
}

fn validate_properties(number: usize, level: &Level) -> Result<(), FormatError> {
    use LevelKind::{Batch, Compressed, Dense, Hashed, LooseCompressed, Singleton, Structured};
    // Chou (2018), table 3.2, narrowed: a dense level that repeats or shuffles coordinates is a
    // compressed one.
    let has_default_order = level.ordered == level.kind.is_ordered_by_default();
    let has_default_fullness = level.full == level.kind.is_always_full();
    let can_be_reordered = matches!(level.kind, Compressed | LooseCompressed | Singleton);
    let can_be_full = matches!(level.kind, Compressed | LooseCompressed | Singleton);
    let must_be_unique = matches!(level.kind, Dense | Batch | Structured { .. });
    let broken = [
        ("nonunique", !level.unique && must_be_unique),
        (if level.kind == Hashed { "ordered" } else { "unordered" }, !has_default_order && !can_be_reordered),
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
        assert_eq!(error("(i) -> ()"), "dimension 0 (i) is not determined by the levels");
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
    fn properties_are_checked() {
        assert_eq!(error("(i) -> (i : dense(nonunique))"), "level 0 (dense) cannot be nonunique");
        assert_eq!(error("(i) -> (i : dense(unordered))"), "level 0 (dense) cannot be unordered");
        assert_eq!(error("(i) -> (i : hashed(full))"), "level 0 (hashed) cannot be full");
        assert_eq!(error("(i) -> (i : compressed(interleaved))"), "level 0 (compressed) cannot be interleaved");
    }

    #[test]
    fn formats_made_by_hand_are_checked_too() {
        let error = Format::new(1, vec![Level::new(DimExpr::Dim(2), LevelKind::Dense)]).unwrap_err();
        assert_eq!(error.to_string(), "level 0 uses dimension 2, the tensor has order 1");
        assert!(Format::new(1, vec![Level::new(DimExpr::Dim(0).floor_div(0), LevelKind::Dense)]).is_err());
    }
}
