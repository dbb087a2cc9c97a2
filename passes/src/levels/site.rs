//! A level of a tensor, as the code that walks it sees it: its arrays and sizes.

use crate::values::dimension_size;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    format::Format,
    ir::Value,
    stensor::storage::{Coordinates, Positions, Values},
};
use lacuna_layout::{
    Level,
    algebra::{Atom, DimensionForm, Form, Mapping},
    levels::{Capabilities, Properties},
};
use melior::ir::ValueLike;

/// A level of a tensor.
#[derive(Clone, Copy)]
pub struct LevelSite<'c> {
    /// The tensor.
    pub tensor: Value<'c>,
    /// Its format.
    pub format: Format<'c>,
    /// Which level.
    pub level: usize,
}

/// The sizes of the levels of a tensor, from those of its dimensions.
pub struct Sizes<'a, 'c> {
    /// Where code goes.
    pub builder: &'a Builder<'c>,
    /// The size of a dimension.
    pub dimension: &'a dyn Fn(usize) -> Value<'c>,
}

impl<'c> Sizes<'_, 'c> {
    /// The number of values that a form takes; of a difference, from the least to the largest.
    pub fn of(&self, form: &Form) -> Value<'c> {
        let builder = self.builder;
        if let Some(dimension) = form.as_dimension() {
            return (self.dimension)(dimension);
        }
        // Largest less least, plus one; none where there are no points.
        let mut span = builder.index(0);
        let mut is_empty = None;
        let is_signed = form.is_signed();
        for (atom, factor) in form.terms() {
            let size = self.of_atom(atom);
            if form.as_term().is_some() {
                return size;
            }
            let largest = builder.binary("arith.subi", size, builder.index(1));
            // Coordinates that cannot be negative count from zero, whatever is taken away.
            if *factor > 0 || is_signed {
                let part = builder.binary("arith.muli", largest, builder.index(factor.abs()));
                span = builder.binary("arith.addi", span, part);
            }
            let lacks = builder.compare(ComparePredicate::Equal, size, builder.index(0));
            is_empty = Some(is_empty.map_or(lacks, |others| builder.binary("arith.ori", others, lacks)));
        }
        let skipped = if is_signed { 0 } else { form.constant() };
        let size = builder.binary("arith.addi", span, builder.index(skipped + 1));
        match is_empty {
            None => size,
            Some(is_empty) => builder.value("arith.select", &[is_empty, builder.index(0), size], size.r#type(), &[]),
        }
    }

    /// The least value that coordinates of a form count from: zero where they cannot be negative.
    pub fn least(&self, form: &Form) -> Value<'c> {
        let builder = self.builder;
        if !form.is_signed() {
            return builder.index(0);
        }
        form.terms().iter().fold(builder.index(form.constant()), |sum, (atom, factor)| {
            let mut end = self.least_of_atom(atom);
            if *factor < 0 {
                let largest = builder.binary("arith.subi", self.of_atom(atom), builder.index(1));
                end = end.map_or(Some(largest), |least| Some(builder.binary("arith.addi", least, largest)));
            }
            end.map_or(sum, |end| {
                let part = builder.binary("arith.muli", end, builder.index(*factor));
                builder.binary("arith.addi", sum, part)
            })
        })
    }

    fn of_atom(&self, atom: &Atom) -> Value<'c> {
        let builder = self.builder;
        match atom {
            Atom::Name(dimension) => (self.dimension)(*dimension),
            Atom::Quotient(form, divisor) if form.is_signed() => {
                // From where the least lies to where the greatest does.
                let (size, least) = (self.of(form), self.least(form));
                let last = builder.binary("arith.subi", builder.binary("arith.addi", least, size), builder.index(1));
                let [low, high] =
                    [least, last].map(|end| builder.binary("arith.floordivsi", end, builder.index(*divisor)));
                let count = builder.binary("arith.addi", builder.binary("arith.subi", high, low), builder.index(1));
                let is_empty = builder.compare(ComparePredicate::Equal, size, builder.index(0));
                builder.value("arith.select", &[is_empty, builder.index(0), count], count.r#type(), &[])
            }
            Atom::Quotient(form, divisor) => builder.binary("arith.ceildivui", self.of(form), builder.index(*divisor)),
            Atom::Remainder(_, divisor) => builder.index(*divisor),
        }
    }

    /// The least value of an atom, where it can be negative.
    fn least_of_atom(&self, atom: &Atom) -> Option<Value<'c>> {
        match atom {
            Atom::Quotient(form, divisor) if form.is_signed() => {
                let divisor = self.builder.index(*divisor);
                Some(self.builder.binary("arith.floordivsi", self.least(form), divisor))
            }
            Atom::Name(_) | Atom::Quotient(..) | Atom::Remainder(..) => None,
        }
    }
}

