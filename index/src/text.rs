//! Nests as people write them: accesses, expressions and writes in index notation.

use super::{Access, Combiner, Expr, ExprId, Nest, TensorId, Write, constant::Constant};

/// How tightly an operation binds its operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Sum,
    Product,
    Tight,
}

impl Nest {
    /// A tensor by its name, or its number.
    pub fn short_name(&self, id: TensorId) -> String {
        self.tensor(id).name.as_ref().map_or_else(|| format!("T{}", id.0), ToString::to_string)
    }

    /// An element: `A(i,j)`.
    pub fn access_text(&self, access: &Access) -> String {
        let subscripts: Vec<_> = access.subscripts.iter().map(|subscript| self.text(subscript)).collect();
        if subscripts.is_empty() {
            return self.short_name(access.tensor);
        }
        format!("{}({})", self.short_name(access.tensor), subscripts.join(","))
    }

    /// A write: `C(i,j) += A(i,j) * x(j)`.
    pub fn write_text(&self, write: &Write) -> String {
        let equals = match write.combiner {
            None => "=".to_owned(),
            Some(Combiner::Add) => "+=".to_owned(),
            Some(Combiner::Mul) => "*=".to_owned(),
            Some(combiner) => format!("{}=", combiner.word()),
        };
        format!("{} {equals} {}", self.access_text(&write.target), self.expression_text(write.value))
    }

    /// An expression: `A(i,j) * x(j) + 1`.
    pub fn expression_text(&self, id: ExprId) -> String {
        self.tight(id, Tightness::Sum)
    }

    fn tight(&self, id: ExprId, by: Tightness) -> String {
        let (text, tightness) = self.expression(id);
        if tightness < by { format!("({text})") } else { text }
    }

    fn expression(&self, id: ExprId) -> (String, Tightness) {
        let call = |name: &str, operands: &[ExprId]| {
            let operands: Vec<_> = operands.iter().map(|operand| self.expression_text(*operand)).collect();
            (format!("{name}({})", operands.join(", ")), Tightness::Tight)
        };
        match self.expr(id) {
            Expr::Read(access) => (self.access_text(access), Tightness::Tight),
            Expr::Stored(access) => (format!("stored {}", self.access_text(access)), Tightness::Product),
            Expr::Index(var) => (self.var_name(*var), Tightness::Sum),
            Expr::Constant(known) => (constant_text(known.value), Tightness::Tight),
            Expr::Outside(outside) => match (outside.constant, outside.value) {
                (Some(value), _) => (constant_text(value), Tightness::Tight),
                (None, Some(value)) => (format!("v{}", value.0), Tightness::Tight),
                (None, None) => ("?".to_owned(), Tightness::Tight),
            },
            Expr::Scalar { operation, operands } => match (operator(operation.name()), operands.as_slice()) {
                (Some((sign, tightness)), [left, right]) => self.joined(sign, tightness, *left, *right),
                _ => match operation.constant() {
                    Some(value) => (constant_text(value), Tightness::Tight),
                    None => call(operation.name().rsplit('.').next().unwrap_or_default(), operands),
                },
            },
            Expr::Combine { combiner: Combiner::Add, left, right } => self.joined("+", Tightness::Sum, *left, *right),
            Expr::Combine { combiner: Combiner::Mul, left, right } => {
                self.joined("*", Tightness::Product, *left, *right)
            }
            Expr::Combine { combiner, left, right } => call(combiner.word(), &[*left, *right]),
            Expr::Fold { var, combiner, body, .. } => {
                let name = if *combiner == Combiner::Add { "sum" } else { combiner.word() };
                (format!("{name}({}, {})", self.var_name(*var), self.expression_text(*body)), Tightness::Tight)
            }
        }
    }

    fn joined(&self, sign: &str, tightness: Tightness, left: ExprId, right: ExprId) -> (String, Tightness) {
        let is_inverse = matches!(sign, "-" | "/");
        let right = self.tight(right, if is_inverse { Tightness::Tight } else { tightness });
        (format!("{} {sign} {right}", self.tight(left, tightness)), tightness)
    }
}

/// The sign of an operation of two operands that has one.
fn operator(name: &str) -> Option<(&'static str, Tightness)> {
    Some(match name {
        "arith.addf" | "arith.addi" | "complex.add" => ("+", Tightness::Sum),
        "arith.subf" | "arith.subi" | "complex.sub" => ("-", Tightness::Sum),
        "arith.mulf" | "arith.muli" | "complex.mul" => ("*", Tightness::Product),
        "arith.divf" | "arith.divsi" | "complex.div" => ("/", Tightness::Product),
        _ => return None,
    })
}

/// A constant as text.
pub fn constant_text(value: Constant) -> String {
    match value {
        Constant::Integer(number) => number.to_string(),
        Constant::Float(number) => number.to_string(),
        Constant::Complex(re, im) => format!("({re} + {im}i)"),
        Constant::Zero => "0".to_owned(),
        Constant::Absent => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Stmt, testing::nest, writes};

    #[test]
    fn writes_are_written_as_in_index_notation() {
        let sizes = [("i", 3), ("j", 4)];
        for text in ["y(i) += A(i,j) * x(j)", "C(i,j) = A(i,j) + B(i,j) * 2", "s = x(i)"] {
            let nest = nest(&text.replace("s =", "s() ="), &sizes);
            let written: Vec<_> = writes(&nest.body).into_iter().map(|(_, write)| nest.write_text(write)).collect();
            assert_eq!(written, [text]);
            assert!(matches!(nest.body.as_slice(), [Stmt::Loop(_)]));
        }
    }
}
