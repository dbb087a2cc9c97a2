//! A nest where some operands store nothing: what remains of its statements and expressions.
//!
//! Reads of an absent access become the fill value of its tensor, and the rules of [`super::algebra`] do the rest: a
//! product vanishes, a term of a sum goes away. What is left says by itself which combinations of operands matter, that
//! is, the points of the merge lattice (`analysis/lattice.rs`).

use super::{
    Access, Expr, ExprId, Nest, Stmt, TensorId, Where,
    algebra::{self, Known, Simplified, comparison},
    build::loops,
    constant::Constant,
    operation::{Detail, Operation},
    writes,
};
use std::collections::BTreeMap;

/// What the operands that store nothing make of expressions.
pub struct Specializer<'a> {
    nest: &'a mut Nest,
    absent: &'a [Access],
    /// Accesses that are known to store an entry.
    present: &'a [Access],
    /// Folds that find nothing to combine.
    empty_folds: &'a [ExprId],
    /// What fill values count as.
    fills: Fills,
    /// Whether simplified expressions are built. If not, only known values and the emptiness of statements are found.
    builds: bool,
    /// Expressions done already, with what is known of them.
    done: BTreeMap<ExprId, (ExprId, Option<Known>)>,
}

/// What the values of entries that are not stored count as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fills {
    /// As absent: zeros annihilate, and have no sign of interest.
    Absent,
    /// As numbers like those of the program.
    Numbers,
}

impl<'a> Specializer<'a> {
    /// For the accesses in `absent`.
    pub fn new(nest: &'a mut Nest, absent: &'a [Access]) -> Self {
        Self { nest, absent, present: &[], empty_folds: &[], fills: Fills::Absent, builds: true, done: BTreeMap::new() }
    }

    /// The same, without building expressions. Of the results only two things may be used: the known value of an expression, and
    /// whether statements are empty.
    pub fn without_building(self) -> Self {
        Self { builds: false, ..self }
    }

    /// For the accesses in `present`, which store an entry where the expression stands.
    pub fn with_present(nest: &'a mut Nest, present: &'a [Access]) -> Self {
        Self { nest, absent: &[], present, empty_folds: &[], fills: Fills::Absent, builds: true, done: BTreeMap::new() }
    }

    /// For folds in `empty_folds`, which find nothing to combine.
    pub fn with_empty_folds(nest: &'a mut Nest, empty_folds: &'a [ExprId]) -> Self {
        Self { nest, absent: &[], present: &[], empty_folds, fills: Fills::Absent, builds: true, done: BTreeMap::new() }
    }

    /// The value of an expression where the accesses in `absent` store nothing, if it is a constant. The nest is not changed.
    pub fn known(nest: &'a mut Nest, absent: &'a [Access], root: ExprId) -> Option<Known> {
        Self::new(nest, absent).without_building().expression(root).1
    }

    /// What remains of an expression, and its value where that is a constant.
    pub fn expression(&mut self, root: ExprId) -> (ExprId, Option<Known>) {
        let mut parts = Vec::new();
        self.nest.visit_expr(root, &mut |id| parts.push(id));
        for id in parts {
            if !self.done.contains_key(&id) {
                let simpler = self.simplify(id);
                self.done.insert(id, simpler);
            }
        }
        self.done[&root]
    }

    /// What remains of an operand whose zeros are told apart by their signs: fill values are numbers there, so that an
    /// operation with them has the sign that it computes.
    fn with_signs(&mut self, operand: ExprId) -> (ExprId, Option<Known>) {
        let mut numbers = Specializer {
            nest: &mut *self.nest,
            absent: self.absent,
            present: self.present,
            empty_folds: self.empty_folds,
            fills: Fills::Numbers,
            builds: self.builds,
            done: BTreeMap::new(),
        };
        let (remains, known) = numbers.expression(operand);
        let absent = self.done[&operand].1.is_some_and(|known| known.absent);
        (remains, known.map(|known| Known { absent: known.absent || absent, ..known }))
    }

