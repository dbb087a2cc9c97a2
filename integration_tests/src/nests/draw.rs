//! The nest of a seed. The same seed gives the same nest on every machine.
//!
//! What is drawn has one meaning, whatever order the rounds of its loops have: the writes of a tensor all combine in one way, a
//! tensor is replaced where each round has a point of its own, and a result is read only after the statements that write it. A
//! bounded variable is derived at the start of the loop that it needs innermost. Where sizes are open, loops over a part of a
//! stored operand say so.

mod subscripts;
mod tensors;
mod values;

use super::{
    evaluate::{Unfit, evaluate},
    tree::{Access, Class, Combiner, Nest, Statement, TensorId, Value, VarId},
};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use subscripts::{Opened, Variable};
use tensors::Writing;

/// The most loops around a statement.
const MOST_LOOPS: usize = 4;

/// The nest of a seed: the first one that can be compared.
pub fn draw(seed: u64) -> Nest {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let nest = Draw::new(&mut random).nest();
        match evaluate(&nest) {
            Ok(_) if !nest.body.is_empty() => return Nest { has_numbers_inside: random.random_bool(0.25), ..nest },
            Err(Unfit::OutOfBounds(tensor)) => {
                panic!("{} is accessed out of bounds: {:#?}", nest.tensor(tensor).name, nest.body)
            }
            Ok(_) | Err(Unfit::LargeNumbers | Unfit::TooLong) => {}
        }
    }
}

/// A nest that grows.
struct Draw<'a> {
    random: &'a mut ChaCha8Rng,
    nest: Nest,
    /// How each tensor is written.
    writing: Vec<Writing>,
    readable: Vec<TensorId>,
    writable: Vec<TensorId>,
}

/// The variables that a statement may mention, outermost first.
type Scope = Vec<Variable>;

fn loops(scope: &[Variable]) -> Vec<VarId> {
    scope.iter().filter(|variable| variable.is_loop).map(|variable| variable.var).collect()
}

