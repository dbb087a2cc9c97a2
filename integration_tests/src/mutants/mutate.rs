//! Tokens of a text dropped, doubled, swapped or replaced.

use rand::Rng;

/// Numbers at the edges of what fits.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "64",
    "1024",
    "-9223372036854775808",
    "9223372036854775807",
    "4294967296",
    "18446744073709551616",
    "1.0e400",
];
/// What else may stand in the place of a token.
const WORDS: [&str; 32] = [
    "?",
    "",
    "index",
    "i1",
    "f64",
    "i8",
    "complex<f32>",
    "tensor<?xf64>",
    "memref<?xindex>",
    "tensor<*xf64>",
    "none",
    "dense",
    "compressed",
    "compressed(nonunique)",
    "singleton",
    "hashed",
    "structured[2, 4]",
    "batch",
    "offset",
    "range",
    "loose_compressed",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "floordiv",
    "mod",
    "_",
    "true",
    "unit",
];
/// How far apart two tokens are that are swapped.
const REACH: usize = 12;

/// A mutant of a text; one mutation most of the time.
pub fn mutate(text: &str, rng: &mut impl Rng) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let count = [1, 1, 1, 2, 3][rng.random_range(0..5)];
    for _ in 0..count {
        let places: Vec<_> = (0..tokens.len()).filter(|place| !tokens[*place].trim().is_empty()).collect();
        if places.is_empty() {
            break;
        }
        let chosen = rng.random_range(0..places.len());
        let place = places[chosen];
        let other = tokens[places[rng.random_range(0..places.len())]].clone();
        match rng.random_range(0..12) {
            0 => tokens[place].clear(),
            1 => {
                let twice = format!("{0} {0}", tokens[place]);
                tokens[place] = twice;
            }
            2 => tokens.swap(place, places[(chosen + rng.random_range(1..=REACH)) % places.len()]),
            3 => tokens[place] = other,
            4 => tokens[place] = WORDS[rng.random_range(0..WORDS.len())].to_owned(),
            5 => erase_line(&mut tokens, place),
            _ if kind(&tokens[place]) == '0' => {
                tokens[place] = NUMBERS[rng.random_range(0..NUMBERS.len())].to_owned();
            }
            _ => {
                // What is like it: such mutants are more often good enough for the parser.
                let alike: Vec<_> =
                    places.iter().filter(|other| kind(&tokens[**other]) == kind(&tokens[place])).collect();
                tokens[place] = tokens[*alike[rng.random_range(0..alike.len())]].clone();
            }
        }
    }
    tokens.concat()
}

/// What a token is, as a letter: a number, a word, or what it begins with.
fn kind(token: &str) -> char {
    match token.chars().next().unwrap_or(' ') {
        first if first.is_ascii_digit() => '0',
        first if first.is_alphabetic() => 'a',
        first => first,
    }
}

/// Erases the line in which a token stands.
fn erase_line(tokens: &mut [String], place: usize) {
    let ends_line = |token: &String| token.contains('\n');
    let begin = tokens[..place].iter().rposition(ends_line).map_or(0, |end| end + 1);
    let end = tokens[place..].iter().position(ends_line).map_or(tokens.len(), |end| place + end);
    tokens[begin..end].iter_mut().for_each(String::clear);
}

/// The tokens of a text, spaces among them: together they are the text.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$');
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '-' if rest.starts_with("->") => 2,
            '%' | '@' | '#' | '!' | '^' => 1 + rest[1..].find(|letter| !is_word(letter)).unwrap_or(rest.len() - 1),
            // The sizes of `4x?xf64` are tokens of their own.
            _ if first.is_ascii_digit() => {
                rest.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(rest.len())
            }
            'x' if rest[1..].starts_with(|letter: char| letter.is_ascii_digit() || letter == '?') => 1,
            _ if is_word(first) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            _ if first.is_whitespace() => rest.find(|letter: char| !letter.is_whitespace()).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_text() {
        let text = "func.func @f(%A: tensor<4x?xf64, #CSR>) -> \"a b\" { %0 = arith.constant -1.5 : f64 } // \u{e9}";
        assert_eq!(tokens(text).concat(), text);
        assert!(
            ["func.func", "@f", "%A", "4", "x", "?", "xf64", "#CSR", "->", "\"a b\"", "1.5"]
                .iter()
                .all(|token| tokens(text).contains(token)),
            "{:?}",
            tokens(text)
        );
    }
}
