//! Finding entries in storage as the documentation of [`lacuna_runtime::storage::LevelStorage`] says,
//! without the library.

use lacuna_layout::{DimExpr, Format, LevelKind, Width};
use lacuna_runtime::coo::Coo;
use lacuna_runtime::storage::{IndexArray, SparseTensor};
use lacuna_runtime::value::Scalar;

use crate::is_fill;

/// Checks that each entry is found with its value, and that nothing else is stored but fill values.
pub fn check(stored: &SparseTensor, expected: &Coo, fill: Scalar, context: &dyn Fn() -> String) {
    let mut found = 0;
    for (point, value) in expected.entries() {
        let place = locate(stored, &point).unwrap_or_else(|| panic!("{point:?} is lost: {}: {stored:?}", context()));
        let at_place = stored.values.get(place).unwrap();
        assert!(at_place == value || is_fill(at_place, value), "{at_place} at {point:?}: {}", context());
        found += usize::from(!is_fill(value, fill));
    }
    let stored_values = stored.values.iter().filter(|value| !is_fill(*value, fill)).count();
    assert_eq!(stored_values, found, "padding is not fill: {}: {stored:?}", context());
}

fn size(expr: &DimExpr, shape: &[u64]) -> i64 {
    match expr {
        DimExpr::Dim(dimension) => shape[*dimension] as i64,
        DimExpr::Mod(_, divisor) => *divisor,
        DimExpr::FloorDiv(operand, divisor) => (size(operand, shape) + divisor - 1) / divisor,
        DimExpr::Add(left, right) => match (size(left, shape), size(right, shape)) {
            (0, _) | (_, 0) => 0,
            (left, right) => left + right - 1,
        },
        DimExpr::Constant(value) => value + 1,
        // Always 0.
        DimExpr::Sub(left, right) if left == right => 1,
        other => panic!("{other} is not the expression of a dense level"),
    }
}

/// Where the value of a point is.
pub fn locate(stored: &SparseTensor, point: &[u64]) -> Option<usize> {
    let format = &stored.format;
    let signed: Vec<i64> = point.iter().map(|&coordinate| coordinate as i64).collect();
    let batches = format.levels.iter().take_while(|level| level.kind == LevelKind::Batch).count();
    let fold = |(number, count): (i64, i64), level: &lacuna_layout::Level| {
        let size = size(&level.expr, &stored.shape);
        (number * size + level.expr.evaluate(&signed).unwrap(), count * size)
    };
    let (batch, count) = format.levels[..batches].iter().fold((0, 1), fold);
    let search = Search { stored, point: &signed, batch: batch as usize, count: count as usize };
    let place = search.below(batches, 0, 1)?;
    Some(batch as usize * (stored.values.len() / count as usize) + place)
}

struct Search<'a> {
    stored: &'a SparseTensor,
    point: &'a [i64],
    batch: usize,
    count: usize,
}

/// The block of a batch, or what one interleaved level has of it.
struct Part {
    indices: Vec<i64>,
}

