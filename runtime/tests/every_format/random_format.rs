//! Formats made up at random: any levels that say the dimensions, in any order.

use lacuna_layout::{DimExpr, Format, Level, LevelKind, Width};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// What one or more levels store of a dimension.
fn expressions(generator: &mut ChaCha8Rng, order: usize, dimension: usize) -> Vec<DimExpr> {
    let of = DimExpr::Dim;
    let other = generator.random_range(0..order);
    let block = generator.random_range(1..5);
    match generator.random_range(0..12) {
        0..4 => vec![of(dimension)],
        4..7 => vec![of(dimension).floor_div(block), of(dimension).modulo(block)],
        7 => {
            let outer = of(dimension).floor_div(block);
            vec![outer.clone().floor_div(2), outer.modulo(2), of(dimension).modulo(block)]
        }
        8 => vec![of(dimension).minus(of(other)), of(dimension)],
        9 => vec![of(dimension).plus(of(other)), of(dimension)],
        10 => vec![of(other).minus(of(dimension))],
        _ => vec![of(other).modulo(block).plus(of(dimension)).plus(DimExpr::Constant(1))],
    }
}

fn kind(generator: &mut ChaCha8Rng, expr: &DimExpr) -> LevelKind {
    use LevelKind::{Compressed, Dense, Hashed, LooseCompressed, Offset, Range, Singleton, Sliced, Structured};
    match expr {
        DimExpr::Mod(_, divisor) if generator.random_range(0..3) == 0 => {
            let m = *divisor as u64;
            Structured { n: generator.random_range(1..=m), m }
        }
        DimExpr::Slot => Dense,
        _ if generator.random_range(0..10) == 0 => {
            let parents = generator.random_range(1..=4);
            Sliced { parents, window: parents }
        }
        _ => {
            let kinds =
                [Dense, Dense, Dense, Compressed, Compressed, LooseCompressed, Hashed, Singleton, Offset, Range];
            *kinds.choose(generator).unwrap_or(&Dense)
        }
    }
}

/// Has the rows of a sliced level stand in windows of so many slices, if it is the second level.
fn sort_parents(levels: &mut [Level], slices: u64) {
    if let [above, Level { kind: LevelKind::Sliced { parents, window }, .. }, ..] = levels {
        *window = *parents * slices;
        *above = Level { full: true, ..Level::new(above.expr.clone(), LevelKind::Compressed).unordered() };
    }
}

/// A format that is valid, or nothing.
pub fn format(generator: &mut ChaCha8Rng, order: usize) -> Option<Format> {
    let mut exprs: Vec<DimExpr> = (0..order).flat_map(|dimension| expressions(generator, order, dimension)).collect();
    exprs.shuffle(generator);
    if generator.random_range(0..5) == 0 {
        exprs.insert(generator.random_range(0..=exprs.len()), DimExpr::Slot);
    }
    let batches = if generator.random_range(0..4) == 0 { generator.random_range(1..3) } else { 0 };
    let level = |(number, expr): (usize, DimExpr)| {
        let kind = if number < batches { LevelKind::Batch } else { kind(generator, &expr) };
        let mut level = Level::new(expr, kind);
        if matches!(kind, LevelKind::Compressed | LevelKind::LooseCompressed | LevelKind::Singleton) {
            level.unique = generator.random_range(0..3) > 0;
            level.ordered = generator.random_range(0..4) > 0;
        }
        level.interleaved = kind == LevelKind::Singleton && generator.random_range(0..2) == 0;
        level
    };
    let mut levels: Vec<Level> = exprs.into_iter().enumerate().map(level).collect();
    if generator.random_range(0..2) == 0 {
        sort_parents(&mut levels, generator.random_range(2..4));
    }
    let mut format = Format::new(order, levels).ok()?;
    format.coordinate_width = Width::ALL[generator.random_range(0..4)];
    Some(format)
}
