//! The grammar of format texts.
//!
//! ```text
//! format := dims '->' '(' [level {',' level}] ')' {',' setting}
//! setting := ('positions' | 'coordinates') '=' bits | 'fill' '=' ['-'] (literal | 'inf') ':' type
//! dims   := '(' [name {',' name}] ')'
//! level  := expr ':' kind
//! kind   := word ['[' n ',' m ']'] ['(' property {',' property} ')']
//! expr   := term {('+' | '-') term}
//! term   := factor {'*' number | 'floordiv' number | 'ceildiv' number | 'mod' number}
//! factor := name | '_' | ['-'] number | number '*' factor | '(' expr ')'
//! ```

use super::lexer::{Token, tokens};
use crate::{DimExpr, Fill, FillType, Format, FormatError, Level, LevelKind, Width};

const PROPERTY_WORDS: &str = "nonunique, unordered, full or interleaved, each once";
/// Parentheses nest no deeper than this, so that hostile text cannot exhaust the stack.
const DEEPEST_NESTING: usize = 64;
/// Places for operators in one level, for the same reason: sums are nested too.
const MOST_OPERATOR_PLACES: usize = 256;
const RESERVED: [&str; 4] = ["floordiv", "ceildiv", "mod", "_"];
/// The words that settings start with.
pub(super) const SETTINGS: [&str; 3] = [POSITIONS, COORDINATES, FILL];
const POSITIONS: &str = "positions";
const COORDINATES: &str = "coordinates";
const FILL: &str = "fill";
/// The word for an infinite fill value.
const INFINITY: &str = "inf";

/// Reads the text of a format, bare or as `#stensor.format<...>`. It is not validated.
pub(crate) fn attribute(text: &str) -> Result<Format, FormatError> {
    const WRAPPER: &str = "#stensor.format";
    // The wrapper is replaced by blanks, so that columns stay those of the text given.
    let body = text.replacen(WRAPPER, &" ".repeat(WRAPPER.len()), 1);
    let is_wrapped = text.trim_start().starts_with(WRAPPER);
    let mut parser = Parser::new(if is_wrapped { &body } else { text })?;
    if is_wrapped {
        parser.expect("<")?;
    }
    let format = parser.format()?;
    if is_wrapped {
        parser.expect(">")?;
    }
    parser.expect_end()?;
    Ok(format)
}

/// A reader of tokens.
pub(super) struct Parser {
    tokens: Vec<(usize, Token)>,
    next: usize,
    dimensions: Vec<String>,
    depth: usize,
    operators: usize,
}

impl Parser {
    pub(super) fn new(text: &str) -> Result<Parser, FormatError> {
        Ok(Parser { tokens: tokens(text)?, next: 0, dimensions: Vec::new(), depth: 0, operators: 0 })
    }

    fn peek(&self) -> &Token {
        self.tokens.get(self.next).map_or(&Token::End, |(_, token)| token)
    }

    fn error<T>(&self, expected: impl Into<String>) -> Result<T, FormatError> {
        let column = self.tokens.get(self.next).map_or(1, |(column, _)| *column);
        Err(FormatError::Syntax { column, expected: expected.into(), found: self.peek().to_string() })
    }

