//! Random expressions: sums of products of up to five operands, with signs, numbers, quotients, nested sums, and minima
//! and maxima; and sums of which it is unclear where they stand. Wide ones have all of the notation besides (`wide`), and up to nine operands.
//! Affine ones have operands and targets whose subscripts are sums of multiples of variables (`affine`).

mod affine;
mod wide;

use super::{Variable, pick};
use affine::AffineTarget;
use lacuna_notation::{Problem, ast::Program, parse_program};
use lacuna_runtime::value::{Dtype, Kind};
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// The most accesses to operands.
const MOST_ACCESSES: usize = 5;
/// The most of a wide expression.
const MOST_WIDE_ACCESSES: usize = 9;
/// The name of the result.
const RESULT: &str = "r";
const NAMES: [&str; MOST_WIDE_ACCESSES] = ["A", "B", "C", "D", "E", "F", "G", "H", "N"];

/// What expressions are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// What most people write.
    Plain,
    /// All of it.
    Wide,
    /// Plain, with affine subscripts.
    Affine,
}

/// A tensor of an expression.
#[derive(Clone, Debug)]
pub struct Tensor {
    pub name: String,
    pub shape: Vec<u64>,
    /// Whether its data may come with a shape of its own.
    pub fixes_shape: bool,
    /// How probably it is stored in a format other than plain dense.
    pub stored: f64,
    /// Data of this shape, where subscripts do not reach all of it.
    pub data: Option<String>,
}

impl Tensor {
    /// The result.
    pub fn result(shape: Vec<u64>) -> Self {
        Self { name: RESULT.to_owned(), shape, fixes_shape: true, stored: 0.0, data: None }
    }
}

/// An expression.
pub struct Drawn {
    pub text: String,
    /// The operands; the target is one if it is added to.
    pub operands: Vec<Tensor>,
    pub target_shape: Vec<u64>,
    /// Whether something is divided by zero. What is infinite or no number then is settled only where sums are computed
    /// to the letter ([`lacuna_passes::fp::FpMode::Fast`]).
    pub needs_strict: bool,
}

impl Drawn {
    /// Draws one over some variables. Sums that are unclear are written in one of their two forms; seldom they are left, to
    /// be refused. Reductions meet variables of the same name: what does not parse is drawn again.
    pub fn new(random: &mut ChaCha8Rng, variables: &[Variable], dtype: Dtype, notation: Notation) -> Self {
        loop {
            let mut drawn = Self::try_new(random, variables, dtype, notation);
            if drawn.write_sums(random) {
                return drawn;
            }
            let is_known = |program: &Program| {
                let mut tensors = program.operands().into_iter();
                tensors.all(|access| drawn.operands.iter().any(|tensor| tensor.name == access.tensor))
            };
            if parse_program(&drawn.text).is_ok_and(|program| is_known(&program)) {
                return drawn;
            }
        }
    }

    /// Writes the sums that are unclear; gives whether one is left.
    fn write_sums(&mut self, random: &mut ChaCha8Rng) -> bool {
        while let Err(error) = parse_program(&self.text) {
            let Problem::SumUnclear { forms, .. } = *error.problem else { return false };
            if random.random_bool(0.04) {
                return true;
            }
            let form = &forms[random.random_range(0..forms.len())].text;
            // Expressions are ASCII, so columns are bytes.
            self.text.replace_range(error.columns.start - 1..error.columns.end - 1, &format!("({form})"));
        }
        false
    }

