//! Shorthands for making nests.

use super::{Loop, Nest, Stmt, Var, VarId};
use lacuna_dialects::{
    builder::Builder,
    ir::{Value, shape},
};
use melior::ir::ValueLike;

/// Wraps statements in loops; `vars` are outermost first.
pub fn loops<'c>(vars: &[(VarId, Option<i64>)], body: Vec<Stmt<'c>>) -> Vec<Stmt<'c>> {
    vars.iter().rev().fold(body, |body, (var, vector)| vec![Stmt::Loop(Loop { var: *var, vector: *vector, body })])
}

/// The loops of a perfect nest and what is inside the innermost.
pub fn perfect_loops<'a, 'c>(statement: &'a Stmt<'c>) -> (Vec<&'a Loop<'c>>, &'a [Stmt<'c>]) {
    let mut around = Vec::new();
    let mut body = std::slice::from_ref(statement);
    while let [Stmt::Loop(inner)] = body {
        around.push(inner);
        body = &inner.body;
    }
    (around, body)
}

/// The size of a dimension of a tensor or buffer, which only it knows.
pub fn dynamic_size<'c>(builder: &Builder<'c>, shaped: Value<'c>, dimension: usize) -> Value<'c> {
    let name = if lacuna_dialects::ir::is_memref(shaped.r#type()) { "memref.dim" } else { "tensor.dim" };
    let which = builder.index(dimension as i64);
    builder.value(name, &[shaped, which], builder.index_type(), &[])
}

/// A variable that ranges over dimension `dimension` of a tensor or buffer; emits what finds the size.
pub fn dimension_var<'c>(builder: &Builder<'c>, shaped: Value<'c>, dimension: usize) -> Var<'c> {
    let size = shape(shaped.r#type()).and_then(|shape| shape.get(dimension).copied().flatten());
    let extent = match size {
        Some(size) => builder.index(size as i64),
        None => dynamic_size(builder, shaped, dimension),
    };
    Var { extent, size, name: None }
}

impl<'c> Nest<'c> {
    /// Adds a variable.
    pub fn add_var(&mut self, var: Var<'c>) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() - 1)
    }
}
