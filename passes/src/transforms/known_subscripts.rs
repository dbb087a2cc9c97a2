//! Subscripts that are known before the loops come to their level. On a diagonal, they are made of variables of levels above. If an order of
//! the loops was asked for, their loops may also run outside of those that resolve a level above: `I(i + p, j)` in the order `i, j, p`.

use crate::{
    analysis::iteration_graph::is_random_access,
    index::{
        Access, Directives, Expr, ExprId, Nest, Size, Stmt, TensorId, Var, VarId, Write, build::loops,
        subscript::Subscript, writes,
    },
};
use lacuna_layout::algebra::{DimensionForm, OverLevels};

/// A dimension whose subscript is known, and the variables inside of whose loops its level is resolved.
type KnownDimension = (usize, Vec<VarId>);

/// Which dimensions of an access have subscripts that are known.
type Known<'a> = &'a dyn Fn(&Nest, &Access) -> Vec<KnownDimension>;

/// A loop that runs once and resolves a subscript, inside of the loops over the variables of that.
struct Resolving {
    var: VarId,
    inside_of: Vec<VarId>,
}

/// Gives the known subscripts of what statements read, which stand in no loops, loops of their own. Says whether there are some.
pub(super) fn resolve_known(nest: &mut Nest, body: &mut [Stmt]) -> bool {
    let mut changed = false;
    for statement in body {
        let order = if nest.keep_order { loops_in_order(nest, statement) } else { Vec::new() };
        let known = |nest: &Nest, access: &Access| known_dimensions(nest, access, &order);
        let around = resolve(nest, statement, &known, &mut changed);
        put_around(statement, &around);
    }
    changed
}

/// The same of one statement. Gives those loops that may stand further outside.
fn resolve(nest: &mut Nest, statement: &mut Stmt, known: Known<'_>, changed: &mut bool) -> Vec<Resolving> {
    match statement {
        Stmt::Write(write) => {
            let resolving = shift_reads(nest, write, known);
            *changed |= !resolving.is_empty();
            let is_in_fold = |resolving: &Resolving| {
                nest.folded_vars(write.value).iter().any(|folded| resolving.inside_of.contains(folded))
            };
            let (folded, around): (Vec<_>, Vec<_>) = resolving.into_iter().partition(is_in_fold);
            for resolving in folded {
                write.value = fold_once(nest, write.value, &resolving);
            }
            around
        }
        Stmt::Loop(inner) => {
            let mut outside = Vec::new();
            for statement in &mut inner.body {
                let resolving = resolve(nest, statement, known, changed).into_iter();
                let (here, further): (Vec<_>, Vec<_>) =
                    resolving.partition(|resolving| resolving.inside_of.contains(&inner.var));
                put_around(statement, &here);
                outside.extend(further);
            }
            outside
        }
        // What a producer or a consumer reads is resolved there.
        Stmt::Where(inner) => {
            for statement in inner.produce.iter_mut().chain(&mut inner.consume) {
                let around = resolve(nest, statement, known, changed);
                put_around(statement, &around);
            }
            Vec::new()
        }
    }
}

fn put_around(statement: &mut Stmt, resolving: &[Resolving]) {
    let around: Vec<_> = resolving.iter().map(|resolving| (resolving.var, Directives::default())).collect();
    if !around.is_empty() {
        *statement = loops(&around, vec![statement.clone()]).remove(0);
    }
}

/// Gives the subscripts of these dimensions of an operand loops of their own, wherever the statement reads it at `access`.
pub(super) fn resolve_dimensions(nest: &mut Nest, statement: &mut Stmt, (access, dimensions): (&Access, &[usize])) {
    let vars = |dimension: &usize| access.subscripts[*dimension].vars().map(|(var, _)| var).collect();
    let known = |_: &Nest, read: &Access| match read == access {
        true => dimensions.iter().map(|dimension| (*dimension, vars(dimension))).collect(),
        false => Vec::new(),
    };
    let around = resolve(nest, statement, &known, &mut false);
    put_around(statement, &around);
}

/// Adds a variable of one value to each known subscript of what a write reads.
fn shift_reads(nest: &mut Nest, write: &mut Write, known: Known<'_>) -> Vec<Resolving> {
    let mut all = Vec::new();
    for access in nest.reads(write.value) {
        let mut shifted = access.clone();
        for (dimension, inside_of) in known(nest, &access) {
            let var = nest.add_var(Var::new(Size::Number(1), None));
            shifted.subscripts[dimension] = access.subscripts[dimension].plus(&Subscript::var(var), 1);
            all.push(Resolving { var, inside_of });
        }
        if shifted == access {
            continue;
        }
        nest.tensors[access.tensor.0].is_window |= nest.tensor(access.tensor).is_input();
        write.value = nest.rewrite_expr(write.value, &mut |_, expr| match expr {
            Expr::Read(read) if *read == access => Some(Expr::Read(shifted.clone())),
            Expr::Stored(read) if *read == access => Some(Expr::Stored(shifted.clone())),
            _ => None,
        });
    }
    all
}

