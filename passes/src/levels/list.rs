//! The lists of coordinates that entries are sorted in before a tensor is built from them.

use super::mapping::{Followed, Mapping, OfLevels, Source};
use lacuna_dialects::format::Format;

/// The expressions of the levels that have coordinates of their own.
pub fn own_expressions(format: Format<'_>) -> Vec<String> {
    own(format).into_iter().flatten().collect()
}

/// The expressions of all levels, of which those with coordinates of their own have one.
fn own(format: Format<'_>) -> Vec<Option<String>> {
    let mapping = Mapping::of(format);
    let text = format.to_string();
    let (_, levels) = text.split_once("-> (").expect("a format is printed with an arrow");
    let levels = level_texts(levels).into_iter().zip(&mapping.sources);
    levels.map(|(text, source)| (*source == Source::Own).then_some(text)).collect()
}

/// The expressions of the levels of a list whose order is that of the levels of a format; `None` where no list is known
/// that has it.
///
/// Levels that follow from others above them, or grow with the next one, need not be there. A quotient that follows from a
/// level further below comes before it, and leaves the remainder to it: in the order of `i floordiv 2, j, i` are the
/// entries of a list of `i floordiv 2, j, i mod 2`.
pub fn sorting_expressions(format: Format<'_>) -> Option<Vec<String>> {
    let mapping = Mapping::of(format);
    let mut expressions = own(format);
    let mut divided = Vec::new();
    for (level, follows) in mapping.followed.iter().enumerate().rev() {
        // What follows from the next level of the list alone grows with it.
        let next = (level..expressions.len()).find(|other| expressions[*other].is_some());
        let grows = |sum: &OfLevels| sum.levels.iter().all(|(other, factor)| Some(*other) == next && *factor > 0);
        let is_sorted = |sum: &OfLevels| grows(sum) || sum.levels.keys().all(|other| *other < level);
        let Some(follows) = follows.as_ref().filter(|follows| !is_sorted(&follows.sum)) else { continue };
        let Followed { sum, divisor } = follows;
        let (1, Some((&below, 1)), 0) = (sum.levels.len(), sum.levels.first_key_value(), sum.constant) else {
            return None;
        };
        if divided.contains(&below) {
            return None;
        }
        divided.push(below);
        let dividend = expressions[below].take()?;
        expressions[level] = Some(format!("({dividend}) floordiv {divisor}"));
        expressions[below] = Some(format!("({dividend}) mod {divisor}"));
    }
    Some(expressions.into_iter().flatten().collect())
}

/// The expressions of the levels in the text of a format, after the arrow.
pub fn level_texts(levels: &str) -> Vec<String> {
    let (mut depth, mut texts, mut current) = (0, Vec::new(), String::new());
    for character in levels.chars() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' if depth == 0 => break,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                texts.push(std::mem::take(&mut current));
                continue;
            }
            _ => {}
        }
        current.push(character);
    }
    texts.push(current);
    let expression =
        |text: String| text.rsplit_once(" : ").map_or_else(String::new, |(left, _)| left.trim().to_owned());
    texts.into_iter().map(expression).collect()
}
