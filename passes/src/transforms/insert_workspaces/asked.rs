//! Results whose loops keep an order that was asked for, in which the terms of a point come apart.

use super::{
    collected::Collection,
    sums::{Division, Sum, Term},
};
use crate::{
    index::{
        Access, Directives, Expr, ExprId, Nest, Stmt, TensorId, VarId, Write, algebra::is_neutral_constant,
        build::perfect_loops, subscript::Subscript, writes,
    },
    plan::least_asked,
};
use lacuna_dialects::sloop::{Combiner, schedule::Precompute};
use std::ops::Range;

/// How many of the innermost dimensions of a result come out of its order, with its terms in loops of this order (WORKSPACES, 2.2):
/// as many as are not led by loops over the dimensions before them. None where all sums run inside.
pub fn mismatch(loops: &[VarId], points: &[VarId]) -> usize {
    points.len() - loops.iter().zip(points).take_while(|(one, other)| one == other).count()
}

/// A result whose terms are added in an order that was asked for, in which they scatter.
pub struct AskedOrder {
    /// The statements that compute it.
    pub statements: Range<usize>,
    /// The write of the points, once their terms are collected.
    pub write: Write,
    pub division: Division,
    pub collection: Collection,
}

/// What the statements of a result ask for, of which this is the first, if they do. The nest gets the sums as expressions.
///
/// # Errors
/// Why there cannot be the workspace that was asked for, too.
pub fn asked_order(
    nest: &mut Nest,
    statement: usize,
    precompute: Option<&Precompute>,
) -> Result<Option<AskedOrder>, String> {
    let target = perfect_loops(&nest.body[statement]).1.first().and_then(|inner| match inner {
        Stmt::Write(write) => Some(write.target.tensor),
        Stmt::Loop(_) | Stmt::Where(_) => None,
    });
    let Some(Scattered { statements, combiner, terms }) = target.and_then(|target| scattered(nest, target)) else {
        return Ok(None);
    };
    let write = terms[0].write.clone();
    let points = in_order_of_levels(nest, write.target.tensor, &write.target.plain_vars().unwrap_or_default());
    let inside = dimensions_inside(nest, &points, &terms, precompute)?;
    let (around, inside) = points.split_at(points.len() - inside);
    let mut part = None;
    let terms = terms
        .into_iter()
        .map(|ScatteredTerm { loops, write: Write { value, .. } }| {
            let vars: Vec<_> = loops.iter().copied().filter(|var| !points.contains(var)).collect();
            part.get_or_insert_with(|| folded(nest, value, &vars, combiner));
            Term { vars, value, order: loops[around.len()..].to_vec() }
        })
        .collect();
    let part = part.expect("a result that scatters has a term");
    let fill = nest.fill(write.target.tensor);
    Ok(Some(AskedOrder {
        statements,
        division: Division { value: part, sums: vec![Sum { part, combiner, terms }] },
        collection: Collection {
            once: Vec::new(),
            around: around.to_vec(),
            inside: inside.to_vec(),
            keeping: precompute.and_then(|asked| asked.keeping),
        },
        write: Write { value: part, combiner: None, elsewhere: Some(fill), ..write },
    }))
}

/// How many dimensions the workspace has: the innermost ones that come out of order in some term, or as many as were asked for.
///
/// # Errors
/// If other dimensions were asked for, or fewer.
fn dimensions_inside(
    nest: &Nest,
    points: &[VarId],
    terms: &[ScatteredTerm],
    precompute: Option<&Precompute>,
) -> Result<usize, String> {
    let (least, loops) = terms
        .iter()
        .map(|term| (mismatch(&term.loops, points), &term.loops))
        .max_by_key(|(least, _)| *least)
        .expect("a result that scatters has a term");
    let Some(asked) = precompute else { return Ok(least) };
    let names = |vars: &[VarId]| vars.iter().map(|var| nest.var_name(*var)).collect::<Vec<_>>();
    let is_it = |count: &usize| has_names(&names(&points[points.len() - count..]), &asked.over);
    (least..=points.len()).find(is_it).ok_or_else(|| {
        let inside = names(&points[points.len() - least..]).join(", ");
        format!("in the order {}, points come out of order in {inside}", names(loops).join(", "))
    })
}

