//! One term as a `linalg.generic`.

use super::{
    FrontendError, OrderedLoop,
    body::Body,
    element,
    statement::{ProgramWriter, Scope, Value},
};
use lacuna_dialects::sloop::{
    Directives, FactorOrder,
    asked::{FACTOR, HOW},
    index::{KEEP_ORDER, LOOPS, VARIABLES},
    precompute::PRECOMPUTE,
};
use lacuna_notation::ast::{Access, Division, Expr, ExprKind, Operator, Reduction, Scaled, Subscript};
use std::collections::BTreeMap;

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
        if let Some(order) = self.source.order {
            variables.sort_by_key(|name| order.iter().position(|other| other.variable == *name));
        }
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
        let keep = self.source.order.map(|order| kept_order(order, &variables, &accesses)).unwrap_or_default();
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
        // What is asked of the workspace of a result is not asked of a dense tensor inside of its value.
        let is_asked = current.format.is_some() || self.source.declarations.contains_key(&scope.target.tensor);
        let precompute = self.source.precompute.filter(|_| is_asked);
        let precompute = precompute.map(|asked| format!("{PRECOMPUTE} = {}, ", asked.text()));
        let inner = asked_of_loops(self.source.inner, &variables);
        let factors = factor_names(expr);
        let order = self.source.factor.zip(factors).and_then(|(order, names)| numbered_factors(order, &names));
        let factor = order.map(|order| format!("{FACTOR} = \"{order}\", ")).unwrap_or_default();
        let attributes =
            format!("{keep}{}{inner}{factor}{VARIABLES} = [{}]", precompute.unwrap_or_default(), names.join(", "));
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

/// An order of operands as one of their places among the factors of a product, each taken once; none if the product has others.
pub fn numbered_factors(order: &FactorOrder<String>, factors: &[&str]) -> Option<FactorOrder<usize>> {
    let mut left: Vec<_> = factors.iter().copied().map(Some).collect();
    let numbered = order.try_map(&mut |name| {
        let place = left.iter().position(|own| *own == Some(name.as_str()))?;
        left[place] = None;
        Some(place)
    })?;
    left.iter().all(Option::is_none).then_some(numbered)
}

/// The attribute that says what is asked of innermost loops, if something is asked of those over these variables.
fn asked_of_loops(inner: &BTreeMap<String, Directives>, variables: &[String]) -> String {
    if !variables.iter().any(|variable| inner.contains_key(variable)) {
        return String::new();
    }
    let text = |variable: &String| {
        let given = inner.get(variable).map(|asked| asked.given()).unwrap_or_default();
        let given: Vec<_> = given.into_iter().map(|(word, value)| format!("{word} = {value}")).collect();
        format!("#sloop.how<{}>", given.join(", "))
    };
    let each: Vec<_> = variables.iter().map(text).collect();
    format!("{HOW} = [{}], ", each.join(", "))
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

/// The attributes that say in which order the loops over these variables run, and over what: coordinates only of operands that the
/// term reads.
fn kept_order(order: &[OrderedLoop], variables: &[String], accesses: &[&Access]) -> String {
    let is_read = |over: &Subscript| {
        accesses.iter().flat_map(|access| &access.subscripts).any(|other| other.has_same_terms(over))
    };
    let mut has_coordinates = false;
    let mut over = |variable: &String| {
        let asked = order.iter().find(|ordered| ordered.variable == *variable && ordered.over.as_variable().is_none());
        match asked.filter(|asked| is_read(&asked.over)) {
            Some(asked) => {
                has_coordinates = true;
                affine(&asked.over)
            }
            None => variable.clone(),
        }
    };
    let over: Vec<_> = variables.iter().map(&mut over).collect();
    let loops = format!("{LOOPS} = affine_map<({}) -> ({})>, ", variables.join(", "), over.join(", "));
    format!("{KEEP_ORDER}, {}", if has_coordinates { loops } else { String::new() })
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
