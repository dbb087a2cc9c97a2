//! Checking stored tensors when a program runs: do the arrays keep what the format promises?
//!
//! First each level checks the lengths of its arrays and its positions. After that, every position is a valid index. Then the
//! tensor is walked from the top down, and each level checks the coordinates of the children of each node. Padding (elements in
//! no segment, empty slots, parts of blocks outside the tensor) is not walked and may hold anything.
//!
//! The same walk without the checks counts the nodes of a tensor that was built (`count_nodes`).
//!
//! Not done here: the padding at the ends of rows of slots; whether an unordered list holds each point once.

use super::{
    LevelFormat, LevelSite, Parents,
    building::filled,
    emit::{followed_value, sum_value},
    level_format,
};
use crate::values::dimension_size;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::Value,
    stensor::Assert,
};
use lacuna_layout::{
    Level,
    algebra::{Followed, Mapping, Source},
    levels::{Ends, Properties},
};
use melior::ir::ValueLike;

/// A level that is checked.
pub struct Checked<'a, 'c> {
    /// The level.
    pub site: LevelSite<'c>,
    /// What messages call the tensor.
    pub tensor: &'a str,
    /// Whether the tensor was built here: it is walked, and nothing is checked.
    pub is_trusted: bool,
}

/// A node whose children are checked.
pub struct Node<'a, 'c> {
    /// Its position.
    pub position: Value<'c>,
    /// Its coordinate in each level.
    pub given: &'a [Value<'c>],
    /// Whether it has the coordinates of the node before it; `None` where it cannot have.
    pub repeats: Option<Value<'c>>,
    /// The coordinate of its children, where it follows from those above.
    pub follows: Option<Value<'c>>,
}

impl<'c> Node<'_, 'c> {
    fn root(builder: &Builder<'c>) -> Self {
        Self { position: builder.index(0), given: &[], repeats: None, follows: None }
    }
}

/// A child of a node.
pub struct Child<'c> {
    /// Its position.
    pub position: Value<'c>,
    /// Its coordinate.
    pub coordinate: Value<'c>,
    /// Whether it has the coordinates of the node before it; `None` where it cannot have.
    pub repeats: Option<Value<'c>>,
}

