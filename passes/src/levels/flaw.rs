//! Which formats make no sense, beyond what the dialect verifies.
//!
//! The levels must determine the dimensions, no level may repeat what the others say, and each level format must fit its place
//! ([`LevelFormat::objection`]). The runtime refuses the same formats; a test compares the two.

use super::{
    Assembly, LevelFormat, batch_levels, level_format,
    mapping::{Form, Mapping, Unmappable},
};
use lacuna_dialects::format::{Format, Level};

/// Where a level stands in its format.
pub struct Place<'a> {
    /// Its number.
    pub number: usize,
    /// What it stores; nothing where it counts slots.
    pub form: Option<&'a Form>,
    /// The map of the format.
    pub mapping: &'a Mapping,
    /// Whether it is the first level below those of a batch.
    pub starts_batch: bool,
}

impl Place<'_> {
    /// What is wrong where coordinates count places and can be negative.
    pub fn negative_coordinates(&self) -> Option<String> {
        let form = self.form.filter(|form| form.is_signed())?;
        let form = form.text(&dimension_name);
        Some(format!("needs coordinates of at least 0, `{form}` can be negative: store it compressed"))
    }

    /// A dimension of what the level stores that the levels above do not determine.
    pub fn unknown_above(&self) -> Option<usize> {
        let is_known =
            |dimension: &usize| self.mapping.dimensions[*dimension].levels.keys().all(|level| *level < self.number);
        self.form?.dimensions().into_iter().find(|dimension| !is_known(dimension))
    }

    /// What is wrong where nodes depend on those above, which are in another array.
    pub fn no_parents(&self) -> Option<String> {
        let problem = "needs a level above it inside the batch, it stands below a batch level";
        self.starts_batch.then(|| problem.to_owned())
    }
}

/// Why a format makes no sense; nothing where it does.
pub fn flaw(format: Format<'_>) -> Option<String> {
    let mapping = match Mapping::new(format) {
        Ok(mapping) => mapping,
        Err(Unmappable::Level(level)) => {
            return Some(misplaced(format, level, "must be a sum of dimensions, quotients and remainders"));
        }
        Err(Unmappable::Impure(level)) => {
            let form = format.map().result(level).ok().and_then(Form::new)?.text(&dimension_name);
            return Some(misplaced(format, level, &format!("must store the remainder alone, found `{form}`")));
        }
        Err(Unmappable::Dimension(dimension)) => {
            let name = dimension_name(dimension);
            return Some(format!("dimension {dimension} ({name}) is not determined by the levels"));
        }
    };
    if let Some(level) = mapping.needless_level() {
        let problem = "follows from the other levels, and is neither a sum nor a quotient of them: leave it out";
        return Some(misplaced(format, level, problem));
    }
    let batches = batch_levels(format);
    let objection = |(number, level): (usize, &Level)| {
        let starts_batch = number > 0 && number == batches;
        let place = Place { number, form: mapping.forms[number].as_ref(), mapping: &mapping, starts_batch };
        level_format(*level).objection(&place).map(|problem| misplaced(format, number, &problem))
    };
    let levels = format.levels();
    levels.iter().enumerate().find_map(objection).or_else(|| slot_flaw(format, &mapping))
}

fn misplaced(format: Format<'_>, number: usize, problem: &str) -> String {
    let is_slot = format.map().result(number).is_ok_and(|expression| expression.is_symbol());
    let kind = if is_slot { "_" } else { format.level(number).kind.word() };
    format!("level {number} ({kind}) {problem}")
}

/// Why slots cannot stand where they do: how many there are follows from the coordinates below them.
fn slot_flaw(format: Format<'_>, mapping: &Mapping) -> Option<String> {
    let is_slot = |level: &usize| mapping.forms[*level].is_none();
    let number = (0..mapping.forms.len()).find(is_slot)?;
    if let Some(second) = (number + 1..mapping.forms.len()).find(is_slot) {
        return Some(misplaced(format, second, &format!("may stand once, it is level {number} too")));
    }
    let levels = format.levels();
    let codes: Vec<_> = levels.iter().map(|level| level_format(*level)).collect();
    if !has_all_places(codes[number].as_ref()) {
        return Some(misplaced(format, number, &format!("must be dense, found {}", levels[number].kind)));
    }
    let keeps_one =
        |level: &usize| codes[*level].properties().branchless && codes[*level].capabilities().stores_coordinates;
    let problem = match (number + 1..levels.len()).find(|level| !has_all_places(codes[*level].as_ref())) {
        None => "needs a singleton level below it, found none".to_owned(),
        Some(other) if !keeps_one(&other) => format!(
            "needs a singleton level as the first below it that is not dense, level {other} is {}",
            levels[other].kind
        ),
        Some(_) => {
            let can_be_negative = |level: &usize| mapping.forms[*level].as_ref().is_some_and(Form::is_signed);
            let other = (number + 1..levels.len()).find(|level| keeps_one(level) && can_be_negative(level))?;
            let form = mapping.forms[other].as_ref()?.text(&dimension_name);
            format!(
                "needs coordinates of at least 0 below it, because unused slots store 0: `{form}` of level {other} can be negative"
            )
        }
    };
    Some(misplaced(format, number, &problem))
}

/// Whether there is a place for every coordinate, none of them stored, in one array for all.
fn has_all_places(code: &dyn LevelFormat) -> bool {
    let is_full = code.properties().full && code.capabilities().locate && !code.capabilities().stores_coordinates;
    is_full && code.assembly() == Some(Assembly::Insert)
}

/// The canonical name of a dimension, as formats are printed: `i, j, k, l, m, n`, then `d6, d7, ...`.
pub fn dimension_name(dimension: usize) -> String {
    const LETTERS: [&str; 6] = ["i", "j", "k", "l", "m", "n"];
    LETTERS.get(dimension).map_or_else(|| format!("d{dimension}"), |letter| (*letter).to_owned())
}