impl Draw<'_> {
    fn nest(mut self) -> Nest {
        for _ in 0..self.pick(&[1, 1, 1, 2, 2, 3]) {
            let (readable, writable) = (self.readable.clone(), self.writable.clone());
            // What no part of the statement writes can be read in it.
            if self.random.random_bool(0.3) {
                let frozen = self.pick(&writable);
                if !self.nest.tensor(frozen).is_stored() && writable.len() > 1 {
                    self.readable.extend([frozen, frozen]);
                    self.writable.retain(|other| *other != frozen);
                }
            }
            let statements = self.statement(&Vec::new(), 0);
            self.nest.body.extend(statements);
            (self.readable, self.writable) = (readable, writable);
        }
        self.nest
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        *from.choose(self.random).expect("the lists of choices are not empty")
    }

    fn class(&mut self) -> Class {
        Class(self.random.random_range(0..self.nest.classes.len()))
    }

    fn fresh(&mut self) -> VarId {
        self.nest.variables += 1;
        VarId(self.nest.variables - 1)
    }

    fn block(&mut self, scope: &Scope, depth: usize) -> Vec<Statement> {
        let count = self.pick(&[1, 1, 1, 2, 2, 3]);
        (0..count).flat_map(|_| self.statement(scope, depth)).collect()
    }

    fn statement(&mut self, scope: &Scope, depth: usize) -> Vec<Statement> {
        if depth < 4 && self.random.random_bool(0.15) {
            return vec![self.between(scope, depth)];
        }
        if depth < 3 && loops(scope).len() < 3 && self.random.random_bool(0.3) {
            return self.open_loop(scope, depth);
        }
        self.write(scope, depth).unwrap_or_default()
    }

    /// A loop that no write asked for; perhaps with a variable derived in it.
    fn open_loop(&mut self, scope: &Scope, depth: usize) -> Vec<Statement> {
        let mut new = Vec::new();
        let class = self.class();
        let outer = self.new_loop(class, &mut new);
        if self.random.random_bool(0.3) {
            let class = self.class();
            self.shifted(class, &outer, &mut new);
        }
        let scope = [scope.clone(), new.iter().map(|opened| opened.variable.clone()).collect()].concat();
        let body = self.block(&scope, depth + 1);
        if body.is_empty() { body } else { around(new, body) }
    }

    /// A producer and a consumer.
    fn between(&mut self, scope: &Scope, depth: usize) -> Statement {
        let tensor = self.add_local(loops(scope));
        let outside = std::mem::replace(&mut self.writable, vec![tensor]);
        let produce = self.block(scope, depth + 1);
        self.writable = outside;
        self.readable.extend([tensor, tensor]);
        let consume = self.block(scope, depth + 1);
        self.readable.retain(|other| *other != tensor);
        Statement::Where { tensor, produce, consume }
    }

    /// A write in the loops that it needs, with other statements around it; none where nothing is found.
    fn write(&mut self, scope: &Scope, depth: usize) -> Option<Vec<Statement>> {
        let open: Vec<_> = self.writable.iter().copied().filter(|tensor| !self.writing[tensor.0].is_closed).collect();
        let target = *open.choose(self.random)?;
        let mut new = Vec::new();
        let (subscripts, cover) = self.target_subscripts(target, scope, &mut new)?;
        let inner: Scope =
            [scope.clone(), new.iter().map(|opened: &Opened| opened.variable.clone()).collect()].concat();
        let open = loops(&inner);
        let outside = &self.writing[target.0].outside;
        let is_once = open.iter().all(|var| cover.contains(var) || outside.contains(var));
        let combiner = match self.writing[target.0].combiner {
            Some(combiner) => Some(combiner),
            None if is_once && self.random.random_bool(0.4) => None,
            None if self.nest.tensor(target).is_stored() => Some(Combiner::Add),
            None => Some(self.pick(&[
                Combiner::Add,
                Combiner::Add,
                Combiner::Add,
                Combiner::Max,
                Combiner::Min,
                Combiner::Mul,
            ])),
        };
        self.writing[target.0].close_or_keep(combiner);
        let mut body = Vec::new();
        if depth < 3 && self.random.random_bool(0.15) {
            body.extend(self.block(&inner, depth + 1));
        }
        let target = Access { tensor: target, subscripts };
        let reduces = self.random.random_bool(0.4) && open.len() < MOST_LOOPS;
        let reduction = match (combiner, reduces) {
            (combiner, false) => {
                let value = self.written(&inner, combiner);
                body.push(Statement::Write { target, value, combiner });
                None
            }
            (Some(combiner), true) => Some((target, combiner)),
            (None, true) => {
                let value = if self.random.random_bool(0.6) { Value::Number(0.0) } else { self.value(&inner, 0) };
                body.push(Statement::Write { target: target.clone(), value, combiner: None });
                Some((target, Combiner::Add))
            }
        };
        if let Some((target, combiner)) = reduction {
            let mut reduced = Vec::new();
            let class = self.class();
            let variable = self.new_loop(class, &mut reduced);
            if self.random.random_bool(0.15) {
                let class = self.class();
                self.shifted(class, &variable, &mut reduced);
            }
            let scope: Scope = [inner.clone(), reduced.iter().map(|opened| opened.variable.clone()).collect()].concat();
            let value = self.written(&scope, Some(combiner));
            body.extend(around(reduced, vec![Statement::Write { target, value, combiner: Some(combiner) }]));
        }
        if depth < 3 && self.random.random_bool(0.15) {
            body.extend(self.block(&inner, depth + 1));
        }
        Some(around(new, body))
    }
}

/// Statements in the loops and with the variables that were opened for them.
fn around(opened: Vec<Opened>, body: Vec<Statement>) -> Vec<Statement> {
    opened.into_iter().rev().fold(body, |body, opened| match opened.definition {
        subscripts::Definition::Loop { extent, lanes } => {
            vec![Statement::Loop { var: opened.variable.var, extent, lanes, body }]
        }
        subscripts::Definition::Derive { value, below } => {
            let derive = Statement::Derive { var: opened.variable.var, value, below };
            std::iter::once(derive).chain(body).collect()
        }
    })
}
