//! One term as a `linalg.generic`.

use super::{
    FrontendError,
    body::Body,
    element,
    statement::{ProgramWriter, Scope, Value},
};
use lacuna_dialects::sloop::{
    index::VARIABLES,
    schedule::{SCHEDULE, ScheduledTerm, Sum},
};
use lacuna_notation::ast::{Access, Division, Expr, ExprKind, Operator, Reduction, Scaled, Subscript};

/// What is computed at each point, and what becomes of it.
pub struct Operation<'o> {
    /// Without reductions.
    pub expr: &'o Expr,
    /// The variables that are combined over.
    pub variables: &'o [&'o str],
    /// How values meet the old one.
    pub combine: Combine,
}

/// What becomes of the value at a point, given the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Combine {
    Replace,
    ReplaceByNegated,
    Add,
    Subtract,
    Multiply,
    Max,
    Min,
    Any,
    All,
}

impl Combine {
    /// That of a reduction.
    pub fn of(reduction: Reduction) -> Self {
        match reduction {
            Reduction::Sum => Self::Add,
            Reduction::Product => Self::Multiply,
            Reduction::Max => Self::Max,
            Reduction::Min => Self::Min,
            Reduction::Any => Self::Any,
            Reduction::All => Self::All,
        }
    }

    /// The reduction whose rounds combine so. A value that is replaced counts as a sum of one.
    pub fn reduction(self) -> Reduction {
        match self {
            Self::Replace | Self::ReplaceByNegated | Self::Add | Self::Subtract => Reduction::Sum,
            Self::Multiply => Reduction::Product,
            Self::Max => Reduction::Max,
            Self::Min => Reduction::Min,
            Self::Any => Reduction::Any,
            Self::All => Reduction::All,
        }
    }
}

