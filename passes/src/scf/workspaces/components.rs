//! Components: keys and values, in two arrays of the same length, and how they are sorted.
//!
//! Sorting is stable: of one key, the component that came first stays first. All sorts are functions that the module has once
//! for each type of keys and values.

use crate::{
    bridge::combine::combine,
    fp::FpMode,
    function::{define, spelled},
    scf::arrays::{fill, length},
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value, results},
    sloop::Combiner,
};
use melior::ir::{Type, ValueLike, r#type::IntegerType};

/// Keys and values.
#[derive(Clone, Copy)]
pub struct Components<'c> {
    /// The keys, unsigned integers.
    pub keys: Value<'c>,
    /// The value of each.
    pub values: Value<'c>,
}

impl<'c> Components<'c> {
    /// Both arrays.
    pub fn arrays(self) -> [Value<'c>; 2] {
        [self.keys, self.values]
    }

    /// The types of both.
    pub fn types(self) -> [Type<'c>; 2] {
        self.arrays().map(|array| array.r#type())
    }

    /// What two values are.
    ///
    /// # Panics
    /// If they are not two.
    pub fn of(arrays: &[Value<'c>]) -> Self {
        let &[keys, values] = arrays else { panic!("components are two arrays") };
        Self { keys, values }
    }

    /// How many there is room for.
    pub fn room(self, builder: &Builder<'c>) -> Value<'c> {
        length(builder, self.keys)
    }

    /// Loads a component.
    pub fn load(self, builder: &Builder<'c>, at: Value<'c>) -> (Value<'c>, Value<'c>) {
        (builder.load(self.keys, &[at]), builder.load(self.values, &[at]))
    }

    /// Stores a component.
    pub fn store(self, builder: &Builder<'c>, at: Value<'c>, (key, value): (Value<'c>, Value<'c>)) {
        builder.store(key, self.keys, &[at]);
        builder.store(value, self.values, &[at]);
    }

    /// Copies one.
    pub fn copy(self, builder: &Builder<'c>, from: Value<'c>, to: Self, at: Value<'c>) {
        to.store(builder, at, self.load(builder, from));
    }

    /// One pair of arrays if a condition holds, else another.
    pub fn select(builder: &Builder<'c>, condition: Value<'c>, yes: Self, no: Self) -> Self {
        let (yes, no, types) = (yes.arrays().to_vec(), no.arrays().to_vec(), yes.types());
        Self::of(&builder.if_else(condition, &types, |_| yes, |_| no))
    }
}

/// The component that a number of a policy stands for, which is one more than its place.
pub fn component_of<'c>(builder: &Builder<'c>, number: Value<'c>) -> Value<'c> {
    let number = builder.value("arith.index_castui", &[number], builder.index_type(), &[]);
    builder.binary("arith.subi", number, builder.index(1))
}

/// What becomes of a value that meets another.
pub fn combined<'c>(
    builder: &Builder<'c>,
    combiner: Option<Combiner>,
    before: Value<'c>,
    value: Value<'c>,
) -> Value<'c> {
    // To the letter, like every value that is combined into a point.
    combiner.map_or(value, |combiner| combine(builder, combiner, before, value, FpMode::Strict.flags()))
}

/// Up to so many components are sorted by insertion.
const INSERTED: i64 = 32;

/// The bits of a digit by which components in a cache are sorted: its table is gone through once more for each digit.
const DIGIT_BITS: i64 = 8;

/// More components than this are put into parts first, which fit a cache while they are sorted.
const MOST_AT_ONCE: i64 = 2048;

/// The bits by which parts are told apart: few, so that caches and translations of addresses have room for each place where the
/// next component of a part goes, in both arrays; and more of many components, so that parts fit a cache.
const PART_BITS: [i64; 2] = [6, 8];

/// More components than this have more parts.
const FEW_PARTS: i64 = 1 << 20;

// Both kinds of digits share a table.
const _: () = assert!(PART_BITS[1] <= DIGIT_BITS);

/// Calls a function of two pairs of arrays and a range.
fn call<'c>(
    builder: &Builder<'c>,
    (op, name): (Op<'c>, &str),
    (components, spare): (Components<'c>, Components<'c>),
    (low, high): (Value<'c>, Value<'c>),
    results: &[Type<'c>],
    body: impl FnOnce(&Builder<'c>, Sorted<'c>) -> Vec<Value<'c>>,
) -> Op<'c> {
    let arguments: Vec<_> = components.arrays().into_iter().chain(spare.arrays()).chain([low, high]).collect();
    let types: Vec<_> = arguments.iter().map(|value| value.r#type()).collect();
    let spelled = components.types().map(|r#type| spelled(builder.scalar_type(r#type))).join(".");
    let name = format!("lacuna.sort.{name}.{spelled}");
    let name = define(builder, op, &name, &types, results, |builder, given| {
        let sorted = Sorted {
            op,
            from: Components::of(&given[..2]),
            spare: Components::of(&given[2..4]),
            low: given[4],
            high: given[5],
        };
        body(builder, sorted)
    });
    let callee = builder.parse_attribute(&format!("@{name}"));
    builder.create("func.call", &arguments, results, &[("callee", callee)], Vec::new())
}

/// What is sorted: a range of components, with as much room elsewhere.
struct Sorted<'c> {
    op: Op<'c>,
    from: Components<'c>,
    spare: Components<'c>,
    low: Value<'c>,
    high: Value<'c>,
}

/// Sorts a range of components by digits of their keys; gives whether they are in the spare arrays then.
pub fn sort_by_digits<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    (components, spare): (Components<'c>, Components<'c>),
    range: (Value<'c>, Value<'c>),
) -> Value<'c> {
    let result = [builder.bool_type()];
    let count = builder.binary("arith.subi", range.1, range.0);
    let is_many = builder.compare(ComparePredicate::UnsignedLess, builder.index(MOST_AT_ONCE), count);
    let many = |builder: &Builder<'c>| {
        let parts = |builder: &Builder<'c>, sorted: Sorted<'c>| vec![sorted.by_parts(builder)];
        results(call(builder, (op, "parts"), (components, spare), range, &result, parts))
    };
    let few = |builder: &Builder<'c>| vec![sort_at_once(builder, op, (components, spare), range)];
    builder.if_else(is_many, &result, many, few)[0]
}

