//! The scalar body of a term.

use super::{FrontendError, element};
use lacuna_notation::{
    ast::{Access, Columns, Expr, ExprKind, Function, Number, Operator},
    terms::{Sign, Term},
};
use lacuna_runtime::value::{Dtype, Kind};

/// Writes the operations of one body.
pub struct Body<'a> {
    /// The element type.
    pub dtype: Dtype,
    /// The parameter that holds each access.
    pub known: Vec<(&'a Access, String)>,
    /// The next unused value number.
    pub next: &'a mut usize,
    /// What has been written.
    pub lines: String,
    /// The numbers, which stand before the operation.
    pub numbers: String,
}

impl Body<'_> {
    /// The value of the term, added to the old value where there is one.
    pub fn term(&mut self, old: Option<&str>, term: &Term<'_>) -> Result<String, FrontendError> {
        let mut value = self.expression(term.expr)?;
        if term.sign == Sign::Minus {
            value = self.negate(&value);
        }
        Ok(match old {
            Some(old) => self.binary(&self.named("add"), old, &value),
            None => value,
        })
    }

    fn expression(&mut self, expr: &Expr) -> Result<String, FrontendError> {
        match &expr.kind {
            ExprKind::Access(access) => {
                let known = self.known.iter().find(|(other, _)| *other == access);
                Ok(known.map(|(_, value)| value.clone()).unwrap_or_default())
            }
            ExprKind::Number(number) => self.number(number, expr.columns),
            ExprKind::Negate(inner) => {
                let value = self.expression(inner)?;
                Ok(self.negate(&value))
            }
            ExprKind::Binary { operator, left, right } => {
                if *operator == Operator::Divide && self.dtype.kind() == Kind::Integer {
                    return self.divide_integer(left, right);
                }
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                let name = match operator {
                    Operator::Add => self.named("add"),
                    Operator::Subtract => self.named("sub"),
                    Operator::Multiply => self.named("mul"),
                    Operator::Divide => self.named("div"),
                };
                Ok(self.binary(&name, &left, &right))
            }
            ExprKind::Call { function, arguments } => self.extremum(*function, arguments, expr.columns),
        }
    }

    /// The largest or smallest argument, found two at a time.
    fn extremum(&mut self, function: Function, arguments: &[Expr], columns: Columns) -> Result<String, FrontendError> {
        let name = match (self.dtype.kind(), function) {
            (Kind::Float, Function::Max) => "arith.maximumf",
            (Kind::Float, Function::Min) => "arith.minimumf",
            (Kind::Integer, Function::Max) => "arith.maxsi",
            (Kind::Integer, Function::Min) => "arith.minsi",
            (Kind::Complex, _) => return Err(FrontendError::NoOrder { function, dtype: self.dtype, columns }),
        };
        let mut best = None;
        for argument in arguments {
            let next = self.expression(argument)?;
            best = Some(best.map_or(next.clone(), |best: String| self.binary(name, &best, &next)));
        }
        Ok(best.unwrap_or_default())
    }

    /// Division by a constant that is neither 0, which has no result, nor -1, which is negation and may wrap.
    fn divide_integer(&mut self, left: &Expr, right: &Expr) -> Result<String, FrontendError> {
        let refused = FrontendError::IntegerDivision { dtype: self.dtype, columns: right.columns };
        let divisor = match &right.kind {
            ExprKind::Number(Number::Integer(divisor)) => *divisor,
            ExprKind::Negate(inner) => match &inner.kind {
                ExprKind::Number(Number::Integer(divisor)) => -*divisor,
                _ => return Err(refused),
            },
            _ => return Err(refused),
        };
        let value = self.expression(left)?;
        match divisor {
            0 => Err(refused),
            -1 => Ok(self.negate(&value)),
            _ => {
                let divisor = self.number(&Number::Integer(divisor), right.columns)?;
                Ok(self.binary("arith.divsi", &value, &divisor))
            }
        }
    }

    fn number(&mut self, number: &Number, columns: Columns) -> Result<String, FrontendError> {
        let refused = |number: &dyn std::fmt::Display| FrontendError::Number {
            number: number.to_string(),
            dtype: self.dtype,
            columns,
        };
        let literal = match (number, self.dtype.kind()) {
            (Number::Integer(value), Kind::Integer) if self.fits(*value) => value.to_string(),
            (Number::Integer(value), Kind::Integer) => return Err(refused(value)),
            (Number::Float(value), Kind::Integer) => return Err(refused(value)),
            (Number::Integer(value), Kind::Float | Kind::Complex) => float_literal(*value as f64),
            (Number::Float(value), Kind::Float | Kind::Complex) => float_literal(*value),
        };
        Ok(self.constant(&literal))
    }

    /// Whether an integer is one of the element type.
    fn fits(&self, value: i64) -> bool {
        let above = value >> (8 * self.dtype.size_in_bytes() - 1);
        above == 0 || above == -1
    }

    fn constant(&mut self, literal: &str) -> String {
        let name = self.fresh();
        self.numbers += &format!("  {name} = {} : {}\n", constant(literal, self.dtype), element(self.dtype));
        name
    }

    fn negate(&mut self, value: &str) -> String {
        let name = match self.dtype.kind() {
            Kind::Float => "arith.negf",
            Kind::Complex => "complex.neg",
            Kind::Integer => {
                let zero = self.constant("0");
                return self.binary(&self.named("sub"), &zero, value);
            }
        };
        self.write(&format!("{name} {value} : {}", element(self.dtype)))
    }

    /// The operation `add`, `sub`, `mul` or `div` on the element type.
    fn named(&self, operation: &str) -> String {
        match self.dtype.kind() {
            Kind::Float => format!("arith.{operation}f"),
            Kind::Integer => format!("arith.{operation}i"),
            Kind::Complex => format!("complex.{operation}"),
        }
    }

    fn binary(&mut self, name: &str, left: &str, right: &str) -> String {
        self.write(&format!("{name} {left}, {right} : {}", element(self.dtype)))
    }

    /// Appends `%n = text`; gives `%n`.
    fn write(&mut self, text: &str) -> String {
        let name = self.fresh();
        self.lines += &format!("    {name} = {text}\n");
        name
    }

    fn fresh(&mut self) -> String {
        *self.next += 1;
        format!("%{}", *self.next - 1)
    }
}

/// The operation that makes a number, without its type.
pub fn constant(literal: &str, dtype: Dtype) -> String {
    let point = if literal.contains('.') { "" } else { ".0" };
    let complex = |part: &str| format!("complex.constant [{literal}{point} : {part}, 0.0 : {part}]");
    match dtype {
        Dtype::Complex128 => complex("f64"),
        Dtype::Complex64 => complex("f32"),
        _ if dtype.kind() == Kind::Integer => format!("arith.constant {literal}"),
        _ => format!("arith.constant {literal}{point}"),
    }
}

/// A number in MLIR's spelling, which wants a decimal point.
fn float_literal(value: f64) -> String {
    let text = format!("{value:e}");
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
        _ => text,
    }
}
