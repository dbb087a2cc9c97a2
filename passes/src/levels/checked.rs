//! A level whose arrays are checked when a program runs, and the checks that levels have in common.

use super::LevelSite;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::Value,
    stensor::Assert,
};
use lacuna_layout::levels::Ends;

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
pub struct CheckedNode<'a, 'c> {
    /// Its position.
    pub position: Value<'c>,
    /// Its coordinate in each level.
    pub given: &'a [Value<'c>],
    /// Whether it has the coordinates of the node before it; `None` where it cannot have.
    pub repeats: Option<Value<'c>>,
    /// The coordinate of its children, where it follows from those above.
    pub follows: Option<Value<'c>>,
}

impl<'c> CheckedNode<'_, 'c> {
    /// The node above all levels.
    pub fn root(builder: &Builder<'c>) -> Self {
        Self { position: builder.index(0), given: &[], repeats: None, follows: None }
    }
}

/// A child of a node.
pub struct CheckedChild<'c> {
    /// Its position.
    pub position: Value<'c>,
    /// Its coordinate.
    pub coordinate: Value<'c>,
    /// Whether it has the coordinates of the node before it; `None` where it cannot have.
    pub repeats: Option<Value<'c>>,
}

/// Whether an array of a tensor has the length that it needs, or more where the format allows it.
pub fn is_long_enough<'c>(
    builder: &Builder<'c>,
    format: Format<'c>,
    found: Value<'c>,
    required: Value<'c>,
) -> Value<'c> {
    let allows_spare_room = format.value.allows_spare_room();
    let predicate = if allows_spare_room { ComparePredicate::UnsignedLessEqual } else { ComparePredicate::Equal };
    builder.compare(predicate, required, found)
}

/// What is said of a coordinate that a parent has twice, and of its position.
const OCCURS_TWICE: &str = "coordinate {} at position {} occurs twice under one parent";

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

    /// Checks that the coordinate at a position may follow the one so many positions before it, where `are_siblings`; says
    /// whether they are the same.
    pub fn check_follows(
        &self,
        builder: &Builder<'c>,
        distance: i64,
        (at, coordinate): (Value<'c>, Value<'c>),
        are_siblings: Value<'c>,
    ) -> Value<'c> {
        let properties = self.site.properties();
        builder.if_else(
            are_siblings,
            &[builder.bool_type()],
            |builder| {
                let before = builder.binary("arith.subi", at, builder.index(distance));
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

    /// Checks that another coordinate is not the one at a position.
    pub fn check_differs(&self, builder: &Builder<'c>, other: Value<'c>, (at, coordinate): (Value<'c>, Value<'c>)) {
        let differ = builder.compare(ComparePredicate::NotEqual, other, coordinate);
        self.assert_with(builder, differ, OCCURS_TWICE, &[coordinate, at]);
    }

    /// Checks that the coordinate at a position has not been seen under its parent, and marks it.
    pub fn check_is_first(&self, builder: &Builder<'c>, seen: Value<'c>, (at, coordinate): (Value<'c>, Value<'c>)) {
        let counted = builder.binary("arith.subi", coordinate, self.site.least(builder));
        let is_new =
            builder.binary("arith.xori", builder.load(seen, &[counted]), builder.integer(1, builder.bool_type()));
        self.assert_with(builder, is_new, OCCURS_TWICE, &[coordinate, at]);
        builder.store(builder.integer(1, builder.bool_type()), seen, &[counted]);
    }

    /// Whether an array has the length that it needs, or more where the format allows it.
    fn is_long_enough(&self, builder: &Builder<'c>, found: Value<'c>, required: Value<'c>) -> Value<'c> {
        is_long_enough(builder, self.site.format, found, required)
    }

    /// Checks that there are so many coordinates for each node above.
    pub fn check_coordinate_count(&self, builder: &Builder<'c>, each: Value<'c>) {
        self.check_place_count(builder, each);
        let required = builder.binary("arith.muli", self.site.used_above_count(builder), each);
        let is_right = self.is_long_enough(builder, self.site.coordinate_count(builder), required);
        self.assert(builder, is_right, "the number of coordinates does not fit the level above");
        self.check_whole_structures(builder);
    }

    /// Checks that the array that the level shares with others holds coordinates for all of them.
    pub fn check_whole_structures(&self, builder: &Builder<'c>) {
        let (length, stride) = self.site.coordinate_length(builder);
        // What is behind the last node may be a part of one.
        if stride > 1 && !self.site.format.value.allows_spare_room() {
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
        let above = self.site.used_above_count(builder);
        let places = builder.binary("arith.muli", above, each);
        let divisor = builder.binary("arith.maxui", each, builder.index(1));
        let quotient = builder.binary("arith.divui", places, divisor);
        let is_exact = builder.compare(ComparePredicate::Equal, quotient, above);
        let is_none = builder.compare(ComparePredicate::Equal, each, builder.index(0));
        let is_right = builder.binary("arith.ori", is_exact, is_none);
        self.assert(builder, is_right, "it has more positions than can be counted");
    }

    /// Checks the positions of a level of segments: as many as the nodes above ask for, from 0 on where segments share
    /// their ends, never decreasing, and to the end of the coordinates, or no further where the format allows spare room. Of
    /// a batch, each tensor has its own.
    pub fn check_positions(&self, builder: &Builder<'c>, ends: Ends) {
        let site = self.site;
        let (zero, one) = (builder.index(0), builder.index(1));
        let batches = site.batch_count(builder);
        let required = site.used_position_count(builder).expect("the level has segments");
        let what = match ends {
            Ends::Shared => "there is not one position more than nodes above",
            Ends::Both => "there are not two positions for each node above",
        };
        let found = site.position_count(builder).expect("levels of segments have positions");
        self.assert(builder, self.is_long_enough(builder, found, required), what);
        self.check_whole_structures(builder);
        let coordinates = site.coordinate_count(builder);
        let (each, room) = match batches {
            None => (required, coordinates),
            Some(count) => {
                self.check_divides(builder, coordinates, count, "the tensors of the batch");
                let count = builder.binary("arith.maxui", count, one);
                (builder.binary("arith.divui", required, count), builder.binary("arith.divui", coordinates, count))
            }
        };
        builder.for_loop((zero, required, one), &[], |builder, at, _| {
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
        let allows_spare_room = site.format.value.allows_spare_room();
        if ends == Ends::Shared && batches.is_none() && !allows_spare_room {
            let end = site.load_raw_position(builder, builder.binary("arith.subi", required, one));
            let is_end = builder.compare(ComparePredicate::Equal, end, coordinates);
            self.assert(builder, is_end, "there are coordinates after the last segment");
        }
    }
}