impl Search<'_> {
    fn format(&self) -> &Format {
        &self.stored.format
    }

    fn block(&self, array: &IndexArray) -> Vec<i64> {
        let len = array.len() / self.count;
        let sign = |index: u64| match array.width() {
            Width::W8 => index as u8 as i8 as i64,
            Width::W16 => index as u16 as i16 as i64,
            Width::W32 => index as u32 as i32 as i64,
            Width::W64 => index as i64,
        };
        array.iter().skip(self.batch * len).take(len).map(sign).collect()
    }

    fn positions(&self, level: usize) -> Part {
        Part { indices: self.block(self.stored.levels[level].positions.as_ref().unwrap()) }
    }

    fn coordinates(&self, level: usize) -> Part {
        let levels = &self.format().levels;
        let carrier = (0..=level).rev().find(|&carrier| !levels[carrier].interleaved).unwrap();
        let members = 1 + levels[carrier + 1..].iter().take_while(|level| level.interleaved).count();
        let all = self.block(self.stored.levels[carrier].coordinates.as_ref().unwrap());
        Part { indices: all.into_iter().skip(level - carrier).step_by(members).collect() }
    }

    /// The position in the last level of what is below position `p` of the `parents` positions above
    /// `level`.
    fn below(&self, level: usize, p: usize, parents: usize) -> Option<usize> {
        let Some(spec) = self.format().levels.get(level) else { return Some(p) };
        let shape = &self.stored.shape;
        let next = |position: usize, count: usize| self.below(level + 1, position, count);
        if spec.expr == DimExpr::Slot {
            let singleton = (level..).find(|&below| self.format().levels[below].kind == LevelKind::Singleton)?;
            let between: i64 =
                self.format().levels[level + 1..singleton].iter().map(|dense| size(&dense.expr, shape)).product();
            let slots = self.coordinates(singleton).indices.len() / (parents * between as usize);
            return (0..slots).find_map(|slot| next(p * slots + slot, parents * slots));
        }
        let c = spec.expr.evaluate(self.point).unwrap();
        match spec.kind {
            LevelKind::Dense | LevelKind::Range => {
                let size = size(&spec.expr, shape) as usize;
                next(p * size + c as usize, parents * size)
            }
            LevelKind::Offset => next(p, parents),
            LevelKind::Compressed | LevelKind::LooseCompressed => {
                let positions = self.positions(level).indices;
                let coordinates = self.coordinates(level).indices;
                let (begin, end) = match spec.kind {
                    LevelKind::Compressed => (positions[p], positions[p + 1]),
                    _ => (positions[2 * p], positions[2 * p + 1]),
                };
                let mut children = begin as usize..end as usize;
                children
                    .find_map(|at| if self.matches(&coordinates, at, c) { next(at, coordinates.len()) } else { None })
            }
            LevelKind::Singleton => {
                let coordinates = self.coordinates(level).indices;
                if self.matches(&coordinates, p, c) { next(p, parents) } else { None }
            }
            LevelKind::Hashed => {
                let table = self.coordinates(level).indices;
                let slots = table.len() / parents;
                assert!(slots.is_power_of_two() && slots >= 2 && table.len() == slots * parents);
                let spread = (c as u64).wrapping_mul(0x9E3779B97F4A7C15);
                let mixed = (spread ^ (spread >> 32)).wrapping_mul(0xBF58476D1CE4E5B9);
                let hash = (mixed >> 32) as usize & (slots - 1);
                let start = if size(&spec.expr, shape) as usize <= slots { c as usize } else { hash };
                let probes = (0..slots).map(|probe| p * slots + ((start + probe) & (slots - 1)));
                for slot in probes {
                    if self.matches(&table, slot, -1) && !self.matches(&table, slot, c) {
                        return None;
                    }
                    if self.matches(&table, slot, c) {
                        return next(slot, table.len());
                    }
                }
                None
            }
            LevelKind::Structured { n, .. } => {
                let coordinates = self.coordinates(level).indices;
                let group = p * n as usize..(p + 1) * n as usize;
                let mut group = group.into_iter();
                group.find_map(
                    |at| if self.matches(&coordinates, at, c) { next(at, parents * n as usize) } else { None },
                )
            }
            LevelKind::Sliced { parents: lanes, .. } => {
                let (lanes, positions) = (lanes as usize, self.positions(level).indices);
                let coordinates = self.coordinates(level).indices;
                let slice = &positions[p / lanes * (lanes + 1)..][..=lanes];
                let children = (0..slice[1 + p % lanes]).map(|child| slice[0] as usize + child as usize * lanes);
                children
                    .map(|first| first + p % lanes)
                    .find_map(|at| if self.matches(&coordinates, at, c) { next(at, coordinates.len()) } else { None })
            }
            LevelKind::Batch => unreachable!("batch levels stand outermost"),
        }
    }

    /// Narrow coordinates have lost their sign: compared in their width.
    fn matches(&self, coordinates: &[i64], at: usize, c: i64) -> bool {
        let bits = self.format().coordinate_width.bits();
        (coordinates[at] ^ c) << (64 - bits) == 0
    }
}