impl<'c> Checked<'_, 'c> {
    /// Stops the program where `condition` does not hold; the message says of the level `what`.
    pub fn assert(&self, builder: &Builder<'c>, condition: Value<'c>, what: &str) {
        if self.is_trusted {
            return;
        }
        let LevelSite { format, level, .. } = self.site;
        builder
            .assert_that(condition, &format!("{}, level {level} ({}): {what}", self.tensor, format.level(level).kind));
    }

    /// The same, where the message says numbers in the places of `{}`.
    pub fn assert_with(&self, builder: &Builder<'c>, condition: Value<'c>, what: &str, numbers: &[Value<'c>]) {
        if self.is_trusted {
            return;
        }
        let LevelSite { format, level, .. } = self.site;
        let message = format!("{}, level {level} ({}): {what}", self.tensor, format.level(level).kind);
        Assert::build(builder, condition, &message, numbers);
    }

    /// Checks that the coordinate at a position is one that the level can have.
    pub fn check_range(&self, builder: &Builder<'c>, at: Value<'c>, coordinate: Value<'c>) {
        let counted = builder.binary("arith.subi", coordinate, self.site.least(builder));
        let is_inside = builder.compare(ComparePredicate::UnsignedLess, counted, self.site.size(builder));
        self.assert_with(builder, is_inside, "coordinate {} at position {} is out of range", &[coordinate, at]);
    }

    /// Checks that the coordinate at a position may follow the one before it, where `are_siblings`; says whether they are
    /// the same.
    pub fn check_follows(
        &self,
        builder: &Builder<'c>,
        properties: Properties,
        (at, coordinate): (Value<'c>, Value<'c>),
        are_siblings: Value<'c>,
    ) -> Value<'c> {
        builder.if_else(
            are_siblings,
            &[builder.bool_type()],
            |builder| {
                let before = builder.binary("arith.subi", at, builder.index(1));
                let previous = self.site.load_coordinate(builder, before);
                if properties.ordered {
                    let in_order = builder.compare(ComparePredicate::SignedLessEqual, previous, coordinate);
                    let what = "coordinate {} at position {} comes after {}: they are not in order";
                    self.assert_with(builder, in_order, what, &[coordinate, at, previous]);
                }
                if properties.unique {
                    self.check_differs(builder, previous, (at, coordinate));
                }
                vec![builder.compare(ComparePredicate::Equal, previous, coordinate)]
            },
            |builder| vec![builder.number(0.0, builder.bool_type())],
        )[0]
    }

    fn check_differs(&self, builder: &Builder<'c>, other: Value<'c>, (at, coordinate): (Value<'c>, Value<'c>)) {
        let differ = builder.compare(ComparePredicate::NotEqual, other, coordinate);
        let what = "coordinate {} at position {} occurs twice under one parent";
        self.assert_with(builder, differ, what, &[coordinate, at]);
    }

    /// Checks that there are so many coordinates for each node above.
    pub fn check_coordinate_count(&self, builder: &Builder<'c>, each: Value<'c>) {
        self.check_place_count(builder, each);
        let required = builder.binary("arith.muli", self.site.above_count(builder), each);
        let is_right = builder.compare(ComparePredicate::Equal, self.site.coordinate_count(builder), required);
        self.assert(builder, is_right, "the number of coordinates does not fit the level above");
        self.check_whole_structures(builder);
    }

    /// Checks that the array that the level shares with others holds coordinates for all of them.
    pub fn check_whole_structures(&self, builder: &Builder<'c>) {
        let (length, stride) = self.site.coordinate_length(builder);
        if stride > 1 {
            self.check_divides(builder, length, builder.index(stride), "its levels interleaved");
        }
    }

    fn check_divides(&self, builder: &Builder<'c>, length: Value<'c>, by: Value<'c>, what: &str) {
        let rest = builder.binary("arith.remui", length, builder.binary("arith.maxui", by, builder.index(1)));
        let divides = builder.compare(ComparePredicate::Equal, rest, builder.index(0));
        self.assert(builder, divides, &format!("its coordinates cannot be divided among {what}"));
    }

    /// Checks that places of so many children of each node above can be counted.
    pub fn check_place_count(&self, builder: &Builder<'c>, each: Value<'c>) {
        let above = self.site.above_count(builder);
        let places = builder.binary("arith.muli", above, each);
        let divisor = builder.binary("arith.maxui", each, builder.index(1));
        let quotient = builder.binary("arith.divui", places, divisor);
        let is_exact = builder.compare(ComparePredicate::Equal, quotient, above);
        let is_none = builder.compare(ComparePredicate::Equal, each, builder.index(0));
        let is_right = builder.binary("arith.ori", is_exact, is_none);
        self.assert(builder, is_right, "it has more positions than can be counted");
    }

    /// Checks the positions of a level of segments: as many as the nodes above ask for, from 0 on where segments share
    /// their ends, never decreasing, and to the end of the coordinates or no further. Of a batch, each tensor has its own.
    pub fn check_positions(&self, builder: &Builder<'c>, ends: Ends) {
        let site = self.site;
        let (zero, one) = (builder.index(0), builder.index(1));
        let batches = site.batch_count(builder);
        let parents = site.above_count(builder);
        let (required, what) = match ends {
            Ends::Shared => {
                let further = batches.unwrap_or(one);
                (builder.binary("arith.addi", parents, further), "there is not one position more than nodes above")
            }
            Ends::Both => (
                builder.binary("arith.muli", parents, builder.index(2)),
                "there are not two positions for each node above",
            ),
        };
        let found = site.position_count(builder).expect("levels of segments have positions");
        self.assert(builder, builder.compare(ComparePredicate::Equal, found, required), what);
        self.check_whole_structures(builder);
        let coordinates = site.coordinate_count(builder);
        let (each, room) = match batches {
            None => (found, coordinates),
            Some(count) => {
                self.check_divides(builder, coordinates, count, "the tensors of the batch");
                let count = builder.binary("arith.maxui", count, one);
                (builder.binary("arith.divui", found, count), builder.binary("arith.divui", coordinates, count))
            }
        };
        builder.for_loop((zero, found, one), &[], |builder, at, _| {
            let position = site.load_raw_position(builder, at);
            let place = if batches.is_some() { builder.binary("arith.remui", at, each) } else { at };
            builder.if_else(
                builder.compare(ComparePredicate::Equal, place, zero),
                &[],
                |builder| {
                    if ends == Ends::Shared {
                        let is_zero = builder.compare(ComparePredicate::Equal, position, zero);
                        self.assert(builder, is_zero, "positions do not begin at 0");
                    }
                    Vec::new()
                },
                |builder| {
                    let previous = site.load_raw_position(builder, builder.binary("arith.subi", at, one));
                    let grows = builder.compare(ComparePredicate::UnsignedLessEqual, previous, position);
                    let what = "positions decrease, from {} to {} at element {}";
                    self.assert_with(builder, grows, what, &[previous, position, at]);
                    Vec::new()
                },
            );
            let is_inside = builder.compare(ComparePredicate::UnsignedLessEqual, position, room);
            let what = "position {} at element {} is beyond the coordinates, of which there are {}";
            self.assert_with(builder, is_inside, what, &[position, at, room]);
            Vec::new()
        });
        if ends == Ends::Shared && batches.is_none() {
            let end = site.load_raw_position(builder, builder.binary("arith.subi", found, one));
            let is_end = builder.compare(ComparePredicate::Equal, end, coordinates);
            self.assert(builder, is_end, "there are coordinates after the last segment");
        }
    }
}

