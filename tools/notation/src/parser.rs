//! Tokens to tree, by recursive descent.
//!
//! ```text
//! program    = statement {separator statement} [separator]
//! statement  = access ("=" | "+=" | "-=" | "*=" | "max=" | "min=") value
//! value      = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
//! sum        = product {("+" | "-") product}
//! product    = factor {("*" | "/") factor}
//! factor     = ("-" | "+") factor | number | call | access | "(" value ")"
//! call       = (function | reduction) "(" [value {"," value}] ")"
//! access     = name ["(" [affine {"," affine}] ")"]
//! separator  = ";" {";"} | the end of a line
//! ```
//!
//! `affine` has the shape of `sum`, with integers and index variables for numbers and accesses and without `/`.
//! The names of functions and reductions are reserved, so what a name says does not depend on what follows it. Whether a
//! name alone is a tensor of order 0 or an index variable is left to `resolve`; what the grammar cannot say (orders that
//! agree, a sensible target, enough arguments) to `check`; the sums that the text leaves out to `sums`.

use crate::ast::{
    Access, Assignment, Columns, Expr, ExprKind, Function, Number, Operator, Program, Reduction, Subscript, Update,
};
use crate::check::{check, check_program};
use crate::error::{NotationError, Problem};
use crate::lexer::{Token, tokenize};
use crate::resolve::resolve;
use crate::sums::place_sums;
use lacuna_runtime::MOST_DIMENSIONS;

/// Bounds the height of a tree, which a long chain of operators builds without any nesting.
const MAX_TOKENS: usize = 2000;
/// Bounds the parser's own recursion.
const MAX_NESTING: usize = 100;

/// Parses and checks a program of one assignment.
///
/// # Errors
/// The first thing that is wrong, a second assignment among them.
pub fn parse(text: &str) -> Result<Assignment, NotationError> {
    let mut program = parse_program(text)?;
    match program.statements.get(1) {
        Some(second) => Err(NotationError::new(Problem::SecondStatement, second.columns)),
        // A program has a statement.
        None => Ok(program.statements.remove(0)),
    }
}

/// Parses and checks a program.
///
/// # Errors
/// The first thing that is wrong.
pub fn parse_program(text: &str) -> Result<Program, NotationError> {
    let tokens = tokenize(text)?;
    check_length(&tokens)?;
    let mut parser = Parser { tokens, next: 0, nesting: 0, subscripted: String::new() };
    let mut statements = Vec::new();
    loop {
        let statement = resolve(parser.statement()?);
        check(&statement)?;
        statements.push(place_sums(statement)?);
        if *parser.peek() != Token::Separator && *parser.peek() != Token::End {
            return Err(parser.unexpected("an operator or the end"));
        }
        while *parser.peek() == Token::Separator {
            parser.advance();
        }
        if *parser.peek() == Token::End {
            break;
        }
    }
    let program = Program { statements };
    check_program(&program)?;
    Ok(program)
}

/// Parses a subscript that stands alone.
///
/// # Errors
/// The first thing that is wrong.
pub fn parse_subscript(text: &str) -> Result<Subscript, NotationError> {
    let tokens = tokenize(text)?;
    check_length(&tokens)?;
    let mut parser = Parser { tokens, next: 0, nesting: 0, subscripted: String::new() };
    let subscript = parser.subscript()?;
    match parser.peek() {
        Token::End => Ok(subscript),
        _ => Err(parser.unexpected("an operator or the end")),
    }
}