/// Sorts a range of components by digits of their keys, the last one first; gives whether they are in the spare arrays then.
fn sort_at_once<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    (components, spare): (Components<'c>, Components<'c>),
    range: (Value<'c>, Value<'c>),
) -> Value<'c> {
    let result = [builder.bool_type()];
    let digits = |builder: &Builder<'c>, sorted: Sorted<'c>| vec![sorted.by_digits(builder)];
    results(call(builder, (op, "digits"), (components, spare), range, &result, digits))[0]
}

/// Sorts a range of components where it is.
pub fn sort_in_place<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    (components, spare): (Components<'c>, Components<'c>),
    range: (Value<'c>, Value<'c>),
) {
    call(builder, (op, "range"), (components, spare), range, &[], |builder, Sorted { op, from, spare, low, high }| {
        let count = builder.binary("arith.subi", high, low);
        let is_many = builder.compare(ComparePredicate::UnsignedLess, builder.index(INSERTED), count);
        let many = |builder: &Builder<'c>| {
            let is_moved = sort_at_once(builder, op, (from, spare), (low, high));
            let back = |builder: &Builder<'c>| {
                builder.for_loop((low, high, builder.index(1)), &[], |builder, at, _| {
                    spare.copy(builder, at, from, at);
                    Vec::new()
                });
                Vec::new()
            };
            builder.if_else(is_moved, &[], back, |_| Vec::new());
            Vec::new()
        };
        let few = |builder: &Builder<'c>| {
            insert_each(builder, from, (low, high));
            Vec::new()
        };
        builder.if_else(is_many, &[], many, few);
        Vec::new()
    });
}

/// Merges the runs in which the keys of a range of components increase, until there is one; gives whether they are in the spare
/// arrays then.
pub fn sort_runs<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    (components, spare): (Components<'c>, Components<'c>),
    range: (Value<'c>, Value<'c>),
) -> Value<'c> {
    let result = [builder.bool_type()];
    let runs = |builder: &Builder<'c>, sorted: Sorted<'c>| vec![sorted.by_runs(builder)];
    results(call(builder, (op, "runs"), (components, spare), range, &result, runs))[0]
}

