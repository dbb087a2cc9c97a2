//! Text to tokens. Knows characters and columns, nothing of grammar.

use std::iter::Peekable;
use std::str::Chars;

use crate::ast::{Columns, Number, Relation};
use crate::error::{BYTE_ORDER_MARK, NotationError, Problem};

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
    MinusEquals,
    StarEquals,
    Relation(Relation),
    /// `;`, or the end of a line where a statement can end.
    Separator,
    /// Stands once, after the last token.
    End,
}

impl Token {
    /// The token as an error message names it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Name(name) => format!("`{name}`"),
            Token::Number(number) => format!("`{number}`"),
            Token::Open => "`(`".into(),
            Token::Close => "`)`".into(),
            Token::Comma => "`,`".into(),
            Token::Plus => "`+`".into(),
            Token::Minus => "`-`".into(),
            Token::Star => "`*`".into(),
            Token::Slash => "`/`".into(),
            Token::Equals => "`=`".into(),
            Token::PlusEquals => "`+=`".into(),
            Token::MinusEquals => "`-=`".into(),
            Token::StarEquals => "`*=`".into(),
            Token::Relation(relation) => format!("`{relation}`"),
            Token::Separator => "the end of the statement".into(),
            Token::End => "the end".into(),
        }
    }
}

/// All tokens of `text` with their columns, the last one [`Token::End`].
///
/// A line ends a statement where the next one begins with a name, unless parentheses are open or an operator waits for its
/// right operand.
pub(crate) fn tokenize(text: &str) -> Result<Vec<(Token, Columns)>, NotationError> {
    let mut lexer = Lexer { rest: text.chars().peekable(), column: 1 };
    lexer.rest.next_if_eq(&BYTE_ORDER_MARK);
    let mut tokens: Vec<(Token, Columns)> = Vec::new();
    let mut open = 0_usize;
    loop {
        let line_end = lexer.skip_blanks();
        let token = lexer.next_token()?;
        match token.0 {
            Token::Open => open += 1,
            Token::Close => open = open.saturating_sub(1),
            _ => {}
        }
        if let (Some(line_end), Token::Name(_), 0) = (line_end, &token.0, open)
            && tokens.last().is_some_and(|last| matches!(last.0, Token::Name(_) | Token::Number(_) | Token::Close))
        {
            tokens.push((Token::Separator, line_end));
        }
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
    /// Passes blanks and comments, which go from `#` to the end of the line; gives where the first line among them ends.
    fn skip_blanks(&mut self) -> Option<Columns> {
        let mut line_end = None;
        loop {
            let start = self.column;
            let Some(blank) = self.take_if(|c| c.is_whitespace() || c == '#') else { return line_end };
            match blank {
                '\n' => line_end = line_end.or(Some(self.since(start))),
                '#' => drop(self.take_while(|c| c != '\n')),
                _ => {}
            }
        }
    }

    fn next_token(&mut self) -> Result<(Token, Columns), NotationError> {
        let start = self.column;
        let Some(first) = self.take() else {
            return Ok((Token::End, Columns { start, end: start + 1 }));
        };
        let mut then = |next: char| self.take_if(|c| c == next).is_some();
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            ',' => Token::Comma,
            ';' => Token::Separator,
            '+' if then('=') => Token::PlusEquals,
            '+' => Token::Plus,
            '-' if then('=') => Token::MinusEquals,
            '-' => Token::Minus,
            '*' if then('=') => Token::StarEquals,
            '*' if then('*') => return Err(NotationError::new(Problem::Power("**"), self.since(start))),
            '*' => Token::Star,
            '/' => Token::Slash,
            '=' if then('=') => Token::Relation(Relation::Equal),
            '=' => Token::Equals,
            '<' if then('=') => Token::Relation(Relation::LessOrEqual),
            '<' => Token::Relation(Relation::Less),
            '>' if then('=') => Token::Relation(Relation::GreaterOrEqual),
            '>' => Token::Relation(Relation::Greater),
            '!' if then('=') => Token::Relation(Relation::NotEqual),
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
            digit if digit.is_ascii_digit() || digit == '.' && self.rest.peek().is_some_and(char::is_ascii_digit) => {
                let text = self.take_number(digit);
                let is_imaginary = self.take_imaginary_unit();
                let number = number(text, is_imaginary);
                Token::Number(number.map_err(|problem| NotationError::new(problem, self.since(start)))?)
            }
            '^' => return Err(NotationError::new(Problem::Power("^"), self.since(start))),
            '[' | ']' | '{' | '}' => return Err(NotationError::new(Problem::Bracket(first), self.since(start))),
            other => return Err(NotationError::new(Problem::UnknownCharacter(other), self.since(start))),
        };
        Ok((token, self.since(start)))
    }

    /// The rest of `digits [. [digits]] [e [sign] digits]` or `. digits [e [sign] digits]`; an `e` that no digit follows is
    /// not part of it.
    fn take_number(&mut self, first: char) -> String {
        let mut text = String::from(first);
        text += &self.take_while(|c| c.is_ascii_digit());
        if first != '.' && self.rest.peek() == Some(&'.') {
            text.extend(self.take());
            text += &self.take_while(|c| c.is_ascii_digit());
        }
        if self.looks_at_exponent() {
            text.extend(self.take());
            text.extend(self.take_if(|c| c == '+' || c == '-'));
            text += &self.take_while(|c| c.is_ascii_digit());
        }
        text
    }

    /// Passes the `i` of `2i`, which begins no name.
    fn take_imaginary_unit(&mut self) -> bool {
        let mut ahead = self.rest.clone();
        let is_unit = ahead.next() == Some('i') && !ahead.next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        is_unit && self.take().is_some()
    }

    /// Whether an exponent comes next: an `e`, perhaps a sign, and a digit.
    fn looks_at_exponent(&self) -> bool {
        let mut ahead = self.rest.clone();
        if ahead.next_if(|c| matches!(c, 'e' | 'E')).is_none() {
            return false;
        }
        ahead.next_if(|c| matches!(c, '+' | '-'));
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
fn number(text: String, is_imaginary: bool) -> Result<Number, Problem> {
    if !is_imaginary && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map(Number::Integer).map_err(|_| Problem::IntegerTooLarge { found: text });
    }
    match text.parse::<f64>() {
        Ok(value) if !value.is_finite() => Err(Problem::FloatTooLarge { found: text }),
        Ok(value) if is_imaginary => Ok(Number::Imaginary(value)),
        Ok(value) => Ok(Number::Float(value)),
        Err(_) => Err(Problem::FloatTooLarge { found: text }),
    }
}
