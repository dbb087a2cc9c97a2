//! Tokens to tree, by recursive descent.
//!
//! ```text
//! assignment = access ("=" | "+=") sum
//! sum        = product {("+" | "-") product}
//! product    = factor {("*" | "/") factor}
//! factor     = "-" factor | number | call | access | "(" sum ")"
//! call       = ("max" | "min") "(" [sum {"," sum}] ")"
//! access     = name ["(" [affine {"," affine}] ")"]
//! ```
//!
//! `affine` has the shape of `sum`, with integers and index variables for numbers and accesses and without `/`.
//! The names of functions are reserved, so what a name says does not depend on what follows it.
//! What the grammar cannot say (orders that agree, a sensible target, enough arguments) is left to `check`.

use crate::ast::{Access, Assignment, Columns, Expr, ExprKind, Function, Number, Operator, Subscript, Update};
use crate::check::check;
use crate::error::{NotationError, Problem};
use crate::lexer::{Token, tokenize};

/// Bounds the height of the tree, which a long chain of operators builds without any nesting.
const MAX_TOKENS: usize = 2000;
/// Bounds the parser's own recursion.
const MAX_NESTING: usize = 100;

/// Parses and checks one assignment.
pub fn parse(text: &str) -> Result<Assignment, NotationError> {
    let tokens = tokenize(text)?;
    let found = tokens.len() - 1;
    if found > MAX_TOKENS {
        return Err(NotationError::new(Problem::TooLong { limit: MAX_TOKENS, found }, tokens[MAX_TOKENS].1));
    }
    let mut parser = Parser { tokens, next: 0, nesting: 0, subscripted: String::new() };
    let assignment = parser.assignment()?;
    check(&assignment)?;
    Ok(assignment)
}

struct Parser {
    /// Ends with [`Token::End`], which is never passed.
    tokens: Vec<(Token, Columns)>,
    next: usize,
    nesting: usize,
    /// The tensor whose subscripts were read last.
    subscripted: String,
}

impl Parser {
    fn assignment(&mut self) -> Result<Assignment, NotationError> {
        let Token::Name(_) = self.peek() else { return Err(self.unexpected("the name of the target")) };
        let target = self.access()?;
        let update = match self.peek() {
            Token::Equals => Update::Replace,
            Token::PlusEquals => Update::Accumulate,
            _ => return Err(self.unexpected("`=` or `+=`")),
        };
        self.advance();
        let value = self.sum()?;
        if *self.peek() != Token::End {
            return Err(self.unexpected("an operator or the end"));
        }
        let columns = target.columns.to(value.columns);
        Ok(Assignment { target, update, value, columns })
    }

    fn sum(&mut self) -> Result<Expr, NotationError> {
        let mut sum = self.product()?;
        loop {
            let operator = match self.peek() {
                Token::Plus => Operator::Add,
                Token::Minus => Operator::Subtract,
                _ => return Ok(sum),
            };
            self.advance();
            sum = binary(operator, sum, self.product()?);
        }
    }

    fn product(&mut self) -> Result<Expr, NotationError> {
        let mut product = self.factor()?;
        loop {
            let operator = match self.peek() {
                Token::Star => Operator::Multiply,
                Token::Slash => Operator::Divide,
                _ => return Ok(product),
            };
            self.advance();
            product = binary(operator, product, self.factor()?);
        }
    }

    fn factor(&mut self) -> Result<Expr, NotationError> {
        let start = self.columns();
        match self.peek() {
            Token::Minus => {
                self.advance();
                let operand = self.nested(Self::factor)?;
                let columns = start.to(operand.columns);
                Ok(Expr { kind: ExprKind::Negate(Box::new(operand)), columns })
            }
            &Token::Number(number) => {
                self.advance();
                Ok(Expr { kind: ExprKind::Number(number), columns: start })
            }
            Token::Name(name) => {
                if let Some(function) = Function::named(name) {
                    return self.call(function);
                }
                let access = self.access()?;
                Ok(Expr { columns: access.columns, kind: ExprKind::Access(access) })
            }
            Token::Open => {
                self.advance();
                let inner = self.nested(Self::sum)?;
                let end = self.close("an operator or `)`")?;
                Ok(Expr { columns: start.to(end), ..inner })
            }
            _ => Err(self.unexpected("a tensor, a number, `-` or `(`")),
        }
    }

    /// A function, whose name comes next, with its arguments.
    fn call(&mut self, function: Function) -> Result<Expr, NotationError> {
        let start = self.columns();
        self.advance();
        if *self.peek() != Token::Open {
            return Err(NotationError::new(Problem::ReservedName(function), start));
        }
        let (arguments, end) = self.list(|parser| parser.nested(Self::sum))?;
        Ok(Expr { kind: ExprKind::Call { function, arguments }, columns: start.to(end) })
    }