/// Sorts a few components by insertion.
fn insert_each<'c>(builder: &Builder<'c>, components: Components<'c>, (low, high): (Value<'c>, Value<'c>)) {
    let one = builder.index(1);
    let second = builder.binary("arith.addi", low, one);
    builder.for_loop((second, high, one), &[], |builder, next, _| {
        let component = components.load(builder, next);
        let place = builder.while_loop(
            &[next],
            |builder, state| {
                let is_inside = builder.compare(ComparePredicate::UnsignedLess, low, state[0]);
                let is_less = |builder: &Builder<'c>| {
                    let before = builder.binary("arith.subi", state[0], one);
                    let other = builder.load(components.keys, &[before]);
                    vec![builder.compare(ComparePredicate::UnsignedLess, component.0, other)]
                };
                let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
                builder.if_else(is_inside, &[builder.bool_type()], is_less, no)[0]
            },
            |builder, state| {
                let before = builder.binary("arith.subi", state[0], one);
                components.copy(builder, before, components, state[0]);
                vec![before]
            },
        )[0];
        components.store(builder, place, component);
        Vec::new()
    });
}

impl<'c> Sorted<'c> {
    /// Gives whether the components are in the spare arrays then.
    fn by_digits(&self, builder: &Builder<'c>) -> Value<'c> {
        let count = builder.binary("arith.subi", self.high, self.low);
        let is_few = builder.compare(ComparePredicate::UnsignedLess, count, builder.index(INSERTED + 1));
        let no = |builder: &Builder<'c>| builder.number(0.0, builder.bool_type());
        let few = |builder: &Builder<'c>| {
            insert_each(builder, self.from, (self.low, self.high));
            vec![no(builder)]
        };
        let many = |builder: &Builder<'c>| {
            let (varied, falls) = self.varied(builder);
            let digits = |builder: &Builder<'c>| vec![self.digit_after_digit(builder, varied)];
            builder.if_else(falls, &[builder.bool_type()], digits, |builder| vec![no(builder)])
        };
        builder.if_else(is_few, &[builder.bool_type()], few, many)[0]
    }

    /// Puts components into parts by the first digit in which their keys differ, and sorts each part. Gives whether they are in
    /// the spare arrays then.
    fn by_parts(&self, builder: &Builder<'c>) -> Value<'c> {
        let (varied, falls) = self.varied(builder);
        let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
        let parts = |builder: &Builder<'c>| {
            let number = varied.r#type();
            let width =
                builder.integer(i64::from(IntegerType::try_from(number).map_or(64, |number| number.width())), number);
            let zeros = builder.value("math.ctlz", &[varied], number, &[]);
            let bits = builder.binary("arith.subi", width, zeros);
            let count = builder.binary("arith.subi", self.high, self.low);
            let is_many = builder.compare(ComparePredicate::UnsignedLess, builder.index(FEW_PARTS), count);
            let [few, many] = PART_BITS.map(|bits| builder.integer(bits, number));
            let digit = builder.value("arith.select", &[is_many, many, few], number, &[]);
            // Keys with fewer bits have one digit.
            let shift = builder.binary("arith.subi", builder.binary("arith.maxui", bits, digit), digit);
            let ends = table_of_digits(builder);
            self.one_digit(builder, (self.from, self.spare), ends, (shift, digit));
            let parts = builder.value("arith.index_cast", &[digit], builder.index_type(), &[]);
            let parts = builder.binary("arith.shli", builder.index(1), parts);
            let range = (builder.index(0), parts, builder.index(1));
            builder.for_loop(range, &[self.low], |builder, part, low| {
                let high = builder.load(ends, &[part]);
                sort_in_place(builder, self.op, (self.spare, self.from), (low[0], high));
                vec![high]
            });
            vec![builder.number(1.0, builder.bool_type())]
        };
        builder.if_else(falls, &[builder.bool_type()], parts, no)[0]
    }

    /// The bits in which keys differ, and whether some key is less than the one before.
    fn varied(&self, builder: &Builder<'c>) -> (Value<'c>, Value<'c>) {
        let first = builder.load(self.from.keys, &[self.low]);
        let none = builder.integer(0, first.r#type());
        let start = [none, first, builder.number(0.0, builder.bool_type())];
        let seen = builder.for_loop((self.low, self.high, builder.index(1)), &start, |builder, at, seen| {
            let key = builder.load(self.from.keys, &[at]);
            let other = builder.binary("arith.xori", key, first);
            let falls = builder.compare(ComparePredicate::UnsignedLess, key, seen[1]);
            vec![builder.binary("arith.ori", seen[0], other), key, builder.binary("arith.ori", seen[2], falls)]
        });
        (seen[0], seen[2])
    }

    /// One counting sort for each digit in which keys differ, from the last to the first.
    fn digit_after_digit(&self, builder: &Builder<'c>, varied: Value<'c>) -> Value<'c> {
        let number = varied.r#type();
        let bits = builder.integer(DIGIT_BITS, number);
        let mask = builder.integer((1 << DIGIT_BITS) - 1, number);
        let ends = table_of_digits(builder);
        let zero = builder.integer(0, number);
        let start: Vec<_> = [varied, zero, builder.number(0.0, builder.bool_type())]
            .into_iter()
            .chain(self.from.arrays())
            .chain(self.spare.arrays())
            .collect();
        builder.while_loop(
            &start,
            |builder, state| builder.compare(ComparePredicate::NotEqual, state[0], zero),
            |builder, state| {
                let (rest, shift, is_moved) = (state[0], state[1], state[2]);
                let (from, to) = (Components::of(&state[3..5]), Components::of(&state[5..7]));
                let digit = builder.binary("arith.andi", rest, mask);
                let differs = builder.compare(ComparePredicate::NotEqual, digit, zero);
                let mut types = vec![builder.bool_type()];
                types.extend(from.types().into_iter().chain(to.types()));
                let stay: Vec<_> = state[2..].to_vec();
                let sort = |builder: &Builder<'c>| {
                    self.one_digit(builder, (from, to), ends, (shift, bits));
                    let moved = builder.binary("arith.xori", is_moved, builder.number(-1.0, builder.bool_type()));
                    std::iter::once(moved).chain(to.arrays()).chain(from.arrays()).collect()
                };
                let next = builder.if_else(differs, &types, sort, |_| stay);
                let rest = builder.binary("arith.shrui", rest, bits);
                [rest, builder.binary("arith.addi", shift, bits)].into_iter().chain(next).collect()
            },
        )[2]
    }

    fn one_digit(
        &self,
        builder: &Builder<'c>,
        (from, to): (Components<'c>, Components<'c>),
        ends: Value<'c>,
        (shift, bits): (Value<'c>, Value<'c>),
    ) {
        let (zero, one) = (builder.index(0), builder.index(1));
        let single = builder.integer(1, shift.r#type());
        let mask = builder.binary("arith.subi", builder.binary("arith.shli", single, bits), single);
        let digit_of = |builder: &Builder<'c>, key| {
            let digit = builder.binary("arith.andi", builder.binary("arith.shrui", key, shift), mask);
            builder.value("arith.index_cast", &[digit], builder.index_type(), &[])
        };
        let last = builder.value("arith.index_cast", &[mask], builder.index_type(), &[]);
        let buckets = builder.binary("arith.addi", last, one);
        fill(builder, ends, (zero, buckets), zero);
        builder.for_loop((self.low, self.high, one), &[], |builder, at, _| {
            let digit = digit_of(builder, builder.load(from.keys, &[at]));
            let more = builder.binary("arith.addi", builder.load(ends, &[digit]), one);
            builder.store(more, ends, &[digit]);
            Vec::new()
        });
        builder.for_loop((zero, buckets, one), &[self.low], |builder, bucket, begin| {
            let end = builder.binary("arith.addi", begin[0], builder.load(ends, &[bucket]));
            builder.store(begin[0], ends, &[bucket]);
            vec![end]
        });
        builder.for_loop((self.low, self.high, one), &[], |builder, at, _| {
            let (key, value) = from.load(builder, at);
            let digit = digit_of(builder, key);
            let place = builder.load(ends, &[digit]);
            to.store(builder, place, (key, value));
            builder.store(builder.binary("arith.addi", place, one), ends, &[digit]);
            Vec::new()
        });
    }

    /// Gives whether the components are in the spare arrays then.
    fn by_runs(&self, builder: &Builder<'c>) -> Value<'c> {
        let is_inside =
            |builder: &Builder<'c>, at: Value<'c>| builder.compare(ComparePredicate::UnsignedLess, at, self.high);
        let start: Vec<_> = std::iter::once(builder.number(0.0, builder.bool_type()))
            .chain(self.from.arrays())
            .chain(self.spare.arrays())
            .collect();
        builder.while_loop(
            &start,
            |builder, state| {
                let first_end = self.run_end(builder, Components::of(&state[1..3]), self.low);
                is_inside(builder, first_end)
            },
            |builder, state| {
                let (from, to) = (Components::of(&state[1..3]), Components::of(&state[3..5]));
                builder.while_loop(
                    &[self.low],
                    |builder, low| is_inside(builder, low[0]),
                    |builder, low| {
                        let middle = self.run_end(builder, from, low[0]);
                        let high = self.run_end(builder, from, middle);
                        merge_neighbours(builder, (from, to), [low[0], middle, high]);
                        vec![high]
                    },
                );
                let moved = builder.binary("arith.xori", state[0], builder.number(-1.0, builder.bool_type()));
                std::iter::once(moved).chain(to.arrays()).chain(from.arrays()).collect()
            },
        )[0]
    }

    /// Where the run ends that begins at a place; the end, where none does.
    fn run_end(&self, builder: &Builder<'c>, from: Components<'c>, first: Value<'c>) -> Value<'c> {
        let one = builder.index(1);
        let next = builder.binary("arith.minui", builder.binary("arith.addi", first, one), self.high);
        builder.while_loop(
            &[next],
            |builder, state| {
                let is_inside = builder.compare(ComparePredicate::UnsignedLess, state[0], self.high);
                let rises = |builder: &Builder<'c>| {
                    let before = builder.binary("arith.subi", state[0], one);
                    let (before, own) = (builder.load(from.keys, &[before]), builder.load(from.keys, &[state[0]]));
                    let falls = builder.compare(ComparePredicate::UnsignedLess, own, before);
                    vec![builder.binary("arith.xori", falls, builder.number(-1.0, builder.bool_type()))]
                };
                let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
                builder.if_else(is_inside, &[builder.bool_type()], rises, no)[0]
            },
            |builder, state| vec![builder.binary("arith.addi", state[0], one)],
        )[0]
    }
}

