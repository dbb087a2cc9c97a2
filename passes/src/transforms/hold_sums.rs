//! `sloop-hold-sums`: keep few sums in registers while a loop adds to them.
//!
//! `y[4·ib + ii] += Σjj A[ib,jb,ii,jj] · x[4·jb + jj]`, for all `jb` and then all `ii`, loads and stores four points of the result
//! for each block. The points are few and do not depend on `jb`. So an array of their own takes the sums, a full tensor of a
//! `sloop.where`, and the result is written once after the loop over `jb`. The array is small, all of its subscripts are known when
//! loops are unrolled, and LLVM puts it into registers.
//!
//! Where the value is a sum itself, the array has a place for each of its terms: `w[ii,jj] += A[ib,jb,ii,jj] · x[4·jb + jj]`. What
//! is added to the array is then a block as it lies in memory, and the terms are added up after the loop.
//!
//! Where several statements share a loop, none of their sums is a fold. One of a single point gets an array without dimensions:
//! `forall j { y[i] += S[i,j] · x[j];  y[j] += S[i,j] · x[i] }` adds to `w` instead of `y[i]`, and `y[i] += w` follows.
//!
//! Sums are reassociated, so floating point is left alone when `fp=strict`.
//!
//! Example: `test/passes/hold_sums.mlir`. Not done here: sums in lanes; blocks of complex numbers, which gain nothing; points that
//! stored levels choose, whose places in the array no unrolling tells.

use super::rewrite_planned;
use crate::{
    analysis::iteration_graph::level_subscripts,
    choices::planning_options,
    diagnostic::Reported,
    fp::FpMode,
    index::{
        Access, Directives, Expr, ExprId, Local, Loop, Nest, Stmt, Tensor, TensorId, TensorKind, ValueId, Var, VarId,
        Where, Write, algebra::neutral, build::loops, build::perfect_loops, statement::change_each_list,
        subscript::Subscript,
    },
    pass::Pass,
    plan::Plan,
};
use lacuna_dialects::{ir::Op, sloop::Combiner};

/// An array has no more points: blocks of 8 x 8 are not unrolled and stay in memory, and take half as long again.
const MOST_HELD: u64 = 16;

planning_options! {
    /// Options of `sloop-hold-sums`.
    pub struct HoldSums {}
}

impl Pass for HoldSums {
    const ARGUMENT: &'static str = "sloop-hold-sums";
    const SUMMARY: &'static str = "Keep few sums in an array of their own while a loop adds to them";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_planned(root, self.choices(), |nest| Ok(self.hold(nest)))
    }
}

impl HoldSums {
    /// Gives sums of a nest arrays; says whether there are some.
    pub(crate) fn hold(&self, nest: &mut Nest) -> bool {
        let mut trial = nest.clone();
        let mut body = std::mem::take(&mut trial.body);
        let changed = change_each_list(&mut body, &mut Vec::new(), &mut |_, list| {
            let mut changed = false;
            for statement in list {
                if let Some(held) = self.held(&trial, statement) {
                    *statement = put_into_array(&mut trial, &held);
                    changed = true;
                }
                changed |= self.hold_shared(&mut trial, statement);
            }
            changed
        });
        trial.body = body;
        if !changed || Plan::new(&trial).is_err() {
            return false;
        }
        *nest = trial;
        true
    }

    /// How a write combines into a dense result, if its terms may be combined with one another first.
    fn combines(&self, nest: &Nest, write: &Write) -> Option<Combiner> {
        let combiner = write.combiner.filter(|_| write.elsewhere.is_none())?;
        let result = nest.tensor(write.target.tensor);
        let may_reassociate = self.fp == FpMode::Fast || !result.element.rounds();
        let is_sum = !result.is_stored()
            && result.is_output
            && neutral(combiner, result.element).is_some()
            && !matches!(combiner, Combiner::MinNumber | Combiner::MaxNumber)
            && nest.reads(write.value).iter().all(|read| read.tensor != write.target.tensor);
        (may_reassociate && is_sum).then_some(combiner)
    }