    fn access(&mut self) -> Result<Access, NotationError> {
        let mut columns = self.columns();
        let Token::Name(tensor) = self.peek().clone() else { return Err(self.unexpected("the name of a tensor")) };
        if let Some(function) = Function::named(&tensor) {
            return Err(NotationError::new(Problem::ReservedName(function), columns));
        }
        self.advance();
        let mut subscripts = Vec::new();
        if *self.peek() == Token::Open {
            self.subscripted.clone_from(&tensor);
            let end;
            (subscripts, end) = self.list(Self::subscript)?;
            columns = columns.to(end);
        }
        Ok(Access { tensor, subscripts, columns })
    }

    /// What stands between the parenthesis that comes next and the one that closes it, and where that is.
    fn list<T>(&mut self, item: fn(&mut Self) -> Result<T, NotationError>) -> Result<(Vec<T>, Columns), NotationError> {
        self.advance();
        let mut items = Vec::new();
        if *self.peek() != Token::Close {
            items.push(item(self)?);
            while *self.peek() == Token::Comma {
                self.advance();
                items.push(item(self)?);
            }
        }
        Ok((items, self.close("an operator, `,` or `)`")?))
    }

    fn subscript(&mut self) -> Result<Subscript, NotationError> {
        Ok(self.affine_sum()?.normalized())
    }

    fn affine_sum(&mut self) -> Result<Subscript, NotationError> {
        let mut sum = self.affine_product()?;
        loop {
            let is_difference = match self.peek() {
                Token::Plus => false,
                Token::Minus => true,
                _ => return Ok(sum),
            };
            self.advance();
            let mut next = self.affine_product()?;
            let columns = sum.columns.to(next.columns);
            if is_difference {
                next = at(columns, next.negated())?;
            }
            sum = at(columns, sum.plus(next))?;
        }
    }

    fn affine_product(&mut self) -> Result<Subscript, NotationError> {
        let mut product = self.affine_factor()?;
        while *self.peek() == Token::Star {
            self.advance();
            let factor = self.affine_factor()?;
            let columns = product.columns.to(factor.columns);
            product = at(columns, product.times(factor))?;
        }
        Ok(product)
    }

    fn affine_factor(&mut self) -> Result<Subscript, NotationError> {
        let start = self.columns();
        match self.peek().clone() {
            Token::Minus => {
                self.advance();
                let operand = self.nested(Self::affine_factor)?;
                let columns = start.to(operand.columns);
                Ok(Subscript { columns, ..at(columns, operand.negated())? })
            }
            Token::Number(Number::Integer(value)) => {
                self.advance();
                Ok(Subscript::of_constant(value, start))
            }
            Token::Name(name) => {
                self.advance();
                let problem = match (Function::named(&name), *self.peek() == Token::Open) {
                    (Some(function), true) => Problem::FunctionInSubscript(function),
                    (Some(function), false) => Problem::ReservedName(function),
                    (None, true) => Problem::IndirectSubscript { tensor: self.subscripted.clone(), found: name },
                    (None, false) => return Ok(Subscript::of_variable(name, start)),
                };
                Err(NotationError::new(problem, start))
            }
            Token::Open => {
                self.advance();
                let inner = self.nested(Self::affine_sum)?;
                let end = self.close("an operator or `)`")?;
                Ok(Subscript { columns: start.to(end), ..inner })
            }
            _ => Err(self.unexpected("an index variable, an integer, `-` or `(`")),
        }
    }

    /// Runs `rule` one level deeper.
    fn nested<T>(&mut self, rule: fn(&mut Self) -> Result<T, NotationError>) -> Result<T, NotationError> {
        if self.nesting == MAX_NESTING {
            return Err(NotationError::new(Problem::TooDeep { limit: MAX_NESTING }, self.columns()));
        }
        self.nesting += 1;
        let result = rule(self);
        self.nesting -= 1;
        result
    }

    /// Passes the `)` that must come now.
    fn close(&mut self, expected: &'static str) -> Result<Columns, NotationError> {
        if *self.peek() != Token::Close {
            return Err(self.unexpected(expected));
        }
        let columns = self.columns();
        self.advance();
        Ok(columns)
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    fn columns(&self) -> Columns {
        self.tokens[self.next].1
    }

    fn advance(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn unexpected(&self, expected: &'static str) -> NotationError {
        let found = self.peek().describe();
        NotationError::new(Problem::Unexpected { expected, found }, self.columns())
    }
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let columns = left.columns.to(right.columns);
    Expr { kind: ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }, columns }
}

fn at<T>(columns: Columns, result: Result<T, Problem>) -> Result<T, NotationError> {
    result.map_err(|problem| NotationError::new(problem, columns))
}
