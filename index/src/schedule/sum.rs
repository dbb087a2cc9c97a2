//! Sums of variables in the text of schedules: `i+p`, `2*i - p + 1`.

use super::reading::is_part_of_name;
use lacuna_relation::Linear;

/// A sum of multiples of variables, and a number.
pub type Sum = Linear<String>;

/// Reads a sum.
///
/// # Errors
/// What is no term of one.
pub(super) fn parse(text: &str) -> Result<Sum, String> {
    let in_text = |why: String| format!("in '{text}': {why}");
    let mut sum = Sum::default();
    let mut rest = text.trim();
    let mut sign = 1;
    if let Some(after) = rest.strip_prefix('-') {
        (sign, rest) = (-1, after);
    }
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let (term, factor) = term(rest[..end].trim()).map_err(in_text)?;
        let factor = factor.checked_mul(sign).ok_or_else(|| in_text("a factor has more than 64 bits".to_owned()))?;
        sum = sum.plus(&term, factor).ok_or_else(|| in_text("a factor has more than 64 bits".to_owned()))?;
        let Some(next) = rest[end..].chars().next() else { return Ok(sum) };
        sign = if next == '-' { -1 } else { 1 };
        rest = &rest[end + 1..];
    }
}

/// A variable or a number, with a factor.
fn term(text: &str) -> Result<(Sum, i64), String> {
    let is_name = |word: &str| {
        word.chars().all(is_part_of_name) && word.chars().next().is_some_and(|first| !first.is_ascii_digit())
    };
    let refused = || format!("expected a variable, a number, or a product of the two, found '{text}'");
    let number = |word: &str| word.trim().parse::<i64>().map_err(|_| refused());
    match text.split_once('*') {
        Some((left, right)) if is_name(right.trim()) => Ok((Sum::term(right.trim().to_owned()), number(left)?)),
        Some((left, right)) if is_name(left.trim()) => Ok((Sum::term(left.trim().to_owned()), number(right)?)),
        Some(_) => Err(refused()),
        None if is_name(text) => Ok((Sum::term(text.to_owned()), 1)),
        None => Ok((Sum::number(number(text)?), 1)),
    }
}

/// A sum as text that is read back.
pub(super) fn text(sum: &Sum) -> String {
    sum.text_in_order(Clone::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_back() {
        for (given, full) in
            [("i", "i"), ("p + i", "i + p"), ("2*i-p+1", "i * 2 - p + 1"), ("-i*3", "-i * 3"), ("i - 4", "i - 4")]
        {
            let sum = parse(given).expect(given);
            assert_eq!(text(&sum), full);
            assert_eq!(parse(full), Ok(sum));
        }
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        for wrong in ["i+*p", "i/2", "i mod 2", "(i+p)", "i*p", "", "i+", "99999999999999999999*i"] {
            let message = parse(wrong).expect_err(wrong);
            assert!(message.starts_with(&format!("in '{wrong}': ")), "{message}");
        }
    }
}