impl ProgramWriter<'_> {
    /// A `linalg.generic` that combines a term with `current`; gives its result.
    pub fn operation(
        &mut self,
        scope: Scope<'_>,
        operation: &Operation<'_>,
        current: Value,
    ) -> Result<Value, FrontendError> {
        let Operation { expr, variables: mut reduced, combine } = *operation;
        let is_whole = self.is_whole(scope.target);
        // Nothing changes where nothing is combined; linalg refuses loops of no points over compound subscripts.
        let is_empty =
            scope.target.variables().chain(reduced.iter().copied()).any(|variable| self.has_no_points(scope, variable));
        if is_empty {
            if current.format.is_none() {
                return Ok(current);
            }
            // A stored result is put together anew.
            reduced = &[];
        }
        let Target { subscripts, beside } = target_of(self, scope, is_empty);
        let mut variables: Vec<String> = Vec::new();
        for variable in subscripts.iter().flat_map(|subscript| &subscript.parts).map(|part| &part.variable) {
            if !variables.contains(variable) {
                variables.push(variable.clone());
            }
        }
        variables.extend(reduced.iter().map(|name| (*name).to_owned()));
        let mut accesses: Vec<&Access> = Vec::new();
        let all = if is_empty { Vec::new() } else { expr.accesses() };
        for access in all {
            if !accesses.contains(&access) {
                accesses.push(access);
            }
        }
        let read: Vec<Value> =
            accesses.iter().map(|access| self.values.get(&access.tensor).cloned()).collect::<Option<_>>().ok_or_else(
                || FrontendError::Undeclared(accesses.iter().map(|access| access.tensor.clone()).collect()),
            )?;
        let mut read = read;
        for (value, access) in read.iter_mut().zip(&accesses) {
            *value = self.reached(scope, access, value.clone());
        }
        let mut inputs: Vec<_> = read.iter().map(|value| value.name.clone()).collect();
        let mut types: Vec<_> = read.iter().map(|value| self.r#type(value)).collect();
        let mut maps: Vec<_> = accesses.iter().map(|access| map(&variables, &access.subscripts)).collect();
        // A variable that subscripts nothing alone gets an operand that only tells its size, as linalg's pooling does.
        for variable in &variables {
            let is_alone = |access: &Access| {
                access.subscripts.iter().any(|subscript| subscript.as_variable() == Some(variable.as_str()))
            };
            let is_of_target = subscripts.iter().any(|subscript| subscript.as_variable() == Some(variable.as_str()));
            if is_of_target || accesses.iter().any(|access| is_alone(access)) {
                continue;
            }
            let once = beside.contains(variable).then_some(&1);
            let (size, sizes) = match once.or(scope.sizes.get(variable)) {
                Some(size) => (size.to_string(), String::new()),
                None => ("?".to_owned(), self.size(scope, variable)?),
            };
            let window = self.fresh();
            let r#type = format!("tensor<{size}x{}>", element(self.source.dtype));
            self.line(&format!("  {window} = tensor.empty({sizes}) : {type}"));
            inputs.push(window);
            types.push(r#type);
            maps.push(format!("affine_map<({}) -> ({variable})>", variables.join(", ")));
        }
        maps.push(map(&variables, &subscripts));
        // Values of several rounds may arrive at one point of a target with compound subscripts.
        let is_of_point = |name: &String| {
            (is_whole || is_empty) && subscripts.iter().any(|subscript| subscript.as_variable() == Some(name))
        };
        let iterators: Vec<_> =
            variables.iter().map(|name| if is_of_point(name) { "\"parallel\"" } else { "\"reduction\"" }).collect();
        let result_type = self.r#type(&current);
        let result = self.fresh();
        let parameters: Vec<_> = (0..=inputs.len()).map(|_| self.fresh()).collect();
        let element = element(self.source.dtype);
        let old = parameters.last().cloned().expect("there is one for the old value");
        // What is asked of the workspace of a result is not asked of a dense tensor inside of its value.
        let has_workspace = current.format.is_some() || self.source.declarations.contains_key(&scope.target.tensor);
        let schedule = scope.schedule.of_term(ScheduledTerm {
            loops: variables.clone(),
            reads_at: &|over| {
                accesses.iter().flat_map(|access| &access.subscripts).any(|own| sum_of(own).as_ref() == Some(over))
            },
            has_workspace,
            factors: factor_names(expr),
        });
        let known = accesses.into_iter().zip(parameters.iter().cloned()).collect();
        let mut body = Body {
            dtype: self.source.dtype,
            known,
            variables: &variables,
            next: &mut self.next,
            lines: String::new(),
            numbers: String::new(),
        };
        let given = if is_empty { body.unchanged(&old, combine) } else { body.combined(&old, expr, combine)? };
        let Body { lines, numbers, .. } = body;
        self.text += &numbers;
        self.line(&format!(
            "  {result} = linalg.generic {{\n    indexing_maps = [{}],\n    iterator_types = [{}]}}",
            maps.join(",\n      "),
            iterators.join(", ")
        ));
        if !inputs.is_empty() {
            self.line(&format!("    ins({} : {})", inputs.join(", "), types.join(", ")));
        }
        let names: Vec<_> = variables.iter().map(|name| format!("\"{name}\"")).collect();
        let schedule = match schedule.is_empty() {
            true => String::new(),
            false => format!("{SCHEDULE} = \"{schedule}\", "),
        };
        let attributes = format!("{schedule}{VARIABLES} = [{}]", names.join(", "));
        self.line(&format!("    outs({} : {result_type}) attrs = {{{attributes}}} {{", current.name));
        let typed: Vec<_> = parameters.iter().map(|parameter| format!("{parameter}: {element}")).collect();
        self.line(&format!("  ^bb0({}):", typed.join(", ")));
        self.text += &lines;
        self.line(&format!("    linalg.yield {given} : {element}\n  }} -> {result_type}"));
        Ok(Value { name: result, ..current })
    }
}

/// The operands of a product, in order; none of an expression with anything else.
pub fn factor_names(expr: &Expr) -> Option<Vec<&str>> {
    match &expr.kind {
        ExprKind::Access(access) => Some(vec![&access.tensor]),
        ExprKind::Binary { operator: Operator::Multiply, left, right } => {
            Some([factor_names(left)?, factor_names(right)?].concat())
        }
        _ => None,
    }
}

/// A subscript as a sum of variables; none where it has quotients or remainders.
pub fn sum_of(subscript: &Subscript) -> Option<Sum> {
    let start = Sum::number(subscript.constant);
    subscript.parts.iter().try_fold(start, |sum, part| {
        let term = Sum::term(part.variable.clone());
        part.division.is_none().then(|| sum.plus(&term, part.coefficient))?
    })
}

/// How an operation subscripts what it writes.
struct Target {
    subscripts: Vec<Subscript>,
    /// Variables of one value, which the program does not have: beside one that reaches a part of a dimension, as linalg takes a
    /// subscript that is a variable alone for all of it.
    beside: Vec<String>,
}

fn target_of(writer: &ProgramWriter<'_>, scope: Scope<'_>, is_empty: bool) -> Target {
    let target = scope.target;
    let mut taken: Vec<String> = target.variables().chain(scope.value.variables()).map(str::to_owned).collect();
    let mut fresh = |name: &str| {
        let fresh = (0..).map(|number| format!("{name}{number}")).find(|name| !taken.contains(name));
        let fresh = fresh.unwrap_or_default();
        taken.push(fresh.clone());
        Scaled::of_variable(fresh)
    };
    let mut beside = Vec::new();
    let subscripts = target.subscripts.iter().enumerate().map(|(dimension, subscript)| {
        let mut subscript = subscript.clone();
        let is_part = writer.partial.has_dimension(&target.tensor, dimension);
        match subscript.as_variable().map(str::to_owned) {
            // Nothing arrives: loops over the dimensions do.
            _ if is_empty && !writer.is_whole(target) => {
                subscript = Subscript { parts: vec![fresh("d")], constant: 0, ..subscript };
            }
            Some(variable) if is_part => {
                let part = fresh(&variable);
                beside.push(part.variable.clone());
                subscript.parts.push(part);
            }
            _ => {}
        }
        subscript
    });
    Target { subscripts: subscripts.collect(), beside }
}

fn map(variables: &[String], subscripts: &[Subscript]) -> String {
    let results: Vec<_> = subscripts.iter().map(affine).collect();
    format!("affine_map<({}) -> ({})>", variables.join(", "), results.join(", "))
}

fn affine(subscript: &Subscript) -> String {
    let mut text = String::new();
    for part in &subscript.parts {
        if !text.is_empty() {
            text += " + ";
        }
        text += &match part.division {
            None => part.variable.clone(),
            Some(Division::Quotient(divisor)) => format!("({} floordiv {divisor})", part.variable),
            Some(Division::Remainder(divisor)) => format!("({} mod {divisor})", part.variable),
        };
        if part.coefficient != 1 {
            text += &format!(" * {}", part.coefficient);
        }
    }
    if text.is_empty() {
        return subscript.constant.to_string();
    }
    match subscript.constant {
        0 => text,
        constant if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
        constant => format!("{text} + {constant}"),
    }
}
