//! Writes that replace points, under loops that a stored operand drives.

use super::chain::{LoopChain, is_stored};
use crate::{
    analysis::iteration_graph::is_random_access,
    index::{
        Access, Expr, Nest, Outside, Stmt, TensorId, VarId, Write, algebra::Known, build::loops, constant::Constant,
        distribute::check_order_of_rounds, problem::Problem, specialize::Specializer, subscript::Subscript, writes,
    },
    remedy::Remedy,
};
use lacuna_dialects::sloop::{Combiner, Directives};
use lacuna_layout::order::may_repeat;
use std::collections::BTreeSet;

impl LoopChain<'_> {
    /// Lets a write of the innermost loop that replaces points leave out those that no stored operand stores, where they can
    /// have their value before; says whether something changed.
    pub fn skip_points(
        &self,
        nest: &mut Nest,
        write: &mut Write,
        place: usize,
        produced: Option<TensorId>,
        after: &mut Vec<Stmt>,
    ) -> Result<bool, Problem> {
        if write.combiner.is_some() || is_stored(nest, &write.target) {
            return Ok(false);
        }
        let Some(driver) = driver_of(nest, write) else { return Ok(false) };
        if !self.around.iter().all(|(var, _)| write.target.mentions(*var) || nest.runs_once(*var)) {
            return Err(Problem::new(
                write.location,
                format!(
                    "the write replaces a point more than once while {} is walked, and which value stays \
                     is not defined: combine the values, by add for instance",
                    nest.name(driver.tensor)
                ),
            ));
        }
        let Some(Known { value: constant, absent }) = background(nest, write) else { return Ok(false) };
        let has_repeated_points = has_repeated_points(nest, write);
        // Points without a value are left as they are. What was there is read before it is replaced, so nothing can be
        // written everywhere first: every point is visited.
        let may_have_none = constant == Constant::Absent || nest.may_be_absent(write.value);
        if may_have_none || reads_target(nest, write) && !has_repeated_points {
            return Ok(false);
        }
        // All others hold what they would get, and each is written once.
        if write.elsewhere == Some(constant) && !has_repeated_points {
            return Ok(false);
        }
        if let Some(local) = nest.tensor(write.target.tensor).local() {
            // The workspace stores every point that is written. A write of the value that other points hold anyway may be skipped.
            let holds_it = produced == Some(write.target.tensor) && local.initially == constant && absent;
            if holds_it && !has_repeated_points {
                write.elsewhere = Some(constant);
            }
            return Ok(holds_it && !has_repeated_points);
        }
        if !constant.is_zero() && write.elsewhere.is_some() || !self.is_first_to_touch(nest, write, place) {
            // Every point is visited.
            return Ok(false);
        }
        after.extend(fill_everywhere(nest, write, &self.vars(), &driver, constant)?);
        if constant.is_zero() {
            write.combiner = Some(Combiner::Add);
        } else {
            write.elsewhere = Some(constant);
        }
        Ok(true)
    }

    /// Whether the points of a write, at a place in the innermost loop, are not touched before it, and after it only in the
    /// same round.
    fn is_first_to_touch(&self, nest: &Nest, write: &Write, place: usize) -> bool {
        let (before, after) = (&self.inside[..place], &self.inside[place + 1..]);
        let touches = |other: &Write| {
            let reads = nest.reads(other.value).into_iter().map(|access| access.tensor);
            reads.chain([other.target.tensor]).any(|tensor| tensor == write.target.tensor)
        };
        let same_round = std::iter::once(Stmt::Write(write.clone())).chain(after.iter().cloned()).collect::<Vec<_>>();
        !writes(before).iter().any(|(_, other)| touches(other))
            && (after.is_empty() || check_order_of_rounds(nest, &same_round, &self.vars()).is_ok())
    }
}

/// An access to a tensor that does not hold every point, in the value of a write.
fn driver_of(nest: &Nest, write: &Write) -> Option<Access> {
    nest.reads(write.value).into_iter().find(|access| !is_random_access(nest, access.tensor))
}

/// The value where no stored operand stores anything, if it is a constant.
fn background(nest: &mut Nest, write: &Write) -> Option<Known> {
    let stored: Vec<_> =
        nest.reads(write.value).into_iter().filter(|access| !is_random_access(nest, access.tensor)).collect();
    Specializer::new(nest, &stored).expression(write.value).1
}

/// Whether the value reads the result that it replaces.
fn reads_target(nest: &Nest, write: &Write) -> bool {
    nest.reads(write.value).iter().any(|access| access.tensor == write.target.tensor)
}

/// Whether an operand of the value may store a point in several parts.
fn has_repeated_points(nest: &Nest, write: &Write) -> bool {
    nest.reads(write.value).iter().any(|access| nest.tensor(access.tensor).format().is_some_and(may_repeat))
}

/// Loops that write a constant to every point that `write` may replace in loops over `vars`.
fn fill_everywhere(
    nest: &mut Nest,
    write: &Write,
    vars: &[VarId],
    driver: &Access,
    constant: Constant,
) -> Result<Vec<Stmt>, Problem> {
    if reads_target(nest, write) {
        return Err(Problem::new(
            write.location,
            format!(
                "the value reads the result that it replaces, and {} may store a point in several parts: store each \
                 coordinate once",
                nest.name(driver.tensor)
            ),
        ));
    }
    let r#type = nest.node(write.value).r#type;
    let value = nest.add(Expr::Outside(Outside::constant(constant)), r#type, write.location);
    let vars_of = |subscripts: &[Subscript]| {
        let all: BTreeSet<VarId> = subscripts.iter().flat_map(Subscript::vars).map(|(var, _)| var).collect();
        all.into_iter().filter(|var| vars.contains(var) || nest.relation(*var).is_some()).collect::<Vec<_>>()
    };
    let have_ranges = |subscripts: &[Subscript]| vars_of(subscripts).iter().all(|var| nest.var(*var).has_range());
    let mut subscripts = write.target.subscripts.clone();
    if !have_ranges(&subscripts) {
        // A diagonal has no range, but the variable of which it is a part does.
        subscripts = subscripts.iter().map(|subscript| nest.rejoined(subscript)).collect();
    }
    let own = vars_of(&subscripts);
    if !have_ranges(&subscripts) {
        return Err(Problem::new(
            write.location,
            "a write that replaces points has a compound subscript: which of them no entry reaches is not known yet",
        )
        .with_remedy(Remedy::MakeDense(nest.name(driver.tensor))));
    }
    let fresh: Vec<_> = own.into_iter().map(|var| (var, nest.add_var(nest.var(var).clone()))).collect();
    let renamed = |var: VarId| fresh.iter().find(|(old, _)| *old == var).map_or(var, |(_, new)| *new);
    nest.copy_relations(|value| value.rename(renamed));
    let subscripts = subscripts.iter().map(|subscript| subscript.rename(renamed)).collect();
    let target = Access { tensor: write.target.tensor, subscripts };
    let around: Vec<_> = fresh.iter().map(|(_, new)| (*new, Directives::default())).collect();
    Ok(loops(
        &around,
        vec![Stmt::Write(Write { target, value, combiner: None, elsewhere: None, location: write.location })],
    ))
}
