//! What a nest computes: each loop takes its values one after the other. Numbers stay small integers, so that every order of
//! rounds gives the same.

use super::tree::{Access, Fold, Nest, Role, Statement, Subscript, TensorId, Value};

/// Larger numbers may be rounded, somewhere.
const LARGEST: f64 = (1u64 << 45) as f64;
/// The most reads and writes.
const MOST_STEPS: u64 = 400_000;

/// Why a nest has no results to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It computes numbers that may be rounded.
    LargeNumbers,
    TooLong,
    /// A subscript is outside of a dimension: a fault of who drew it.
    OutOfBounds(TensorId),
}

/// The values of the results in the end, in their order.
pub fn evaluate(nest: &Nest) -> Result<Vec<Vec<f64>>, Unfit> {
    let values = nest.tensors.iter().map(|tensor| tensor.values.clone()).collect();
    let mut run = Run { nest, values, variables: vec![0; nest.variables], steps: 0 };
    run.all(&nest.body)?;
    Ok(nest.results().map(|tensor| std::mem::take(&mut run.values[tensor.0])).collect())
}

/// Whether the rest of a round is left out.
#[derive(PartialEq)]
enum Round {
    GoesOn,
    Ends,
}

struct Run<'a> {
    nest: &'a Nest,
    values: Vec<Vec<f64>>,
    variables: Vec<i64>,
    steps: u64,
}

impl Run<'_> {
    fn all(&mut self, statements: &[Statement]) -> Result<(), Unfit> {
        for statement in statements {
            if self.statement(statement)? == Round::Ends {
                break;
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<Round, Unfit> {
        match statement {
            Statement::Loop { var, extent, body, .. } => {
                for round in 0..self.nest.extent(*extent) {
                    self.variables[var.0] = round as i64;
                    self.all(body)?;
                }
            }
            Statement::Derive { var, value, below } => {
                let value = self.subscript(value);
                self.variables[var.0] = value;
                if below.is_some_and(|below| !(0..self.nest.extent(below) as i64).contains(&value)) {
                    return Ok(Round::Ends);
                }
            }
            Statement::Where { tensor, produce, consume } => {
                let Role::Local { initially, .. } = self.nest.tensor(*tensor).role else { unreachable!("it is local") };
                let points: u64 = self.nest.shape(*tensor).iter().product();
                self.values[tensor.0] = vec![initially; points as usize];
                self.all(produce)?;
                self.all(consume)?;
            }
            Statement::Write { target, value, combiner } => {
                let value = self.value(value)?;
                let place = self.place(target)?;
                // What has no value changes nothing.
                let Some(value) = value else { return Ok(Round::GoesOn) };
                let old = &mut self.values[target.tensor.0][place];
                *old = small(combiner.map_or(value, |combiner| combiner.apply(*old, value)))?;
            }
        }
        Ok(Round::GoesOn)
    }

    fn subscript(&self, subscript: &Subscript) -> i64 {
        subscript.terms.iter().map(|(factor, var)| factor * self.variables[var.0]).sum::<i64>() + subscript.constant
    }

    fn place(&mut self, access: &Access) -> Result<usize, Unfit> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Unfit::TooLong);
        }
        let mut place = 0;
        for (size, subscript) in self.nest.shape(access.tensor).into_iter().zip(&access.subscripts) {
            let index = self.subscript(subscript);
            if !(0..size as i64).contains(&index) {
                return Err(Unfit::OutOfBounds(access.tensor));
            }
            place = place * size as usize + index as usize;
        }
        Ok(place)
    }

    fn read(&mut self, access: &Access) -> Result<f64, Unfit> {
        let place = self.place(access)?;
        Ok(self.values[access.tensor.0][place])
    }

    /// Whether an operand stores an entry that was read.
    fn is_stored(&self, access: &Access, value: f64) -> bool {
        value != 0.0 || !self.nest.tensor(access.tensor).is_stored()
    }

    /// A value, if there is one.
    fn value(&mut self, value: &Value) -> Result<Option<f64>, Unfit> {
        let value = match value {
            Value::Number(number) => *number,
            Value::Variable(var) => self.variables[var.0] as f64,
            Value::Read(access) => self.read(access)?,
            Value::IfStored(access, otherwise) => {
                let value = self.read(access)?;
                if self.is_stored(access, value) { value } else { *otherwise }
            }
            Value::OnlyWhere(entries, value) => {
                for access in entries {
                    let entry = self.read(access)?;
                    if !self.is_stored(access, entry) {
                        return Ok(None);
                    }
                }
                return self.value(value);
            }
            Value::Fold { var, extent, fold, value } => {
                let mut folded = match fold {
                    Fold::Sum => Some(0.0),
                    Fold::MaxWith(least) => Some(*least),
                    Fold::Least => None,
                };
                for round in 0..self.nest.extent(*extent) {
                    self.variables[var.0] = round as i64;
                    let (folded_before, value) = (folded, self.value(value)?);
                    let both = folded_before.zip(value).map(|(folded, value)| match fold {
                        Fold::Sum => folded + value,
                        Fold::MaxWith(_) => folded.max(value),
                        Fold::Least => folded.min(value),
                    });
                    folded = both.or(folded_before).or(value).map(small).transpose()?;
                }
                return Ok(folded);
            }
            Value::Binary(binary, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let both = left.zip(right).map(|(left, right)| binary.apply(left, right));
                return both.or(left).or(right).map(small).transpose();
            }
        };
        small(value).map(Some)
    }
}

fn small(value: f64) -> Result<f64, Unfit> {
    if value.abs() <= LARGEST { Ok(value) } else { Err(Unfit::LargeNumbers) }
}
