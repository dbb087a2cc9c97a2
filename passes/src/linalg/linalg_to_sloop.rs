//! `convert-linalg-to-sloop`: `linalg.generic` to index form.
//!
//! Operations that touch a stored tensor are converted; those on dense tensors alone stay with upstream's lowerings,
//! unless `all` is set or they have a schedule. Named operations are to be generalized first (`generalize-named-ops`). A result that
//! starts as a `linalg.fill` becomes a loop that writes the fill value. A `tensor.pad` of a stored tensor is a nest, too ([`pads`]).
//!
//! The tensors are bound, results that are filled first ([`fills`]), and the operations of the body become expressions
//! ([`expressions`]), which results are set to or combined with ([`yields`], [`combination`]).
//!
//! Example: `test/conversions/linalg_to_sloop.mlir`.

mod combination;
mod expressions;
mod fills;
mod operation;
mod pads;
mod quotients;
mod refusal;
mod yields;

use crate::{
    bridge::{Binding, constants::constant_of, read::outside, write::replace_all},
    diagnostic::{Reported, error, remark},
    fp::FpMode,
    index::{
        Directives, Expr, ExprNode, Nest, Stmt, Tensor, TensorId, Var, VarId,
        build::{dimension_var, loops},
        constant::Constant,
        schedule::{LoopSchedule, SCHEDULE, ScheduledLoops},
        statement::change_writes,
        subscript::Subscript,
        writes,
    },
    options,
    pass::Pass,
};
use fills::{absorbed_fill, fill_loops, fill_of};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Op, Value, arguments, body, collect_ops, defining_op, element_type, erase, has_uses, is_op, op_name, operands,
        replace_uses, results, shape,
    },
    sloop::{index::KEEP_ORDER, schedule},
    stensor::storage::Empty,
};
use melior::ir::{ValueLike, operation::OperationLike};
use operation::Generic;
pub use operation::variable_names;
use quotients::PartLoops;
use refusal::{Unconvertible, refuse};
use yields::statements;

options! {
    /// Options of `convert-linalg-to-sloop`.
    pub struct LinalgToSloop {
        /// also convert operations on dense tensors only
        pub all: bool = "false",
        /// allowed changes to floating-point arithmetic: fast (reassociate, contract, ignore signs of zeros) or strict (none)
        pub fp: FpMode = "fast",
    }
}

impl Pass for LinalgToSloop {
    const ARGUMENT: &'static str = "convert-linalg-to-sloop";
    const SUMMARY: &'static str = "Convert linalg.generic and tensor.pad on stored tensors to nests in index form";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        refuse_foreign_encodings(root)?;
        for op in collect_ops(root, |op| is_op(op, "tensor.empty")) {
            if Format::of(results(op)[0].r#type()).is_some() {
                let builder = Builder::before(op);
                let empty = Empty::build(&builder, &operands(op), results(op)[0].r#type());
                replace_uses(results(op)[0], empty);
                erase(op);
            }
        }
        let wanted = |op| is_op(op, "linalg.generic") && (self.all || is_ours(op));
        // A fill whose tensor starts a converted result becomes part of that nest.
        let generics = collect_ops(root, wanted);
        let absorbed: Vec<_> = generics.iter().flat_map(|op| operands(*op)).filter_map(absorbed_fill).collect();
        let mut nests = Vec::new();
        let mut binding = Binding::default();
        for op in generics.into_iter().filter(|op| !absorbed.contains(op)) {
            match convert(op, self.fp, &mut binding) {
                Ok(nest) => {
                    if !has_stored_operand(op) && reads_again(&nest) {
                        remark(op.location(), IS_FOR_A_LIBRARY);
                    }
                    nests.push(nest);
                }
                Err(refusal) if is_ours(op) => return Err(error(refusal.location, refusal.message)),
                // Upstream compiles what is dense.
                Err(_) => {}
            }
        }
        for op in collect_ops(root, pads::is_stored_pad) {
            nests.push(pads::pad(op, &mut binding).map_err(|refusal| error(refusal.location, refusal.message))?);
        }
        replace_all(nests, &mut binding);
        for fill in absorbed {
            if results(fill).iter().all(|result| !has_uses(*result)) {
                erase(fill);
            }
        }
        Ok(())
    }
}