    fn try_new(random: &mut ChaCha8Rng, variables: &[Variable], dtype: Dtype, notation: Notation) -> Self {
        let is_wide = notation == Notation::Wide;
        let order = pick(random, &[0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5]).min(variables.len());
        let affine = match notation {
            Notation::Affine if random.random_bool(0.4) => AffineTarget::new(random, variables, order.min(3)),
            _ => None,
        };
        let target = affine.as_ref().map_or_else(|| some_of(random, variables, order), |own| own.variables.clone());
        let has_many = is_wide && random.random_bool(0.1);
        let mut drawing = Drawing {
            random,
            variables,
            target: &target,
            dtype,
            operands: Vec::new(),
            accesses: 0,
            most_accesses: if has_many { MOST_WIDE_ACCESSES } else { MOST_ACCESSES },
            notation,
            needs_strict: false,
        };
        let value = if is_wide { drawing.wide_sum() } else { drawing.sum(0) };
        let more: Vec<String> = affine
            .iter()
            .flat_map(|own| &own.texts[1..])
            .map(|target| format!("; {target} += {}", drawing.sum(0)))
            .collect();
        let updates = if is_wide { drawing.updates() } else { Vec::new() };
        let needs_strict = drawing.needs_strict;
        let mut operands = drawing.operands;
        let written = affine.as_ref().map_or_else(|| access(RESULT, &target), |own| own.texts[0].clone());
        let target_shape: Vec<u64> =
            affine.map_or_else(|| target.iter().map(|variable| variable.size).collect(), |own| own.shape);
        let is_updated = random.random_bool(if is_wide { 0.2 } else { 0.12 });
        if is_updated {
            operands.push(Tensor::result(target_shape.clone()));
        }
        let update = match (is_updated, is_wide) {
            (false, _) => "=",
            (true, false) => "+=",
            (true, true) => wide::update(random, dtype),
        };
        let mut text = format!("{written} {update} {value}{}", more.concat());
        for (update, value) in updates {
            text += &format!("; {} {update} {value}", access(RESULT, &target));
        }
        if is_wide && random.random_bool(0.15) {
            text += &wide::second_statement(random, &access(RESULT, &target), &target);
        }
        Self { text, operands, target_shape, needs_strict }
    }
}

fn access(name: &str, variables: &[Variable]) -> String {
    let names: Vec<_> = variables.iter().map(|variable| variable.name).collect();
    if names.is_empty() { name.to_owned() } else { format!("{name}({})", names.join(",")) }
}

fn some_of(random: &mut ChaCha8Rng, all: &[Variable], count: usize) -> Vec<Variable> {
    let mut chosen = all.to_vec();
    chosen.shuffle(random);
    chosen.truncate(count);
    // Mostly in the order of their names, as people write them.
    if random.random_bool(0.5) {
        chosen.sort_unstable_by_key(|variable| variable.name);
    }
    chosen
}

struct Drawing<'a> {
    random: &'a mut ChaCha8Rng,
    variables: &'a [Variable],
    target: &'a [Variable],
    dtype: Dtype,
    operands: Vec<Tensor>,
    accesses: usize,
    most_accesses: usize,
    notation: Notation,
    needs_strict: bool,
}

