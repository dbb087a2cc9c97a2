//! Random maps, solved and compared with all points of small tensors.

use super::{DimensionForm, OverLevels, Source, extent::bounds};
use crate::{DimExpr, Format, Level, LevelKind};
use lacuna_relation::Bounds;

/// A small generator of numbers, so that this crate needs no other.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn expr(&mut self, depth: u32) -> DimExpr {
        let atom = |numbers: &mut Numbers| DimExpr::Dim(numbers.below(2) as usize);
        match self.below(if depth == 0 { 3 } else { 10 }) {
            0 | 1 => atom(self),
            2 => DimExpr::Constant(self.below(7) as i64 - 3),
            3 => self.expr(depth - 1).plus(self.expr(depth - 1)),
            4 => self.expr(depth - 1).minus(self.expr(depth - 1)),
            5 => self.expr(depth - 1).times(self.below(7) as i64 - 3),
            6 | 7 => self.expr(depth - 1).floor_div(1 + self.below(5) as i64),
            _ => self.expr(depth - 1).modulo(1 + self.below(5) as i64),
        }
    }

    /// The levels that blocks are made of, more often than chance makes them.
    fn level(&mut self) -> DimExpr {
        let dimension = DimExpr::Dim(self.below(2) as usize);
        match self.below(8) {
            0 | 1 => dimension,
            2 => dimension.floor_div(2),
            3 => dimension.modulo(2),
            4 => dimension.floor_div(2).modulo(3),
            5 => dimension.floor_div(6),
            _ => self.expr(2),
        }
    }
}

const SHAPE: [u64; 2] = [7, 5];

fn points() -> impl Iterator<Item = [i64; 2]> {
    (0..SHAPE[0] as i64).flat_map(|i| (0..SHAPE[1] as i64).map(move |j| [i, j]))
}

#[test]
fn forms_have_the_values_of_expressions_and_extents_hold_them() {
    let mut numbers = Numbers(1);
    for _ in 0..3000 {
        let expr = numbers.expr(4);
        let form = expr.form().expect("small numbers do not overflow");
        let extent = form.extent(&SHAPE).expect("small numbers do not overflow");
        let Bounds { least, greatest } = bounds(&form);
        for point in points() {
            let value = expr.evaluate(&point).expect("small numbers do not overflow");
            assert_eq!(form.value_at(&|dimension| point.get(*dimension).copied()), Some(value), "{expr} at {point:?}");
            assert_eq!(DimExpr::of_form(&form).evaluate(&point), Some(value), "{expr} at {point:?}");
            assert_eq!(expr.value_at(&|dimension| point[dimension]), value, "{expr} at {point:?}");
            let is_inside = extent.low <= value && i128::from(value) <= extent.high();
            assert!(is_inside, "{expr} is {value} at {point:?}, of {extent:?}");
            assert!(least.is_none_or(|least| least <= value.into()), "{expr} is {value} at {point:?}");
            assert!(greatest.is_none_or(|greatest| greatest >= value.into()), "{expr} is {value} at {point:?}");
            assert!(value >= 0 || form.is_signed(), "{expr} is {value} at {point:?}");
        }
    }
}