/// A value, combined over variables.
fn folded(nest: &mut Nest, value: ExprId, vars: &[VarId], combiner: Combiner) -> ExprId {
    vars.iter().rev().fold(value, |value, var| {
        let node = nest.node(value).clone();
        let fold = Expr::Fold { var: *var, how: Directives::default(), combiner, body: value };
        nest.add(fold, node.r#type, node.location)
    })
}

/// Whether variables have these names, in whatever order.
pub fn has_names(vars: &[String], names: &[String]) -> bool {
    vars.len() == names.len() && names.iter().all(|name| vars.contains(name))
}

/// The statements of a stored result whose terms scatter in the order that was asked for.
struct Scattered {
    /// Which they are.
    statements: Range<usize>,
    /// How their terms combine.
    combiner: Combiner,
    /// What each adds. The variables of the points are those of the first.
    terms: Vec<ScatteredTerm>,
}

/// What a statement adds to the points of a result.
struct ScatteredTerm {
    /// The variables of its loops, outermost first.
    loops: Vec<VarId>,
    write: Write,
}

/// Whether a result is computed by statements whose terms scatter in an order that was asked for.
pub fn scatters_as_asked(nest: &Nest, result: TensorId) -> bool {
    // Most nests ask for no order, and need no copy.
    nest.keep_order && scattered(&mut nest.clone(), result).is_some()
}

/// The statements of a result, if its terms scatter in the order of their loops, or were asked to. The nest gets the values of
/// further terms at the points of the first.
fn scattered(nest: &mut Nest, result: TensorId) -> Option<Scattered> {
    let tensor = nest.tensor(result);
    if !nest.keep_order || !tensor.is_stored() || !tensor.is_output {
        return None;
    }
    // A result is put together anew: what it held is a term like any other, if its levels follow loops over its dimensions.
    let before = match tensor.starts_empty {
        true => None,
        false => {
            tensor.format()?.mapping().permutation()?;
            Some(nest.add_start(result))
        }
    };
    let is_writing = |statement: &Stmt| {
        writes(std::slice::from_ref(statement)).iter().any(|(_, write)| write.target.tensor == result)
    };
    let writing: Vec<_> = (0..nest.body.len()).filter(|number| is_writing(&nest.body[*number])).collect();
    let statements = *writing.first()?..writing.last()? + 1;
    if statements.len() != writing.len() {
        return None;
    }
    let terms: Vec<_> = nest.body[statements.clone()].iter().map(|statement| term(nest, statement)).collect();
    let mut terms: Vec<_> = terms.into_iter().collect::<Option<_>>()?;
    let combiner = terms[0].write.combiner?;
    let is_asked = nest.precompute.is_some();
    if !terms.iter().any(|term| scatters(nest, term, is_asked)) {
        return None;
    }
    let points = terms[0].write.target.plain_vars()?;
    if let Some(before) = before {
        terms.insert(0, held(nest, before, &terms[0].write)?);
    }
    for term in &mut terms[1..] {
        if term.write.combiner != Some(combiner) {
            return None;
        }
        *term = at_points(nest, term, &points)?;
    }
    Some(Scattered { statements, combiner, terms })
}

/// What a result held at the points of a write, in the order of its levels.
fn held(nest: &mut Nest, before: TensorId, write: &Write) -> Option<ScatteredTerm> {
    let read = Expr::Read(Access { tensor: before, ..write.target.clone() });
    let value = nest.add(read, nest.element_of(before), write.location);
    let loops = in_order_of_levels(nest, before, &write.target.plain_vars()?);
    Some(ScatteredTerm { loops, write: Write { value, ..write.clone() } })
}

/// What a statement adds to the points of a result, if it is one write in loops.
fn term(nest: &Nest, statement: &Stmt) -> Option<ScatteredTerm> {
    let (around, [Stmt::Write(write)]) = perfect_loops(statement) else { return None };
    let tensor = write.target.tensor;
    let points = write.target.plain_vars()?;
    let loops: Vec<_> = around.iter().map(|inner| inner.var).collect();
    let reads_itself = nest.reads(write.value).iter().any(|read| read.tensor == tensor);
    let is_sum = is_neutral_constant(write.combiner?, nest.fill(tensor), nest.tensor(tensor).element);
    // A diagonal is no place for two loops over one variable.
    let has_loops = points.iter().enumerate().all(|(place, var)| loops.contains(var) && !points[..place].contains(var));
    (is_sum && has_loops && !reads_itself).then(|| ScatteredTerm { loops, write: write.clone() })
}

/// Whether the points of a term come out of order, or apart. Loops that run once change no order, unless a workspace was asked
/// for by name: then it is there whatever sizes are.
fn scatters(nest: &Nest, ScatteredTerm { loops, write }: &ScatteredTerm, is_asked: bool) -> bool {
    let points = write.target.plain_vars().unwrap_or_default();
    let counts = |var: &VarId| is_asked || !nest.runs_once(*var);
    let loops: Vec<_> = loops.iter().copied().filter(counts).collect();
    let takes_points = || {
        let own = in_order_of_levels(nest, write.target.tensor, &points);
        let follows = |asked: Vec<VarId>| {
            loops.iter().filter(|var| asked.contains(var)).eq(asked.iter().filter(|var| counts(var)))
        };
        [own].into_iter().chain(least_asked(nest, &write.target)).any(follows)
    };
    !loops.is_sorted_by_key(|var| !points.contains(var)) || !takes_points()
}

/// The same term with the variables of the points of another; `None` where it does not run over the same ones.
fn at_points(
    nest: &mut Nest,
    ScatteredTerm { loops, write }: &ScatteredTerm,
    points: &[VarId],
) -> Option<ScatteredTerm> {
    let own = write.target.plain_vars()?;
    // Sizes that are not known are compared when the program runs.
    let size = |var: &VarId| nest.var(*var).size();
    let is_alike =
        |(own, point): (&VarId, &VarId)| size(own).is_none_or(|own| size(point).is_none_or(|point| own == point));
    let is_derived = own.iter().chain(points).any(|var| nest.is_in_relation(*var));
    if !own.iter().zip(points).all(is_alike) || is_derived {
        return None;
    }
    let rename = |var: VarId| own.iter().position(|own| *own == var).map_or(var, |place| points[place]);
    let value = nest.rename_expr(write.value, &rename);
    let loops = loops.iter().map(|var| rename(*var)).collect();
    let target = Access { subscripts: points.iter().copied().map(Subscript::var).collect(), ..write.target.clone() };
    Some(ScatteredTerm { loops, write: Write { target, value, ..write.clone() } })
}

/// The variables of the points of a result, in the order of its levels where these are its dimensions.
fn in_order_of_levels(nest: &Nest, result: TensorId, points: &[VarId]) -> Vec<VarId> {
    let levels = nest.tensor(result).format().and_then(|format| format.mapping().permutation());
    levels.map_or_else(|| points.to_vec(), |order| order.into_iter().map(|dimension| points[dimension]).collect())
}

#[cfg(test)]
mod tests {
    use super::mismatch;
    use crate::index::VarId;

    #[test]
    fn the_order_of_the_mismatch_is_that_of_the_paper() {
        let [i, j, k, l] = [0, 1, 2, 3].map(VarId);
        // WORKSPACES, figure 5: inner, row-wise and outer products of matrices, and a transposition.
        assert_eq!(mismatch(&[i, j, k], &[i, j]), 0);
        assert_eq!(mismatch(&[i, k, j], &[i, j]), 1);
        assert_eq!(mismatch(&[k, i, j], &[i, j]), 2);
        assert_eq!(mismatch(&[i, j], &[j, i]), 2);
        // Sums over the first mode, and a contraction between two free ones.
        assert_eq!(mismatch(&[k, i], &[i]), 1);
        assert_eq!(mismatch(&[i, j, k, l], &[i, j, l]), 1);
        assert_eq!(mismatch(&[i, k, j, l], &[i, j, l]), 2);
    }
}
