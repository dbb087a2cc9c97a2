//! `convert-linalg-to-sloop`: `linalg.generic` to index form.
//!
//! Operations that touch a stored tensor are converted; those on dense tensors alone stay with upstream's lowerings,
//! unless `all` is set. Named operations are to be generalized first (`linalg-generalize-named-ops`). A result that
//! starts as a `linalg.fill` becomes a loop that writes the fill value.
//!
//! Example: `test/conversions/linalg_to_sloop.mlir`.

mod combination;

use crate::{
    diagnostic::{Reported, error},
    fp::FpMode,
    nest::{
        Access, Expr, ExprId, FROM_NOTHING, KEEP_ORDER, Nest, Stmt, Template, Tensor, TensorId, VARIABLES, Var, VarId,
        Write,
        algebra::Known,
        build::{dimension_var, loops},
        constant::Constant,
        read::affine_map,
        subscript::Subscript,
        write::replace_all,
    },
    options,
    pass::Pass,
};
use combination::Surroundings;
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Block, Op, Value, arguments, body, collect_ops, defining_op, erase, has_uses, integer_attribute, is_op,
        is_ranked_tensor, op_name, operands, ops_in, replace_uses, results, segments, shape, users,
    },
    sloop::Combiner,
};
use melior::ir::{
    AffineMap, Attribute, Location, ValueLike,
    attribute::{ArrayAttribute, StringAttribute},
    operation::OperationLike,
};

options! {
    /// Options of `convert-linalg-to-sloop`.
    pub struct LinalgToSloop {
        /// also convert operations whose operands are all dense
        pub all: bool = "false",
        /// what floating point may be turned into: fast or strict
        pub fp: FpMode = "fast",
    }
}

impl Pass for LinalgToSloop {
    const ARGUMENT: &'static str = "convert-linalg-to-sloop";
    const SUMMARY: &'static str = "Convert linalg.generic on stored tensors to nests in index form";

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        refuse_foreign_encodings(root)?;
        for op in collect_ops(root, |op| is_op(op, "tensor.empty")) {
            if Format::of(results(op)[0].r#type()).is_some() {
                let builder = Builder::before(op);
                let empty = builder.value("stensor.empty", &operands(op), results(op)[0].r#type(), &[]);
                replace_uses(results(op)[0], empty);
                erase(op);
            }
        }
        let wanted = |op| is_op(op, "linalg.generic") && (self.all || has_stored_operand(op));
        // A fill whose tensor starts a converted result becomes part of that nest.
        let generics = collect_ops(root, wanted);
        let absorbed: Vec<_> = generics.iter().flat_map(|op| operands(*op)).filter_map(absorbed_fill).collect();
        let mut nests = Vec::new();
        for op in generics.into_iter().filter(|op| !absorbed.contains(op)) {
            match convert(op, self.fp) {
                Ok(nest) => nests.push(nest),
                Err(refusal) if has_stored_operand(op) => return Err(error(refusal.location, refusal.message)),
                // Upstream compiles what is dense.
                Err(_) => {}
            }
        }
        replace_all(nests);
        for fill in absorbed {
            if results(fill).iter().all(|result| !has_uses(*result)) {
                erase(fill);
            }
        }
        Ok(())
    }
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

/// Why an operation cannot be converted.
struct Refusal<'c> {
    location: Location<'c>,
    message: String,
}

fn refuse<'c>(location: Location<'c>, message: impl Into<String>) -> Refusal<'c> {
    Refusal { location, message: message.into() }
}

/// What a generic says, beside its operands.
struct Generic<'c> {
    op: Op<'c>,
    maps: Vec<AffineMap<'c>>,
    has_reduction: bool,
    inputs: usize,
    fp: FpMode,
}

