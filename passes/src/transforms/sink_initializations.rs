//! `sloop-sink-initializations`: let the loops that compute a result also give it its first value.
//!
//! `y[i] = 0` for all `i`, followed by loops that add into `y[i]`, writes every point twice. Where the second loops
//! visit each point of the output once and together, the first value moves inside, and meets the sum in a register:
//! `y[i] = Σj A[i,j]·x[j]`. Where a stored level skips or repeats points, the initialization stays where it is.
//!
//! The statements of every list are looked at: inside of loops, and on each side of a `sloop.where`. An initialization may share its
//! loops with other statements, and passes those that do not touch what it reads or writes, up to the first one that does. It
//! moves into the loops of that, and on from there in the same way, into a side of a `sloop.where`, too. What matters is that a
//! point has all its values in one round.
//!
//! Example: `test/passes/sink_initializations.mlir`, and among other statements: `test/passes/sink_initializations_beside.mlir`.
//! Not done here: first values that move into some of their loops only.

use super::rewrite_nests;
use crate::{
    analysis::{iteration_graph::is_random_access, visits::visits_all_once},
    diagnostic::Reported,
    fp::FpMode,
    index::{
        Access, Expr, Loop, Nest, Stmt, TensorId, VarId, Where, Write,
        build::perfect_loops,
        distribute::{Unit, are_independent, units, without},
        statement::change_each_list,
        subscript::Subscript,
        writes,
    },
    options,
    pass::Pass,
};
use lacuna_dialects::{
    ir::Op,
    sloop::{Combiner, Directives},
};

options! {
    /// Options of `sloop-sink-initializations`.
    pub struct SinkInitializations {
        /// allowed changes to floating-point arithmetic: fast (reassociate, contract, ignore signs of zeros) or strict (none)
        pub fp: FpMode = "fast",
    }
}

impl Pass for SinkInitializations {
    const ARGUMENT: &'static str = "sloop-sink-initializations";
    const SUMMARY: &'static str = "Move the initialization of a result into the loops that compute it";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        rewrite_nests(root, |nest| Ok(self.sink(nest)))
    }
}

impl SinkInitializations {
    /// Sinks the initializations of a nest; says whether there are some.
    pub(crate) fn sink(&self, nest: &mut Nest) -> bool {
        let mut body = std::mem::take(&mut nest.body);
        let changed =
            change_each_list(&mut body, &mut Vec::new(), &mut |open, list| self.sink_in_list(nest, list, open));
        nest.body = body;
        changed
    }

    /// Sinks initializations among statements that follow one another in loops over `open`; says whether there are some.
    fn sink_in_list(&self, nest: &mut Nest, body: &mut Vec<Stmt>, open: &[VarId]) -> bool {
        let mut changed = false;
        let mut place = 0;
        while place < body.len() {
            if self.sink_one_of(nest, body, place, open) {
                changed = true;
            } else {
                place += 1;
            }
        }
        changed
    }

    /// Sinks an initialization of one statement into a later one; says whether there was one.
    fn sink_one_of(&self, nest: &mut Nest, body: &mut Vec<Stmt>, place: usize, open: &[VarId]) -> bool {
        let statement = body[place].clone();
        let all = units(&statement);
        for (number, unit) in all.iter().enumerate() {
            let Some(initialization) = Initialization::new(nest, unit, open) else { continue };
            let mut others = all.iter().enumerate().filter(|(other, _)| *other != number);
            if !others.all(|(_, other)| are_independent(nest, other.inside, unit.inside)) {
                continue;
            }
            let Some(next) = initialization.next(nest, &body[place + 1..]).map(|next| place + 1 + next) else {
                continue;
            };
            let Some(mut sinking) = Sinking::new(nest, initialization, &body[next], open) else { continue };
            if let Some(computation) = self.descend(nest, &mut sinking, body[next].clone()) {
                body[next] = computation;
                match without(&statement, number) {
                    Some(others) => body[place] = others,
                    None => {
                        body.remove(place);
                    }
                }
                return true;
            }
        }
        false
    }