    pub(super) fn accept(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(found) if *found == symbol);
        self.next += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(found) if found == word);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), FormatError> {
        if self.accept(symbol) { Ok(()) } else { self.error(format!("`{symbol}`")) }
    }

    pub(super) fn expect_end(&self) -> Result<(), FormatError> {
        if *self.peek() == Token::End { Ok(()) } else { self.error("the end of the text") }
    }

    pub(super) fn number(&mut self, what: &str) -> Result<i64, FormatError> {
        let Token::Number(number) = *self.peek() else { return self.error(what) };
        self.next += 1;
        Ok(number)
    }

    /// `item {',' item}` up to `close`, which is consumed; may be empty.
    fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, FormatError>,
    ) -> Result<Vec<T>, FormatError> {
        let mut items = Vec::new();
        if self.accept(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.accept(close) {
                return Ok(items);
            }
            if !self.accept(",") {
                return self.error(format!("`,` or `{close}`"));
            }
        }
    }

    fn format(&mut self) -> Result<Format, FormatError> {
        self.expect("(")?;
        self.dimensions = Vec::new();
        self.list(")", Self::dimension)?;
        self.expect("->")?;
        self.expect("(")?;
        let levels = self.list(")", Self::level)?;
        let format = Format::with_defaults(self.dimensions.len(), levels);
        self.settings(format)
    }

    /// A format with the settings that follow it.
    pub(super) fn settings(&mut self, format: Format) -> Result<Format, FormatError> {
        let (mut positions, mut coordinates, mut fill) = (None, None, None);
        while self.accept(",") {
            if positions.is_none() && self.accept_word(POSITIONS) {
                positions = Some(self.width()?);
            } else if coordinates.is_none() && self.accept_word(COORDINATES) {
                coordinates = Some(self.width()?);
            } else if fill.is_none() && self.accept_word(FILL) {
                fill = Some(self.fill()?);
            } else {
                return self.error("positions, coordinates or fill, each once");
            }
        }
        Ok(Format {
            position_width: positions.unwrap_or_default(),
            coordinate_width: coordinates.unwrap_or_default(),
            fill,
            ..format
        })
    }

    /// A literal and its type: `1.5 : f64`.
    fn fill(&mut self) -> Result<Fill, FormatError> {
        self.expect("=")?;
        let sign = if self.accept("-") { "-" } else { "" };
        let place = self.next;
        let magnitude = match self.peek() {
            Token::Number(number) => number.to_string(),
            Token::Literal(literal) => literal.clone(),
            // MLIR has no such word, and wants bits.
            Token::Word(word) if word == INFINITY => word.clone(),
            _ => return self.error("a number"),
        };
        self.next += 1;
        if !self.accept(":") {
            return self.error("`:` and the element type, as in `fill = 1.0 : f64`");
        }
        let r#type = match self.peek() {
            Token::Word(word) => FillType::from_word(word),
            _ => None,
        };
        let Some(r#type) = r#type else { return self.error("an element type (f64, f32, i64, i32, i16 or i8)") };
        self.next += 1;
        Fill::parse(&format!("{sign}{magnitude}"), r#type).map_or_else(
            || {
                self.next = place;
                self.error(format!("a literal of {type}"))
            },
            Ok,
        )
    }

    fn width(&mut self) -> Result<Width, FormatError> {
        const EXPECTED: &str = "a width of 8, 16, 32 or 64";
        self.expect("=")?;
        let Token::Number(bits) = *self.peek() else { return self.error(EXPECTED) };
        let Some(width) = u64::try_from(bits).ok().and_then(Width::from_bits) else { return self.error(EXPECTED) };
        self.next += 1;
        Ok(width)
    }

    fn dimension(&mut self) -> Result<(), FormatError> {
        let Token::Word(name) = self.peek().clone() else { return self.error("a name for a dimension") };
        if RESERVED.contains(&name.as_str()) || self.dimensions.contains(&name) {
            return self.error("a new name for a dimension");
        }
        self.next += 1;
        self.dimensions.push(name);
        Ok(())
    }

    fn level(&mut self) -> Result<Level, FormatError> {
        self.operators = 0;
        let expr = self.expr()?;
        self.expect(":")?;
        self.level_kind(expr)
    }

    /// A level format and its properties: `compressed(nonunique)`.
    pub(super) fn level_kind(&mut self, expr: DimExpr) -> Result<Level, FormatError> {
        let kind = match self.peek() {
            Token::Word(word) => LevelKind::from_word(word),
            _ => None,
        };
        let Some(kind) = kind else {
            return self.error(format!("a level format ({})", LevelKind::ALL.map(LevelKind::syntax).join(", ")));
        };
        self.next += 1;
        let kind = if kind.sizes().is_some() { kind.with_sizes(self.sizes()?) } else { kind };
        let mut level = Level::new(expr, kind);
        if self.accept("(") {
            let mut found = Vec::new();
            self.list(")", |parser| parser.property(&mut level, &mut found))?;
        }
        Ok(level)
    }

    fn sizes(&mut self) -> Result<(u64, u64), FormatError> {
        self.expect("[")?;
        let n = self.number("the number of stored coordinates a block")?;
        self.expect(",")?;
        let m = self.number("the size of a block")?;
        self.expect("]")?;
        // The lexer reads no sign, so both are non-negative.
        Ok((n.unsigned_abs(), m.unsigned_abs()))
    }

    /// A property that is not among those that were found before.
    fn property(&mut self, level: &mut Level, found: &mut Vec<String>) -> Result<(), FormatError> {
        let Token::Word(word) = self.peek().clone() else { return self.error(PROPERTY_WORDS) };
        match word.as_str() {
            _ if found.contains(&word) => return self.error(PROPERTY_WORDS),
            "nonunique" => level.unique = false,
            "unordered" => level.ordered = false,
            "full" => level.full = true,
            "interleaved" => level.interleaved = true,
            _ => return self.error(PROPERTY_WORDS),
        }
        self.next += 1;
        found.push(word);
        Ok(())
    }

    fn expr(&mut self) -> Result<DimExpr, FormatError> {
        let mut expr = self.term()?;
        loop {
            self.count_operator()?;
            if self.accept("+") {
                expr = expr.plus(self.term()?);
            } else if self.accept("-") {
                expr = expr.minus(self.term()?);
            } else {
                return Ok(expr);
            }
        }
    }

    fn term(&mut self) -> Result<DimExpr, FormatError> {
        let mut term = self.factor()?;
        loop {
            self.count_operator()?;
            if self.accept("*") {
                // One side must be a number: `4 * i` and `i * 4` are the same multiple.
                term = match term {
                    DimExpr::Constant(factor) => self.factor()?.times(factor),
                    operand => operand.times(self.signed_number("a constant factor")?),
                };
            } else if self.accept_word("floordiv") {
                term = term.floor_div(self.divisor()?);
            } else if self.accept_word("ceildiv") {
                term = term.ceil_div(self.divisor()?);
            } else if self.accept_word("mod") {
                term = term.modulo(self.divisor()?);
            } else {
                return Ok(term);
            }
        }
    }

    /// Counts a place where an operator may stand.
    fn count_operator(&mut self) -> Result<(), FormatError> {
        self.operators += 1;
        if self.operators <= MOST_OPERATOR_PLACES { Ok(()) } else { self.error("a shorter expression") }
    }

    fn signed_number(&mut self, what: &str) -> Result<i64, FormatError> {
        let is_negative = self.accept("-");
        let number = self.number(what)?;
        Ok(if is_negative { -number } else { number })
    }

    fn divisor(&mut self) -> Result<i64, FormatError> {
        const EXPECTED: &str = "a divisor of at least 1";
        match self.peek() {
            Token::Number(1..) => self.number(EXPECTED),
            _ => self.error(EXPECTED),
        }
    }

    fn factor(&mut self) -> Result<DimExpr, FormatError> {
        let expected = || format!("a dimension ({}), a number or `(`", self.dimensions.join(", "));
        match self.peek() {
            Token::Number(_) => Ok(DimExpr::Constant(self.number("a number")?)),
            Token::Word(word) => {
                let expr = match self.dimensions.iter().position(|name| name == word) {
                    Some(dimension) => DimExpr::Dim(dimension),
                    None if word == "_" => DimExpr::Slot,
                    None => return self.error(expected()),
                };
                self.next += 1;
                Ok(expr)
            }
            Token::Symbol("-") => {
                self.next += 1;
                match self.nested(Self::factor)? {
                    DimExpr::Constant(value) => Ok(DimExpr::Constant(value.wrapping_neg())),
                    operand => Ok(operand.times(-1)),
                }
            }
            Token::Symbol("(") => {
                self.next += 1;
                let expr = self.nested(Self::expr)?;
                self.expect(")")?;
                Ok(expr)
            }
            _ => self.error(expected()),
        }
    }

    fn nested(&mut self, inner: fn(&mut Self) -> Result<DimExpr, FormatError>) -> Result<DimExpr, FormatError> {
        if self.depth == DEEPEST_NESTING {
            return self.error(format!("at most {DEEPEST_NESTING} nested parentheses"));
        }
        self.depth += 1;
        let expr = inner(self);
        self.depth -= 1;
        expr
    }
}
