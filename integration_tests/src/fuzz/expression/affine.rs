//! Operands whose subscripts are affine: sums of up to three multiples of variables, with a constant.

use super::{Drawing, NAMES, Tensor, Variable, pick};
use rand::{Rng, seq::SliceRandom};

/// The most points of an operand.
const MOST_POINTS: u64 = 20_000;

/// The factors of variables.
const FACTORS: [i64; 12] = [1, 1, 1, 1, 1, -1, -1, 2, 2, -2, 3, -3];

/// A subscript as text, and how many coordinates its dimension has to have.
struct Subscript {
    text: String,
    size: u64,
}

impl Drawing<'_> {
    /// A new operand with affine subscripts, where these do not ask for too many points.
    pub(super) fn affine_operand(&mut self) -> String {
        let name = NAMES[self.operands.len()].to_owned();
        self.accesses += 1;
        let order = pick(self.random, &[1, 1, 1, 2, 2, 2, 2, 3]);
        let mut subscripts: Vec<Subscript> = (0..order).map(|_| self.affine_subscript()).collect();
        while subscripts.iter().map(|subscript| subscript.size).product::<u64>() > MOST_POINTS {
            subscripts.pop();
        }
        let mut shape: Vec<u64> = subscripts.iter().map(|subscript| subscript.size).collect();
        let mut data = None;
        // Data that is larger than what subscripts reach has a shape of its own.
        if shape.len() == 2 && shape.iter().all(|size| *size > 0) && self.chance(0.2) {
            let is_plain = |subscript: &Subscript| subscript.text.chars().all(char::is_alphabetic);
            for (size, _) in shape.iter_mut().zip(&subscripts).filter(|(_, subscript)| !is_plain(subscript)) {
                *size += self.random.random_range(0..3);
            }
            data = Some(format!("blocks:{}x{},block=1x2,density=0.4", shape[0], shape[1]));
        }
        self.operands.push(Tensor { name: name.clone(), shape, fixes_shape: false, stored: 0.85, data });
        let texts: Vec<_> = subscripts.into_iter().map(|subscript| subscript.text).collect();
        if texts.is_empty() { name } else { format!("{name}({})", texts.join(",")) }
    }

    fn affine_subscript(&mut self) -> Subscript {
        let count = pick(self.random, &[1, 1, 1, 2, 2, 2, 3]).min(self.variables.len());
        let mut chosen: Vec<Variable> = self.variables.to_vec();
        chosen.shuffle(self.random);
        chosen.truncate(count);
        let terms: Vec<(i64, Variable)> =
            chosen.into_iter().map(|variable| (pick(self.random, &FACTORS), variable)).collect();
        let end = |(factor, variable): &(i64, Variable)| factor * (variable.size.max(1) as i64 - 1);
        let smallest: i64 = terms.iter().map(end).filter(|end| *end < 0).sum();
        let span: i64 = terms.iter().map(|term| end(term).abs()).sum();
        let constant = pick(self.random, &[0, 0, 0, 1, 2]) - smallest;
        let mut text = String::new();
        for (factor, variable) in &terms {
            let sign = if *factor < 0 {
                "-"
            } else if text.is_empty() {
                ""
            } else {
                "+"
            };
            let times = if factor.abs() == 1 { String::new() } else { format!("{}*", factor.abs()) };
            text += &format!("{sign}{times}{}", variable.name);
        }
        if constant != 0 {
            text += &format!("+{constant}");
        }
        let has_none = terms.iter().any(|(_, variable)| variable.size == 0);
        Subscript { text, size: if has_none { 0 } else { (constant + smallest + span + 1).cast_unsigned() } }
    }
}
