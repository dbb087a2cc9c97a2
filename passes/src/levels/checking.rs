//! Checking stored tensors when a program runs: do the arrays keep what the format promises?
//!
//! First each level checks its positions, and that its arrays are long enough: they may be longer where positions tell how much
//! is used. After that, every position is a valid index. Then the tensor is walked from the top down, and each level checks the
//! coordinates of the children of each node. Padding (elements in no segment, empty slots, parts of blocks outside the tensor) is
//! not walked and may hold anything.
//!
//! The same walk without the checks counts the nodes of a tensor that was built (`count_nodes`).
//!
//! Not done here: the padding at the ends of rows of slots; whether an unordered list holds each point once.

use super::{
    LevelFormat, LevelSite,
    building::filled,
    checked::{Checked, CheckedNode, is_long_enough},
    emit::{followed_value, sum_value},
    level_format,
};
use crate::values::dimension_size;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::Value,
};
use lacuna_layout::{
    Level,
    algebra::{DimensionForm, Followed, Mapping, OverLevels, Source},
};
use melior::ir::ValueLike;

/// Emits checks of a stored tensor, whose format has a [`Mapping`]. Messages call it `name`.
pub fn check<'c>(builder: &Builder<'c>, tensor: Value<'c>, name: &str) {
    let Some(format) = Format::of(tensor.r#type()) else { return };
    let mapping = format.mapping();
    let mut walk = CheckingWalk::new(mapping, tensor, format, Some(name));
    // Nothing is stored further down that could be wrong.
    let stores = Level::stores_coordinates;
    walk.end = format.levels().iter().rposition(stores);
    for (code, level) in walk.codes.iter().zip(&walk.levels) {
        code.check_arrays(builder, level);
    }
    let last = LevelSite { tensor, format, level: format.levels().len() };
    let found = dimension_size(builder, last.values(builder), 0);
    let is_right = is_long_enough(builder, format, found, last.used_above_count(builder));
    builder.assert_that(is_right, &format!("{name}: there is not one value for each position of the last level"));
    walk.emit(builder, 0, &CheckedNode::root(builder));
}

