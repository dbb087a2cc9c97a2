//! Maps that are known: blocks, diagonals, and what repeats.

use super::{Mapping, Unmappable};
use crate::{DimExpr, Format, Level, LevelKind};

fn mapping(order: usize, exprs: &[DimExpr]) -> Result<Mapping, Unmappable> {
    let levels = exprs.iter().map(|expr| Level::new(expr.clone(), LevelKind::Compressed)).collect();
    Format::with_defaults(order, levels).mapping()
}

fn refused(order: usize, exprs: &[DimExpr]) -> Option<Unmappable> {
    mapping(order, exprs).err()
}

#[test]
fn blocks_determine_their_dimension() {
    let i = || DimExpr::Dim(0);
    assert_eq!(refused(1, &[i().floor_div(4), i().modulo(4)]), None);
    assert_eq!(refused(1, &[i().floor_div(4), i().modulo(8)]), Some(Unmappable::Dimension(0)));
    let outer = || i().floor_div(4);
    assert_eq!(refused(1, &[outer().floor_div(2), outer().modulo(2), i().modulo(4)]), None);
    let shifted = || i().plus(DimExpr::Constant(1));
    assert_eq!(refused(1, &[shifted().floor_div(4), i().modulo(4)]), Some(Unmappable::Dimension(0)));
    assert_eq!(refused(1, &[shifted().floor_div(4), shifted().modulo(4)]), None);
    // Loops over sums of remainders would meet others than these.
    assert_eq!(
        refused(2, &[i().modulo(4).plus(DimExpr::Dim(1)), DimExpr::Dim(1), outer()]),
        Some(Unmappable::Impure(1))
    );
    assert_eq!(refused(1, &[outer(), DimExpr::Constant(200).minus(i().modulo(4))]), Some(Unmappable::Impure(1)));
}

#[test]
fn diagonals_determine_both_dimensions() {
    let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
    assert_eq!(refused(2, &[j().minus(i()), i()]), None);
    assert_eq!(refused(2, &[j().minus(i())]), Some(Unmappable::Dimension(0)));
    assert_eq!(refused(2, &[j().minus(i()).plus(i())]), Some(Unmappable::Dimension(0)));
    assert_eq!(refused(1, &[i().times(0)]), Some(Unmappable::Dimension(0)));
    assert_eq!(refused(1, &[i().times(2)]), Some(Unmappable::Dimension(0)));
}

#[test]
fn points_are_computed_back() {
    let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
    let outer = || i().floor_div(4);
    for (exprs, is_exact) in [
        (vec![i(), j()], true),
        (vec![outer(), j(), i().modulo(4)], true),
        (vec![outer().floor_div(2), outer().modulo(2), j(), i().modulo(4)], true),
        (vec![j().minus(i()), i()], true),
        (vec![i().minus(j()), j(), DimExpr::Slot], true),
        (vec![i().plus(DimExpr::Constant(3)).times(-1), i().plus(j())], true),
        (vec![i().times(2), i().plus(j()), j()], false),
        (vec![j().minus(i().floor_div(2)), i().modulo(2), i().floor_div(2)], true),
        (vec![i(), j(), i().modulo(4)], false),
        (vec![outer(), i().modulo(4), i(), j()], false),
        (vec![i(), j(), DimExpr::Constant(0), i().modulo(1)], true),
        (vec![i(), j(), DimExpr::Constant(2)], false),
        (vec![outer().floor_div(2), j(), i().modulo(8).floor_div(2), i().modulo(2)], true),
    ] {
        let mapping = mapping(2, &exprs).unwrap_or_else(|why| panic!("{exprs:?}: {why:?}"));
        assert_eq!(mapping.is_exact, is_exact, "{exprs:?}");
        for point in [[0, 0], [3, 5], [9, 2], [4, 4]] {
            let levels: Vec<i64> = exprs.iter().map(|expr| expr.value_at(&|d| point[d])).collect();
            for (dimension, of_levels) in mapping.dimensions.iter().enumerate() {
                let value = of_levels.wide_value(|level| levels[*level]);
                assert_eq!(value, i128::from(point[dimension]), "{exprs:?} at {point:?}");
            }
        }
    }
}

#[test]
fn remainders_of_what_is_known_anyway_are_needless() {
    let i = || DimExpr::Dim(0);
    for (exprs, needless) in [
        (vec![i().modulo(4), i()], Some(0)),
        (vec![i(), i().modulo(4)], Some(1)),
        (vec![i(), i().floor_div(4), i().modulo(4)], Some(2)),
        (vec![i().modulo(4), i(), i().floor_div(4)], Some(0)),
        (vec![i().modulo(8).floor_div(2), i()], Some(0)),
        (vec![i().floor_div(4), i().modulo(4), i()], None),
        (vec![i().floor_div(4), i().modulo(4), i().modulo(4)], None),
        (vec![i().floor_div(4), i()], None),
        (vec![i(), i().floor_div(4).floor_div(2)], None),
        (vec![i(), DimExpr::Constant(0), DimExpr::Slot, i().modulo(1)], None),
        (vec![i().times(2), i()], None),
    ] {
        let found = mapping(1, &exprs).unwrap_or_else(|why| panic!("{exprs:?}: {why:?}")).needless_level();
        assert_eq!(found, needless, "{exprs:?}");
    }
}

#[test]
fn dimensions_are_known_as_early_as_can_be() {
    let (i, j) = (|| DimExpr::Dim(0), || DimExpr::Dim(1));
    let mapping = mapping(2, &[i(), j().minus(i()), j()]).expect("a map");
    assert_eq!(mapping.known_from, [0, 1]);
    assert_eq!(mapping.dimensions[0].as_term(), Some(&0));
    assert!(!mapping.is_exact);
}

#[test]
fn what_overflows_is_no_map() {
    let i = || DimExpr::Dim(0);
    assert_eq!(refused(1, &[i().times(i64::MAX).times(2)]), Some(Unmappable::Level(0)));
}