/// An array with a number for each digit, on the stack.
fn table_of_digits<'c>(builder: &Builder<'c>) -> Value<'c> {
    let r#type = builder.parse_type(&format!("memref<{}xindex>", 1 << DIGIT_BITS));
    builder.value("memref.alloca", &[], r#type, &[builder.segments(&[0, 0])])
}

/// Merges two neighbouring runs into the same places of other arrays.
fn merge_neighbours<'c>(
    builder: &Builder<'c>,
    (from, to): (Components<'c>, Components<'c>),
    [low, middle, high]: [Value<'c>; 3],
) {
    let one = builder.index(1);
    let is_less = |builder: &Builder<'c>, left, right| builder.compare(ComparePredicate::UnsignedLess, left, right);
    let finals = builder.while_loop(
        &[low, middle, low],
        |builder, state| {
            builder.binary("arith.andi", is_less(builder, state[0], middle), is_less(builder, state[1], high))
        },
        |builder, state| {
            let (left, right) = (from.load(builder, state[0]), from.load(builder, state[1]));
            let takes_right = is_less(builder, right.0, left.0);
            let select = |left: Value<'c>, right: Value<'c>| {
                builder.value("arith.select", &[takes_right, right, left], left.r#type(), &[])
            };
            to.store(builder, state[2], (select(left.0, right.0), select(left.1, right.1)));
            let step = builder.value("arith.index_castui", &[takes_right], builder.index_type(), &[]);
            let other = builder.binary("arith.subi", one, step);
            vec![
                builder.binary("arith.addi", state[0], other),
                builder.binary("arith.addi", state[1], step),
                builder.binary("arith.addi", state[2], one),
            ]
        },
    );
    let rest = |builder: &Builder<'c>, (begin, end), at: Value<'c>| {
        builder.for_loop((begin, end, one), &[at], |builder, place, at| {
            from.copy(builder, place, to, at[0]);
            vec![builder.binary("arith.addi", at[0], one)]
        })[0]
    };
    let at = rest(builder, (finals[0], middle), finals[2]);
    rest(builder, (finals[1], high), at);
}