/// Checks the children of a node that stand side by side: what they are, their order, and that none is there twice.
pub fn check_siblings<'c>(
    code: &(impl LevelFormat + ?Sized),
    builder: &Builder<'c>,
    level: &Checked<'_, 'c>,
    node: &Node<'_, 'c>,
    below: &mut dyn FnMut(&Builder<'c>, Child<'c>),
) {
    let (site, properties) = (level.site, level.site.properties());
    let stores_coordinates = site.spec().stores_coordinates();
    let parent = Parents::One(node.position);
    let (low, high) = code.bounds(builder, site, parent, node.given);
    if stores_coordinates && properties.full && !level.is_trusted {
        let count = builder.binary("arith.subi", high, low);
        let is_full = builder.compare(ComparePredicate::Equal, count, site.size(builder));
        let what = "the node at position {} of the level above has {} coordinates, not all {} of a full level";
        level.assert_with(builder, is_full, what, &[node.position, count, site.size(builder)]);
    }
    builder.for_loop((low, high, builder.index(1)), &[], |builder, at, _| {
        let coordinate = code.coordinate(builder, site, parent, at);
        let mut repeats = None;
        if stores_coordinates && !level.is_trusted {
            level.check_range(builder, at, coordinate);
            if properties.unique && !properties.ordered {
                builder.for_loop((low, at, builder.index(1)), &[], |builder, other, _| {
                    level.check_differs(builder, site.load_coordinate(builder, other), (at, coordinate));
                    Vec::new()
                });
            } else {
                let is_later = builder.compare(ComparePredicate::NotEqual, at, low);
                let is_same = level.check_follows(builder, properties, (at, coordinate), is_later);
                repeats = (!properties.unique).then_some(is_same);
            }
        }
        let position = code.position(builder, site, parent, at);
        below(builder, Child { position, coordinate, repeats });
        Vec::new()
    });
}

/// Emits checks of a stored tensor, whose format has a [`Mapping`]. Messages call it `name`.
pub fn check<'c>(builder: &Builder<'c>, tensor: Value<'c>, name: &str) {
    let Some(format) = Format::of(tensor.r#type()) else { return };
    let mapping = format.mapping();
    let mut walk = Walk::new(mapping, tensor, format, Some(name));
    // Nothing is stored further down that could be wrong.
    let stores = Level::stores_coordinates;
    walk.end = format.levels().iter().rposition(stores);
    for (code, level) in walk.codes.iter().zip(&walk.levels) {
        code.check_arrays(builder, level);
    }
    let last = LevelSite { tensor, format, level: format.levels().len() };
    let found = dimension_size(builder, last.values(builder), 0);
    let is_right = builder.compare(ComparePredicate::Equal, found, last.above_count(builder));
    builder.assert_that(is_right, &format!("{name}: there is not one value for each position of the last level"));
    walk.emit(builder, 0, &Node::root(builder));
}

/// Counts the nodes of a level of a tensor that was built: those that are coordinates of the tensor, not what fills up.
pub fn count_nodes<'c>(builder: &Builder<'c>, tensor: Value<'c>, level: usize) -> Value<'c> {
    let format = Format::of(tensor.r#type()).expect("the tensor is stored");
    let mapping = format.mapping();
    let mut walk = Walk::new(mapping, tensor, format, None);
    let counter = filled(builder, builder.index(1), builder.index(0));
    (walk.end, walk.counter) = (Some(level), Some(counter));
    walk.emit(builder, 0, &Node::root(builder));
    let count = builder.load(counter, &[builder.index(0)]);
    builder.create("memref.dealloc", &[counter], &[], &[], Vec::new());
    count
}

/// The levels of a tensor, for a walk from the top down.
struct Walk<'a, 'c> {
    mapping: &'a Mapping,
    levels: Vec<Checked<'a, 'c>>,
    codes: Vec<Box<dyn LevelFormat>>,
    /// The last level to check.
    end: Option<usize>,
    /// Where the nodes of that level are counted.
    counter: Option<Value<'c>>,
}

impl<'a, 'c> Walk<'a, 'c> {
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

    fn emit(&self, builder: &Builder<'c>, level: usize, node: &Node<'_, 'c>) {
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
            &Node { follows, ..*node },
            &mut |builder, child| {
                let given: Vec<_> = node.given.iter().copied().chain([child.coordinate]).collect();
                let child = Node { position: child.position, given: &given, repeats: child.repeats, follows: None };
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
        let ends_here = |dimension: &usize| dimensions[*dimension].levels.keys().next_back() == Some(&level);
        let again = followed.iter().enumerate().filter(|(other, _)| sources[*other] == Source::Again);
        let again = again.filter_map(|(other, follows)| follows.as_ref().map(|follows| (other, follows)));
        let is_known_here = |(other, follows): &(usize, &Followed)| {
            follows.sum.levels.keys().next_back().map_or(*other, |last| *last.max(other)) == level
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
