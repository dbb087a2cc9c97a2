//! The tree as text that parses to the same tree.

use std::fmt::{self, Display, Formatter};

use crate::ast::{
    Access, Assignment, Division, Expr, ExprKind, Function, Number, Operator, Program, Reduction, Relation, Subscript,
};

impl Display for Assignment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.target, self.update.symbol(), self.value)
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, statement) in self.statements.iter().enumerate() {
            write!(f, "{}{statement}", if position == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Display for Access {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.tensor)?;
        if self.subscripts.is_empty() {
            return Ok(());
        }
        for (position, subscript) in self.subscripts.iter().enumerate() {
            write!(f, "{}{subscript}", if position == 0 { "(" } else { "," })?;
        }
        f.write_str(")")
    }
}

impl Display for Subscript {
    /// `2*i + k - 1`
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, part) in self.parts.iter().enumerate() {
            f.write_str(joint(position == 0, part.coefficient < 0))?;
            let taken = match part.division {
                None => part.variable.clone(),
                Some(Division::Quotient(divisor)) => format!("{}/{divisor}", part.variable),
                Some(Division::Remainder(divisor)) => format!("{} mod {divisor}", part.variable),
            };
            match (part.coefficient.unsigned_abs(), part.division) {
                // Without parentheses, `-i/2` is read as `(-i)/2`.
                (1, Some(_)) if position == 0 && part.coefficient < 0 => write!(f, "({taken})")?,
                (1, _) => f.write_str(&taken)?,
                (factor, None) => write!(f, "{factor}*{taken}")?,
                (factor, Some(_)) => write!(f, "{factor}*({taken})")?,
            }
        }
        if self.constant != 0 || self.parts.is_empty() {
            f.write_str(joint(self.parts.is_empty(), self.constant < 0))?;
            write!(f, "{}", self.constant.unsigned_abs())?;
        }
        Ok(())
    }
}

fn joint(is_first: bool, is_negative: bool) -> &'static str {
    match (is_first, is_negative) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Number(number) => number.fmt(f),
            ExprKind::Access(access) => access.fmt(f),
            ExprKind::Negate(operand) => {
                f.write_str("-")?;
                operand.fmt_within(f, Binding::Sign)
            }
            ExprKind::Binary { operator, left, right } => {
                // Operators of equal strength group from the left, so only a right operand needs more than its own.
                let (strength, stronger) = match operator {
                    Operator::Add | Operator::Subtract => (Binding::Sum, Binding::Product),
                    Operator::Multiply | Operator::Divide => (Binding::Product, Binding::Sign),
                };
                left.fmt_within(f, strength)?;
                write!(f, " {operator} ")?;
                right.fmt_within(f, stronger)
            }
            ExprKind::Index(variable) => f.write_str(variable),
            ExprKind::Compare { relation, left, right } => {
                left.fmt_within(f, Binding::Sum)?;
                write!(f, " {relation} ")?;
                right.fmt_within(f, Binding::Sum)
            }
            // What the text leaves out is not printed.
            ExprKind::Reduce { body, is_implicit: true, .. } => body.fmt(f),
            ExprKind::Reduce { reduction, variables, body, .. } => {
                write!(f, "{reduction}({}, {body})", variables.join(", "))
            }
            ExprKind::Call { function, arguments } => {
                write!(f, "{function}(")?;
                for (position, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if position == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// How strongly an expression holds its operands together, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Comparison,
    Sum,
    Product,
    Sign,
}

impl Expr {
    /// Prints the expression, in parentheses if it binds more weakly than `required`.
    fn fmt_within(&self, f: &mut Formatter<'_>, required: Binding) -> fmt::Result {
        if self.binding() < required { write!(f, "({self})") } else { self.fmt(f) }
    }

    fn binding(&self) -> Binding {
        match &self.kind {
            ExprKind::Compare { .. } => Binding::Comparison,
            ExprKind::Binary { operator: Operator::Add | Operator::Subtract, .. } => Binding::Sum,
            ExprKind::Binary { .. } => Binding::Product,
            ExprKind::Reduce { body, is_implicit: true, .. } => body.binding(),
            _ => Binding::Sign,
        }
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Number::Integer(value) => value.fmt(f),
            // The debug form always has a point or an exponent, and the fewest digits that read back the same.
            Number::Float(value) => write!(f, "{value:?}"),
            Number::Imaginary(value) => write!(f, "{value:?}i"),
        }
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Display for Reduction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Display for Relation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
        })
    }
}

impl Display for Operator {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
        })
    }
}