/// The variables of the loops and folds of a statement, the outermost first.
fn loops_in_order(nest: &Nest, statement: &Stmt) -> Vec<VarId> {
    let mut order = Vec::new();
    for (around, write) in writes(std::slice::from_ref(statement)) {
        let vars = around.iter().map(|inner| inner.var).chain(nest.folded_vars(write.value));
        order.extend(vars.filter(|var| !order.contains(var)).collect::<Vec<_>>());
    }
    order
}

/// The dimensions of an operand that is walked whose subscripts have no other variables than those of levels above, or whose loops run
/// outside of those of a compound subscript of a level above, in an order that was asked for.
fn known_dimensions(nest: &Nest, access: &Access, order: &[VarId]) -> Vec<KnownDimension> {
    let tensor = nest.tensor(access.tensor);
    if !is_walked(nest, access.tensor) {
        return Vec::new();
    }
    let mut dimensions: Vec<usize> = (0..tensor.order()).collect();
    if let Some(format) = tensor.format() {
        let forms = &format.mapping().forms;
        dimensions.sort_by_key(|dimension| {
            forms.iter().position(|form| form.as_ref().is_some_and(|form| form.dimensions().contains(dimension)))
        });
    }
    let innermost = |vars: &[VarId]| vars.iter().filter_map(|var| order.iter().position(|other| other == var)).max();
    let (mut above, mut compound): (Vec<VarId>, Vec<VarId>) = (Vec::new(), Vec::new());
    let (mut found, mut are_located) = (Vec::new(), true);
    for dimension in dimensions {
        let subscript = &access.subscripts[dimension];
        let own: Vec<_> = subscript.vars().map(|(var, _)| var).collect();
        // Below levels that are all located, one that is located takes any order.
        are_located &= can_locate(nest, access.tensor, dimension);
        let is_outside =
            innermost(&own).zip(innermost(&compound)).is_some_and(|(own, above)| own < above) && !are_located;
        if !own.is_empty() && own.iter().all(|var| above.contains(var)) {
            found.push((dimension, own.clone()));
        } else if !own.is_empty() && is_outside {
            found.push((dimension, own.iter().chain(&compound).copied().collect()));
        }
        if own.len() > 1 {
            compound.extend(&own);
        }
        above.extend(own);
    }
    found
}

/// Whether the level that stores a dimension alone can be located.
fn can_locate(nest: &Nest, tensor: TensorId, dimension: usize) -> bool {
    nest.tensor(tensor).format().is_none_or(|format| {
        let levels = format.mapping().dimensions.get(dimension).map(|form| form.levels().collect::<Vec<_>>());
        match levels.as_deref() {
            Some([level]) => format.level(*level).capabilities().locate,
            _ => true,
        }
    })
}

/// The value with a fold that runs once, directly inside of the innermost fold inside of which it has to stand.
fn fold_once(nest: &mut Nest, root: ExprId, Resolving { var, inside_of }: &Resolving) -> ExprId {
    nest.rewrite_expr(root, &mut |nest, expr| match expr {
        Expr::Fold { var: folded, combiner, body, how } if inside_of.contains(folded) => {
            let is_further_inside = nest.folded_vars(*body).contains(var);
            if is_further_inside || !nest.reads(*body).iter().any(|read| read.mentions(*var)) {
                return None;
            }
            let (r#type, location) = (nest.node(*body).r#type, nest.node(*body).location);
            let once = Expr::Fold { var: *var, combiner: *combiner, body: *body, how: Directives::default() };
            let body = nest.add(once, r#type, location);
            Some(Expr::Fold { var: *folded, combiner: *combiner, body, how: *how })
        }
        _ => None,
    })
}

/// Whether loops walk the levels of a tensor: of an operand, or of a local tensor. What a workspace stores will be walked, or
/// found by its coordinates.
pub(super) fn is_walked(nest: &Nest, id: TensorId) -> bool {
    let tensor = nest.tensor(id);
    let is_operand = tensor.is_input() && tensor.format().is_some() && !is_random_access(nest, id);
    is_operand || tensor.local().is_some()
}

/// Whether a variable resolves a subscript together with others, inside of whose loops its own has to run.
pub(super) fn is_beside_others(nest: &Nest, reads: &[Access], var: VarId) -> bool {
    let subscripts = reads.iter().flat_map(|access| &access.subscripts).filter(|subscript| subscript.mentions(var));
    subscripts.into_iter().any(|subscript| subscript.vars().any(|(other, _)| !nest.runs_once(other)))
}
