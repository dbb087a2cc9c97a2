//! Text to tokens. Knows characters and columns, nothing of grammar.

use std::iter::Peekable;
use std::str::Chars;

use crate::ast::{Columns, Number};
use crate::error::{NotationError, Problem};

/// The smallest pieces of the notation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(String),
    Number(Number),
    Open,
    Close,
    Comma,
    Plus,
    Minus,
    Star,
    Slash,
    Equals,
    PlusEquals,
    /// Stands once, after the last token.
    End,
}

impl Token {
    /// The token as an error message names it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Name(name) => format!("`{name}`"),
            Token::Number(Number::Integer(value)) => format!("`{value}`"),
            Token::Number(Number::Float(value)) => format!("`{value:?}`"),
            Token::Open => "`(`".into(),
            Token::Close => "`)`".into(),
            Token::Comma => "`,`".into(),
            Token::Plus => "`+`".into(),
            Token::Minus => "`-`".into(),
            Token::Star => "`*`".into(),
            Token::Slash => "`/`".into(),
            Token::Equals => "`=`".into(),
            Token::PlusEquals => "`+=`".into(),
            Token::End => "the end".into(),
        }
    }
}

/// All tokens of `text` with their columns, the last one [`Token::End`].
pub(crate) fn tokenize(text: &str) -> Result<Vec<(Token, Columns)>, NotationError> {
    let mut lexer = Lexer { rest: text.chars().peekable(), column: 1 };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next_token()?;
        let is_end = token.0 == Token::End;
        tokens.push(token);
        if is_end {
            return Ok(tokens);
        }
    }
}

/// The most letters of a name: reports align names, and nobody reads longer ones.
const LONGEST_NAME: usize = 255;

struct Lexer<'a> {
    rest: Peekable<Chars<'a>>,
    /// Column of the character that comes next.
    column: usize,
}

impl Lexer<'_> {
    fn next_token(&mut self) -> Result<(Token, Columns), NotationError> {
        self.take_while(char::is_whitespace);
        let start = self.column;
        let Some(first) = self.take() else {
            return Ok((Token::End, Columns { start, end: start + 1 }));
        };
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            ',' => Token::Comma,
            '+' if self.take_if(|c| c == '=').is_some() => Token::PlusEquals,
            '+' => Token::Plus,
            '-' => Token::Minus,
            '*' => Token::Star,
            '/' => Token::Slash,
            '=' => Token::Equals,
            letter if letter.is_ascii_alphabetic() || letter == '_' => {
                let rest = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
                let found = 1 + rest.len();
                if found > LONGEST_NAME {
                    return Err(NotationError::new(
                        Problem::NameTooLong { limit: LONGEST_NAME, found },
                        self.since(start),
                    ));
                }
                Token::Name(format!("{letter}{rest}"))
            }
            digit if digit.is_ascii_digit() => {
                let text = self.take_number(digit);
                let number = number(text).map_err(|problem| NotationError::new(problem, self.since(start)))?;
                Token::Number(number)
            }
            other => return Err(NotationError::new(Problem::UnknownCharacter(other), self.since(start))),
        };
        Ok((token, self.since(start)))
    }

    /// The rest of `digits [. digits] [e [sign] digits]`; a point or an `e` that no digit follows is not part of it.
    fn take_number(&mut self, first: char) -> String {
        let mut text = String::from(first);
        text += &self.take_while(|c| c.is_ascii_digit());
        if self.looks_at(|c| c == '.', None) {
            text.extend(self.take());
            text += &self.take_while(|c| c.is_ascii_digit());
        }
        if self.looks_at(|c| c == 'e' || c == 'E', Some(|c| c == '+' || c == '-')) {
            text.extend(self.take());
            text.extend(self.take_if(|c| c == '+' || c == '-'));
            text += &self.take_while(|c| c.is_ascii_digit());
        }
        text
    }

    /// Whether a `lead`, perhaps a `sign`, and a digit come next.
    fn looks_at(&self, lead: fn(char) -> bool, sign: Option<fn(char) -> bool>) -> bool {
        let mut ahead = self.rest.clone();
        if ahead.next_if(|&c| lead(c)).is_none() {
            return false;
        }
        if let Some(sign) = sign {
            ahead.next_if(|&c| sign(c));
        }
        ahead.next().is_some_and(|c| c.is_ascii_digit())
    }

    fn take(&mut self) -> Option<char> {
        self.take_if(|_| true)
    }

    fn take_if(&mut self, accepts: impl Fn(char) -> bool) -> Option<char> {
        let taken = self.rest.next_if(|&c| accepts(c))?;
        self.column += 1;
        Some(taken)
    }

    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.take_if(&accepts) {
            taken.push(c);
        }
        taken
    }

    fn since(&self, start: usize) -> Columns {
        Columns { start, end: self.column }
    }
}

/// The value of a number that the lexer has delimited.
fn number(text: String) -> Result<Number, Problem> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map(Number::Integer).map_err(|_| Problem::IntegerTooLarge { found: text });
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Number::Float(value)),
        _ => Err(Problem::FloatTooLarge { found: text }),
    }
}
