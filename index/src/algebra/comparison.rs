//! What the predicates of `arith.cmpi` and `arith.cmpf` mean.

use std::cmp::Ordering;

/// Whether a comparison of integers holds, which are sign-extended from the width of their type. Sign extension keeps the
/// order of numbers without signs, too.
pub fn integers(predicate: i64, left: i64, right: i64) -> bool {
    let is_unsigned = predicate > 5;
    let order = if is_unsigned { left.cast_unsigned().cmp(&right.cast_unsigned()) } else { left.cmp(&right) };
    match predicate {
        0 => order.is_eq(),
        1 => order.is_ne(),
        2 | 6 => order.is_lt(),
        3 | 7 => order.is_le(),
        4 | 8 => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// Whether a comparison of floating-point numbers holds. The predicates from 1 to 7 want numbers; those from 8 to 14 hold
/// where there is none, too.
pub fn floats(predicate: i64, left: f64, right: f64) -> bool {
    let holds = |of: i64, order: Ordering| match of {
        1 => order.is_eq(),
        2 => order.is_gt(),
        3 => order.is_ge(),
        4 => order.is_lt(),
        5 => order.is_le(),
        6 => order.is_ne(),
        of => of == 7,
    };
    match (predicate, left.partial_cmp(&right)) {
        (15, _) => true,
        (0..=7, order) => order.is_some_and(|order| holds(predicate, order)),
        (_, order) => order.is_none_or(|order| holds(predicate - 7, order) && predicate != 14),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_compared_with_and_without_signs() {
        let of = |left, right| (0..10).map(|predicate| integers(predicate, left, right)).collect::<Vec<_>>();
        let words = |holds: &str| holds.chars().map(|holds| holds == '1').collect::<Vec<_>>();
        // Equal, not equal, less, less or equal, greater, greater or equal; the last four without signs.
        assert_eq!(of(3, 3), words("1001010101"));
        assert_eq!(of(2, 3), words("0111001100"));
        assert_eq!(of(-1, 3), words("0111000011"));
    }

    #[test]
    fn floats_are_compared_in_order_or_not() {
        let of = |left, right| (0..16).map(|predicate| floats(predicate, left, right)).collect::<Vec<_>>();
        let words = |holds: &str| holds.chars().map(|holds| holds == '1').collect::<Vec<_>>();
        // Never; equal, greater, greater or equal, less, less or equal, not equal, both numbers; the same or no number; no
        // number; always.
        assert_eq!(of(1.0, 1.0), words("0101010110101001"));
        assert_eq!(of(2.0, 1.0), words("0011001101100101"));
        assert_eq!(of(1.0, 2.0), words("0000111100011101"));
        assert_eq!(of(f64::NAN, 2.0), words("0000000011111111"));
    }
}