impl Drawing<'_> {
    fn chance(&mut self, probability: f64) -> bool {
        self.random.random_bool(probability)
    }

    fn sum(&mut self, depth: usize) -> String {
        let terms = if depth == 0 { pick(self.random, &[1, 1, 1, 1, 2, 2, 2, 3]) } else { 2 };
        let mut text = if self.chance(0.08) { "-".to_owned() } else { String::new() };
        for term in 0..terms {
            if term > 0 {
                text += pick(self.random, &[" + ", " + ", " - "]);
            }
            text += &self.product(depth);
        }
        text
    }

    fn product(&mut self, depth: usize) -> String {
        let count = pick(self.random, &[1, 1, 2, 2, 2, 3]);
        let factors: Vec<_> = (0..count).map(|_| self.factor(depth)).collect();
        let mut text = factors.join(" * ");
        if self.chance(0.08) {
            text += &self.divisor();
        }
        text
    }

    fn factor(&mut self, depth: usize) -> String {
        if self.accesses >= self.most_accesses {
            return self.number();
        }
        if self.notation == Notation::Wide && depth < 2 && self.chance(0.3) {
            return self.wide_factor(depth);
        }
        match self.random.random_range(0..100) {
            0..5 => self.number(),
            5..11 if depth < 2 => format!("({})", self.sum(depth + 1)),
            11..13 => format!("-{}", self.factor(depth + 1)),
            13..19 if !self.operands.is_empty() => self.again(),
            19..23 if depth < 2 && self.dtype.kind() != Kind::Complex => self.extremum(depth),
            _ => self.operand(),
        }
    }

    /// A minimum or maximum of two or three sums, products or numbers.
    fn extremum(&mut self, depth: usize) -> String {
        let function = pick(self.random, &["max", "min"]);
        let count = pick(self.random, &[2, 2, 2, 3]);
        let arguments: Vec<_> = (0..count).map(|_| self.argument(depth)).collect();
        format!("{function}({})", arguments.join(", "))
    }

    fn argument(&mut self, depth: usize) -> String {
        match self.random.random_range(0..10) {
            0..2 => self.number(),
            2 => format!("-{}", self.number()),
            3 => self.sum(depth + 1),
            4..6 => self.product(depth + 1),
            _ => self.factor(depth + 1),
        }
    }

    fn number(&mut self) -> String {
        let integers = ["2", "3", "1", "0", "7"];
        let floats = ["2", "0.5", "1", "0", "1.25"];
        pick(self.random, if self.dtype.kind() != Kind::Integer { &floats } else { &integers }).to_owned()
    }

    /// Division by a number, or of floats by a tensor that is stored densely, seldom by another.
    fn divisor(&mut self) -> String {
        if self.dtype.kind() == Kind::Integer || self.chance(0.5) || self.accesses >= self.most_accesses {
            return format!(" / {}", pick(self.random, &["1", "2", "3", "-2", "4"]));
        }
        let divisor = self.operand();
        let is_sparse = self.chance(0.2);
        if is_sparse {
            self.needs_strict = true;
        } else if let Some(tensor) = self.operands.last_mut() {
            tensor.stored = 0.0;
        }
        format!(" / {divisor}")
    }

    /// A new operand. Its variables are mostly those of the target.
    fn operand(&mut self) -> String {
        if self.notation == Notation::Affine && self.chance(0.6) {
            return self.affine_operand();
        }
        let name = NAMES[self.operands.len()].to_owned();
        self.accesses += 1;
        let order = pick(self.random, &[0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5]).min(self.variables.len());
        let from_target = if self.chance(0.6) { order.min(self.target.len()) } else { 0 };
        let mut variables = some_of(self.random, self.target, from_target);
        let others: Vec<_> =
            self.variables.iter().filter(|other| variables.iter().all(|own| own.name != other.name)).copied().collect();
        variables.extend(some_of(self.random, &others, order - variables.len()));
        if self.chance(0.4) {
            variables.shuffle(self.random);
        }
        let mut tensor = Tensor {
            name: name.clone(),
            shape: variables.iter().map(|variable| variable.size).collect(),
            fixes_shape: true,
            stored: 0.75,
            data: None,
        };
        let text = if order > 0 && self.chance(0.04) {
            self.special(&name, &mut tensor, &mut variables)
        } else {
            access(&name, &variables)
        };
        self.operands.push(tensor);
        text
    }

    /// An access with a compound subscript or a repeated variable.
    fn special(&mut self, name: &str, tensor: &mut Tensor, variables: &mut [Variable]) -> String {
        tensor.stored = 0.6;
        tensor.fixes_shape = false;
        let place = self.random.random_range(0..variables.len());
        let other = pick(self.random, self.variables);
        if self.chance(0.5) && variables[place].size > 0 && other.size > 0 {
            tensor.shape[place] = if other.name == variables[place].name {
                2 * other.size - 1
            } else {
                variables[place].size + other.size - 1
            };
            let names: Vec<_> = variables.iter().map(|variable| variable.name.to_owned()).collect();
            let compound = |(index, name): (usize, &String)| {
                if index == place { format!("{name}+{}", other.name) } else { name.clone() }
            };
            let subscripts: Vec<_> = names.iter().enumerate().map(compound).collect();
            return format!("{name}({})", subscripts.join(","));
        }
        let repeated = variables[self.random.random_range(0..variables.len())];
        variables[place] = repeated;
        tensor.shape[place] = repeated.size;
        access(name, variables)
    }

    /// An operand once more, subscripted by any variables of the same sizes.
    fn again(&mut self) -> String {
        self.accesses += 1;
        let tensor = pick(self.random, &self.operands);
        let mut chosen: Vec<Variable> = Vec::new();
        for size in &tensor.shape {
            let is_free =
                |variable: &&Variable| variable.size == *size && chosen.iter().all(|other| other.name != variable.name);
            let fitting: Vec<_> = self.variables.iter().filter(is_free).copied().collect();
            if fitting.is_empty() {
                // Only a compound subscript reaches so far.
                return self.number();
            }
            chosen.push(pick(self.random, &fitting));
        }
        access(&tensor.name, &chosen)
    }
}
