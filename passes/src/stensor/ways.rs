//! By which way a tensor is converted to another format, as data: a list of steps.
//!
//! `stensor-expand-conversions` writes the steps as operations; `sloop-insert-conversions` asks what they cost. A way prints as
//! its steps: `append, sort by 1, count` copies the entries to a list, sorts it by one level, and copies the sorted list,
//! whose nodes are counted by parent.

mod lists;

use lacuna_layout::{
    Description, Format,
    algebra::DimensionForm,
    list::own_expressions,
    order::{comes_in_groups, is_ordered, is_random_access, levels_above_groups, levels_out_of_order, may_repeat},
    strategy::Strategy,
};
use lists::{Shape, counted_list, is_list, list, list_in_order, list_of_groups, point_list, takes_as_they_come};
use std::fmt::{self, Display, Formatter};

/// A way from one format to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Each makes a tensor of the one before; the first takes the source, the last gives the result.
    pub steps: Vec<Step>,
}

/// A step of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The format of what it makes; none of a dense tensor.
    pub to: Option<Format>,
    /// What it does.
    pub action: Action,
}

/// What a step does with the tensor before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A nest copies every point, in an order in which the result grows by this strategy.
    Copy(Strategy),
    /// Every point goes straight into the result, in groups of its parents.
    Group {
        /// The list that would say in which order the points come. It is never made.
        list: Format,
    },
    /// A list is sorted.
    Sort {
        /// By how many levels.
        levels: usize,
        /// Whether order is asked for only among entries that agree in the unordered levels of what it becomes.
        within: bool,
    },
    /// Levels are built from a sorted list.
    Build,
}

impl Way {
    /// The way that a conversion goes of a tensor of this shape; dense tensors have no format.
    pub fn new(shape: Shape<'_>, from: Option<&Description>, to: Option<&Description>) -> Self {
        Self { steps: steps(shape, from, to) }
    }
}

fn copy(to: Option<&Format>, strategy: Strategy) -> Step {
    Step { to: to.cloned(), action: Action::Copy(strategy) }
}

fn steps(shape: Shape<'_>, from: Option<&Description>, to: Option<&Description>) -> Vec<Step> {
    match (from, to) {
        (None, None) => vec![copy(None, Strategy::Insert)],
        (Some(from), None) => to_dense(shape, from),
        (None, Some(to)) => from_dense(shape, to),
        // By way of all points: which of them the result stores depends on their values.
        (Some(from), Some(to)) if from.value.fill != to.value.fill => {
            [steps(shape, Some(from), None), steps(shape, None, Some(to))].concat()
        }
        (Some(from), Some(to)) => {
            let straight = copied(from, to).or_else(|| grouped(shape, from, to));
            straight.map_or_else(|| by_sorting(shape, from, to), |step| vec![step])
        }
    }
}

/// The points of a stored tensor in a dense one. Parts of a point are added up, which a copy can do from zero on.
fn to_dense(shape: Shape<'_>, from: &Description) -> Vec<Step> {
    let mut steps = Vec::new();
    if may_repeat(from) && from.value.nonzero_fill().is_some() {
        let points = Description::of(point_list(shape, from));
        steps = self::steps(shape, Some(from), Some(points));
    }
    steps.push(copy(None, Strategy::Insert));
    steps
}

/// The points of a dense tensor, which is walked in any order.
fn from_dense(shape: Shape<'_>, to: &Description) -> Vec<Step> {
    let is_ranged = to.mapping().own_forms().iter().all(|form| !form.is_signed());
    if to.growth().is_ok() && is_ranged {
        return vec![copy(Some(&to.value), Strategy::Append)];
    }
    // Diagonals have no range to go through: by way of the points themselves.
    let points = Description::of(if is_ranged { list(shape, to, None) } else { point_list(shape, to) });
    if let Some(grouped) = grouped(shape, points, to) {
        return vec![grouped];
    }
    let mut made = vec![copy(Some(&points.value), Strategy::Append)];
    match is_ranged {
        true => made.push(build(to)),
        false => made.extend(steps(shape, Some(points), Some(to))),
    }
    made
}

fn build(to: &Description) -> Step {
    Step { to: Some(to.value.clone()), action: Action::Build }
}

/// A copy of every point, if entries come in the order of the result's levels, but for those that need none. What can be
/// looked at in any order comes in that of the result.
fn copied(from: &Description, to: &Description) -> Option<Step> {
    let growth = to.growth().ok()?;
    let shares_levels = from.mapping().own_forms() == to.mapping().own_forms() || is_plain(from) && is_plain(to);
    if !shares_levels || !is_ordered(from) || from.mapping().has_slots() {
        return None;
    }
    let out_of_order = if is_random_access(from) { 0 } else { levels_out_of_order(from, to) };
    let chosen = growth.choose(false, |asked| out_of_order <= asked.start)?;
    Some(copy(Some(&to.value), chosen.strategy))
}

/// Points straight into the result, if they come parent after parent of the one level that stores coordinates.
fn grouped(shape: Shape<'_>, from: &Description, to: &Description) -> Option<Step> {
    let list = comes_in_groups(from, to).then(|| list_of_groups(shape, from))?;
    Some(Step { to: Some(to.value.clone()), action: Action::Group { list } })
}

