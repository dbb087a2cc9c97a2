//! Random formats: by name, as lists of levels over the dimensions in some order, and as maps to blocks, diagonals and
//! slots, of any widths.

use super::pick;
use lacuna_layout::{DimExpr, Format, Level, LevelKind, Width};
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// What a format is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// An operand, whose entries are known: any format that holds them.
    Operand {
        /// Whether something may be infinite or no number: slots that a row does not need are visited beside it.
        beside_infinity: bool,
    },
    /// A result, which may have an entry at every point: a format that holds them all.
    Result,
}

/// A format of tensors of an order of at least one, or nothing where what was drawn is none.
pub fn random_format(random: &mut ChaCha8Rng, order: usize, purpose: Purpose) -> Option<String> {
    let text = match random.random_range(0..10) {
        // Results with room for every parent may be computed in an order that contradicts theirs.
        0..3 if order > 1 && purpose == Purpose::Result => placed(random, order),
        0..5 => named(random, order),
        5..8 => levels(random, order, purpose),
        _ => mapped(random, order, purpose)?.to_string(),
    };
    // What is drawn aside leaves the other formats as they are.
    let text = sliced(&mut random.clone(), &text, order).unwrap_or(text);
    if random.random_bool(0.75) {
        return Some(text);
    }
    let mut format = Format::named(&text, order).ok()?;
    // Positions count entries: those of a result may be more than 8 bits hold.
    format.position_width = Width::ALL[random.random_range(usize::from(purpose == Purpose::Result)..4)];
    format.coordinate_width = pick(random, &Width::ALL);
    Some(format.to_string())
}

/// The same format with a compressed level sliced, in one of so many cases, if it has one that can be.
fn sliced(random: &mut ChaCha8Rng, text: &str, order: usize) -> Option<String> {
    let mut format = Format::named(text, order).ok().filter(|_| random.random_range(0..6) == 0)?;
    let is_plain = |level: &&mut Level| **level == Level::new(level.expr.clone(), LevelKind::Compressed);
    let number = format.levels.iter_mut().skip(1).position(|level| is_plain(&level))? + 1;
    let parents = random.random_range(1..=4);
    let mut window = parents;
    if number == 1 && random.random_bool(0.5) {
        window *= random.random_range(2..4);
        let rows = Level::new(format.levels[0].expr.clone(), LevelKind::Compressed).unordered();
        format.levels[0] = Level { full: true, ..rows };
    }
    format.levels[number].kind = LevelKind::Sliced { parents, window };
    Format::new(order, format.levels).ok().map(|format| format.to_string())
}

fn named(random: &mut ChaCha8Rng, order: usize) -> String {
    const ANY: [&str; 4] = ["coo", "csf", "csf", "hash"];
    const MATRIX: [&str; 9] = ["csr", "csr", "csc", "coo", "dcsr", "dcsc", "ell", "dia", "hash"];
    if order != 2 {
        return pick(random, &ANY).to_owned();
    }
    match random.random_range(0..10) {
        0 => format!("csb:{}x{}", random.random_range(1..5), random.random_range(1..5)),
        1 => format!("bcsr:{}x{}", random.random_range(1..5), random.random_range(1..5)),
        _ => pick(random, &MATRIX).to_owned(),
    }
}

/// Dense levels above others that are appended together, over the dimensions in any order.
fn placed(random: &mut ChaCha8Rng, order: usize) -> String {
    let parents = random.random_range(1..order);
    let mut levels = vec!["dense"; parents];
    match order - parents {
        1 => levels.push(pick(random, &["compressed", "compressed", "compressed(unordered)"])),
        left => {
            let between = pick(random, &["singleton(nonunique)", "singleton(nonunique, interleaved)"]);
            levels.push("compressed(nonunique)");
            levels.extend(std::iter::repeat_n(between, left - 2));
            levels.push(if between.contains("interleaved") { "singleton(interleaved)" } else { "singleton" });
        }
    }
    let mut dimensions: Vec<usize> = (0..order).collect();
    dimensions.shuffle(random);
    in_order(&levels, &dimensions)
}

/// The text of levels over dimensions.
fn in_order(levels: &[&str], dimensions: &[usize]) -> String {
    let dimensions: Vec<_> = dimensions.iter().map(usize::to_string).collect();
    format!("{}@{}", levels.join(","), dimensions.join(","))
}

/// A list of levels over the dimensions in some order.
fn levels(random: &mut ChaCha8Rng, order: usize, purpose: Purpose) -> String {
    let mut levels: Vec<&str> = Vec::new();
    if random.random_bool(0.1) {
        levels.extend(std::iter::repeat_n("batch", random.random_range(1..=order.min(2))));
    }
    while levels.len() < order {
        let left = order - levels.len();
        match random.random_range(0..20) {
            0..7 => levels.push("dense"),
            // A chain of singletons ends at a unique one, which gives every entry a node of its own.
            7..10 if left > 1 => chain(random, &mut levels, left),
            10 => levels.push("compressed(unordered)"),
            11 => levels.push("compressed(nonunique)"),
            12 => levels.push(pick(random, &["loose_compressed", "loose_compressed(unordered)"])),
            13 => levels.push("hashed"),
            // Holds some tensors only.
            14 if !levels.is_empty() && purpose != Purpose::Result && levels.last() != Some(&"batch") => {
                levels.push("singleton");
            }
            15 => {
                levels
                    .push(pick(random, &["compressed(full)", "loose_compressed(full)", "compressed(unordered, full)"]));
            }
            _ => levels.push("compressed"),
        }
    }
    let mut dimensions: Vec<usize> = (0..order).collect();
    if random.random_bool(0.5) {
        dimensions.shuffle(random);
    }
    in_order(&levels, &dimensions)
}