/// Whether nobody else can compile an operation: it touches a stored tensor, or has a schedule.
fn is_ours(op: Op<'_>) -> bool {
    has_stored_operand(op) || op.has_attribute(SCHEDULE)
}

/// What is said of products of dense operands.
const IS_FOR_A_LIBRARY: &str = "no operand of this product is stored in levels, and each element is read again and again: it is \
    compiled to plain loops, and a library for dense matrices blocks them for the caches";

/// Whether a nest has more loops than any of its tensors has dimensions, as products of matrices have.
fn reads_again(nest: &Nest) -> bool {
    let most = nest.tensors.iter().map(Tensor::order).max().unwrap_or(0);
    writes(&nest.body).into_iter().any(|(around, write)| {
        let reads = nest.reads(write.value).into_iter().filter(|access| access.tensor != write.target.tensor);
        // A split makes two loops of one.
        let splits = nest.relations.iter().filter(|relation| relation.is_asked).count();
        around.len() > most + splits && most > 1 && reads.count() > 1
    })
}

/// Tensors in upstream's formats would be taken for dense ones.
fn refuse_foreign_encodings(root: Op<'_>) -> Result<(), Reported> {
    let is_foreign = |op: Op<'_>| {
        let has_body = op.region_count() > 0;
        let entry = has_body.then(|| body(op, 0)).flatten().map(arguments).unwrap_or_default();
        operands(op).iter().chain(&results(op)).chain(&entry).any(|value| Format::is_foreign(value.r#type()))
    };
    match collect_ops(root, is_foreign).first() {
        None => Ok(()),
        Some(op) => Err(error(
            op.location(),
            format!(
                "{} has a tensor in a format of upstream's sparse_tensor: run import-sparse-tensor first",
                op_name(*op)
            ),
        )),
    }
}

/// Whether an operation touches a stored tensor.
pub fn has_stored_operand(op: Op<'_>) -> bool {
    operands(op).iter().any(|operand| Format::of(operand.r#type()).is_some())
}

/// Tensors of an operation, as its nest binds them.
struct BoundOperands<'c> {
    /// The tensor of each operand; scalars among the inputs are values from outside.
    tensors: Vec<Option<TensorId>>,
    /// The results that are filled first, each with a value.
    fills: Vec<(TensorId, Value<'c>)>,
}

fn convert<'c>(op: Op<'c>, fp: FpMode, binding: &mut Binding<'c>) -> Result<Nest, Unconvertible<'c>> {
    let generic = Generic::read(op, fp)?;
    for operand in operands(op) {
        if shape(operand.r#type()).is_none() && element_type(operand.r#type()).is_some() {
            return Err(refuse(op.location(), format!("operand {} has no rank", operand.r#type())));
        }
    }
    let mut nest = binding.new_nest(op);
    nest.keep_order = op.has_attribute(KEEP_ORDER);
    let schedule = schedule::asked_of(op).map_err(|why| refuse(op.location(), why))?;
    let BoundOperands { tensors, fills } = bind(&mut nest, &generic, binding);
    // Variables are numbered first, and get their extents last.
    let sized_by = generic.sized_by()?;
    let vars: Vec<_> = (0..sized_by.len()).map(VarId).collect();
    let start_from: Vec<_> =
        tensors[generic.inputs..].iter().map(|tensor| start_of(&nest, (*tensor)?, &fills)).collect();
    let names = variable_names(op);
    let parts = PartLoops::of(&generic.maps, (&names, op.location()), vars.len())?;
    let mut statements = statements(&mut nest, &generic, binding, &tensors, (&vars, &parts), &start_from)?;
    for ((operand, dimension), index) in sized_by.into_iter().zip(0..) {
        let var = dimension_var(&binding.tensor(operand), dimension);
        nest.add_var(Var { name: names.get(index).map(|name| name.as_str().into()), ..var });
    }
    parts.add(&mut nest);
    mark_windows(&mut nest, vars.len());
    for (tensor, value) in fills {
        let output = tensors.iter().position(|id| *id == Some(tensor)).expect("an output is filled");
        let fill = fill_loops(&mut nest, tensor, outside(binding, value), generic.maps[output], &names);
        nest.body.extend(fill);
    }
    // A variable that folds take has no loop around.
    let folded: Vec<_> = writes(&statements).into_iter().flat_map(|(_, write)| nest.folded_vars(write.value)).collect();
    let around: Vec<_> = vars.iter().filter(|var| !folded.contains(var)).copied().collect();
    let around = scheduled(&mut nest, &schedule, &parts, &around).map_err(|why| refuse(op.location(), why))?;
    check_workspace(&nest, &statements).map_err(|why| refuse(op.location(), why))?;
    if !nest.relations.is_empty() {
        change_writes(&mut statements, &mut |write| nest.write_in_loops(write));
    }
    if !statements.is_empty() {
        nest.body.extend(loops(&parts.in_place(around), statements));
    }
    Ok(nest)
}

/// A result of which a variable is split is collected over all of its dimensions, whatever workspace is asked for.
fn check_workspace(nest: &Nest, statements: &[Stmt]) -> Result<(), String> {
    let all = writes(statements);
    let is_split = |var: VarId| all.iter().any(|(_, write)| write.target.mentions(var));
    let split = nest.relations.iter().find(|relation| relation.is_asked && is_split(relation.var));
    match split.filter(|_| nest.precompute.is_some()) {
        None => Ok(()),
        Some(relation) => Err(format!(
            "{SCHEDULE}: precompute does not go with a split of {}, a variable of the result: such a result is collected in a workspace \
             over all of its dimensions",
            nest.var_name(relation.var)
        )),
    }
}

/// The loops of an operation as its schedule asks for them, outermost first.
fn scheduled(
    nest: &mut Nest,
    schedule: &LoopSchedule,
    parts: &PartLoops,
    around: &[VarId],
) -> Result<Vec<(VarId, Directives)>, String> {
    let in_parts = around.iter().copied().filter(|var| parts.splits(var.0)).collect();
    let mut loops = ScheduledLoops::new(nest, around, in_parts);
    schedule.apply(&mut loops).map_err(|why| format!("{SCHEDULE}: {why}"))?;
    Ok(loops.vars().into_iter().map(|var| (var, Directives::default())).collect())
}

/// Marks the operands of which some subscript is one part of a divided loop (parts are the variables from `first_part` on): a quotient or a
/// remainder may reach less than the whole dimension.
fn mark_windows(nest: &mut Nest, first_part: usize) {
    let read = |node: &ExprNode| match &node.expr {
        Expr::Read(access) | Expr::Stored(access) => Some(access.clone()),
        _ => None,
    };
    let accesses: Vec<_> = nest.nodes.iter().filter_map(read).collect();
    let is_part = |subscript: &Subscript| subscript.as_var().is_some_and(|var| var.0 >= first_part);
    for access in accesses.iter().filter(|access| access.subscripts.iter().any(is_part)) {
        nest.tensors[access.tensor.0].is_window |= nest.tensor(access.tensor).is_input();
    }
}

/// Binds the tensors of an operation; of a result that starts as a fill, what is filled.
fn bind<'c>(nest: &mut Nest, generic: &Generic<'c>, binding: &mut Binding<'c>) -> BoundOperands<'c> {
    let mut bound = BoundOperands { tensors: Vec::new(), fills: Vec::new() };
    for (index, mut operand) in operands(generic.op).into_iter().enumerate() {
        if shape(operand.r#type()).is_none() {
            bound.tensors.push(None);
            continue;
        }
        let id = TensorId(nest.tensors.len());
        let is_output = index >= generic.inputs;
        if is_output && let Some((value, destination)) = fill_of(operand) {
            bound.fills.push((id, value));
            operand = destination;
        }
        bound.tensors.push(Some(id));
        let tensor = binding.tensor(operand);
        nest.tensors.push(if is_output { tensor.as_output() } else { tensor });
    }
    bound
}

/// The constant that every point of a result starts from, where it is known.
fn start_of<'c>(nest: &Nest, tensor: TensorId, fills: &[(TensorId, Value<'c>)]) -> Option<Constant> {
    match fills.iter().find(|(filled, _)| *filled == tensor) {
        Some((_, value)) => defining_op(*value)?.attribute("value").ok().and_then(constant_of),
        None => nest.tensor(tensor).starts_empty.then(|| nest.fill(tensor)),
    }
}
