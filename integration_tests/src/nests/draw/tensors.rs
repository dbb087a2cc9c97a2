//! The tensors of a nest, and how each of them may be written.

use super::Draw;
use crate::nests::tree::{Class, Combiner, Nest, Role, Sizes, Tensor, TensorId, VarId};
use lacuna_layout::Format;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Formats of each order, the first ones drawn most often.
const VECTORS: [&str; 3] = ["(i) -> (i : compressed)", "(i) -> (i : compressed)", "(i) -> (i : hashed)"];
const MATRICES: [&str; 10] = [
    "(i, j) -> (i : dense, j : compressed)",
    "(i, j) -> (j : dense, i : compressed)",
    "(i, j) -> (i : compressed, j : compressed)",
    "(i, j) -> (i : compressed(nonunique), j : singleton)",
    "(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)",
    "(i, j) -> (j - i : compressed, i : range, j : offset)",
    "(i, j) -> (i : dense, j : hashed)",
    "(i, j) -> (i : compressed, j : dense)",
    "(i, j) -> (j : compressed, i : compressed)",
    "(i, j) -> (i : dense, j : loose_compressed)",
];
const CUBES: [&str; 4] = [
    "(i, j, k) -> (i : compressed, j : compressed, k : compressed)",
    "(i, j, k) -> (i : dense, j : dense, k : compressed)",
    "(i, j, k) -> (k : dense, i : compressed, j : compressed)",
    "(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)",
];
/// How many of the formats of an order are drawn most often.
const USUAL: usize = 3;

/// How a tensor is written.
#[derive(Clone, Debug, Default)]
pub struct Writing {
    /// How all writes combine, once there is one.
    pub combiner: Option<Combiner>,
    /// No further writes: they would have to come before or after those that there are.
    pub is_closed: bool,
    /// The loops that a local tensor lies in.
    pub outside: Vec<VarId>,
}

impl Writing {
    /// There is a write that combines in this way.
    pub fn close_or_keep(&mut self, combiner: Option<Combiner>) {
        self.combiner = combiner;
        self.is_closed = combiner.is_none();
    }
}

impl<'a> Draw<'a> {
    /// A nest with tensors and without statements.
    pub fn new(random: &'a mut ChaCha8Rng) -> Self {
        let mut classes = vec![4, 3, 5, 2];
        for odd in [[0, 1, 1], [8, 9, 17]] {
            if random.random_bool(0.1) {
                let class = random.random_range(0..classes.len());
                classes[class] = odd[random.random_range(0..odd.len())];
            }
        }
        let sizes = match random.random_range(0..10) {
            0..6 => Sizes::Static,
            6..8 => Sizes::OfOperands,
            _ => Sizes::Opaque,
        };
        let nest =
            Nest { classes, sizes, has_numbers_inside: false, tensors: Vec::new(), variables: 0, body: Vec::new() };
        let mut draw = Self { random, nest, writing: Vec::new(), readable: Vec::new(), writable: Vec::new() };
        for (name, order) in [("A", 2), ("B", 2), ("D", 3), ("x", 1), ("u", 1)] {
            if order == 3 && draw.random.random_bool(0.7) {
                continue;
            }
            let is_stored = draw.random.random_bool(0.5);
            let tensor = draw.add_bound(name, order, Role::Operand, is_stored);
            draw.readable.push(tensor);
        }
        for (name, order) in [("y", 1), ("z", 1), ("C", 2), ("s", 0)] {
            if draw.random.random_bool(if order == 0 { 0.2 } else { 0.7 }) {
                let tensor = draw.add_bound(name, order, Role::Result, false);
                draw.writable.push(tensor);
            }
        }
        for (name, order) in [("S", 2), ("T", 2), ("t", 1)] {
            if draw.random.random_bool(0.25) {
                let tensor = draw.add_bound(name, order, Role::Result, true);
                draw.writable.push(tensor);
            }
        }
        if draw.writable.is_empty() {
            let tensor = draw.add_bound("y", 1, Role::Result, false);
            draw.writable.push(tensor);
        }
        draw
    }

    fn add_bound(&mut self, name: &str, order: usize, role: Role, is_stored: bool) -> TensorId {
        let dimensions: Vec<_> = (0..order).map(|_| self.class()).collect();
        let format = is_stored.then(|| self.format(order));
        let points: u64 = dimensions.iter().map(|class| self.nest.size(*class)).product();
        let numbers: &[f64] = if is_stored { &[0.0, 0.0, 1.0, 2.0, 3.0, -1.0] } else { &[1.0, 2.0, 3.0, -1.0, 0.0] };
        let starts_empty = is_stored && role == Role::Result;
        let values = (0..points).map(|_| if starts_empty { 0.0 } else { self.pick(numbers) }).collect();
        self.add(
            Tensor { name: name.to_owned(), dimensions, role, format, values, has_windows: false },
            Writing::default(),
        )
    }

    /// A tensor between a producer and a consumer in these loops.
    pub fn add_local(&mut self, outside: Vec<VarId>) -> TensorId {
        let order = self.pick(&[0, 1, 1, 1, 2]);
        let dimensions: Vec<Class> = (0..order).map(|_| self.class()).collect();
        // Drawn aside: what a seed draws besides does not depend on it.
        let is_full = self.random.clone().random_bool(0.25);
        let role = Role::Local { initially: self.pick(&[0.0, 0.0, 0.0, 0.0, 1.0, -3.0]), is_full };
        let name = format!("w{}", self.nest.tensors.len());
        let tensor = Tensor { name, dimensions, role, format: None, values: Vec::new(), has_windows: false };
        self.add(tensor, Writing { outside, ..Writing::default() })
    }

    fn add(&mut self, tensor: Tensor, writing: Writing) -> TensorId {
        self.nest.tensors.push(tensor);
        self.writing.push(writing);
        TensorId(self.nest.tensors.len() - 1)
    }

    fn format(&mut self, order: usize) -> Format {
        let all: &[&str] = match order {
            1 => &VECTORS,
            2 => &MATRICES,
            _ => &CUBES,
        };
        let among = if self.random.random_bool(0.4) { all } else { &all[..USUAL] };
        Format::parse(self.pick(among)).expect("the text of a format")
    }
}