    /// Gives the sums of single points to which a loop adds that several statements share arrays; says whether there are some.
    fn hold_shared(&self, nest: &mut Nest, statement: &mut Stmt) -> bool {
        let Stmt::Loop(shared) = &*statement else { return false };
        let writes = shared.body.iter().map(|inside| match inside {
            Stmt::Write(write) => Some(write),
            Stmt::Loop(_) | Stmt::Where(_) => None,
        });
        let Some(writes) = writes.collect::<Option<Vec<_>>>().filter(|writes| writes.len() > 1) else { return false };
        let is_alike = |one: &Write, other: &Write| {
            let tensor = one.target.tensor;
            let adds = other.target.tensor != tensor || other.combiner == one.combiner && other.elsewhere.is_none();
            adds && nest.reads(other.value).iter().all(|read| read.tensor != tensor)
        };
        let is_held = |write: &Write| {
            let is_one_point = self.combines(nest, write).is_some()
                && !write.target.mentions(shared.var)
                && !nest.relies_on_rounds(&write.target, shared.var);
            is_one_point && shared.how == Directives::default() && writes.iter().all(|other| is_alike(write, other))
        };
        let Some(place) = writes.iter().position(|write| is_held(write)) else { return false };
        let write = writes[place].clone();
        let combiner = write.combiner.expect("it combines");
        let tensor = add_array(nest, write.target.tensor, &[], combiner);
        let point = Access { tensor, subscripts: Vec::new() };
        let Stmt::Loop(shared) = &mut *statement else { unreachable!("it is a loop") };
        shared.body[place] = Stmt::Write(Write { target: point.clone(), ..write.clone() });
        let value = nest.add(Expr::Read(point), nest.element_of(tensor), write.location);
        let location = write.location;
        let consumed = Stmt::Write(Write { value, ..write });
        // Other sums of the loop are held inside of the producer.
        self.hold_shared(nest, statement);
        let produce = vec![statement.clone()];
        *statement = Stmt::Where(Where { tensor, produce, consume: vec![consumed], location });
        true
    }

    /// The sums that a loop adds to, if they are few and the same in each of its rounds.
    fn held(&self, nest: &Nest, statement: &Stmt) -> Option<HeldSums> {
        let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
        let (adding, inside) = around.split_first()?;
        let combiner = self.combines(nest, write)?;
        let reads = nest.reads(write.value);
        let has_lanes = around.iter().any(|inner| inner.how != Directives::default());
        let is_complex = nest.element_of(write.target.tensor).is_complex();
        let is_elsewhere = write.target.mentions(adding.var) || nest.relies_on_rounds(&write.target, adding.var);
        if is_complex || has_lanes || is_elsewhere {
            return None;
        }
        let points: Vec<_> = inside.iter().map(|inner| inner.var).filter(|var| write.target.mentions(*var)).collect();
        let is_counted = |var: &VarId| nest.var(*var).size().is_some() && is_counted(nest, &reads, *var);
        if points.is_empty() || !points.iter().all(is_counted) {
            return None;
        }
        let size = |vars: &[VarId]| vars.iter().try_fold(1u64, |size, var| size.checked_mul(nest.var(*var).size()?));
        let fits = |vars: &[VarId]| size(vars).is_some_and(|size| size <= MOST_HELD);
        // Filling the array and reading it costs as much as two rounds.
        let is_long = nest.var(adding.var).size().is_none_or(|rounds| rounds > 2);
        let terms = match nest.expr(write.value) {
            Expr::Fold { var, combiner: inner, body, .. } if *inner == combiner && is_counted(var) => {
                Some((*var, *body))
            }
            _ if nest.folded_vars(write.value).is_empty() => None,
            // Sums that are taken whole, a point after the other, leave LLVM nothing to find lanes in.
            _ => return None,
        };
        let places: Vec<_> = points.iter().copied().chain(terms.map(|(var, _)| var)).collect();
        let around = around.into_iter().cloned().collect();
        (is_long && fits(&places)).then(|| HeldSums { around, write: write.clone(), combiner, points, terms })
    }
}