fn convert<'c>(op: Op<'c>, fp: FpMode) -> Result<Nest<'c>, Refusal<'c>> {
    let location = op.location();
    let all = operands(op);
    let inputs = segments(op).first().copied().unwrap_or(0);
    let maps = array(op, "indexing_maps")?.into_iter().map(affine_map).collect::<Vec<_>>();
    let has_reduction = array(op, "iterator_types")?.iter().any(|kind| kind.to_string().contains("reduction"));
    let generic = Generic { op, maps, has_reduction, inputs, fp };
    for operand in &all {
        if shape(operand.r#type()).is_none() && operand.r#type().is_shaped() {
            return Err(refuse(location, format!("operand {} has no rank", operand.r#type())));
        }
    }
    let mut nest = Nest {
        op,
        tensors: Vec::new(),
        vars: Vec::new(),
        nodes: Vec::new(),
        body: Vec::new(),
        limits: Vec::new(),
        keep_order: op.has_attribute(KEEP_ORDER),
        drop_fill: false,
        keep_fill: false,
    };
    // Scalars among the inputs are values from outside; everything else is bound by the nest.
    let mut ids: Vec<Option<TensorId>> = Vec::new();
    let mut fills = Vec::new();
    for (index, operand) in all.iter().enumerate() {
        if shape(operand.r#type()).is_none() {
            ids.push(None);
            continue;
        }
        let is_output = index >= inputs;
        let mut bound = *operand;
        if is_output && let Some((value, destination)) = fill_of(bound) {
            fills.push((TensorId(nest.tensors.len()), value));
            bound = destination;
        }
        ids.push(Some(TensorId(nest.tensors.len())));
        nest.tensors.push(Tensor {
            operand: bound,
            r#type: bound.r#type(),
            format: Format::of(bound.r#type()),
            is_output,
        });
    }
    // Decide everything before anything is emitted: variables are numbered first, and get their extents last.
    let sized_by = sized_by(&generic, &all)?;
    let vars: Vec<_> = (0..sized_by.len()).map(VarId).collect();
    let start_from: Vec<_> = ids[inputs..]
        .iter()
        .map(|id| {
            let id = (*id)?;
            match fills.iter().find(|(filled, _)| *filled == id) {
                Some((_, value)) => defining_op(*value)?.attribute("value").ok().and_then(Constant::from_attribute),
                None => {
                    defining_op(nest.tensor(id).operand).filter(|op| is_op(*op, "stensor.empty")).map(|_| nest.fill(id))
                }
            }
        })
        .collect();
    let statements = statements(&mut nest, &generic, &ids, &vars, &start_from)?;
    let builder = Builder::before(op);
    let names = variable_names(op);
    for ((operand, dimension), index) in sized_by.into_iter().zip(0..) {
        let var = dimension_var(&builder, operand, dimension);
        nest.add_var(Var { name: names.get(index).copied(), ..var });
    }
    for (tensor, value) in fills {
        let output = ids.iter().position(|id| *id == Some(tensor)).expect("an output is filled");
        let fill = fill_loops(&mut nest, tensor, value, generic.maps[output], &names);
        nest.body.extend(fill);
    }
    // A variable that folds take has no loop around.
    let folded: Vec<_> =
        crate::nest::writes(&statements).into_iter().flat_map(|(_, write)| nest.folded_vars(write.value)).collect();
    let around: Vec<_> = vars.iter().filter(|var| !folded.contains(var)).map(|var| (*var, None)).collect();
    if !statements.is_empty() {
        nest.body.extend(loops(&around, statements));
    }
    Ok(nest)
}

fn array<'c>(op: Op<'c>, name: &str) -> Result<Vec<Attribute<'c>>, Refusal<'c>> {
    let attribute = op.attribute(name).map_err(|_| refuse(op.location(), format!("no attribute {name}")))?;
    let array = ArrayAttribute::try_from(attribute)
        .map_err(|_| refuse(op.location(), format!("attribute {name} is not an array")))?;
    Ok((0..array.len()).filter_map(|index| array.element(index).ok()).collect())
}

/// The names that an operation gives its index variables, as string attributes; none if there is not one for each.
pub fn variable_names<'c>(op: Op<'c>) -> Vec<Attribute<'c>> {
    let (Ok(names), Ok(kinds)) = (array(op, VARIABLES), array(op, "iterator_types")) else { return Vec::new() };
    let are_names = names.len() == kinds.len() && names.iter().all(|name| StringAttribute::try_from(*name).is_ok());
    if are_names { names } else { Vec::new() }
}

/// The value and destination of the fill that makes a tensor, if one does and nothing else uses the filled tensor.
fn fill_of<'c>(tensor: Value<'c>) -> Option<(Value<'c>, Value<'c>)> {
    let all = operands(absorbed_fill(tensor)?);
    Some((all[0], all[1]))
}