/// Counts the nodes of a level of a tensor that was built: those that are coordinates of the tensor, not what fills up.
pub fn count_nodes<'c>(builder: &Builder<'c>, tensor: Value<'c>, level: usize) -> Value<'c> {
    let format = Format::of(tensor.r#type()).expect("the tensor is stored");
    let mapping = format.mapping();
    let mut walk = CheckingWalk::new(mapping, tensor, format, None);
    let counter = filled(builder, builder.index(1), builder.index(0));
    (walk.end, walk.counter) = (Some(level), Some(counter));
    walk.emit(builder, 0, &CheckedNode::root(builder));
    let count = builder.load(counter, &[builder.index(0)]);
    builder.create("memref.dealloc", &[counter], &[], &[], Vec::new());
    count
}

/// The levels of a tensor, for a walk from the top down.
struct CheckingWalk<'a, 'c> {
    mapping: &'a Mapping,
    levels: Vec<Checked<'a, 'c>>,
    codes: Vec<Box<dyn LevelFormat>>,
    /// The last level to check.
    end: Option<usize>,
    /// Where the nodes of that level are counted.
    counter: Option<Value<'c>>,
}

impl<'a, 'c> CheckingWalk<'a, 'c> {
    /// A walk that ends before it begins. Messages call the tensor `name`; without one it is trusted.
    fn new(mapping: &'a Mapping, tensor: Value<'c>, format: Format<'c>, name: Option<&'a str>) -> Self {
        let levels = format.levels();
        let checked = |level| Checked {
            site: LevelSite { tensor, format, level },
            tensor: name.unwrap_or_default(),
            is_trusted: name.is_none(),
        };
        Self {
            mapping,
            levels: (0..levels.len()).map(checked).collect(),
            codes: levels.iter().map(level_format).collect(),
            end: None,
            counter: None,
        }
    }

    fn emit(&self, builder: &Builder<'c>, level: usize, node: &CheckedNode<'_, 'c>) {
        if self.end.is_none_or(|end| level > end) {
            if let Some(counter) = self.counter {
                let first = builder.index(0);
                let more = builder.binary("arith.addi", builder.load(counter, &[first]), builder.index(1));
                builder.store(more, counter, &[first]);
            }
            return;
        }
        let is_above = self.mapping.sources[level] == Source::Above;
        let follows = self.mapping.followed[level].as_ref().filter(|_| is_above);
        let follows = follows.map(|follows| followed_value(builder, follows, |_, other| node.given[other]));
        self.codes[level].check_children(
            builder,
            &self.levels[level],
            &CheckedNode { follows, ..*node },
            &mut |builder, child| {
                let given: Vec<_> = node.given.iter().copied().chain([child.coordinate]).collect();
                let child =
                    CheckedNode { position: child.position, given: &given, repeats: child.repeats, follows: None };
                let Some(is_inside) = self.is_inside(builder, level, &given) else {
                    return self.emit(builder, level + 1, &child);
                };
                if may_be_outside(self.mapping, self.levels[level].site.spec(), level) {
                    builder.if_else(
                        is_inside,
                        &[],
                        |builder| {
                            self.emit(builder, level + 1, &child);
                            Vec::new()
                        },
                        |_| Vec::new(),
                    );
                } else {
                    let what = "the coordinate at position {} belongs to no point of the tensor";
                    self.levels[level].assert_with(builder, is_inside, what, &[child.position]);
                    self.emit(builder, level + 1, &child);
                }
            },
        );
    }

    /// Whether coordinates are those of a point of the tensor, as far as this level tells and those above do not; `None`
    /// where it tells nothing.
    fn is_inside(&self, builder: &Builder<'c>, level: usize, given: &[Value<'c>]) -> Option<Value<'c>> {
        let coordinate = |_: &Builder<'c>, level: usize| given[level];
        let told = Told::by(self.mapping, level);
        let mut conditions = Vec::new();
        for dimension in told.dimensions {
            let size = self.levels[level].site.dimension(builder, dimension);
            // One comparison for both ends: what is negative is large.
            let value = sum_value(builder, &self.mapping.dimensions[dimension], coordinate);
            conditions.push(builder.compare(ComparePredicate::UnsignedLess, value, size));
        }
        for (other, follows) in told.levels {
            let required = followed_value(builder, follows, coordinate);
            conditions.push(builder.compare(ComparePredicate::Equal, required, given[other]));
        }
        conditions.into_iter().reduce(|left, right| builder.binary("arith.andi", left, right))
    }
}

/// What the coordinates of a level and those above it can be wrong about, and those above alone cannot.
struct Told<'m> {
    /// Dimensions that they can be outside of.
    dimensions: Vec<usize>,
    /// Levels that say again what others say, and what they should say.
    levels: Vec<(usize, &'m Followed)>,
}

impl<'m> Told<'m> {
    fn by(mapping: &'m Mapping, level: usize) -> Self {
        let Mapping { forms, sources, followed, dimensions, .. } = mapping;
        let is_checked =
            |dimension: usize| forms[level].as_ref().is_some_and(|form| form.as_dimension() == Some(dimension));
        let ends_here = |dimension: &usize| dimensions[*dimension].levels().next_back() == Some(level);
        let again = followed.iter().enumerate().filter(|(other, _)| sources[*other] == Source::Again);
        let again = again.filter_map(|(other, follows)| follows.as_ref().map(|follows| (other, follows)));
        let is_known_here = |(other, follows): &(usize, &Followed)| {
            follows.sum.levels().next_back().map_or(*other, |last| last.max(*other)) == level
        };
        Self {
            dimensions: (0..dimensions.len())
                .filter(|dimension| ends_here(dimension) && !is_checked(*dimension))
                .collect(),
            levels: again.filter(is_known_here).collect(),
        }
    }
}

/// Whether a level may have coordinates of no point, as far as it tells, which is padding.
fn may_be_outside(mapping: &Mapping, spec: &Level, level: usize) -> bool {
    !spec.capabilities().keeps_inside || mapping.sources[..level].contains(&Source::Slot)
}

/// Whether a level may have nodes of no point that nodes above do not tell: parts of blocks, or coordinates that contradict
/// those above.
pub fn has_padding(mapping: &Mapping, spec: &Level, level: usize) -> bool {
    let told = Told::by(mapping, level);
    may_be_outside(mapping, spec, level) && !(told.dimensions.is_empty() && told.levels.is_empty())
}