    /// The statement with the initialization inside.
    fn descend(&self, nest: &mut Nest, sinking: &mut Sinking, statement: Stmt) -> Option<Stmt> {
        let tensor = sinking.initialization.tensor();
        match statement {
            Stmt::Write(write) => {
                let reads_output = nest.reads(write.value).iter().any(|access| access.tensor == tensor);
                // A point of a tensor that lives inside is stored if it is written.
                let is_local = nest.tensor(tensor).local().is_some();
                if write.target.tensor != tensor || write.combiner.is_none() || reads_output || is_local {
                    return None;
                }
                let first = sinking.at_point(nest)?;
                Some(Stmt::Write(merge(nest, first, write, self.fp)))
            }
            Stmt::Where(Where { tensor: local, produce, consume, location }) => {
                let (mut produce, mut consume) = (produce, consume);
                let is_produced = sinking.initialization.next(nest, &produce).is_some();
                self.descend_into_list(nest, sinking, if is_produced { &mut produce } else { &mut consume })?;
                Some(Stmt::Where(Where { tensor: local, produce, consume, location }))
            }
            Stmt::Loop(mut inner) => {
                sinking.enter(nest, &inner)?;
                match sinking.at_point(nest) {
                    None => self.descend_into_list(nest, sinking, &mut inner.body)?,
                    Some(first) => {
                        if let [Stmt::Write(_)] = inner.body.as_slice()
                            && nest.tensor(tensor).local().is_some()
                        {
                            return None;
                        }
                        inner.body.insert(0, Stmt::Write(first));
                        self.sink_in_list(nest, &mut inner.body, &sinking.open);
                    }
                }
                Some(Stmt::Loop(inner))
            }
        }
    }

    /// Puts the initialization into the first statement that it matters to.
    fn descend_into_list(&self, nest: &mut Nest, sinking: &mut Sinking, body: &mut [Stmt]) -> Option<()> {
        let next = sinking.initialization.next(nest, body)?;
        body[next] = self.descend(nest, sinking, body[next].clone())?;
        Some(())
    }
}

/// A first value for every point of a tensor, or for every one in this round of the loops around.
struct Initialization {
    write: Write,
    /// The loops around, outermost first.
    around: Vec<(VarId, Directives)>,
    /// The variable of each dimension.
    points: Vec<VarId>,
}

impl Initialization {
    fn new(nest: &Nest, unit: &Unit<'_>, open: &[VarId]) -> Option<Self> {
        let Stmt::Write(write) = unit.inside else { return None };
        let points = write.target.plain_vars()?;
        let around: Vec<_> = unit.around.iter().map(|inner| (inner.var, inner.how)).collect();
        let own = points.iter().filter(|var| !open.contains(var)).count();
        let vars: Vec<_> = around.iter().map(|(var, _)| *var).collect();
        let is_whole = write.combiner.is_none()
            && own == around.len()
            && !has_repeats(&points)
            && !nest.leaves_out_rounds(&vars, open);
        is_whole.then(|| Self { write: write.clone(), around, points })
    }

    fn tensor(&self) -> TensorId {
        self.write.target.tensor
    }

    /// The first statement of a list to which it matters whether the initialization comes before or after.
    fn next(&self, nest: &Nest, body: &[Stmt]) -> Option<usize> {
        let alone = Stmt::Write(self.write.clone());
        body.iter().position(|statement| !are_independent(nest, &alone, statement))
    }
}

/// An initialization on its way into a computation.
struct Sinking {
    initialization: Initialization,
    /// The variables of the loops around.
    open: Vec<VarId>,
    /// The variable of each dimension of the tensor, as far as its loop is around.
    points: Vec<Option<VarId>>,
}

impl Sinking {
    /// An initialization before the statement that computes the tensor, if it may move there at all.
    fn new(nest: &Nest, initialization: Initialization, computation: &Stmt, open: &[VarId]) -> Option<Self> {
        let all = writes(std::slice::from_ref(computation));
        let tensor = initialization.tensor();
        let reads = nest.reads(initialization.write.value);
        if all.iter().all(|(_, write)| write.target.tensor != tensor)
            || reads.iter().any(|access| !can_be_read_later(nest, access, &all))
        {
            return None;
        }
        // A point that one write replaces, or computes from itself, gains nothing.
        if let (_, [Stmt::Write(write)]) = perfect_loops(computation)
            && (write.combiner.is_none() || nest.reads(write.value).iter().any(|access| access.tensor == tensor))
        {
            return None;
        }
        let points: Vec<_> =
            initialization.points.iter().map(|var| Some(*var).filter(|var| open.contains(var))).collect();
        let is_at_open = |access: &Access| {
            let mut subscripts = points.iter().zip(&access.subscripts);
            subscripts.all(|(var, subscript)| var.is_none() || subscript.as_var() == *var)
        };
        let accesses = all.iter().flat_map(|(_, write)| accesses(nest, write, tensor));
        let is_possible = accesses.into_iter().all(|access| is_at_open(&access));
        is_possible.then(|| Self { initialization, open: open.to_vec(), points })
    }

