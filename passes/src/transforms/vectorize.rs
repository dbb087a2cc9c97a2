//! `sloop-vectorize`: choose the loop whose values run side by side in vector lanes.
//!
//! Which loops can run in lanes, the plan says ([`can_run_in_lanes`]); here stands which gain by it. The best is one that also
//! moves along the result: it is placed just outside the reduction loops that surround it, so that a block of the result stays
//! in registers while they run (outer-loop vectorization: the row of C in `C[i,j] += A[i,k]·B[k,j]`). Else a reduction loop
//! becomes the innermost, and lanes are added up at its end.
//!
//! Statements that share a loop choose among the loops that they have for themselves, on both sides of a `sloop.where`, too. Where
//! none of them finds one, the loop that they share is taken if it qualifies for all of them and its rounds can run in lockstep.
//!
//! A loop that a schedule asks to run in lanes (`vectorize(j,8)`) does so if it can, whatever it gains, or the nest is refused with what is in the
//! way ([`asked`]).
//!
//! Example: `test/passes/vectorize.mlir`, and of statements that share loops: `test/passes/vectorize_shared.mlir`. Not done
//! here: loops that a stored level drives; strided accesses; moving loops that are shared.

mod asked;

use super::rewrite_planned;
use crate::{
    choices::planning_options,
    diagnostic::Reported,
    fp::FpMode,
    index::{
        Access, Expr, ExprId, Loop, Nest, Stmt, VarId, Write,
        build::{loops, perfect_loops},
        statement::first_where,
        subscript::Subscript,
        writes,
    },
    pass::Pass,
    plan::{Plan, Work, can_run_in_lanes, walks_once},
};
use lacuna_dialects::{
    ir::Op,
    sloop::{Directives, MOST_LANES},
};
use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// The most values of a loop that is short: what the round before wrote is still on its way to the cache. Measured with 2 to 48
/// values, where vectors took 1.0 to 1.4 of the time of scalar code.
const SHORT: u64 = 64;

/// The bytes of one block of lanes: none, or a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockBytes(pub u64);

impl FromStr for BlockBytes {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse::<u64>() {
            Ok(bytes) if bytes == 0 || bytes.is_power_of_two() => Ok(Self(bytes)),
            _ => Err("expected 0 or a power of two"),
        }
    }
}

impl Display for BlockBytes {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

planning_options! {
    /// Options of `sloop-vectorize`.
    pub struct Vectorize {
        /// bytes of one block of vector lanes, several registers so that independent sums overlap; 0 for scalar code
        pub bytes: BlockBytes = "256",
    }
}

impl Pass for Vectorize {
    const ARGUMENT: &'static str = "sloop-vectorize";
    const SUMMARY: &'static str = "Choose the loop of each nest that runs in vector lanes, and where it stands";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_planned(root, self.choices(), |nest| {
            let changed = self.choose(nest);
            asked::check(self.fp, nest).map(|()| changed)
        })
    }
}

impl Vectorize {
    /// Chooses the loops of a nest that run in lanes; says whether there are some.
    pub(crate) fn choose(&self, nest: &mut Nest) -> bool {
        let mut body = std::mem::take(&mut nest.body);
        let changed = self.choose_among(nest, &mut body, &mut Vec::new());
        nest.body = body;
        changed
    }

    /// The same among statements in loops `around`. Where several share a loop, each chooses among the loops that it has for
    /// itself.
    fn choose_among(&self, nest: &mut Nest, body: &mut [Stmt], around: &mut Vec<(VarId, Directives)>) -> bool {
        let mut changed = false;
        for statement in body {
            if let Some(vectorized) =
                self.in_lanes(nest, statement, around).or_else(|| self.folds_in_lanes(nest, statement, around))
            {
                *statement = vectorized;
                changed = true;
                continue;
            }
            match statement {
                Stmt::Write(_) => {}
                Stmt::Loop(inner) => {
                    around.push((inner.var, inner.how));
                    let is_chosen = self.choose_among(nest, &mut inner.body, around);
                    changed |= is_chosen;
                    if !is_chosen
                        && !has_lanes(around, &[])
                        && let Some(width) = self.width_of_shared(nest, inner)
                    {
                        inner.how = Directives::lanes(width);
                        changed = true;
                    }
                    around.pop();
                }
                Stmt::Where(inner) => {
                    changed |= self.choose_among(nest, &mut inner.produce, around);
                    changed |= self.choose_among(nest, &mut inner.consume, around);
                }
            }
        }
        changed
    }

