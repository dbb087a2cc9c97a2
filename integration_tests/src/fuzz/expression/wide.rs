//! What wide expressions have: functions, comparisons, choices, values of index variables, explicit reductions, operands of
//! which subscripts reach a part only, updates, and more statements.

use super::{Drawing, NAMES, Tensor, Variable, pick};
use lacuna_runtime::value::{Dtype, Kind};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// An update of a target.
pub(super) fn update(random: &mut ChaCha8Rng, dtype: Dtype) -> &'static str {
    match dtype.kind() {
        Kind::Complex => pick(random, &["+=", "-=", "*="]),
        _ => pick(random, &["+=", "-=", "*=", "max=", "min="]),
    }
}

/// A statement that reads the target of the first.
pub(super) fn second_statement(random: &mut ChaCha8Rng, first: &str, target: &[Variable]) -> String {
    match target.first() {
        Some(variable) if random.random_bool(0.5) => format!("; z({}) = {first} * 2", variable.name),
        _ => format!("; z = {first} * {first}"),
    }
}

impl Drawing<'_> {
    /// A sum, sometimes beside values of the target's variables.
    pub(super) fn wide_sum(&mut self) -> String {
        let sum = self.sum(0);
        if self.target.is_empty() || !self.chance(0.15) {
            return sum;
        }
        let (one, other) = (pick(self.random, self.target).name, pick(self.random, self.target).name);
        let value = match self.random.random_range(0..4) {
            0 => format!("{one} * {other}"),
            1 if self.dtype.kind() != Kind::Complex => format!("({one} <= 2)"),
            _ => one.to_owned(),
        };
        if sum.starts_with('-') { format!("{value} {sum}") } else { format!("{value} + {sum}") }
    }

    /// Updates of the result by statements after the first, each with its value.
    pub(super) fn updates(&mut self) -> Vec<(&'static str, String)> {
        let count = pick(self.random, &[0, 0, 0, 0, 0, 0, 0, 1, 1, 2]);
        (0..count).map(|_| (update(self.random, self.dtype), self.product(1))).collect()
    }

    pub(super) fn wide_factor(&mut self, depth: usize) -> String {
        match self.random.random_range(0..10) {
            0..3 => self.call(depth),
            3 => pick(self.random, self.variables).name.to_owned(),
            4 => format!("({})", self.comparison(depth)),
            5 => {
                let condition = self.comparison(depth);
                format!("where({condition}, {}, {})", self.argument(depth), self.argument(depth))
            }
            6..8 => self.reduction(depth),
            _ => self.part_of_matrix(),
        }
    }

    fn call(&mut self, depth: usize) -> String {
        let all = ["abs", "sign", "floor", "ceil", "sin", "cos", "tanh", "exp", "sqrt"];
        let of_kind: &[&str] = match self.dtype.kind() {
            Kind::Integer => &all[..4],
            Kind::Float => &all,
            Kind::Complex => &["abs", "sin", "cos"],
        };
        let function = pick(self.random, of_kind);
        let argument = self.argument(depth);
        // Roots of negative numbers are no numbers.
        if function == "sqrt" { format!("sqrt(abs({argument}))") } else { format!("{function}({argument})") }
    }

    /// What numbers make, some of which are not known while compiling.
    fn number_alone(&mut self) -> String {
        let (one, other) = (self.number(), self.number());
        let functions: &[&str] = match self.dtype.kind() {
            Kind::Integer => &["abs", "sign"],
            Kind::Float => &["sin", "cos", "tanh", "exp", "sqrt", "log", "floor"],
            Kind::Complex => &["abs", "sin", "cos"],
        };
        match self.random.random_range(0..3) {
            0 => format!("{one} + {other}"),
            1 if self.dtype.kind() == Kind::Float => format!("pow({one}, {other})"),
            _ => format!("{}({one})", pick(self.random, functions)),
        }
    }

    fn comparison(&mut self, depth: usize) -> String {
        let relations: &[&str] = match self.dtype.kind() {
            Kind::Complex => &["==", "!="],
            _ => &["<", "<=", ">", ">=", "==", "!="],
        };
        let relation = pick(self.random, relations);
        if self.chance(0.1) {
            return format!("{} {relation} {}", self.number_alone(), self.number());
        }
        format!("{} {relation} {}", self.argument(depth), self.argument(depth))
    }

    /// A reduction over a variable that the target does not have.
    fn reduction(&mut self, depth: usize) -> String {
        let is_free = |variable: &&Variable| self.target.iter().all(|other| other.name != variable.name);
        let free: Vec<_> = self.variables.iter().filter(is_free).copied().collect();
        if free.is_empty() {
            return self.operand();
        }
        let variable = pick(self.random, &free);
        let reductions: &[&str] = match self.dtype.kind() {
            Kind::Complex => &["sum", "sum", "prod", "any", "all"],
            _ => &["sum", "sum", "max", "min", "prod", "any", "all"],
        };
        let reduction = pick(self.random, reductions);
        let is_plain = reduction == "sum" || self.chance(0.4);
        let body = if is_plain { self.product(depth + 1) } else { self.elsewhere_no_zero(depth + 1) };
        format!("{reduction}({}, {body})", variable.name)
    }

    /// What is often no zero where an operand stores nothing, so rows without entries count.
    fn elsewhere_no_zero(&mut self, depth: usize) -> String {
        match self.random.random_range(0..5) {
            0 | 1 => format!("{} - {}", self.number(), self.factor(depth)),
            2 => format!("{} + {}", self.number(), self.factor(depth)),
            3 => self.call(depth),
            _ => self.comparison(depth),
        }
    }

    /// A matrix that is larger than what its subscripts reach.
    fn part_of_matrix(&mut self) -> String {
        let name = NAMES[self.operands.len()];
        self.accesses += 1;
        let mut shape = Vec::new();
        let mut subscripts = Vec::new();
        for _ in 0..2 {
            let variable = pick(self.random, self.variables);
            let last = variable.size.saturating_sub(1);
            let (subscript, reach) = match self.random.random_range(0..4) {
                0 => ("2".to_owned(), 2),
                1 => (format!("2*{}", variable.name), 2 * last),
                2 => (format!("{}+1", variable.name), last + 1),
                _ => ("0".to_owned(), 0),
            };
            shape.push(reach + 1 + self.random.random_range(0..4));
            subscripts.push(subscript);
        }
        let data = format!("blocks:{}x{},block=1x2,density=0.4", shape[0], shape[1]);
        self.operands.push(Tensor { name: name.to_owned(), shape, fixes_shape: false, stored: 0.6, data: Some(data) });
        format!("{name}({})", subscripts.join(","))
    }
}
