//! Vector loops: whether the values of a variable can be taken in lockstep, and in which blocks of lanes.

use super::work::Work;
use crate::{
    analysis::iteration_graph::{level_subscripts, result_subscripts},
    index::{
        Access, Expr, ExprId, Limit, Nest, Place, TensorId, TensorKind, VarId, Write, algebra::can_trap,
        distribute::can_run_in_lockstep, problem::Problem, writes,
    },
};
use lacuna_layout::assembly::Role;

/// Blocks of lanes that together take every value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strips {
    /// The lanes of a whole block.
    pub width: i64,
    /// How many blocks there are.
    pub blocks: Blocks,
}

/// So many tails have code without a mask, too.
const MOST_FULL: usize = 3;

impl Strips {
    /// The number of blocks, where it is known.
    pub fn known_blocks(&self) -> Option<i64> {
        match self.blocks {
            Blocks::Known { whole, rest } => Some(whole + i64::from(rest > 0)),
            Blocks::Masked => None,
        }
    }
}

/// The blocks of a vector loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// The number of values is known: a block of fewer lanes takes what whole ones leave.
    Known {
        /// The number of whole blocks.
        whole: i64,
        /// The lanes of the last one; 0 where there is none.
        rest: i64,
    },
    /// It is not known, or bounds leave some only. Where whole blocks leave values, the narrowest of [`Strips::tails`] that holds them
    /// follows. A mask says which of its lanes count.
    Masked,
}

/// A block for fewer values than a whole one takes. All lanes of its pieces count, but for the last piece, which has a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// How many pieces.
    pub pieces: i64,
    /// The lanes of each.
    pub piece: i64,
}

impl Tail {
    /// The most values that it has lanes for.
    pub fn most(self) -> i64 {
        self.pieces * self.piece
    }
}

impl Strips {
    /// The blocks for the values of a variable, of which bounds may leave some only.
    pub(super) fn of(nest: &Nest, (var, is_bounded): (VarId, bool), width: i64) -> Self {
        let known = |size: u64| Blocks::Known { whole: size as i64 / width, rest: size as i64 % width };
        let size = nest.var(var).size().filter(|_| !is_bounded);
        Self { width, blocks: size.map_or(Blocks::Masked, known) }
    }

    /// The blocks for what whole ones leave, the narrowest first. A whole block is a few registers, and a quarter of it about one.
    /// Half a register loads what is that narrow without crossing a line of the cache.
    pub fn tails(&self) -> Vec<Tail> {
        let quarter = self.width / 4;
        if quarter < 4 || !self.width.cast_unsigned().is_power_of_two() {
            return vec![Tail { pieces: 1, piece: self.width }];
        }
        let quarters = (1..=4).map(|pieces| Tail { pieces, piece: quarter });
        std::iter::once(Tail { pieces: 1, piece: quarter / 2 }).chain(quarters).collect()
    }

    /// The lanes of blocks without a mask, for the numbers of values that many operands have and masks take long for: stores under a mask take
    /// 12 cycles on Zen 3. Each has code of its own.
    pub fn full_tails(&self) -> Vec<i64> {
        let tails = self.tails();
        if tails.len() == 1 { Vec::new() } else { tails.iter().take(MOST_FULL).map(|tail| tail.most()).collect() }
    }

    /// Whether there is one block, which needs no loop.
    pub fn is_one_block(&self) -> bool {
        match self.blocks {
            Blocks::Known { whole, rest } => whole + i64::from(rest > 0) == 1,
            Blocks::Masked => false,
        }
    }
}

/// Whether a loop can take the values of its variable in lockstep, or why not.
///
/// The values must be neighbours in every dense operand, and drive no stored one; what one value does must not matter to
/// another; and everything that is computed must exist lane by lane. A directive that was written by hand is refused here.
pub(super) fn check(nest: &Nest, var: VarId, work: &Work, location: Place) -> Result<(), Problem> {
    let refuse = |why: String| Err(Problem::new(location, why));
    if !nest.var(var).has_range() {
        return refuse("a vector loop needs an extent".into());
    }
    let is_bounded = |limit: &Limit| limit.subscript.mentions(var) && !can_be_cut_short(nest, limit, var);
    if let Some(limit) = nest.limits().into_iter().find(is_bounded) {
        let bounded = nest.text(&limit.subscript);
        return refuse(format!("a vector loop takes its first values, but {bounded} is bounded otherwise"));
    }
    if let Some(inner) = in_lanes_inside(nest, work) {
        return refuse(format!(
            "the loop over {} runs in lanes inside of one over {}, which does, too: vector loops do not nest",
            nest.var_name(inner),
            nest.var_name(var)
        ));
    }
    if let Some(taken) = work.taken {
        check_value(nest, var, taken.value, location)?;
    }
    for (_, write) in writes(&work.statements) {
        check_target(nest, var, write)?;
        check_value(nest, var, write.value, write.location)?;
    }
    // What has a workspace inside takes one value at a time.
    if !work.has_workspace() && !can_run_in_lockstep(nest, var, &work.statements) {
        return refuse(format!(
            "a vector loop takes the values of {} in lockstep, but what one of them writes matters to another",
            nest.var_name(var)
        ));
    }
    Ok(())
}

