//! The values that a nest writes.

use super::{Draw, MOST_LOOPS, Scope, loops, subscripts::Variable};
use crate::nests::tree::{Access, Binary, Combiner, Fold, TensorId, Value};
use lacuna_layout::Format;
use rand::{Rng, seq::IndexedRandom};

impl Draw<'_> {
    /// What is written to a tensor; seldom only where entries are stored, and then perhaps the least of several.
    pub fn written(&mut self, scope: &Scope, combiner: Option<Combiner>) -> Value {
        let kind = self.random.random_range(0..100);
        if kind < 8 {
            return self.only_where_stored(scope);
        }
        if kind < 20 && combiner.is_none() && loops(scope).len() < MOST_LOOPS {
            let class = self.class();
            let (extent, variable) = self.fold_variable(class);
            let var = variable.var;
            let scope = [scope.clone(), vec![variable]].concat();
            let value = Box::new(self.only_where_stored(&scope));
            return Value::Fold { var, extent, fold: Fold::Least, value };
        }
        self.value(scope, 0)
    }

    /// A value where one or two entries are stored.
    fn only_where_stored(&mut self, scope: &Scope) -> Value {
        let value = self.value(scope, 1);
        let readable = self.readable.clone();
        let mut entries = Vec::new();
        for _ in 0..self.pick(&[1, 2, 2]) {
            let tensor = self.pick(&readable);
            if self.stores_what_is_not_zero(tensor)
                && let Some(subscripts) = self.read_subscripts(tensor, scope)
            {
                entries.push(Access { tensor, subscripts });
            }
        }
        if entries.is_empty() { value } else { Value::OnlyWhere(entries, Box::new(value)) }
    }

    pub fn value(&mut self, scope: &Scope, depth: usize) -> Value {
        let kind = self.random.random_range(0..100);
        if depth > 2 || kind < 50 {
            return self.read(scope);
        }
        match kind {
            50..58 => Value::Number(self.pick(&[0.0, 1.0, 2.0, -1.0])),
            58..64 => self.variable(scope).unwrap_or(Value::Number(3.0)),
            64..70 if loops(scope).len() < MOST_LOOPS => {
                let class = self.class();
                let (extent, variable) = self.fold_variable(class);
                let fold = self.pick(&[Fold::Sum, Fold::Sum, Fold::MaxWith(-9.0)]);
                let var = variable.var;
                let scope = [scope.clone(), vec![variable]].concat();
                Value::Fold { var, extent, fold, value: Box::new(self.value(&scope, depth + 1)) }
            }
            _ => {
                let binary = self.pick(&[Binary::Mul, Binary::Mul, Binary::Add, Binary::Sub, Binary::Max]);
                let left = self.value(scope, depth + 1);
                Value::Binary(binary, Box::new(left), Box::new(self.value(scope, depth + 1)))
            }
        }
    }

    /// The number of a variable, most often of a derived one.
    fn variable(&mut self, scope: &Scope) -> Option<Value> {
        let derived: Vec<&Variable> = scope.iter().filter(|variable| !variable.is_loop).collect();
        let variable = derived.choose(self.random).copied().or_else(|| scope.choose(self.random))?;
        Some(Value::Variable(variable.var))
    }

    fn read(&mut self, scope: &Scope) -> Value {
        let readable = self.readable.clone();
        let tensor = self.pick(&readable);
        let Some(subscripts) = self.read_subscripts(tensor, scope) else {
            return Value::Number(self.pick(&[0.0, 1.0, 2.0]));
        };
        let access = Access { tensor, subscripts };
        if self.stores_what_is_not_zero(tensor) && self.random.random_bool(0.08) {
            return Value::IfStored(access, self.pick(&[1.0, 5.0]));
        }
        Value::Read(access)
    }

    /// Whether the entries of an operand are what is not zero: formats with blocks store zeros, too.
    fn stores_what_is_not_zero(&self, tensor: TensorId) -> bool {
        let fills_up = |format: &Format| {
            let text = format.to_string();
            ["floordiv", "range", "compressed, j : dense"].iter().any(|word| text.contains(word))
        };
        self.nest.tensor(tensor).format.as_ref().is_some_and(|format| !fills_up(format))
    }
}
