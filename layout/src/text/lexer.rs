//! Words, numbers and punctuation of format texts.

use std::fmt;

use crate::FormatError;

/// One piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(i64),
    /// A number that no index is: with a fraction, in hexadecimal, or the magnitude of the least
    /// 64-bit integer.
    Literal(String),
    Symbol(&'static str),
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => write!(f, "`{word}`"),
            Token::Number(number) => write!(f, "`{number}`"),
            Token::Literal(literal) => write!(f, "`{literal}`"),
            Token::Symbol(symbol) => write!(f, "`{symbol}`"),
            Token::End => f.write_str("the end of the text"),
        }
    }
}

/// The longest symbols first, so that `->` is not read as `-`.
const SYMBOLS: [&str; 14] = ["->", "(", ")", "[", "]", "<", ">", ",", ":", "=", "+", "-", "*", "@"];

/// Splits a text into tokens, each with its column (in characters, from 1); the last one is
/// [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, FormatError> {
    let mut tokens = Vec::new();
    let (mut rest, mut column) = (text, 1);
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            column += 1;
            continue;
        }
        let (token, length) = token(rest, first, column)?;
        tokens.push((column, token));
        // Tokens are ASCII: one character is one byte.
        rest = &rest[length..];
        column += length;
    }
    tokens.push((column, Token::End));
    Ok(tokens)
}

fn token(rest: &str, first: char, column: usize) -> Result<(Token, usize), FormatError> {
    let length_while = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    if first.is_ascii_digit() {
        if let Some(length) = literal_length(rest) {
            return Ok((Token::Literal(rest[..length].to_owned()), length));
        }
        let length = length_while(|c| c.is_ascii_digit());
        let number = rest[..length].parse().map_err(|_| FormatError::Syntax {
            column,
            expected: format!("a number up to {}", i64::MAX),
            found: format!("`{}`", &rest[..length]),
        })?;
        return Ok((Token::Number(number), length));
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = length_while(|c| c.is_ascii_alphanumeric() || c == '_');
        return Ok((Token::Word(rest[..length].to_owned()), length));
    }
    match SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
        Some(symbol) => Ok((Token::Symbol(symbol), symbol.len())),
        None => Err(FormatError::Syntax {
            column,
            expected: "a word, a number or punctuation".to_owned(),
            found: format!("`{first}`"),
        }),
    }
}

/// The length of a number that [`Token::Number`] does not hold, when the text begins with one.
fn literal_length(rest: &str) -> Option<usize> {
    const LEAST_MAGNITUDE: &str = "9223372036854775808";
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(hexadecimal) = rest.strip_prefix("0x") {
        let length = hexadecimal.bytes().take_while(u8::is_ascii_hexdigit).count();
        return (length > 0).then_some(length + 2);
    }
    let whole = digits(rest);
    let Some(fraction) = rest[whole..].strip_prefix('.') else {
        return (rest[..whole] == *LEAST_MAGNITUDE).then_some(whole);
    };
    let mantissa = whole + 1 + digits(fraction);
    let exponent = rest[mantissa..].strip_prefix(['e', 'E']).map_or(0, |exponent| {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        let length = digits(&exponent[sign..]);
        if length == 0 { 0 } else { 1 + sign + length }
    });
    Some(mantissa + exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_from_one() {
        let found = tokens(" i ->d6,12").unwrap();
        let columns: Vec<usize> = found.iter().map(|(column, _)| *column).collect();
        assert_eq!(columns, [2, 4, 6, 8, 9, 11]);
        assert_eq!(found[1].1, Token::Symbol("->"));
        assert_eq!(found[4].1, Token::Number(12));
    }

    #[test]
    fn literals_are_kept_as_text() {
        let found = tokens("-1.5e+00:0x7FF0 2.e3 9223372036854775808").unwrap();
        let texts: Vec<String> = found.iter().map(|(_, token)| token.to_string()).collect();
        let end = "the end of the text";
        assert_eq!(texts, ["`-`", "`1.5e+00`", "`:`", "`0x7FF0`", "`2.e3`", "`9223372036854775808`", end]);
    }

    #[test]
    fn foreign_characters_and_huge_numbers_are_errors() {
        let error = tokens("i é").unwrap_err();
        assert_eq!(error.to_string(), "column 3: expected a word, a number or punctuation, found `é`");
        assert!(tokens("99999999999999999999").unwrap_err().to_string().contains("a number up to 9223372036854775807"));
    }
}