/// No statement is too long.
fn check_length(tokens: &[(Token, Columns)]) -> Result<(), NotationError> {
    for statement in tokens.split(|(token, _)| matches!(token, Token::Separator | Token::End)) {
        if let Some((_, columns)) = statement.get(MAX_TOKENS) {
            return Err(NotationError::new(Problem::TooLong { limit: MAX_TOKENS, found: statement.len() }, *columns));
        }
    }
    Ok(())
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
    fn statement(&mut self) -> Result<Assignment, NotationError> {
        let Token::Name(_) = self.peek() else { return Err(self.unexpected("the name of the target")) };
        let target = self.access()?;
        let update = self.update()?;
        let value = self.value()?;
        let columns = target.columns.to(value.columns);
        Ok(Assignment { target, update, value, columns })
    }

    /// Passes `=`, `+=` and the like.
    fn update(&mut self) -> Result<Update, NotationError> {
        let named = |name: &str| match name {
            "max" => Some(Update::Max),
            "min" => Some(Update::Min),
            _ => None,
        };
        let update = match self.peek() {
            Token::Equals => Some(Update::Replace),
            Token::PlusEquals => Some(Update::Add),
            Token::MinusEquals => Some(Update::Subtract),
            Token::StarEquals => Some(Update::Multiply),
            Token::Name(name) => named(name).filter(|_| self.tokens[self.next + 1].0 == Token::Equals),
            _ => None,
        };
        let Some(update) = update else {
            return Err(self.unexpected("`=`, `+=`, `-=`, `*=`, `max=` or `min=`"));
        };
        if let Token::Name(_) = self.peek() {
            self.advance();
        }
        self.advance();
        Ok(update)
    }

    fn value(&mut self) -> Result<Expr, NotationError> {
        let left = self.sum()?;
        let Token::Relation(relation) = *self.peek() else { return Ok(left) };
        self.advance();
        let right = self.sum()?;
        if let Token::Relation(_) = self.peek() {
            return Err(NotationError::new(Problem::ChainOfRelations, self.columns()));
        }
        let columns = left.columns.to(right.columns);
        Ok(Expr { kind: ExprKind::Compare { relation, left: Box::new(left), right: Box::new(right) }, columns })
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
            Token::Plus => {
                self.advance();
                let operand = self.nested(Self::factor)?;
                Ok(Expr { columns: start.to(operand.columns), ..operand })
            }
            &Token::Number(number) => {
                self.advance();
                Ok(Expr { kind: ExprKind::Number(number), columns: start })
            }
            Token::Name(name) => match (Reduction::named(name), Function::named(name)) {
                (None, None) => {
                    let access = self.access()?;
                    Ok(Expr { columns: access.columns, kind: ExprKind::Access(access) })
                }
                (Some(reduction), None) => self.reduction(reduction),
                // Whether `max` and `min` are reductions depends on what the first argument is.
                (_, Some(function)) => {
                    let (arguments, columns) = self.arguments()?;
                    Ok(Expr { kind: ExprKind::Call { function, arguments }, columns })
                }
            },
            Token::Open => {
                let opening = self.next;
                self.advance();
                let inner = self.nested(Self::value)?;
                let end = self.close(opening, "an operator or `)`")?;
                Ok(Expr { columns: start.to(end), ..inner })
            }
            _ => Err(self.unexpected("a tensor, a number, `-` or `(`")),
        }
    }

    /// The arguments of a function, whose name comes next, and where all of it stands.
    fn arguments(&mut self) -> Result<(Vec<Expr>, Columns), NotationError> {
        let start = self.columns();
        if let Token::Name(name) = self.peek().clone() {
            self.advance();
            if *self.peek() != Token::Open {
                return Err(NotationError::new(Problem::ReservedName(name), start));
            }
        }
        let (arguments, end) = self.list(|parser| parser.nested(Self::value))?;
        Ok((arguments, start.to(end)))
    }

    /// A reduction that is no function as well: index variables, and what is combined.
    fn reduction(&mut self, reduction: Reduction) -> Result<Expr, NotationError> {
        let (mut arguments, columns) = self.arguments()?;
        let body = arguments.pop().filter(|_| !arguments.is_empty());
        let Some(body) = body else {
            return Err(NotationError::new(Problem::NoVariables(reduction), columns));
        };
        let mut variables = Vec::new();
        for argument in arguments {
            let place = argument.columns;
            match argument.kind {
                ExprKind::Access(Access { tensor, subscripts, .. }) if subscripts.is_empty() => variables.push(tensor),
                kind => {
                    let found = Expr { kind, columns: place }.to_string();
                    return Err(NotationError::new(Problem::NotAnIndex { reduction, found }, place));
                }
            }
        }
        let kind = ExprKind::Reduce { reduction, variables, body: Box::new(body), is_implicit: false };
        Ok(Expr { kind, columns })
    }

    fn access(&mut self) -> Result<Access, NotationError> {
        let mut columns = self.columns();
        let Token::Name(tensor) = self.peek().clone() else { return Err(self.unexpected("the name of a tensor")) };
        if is_reserved(&tensor) {
            return Err(NotationError::new(Problem::ReservedName(tensor), columns));
        }
        self.advance();
        let mut subscripts = Vec::new();
        if *self.peek() == Token::Open {
            self.subscripted.clone_from(&tensor);
            let end;
            (subscripts, end) = self.list(Self::subscript)?;
            columns = columns.to(end);
        }
        if subscripts.len() > MOST_DIMENSIONS {
            let problem = Problem::TooManySubscripts { tensor, limit: MOST_DIMENSIONS, found: subscripts.len() };
            return Err(NotationError::new(problem, columns));
        }
        Ok(Access { tensor, subscripts, columns })
    }

    /// What stands between the parenthesis that comes next and the one that closes it, and where that is.
    fn list<T>(&mut self, item: fn(&mut Self) -> Result<T, NotationError>) -> Result<(Vec<T>, Columns), NotationError> {
        let opening = self.next;
        self.advance();
        let mut items = Vec::new();
        if *self.peek() != Token::Close {
            items.push(item(self)?);
            while *self.peek() == Token::Comma {
                self.advance();
                items.push(item(self)?);
            }
        }
        Ok((items, self.close(opening, "an operator, `,` or `)`")?))
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
        loop {
            // After a factor, a name is nothing else.
            let is_remainder = matches!(self.peek(), Token::Name(name) if name == "mod");
            let operation = match self.peek() {
                Token::Star => Subscript::times,
                Token::Slash => |left: Subscript, right| left.divided(right, true),
                _ if is_remainder => |left: Subscript, right| left.divided(right, false),
                _ => return Ok(product),
            };
            self.advance();
            let factor = self.affine_factor()?;
            let columns = product.columns.to(factor.columns);
            product = at(columns, operation(product, factor))?;
        }
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
                let tensor = || self.subscripted.clone();
                let problem = match (is_reserved(&name), *self.peek() == Token::Open) {
                    (true, true) => Problem::FunctionInSubscript { tensor: tensor(), found: name },
                    (true, false) => Problem::ReservedName(name),
                    (false, true) => Problem::IndirectSubscript { tensor: tensor(), found: name },
                    (false, false) => return Ok(Subscript::of_variable(name, start)),
                };
                Err(NotationError::new(problem, start))
            }
            Token::Number(Number::Imaginary(value)) => {
                Err(NotationError::new(Problem::ImaginarySubscript { value }, start))
            }
            Token::Number(number @ Number::Float(_)) => {
                let tensor = self.subscripted.clone();
                Err(NotationError::new(Problem::FractionInSubscript { tensor, found: number.to_string() }, start))
            }
            Token::Plus => {
                self.advance();
                self.nested(Self::affine_factor)
            }
            Token::Open => {
                let opening = self.next;
                self.advance();
                let inner = self.nested(Self::affine_sum)?;
                let end = self.close(opening, "an operator or `)`")?;
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

    /// Passes the `)` that must come now; `opening` is the token of its `(`.
    fn close(&mut self, opening: usize, expected: &'static str) -> Result<Columns, NotationError> {
        if *self.peek() != Token::Close {
            // A statement goes on until its parentheses are closed, so what is wrong may be found lines later.
            return Err(match self.is_closed(opening) {
                true => self.unexpected(expected),
                false => NotationError::new(Problem::Unclosed, self.tokens[opening].1),
            });
        }
        let columns = self.columns();
        self.advance();
        Ok(columns)
    }

    /// Whether a `(` has a `)`.
    fn is_closed(&self, opening: usize) -> bool {
        let mut depth = 0;
        self.tokens[opening..].iter().any(|(token, _)| {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                _ => {}
            }
            depth == 0
        })
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

/// Whether a name is that of a function or a reduction.
pub(crate) fn is_reserved(name: &str) -> bool {
    Function::named(name).is_some() || Reduction::named(name).is_some()
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let columns = left.columns.to(right.columns);
    Expr { kind: ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }, columns }
}

fn at<T>(columns: Columns, result: Result<T, Problem>) -> Result<T, NotationError> {
    result.map_err(|problem| NotationError::new(problem, columns))
}
