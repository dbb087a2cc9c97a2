//! The scalar body of a term.

use super::{FrontendError, element};
use lacuna_notation::{
    ast::{Access, Columns, Expr, ExprKind, Number, Operator},
    terms::{Sign, Term},
};
use lacuna_runtime::value::Dtype;

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
}

impl Body<'_> {
    /// The old value with the term added.
    pub fn add(&mut self, old: &str, term: &Term<'_>) -> Result<String, FrontendError> {
        let mut value = self.expression(term.expr)?;
        if term.sign == Sign::Minus {
            value = self.negate(&value);
        }
        Ok(self.binary(self.named("add"), old, &value))
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
                if *operator == Operator::Divide && !self.dtype.is_float() {
                    return self.divide_integer(left, right);
                }
                let (left, right) = (self.expression(left)?, self.expression(right)?);
                let name = match operator {
                    Operator::Add => self.named("add"),
                    Operator::Subtract => self.named("sub"),
                    Operator::Multiply => self.named("mul"),
                    Operator::Divide => "arith.divf",
                };
                Ok(self.binary(name, &left, &right))
            }
        }
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
        let literal = match (number, self.dtype) {
            (Number::Integer(value), Dtype::I64) => value.to_string(),
            (Number::Integer(value), Dtype::I32) => i32::try_from(*value).map_err(|_| refused(value))?.to_string(),
            (Number::Float(value), Dtype::I64 | Dtype::I32) => return Err(refused(value)),
            (Number::Integer(value), Dtype::F64 | Dtype::F32) => float_literal(*value as f64),
            (Number::Float(value), Dtype::F64 | Dtype::F32) => float_literal(*value),
        };
        let line = format!("arith.constant {literal} : {}", element(self.dtype));
        Ok(self.write(&line))
    }

    fn negate(&mut self, value: &str) -> String {
        if self.dtype.is_float() {
            return self.write(&format!("arith.negf {value} : {}", element(self.dtype)));
        }
        let zero = self.write(&format!("arith.constant 0 : {}", element(self.dtype)));
        self.binary("arith.subi", &zero, value)
    }

    fn named(&self, operation: &str) -> &'static str {
        match (operation, self.dtype.is_float()) {
            ("add", true) => "arith.addf",
            ("add", false) => "arith.addi",
            ("sub", true) => "arith.subf",
            ("sub", false) => "arith.subi",
            (_, true) => "arith.mulf",
            (_, false) => "arith.muli",
        }
    }

    fn binary(&mut self, name: &str, left: &str, right: &str) -> String {
        self.write(&format!("{name} {left}, {right} : {}", element(self.dtype)))
    }

    /// Appends `%n = text`; gives `%n`.
    fn write(&mut self, text: &str) -> String {
        let name = format!("%{}", *self.next);
        *self.next += 1;
        self.lines += &format!("    {name} = {text}\n");
        name
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