/// A list of the entries, unless the source is one, is sorted, and copied into the result or built into it.
fn by_sorting(shape: Shape<'_>, from: &Description, to: &Description) -> Vec<Step> {
    let mut steps = Vec::new();
    if !is_list(from) {
        steps.push(copy(Some(&list(shape, from, Some(from))), Strategy::Append));
    }
    let own = own_expressions(to);
    let out_of_order = levels_out_of_order(from, to);
    let mut sort = |sorted: Format, levels: usize, within: bool| {
        let action = Action::Sort { levels: out_of_order.min(levels), within };
        steps.push(Step { to: Some(sorted), action });
    };
    if takes_as_they_come(shape, to) && !may_repeat(from) {
        sort(to.value.clone(), own.len(), false);
    } else if let Some(parents) = counted_levels(from, to) {
        // Levels with room for every coordinate need no sort.
        sort(counted_list(shape, to, parents), own.len() - parents, true);
        steps.push(copy(Some(&to.value), Strategy::Count));
    } else if let Some(parents) = levels_above_groups(to).filter(|_| !may_repeat(from)) {
        // Parents in order are enough where a node table finds the nodes of each.
        let sorted = list_in_order(shape, (to, own), false, parents);
        let list = list_of_groups(shape, Description::of(sorted.clone()));
        sort(sorted, parents, false);
        steps.push(Step { to: Some(to.value.clone()), action: Action::Group { list } });
    } else {
        let sorted = list(shape, to, Some(from));
        sort(sorted.clone(), own.len(), false);
        match to.growth() {
            _ if sorted == to.value => {}
            Ok(_) => steps.push(copy(Some(&to.value), Strategy::Append)),
            Err(_) => {
                if may_repeat(from) {
                    // Parts of a point are added up on the way to another list.
                    steps.push(copy(Some(&list(shape, to, None)), Strategy::Append));
                }
                steps.push(build(to));
            }
        }
    }
    steps
}

/// The levels with room for every coordinate that need no sort, because nodes of a sorted list are counted by parent: each
/// point must be there once.
fn counted_levels(from: &Description, to: &Description) -> Option<usize> {
    let growth = to.growth().ok().filter(|_| is_plain(to) && !may_repeat(from))?;
    Some(growth.order_asked(Strategy::Count)?.start)
}

/// Whether the levels are the dimensions in some order.
fn is_plain(format: &Description) -> bool {
    format.mapping().permutation().is_some()
}

impl Display for Way {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let texts: Vec<_> = self.steps.iter().map(|step| step.action.to_string()).collect();
        f.write_str(&texts.join(", "))
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Copy(strategy) => f.write_str(strategy.properties().word),
            Self::Group { .. } => f.write_str(Strategy::Group.properties().word),
            Self::Sort { levels, within: false } => write!(f, "sort by {levels}"),
            Self::Sort { levels, within: true } => write!(f, "sort by {levels} within parents"),
            Self::Build => f.write_str("build"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: u64 = 1 << 40;

    fn of(text: &str) -> Option<&'static Description> {
        let format = |text| Format::named(text, 2).unwrap_or_else(|error| panic!("{text}: {error}"));
        (text != "dense").then(|| Description::of(format(text)))
    }

    fn way(from: &str, to: &str) -> String {
        Way::new(&[None, None], of(from), of(to)).to_string()
    }

    #[test]
    fn the_cheapest_way_that_the_order_of_entries_allows() {
        assert_eq!(way("coo", "csr"), "append");
        assert_eq!(way("csr", "csc"), "count");
        assert_eq!(way("csr", "dense,dense@1,0"), "insert");
        assert_eq!(way("dense,dense", "csc"), "append");
        assert_eq!(way("dense,dense", "dcsc"), "append");
        assert_eq!(way("csr", "bcsr:2x2"), "group");
        assert_eq!(way("dense,compressed(unordered)", "csr"), "group");
    }

    #[test]
    fn what_comes_in_another_order_is_sorted() {
        assert_eq!(way("csr", "dcsc"), "append, sort by 1, append");
        assert_eq!(way("coo", "dcsc"), "sort by 1, append");
        // A node table finds the blocks of each row of blocks.
        assert_eq!(way("csc", "bcsr:2x2"), "append, sort by 1, group");
        // What may be stored in several parts is sorted by all levels.
        assert_eq!(way("ell", "csr"), "append, sort by 2, append");
        // Rows have room, and are not sorted.
        assert_eq!(way("hash", "csr"), "append, sort by 1 within parents, count");
    }

    #[test]
    fn tables_are_built_from_lists() {
        assert_eq!(way("csr", "hash"), "append, sort by 0, build");
        // Parts are added up first.
        assert_eq!(way("ell", "hash"), "append, sort by 2, append, build");
        assert_eq!(way("dense", "hash"), "append, build");
    }

    #[test]
    fn dense_tensors_are_walked_in_the_order_of_the_result() {
        assert_eq!(way("csr", "dense"), "insert");
        assert_eq!(way("dense", "dcsc"), "append");
        // Diagonals are found by row, from the points.
        assert_eq!(way("dense", "dia"), "group");
    }

    #[test]
    fn other_fill_values_go_by_way_of_all_points() {
        let csr = of("csr").expect("a format");
        let one =
            Format { fill: Some(lacuna_layout::Fill::new(1, lacuna_layout::FillType::Int(32))), ..csr.value.clone() };
        let way = Way::new(&[None, None], Some(csr), Some(Description::of(one.clone())));
        assert_eq!(way.to_string(), "insert, append");
        assert_eq!(way.steps.iter().map(|step| step.to.clone()).collect::<Vec<_>>(), [None, Some(one)]);
    }

    #[test]
    fn lists_are_as_wide_as_coordinates_need() {
        let widths = |size| {
            let way = Way::new(&[Some(size), Some(4)], of("csr"), of("dcsc"));
            let formats = way.steps.into_iter().filter_map(|step| step.to);
            formats.map(|format| format.coordinate_width.bits()).collect::<Vec<_>>()
        };
        assert_eq!(widths(4), [32, 32, 32]);
        assert_eq!(widths(LARGE), [64, 64, 32]);
    }
}