/// Whether a bound leaves the first values of a variable, so many as the other loops say.
fn can_be_cut_short(nest: &Nest, limit: &Limit, var: VarId) -> bool {
    let subscript = &limit.subscript;
    subscript.coefficient(var) == 1 && nest.bounds(subscript).least.is_some_and(|least| least >= 0)
}

/// Whether the loop over a variable, inside of loops over `open`, can be cut short by all of the bounds that are about it.
pub(super) fn is_cut_short(limits: &[Limit], var: VarId, open: &[VarId]) -> bool {
    let mut own = limits.iter().filter(|limit| limit.subscript.mentions(var));
    own.all(|limit| limit.subscript.vars().all(|(other, _)| other == var || open.contains(&other)))
}

/// A variable inside whose loop runs in lanes.
fn in_lanes_inside(nest: &Nest, work: &Work) -> Option<VarId> {
    let mut loops = writes(&work.statements).into_iter().flat_map(|(around, _)| around);
    let mut found = loops.find(|inner| inner.how.lanes.is_some()).map(|inner| inner.var);
    for (value, _) in work.values() {
        nest.visit_expr(value, &mut |id| match nest.expr(id) {
            Expr::Fold { var, how, .. } if how.lanes.is_some() => found = found.or(Some(*var)),
            _ => {}
        });
    }
    found
}

/// What a vector loop writes is dense, or a workspace, or a stored result that takes neighbours side by side.
fn check_target(nest: &Nest, var: VarId, write: &Write) -> Result<(), Problem> {
    let target = nest.tensor(write.target.tensor);
    check_elements(nest, &write.target, write.location)?;
    if !target.is_stored() || target.local().is_some() {
        return check_neighbours(nest, var, &write.target, write.location);
    }
    if grows_by_lanes(nest, &write.target, var) {
        return Ok(());
    }
    Err(is_stored(nest, &write.target, write.location))
}

/// Whether a stored result has neighbours along a variable at neighbouring positions, as a loop comes to them: its innermost
/// level, and no other, goes along the variable, and has room for every coordinate or gets one node after the other.
fn grows_by_lanes(nest: &Nest, target: &Access, var: VarId) -> bool {
    let tensor = nest.tensor(target.tensor);
    if !tensor.is_output {
        return false;
    }
    let (Some(format), Ok(levels)) = (tensor.format(), result_subscripts(nest, target)) else { return false };
    let (Ok(growth), Some((innermost, above))) = (format.growth(), levels.split_last()) else { return false };
    let is_along =
        innermost.subscript.as_var() == Some(var) && !above.iter().any(|level| level.subscript.mentions(var));
    is_along
        && tensor.grouped_into().is_none()
        && match growth.roles[above.len()] {
            Role::Insert => true,
            // Each lane gets a node, whatever its value is.
            Role::Append { group } => growth.groups[group].len() == 1 && !nest.drops_fill(),
            Role::Implied => false,
        }
}

fn check_value(nest: &Nest, var: VarId, value: ExprId, location: Place) -> Result<(), Problem> {
    for access in nest.reads(value).iter().filter(|access| access.mentions(var)) {
        check_neighbours(nest, var, access, location)?;
        check_elements(nest, access, location)?;
    }
    if nest.knows_absence(value) {
        return Err(Problem::new(location, "a vector loop cannot tell what is stored from what is not"));
    }
    if nest.uses_as_number(value, var) {
        return Err(Problem::new(
            location,
            "the variable of a vector loop is used as a number, which is not compiled yet",
        ));
    }
    match scalar_only(nest, var, value) {
        Some(name) => Err(Problem::new(location, format!("a vector loop cannot run {name} lane by lane"))),
        None => Ok(()),
    }
}

/// Neighbouring values of the variable have to be neighbours in an operand.
fn check_neighbours(nest: &Nest, var: VarId, access: &Access, location: Place) -> Result<(), Problem> {
    let tensor = nest.tensor(access.tensor);
    if !access.mentions(var) || tensor.local().is_some() {
        return Ok(());
    }
    if tensor.is_stored() {
        return match has_neighbours(nest, access, var) {
            true => Ok(()),
            false => Err(is_stored(nest, access, location)),
        };
    }
    if !access.is_unit_stride(var) {
        return Err(Problem::new(
            location,
            format!(
                "a vector loop must walk consecutive elements of {}: its variable must be the last subscript, alone \
                 and with factor one",
                nest.name(access.tensor)
            ),
        ));
    }
    Ok(())
}