impl<'c> LevelSite<'c> {
    /// What the format says of the level.
    pub fn spec(&self) -> &'static Level {
        self.format.description().level(self.level)
    }

    /// What always holds of its coordinates.
    pub fn properties(&self) -> Properties {
        self.spec().properties()
    }

    /// How the level can be accessed.
    pub fn capabilities(&self) -> Capabilities {
        self.spec().capabilities()
    }

    fn mapping(&self) -> &'static Mapping {
        self.format.description().mapping()
    }

    fn at(&self, level: usize) -> Self {
        Self { level, ..*self }
    }

    /// The size of a dimension.
    pub fn dimension(&self, builder: &Builder<'c>, dimension: usize) -> Value<'c> {
        dimension_size(builder, self.tensor, dimension)
    }

    /// The number of coordinates that the level can have.
    pub fn size(&self, builder: &Builder<'c>) -> Value<'c> {
        match &self.mapping().forms[self.level] {
            Some(form) => Sizes { builder, dimension: &|dimension| self.dimension(builder, dimension) }.of(form),
            None => self.slots(builder),
        }
    }

    /// The least coordinate that the level can have.
    pub fn least(&self, builder: &Builder<'c>) -> Value<'c> {
        match &self.mapping().forms[self.level] {
            Some(form) => Sizes { builder, dimension: &|dimension| self.dimension(builder, dimension) }.least(form),
            None => builder.index(0),
        }
    }

    /// The number of slots: what the nodes of the levels below divide into, under each node above.
    fn slots(&self, builder: &Builder<'c>) -> Value<'c> {
        let mut others = self.above_count(builder);
        let mut length = None;
        for level in self.level + 1..self.format.level_count() {
            if self.format.level(level).keeps_coordinates() {
                length = Some(self.at(level).coordinate_count(builder));
                break;
            }
            others = builder.binary("arith.muli", others, self.at(level).size(builder));
        }
        let length = length.unwrap_or_else(|| dimension_size(builder, self.values(builder), 0));
        builder.binary("arith.divui", length, builder.binary("arith.maxui", others, builder.index(1)))
    }

    /// The number of coordinates in the level's array that are its own.
    pub fn coordinate_count(&self, builder: &Builder<'c>) -> Value<'c> {
        let (length, stride) = self.coordinate_length(builder);
        if stride == 1 { length } else { builder.binary("arith.divui", length, builder.index(stride)) }
    }

    /// The length of the array that holds the coordinates, and how many coordinates of a node stand there side by side.
    pub fn coordinate_length(&self, builder: &Builder<'c>) -> (Value<'c>, i64) {
        let (owner, stride) = self.owner();
        (dimension_size(builder, self.at(owner).coordinates(builder), 0), stride)
    }

    /// The number of positions of the level above.
    pub fn above_count(&self, builder: &Builder<'c>) -> Value<'c> {
        let Some(above) = self.level.checked_sub(1).map(|above| self.at(above)) else { return builder.index(1) };
        let level = above.spec();
        if level.stores_coordinates() {
            return above.coordinate_count(builder);
        }
        let further = above.above_count(builder);
        // An implied level has the positions of its parents.
        if level.properties().branchless {
            return further;
        }
        builder.binary("arith.muli", further, above.size(builder))
    }

    /// The level whose array holds the coordinates, and how many coordinates of a node stand there side by side.
    fn owner(&self) -> (usize, i64) {
        let levels = self.format.levels();
        let owner = (0..=self.level).rev().find(|level| !levels[*level].interleaved).unwrap_or(self.level);
        let others = levels[owner + 1..].iter().take_while(|level| level.interleaved).count();
        (owner, 1 + others as i64)
    }

    /// The level above that holds the offset of the diagonals along which this level runs, the other dimension, and
    /// whether the offset is the other dimension less this one.
    pub fn diagonal(&self) -> Option<(usize, usize, bool)> {
        let mapping = self.mapping();
        let own = mapping.forms[self.level].as_ref()?.as_dimension()?;
        (0..self.level).rev().find_map(|above| {
            let (&first, &second) = mapping.forms[above].as_ref()?.as_difference()?;
            match (first == own, second == own) {
                (false, true) => Some((above, first, true)),
                (true, false) => Some((above, second, false)),
                _ => None,
            }
        })
    }

    /// Element `at` of the positions array. Where tensors of a batch have arrays of their own, `at` counts through all
    /// of them without the `ends` further elements that each has, and the result counts through them, too.
    pub fn load_position(&self, builder: &Builder<'c>, at: Value<'c>, given: &[Value<'c>], ends: i64) -> Value<'c> {
        let load = |at| self.load_raw_position(builder, at);
        let Some((which, count)) = self.batch(builder, given) else { return load(at) };
        let at = builder.binary("arith.addi", at, builder.binary("arith.muli", which, builder.index(ends)));
        let room = builder.binary("arith.divui", self.coordinate_count(builder), count);
        builder.binary("arith.addi", builder.binary("arith.muli", which, room), load(at))
    }

    /// Element `at` of the positions array as it is stored.
    pub fn load_raw_position(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        let stored = builder.load(Positions::build(builder, self.tensor, self.level), &[at]);
        builder.value("arith.index_castui", &[stored], builder.index_type(), &[])
    }

    /// How many tensors of a batch have arrays of their own; `None` without batches.
    pub fn batch_count(&self, builder: &Builder<'c>) -> Option<Value<'c>> {
        (0..self.format.batch_levels())
            .map(|level| self.at(level).size(builder))
            .reduce(|product, size| builder.binary("arith.muli", product, size))
    }

    /// Which tensor of a batch the coordinates above lie in, and how many there are.
    fn batch(&self, builder: &Builder<'c>, given: &[Value<'c>]) -> Option<(Value<'c>, Value<'c>)> {
        (0..self.format.batch_levels()).fold(None, |sum: Option<(Value<'c>, Value<'c>)>, level| {
            let size = self.at(level).size(builder);
            Some(match sum {
                None => (given[level], builder.binary("arith.maxui", size, builder.index(1))),
                Some((which, count)) => {
                    let row = builder.binary("arith.muli", which, size);
                    let count = builder.binary("arith.muli", count, size);
                    (
                        builder.binary("arith.addi", row, given[level]),
                        builder.binary("arith.maxui", count, builder.index(1)),
                    )
                }
            })
        })
    }

    /// Whether coordinates of the level can be negative.
    pub fn is_signed(&self) -> bool {
        self.mapping().forms[self.level].as_ref().is_some_and(DimensionForm::is_signed)
    }

    /// The coordinate at a position.
    pub fn load_coordinate(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        let is_unsigned = self.format.value.coordinate_width.is_zero_extended() && !self.is_signed();
        let cast = if is_unsigned { "arith.index_castui" } else { "arith.index_cast" };
        builder.value(cast, &[self.load_raw_coordinate(builder, at)], builder.index_type(), &[])
    }

    /// The same as it is stored.
    pub fn load_raw_coordinate(&self, builder: &Builder<'c>, at: Value<'c>) -> Value<'c> {
        let (owner, stride) = self.owner();
        let mut place = at;
        if stride > 1 {
            place = builder.binary("arith.muli", place, builder.index(stride));
        }
        if self.level > owner {
            place = builder.binary("arith.addi", place, builder.index((self.level - owner) as i64));
        }
        builder.load(self.at(owner).coordinates(builder), &[place])
    }

    /// The length of the positions array, where the level has one.
    pub fn position_count(&self, builder: &Builder<'c>) -> Option<Value<'c>> {
        let has_positions = self.spec().keeps_positions();
        has_positions.then(|| {
            let positions = Positions::build(builder, self.tensor, self.level);
            dimension_size(builder, positions, 0)
        })
    }

    /// The coordinates array.
    pub fn coordinates(&self, builder: &Builder<'c>) -> Value<'c> {
        Coordinates::build(builder, self.tensor, self.owner().0)
    }

    /// The values array of the tensor.
    pub fn values(&self, builder: &Builder<'c>) -> Value<'c> {
        Values::build(builder, self.tensor)
    }
}
