//! In which order the entries of a tensor come, and what is left to sort for another order.

use super::{
    assembly::Plan,
    level_format,
    mapping::{Atom, Form, Mapping, Source},
};
use lacuna_dialects::format::Format;

/// The forms of the levels that have coordinates of their own, from the top.
pub fn own_forms(format: Format<'_>) -> Vec<Form> {
    let mapping = Mapping::of(format);
    let own = mapping.forms.into_iter().zip(mapping.sources).filter(|(_, source)| *source == Source::Own);
    own.filter_map(|(form, _)| form).collect()
}

/// Whether the entries come in lexicographic order of the levels. They do not where nodes of equal coordinate have several
/// children each: those of the second start again.
pub fn is_ordered(format: Format<'_>) -> bool {
    let has_slots = Mapping::of(format).has_slots();
    let levels: Vec<_> = format.levels().into_iter().map(|level| level_format(level).properties()).collect();
    !has_slots
        && levels.iter().enumerate().all(|(number, level)| {
            level.ordered && (level.unique || levels.get(number + 1).is_none_or(|below| below.branchless))
        })
}

/// The number of levels with coordinates of their own, from the top, in whose lexicographic order the entries come.
pub fn levels_in_order(format: Format<'_>) -> usize {
    let mapping = Mapping::of(format);
    let levels: Vec<_> = format.levels().into_iter().map(|level| level_format(level).properties()).collect();
    let mut count = 0;
    for (number, level) in levels.iter().enumerate() {
        if !level.ordered || matches!(mapping.sources[number], Source::Slot | Source::Again) {
            break;
        }
        count += usize::from(mapping.sources[number] == Source::Own);
        if !level.unique && levels.get(number + 1).is_some_and(|below| !below.branchless) {
            break;
        }
    }
    count
}

/// Whether each point of `source` is there once, and the points come parent after parent of the one level of `target` that
/// stores coordinates: then a workspace can tell which nodes the parent has.
pub fn comes_in_groups(source: Format<'_>, target: Format<'_>) -> bool {
    let Some(above) = levels_above_groups(target).filter(|_| !may_repeat(source)) else { return false };
    let (given, wanted) = (own_forms(source), own_forms(target));
    let given = given.iter().take(levels_in_order(source));
    let order: Vec<_> = given.map_while(|form| places_of(form, &wanted)).flatten().take(above).collect();
    order.into_iter().eq(0..above)
}

/// The number of levels with coordinates of their own above the one level that stores them, if its nodes can be found in
/// any order.
pub fn levels_above_groups(target: Format<'_>) -> Option<usize> {
    let level = Plan::new(target).ok()?.grouped_level(target)?;
    let mapping = Mapping::of(target);
    Some(mapping.sources[..level].iter().filter(|source| **source == Source::Own).count())
}

/// Whether the same point may be stored in several parts.
pub fn may_repeat(format: Format<'_>) -> bool {
    let has_slots = Mapping::of(format).has_slots();
    let levels: Vec<_> = format.levels().into_iter().map(|level| level_format(level).properties()).collect();
    has_slots
        || levels.iter().enumerate().any(|(number, level)| {
            let end = levels[number + 1..].iter().find(|below| !below.branchless || below.unique);
            !level.unique && !end.is_some_and(|below| below.branchless && below.unique)
        })
}

/// The number of levels of the list `target`, from the top, by which entries that come in the order of `source` have to
/// be sorted. Unordered levels at the bottom of a list take any order; `within` says that only entries that agree in these
/// have to come in order.
pub fn levels_to_sort(source: Format<'_>, target: Format<'_>, within: bool) -> usize {
    let is_list = own_forms(target).len() == target.level_count();
    let any_order = target.levels().iter().rev().take_while(|level| is_list && !level.ordered).count();
    unsorted_levels(source, target, any_order, within)
}

/// The same of any format whose entries are to come in the order of its levels, whether or not these say that they are
/// ordered: that is how a nest puts them together.
pub fn levels_out_of_order(source: Format<'_>, target: Format<'_>) -> usize {
    unsorted_levels(source, target, 0, false)
}

/// The number of levels of `target`, from the top, by which entries that come in the order of `source` have to be
/// sorted, from the last of them to the first, by a stable sort, if the `last` ones take any order.
///
/// Entries that agree in these levels keep their order, which is that of `source`; so what remains of its order, once
/// these levels are taken away (and, `within` groups that agree in them, the last ones), must begin with the other ordered
/// levels of `target`.
fn unsorted_levels(source: Format<'_>, target: Format<'_>, last: usize, within: bool) -> usize {
    let wanted = own_forms(target);
    let ordered = wanted.len().saturating_sub(last);
    let given = is_ordered(source).then(|| refine(&own_forms(source), &wanted)).flatten();
    let Some(given) = given else { return ordered };
    (0..ordered)
        .find(|count| {
            let matters = |level: &usize| *level >= *count && (*level < ordered || !within);
            let rest = given.iter().copied().filter(matters);
            rest.take(ordered - count).eq(*count..ordered)
        })
        .unwrap_or(ordered)
}

/// The order of `given` in terms of the forms of `wanted`: a dimension goes through its blocks one after the other, and
/// through each block.
fn refine(given: &[Form], wanted: &[Form]) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    for form in given {
        order.extend(places_of(form, wanted)?);
    }
    (order.len() == wanted.len()).then_some(order)
}

/// The level of a form, or of its parts.
fn places_of(form: &Form, wanted: &[Form]) -> Option<Vec<usize>> {
    let place = wanted.iter().position(|other| other == form);
    place.map_or_else(|| parts(form, wanted), |level| Some(vec![level]))
}

/// The levels of quotients of a form and of what remains, the largest divisor first.
fn parts(form: &Form, wanted: &[Form]) -> Option<Vec<usize>> {
    let quotient = wanted.iter().enumerate().find_map(|(level, other)| match other.terms.iter().next() {
        Some((Atom::Quotient(inner, divisor), 1)) if inner == form && other.terms.len() == 1 => Some((level, *divisor)),
        _ => None,
    });
    let (quotient, divisor) = quotient?;
    let remainder = wanted.iter().position(|other| match other.terms.iter().next() {
        Some((Atom::Remainder(inner, by), 1)) => inner == form && *by == divisor && other.terms.len() == 1,
        _ => false,
    })?;
    Some(vec![quotient, remainder])
}
