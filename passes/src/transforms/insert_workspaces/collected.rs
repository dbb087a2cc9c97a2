//! A statement whose sums are collected in workspaces.

use super::sums::{Division, Sum, Term};
use crate::index::{
    Access, Directives, Expr, ExprId, Local, Nest, Operation, Scalar, Stmt, Tensor, TensorId, TensorKind, ValueId, Var,
    VarId, Where, Write,
    algebra::{Known, neutral},
    build::loops,
    constant::Constant,
    scalar::Sign,
    subscript::Subscript,
};
use crate::transforms::known_subscripts::is_beside_others;
use lacuna_layout::policy::Keeping;
use std::collections::BTreeMap;

/// How the sums of a result are collected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// Loops that run once for an operand: around all others, or where they resolve a subscript together with others.
    pub once: Vec<VarId>,
    /// The variables of the points whose loops stand around both the producers and the consumer, outermost first.
    pub around: Vec<VarId>,
    /// Those that the workspaces have, in the order in which the consumer takes the points.
    pub inside: Vec<VarId>,
    /// How the workspaces keep their points, if that was asked for.
    pub keeping: Option<Keeping>,
}

/// The statement that computes the sums of a value first, and then the points. The variables of the points belong to the first
/// term of the first sum.
pub fn collect(nest: &mut Nest, write: &Write, division: &Division, collection: &Collection) -> Vec<Stmt> {
    let Collection { once, around, inside, .. } = collection;
    let all_reads = nest.reads(write.value);
    let (once, outside): (Vec<_>, Vec<_>) =
        once.iter().copied().partition(|var| is_beside_others(nest, &all_reads, *var));
    let mut reads = BTreeMap::new();
    let mut producers = Vec::new();
    for (number, sum) in division.sums.iter().enumerate() {
        let tensor = add_workspace(nest, sum, collection);
        reads.insert(sum.part, read(nest, write, (tensor, sum), inside));
        let terms = sum.terms.iter().enumerate();
        let produce: Vec<_> = terms
            .flat_map(|(term, what)| produce(nest, write, (tensor, sum), (what, &once), collection, number + term > 0))
            .collect();
        producers.push((tensor, produce));
    }
    let value = nest.replace_parts(division.value, &reads);
    let consumed = [inside, &read_with(nest, value, &once)[..]].concat();
    let copies = copy_vars(nest, &consumed);
    let value = rename(nest, value, &copies);
    let target = renamed(&write.target, &copies);
    let consumed: Vec<_> = consumed.iter().map(|var| plain(copies[var])).collect();
    let consume = loops(&consumed, vec![Stmt::Write(Write { target, value, ..write.clone() })]);
    let location = write.location;
    let inner = producers
        .into_iter()
        .rev()
        .fold(consume, |consume, (tensor, produce)| vec![Stmt::Where(Where { tensor, produce, consume, location })]);
    let outer: Vec<_> = outside.iter().chain(around).map(|var| plain(*var)).collect();
    if outer.is_empty() { inner } else { loops(&outer, inner) }
}

/// What the consumer reads of a sum: no value where no term has one, if all of them may have none.
fn read(nest: &mut Nest, write: &Write, (tensor, sum): (TensorId, &Sum), inside: &[VarId]) -> ExprId {
    let (r#type, location) = (nest.element_of(tensor), write.location);
    let point = access(tensor, inside);
    let read = nest.add(Expr::Read(point.clone()), r#type, location);
    if !sum.terms.iter().all(|term| nest.may_have_no_value(term.value)) {
        return read;
    }
    let stored = nest.add(Expr::Stored(point), Scalar::Integer(1, Sign::Signless), location);
    let absent = Known { value: Constant::Absent, absent: true };
    let absent = nest.add(Expr::Constant(absent), r#type, location);
    let choice = Expr::Scalar { operation: Operation::made("arith.select"), operands: vec![stored, read, absent] };
    nest.add(choice, r#type, location)
}

/// Those of the variables with which a value reads something.
fn read_with(nest: &Nest, value: ExprId, vars: &[VarId]) -> Vec<VarId> {
    let reads = nest.reads(value);
    vars.iter().copied().filter(|var| reads.iter().any(|read| read.mentions(*var))).collect()
}

/// The loops of a term, and what they give the workspace. Terms after the first have variables of their own, and each has those that
/// run `once` inside of its loops.
fn produce(
    nest: &mut Nest,
    write: &Write,
    (tensor, sum): (TensorId, &Sum),
    (term, once): (&Term, &[VarId]),
    Collection { inside, .. }: &Collection,
    is_further: bool,
) -> Vec<Stmt> {
    let once = read_with(nest, term.value, once);
    let own: Vec<_> = if is_further { inside.clone() } else { Vec::new() };
    let copies = copy_vars(nest, &[own, once.clone()].concat());
    let value = rename(nest, term.value, &copies);
    let target = renamed(&access(tensor, inside), &copies);
    let mut vars: Vec<_> = term.vars.iter().chain(inside).copied().collect();
    vars.sort_by_key(|var| term.order.iter().position(|other| other == var));
    vars.extend(once);
    let vars: Vec<_> = vars.into_iter().map(|var| plain(copies.get(&var).copied().unwrap_or(var))).collect();
    let write = Write { target, value, combiner: Some(sum.combiner), elsewhere: None, location: write.location };
    loops(&vars, vec![Stmt::Write(write)])
}

fn plain(var: VarId) -> (VarId, Directives) {
    (var, Directives::default())
}

fn access(tensor: TensorId, vars: &[VarId]) -> Access {
    Access { tensor, subscripts: vars.iter().copied().map(Subscript::var).collect() }
}

/// Variables like others, which are called like them.
fn copy_vars(nest: &mut Nest, vars: &[VarId]) -> BTreeMap<VarId, VarId> {
    let copies: BTreeMap<_, _> = vars
        .iter()
        .map(|var| {
            let name = Some(nest.var_name(*var).into());
            let copy = Var { name, ..nest.var(*var).clone() };
            (*var, nest.add_var(copy))
        })
        .collect();
    if !copies.is_empty() {
        nest.copy_relations(|value| value.rename(|var| copies.get(&var).copied().unwrap_or(var)));
    }
    copies
}

fn rename(nest: &mut Nest, value: ExprId, copies: &BTreeMap<VarId, VarId>) -> ExprId {
    nest.rename_expr(value, &|var| copies.get(&var).copied().unwrap_or(var))
}

fn renamed(access: &Access, copies: &BTreeMap<VarId, VarId>) -> Access {
    let renamed = |subscript: &Subscript| subscript.rename(|var| copies.get(&var).copied().unwrap_or(var));
    Access { tensor: access.tensor, subscripts: access.subscripts.iter().map(renamed).collect() }
}

/// Adds a workspace, whose points hold what changes nothing.
fn add_workspace(nest: &mut Nest, sum: &Sum, Collection { inside, keeping, .. }: &Collection) -> TensorId {
    let sizes: Vec<_> = inside.iter().map(|var| nest.var(*var).extent.clone()).collect();
    let element = nest.node(sum.part).r#type;
    let initially = neutral(sum.combiner, element).expect("only such sums are collected");
    let shape = sizes.iter().map(|size| size.number()).collect();
    let id = TensorId(nest.tensors.len());
    let mut tensor = Tensor::new(ValueId::of_new(id), shape, element, None);
    tensor.kind = TensorKind::Local(Local { sizes, initially, is_full: false, asked: *keeping });
    nest.tensors.push(tensor);
    id
}