fn chain(random: &mut ChaCha8Rng, levels: &mut Vec<&str>, left: usize) {
    let length = random.random_range(1..left);
    let (head, between, last) = pick(
        random,
        &[
            ("compressed(nonunique)", "singleton(nonunique)", "singleton"),
            ("compressed(nonunique)", "singleton(nonunique)", "singleton"),
            ("compressed(nonunique)", "singleton(nonunique, interleaved)", "singleton(interleaved)"),
            ("loose_compressed(nonunique)", "singleton(nonunique)", "singleton"),
            ("compressed(nonunique, unordered)", "singleton(nonunique, unordered)", "singleton(unordered)"),
        ],
    );
    levels.push(head);
    levels.extend(std::iter::repeat_n(between, length - 1));
    levels.push(last);
}

/// What one or more levels store of a dimension.
fn expressions(random: &mut ChaCha8Rng, order: usize, dimension: usize) -> Vec<DimExpr> {
    let of = DimExpr::Dim;
    let other = (dimension + random.random_range(1..order.max(2))) % order;
    // Blocks of one are seldom, and worth a try.
    let block = pick(random, &[2, 2, 3, 3, 4, 4, 5, 1]);
    match random.random_range(0..12) {
        0..5 => vec![of(dimension)],
        10.. if order == 1 => vec![of(dimension)],
        5..9 => vec![of(dimension).floor_div(block), of(dimension).modulo(block)],
        9 => {
            let outer = of(dimension).floor_div(block);
            vec![outer.clone().floor_div(2), outer.modulo(2), of(dimension).modulo(block)]
        }
        10 if random.random_bool(0.3) => vec![of(dimension).floor_div(block), of(dimension)],
        10 => vec![of(dimension).minus(of(other)), of(dimension)],
        _ => vec![of(dimension).plus(of(other)), of(dimension)],
    }
}

fn kind(random: &mut ChaCha8Rng, expr: &DimExpr, purpose: Purpose) -> LevelKind {
    use LevelKind::{Compressed, Dense, Hashed, LooseCompressed, Offset, Range, Singleton, Structured};
    match expr {
        DimExpr::Slot => Dense,
        DimExpr::Mod(_, divisor) if random.random_range(0..4) == 0 => {
            let m = *divisor as u64;
            Structured { n: if purpose == Purpose::Result { m } else { random.random_range(1..=m) }, m }
        }
        DimExpr::Sub(..) => Compressed,
        _ => pick(
            random,
            &[
                Dense,
                Dense,
                Dense,
                Compressed,
                Compressed,
                Compressed,
                LooseCompressed,
                Hashed,
                Singleton,
                Offset,
                Range,
            ],
        ),
    }
}

/// Any levels that say the dimensions, in any order, if they are a format.
fn mapped(random: &mut ChaCha8Rng, order: usize, purpose: Purpose) -> Option<Format> {
    // Most of what is drawn is none.
    (0..20).find_map(|_| {
        let mut exprs: Vec<DimExpr> = (0..order).flat_map(|dimension| expressions(random, order, dimension)).collect();
        exprs.shuffle(random);
        // A dimension may follow from the others, such as one of a sum.
        if random.random_range(0..4) == 0 {
            exprs.pop();
        }
        if random.random_range(0..8) == 0 {
            exprs.insert(random.random_range(0..=exprs.len()), DimExpr::Slot);
        }
        let is_plain = exprs.iter().all(|expr| expr.as_dimension().is_some());
        let batches = usize::from(random.random_range(0..8) == 0);
        let level = |(number, expr): (usize, DimExpr)| {
            let kind = if number < batches { LevelKind::Batch } else { kind(random, &expr, purpose) };
            let mut level = Level::new(expr, kind);
            // An offset is the sum of two levels.
            if kind == LevelKind::Offset && number < 2 {
                level.kind = LevelKind::Compressed;
            }
            if matches!(kind, LevelKind::Compressed | LevelKind::LooseCompressed | LevelKind::Singleton) {
                level.unique = random.random_range(0..4) > 0;
                level.ordered = random.random_range(0..5) > 0;
                level.full = level.unique && kind != LevelKind::Singleton && random.random_range(0..8) == 0;
            }
            level.interleaved = kind == LevelKind::Singleton && random.random_range(0..2) == 0;
            level
        };
        let levels: Vec<Level> = exprs.into_iter().enumerate().map(level).collect();
        let holds_all = levels.iter().enumerate().all(|(number, level)| {
            let above = number.checked_sub(1).map(|above| &levels[above]);
            level.kind != LevelKind::Singleton || above.is_some_and(|above| !above.unique)
        });
        let format = Format::new(order, levels).ok()?;
        (!is_plain && (holds_all || purpose != Purpose::Result)).then_some(format)
    })
}
