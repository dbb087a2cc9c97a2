//! The variables of the levels of an access, made of those of its dimensions.

use crate::index::{Access, Nest, Place, Size, Var, VarId, problem::Problem, subscript::Subscript};
use lacuna_layout::algebra::{Atom, DimensionForm, Form, Mapping, OfLevels, OverLevels, Source};

/// The variables of the dimensions of an access.
pub fn dimension_vars(nest: &Nest, access: &Access, location: Place) -> Result<Vec<VarId>, Problem> {
    let format = nest.tensor(access.tensor).format().expect("a stored tensor");
    let order = format.mapping().dimensions.len();
    let vars: Vec<VarId> =
        access.subscripts[..order].iter().map(|subscript| subscript.as_var().expect("plain")).collect();
    let describe = nest.describe(access.tensor);
    if access.subscripts.len() > order {
        return Err(cannot_be_walked(&describe, location));
    }
    if vars.iter().enumerate().any(|(index, var)| vars[..index].contains(var)) {
        return Err(Problem::new(
            location,
            format!(
                "{describe} is subscripted twice by one variable: diagonals of stored tensors are not supported yet"
            ),
        ));
    }
    Ok(vars)
}

/// The variables of the levels of an access.
pub struct LevelVars {
    /// That of each level; none where its coordinates follow from those above.
    pub vars: Vec<Option<VarId>>,
    /// Those that count slots, or the nodes of levels whose coordinates follow from those above.
    pub slots: Vec<VarId>,
}

impl LevelVars {
    /// Adds a variable for each level whose coordinates are not those of a dimension.
    pub fn add(nest: &mut Nest, access: &Access, dimension_vars: &[VarId]) -> Self {
        let tensor = nest.tensor(access.tensor).operand;
        let mapping = nest.tensor(access.tensor).format().expect("a stored tensor").mapping();
        let (mut vars, mut slots) = (Vec::new(), Vec::new());
        for (level, form) in mapping.forms.iter().enumerate() {
            vars.push(match (form, mapping.sources[level]) {
                (_, Source::Above) => None,
                (Some(form), Source::Again) => {
                    let var = level_var(nest, form, dimension_vars);
                    let var = nest.add_var(var);
                    slots.push(var);
                    Some(var)
                }
                (Some(form), _) => Some(match form.as_dimension() {
                    Some(dimension) => dimension_vars[dimension],
                    None => {
                        let var = level_var(nest, form, dimension_vars);
                        nest.add_var(var)
                    }
                }),
                (None, _) => {
                    let is_named = dimension_vars.iter().any(|var| nest.var(*var).name.is_some());
                    let name = is_named.then(|| "slot".into());
                    let var = nest.add_var(Var::new(Size::Slots(tensor, level), name));
                    slots.push(var);
                    Some(var)
                }
            });
        }
        Self { vars, slots }
    }
}

pub fn cannot_be_walked(operand: &str, location: Place) -> Problem {
    Problem::new(location, format!("the levels of {operand} cannot be walked one by one"))
}

/// A dimension as a subscript by the variables of the levels.
pub fn of_levels(dimension: &OfLevels, level_vars: &[Option<VarId>]) -> Subscript {
    let start = Subscript::constant_of(dimension.constant());
    dimension.terms().iter().fold(start, |sum, (level, factor)| {
        let var = level_vars[*level].expect("dimensions are functions of levels with coordinates of their own");
        sum.plus(&Subscript::var(var), *factor)
    })
}

/// The variable of a level, from those of the dimensions.
fn level_var(nest: &Nest, form: &Form, dimensions: &[VarId]) -> Var {
    let extent = match static_size(nest, form, dimensions) {
        _ if form.is_signed() => Size::Unranged,
        Some(size) => Size::Number(size),
        None => Size::Form(form.clone(), dimensions.iter().map(|var| nest.var(*var).extent.clone()).collect()),
    };
    Var::new(extent, None)
}

/// The number of values of a form, where it is known.
fn static_size(nest: &Nest, form: &Form, dimensions: &[VarId]) -> Option<u64> {
    match form.as_term()? {
        Atom::Name(dimension) => nest.var(dimensions[*dimension]).size(),
        Atom::Quotient(form, divisor) => Some(static_size(nest, form, dimensions)?.div_ceil(*divisor as u64)),
        Atom::Remainder(_, divisor) => Some(*divisor as u64),
    }
}

/// Whether a dimension is made of blocks that divide it.
pub fn is_blocked_exactly(nest: &Nest, var: VarId, levels: &OfLevels, mapping: &Mapping) -> bool {
    let is_block = |level: usize| {
        let form = mapping.forms[level].as_ref();
        form.is_some_and(|form| !form.terms().iter().any(|(atom, _)| matches!(atom, Atom::Name(_))))
    };
    // Blocks of blocks are as large as the factor of the number of the largest.
    let largest = levels.terms().iter().map(|(_, factor)| factor.unsigned_abs()).max().unwrap_or(1);
    let size = nest.var(var).size();
    levels.constant() == 0 && levels.levels().all(is_block) && size.is_some_and(|size| size % largest.max(1) == 0)
}