/// Whether neighbours along a variable are neighbours in what an access reads or writes.
pub fn neighbours_along(nest: &Nest, access: &Access, var: VarId) -> bool {
    match nest.tensor(access.tensor) {
        tensor if tensor.local().is_some() => false,
        tensor if tensor.is_stored() => has_neighbours(nest, access, var) || grows_by_lanes(nest, access, var),
        _ => access.is_unit_stride(var),
    }
}

/// Whether neighbours along a variable stand at neighbouring positions of a stored operand: its innermost level, and no other,
/// goes along the variable, and has a place for every coordinate.
fn has_neighbours(nest: &Nest, access: &Access, var: VarId) -> bool {
    let tensor = nest.tensor(access.tensor);
    let (Some(format), Ok(levels)) = (tensor.format(), level_subscripts(nest, access)) else { return false };
    let Some((innermost, above)) = levels.split_last() else { return false };
    innermost.subscript.coefficient(var) == 1
        && !above.iter().any(|level| level.subscript.mentions(var))
        && format.level(above.len()).has_all_places()
        && tensor.is_input()
}

fn is_stored(nest: &Nest, access: &Access, location: Place) -> Problem {
    let name = nest.name(access.tensor);
    Problem::new(location, format!("a vector loop cannot walk {name}, which is stored in levels"))
}

/// Elements of less than a byte have a byte each in a buffer, but not in a vector; complex numbers make no vector.
fn check_elements(nest: &Nest, access: &Access, location: Place) -> Result<(), Problem> {
    let element = nest.element_of(access.tensor);
    if element.is_float() || element.integer_bits().is_some_and(|bits| bits >= 8) {
        return Ok(());
    }
    let name = nest.name(access.tensor);
    Err(Problem::new(
        location,
        format!("a vector loop cannot take the elements of {name}, which are of type {element}"),
    ))
}

/// An operation that would have to run in lanes, and cannot.
fn scalar_only(nest: &Nest, var: VarId, value: ExprId) -> Option<&'static str> {
    let mut found = None;
    nest.visit_expr(value, &mut |id| match nest.expr(id) {
        Expr::Scalar { operation, .. } if nest.depends_on(id, var) && !runs_in_lanes(operation.op_name()) => {
            found = found.or(Some(operation.op_name()));
        }
        _ => {}
    });
    found
}

/// Whether a loop can take the values of its variable in lockstep. The plan asks the same of loops that are told to.
pub fn can_run_in_lanes(nest: &Nest, var: VarId, work: &Work) -> bool {
    check(nest, var, work, nest.place).is_ok()
}

/// Why a loop cannot take the values of its variable in lockstep, if it cannot.
pub fn lanes_problem(nest: &Nest, var: VarId, work: &Work) -> Option<Problem> {
    check(nest, var, work, nest.place).err()
}

/// Whether an operation exists lane by lane, and cannot trap in lanes that do not count.
fn runs_in_lanes(name: &str) -> bool {
    (name.starts_with("arith.") || name.starts_with("math.")) && !can_trap(name)
}

/// Why the values of `var` cannot be loaded and stored side by side: what lives inside is a workspace, and bufferization
/// may have made an operand a view with strides. The points of results that are counted first have places one by one.
pub(super) fn run_side_by_side(nest: &Nest, var: VarId, work: &Work, counted: &[TensorId]) -> Result<(), String> {
    if work.has_workspace() {
        return Err("a producer and a consumer are inside of it".to_owned());
    }
    for access in work.accesses(nest).iter().filter(|access| access.mentions(var)) {
        match nest.tensor(access.tensor).kind {
            TensorKind::Buffer { has_unit_stride: true, .. } => {}
            // The strides of a dense tensor are not known before bufferization: neighbours are taken to stand side by side.
            TensorKind::Tensor if !nest.tensor(access.tensor).is_stored() => {}
            _ if counted.contains(&access.tensor) => {
                return Err(format!("the points of {} are counted first", nest.name(access.tensor)));
            }
            _ if grows_by_lanes(nest, access, var) || has_neighbours(nest, access, var) => {}
            TensorKind::Local(_) => return Err(format!("{} is a workspace", nest.name(access.tensor))),
            _ => return Err(format!("neighbours in {} are apart in memory", nest.name(access.tensor))),
        }
    }
    Ok(())
}
