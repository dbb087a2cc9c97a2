//! Operands and targets whose subscripts are affine: sums of up to three multiples of variables, or of their quotients and remainders,
//! with a constant.

use super::{Drawing, NAMES, RESULT, Tensor, Variable, pick};
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// The most points of an operand.
const MOST_POINTS: u64 = 20_000;

/// The factors of variables.
const FACTORS: [i64; 12] = [1, 1, 1, 1, 1, -1, -1, 2, 2, -2, 3, -3];

/// A subscript as text, and how many coordinates its dimension has to have.
struct Subscript {
    text: String,
    size: u64,
    variables: Vec<Variable>,
}

impl Subscript {
    fn is_plain(&self) -> bool {
        self.text.chars().all(char::is_alphabetic)
    }
}

/// A multiple of a variable, or of a quotient or remainder.
struct Term {
    factor: i64,
    /// As text.
    taken: String,
    /// Its largest value.
    largest: u64,
}

impl Term {
    fn new(random: &mut ChaCha8Rng, variable: Variable) -> Self {
        let (name, last) = (variable.name, variable.size.max(1) - 1);
        // Of several divisors of a variable, each has to divide the next.
        let smallest = if matches!(name, "j" | "l") { 3 } else { 2 };
        let divisor = smallest * pick(random, &[1, 1, 1, 2]);
        let (taken, largest) = match random.random_range(0..16) {
            0 => (format!("({name}/{divisor})"), last / divisor),
            1 => (format!("({name} mod {divisor})"), last.min(divisor - 1)),
            _ => (name.to_owned(), last),
        };
        Self { factor: pick(random, &FACTORS), taken, largest }
    }

    /// The end of what it reaches, from zero on.
    fn end(&self) -> i64 {
        self.factor * self.largest.cast_signed()
    }
}

/// A target with affine subscripts.
pub struct AffineTarget {
    /// How it is written, once for each statement.
    pub texts: Vec<String>,
    /// The shape that holds all of them.
    pub shape: Vec<u64>,
    /// The variables of the first.
    pub variables: Vec<Variable>,
}

impl AffineTarget {
    /// One of so many dimensions, which one or two statements write, if these do not ask for too many points.
    pub fn new(random: &mut ChaCha8Rng, variables: &[Variable], order: usize) -> Option<Self> {
        let first: Vec<Subscript> = (0..order).map(|_| affine_subscript(random, variables)).collect();
        let mut shape: Vec<u64> = first.iter().map(|subscript| subscript.size).collect();
        let mut texts = vec![target(&first)];
        if random.random_bool(0.25) {
            let mut second: Vec<Subscript> = (0..order).map(|_| affine_subscript(random, variables)).collect();
            for (own, first) in second.iter_mut().zip(&first) {
                // Plain subscripts alone have to agree on the size.
                if own.is_plain() && first.is_plain() && own.size != first.size {
                    own.text += "+1";
                    own.size += u64::from(own.size > 0);
                }
            }
            shape.iter_mut().zip(&second).for_each(|(size, own)| *size = own.size.max(*size));
            texts.push(target(&second));
        }
        let mut own: Vec<Variable> = first.into_iter().flat_map(|subscript| subscript.variables).collect();
        own.sort_unstable_by_key(|variable| variable.name);
        own.dedup_by_key(|variable| variable.name);
        (shape.iter().product::<u64>() <= MOST_POINTS).then_some(Self { texts, shape, variables: own })
    }
}

fn target(subscripts: &[Subscript]) -> String {
    let texts: Vec<_> = subscripts.iter().map(|subscript| subscript.text.clone()).collect();
    if texts.is_empty() { RESULT.to_owned() } else { format!("{RESULT}({})", texts.join(",")) }
}

impl Drawing<'_> {
    /// A new operand with affine subscripts, where these do not ask for too many points.
    pub(super) fn affine_operand(&mut self) -> String {
        let name = NAMES[self.operands.len()].to_owned();
        self.accesses += 1;
        let order = pick(self.random, &[1, 1, 1, 2, 2, 2, 2, 3]);
        let mut subscripts: Vec<Subscript> =
            (0..order).map(|_| affine_subscript(self.random, self.variables)).collect();
        while subscripts.iter().map(|subscript| subscript.size).product::<u64>() > MOST_POINTS {
            subscripts.pop();
        }
        let mut shape: Vec<u64> = subscripts.iter().map(|subscript| subscript.size).collect();
        let mut data = None;
        // Data that is larger than what subscripts reach has a shape of its own.
        if shape.len() == 2 && shape.iter().all(|size| *size > 0) && self.chance(0.2) {
            for (size, _) in shape.iter_mut().zip(&subscripts).filter(|(_, subscript)| !subscript.is_plain()) {
                *size += self.random.random_range(0..3);
            }
            data = Some(format!("blocks:{}x{},block=1x2,density=0.4", shape[0], shape[1]));
        }
        self.operands.push(Tensor { name: name.clone(), shape, fixes_shape: false, stored: 0.85, data });
        let texts: Vec<_> = subscripts.into_iter().map(|subscript| subscript.text).collect();
        if texts.is_empty() { name } else { format!("{name}({})", texts.join(",")) }
    }
}

fn affine_subscript(random: &mut ChaCha8Rng, variables: &[Variable]) -> Subscript {
    let count = pick(random, &[1, 1, 1, 2, 2, 2, 3]).min(variables.len());
    let mut chosen: Vec<Variable> = variables.to_vec();
    chosen.shuffle(random);
    chosen.truncate(count);
    let own = chosen.clone();
    let terms: Vec<Term> = chosen.into_iter().map(|variable| Term::new(random, variable)).collect();
    let smallest: i64 = terms.iter().map(Term::end).filter(|end| *end < 0).sum();
    let span: i64 = terms.iter().map(|term| term.end().abs()).sum();
    let constant = pick(random, &[0, 0, 0, 1, 2]) - smallest;
    let mut text = String::new();
    for Term { factor, taken, .. } in &terms {
        let sign = if *factor < 0 {
            "-"
        } else if text.is_empty() {
            ""
        } else {
            "+"
        };
        let times = if factor.abs() == 1 { String::new() } else { format!("{}*", factor.abs()) };
        text += &format!("{sign}{times}{taken}");
    }
    if constant != 0 {
        text += &format!("+{constant}");
    }
    let has_none = own.iter().any(|variable| variable.size == 0);
    let size = if has_none { 0 } else { (constant + smallest + span + 1).cast_unsigned() };
    Subscript { text, size, variables: own }
}