    /// Moves on into a loop: it has to run once for every value of one dimension, at which all is that its body does to the
    /// tensor.
    fn enter(&mut self, nest: &Nest, inner: &Loop) -> Option<()> {
        let all = writes(&inner.body);
        let tensor = self.initialization.tensor();
        let accesses: Vec<_> = all.iter().flat_map(|(_, write)| accesses(nest, write, tensor)).collect();
        let is_at = |access: &Access, dimension: usize| access.subscripts[dimension].as_var() == Some(inner.var);
        let dimension =
            (0..self.points.len()).find(|dimension| accesses.iter().any(|access| is_at(access, *dimension)))?;
        let is_own_point = accesses.iter().all(|access| {
            let others = access.subscripts.iter().enumerate().filter(|(other, _)| *other != dimension);
            is_at(access, dimension) && others.into_iter().all(|(_, subscript)| !subscript.mentions(inner.var))
        });
        let from = self.initialization.points[dimension];
        let is_possible = self.points[dimension].is_none()
            && is_own_point
            && (from == inner.var || nest.var(from).size() == nest.var(inner.var).size())
            && !nest.leaves_out_rounds(&[inner.var], &self.open)
            && self.can_run_in(nest, from, inner.how)
            && all.iter().all(|(_, write)| visits_all_once(nest, write, inner.var));
        self.points[dimension] = Some(inner.var).filter(|_| is_possible);
        self.open.push(inner.var);
        is_possible.then_some(())
    }

    /// Whether the first value can be computed in the lanes of a loop: if it is read somewhere, it has to have been computed in
    /// these before. What is made of the variable of a loop has no lanes.
    fn can_run_in(&self, nest: &Nest, var: VarId, how: Directives) -> bool {
        let value = self.initialization.write.value;
        let is_bound = nest.uses_as_number(value, var) || !nest.reads(value).is_empty();
        let own = self.initialization.around.iter().find(|(own, _)| *own == var);
        how.lanes.is_none() || !is_bound || own.is_some_and(|(_, own)| *own == how)
    }

    /// The initialization of one point, if the loops over all dimensions are around.
    fn at_point(&self, nest: &mut Nest) -> Option<Write> {
        let points: Vec<VarId> = self.points.iter().copied().collect::<Option<_>>()?;
        let from = &self.initialization.points;
        let renamed = |var: VarId| from.iter().position(|other| *other == var).map_or(var, |index| points[index]);
        let write = &self.initialization.write;
        nest.copy_relations(|value| value.rename(renamed));
        let value = nest.rename_expr(write.value, &renamed);
        let subscripts = points.iter().copied().map(Subscript::var).collect();
        Some(Write { target: Access { tensor: write.target.tensor, subscripts }, value, ..write.clone() })
    }
}

/// Whether what an initialization reads can be read when the computation has begun: every point has its place, and none
/// changes.
fn can_be_read_later(nest: &Nest, access: &Access, computation: &[(Vec<&Loop>, &Write)]) -> bool {
    is_random_access(nest, access.tensor) && computation.iter().all(|(_, write)| write.target.tensor != access.tensor)
}

/// The accesses of a write to a tensor.
fn accesses(nest: &Nest, write: &Write, tensor: TensorId) -> Vec<Access> {
    let reads = nest.reads(write.value).into_iter();
    reads.chain([write.target.clone()]).filter(|access| access.tensor == tensor).collect()
}

fn has_repeats(vars: &[VarId]) -> bool {
    vars.iter().enumerate().any(|(index, var)| vars[..index].contains(var))
}

/// One write for a point's first value and what is combined into it.
fn merge(nest: &mut Nest, first: Write, second: Write, fp: FpMode) -> Write {
    let combiner = second.combiner.expect("the sinking asks for a combining write");
    let is_zero = matches!(nest.expr(first.value), Expr::Outside(value) if value.number() == Some(0.0));
    // To the letter, 0 + -0 is 0.
    let zero_adds_nothing = fp == FpMode::Fast || !nest.node(second.value).r#type.is_float();
    let is_everywhere = !nest.knows_absence(second.value);
    let value = if is_zero && zero_adds_nothing && is_everywhere && combiner == Combiner::Add {
        second.value
    } else {
        let node = nest.node(second.value);
        let (r#type, location) = (node.r#type, node.location);
        nest.add(Expr::Combine { combiner, left: first.value, right: second.value }, r#type, location)
    };
    Write { value, combiner: None, ..second }
}
