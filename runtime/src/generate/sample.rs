//! Random numbers that do not depend on the number of threads.
//!
//! Work is cut into pieces of a fixed size, and each piece draws from its own stream of one seeded
//! generator.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::value::{Complex, Dtype, Element, Values, with_element, with_values};

const DRAWS_A_PIECE: usize = 1 << 14;

/// What random numbers are drawn for; each has its own streams.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Values,
    /// Which values are special, and what they are.
    Special,
    /// Points, in rounds that replace what was drawn twice.
    Points {
        round: u16,
    },
}

fn stream(seed: u64, purpose: Purpose, piece: usize) -> ChaCha8Rng {
    let purpose = match purpose {
        Purpose::Values => 0,
        Purpose::Points { round } => u64::from(round) + 1,
        Purpose::Special => u64::from(u16::MAX) + 2,
    };
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(purpose << 40 | piece as u64);
    generator
}

/// `count` independent draws, in an order that only the seed determines.
pub(super) fn draws<T: Clone + Default + Send>(
    count: usize,
    seed: u64,
    purpose: Purpose,
    draw: impl Fn(&mut ChaCha8Rng) -> T + Sync,
) -> Vec<T> {
    // Not `vec!`: memory that the system has zeroed does not begin with a line of the cache.
    let mut drawn: Vec<T> = std::iter::repeat_with(T::default).take(count).collect();
    drawn.par_chunks_mut(DRAWS_A_PIECE).enumerate().for_each(|(piece, places)| {
        let mut generator = stream(seed, purpose, piece);
        places.iter_mut().for_each(|place| *place = draw(&mut generator));
    });
    drawn
}

/// Random values, none zero: floats and the parts of complex numbers uniform in [-1, 1), integers in -9..=9.
pub(super) fn values(count: usize, seed: u64, dtype: Dtype) -> Values {
    with_element!(dtype, T => T::wrap(draws(count, seed, Purpose::Values, nonzero::<T>)))
}

/// A type that values are drawn of.
trait Draw: Element {
    fn draw(generator: &mut ChaCha8Rng) -> Self;
}

macro_rules! draw_float {
    ($float:ident) => {
        impl Draw for $float {
            fn draw(generator: &mut ChaCha8Rng) -> Self {
                generator.random_range(-1.0..1.0)
            }
        }

        impl Draw for Complex<$float> {
            fn draw(generator: &mut ChaCha8Rng) -> Self {
                let re = $float::draw(generator);
                Complex::new(re, $float::draw(generator))
            }
        }
    };
}

macro_rules! draw_integer {
    ($integer:ident) => {
        impl Draw for $integer {
            fn draw(generator: &mut ChaCha8Rng) -> Self {
                let magnitude: i32 = generator.random_range(1..=9);
                (if generator.random() { magnitude } else { -magnitude }) as $integer
            }
        }
    };
}

draw_float!(f64);
draw_float!(f32);
draw_integer!(i64);
draw_integer!(i32);
draw_integer!(i16);
draw_integer!(i8);

fn nonzero<T: Draw>(generator: &mut ChaCha8Rng) -> T {
    loop {
        let value = T::draw(generator);
        if value != T::ZERO {
            return value;
        }
    }
}

/// Replaces a share of the values by special ones of their type.
pub(super) fn make_special(values: &mut Values, share: f64, seed: u64) {
    if share > 0.0 {
        with_values!(values, values => replace(values, share, seed));
    }
}

fn replace<T: Element>(values: &mut [T], share: f64, seed: u64) {
    values.par_chunks_mut(DRAWS_A_PIECE).enumerate().for_each(|(piece, values)| {
        let mut generator = stream(seed, Purpose::Special, piece);
        for value in values {
            let which = generator.random_range(0..T::SPECIAL.len());
            if generator.random_bool(share) {
                *value = T::SPECIAL[which];
            }
        }
    });
}

/// `count` distinct numbers below `total`, in increasing order, each set of them equally likely.
///
/// Drawn all at once; numbers drawn twice are replaced by further draws. When more than half of all
/// are wanted, the others are drawn and left out.
pub(super) fn distinct(total: u128, count: usize, seed: u64) -> Vec<u128> {
    let complement = total - count as u128;
    if complement >= count as u128 {
        return draw_distinct(total, count, seed);
    }
    // Fewer than `count` are left out, so both fit the memory.
    let left_out = draw_distinct(total, complement as usize, seed);
    let mut next_out = left_out.iter().peekable();
    (0..total).filter(|number| next_out.next_if_eq(&number).is_none()).collect()
}

fn draw_distinct(total: u128, count: usize, seed: u64) -> Vec<u128> {
    let mut drawn: Vec<u128> = Vec::new();
    let mut round = 0;
    while drawn.len() < count {
        let purpose = Purpose::Points { round };
        let missing = count - drawn.len();
        // Narrow numbers are drawn faster.
        match u64::try_from(total) {
            Ok(total) => {
                drawn.extend(draws(missing, seed, purpose, |generator| u128::from(generator.random_range(0..total))))
            }
            Err(_) => drawn.extend(draws(missing, seed, purpose, |generator| generator.random_range(0..total))),
        }
        drawn.par_sort_unstable();
        drawn.dedup();
        round = round.wrapping_add(1);
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Kind;

    #[test]
    fn numbers_are_distinct_sorted_and_exactly_as_many() {
        for (total, count) in [(0, 0), (1, 1), (10, 3), (10, 7), (10, 10), (1 << 100, 1000), (100_000, 50_000)] {
            let numbers = distinct(total, count, 3);
            assert_eq!(numbers.len(), count);
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(numbers.last().is_none_or(|&last| last < total));
        }
    }

    #[test]
    fn threads_do_not_matter() {
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| (distinct(1 << 40, 40_000, 9), values(40_000, 9, Dtype::F64)))
        };
        assert_eq!(with_threads(1), with_threads(4));
    }

    #[test]
    fn a_share_of_the_values_is_special() {
        for dtype in Dtype::ALL {
            let plain = values(10_000, 1, dtype);
            let mut mixed = plain.clone();
            make_special(&mut mixed, 0.0, 1);
            assert_eq!(mixed, plain);
            make_special(&mut mixed, 0.1, 1);
            let replaced = plain.iter().zip(mixed.iter()).filter(|(before, after)| before != after).count();
            assert!((850..1150).contains(&replaced), "{replaced} values of {dtype} are special");
            let zeros = mixed.iter().filter(|value| value.is_zero()).count();
            assert!((200..600).contains(&zeros), "{zeros} values of {dtype} are zero");
        }
    }

    #[test]
    fn values_are_in_range_and_never_zero() {
        for dtype in Dtype::ALL {
            let limit = if dtype.kind() == Kind::Integer { 9.0 } else { 2.0f64.sqrt() };
            assert!(values(10_000, 1, dtype).iter().all(|value| !value.is_zero() && value.to_f64().abs() <= limit));
        }
    }
}