/// The fill behind a tensor that is its only user's initial result.
fn absorbed_fill(tensor: Value<'_>) -> Option<Op<'_>> {
    let fill = defining_op(tensor).filter(|op| is_fill(*op))?;
    let [user] = users(tensor)[..] else { return None };
    let inputs = segments(user).first().copied().unwrap_or(0);
    let starts_result = is_op(user, "linalg.generic") && operands(user)[inputs..].contains(&tensor);
    starts_result.then_some(fill)
}

/// Whether the operation gives every element of its one result the value of its scalar operand: `linalg.fill`, also
/// after generalization.
fn is_fill(op: Op<'_>) -> bool {
    if is_op(op, "linalg.fill") {
        return true;
    }
    let (all, Some(block)) = (operands(op), if is_op(op, "linalg.generic") { body(op, 0) } else { None }) else {
        return false;
    };
    let inside = ops_in(block);
    let is_scalar = |value: Value<'_>| shape(value.r#type()).is_none();
    let visits_all =
        array(op, "indexing_maps").is_ok_and(|maps| maps.len() == 2 && affine_map(maps[1]).is_permutation());
    visits_all
        && segments(op) == [1, 1]
        && is_scalar(all[0])
        && inside.len() == 1
        && operands(inside[0]) == [arguments(block)[0]]
}

/// For each dimension of the iteration space, an operand that it subscripts alone, and in which dimension: its size.
fn sized_by<'c>(generic: &Generic<'c>, all: &[Value<'c>]) -> Result<Vec<(Value<'c>, usize)>, Refusal<'c>> {
    let count = generic.maps.first().map_or(0, |map| map.dim_count());
    (0..count)
        .map(|dimension| {
            let mut best: Option<(Value<'c>, usize)> = None;
            for (operand, map) in all.iter().zip(&generic.maps) {
                for result in 0..map.result_count() {
                    let expression = map.result(result).expect("the result exists");
                    if !expression.is_dim() || expression.dim_position() != dimension {
                        continue;
                    }
                    let is_static = shape(operand.r#type()).is_some_and(|shape| shape[result].is_some());
                    if best.is_none() || is_static {
                        best = Some((*operand, result));
                    }
                }
            }
            best.ok_or_else(|| {
                refuse(
                    generic.op.location(),
                    format!("no operand is subscripted by dimension {dimension} alone, so its size is unknown"),
                )
            })
        })
        .collect()
}

/// Loops that write `value` to every point of a tensor.
fn fill_loops<'c>(
    nest: &mut Nest<'c>,
    tensor: TensorId,
    value: Value<'c>,
    map: AffineMap<'c>,
    names: &[Attribute<'c>],
) -> Vec<Stmt<'c>> {
    let location = nest.op.location();
    let operand = nest.tensor(tensor).operand;
    let rank = shape(operand.r#type()).map_or(0, |shape| shape.len());
    let builder = Builder::before(nest.op);
    let name_of = |dimension: usize| {
        let subscript = map.result(dimension).ok().filter(|subscript| subscript.is_dim())?;
        names.get(subscript.dim_position()).copied()
    };
    let vars: Vec<_> = (0..rank)
        .map(|dimension| {
            let var = dimension_var(&builder, operand, dimension);
            (nest.add_var(Var { name: name_of(dimension), ..var }), None)
        })
        .collect();
    let subscripts = vars.iter().map(|(var, _)| Subscript::var(*var)).collect();
    let value = nest.add(Expr::Outside(value), value.r#type(), location);
    loops(
        &vars,
        vec![Stmt::Write(Write {
            target: Access { tensor, subscripts },
            value,
            combiner: None,
            elsewhere: None,
            location,
        })],
    )
}

/// The writes of the results of the body, which start from constants where these are known.
fn statements<'c>(
    nest: &mut Nest<'c>,
    generic: &Generic<'c>,
    ids: &[Option<TensorId>],
    vars: &[VarId],
    start_from: &[Option<Constant>],
) -> Result<Vec<Stmt<'c>>, Refusal<'c>> {
    let location = generic.op.location();
    let block = body(generic.op, 0).ok_or_else(|| refuse(location, "the operation has no body"))?;
    let parameters = arguments(block);
    let accesses = generic
        .maps
        .iter()
        .zip(ids)
        .map(|(map, id)| id.map(|id| access(*map, id, vars, generic.op)).transpose())
        .collect::<Result<Vec<_>, _>>()?;
    let mut known: Vec<(Value<'c>, ExprId)> = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let expr = match &accesses[index] {
            Some(access) => Expr::Read(access.clone()),
            None => Expr::Outside(operands(generic.op)[index]),
        };
        known.push((*parameter, nest.add(expr, parameter.r#type(), location)));
    }
    let yielded = ops_in(block).pop().map(operands).unwrap_or_default();
    let mut combinations = Vec::new();
    for (result, value) in yielded.iter().enumerate() {
        combinations.push(combination(nest, generic, block, (result, *value), ids, start_from)?);
    }
    for op in ops_in(block) {
        if is_op(op, "linalg.yield") {
            continue;
        }
        if is_op(op, "linalg.index") {
            let dimension = integer_attribute(op, "dim").unwrap_or(0) as usize;
            let id = nest.add(Expr::Index(vars[dimension]), results(op)[0].r#type(), op.location());
            known.push((results(op)[0], id));
            continue;
        }
        if is_op(op, "sloop.absent") {
            let nothing = Expr::Constant(Known { value: Constant::Absent, absent: true });
            let id = nest.add(nothing, results(op)[0].r#type(), op.location());
            known.push((results(op)[0], id));
            continue;
        }
        if is_op(op, "sloop.stored") {
            let of = expression(nest, &mut known, operands(op)[0], op);
            let stored = match nest.expr(of).clone() {
                Expr::Read(access) if nest.tensor(access.tensor).format.is_some() => Expr::Stored(access),
                _ => Expr::Constant(Known { value: Constant::Integer(-1), absent: false }),
            };
            let id = nest.add(stored, results(op)[0].r#type(), op.location());
            known.push((results(op)[0], id));
            continue;
        }
        if op.region_count() > 0 {
            return Err(refuse(
                op.location(),
                format!(
                    "{} in the body holds operations of its own, which is not compiled yet: compute both values, and \
                     choose one of them by arith.select",
                    op_name(op)
                ),
            ));
        }
        if results(op).is_empty() {
            return Err(refuse(
                op.location(),
                format!("{} in the body has no result, and only values are computed: take it out", op_name(op)),
            ));
        }
        let used: Vec<_> = operands(op).into_iter().map(|value| expression(nest, &mut known, value, op)).collect();
        for (number, result) in results(op).into_iter().enumerate() {
            let scalar = Expr::Scalar { template: Template { op, result: number }, operands: used.clone() };
            known.push((result, nest.add(scalar, result.r#type(), op.location())));
        }
    }
    let mut writes: Vec<Stmt> = Vec::new();
    for ((result, value), combination) in yielded.into_iter().enumerate().zip(combinations) {
        let index = generic.inputs + result;
        let target = accesses[index].clone().ok_or_else(|| refuse(location, "a result is not a tensor"))?;
        let own = parameters[index];
        if value == own {
            // The old value stays: nothing is written.
            continue;
        }
        let mut parts = Vec::new();
        for mut write in result_writes(nest, &mut known, value, combination, generic, &target) {
            if generic.op.has_attribute(FROM_NOTHING) && nest.tensor(target.tensor).format.is_some() {
                fold_from_nothing(nest, &mut write, vars);
            }
            // Writes run one after the other, results of a generic all at once.
            let is_written = |access: &Access| {
                writes.iter().any(|other| matches!(other, Stmt::Write(other) if other.target.tensor == access.tensor))
            };
            if nest.reads(write.value).iter().any(is_written) {
                return Err(refuse(
                    location,
                    format!(
                        "result {result} is computed from the old value of another result, which is not compiled yet"
                    ),
                ));
            }
            parts.push(Stmt::Write(write));
        }
        writes.extend(parts);
    }
    Ok(writes)
}

/// Makes a write that combines one that replaces, with what the folds over the variables of the reduction find.
fn fold_from_nothing<'c>(nest: &mut Nest<'c>, write: &mut Write<'c>, vars: &[VarId]) {
    let Some(combiner) = write.combiner.take() else { return };
    for var in vars.iter().rev().filter(|var| !write.target.mentions(**var)) {
        let r#type = nest.node(write.value).r#type;
        let fold = Expr::Fold { var: *var, vector: None, combiner, body: write.value };
        write.value = nest.add(fold, r#type, write.location);
    }
}

fn access<'c>(map: AffineMap<'c>, tensor: TensorId, vars: &[VarId], op: Op<'c>) -> Result<Access, Refusal<'c>> {
    let subscripts = (0..map.result_count())
        .map(|index| {
            let result = map.result(index).expect("the result exists");
            Subscript::from_affine(result, vars).ok_or_else(|| {
                refuse(op.location(), format!("subscript {result} is not a linear function of the loops"))
            })
        })
        .collect::<Result<_, _>>()?;
    Ok(Access { tensor, subscripts })
}

fn expression<'c>(nest: &mut Nest<'c>, known: &mut Vec<(Value<'c>, ExprId)>, value: Value<'c>, user: Op<'c>) -> ExprId {
    if let Some((_, id)) = known.iter().find(|(other, _)| *other == value) {
        return *id;
    }
    let id = nest.add(Expr::Outside(value), value.r#type(), user.location());
    known.push((value, id));
    id
}

/// What a result combines with its old value, emitted at the end of the body.
struct Combined<'c> {
    combiner: Combiner,
    last: Op<'c>,
    values: Vec<Value<'c>>,
}

/// What the body combines with the old value of a result; nothing where it does not, which only a body that computes
/// each point once may.
fn combination<'c>(
    nest: &Nest<'c>,
    generic: &Generic<'c>,
    block: Block<'c>,
    (result, value): (usize, Value<'c>),
    ids: &[Option<TensorId>],
    start_from: &[Option<Constant>],
) -> Result<Option<Combined<'c>>, Refusal<'c>> {
    let index = generic.inputs + result;
    let own = arguments(block)[index];
    let Some(id) = ids[index].filter(|_| value != own) else { return Ok(None) };
    let is_number = |constant: Constant| !matches!(constant, Constant::Float(number) if number.is_nan());
    let around = Surroundings {
        op: generic.op,
        block,
        own,
        fp: generic.fp,
        is_reduction: generic.has_reduction,
        is_stored: nest.tensor(id).format.is_some(),
        starts_from_numbers: start_from[result].is_some_and(is_number),
    };
    match combination::plan(&around, value) {
        Ok(plan) => Ok(Some(Combined { combiner: plan.combiner, last: plan.last, values: plan.emit(&around) })),
        Err(refusal) if generic.has_reduction => {
            let is_known = refusal.location.to_string() != "loc(unknown)";
            Err(Refusal { location: if is_known { refusal.location } else { generic.op.location() }, ..refusal })
        }
        Err(_) => Ok(None),
    }
}

/// The writes of a yielded value: combining, one after the other, where the body combines with the old value and does
/// nothing else with it.
fn result_writes<'c>(
    nest: &mut Nest<'c>,
    known: &mut Vec<(Value<'c>, ExprId)>,
    value: Value<'c>,
    combined: Option<Combined<'c>>,
    generic: &Generic<'c>,
    target: &Access,
) -> Vec<Write<'c>> {
    let (combiner, last, values) = match combined {
        Some(Combined { combiner, last, values }) => (Some(combiner), Some(last), values),
        None => (None, defining_op(value), vec![value]),
    };
    let location = last.map_or(generic.op.location(), |op| known_location(op, generic.op));
    let write = |value| Write { target: target.clone(), value, combiner, elsewhere: None, location };
    values.into_iter().map(|value| write(expression(nest, known, value, generic.op))).collect()
}

/// The location of an operation, or that of the one around it: generalization leaves bodies without any.
fn known_location<'c>(op: Op<'c>, around: Op<'c>) -> Location<'c> {
    if op.location().to_string() == "loc(unknown)" { around.location() } else { op.location() }
}

/// Whether a type has a shape but is neither a ranked tensor nor a buffer.
trait Shaped {
    fn is_shaped(&self) -> bool;
}

impl Shaped for melior::ir::Type<'_> {
    fn is_shaped(&self) -> bool {
        !is_ranked_tensor(*self) && lacuna_dialects::ir::element_type(*self).is_some()
    }
}