    fn simplify(&mut self, id: ExprId) -> (ExprId, Option<Known>) {
        let node = self.nest.node(id).clone();
        let operands = self.operands(id);
        let outcome = match &node.expr {
            Expr::Read(access) if self.absent.contains(access) => {
                let absent = self.fills == Fills::Absent;
                Simplified::Constant(Known { value: self.nest.fill(access.tensor), absent })
            }
            Expr::Stored(access) if self.absent.contains(access) => {
                Simplified::Constant(Known { value: Constant::Integer(0), absent: true })
            }
            Expr::Stored(access) if self.present.contains(access) => {
                Simplified::Constant(Known { value: Constant::Integer(-1), absent: false })
            }
            Expr::Read(_) | Expr::Stored(_) | Expr::Index(_) => Simplified::Itself,
            Expr::Constant(known) => {
                return (id, Some(Known { absent: known.absent && self.fills == Fills::Absent, ..*known }));
            }
            Expr::Outside(outside) => {
                let known = outside.constant.map(|value| Known { value, absent: false });
                return (id, known);
            }
            Expr::Scalar { operation, operands: given } => {
                let known: Vec<_> = operands.iter().map(|(_, known)| *known).collect();
                if let Some(value) = operation.constant() {
                    return (id, Some(Known { value, absent: false }));
                }
                match compare(*operation, &known) {
                    Some(outcome) => outcome,
                    None => {
                        let types: Vec<_> = given.iter().map(|operand| self.nest.node(*operand).r#type).collect();
                        algebra::simplify(operation.name(), &known, &types, node.r#type)
                    }
                }
            }
            Expr::Combine { combiner, left, right } => {
                algebra::simplify_combine(*combiner, &[self.done[left].1, self.done[right].1], node.r#type)
            }
            Expr::Fold { .. } if self.empty_folds.contains(&id) && self.nest.may_find_nothing(id) => NOTHING,
            Expr::Fold { combiner, .. } if self.empty_folds.contains(&id) => {
                match algebra::neutral(*combiner, node.r#type) {
                    Some(value) => Simplified::Constant(Known { value, absent: true }),
                    None => Simplified::Itself,
                }
            }
            Expr::Fold { combiner, body, .. } => match self.done[body].1 {
                Some(known) if known.value == Constant::Absent => NOTHING,
                Some(known) if algebra::is_neutral(*combiner, known, node.r#type) => Simplified::Constant(known),
                _ => Simplified::Itself,
            },
        };
        match outcome {
            Simplified::Constant(known) if self.builds => {
                (self.nest.add(Expr::Constant(known), node.r#type, node.location), Some(known))
            }
            Simplified::Constant(known) => (id, Some(known)),
            Simplified::Operand(index) => operands[index],
            Simplified::Itself if !self.builds => (id, None),
            Simplified::Itself => {
                let copies: Vec<_> = operands.iter().map(|(copy, _)| *copy).collect();
                (self.nest.with_each_operand(id, &copies), None)
            }
        }
    }

    /// What remains of the operands of an expression.
    fn operands(&mut self, id: ExprId) -> Vec<(ExprId, Option<Known>)> {
        let name = match self.nest.expr(id) {
            Expr::Scalar { operation, .. } if self.fills == Fills::Absent => Some(operation.name()),
            _ => None,
        };
        let operands = self.nest.operands(id).into_iter().enumerate();
        operands
            .map(|(number, operand)| {
                let r#type = self.nest.node(operand).r#type;
                match name {
                    Some(name) if algebra::reads_sign_of_zero(name, number, r#type) => self.with_signs(operand),
                    _ => self.done[&operand],
                }
            })
            .collect()
    }

    /// What remains of statements: writes that would change nothing are gone, and loops and consumers with nothing in them. A
    /// consumer whose producer is gone reads nothing that is stored.
    pub fn statements(&mut self, body: &[Stmt]) -> Vec<Stmt> {
        body.iter().flat_map(|statement| self.statement(statement)).collect()
    }

    fn statement(&mut self, statement: &Stmt) -> Vec<Stmt> {
        match statement {
            Stmt::Write(write) => {
                let (value, known) = self.expression(write.value);
                let changes_nothing = known.is_some_and(|known| match write.combiner {
                    _ if known.value == Constant::Absent => true,
                    Some(combiner) => algebra::is_neutral(combiner, known, self.nest.node(value).r#type),
                    None => write.elsewhere.is_some_and(|elsewhere| {
                        elsewhere == known.value || (elsewhere.is_zero() && known.value.is_zero())
                    }),
                });
                if changes_nothing { Vec::new() } else { vec![Stmt::Write(super::Write { value, ..write.clone() })] }
            }
            Stmt::Loop(inner) => {
                let body = self.statements(&inner.body);
                if body.is_empty() { Vec::new() } else { loops(&[(inner.var, inner.how)], body) }
            }
            Stmt::Where(inner) => {
                let produce = self.statements(&inner.produce);
                if produce.is_empty() && self.nest.tensor(inner.tensor).is_collected() {
                    return self.without_what_is_read_of(inner.tensor, &inner.consume);
                }
                let consume = self.statements(&inner.consume);
                if consume.is_empty() {
                    return Vec::new();
                }
                vec![Stmt::Where(Where { produce, consume, ..inner.clone() })]
            }
        }
    }

    /// What remains of statements where a tensor stores nothing, either.
    fn without_what_is_read_of(&mut self, tensor: TensorId, body: &[Stmt]) -> Vec<Stmt> {
        let reads = writes(body).into_iter().flat_map(|(_, write)| self.nest.reads(write.value));
        let mut absent: Vec<Access> = reads.filter(|access| access.tensor == tensor).collect();
        absent.extend_from_slice(self.absent);
        let mut further = Specializer {
            nest: &mut *self.nest,
            absent: &absent,
            present: self.present,
            empty_folds: self.empty_folds,
            fills: self.fills,
            builds: self.builds,
            done: BTreeMap::new(),
        };
        further.statements(body)
    }
}

/// No value.
const NOTHING: Simplified = Simplified::Constant(Known { value: Constant::Absent, absent: true });

/// What constants make of a comparison of numbers; `None` for other operations.
fn compare(operation: Operation, operands: &[Option<Known>]) -> Option<Simplified> {
    let Detail::Predicate(predicate) = operation.detail else { return None };
    let is_of_numbers = matches!((operation.name(), predicate), ("arith.cmpi", 0..=9) | ("arith.cmpf", 1..=6 | 8..=13));
    if !is_of_numbers {
        return None;
    }
    let [Some(left), Some(right)] = operands else { return Some(Simplified::Itself) };
    let holds = match (left.value, right.value) {
        (Constant::Integer(left), Constant::Integer(right)) => comparison::integers(predicate, left, right),
        (Constant::Float(left), Constant::Float(right)) if !left.is_nan() && !right.is_nan() => {
            comparison::floats(predicate, left, right)
        }
        _ => return Some(Simplified::Itself),
    };
    let value = Constant::Integer(if holds { -1 } else { 0 });
    Some(Simplified::Constant(Known { value, absent: left.absent || right.absent }))
}
