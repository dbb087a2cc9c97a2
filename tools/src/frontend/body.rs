//! The scalar body of a term.

use super::{FrontendError, element, term::Combine};
use lacuna_notation::ast::{Access, Columns, Expr, ExprKind, Function, Number, Operator, Reduction, Relation, Whole};
use lacuna_runtime::value::{Dtype, Kind};

/// Writes the operations of one body.
pub struct Body<'a> {
    /// The element type.
    pub dtype: Dtype,
    /// The parameter that holds each access.
    pub known: Vec<(&'a Access, String)>,
    /// The index variables, in the order of the loops.
    pub variables: &'a [String],
    /// The next unused value number.
    pub next: &'a mut usize,
    /// What has been written.
    pub lines: String,
    /// The numbers, which stand before the operation.
    pub numbers: String,
}

impl Body<'_> {
    /// The value of an expression, combined with the old value.
    pub fn combined(&mut self, old: &str, expr: &Expr, combine: Combine) -> Result<String, FrontendError> {
        let value = match combine {
            Combine::Any | Combine::All => {
                let holds = self.truth(expr)?;
                self.number_of_truth(&holds)
            }
            _ => self.expression(expr)?,
        };
        Ok(self.combine(old, &value, combine))
    }

    /// The old value, where there are no values to combine it with.
    pub fn unchanged(&mut self, old: &str, combine: Combine) -> String {
        let nothing = self.constant(&of_nothing(combine.reduction(), self.dtype));
        self.combine(old, &nothing, combine)
    }

    fn combine(&mut self, old: &str, value: &str, combine: Combine) -> String {
        let combined = match combine {
            Combine::Replace => return value.to_owned(),
            Combine::ReplaceByNegated => return self.negate(value),
            Combine::Add => self.named("add"),
            // A sum has one operation that combines, whatever the sign of what is added.
            Combine::Subtract => {
                let negated = self.negate(value);
                return self.binary(&self.named("add"), old, &negated);
            }
            Combine::Multiply => self.named("mul"),
            Combine::All if self.dtype.kind() == Kind::Complex => self.named("mul"),
            Combine::Max => self.extremum_name(Function::Max).to_owned(),
            Combine::Min | Combine::All => self.extremum_name(Function::Min).to_owned(),
            // Of integers: others are counted (`any.rs`). Zeros that are not stored change nothing.
            Combine::Any => "arith.ori".to_owned(),
        };
        self.binary(&combined, old, value)
    }

    fn expression(&mut self, expr: &Expr) -> Result<String, FrontendError> {
        match &expr.kind {
            ExprKind::Access(access) => {
                let known = self.known.iter().find(|(other, _)| *other == access);
                Ok(known.map(|(_, value)| value.clone()).expect("a term reads the accesses of its factors"))
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
            ExprKind::Index(variable) => Ok(self.index(variable)),
            ExprKind::Compare { .. } => {
                let holds = self.truth(expr)?;
                Ok(self.number_of_truth(&holds))
            }
            ExprKind::Call { function: Function::Where, arguments } => match arguments.as_slice() {
                [condition, then, otherwise] => {
                    let holds = self.truth(condition)?;
                    let (then, otherwise) = (self.expression(then)?, self.expression(otherwise)?);
                    Ok(self.select(&holds, &then, &otherwise))
                }
                _ => unreachable!("where has three arguments: they were counted when it was parsed"),
            },
            ExprKind::Call { function: function @ (Function::Max | Function::Min), arguments } => {
                self.extremum(*function, arguments)
            }
            ExprKind::Call { function, arguments } => self.call(*function, arguments),
            // Reductions are taken out before.
            ExprKind::Reduce { body, .. } => self.expression(body),
        }
    }

    /// The value of an index variable as an element.
    fn index(&mut self, variable: &str) -> String {
        let index = self.linalg_index(variable);
        if self.dtype.kind() == Kind::Integer {
            return self.write(&format!("arith.index_cast {index} : index to {}", element(self.dtype)));
        }
        let integer = self.write(&format!("arith.index_cast {index} : index to i64"));
        let part = self.real_type();
        let real = self.write(&format!("arith.sitofp {integer} : i64 to {part}"));
        self.as_element(&real)
    }

    /// A real number as an element: complex types get an imaginary part of zero.
    fn as_element(&mut self, real: &str) -> String {
        if self.dtype.kind() != Kind::Complex {
            return real.to_owned();
        }
        let part = self.real_type();
        let zero = self.fresh();
        self.numbers += &format!("  {zero} = arith.constant 0.0 : {part}\n");
        self.write(&format!("complex.create {real}, {zero} : {}", element(self.dtype)))
    }

    /// The type of the parts of complex numbers, or of floats.
    fn real_type(&self) -> &'static str {
        match self.dtype {
            Dtype::F32 | Dtype::Complex64 => "f32",
            _ => "f64",
        }
    }

    /// Whether an expression is not zero; of a comparison, whether it holds.
    fn truth(&mut self, expr: &Expr) -> Result<String, FrontendError> {
        if let Some((relation, sides)) = expr.as_comparison_of_indices() {
            return Ok(self.truth_of_indices(relation, sides));
        }
        let (relation, left, right) = match &expr.kind {
            ExprKind::Compare { relation, left, right } => (*relation, self.expression(left)?, self.expression(right)?),
            _ => (Relation::NotEqual, self.expression(expr)?, self.constant("0")),
        };
        let kind = self.dtype.kind();
        let predicate = match (relation, kind) {
            (_, Kind::Integer) => integer_predicate(relation),
            (Relation::Less, _) => "olt",
            (Relation::LessOrEqual, _) => "ole",
            (Relation::Greater, _) => "ogt",
            (Relation::GreaterOrEqual, _) => "oge",
            (Relation::Equal, Kind::Float) => "oeq",
            (Relation::NotEqual, Kind::Float) => "une",
            (Relation::Equal, Kind::Complex) => "eq",
            (Relation::NotEqual, Kind::Complex) => "neq",
        };
        let r#type = element(self.dtype);
        Ok(match kind {
            Kind::Float => self.write(&format!("arith.cmpf {predicate}, {left}, {right} : {type}")),
            Kind::Integer => self.write(&format!("arith.cmpi {predicate}, {left}, {right} : {type}")),
            Kind::Complex => self.write(&format!("complex.{predicate} {left}, {right} : {type}")),
        })
    }

    /// Whether a relation holds of whole numbers that index variables make.
    fn truth_of_indices(&mut self, relation: Relation, [left, right]: [Whole<&str>; 2]) -> String {
        let (left, right) = (self.whole(&left), self.whole(&right));
        self.write(&format!("arith.cmpi {}, {left}, {right} : index", integer_predicate(relation)))
    }

    /// A whole number that index variables make, as an index.
    fn whole(&mut self, number: &Whole<&str>) -> String {
        let (name, left, right) = match number {
            Whole::Number(number) => return self.whole_number(*number),
            Whole::Index(variable) => return self.linalg_index(variable),
            Whole::Negate(operand) => ("subi", self.whole_number(0), self.whole(operand)),
            Whole::Add(sides) => ("addi", self.whole(&sides[0]), self.whole(&sides[1])),
            Whole::Subtract(sides) => ("subi", self.whole(&sides[0]), self.whole(&sides[1])),
            Whole::Multiply(sides) => ("muli", self.whole(&sides[0]), self.whole(&sides[1])),
        };
        self.write(&format!("arith.{name} {left}, {right} : index"))
    }

    fn whole_number(&mut self, number: i64) -> String {
        let value = self.fresh();
        self.numbers += &format!("  {value} = arith.constant {number} : index\n");
        value
    }

    /// The value of an index variable.
    fn linalg_index(&mut self, variable: &str) -> String {
        let position = self.variables.iter().position(|other| other == variable);
        let position = position.expect("the loops of a term are those of its variables");
        self.write(&format!("linalg.index {position} : index"))
    }

    /// 1 where it is true, else 0.
    fn number_of_truth(&mut self, holds: &str) -> String {
        let (one, zero) = (self.constant("1"), self.constant("0"));
        self.select(holds, &one, &zero)
    }

    fn select(&mut self, holds: &str, then: &str, otherwise: &str) -> String {
        self.write(&format!("arith.select {holds}, {then}, {otherwise} : {}", element(self.dtype)))
    }

    /// A function of numbers.
    fn call(&mut self, function: Function, arguments: &[Expr]) -> Result<String, FrontendError> {
        let values = arguments.iter().map(|argument| self.expression(argument)).collect::<Result<Vec<_>, _>>()?;
        let (kind, r#type) = (self.dtype.kind(), element(self.dtype));
        let value = values.first().expect("functions have arguments: they were counted when they were parsed");
        if function == Function::Sign {
            return Ok(self.sign(value));
        }
        let is_whole = kind == Kind::Integer && matches!(function, Function::Floor | Function::Ceil);
        let is_real = kind != Kind::Complex && function == Function::Conj;
        if is_whole || is_real {
            return Ok(value.clone());
        }
        let name = match (kind, function) {
            (Kind::Integer, _) => "math.absi",
            (Kind::Float, Function::Abs) => "math.absf",
            (Kind::Float, Function::Pow) => "math.powf",
            (Kind::Complex, Function::Abs) => {
                let size = self.write(&format!("complex.abs {value} : {type}"));
                return Ok(self.as_element(&size));
            }
            (Kind::Float, _) => return Ok(self.write(&format!("math.{function} {value} : {type}"))),
            (Kind::Complex, Function::Pow) => "complex.pow",
            (Kind::Complex, _) => return Ok(self.write(&format!("complex.{function} {value} : {type}"))),
        };
        Ok(self.write(&format!("{name} {} : {type}", values.join(", "))))
    }

    /// -1, 0 or 1. Zeros keep their sign, and NaN is NaN.
    fn sign(&mut self, value: &str) -> String {
        let (zero, one) = (self.constant("0"), self.constant("1"));
        let minus_one = if self.dtype.kind() == Kind::Integer { self.constant("-1") } else { self.constant("-1.0") };
        let r#type = element(self.dtype);
        let (operation, above, below) = match self.dtype.kind() {
            Kind::Integer => ("arith.cmpi", "sgt", "slt"),
            _ => ("arith.cmpf", "ogt", "olt"),
        };
        let is_above = self.write(&format!("{operation} {above}, {value}, {zero} : {type}"));
        let is_below = self.write(&format!("{operation} {below}, {value}, {zero} : {type}"));
        let not_above = self.select(&is_below, &minus_one, value);
        self.select(&is_above, &one, &not_above)
    }

    /// The largest or smallest argument, found two at a time.
    fn extremum(&mut self, function: Function, arguments: &[Expr]) -> Result<String, FrontendError> {
        let name = self.extremum_name(function);
        let mut best = None;
        for argument in arguments {
            let next = self.expression(argument)?;
            best = Some(best.map_or(next.clone(), |best: String| self.binary(name, &best, &next)));
        }
        Ok(best.expect("max and min have arguments: they were counted when they were parsed"))
    }

    /// The operation that chooses of two values; complex numbers have none.
    fn extremum_name(&self, function: Function) -> &'static str {
        match (self.dtype.kind() == Kind::Integer, function) {
            (false, Function::Min) => "arith.minimumf",
            (false, _) => "arith.maximumf",
            (true, Function::Min) => "arith.minsi",
            (true, _) => "arith.maxsi",
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
        let literal = match (number, self.dtype.kind()) {
            (Number::Integer(value), Kind::Integer) if self.fits(*value) => value.to_string(),
            (Number::Integer(value), Kind::Integer) => return Err(refused(value)),
            (Number::Float(value), Kind::Integer) => return Err(refused(value)),
            (Number::Imaginary(value), Kind::Complex) => {
                let (name, part) = (self.fresh(), self.real_type());
                let value = float_literal(*value);
                let r#type = element(self.dtype);
                self.numbers += &format!("  {name} = complex.constant [0.0 : {part}, {value} : {part}] : {type}\n");
                return Ok(name);
            }
            (Number::Imaginary(value), _) => return Err(refused(&format!("{value}i"))),
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

/// The predicate of a relation of integers.
fn integer_predicate(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "slt",
        Relation::LessOrEqual => "sle",
        Relation::Greater => "sgt",
        Relation::GreaterOrEqual => "sge",
        Relation::Equal => "eq",
        Relation::NotEqual => "ne",
    }
}

/// The operation that makes a number, without its type.
pub fn constant(literal: &str, dtype: Dtype) -> String {
    let point = if literal.contains('.') || literal.starts_with("0x") { "" } else { ".0" };
    let complex = |part: &str| format!("complex.constant [{literal}{point} : {part}, 0.0 : {part}]");
    match dtype {
        Dtype::Complex128 => complex("f64"),
        Dtype::Complex64 => complex("f32"),
        _ if dtype.kind() == Kind::Integer => format!("arith.constant {literal}"),
        _ => format!("arith.constant {literal}{point}"),
    }
}

/// What a reduction gives of no values, as a literal.
pub fn of_nothing(reduction: Reduction, dtype: Dtype) -> String {
    let bits = 8 * dtype.size_in_bytes() as u32;
    let float = |infinity: f64| match dtype {
        Dtype::F32 => format!("{:#x}", (infinity as f32).to_bits()),
        _ => format!("{:#x}", infinity.to_bits()),
    };
    match (reduction, dtype.kind()) {
        (Reduction::Sum | Reduction::Any, _) => "0".to_owned(),
        (Reduction::Product | Reduction::All, _) => "1".to_owned(),
        (Reduction::Max, Kind::Integer) => (i64::MIN >> (64 - bits)).to_string(),
        (Reduction::Min, Kind::Integer) => (i64::MAX >> (64 - bits)).to_string(),
        (Reduction::Max, _) => float(f64::NEG_INFINITY),
        (Reduction::Min, _) => float(f64::INFINITY),
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