#[test]
fn maps_lead_back_to_every_point() {
    let mut numbers = Numbers(2);
    let (mut solved, mut exact) = (0, 0);
    for _ in 0..4000 {
        let count = 2 + numbers.below(4) as usize;
        let levels = (0..count).map(|_| Level::new(numbers.level(), LevelKind::Compressed)).collect();
        let format = Format::with_defaults(2, levels);
        let Ok(mapping) = format.mapping() else { continue };
        solved += 1;
        exact += usize::from(mapping.is_exact);
        let mut seen = std::collections::BTreeSet::new();
        for point in points() {
            let coordinates: Vec<i64> =
                format.levels.iter().map(|level| level.expr.evaluate(&point).expect("small numbers")).collect();
            for (dimension, of_levels) in mapping.dimensions.iter().enumerate() {
                let found = of_levels.wide_value(|level| coordinates[*level]);
                assert_eq!(found, point[dimension].into(), "{format} at {point:?}");
                let last = of_levels.levels().next_back().unwrap_or(0);
                assert!(last <= mapping.known_from[dimension], "{format}: dimension {dimension}");
            }
            for (level, followed) in mapping.followed.iter().enumerate() {
                let Some(followed) = followed else { continue };
                let value = followed.value(|level| coordinates[level]);
                assert_eq!(value, coordinates[level].into(), "{format}: level {level} at {point:?}");
            }
            assert!(seen.insert(coordinates), "{format} stores two points alike");
        }
        for (level, source) in mapping.sources.iter().enumerate() {
            let follows = mapping.followed[level].as_ref();
            assert_eq!(follows.is_some(), *source != Source::Own, "{format}: level {level}");
        }
    }
    assert!(solved > 500 && exact > 50, "{solved} solved, {exact} of them exact");
}

/// Where a map is exact and each dimension fills its blocks, every combination of coordinates is a point.
#[test]
fn exact_maps_have_no_contradictions() {
    let mut numbers = Numbers(3);
    let mut found = 0;
    for _ in 0..4000 {
        let count = 2 + numbers.below(4) as usize;
        let levels = (0..count).map(|_| Level::new(numbers.level(), LevelKind::Compressed)).collect();
        let format = Format::with_defaults(2, levels);
        let Some(mapping) = format.mapping().ok().filter(|mapping| mapping.is_exact) else { continue };
        let extents: Vec<_> = mapping
            .forms
            .iter()
            .map(|form| form.as_ref()?.extent(&SHAPE))
            .collect::<Option<_>>()
            .expect("small numbers");
        let mut coordinates: Vec<i64> = extents.iter().map(|extent| extent.low).collect();
        loop {
            let point: Vec<i64> = mapping
                .dimensions
                .iter()
                .map(|of_levels| of_levels.wide_value(|level| coordinates[*level]) as i64)
                .collect();
            // Points past the tensor are known by their dimensions; only what is inside must agree.
            if point.iter().zip(SHAPE).all(|(coordinate, size)| (0..size as i64).contains(coordinate)) {
                for (level, coordinate) in format.levels.iter().zip(&coordinates) {
                    assert_eq!(level.expr.evaluate(&point), Some(*coordinate), "{format} at {coordinates:?}");
                }
                found += 1;
            }
            let next = (0..count).find(|&level| i128::from(coordinates[level]) < extents[level].high());
            let Some(next) = next else { break };
            coordinates[next] += 1;
            (0..next).for_each(|level| coordinates[level] = extents[level].low);
        }
    }
    assert!(found > 1000, "{found} points");
}

/// The levels that are walked are enough, and none is left that code could not tell from the others.
#[test]
fn formats_without_a_flaw_have_a_map_that_needs_its_levels() {
    let mut numbers = Numbers(4);
    let mut good = 0;
    for _ in 0..4000 {
        let count = 2 + numbers.below(3) as usize;
        let level = |numbers: &mut Numbers| {
            let kind = [LevelKind::Dense, LevelKind::Compressed, LevelKind::Offset, LevelKind::Hashed]
                [numbers.below(4) as usize];
            Level::new(numbers.level(), kind)
        };
        let format = Format::with_defaults(2, (0..count).map(|_| level(&mut numbers)).collect());
        if format.flaw().is_some() {
            continue;
        }
        good += 1;
        let mapping = format.mapping().expect("a format without a flaw has a map");
        assert_eq!(mapping.needless_level(), None);
        for (number, level) in format.levels.iter().enumerate() {
            assert!(!level.is_implied() || mapping.sources[number] == Source::Above, "{format}: level {number}");
        }
    }
    assert!(good > 100, "{good} formats");
}
