//! In which order the entries of a tensor come, and what is left to sort for another order.

use crate::{
    Description, Level,
    algebra::{Atom, Form, Source},
    strategy::Strategy,
};

/// Whether the entries come in lexicographic order of the levels. They do not where nodes of equal coordinate have several
/// children each: those of the second start again.
pub fn is_ordered(format: &Description) -> bool {
    let has_slots = format.mapping().has_slots();
    let levels: Vec<_> = format.levels().iter().map(Level::properties).collect();
    !has_slots
        && levels.iter().enumerate().all(|(number, level)| {
            level.ordered && (level.unique || levels.get(number + 1).is_none_or(|below| below.branchless))
        })
}

/// Whether the entries are walked in lexicographic order: they come so, and are not looked at by their coordinates alone.
pub fn is_walked_in_order(format: &Description) -> bool {
    is_ordered(format) && !is_random_access(format)
}

/// Whether points can be looked at in any order: every level holds every coordinate, and finds it.
pub fn is_random_access(format: &Description) -> bool {
    format.levels().iter().all(|level| level.capabilities().locate && level.properties().full)
}

/// The number of levels with coordinates of their own, from the top, in whose lexicographic order the entries come.
pub fn levels_in_order(format: &Description) -> usize {
    let mapping = format.mapping();
    let levels: Vec<_> = format.levels().iter().map(Level::properties).collect();
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
/// stores coordinates: then a node table can tell which nodes the parent has.
pub fn comes_in_groups(source: &Description, target: &Description) -> bool {
    let Some(above) = levels_above_groups(target).filter(|_| !may_repeat(source)) else { return false };
    let (given, wanted) = (source.mapping().own_forms(), target.mapping().own_forms());
    let given = given.iter().take(levels_in_order(source));
    let order: Vec<_> = given.map_while(|form| places_of(form, &wanted)).flatten().take(above).collect();
    order.into_iter().eq(0..above)
}

/// The number of levels with coordinates of their own above the one level that stores them, if its nodes can be found in
/// any order.
pub fn levels_above_groups(target: &Description) -> Option<usize> {
    let asked = target.growth().ok()?.order_asked(Strategy::Group)?;
    let mapping = target.mapping();
    Some(mapping.sources[asked].iter().filter(|source| **source == Source::Own).count())
}

/// Whether the same point may be stored in several parts.
pub fn may_repeat(format: &Description) -> bool {
    format.mapping().has_slots() || !tells_nodes_apart(format)
}

/// Whether nodes of equal coordinate, below one parent, always stand for different points.
pub fn tells_nodes_apart(format: &Description) -> bool {
    let levels = format.levels().iter().enumerate();
    levels.into_iter().all(|(number, level)| level.properties().unique || chain_end(format, number).is_some())
}

/// The level that tells siblings of equal coordinate of a level apart: a chain of levels with one child a node ends in a unique
/// one. `None` if they may stand for the same entry.
pub fn chain_end(format: &Description, level: usize) -> Option<usize> {
    let properties = |level: &usize| format.level(*level).properties();
    let mut below = level + 1..format.level_count();
    let end = below.find(|below| !properties(below).branchless || properties(below).unique)?;
    (properties(&end).branchless && properties(&end).unique).then_some(end)
}

/// The number of levels of the list `target`, from the top, by which entries that come in the order of `source` have to
/// be sorted. Unordered levels at the bottom of a list take any order; `within` says that only entries that agree in these
/// have to come in order.
pub fn levels_to_sort(source: &Description, target: &Description, within: bool) -> usize {
    let is_list = target.mapping().own_forms().len() == target.level_count();
    let any_order = target.levels().iter().rev().take_while(|level| is_list && !level.ordered).count();
    unsorted_levels(source, target, any_order, within)
}

/// The same of any format whose entries are to come in the order of its levels, whether or not these say that they are
/// ordered: that is how a nest puts them together.
pub fn levels_out_of_order(source: &Description, target: &Description) -> usize {
    unsorted_levels(source, target, 0, false)
}

/// The number of levels of `target`, from the top, by which entries that come in the order of `source` have to be
/// sorted, from the last of them to the first, by a stable sort, if the `last` ones take any order.
///
/// Entries that agree in these levels keep their order, which is that of `source`; so what remains of its order, once
/// these levels are taken away (and, `within` groups that agree in them, the last ones), must begin with the other ordered
/// levels of `target`.
fn unsorted_levels(source: &Description, target: &Description, last: usize, within: bool) -> usize {
    let wanted = target.mapping().own_forms();
    let ordered = wanted.len().saturating_sub(last);
    let given = is_ordered(source).then(|| refine(&source.mapping().own_forms(), &wanted)).flatten();
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
    let quotient = wanted.iter().enumerate().find_map(|(level, other)| match other.terms() {
        [(Atom::Quotient(inner, divisor), 1)] if inner == form => Some((level, *divisor)),
        _ => None,
    });
    let (quotient, divisor) = quotient?;
    let remainder = wanted.iter().position(|other| match other.terms() {
        [(Atom::Remainder(inner, by), 1)] => inner == form && *by == divisor,
        _ => false,
    })?;
    Some(vec![quotient, remainder])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    fn of(text: &str) -> &'static Description {
        Description::of(Format::named(text, 2).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn lists_and_trees_are_ordered_and_slots_are_not() {
        for (text, expected) in [
            ("csr", true),
            ("coo", true),
            ("bcsr:2x2", true),
            ("dia", true),
            ("ell", false),
            ("hash", false),
            ("compressed(nonunique),compressed", false),
            ("compressed,compressed(unordered)", false),
        ] {
            assert_eq!(is_ordered(of(text)), expected, "{text}");
        }
    }

    #[test]
    fn levels_are_sorted_that_come_in_another_order() {
        for (source, target, expected) in [
            ("csr", "coo", 0),
            ("csr", "coo@1,0", 1),
            ("coo", "coo", 0),
            ("hash", "coo", 2),
            ("bcsr:2x2", "coo", 2),
            (
                "csr",
                "(i, j) -> (i floordiv 2 : compressed(nonunique), j : singleton(nonunique), i mod 2 : singleton)",
                2,
            ),
        ] {
            assert_eq!(levels_to_sort(of(source), of(target), false), expected, "{source} to {target}");
        }
    }

    #[test]
    fn blocks_come_in_groups_from_rows() {
        assert!(comes_in_groups(of("csr"), of("bcsr:2x2")));
        assert!(!comes_in_groups(of("csc"), of("bcsr:2x2")));
        assert!(comes_in_groups(of("csc"), of("dia")));
        assert!(!comes_in_groups(of("compressed(nonunique),compressed"), of("bcsr:2x2")));
        assert_eq!(levels_above_groups(of("coo")), None);
    }

    #[test]
    fn points_repeat_where_no_level_tells_them_apart() {
        for (text, expected) in
            [("csr", false), ("coo", false), ("ell", true), ("compressed(nonunique),compressed", true)]
        {
            assert_eq!(may_repeat(of(text)), expected, "{text}");
        }
    }
}