/// Sums that a loop adds to.
struct HeldSums {
    /// The loop, and those inside of it.
    around: Vec<Loop>,
    write: Write,
    combiner: Combiner,
    /// The variables of those loops that the result has.
    points: Vec<VarId>,
    /// Where the value is a sum of its own: its variable and its terms.
    terms: Option<(VarId, ExprId)>,
}

/// Whether no stored coordinate says which values of a variable a loop takes.
fn is_counted(nest: &Nest, reads: &[Access], var: VarId) -> bool {
    let mentioning = reads.iter().filter(|read| read.mentions(var));
    mentioning.into_iter().all(|read| {
        let Some(format) = nest.tensor(read.tensor).format() else { return true };
        let Ok(levels) = level_subscripts(nest, read) else { return false };
        let along = levels.iter().enumerate().filter(|(_, level)| level.subscript.mentions(var));
        along.into_iter().all(|(level, _)| {
            let level = format.level(level);
            level.properties().full && !level.stores_coordinates()
        })
    })
}

/// The producer that adds to an array, and the consumer that adds the array to the result.
fn put_into_array(nest: &mut Nest, held: &HeldSums) -> Stmt {
    let HeldSums { around, write, combiner, points, terms } = held;
    let element = nest.tensor(write.target.tensor).element;
    let vars: Vec<_> = points.iter().copied().chain(terms.map(|(var, _)| var)).collect();
    let tensor = add_array(nest, write.target.tensor, &vars, *combiner);
    let at = |vars: &[VarId]| Access { tensor, subscripts: vars.iter().copied().map(Subscript::var).collect() };
    let plain = |var: &VarId| (*var, Directives::default());
    let mut produce: Vec<_> = around.iter().map(|inner| plain(&inner.var)).collect();
    produce.extend(terms.iter().map(|(var, _)| plain(var)));
    let value = terms.map_or(write.value, |(_, body)| body);
    let produced = Write { target: at(&vars), value, ..write.clone() };
    // The consumer has loops of its own.
    let own: Vec<_> = vars.iter().map(|var| (*var, add_copy(nest, *var))).collect();
    let rename = |var: VarId| own.iter().find(|(before, _)| *before == var).map_or(var, |(_, own)| *own);
    nest.copy_relations(|value| value.rename(rename));
    let renamed: Vec<_> = vars.iter().map(|var| rename(*var)).collect();
    let mut value = nest.add(Expr::Read(at(&renamed)), element, write.location);
    if let Some((var, _)) = terms {
        let fold = Expr::Fold { var: rename(*var), how: Directives::default(), combiner: *combiner, body: value };
        value = nest.add(fold, element, write.location);
    }
    let subscripts = write.target.subscripts.iter().map(|subscript| subscript.rename(rename)).collect();
    let target = Access { tensor: write.target.tensor, subscripts };
    let consumed = Write { target, value, ..write.clone() };
    let consume: Vec<_> = renamed[..points.len()].iter().map(plain).collect();
    Stmt::Where(Where {
        tensor,
        produce: loops(&produce, vec![Stmt::Write(produced)]),
        consume: loops(&consume, vec![Stmt::Write(consumed)]),
        location: write.location,
    })
}

/// Adds a variable like another one.
fn add_copy(nest: &mut Nest, var: VarId) -> VarId {
    // No operand of the consumer tells its name.
    let name = Some(nest.var_name(var).into());
    nest.add_var(Var { name, ..nest.var(var).clone() })
}

/// Adds a full tensor over these variables, whose points hold what changes nothing.
fn add_array(nest: &mut Nest, result: TensorId, vars: &[VarId], combiner: Combiner) -> TensorId {
    let sizes: Vec<_> = vars.iter().map(|var| nest.var(*var).extent.clone()).collect();
    let element = nest.tensor(result).element;
    let initially = neutral(combiner, element).expect("it was asked for before");
    let shape = sizes.iter().map(|size| size.number()).collect();
    let id = TensorId(nest.tensors.len());
    let mut tensor = Tensor::new(ValueId::of_new(id), shape, element, None);
    tensor.kind = TensorKind::Local(Local { sizes, initially, is_full: true, asked: None });
    nest.tensors.push(tensor);
    id
}
