//! A bit for each place that was touched, and a list of the words that have some, so that places come in order.
//!
//! Words are many places, so the list is short, and little has to be sorted: few words are sorted by insertion; of many, each sets a
//! bit in words of a second level, which are gone through in order. Within a word, places come in order anyway.

use super::record::{Record, TakePlace, append_if_new};
use crate::{
    function::define,
    scf::{
        arrays::{allocate, fill, length},
        cell::Cell,
        sort_segment::insert_each,
    },
};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::{Op, Value},
};
use melior::ir::{ValueLike, r#type::IntegerType};

/// A word holds as many bits as two to this.
const WORD_SHIFT: i64 = 6;

/// So few words, squared, are sorted by insertion, whatever the number of words of the second level.
const FEW_SQUARED: i64 = 64;

/// The words.
pub struct WordsOfBits<'c> {
    /// How many places there are.
    places: Value<'c>,
    /// A bit for each place.
    bits: Value<'c>,
    /// The words that have a bit, in the order in which they got their first.
    words: Value<'c>,
    /// How many.
    count: Cell<'c>,
    /// A bit for each word, while words are sorted.
    tops: Value<'c>,
}

impl<'c> WordsOfBits<'c> {
    /// None of so many places.
    pub fn none_of(builder: &Builder<'c>, places: Value<'c>) -> Self {
        let r#type = builder.buffer_type(IntegerType::new(builder.context(), 64).into());
        let word_count = words_of(builder, places);
        let top_count = words_of(builder, word_count);
        // A word is written behind the list before it is known to be new.
        let listed = builder.binary("arith.addi", word_count, builder.index(1));
        let zeros = |length| {
            let array = allocate(builder, r#type, length);
            fill(builder, array, (builder.index(0), length), builder.integer(0, builder.scalar_type(r#type)));
            array
        };
        let (bits, tops) = (zeros(word_count), zeros(top_count));
        let words = allocate(builder, r#type, listed);
        Self { places, bits, words, count: Cell::holding(builder, builder.index(0)), tops }
    }
}

impl<'c> Record<'c> for WordsOfBits<'c> {
    fn is_touched(&self, builder: &Builder<'c>, place: Value<'c>) -> Value<'c> {
        let (word, bit) = split(builder, place);
        let own = builder.binary("arith.andi", builder.load(self.bits, &[word]), bit);
        builder.compare(ComparePredicate::NotEqual, own, builder.integer(0, own.r#type()))
    }

    /// Sets the bit of the place, and appends its word to the list if it had none before.
    fn touch(&self, builder: &Builder<'c>, place: Value<'c>) {
        let (word, bit) = split(builder, place);
        let before = builder.load(self.bits, &[word]);
        builder.store(builder.binary("arith.ori", before, bit), self.bits, &[word]);
        let is_new = builder.compare(ComparePredicate::Equal, before, builder.integer(0, before.r#type()));
        append_if_new(builder, (self.words, self.count), word, is_new);
    }

    fn most(&self, builder: &Builder<'c>) -> Value<'c> {
        let in_words = builder.binary("arith.shli", self.count.get(builder), builder.index(WORD_SHIFT));
        builder.binary("arith.minui", in_words, self.places)
    }

    fn listed(&self) -> Option<Value<'c>> {
        None
    }

    /// In order.
    fn take_each(&self, builder: &Builder<'c>, anchor: Op<'c>, take: &TakePlace<'_, 'c>) -> Value<'c> {
        let (zero, one, count) = (builder.index(0), builder.index(1), self.count.get(builder));
        sort_words(builder, anchor, self.words, count, self.tops);
        let taken = builder.for_loop((zero, count, one), &[zero], |builder, at, taken| {
            let word = index(builder, builder.load(self.words, &[at]));
            let bits = builder.load(self.bits, &[word]);
            builder.store(builder.integer(0, bits.r#type()), self.bits, &[word]);
            let first = builder.binary("arith.shli", word, builder.index(WORD_SHIFT));
            vec![each_bit(builder, bits, first, taken[0], take)]
        });
        self.count.set(builder, zero);
        taken[0]
    }

    fn free(&self, builder: &Builder<'c>) {
        for array in [self.bits, self.words, self.tops] {
            builder.create("memref.dealloc", &[array], &[], &[], Vec::new());
        }
    }
}

/// The number of words that have a bit for each of so many things.
fn words_of<'c>(builder: &Builder<'c>, count: Value<'c>) -> Value<'c> {
    builder.binary("arith.ceildivui", count, builder.index(1 << WORD_SHIFT))
}

/// The word of a place, and its bit there.
fn split<'c>(builder: &Builder<'c>, place: Value<'c>) -> (Value<'c>, Value<'c>) {
    let integer = IntegerType::new(builder.context(), 64).into();
    let word = builder.binary("arith.shrui", place, builder.index(WORD_SHIFT));
    let within = builder.binary("arith.andi", place, builder.index((1 << WORD_SHIFT) - 1));
    let within = builder.value("arith.index_cast", &[within], integer, &[]);
    (word, builder.binary("arith.shli", builder.integer(1, integer), within))
}

fn index<'c>(builder: &Builder<'c>, number: Value<'c>) -> Value<'c> {
    builder.value("arith.index_cast", &[number], builder.index_type(), &[])
}

/// Goes through the bits of a word whose first is that of `first`; gives the number of those taken so far and these.
fn each_bit<'c>(
    builder: &Builder<'c>,
    bits: Value<'c>,
    first: Value<'c>,
    taken: Value<'c>,
    take: &TakePlace<'_, 'c>,
) -> Value<'c> {
    let zero = builder.integer(0, bits.r#type());
    let last = builder.while_loop(
        &[bits, taken],
        |builder, state| builder.compare(ComparePredicate::NotEqual, state[0], zero),
        |builder, state| {
            let lowest = builder.value("math.cttz", &[state[0]], state[0].r#type(), &[]);
            let place = builder.binary("arith.addi", first, index(builder, lowest));
            take(builder, state[1], place);
            let less = builder.binary("arith.subi", state[0], builder.integer(1, state[0].r#type()));
            let rest = builder.binary("arith.andi", state[0], less);
            vec![rest, builder.binary("arith.addi", state[1], builder.index(1))]
        },
    );
    last[1]
}

/// Sorts so many words, none of which is there twice. `tops` has no bits before and after.
fn sort_words<'c>(builder: &Builder<'c>, anchor: Op<'c>, words: Value<'c>, count: Value<'c>, tops: Value<'c>) {
    let (r#type, index_type) = (words.r#type(), builder.index_type());
    let name =
        define(builder, anchor, "lacuna.sort.words", &[r#type, index_type, r#type], &[], |builder, arguments| {
            let &[words, count, tops] = arguments else { unreachable!("it has three arguments") };
            let top_count = length(builder, tops);
            let squared = builder.binary("arith.muli", count, count);
            let twice = builder.binary("arith.shli", top_count, builder.index(1));
            let bound = builder.binary("arith.addi", twice, builder.index(FEW_SQUARED));
            let is_few = builder.compare(ComparePredicate::UnsignedLess, squared, bound);
            let few = |builder: &Builder<'c>| {
                insert_each(builder, words, (builder.index(0), count), ComparePredicate::UnsignedLess);
                Vec::new()
            };
            builder.if_else(is_few, &[], few, |builder| {
                through_tops(builder, words, count, (tops, top_count));
                Vec::new()
            });
            Vec::new()
        });
    let callee = builder.parse_attribute(&format!("@{name}"));
    builder.create("func.call", &[words, count, tops], &[], &[("callee", callee)], Vec::new());
}

/// Sorts words by a bit for each of them.
fn through_tops<'c>(
    builder: &Builder<'c>,
    words: Value<'c>,
    count: Value<'c>,
    (tops, top_count): (Value<'c>, Value<'c>),
) {
    let (zero, one) = (builder.index(0), builder.index(1));
    builder.for_loop((zero, count, one), &[], |builder, at, _| {
        let (top, bit) = split(builder, index(builder, builder.load(words, &[at])));
        builder.store(builder.binary("arith.ori", builder.load(tops, &[top]), bit), tops, &[top]);
        Vec::new()
    });
    builder.for_loop((zero, top_count, one), &[zero], |builder, top, taken| {
        let bits = builder.load(tops, &[top]);
        builder.store(builder.integer(0, bits.r#type()), tops, &[top]);
        let first = builder.binary("arith.shli", top, builder.index(WORD_SHIFT));
        vec![each_bit(builder, bits, first, taken[0], &|builder, at, word| {
            let number = builder.value("arith.index_cast", &[word], bits.r#type(), &[]);
            builder.store(number, words, &[at]);
        })]
    });
}