    /// The statement with one of its loops made a vector loop, if one qualifies.
    fn in_lanes(&self, nest: &Nest, statement: &Stmt, outer: &[(VarId, Directives)]) -> Option<Stmt> {
        let (around, inside @ [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
        let vars: Vec<_> = around.iter().map(|inner| inner.var).collect();
        let asked = vars.iter().copied().find(|var| asked::lanes_of(nest, *var).is_some());
        let gains = asked.is_some() || self.bytes.0 > 0 && is_computed_in_lanes(nest, write.value);
        // Where a loop around is to run in lanes, what is in its way is said.
        let is_asked_around = outer.iter().any(|(var, _)| asked::lanes_of(nest, *var).is_some());
        if !gains || is_asked_around || has_lanes(outer, &around) {
            return None;
        }
        let mut accesses = nest.reads(write.value);
        if accesses.is_empty() {
            // A fill: it becomes a `memset`, which is faster than any loop.
            return None;
        }
        accesses.push(write.target.clone());
        if !walks_once(nest, &loops(outer, vec![statement.clone()])[0]) {
            return None;
        }
        let work = Work::of_statements(inside.to_vec());
        let gains = |var| loads_in_lanes(nest, &accesses, var) && !meets_last_round(nest, &write.target, var);
        let is_candidate = |var| asked.map_or_else(|| gains(var) && !nest.is_limited(var), |asked| asked == var);
        let can_be_taken = |var: &VarId| is_candidate(*var) && can_run_in_lanes(nest, *var, &work);
        let qualified: Vec<_> = vars.iter().copied().filter(can_be_taken).collect();
        let along_result = |var: &VarId| write.target.mentions(*var);
        let may_reduce = self.may_reduce(nest, write);
        let var = qualified
            .iter()
            .rev()
            .copied()
            .find(along_result)
            .or_else(|| qualified.last().copied().filter(|_| may_reduce))?;
        let width = self.width(nest, &accesses, var)?;
        let others: Vec<_> =
            vars.iter().copied().filter(|other| *other != var).map(|other| (other, Directives::default())).collect();
        let outside_reductions = others.iter().rposition(|(other, _)| along_result(other)).map_or(0, |index| index + 1);
        let innermost = others.len();
        // A tensor that lives inside is walked in the order in which it is collected, which is not known here.
        let may_move = !nest.keep_order && accesses.iter().all(|access| nest.tensor(access.tensor).local().is_none());
        let places = if along_result(&var) { vec![outside_reductions, innermost] } else { vec![innermost] };
        let own = vars.iter().position(|other| *other == var).filter(|_| asked.is_some() && !may_move);
        places.into_iter().chain(own).find_map(|place| {
            let mut order = others.clone();
            order.insert(place, (var, Directives::lanes(width)));
            let is_moved = order.iter().map(|(var, _)| *var).ne(vars.iter().copied());
            let statement = loops(&order, vec![Stmt::Write(write.clone())]).pop()?;
            (!is_moved || may_move && can_be_walked(nest, &statement, outer)).then_some(statement)
        })
    }

    /// The lanes of a loop that several writes share, if it qualifies for all of them as it stands.
    fn width_of_shared(&self, nest: &Nest, shared: &Loop) -> Option<i64> {
        let (all, var) = (writes(&shared.body), shared.var);
        let is_asked = asked::lanes_of(nest, var).is_some();
        let mut accesses = Vec::new();
        let mut reads_some = false;
        for (_, write) in &all {
            let own: Vec<_> = nest.reads(write.value).into_iter().chain([write.target.clone()]).collect();
            let gains = loads_in_lanes(nest, &own, var)
                && !meets_last_round(nest, &write.target, var)
                && is_computed_in_lanes(nest, write.value);
            let may_run = write.target.mentions(var) || self.may_reduce(nest, write);
            if !may_run || !is_asked && (!gains || nest.is_limited(var)) {
                return None;
            }
            reads_some |= own.len() > 1;
            accesses.extend(own);
        }
        let is_candidate = all.len() > 1 && reads_some && first_where(&shared.body).is_none();
        let width = if is_candidate { self.width(nest, &accesses, var) } else { None };
        width.filter(|_| can_run_in_lanes(nest, var, &Work::of_statements(shared.body.clone())))
    }

    /// Whether lanes may be combined into one point.
    fn may_reduce(&self, nest: &Nest, write: &Write) -> bool {
        write.combiner.is_some() && (!nest.node(write.value).r#type.is_float() || self.fp == FpMode::Fast)
    }

    /// The statement with those folds of its value in lanes that qualify, if some do.
    fn folds_in_lanes(&self, nest: &mut Nest, statement: &Stmt, outer: &[(VarId, Directives)]) -> Option<Stmt> {
        let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
        if has_lanes(outer, &around) {
            return None;
        }
        let around: Vec<_> = around.iter().map(|inner| (inner.var, Directives::default())).collect();
        let write = write.clone();
        let value = nest.rewrite_expr(write.value, &mut |nest, expr| {
            let Expr::Fold { var, how: Directives { lanes: None, .. }, combiner, body } = expr else { return None };
            let accesses = nest.reads(*body);
            let may_reduce = !nest.node(*body).r#type.is_float() || self.fp == FpMode::Fast;
            let gains = self.bytes.0 > 0
                && is_computed_in_lanes(nest, *body)
                && loads_in_lanes(nest, &accesses, *var)
                && !nest.is_limited(*var);
            let gains = may_reduce && (gains || asked::lanes_of(nest, *var).is_some());
            let work = Work::of_fold(*combiner, *body);
            let width =
                if gains && can_run_in_lanes(nest, *var, &work) { self.width(nest, &accesses, *var) } else { None };
            width.map(|width| Expr::Fold { var: *var, how: Directives::lanes(width), combiner: *combiner, body: *body })
        });
        if value == write.value {
            return None;
        }
        loops(&around, vec![Stmt::Write(Write { value, ..write })]).pop()
    }

    /// Lanes of a block: as many elements as fit, no more than the loop has values.
    fn width(&self, nest: &Nest, accesses: &[Access], var: VarId) -> Option<i64> {
        let asked = asked::lanes_of(nest, var);
        if let Some(Some(lanes)) = asked {
            return Some(lanes);
        }
        let bytes = if asked.is_some() && self.bytes.0 == 0 { Self::default().bytes.0 } else { self.bytes.0 };
        let widths = accesses.iter().filter(|access| access.mentions(var));
        let widths = widths.map(|access| nest.element_of(access.tensor).bits()).collect::<Option<Vec<_>>>()?;
        let bits = widths.into_iter().max()?;
        let lanes =
            (bytes.saturating_mul(8) / bits).min(MOST_LANES as u64).min(nest.var(var).size().unwrap_or(u64::MAX));
        (lanes > 1).then_some(lanes as i64)
    }
}

/// Whether one of these loops, some of which are shared, runs in lanes.
fn has_lanes(outer: &[(VarId, Directives)], own: &[&Loop]) -> bool {
    outer.iter().any(|(_, how)| how.lanes.is_some()) || own.iter().any(|inner| inner.how.lanes.is_some())
}

/// Whether the operands of a statement can be walked in the order of its loops: what is walked once in one order may be
/// walked again and again in another.
fn can_be_walked(nest: &Nest, statement: &Stmt, outer: &[(VarId, Directives)]) -> bool {
    let body = loops(outer, vec![statement.clone()]);
    Plan::new(&Nest { body, ..nest.clone() }).is_ok()
}

/// Whether neighbours are loaded or stored at once. A tensor that lives inside is collected as a list.
fn loads_in_lanes(nest: &Nest, accesses: &[Access], var: VarId) -> bool {
    let mut moved = accesses.iter().filter(|access| access.mentions(var)).peekable();
    moved.peek().is_some() && moved.all(|access| nest.tensor(access.tensor).local().is_none())
}

/// Whether blocks of the result along a short loop overlap with those of the round before, as in `O(i + q) += I(i) * F(q)`: a block
/// that is read waits until all that was just written to a part of it has left the processor, while single points do not.
fn meets_last_round(nest: &Nest, target: &Access, var: VarId) -> bool {
    let is_short = nest.var(var).size().is_some_and(|size| size <= SHORT);
    let is_moved = |subscript: &Subscript| subscript.vars().any(|(other, _)| other != var && !nest.runs_once(other));
    // Points of other rounds are other points where a split gives each round a part of its own.
    let may_meet = |subscript: &Subscript| !subscript.is_one_to_one(|var| nest.var(var).size());
    is_short
        && target
            .subscripts
            .iter()
            .any(|subscript| subscript.mentions(var) && is_moved(subscript) && may_meet(subscript))
}

/// Whether lanes compute a value faster than one after the other. Powers of integers are computed by loops, one lane at a time;
/// where those can be unrolled, LLVM finds lanes.
fn is_computed_in_lanes(nest: &Nest, value: ExprId) -> bool {
    let mut gains = true;
    nest.visit_expr(value, &mut |id| {
        gains &= match nest.expr(id) {
            Expr::Scalar { operation, .. } => !matches!(operation.op_name(), "math.ipowi" | "math.fpowi"),
            _ => true,
        };
    });
    gains
}
