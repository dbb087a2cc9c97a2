//! The function of a program: its statements, one after the other.

use super::{
    Declaration, FrontendError, KERNEL, LoopSchedule, Source,
    any::count_any,
    body, element,
    inner::{self, take_out},
    term::{Combine, Operation},
};
use lacuna_dialects::stensor::{conversion::Convert, storage::Release};
use lacuna_layout::Format;
use lacuna_notation::{
    ast::{Access, Assignment, Expr, ExprKind, Function, Operator, Reduction, Subscript, Update},
    sizes::{Partial, Ranged},
    terms::{Sign, Term, additive_terms},
};
use lacuna_runtime::value::Kind;
use std::collections::BTreeMap;

/// Writes a module.
pub struct ProgramWriter<'a> {
    pub source: Source<'a>,
    /// What each tensor is so far.
    pub values: BTreeMap<String, Value>,
    /// Stored tensors that statements made. They are released here, at the end, and not by the compiler: what a statement stored,
    /// zeros included, the next one finds stored, so the two are not computed as one.
    made: Vec<Value>,
    pub text: String,
    /// The next unused value number.
    pub next: usize,
    /// The variables of the statement that may reach less of a dimension than it has.
    ranged: Ranged,
    /// The dimensions of targets that statements fill in parts.
    pub partial: Partial<'a>,
    /// How many reductions were taken out of terms.
    taken_out: usize,
}

/// A tensor as a value of the function.
#[derive(Clone, PartialEq, Eq)]
pub struct Value {
    /// `%A`
    pub name: String,
    /// Size of each dimension, `None` where it is known only at run time.
    pub shape: Vec<Option<u64>>,
    /// The attribute of its format, unless it is dense.
    pub format: Option<String>,
}

/// What a value is computed for, and the sizes of variables that are known.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    pub target: &'s Access,
    /// The format of the target, if it has one.
    pub format: Option<&'s Format>,
    pub value: &'s Expr,
    pub sizes: &'s BTreeMap<String, u64>,
    /// What is asked of the loops.
    pub schedule: &'s LoopSchedule,
}

impl<'a> ProgramWriter<'a> {
    pub fn new(source: Source<'a>) -> Self {
        Self {
            source,
            values: BTreeMap::new(),
            made: Vec::new(),
            text: String::new(),
            next: 0,
            ranged: Ranged::default(),
            partial: Partial::of(source.program),
            taken_out: 0,
        }
    }

    /// The module of a function of these operands and of the places of dense results.
    pub fn module(mut self, operands: &[String], places: &[String]) -> Result<String, FrontendError> {
        let Source { program, results, declarations, .. } = self.source;
        let orders = program.tensor_orders();
        for (name, declaration) in declarations.iter().filter(|(name, _)| orders.contains_key(name.as_str())) {
            if let Some(format) = &declaration.format {
                self.line(&format!("#{name} = #stensor.format<{format}>"));
            }
        }
        let declared = |name: &String| declared(name, &declarations[name]);
        let arguments: Vec<Value> = operands.iter().chain(places).map(declared).collect();
        let parameters: Vec<_> = arguments
            .iter()
            .map(|value| {
                format!("{}: {} loc(\"{}\")", value.name, self.r#type(value), value.name.trim_start_matches('%'))
            })
            .collect();
        let types: Vec<_> = results.iter().map(|name| self.r#type(&declared(name))).collect();
        let types = types.join(", ");
        let given = if results.len() == 1 { types.clone() } else { format!("({types})") };
        self.line(&format!("// {program}"));
        self.line(&format!(
            "func.func @{KERNEL}({}) -> {given} attributes {{llvm.emit_c_interface}} {{",
            parameters.join(", "),
        ));
        self.values = operands.iter().chain(places).cloned().zip(arguments).collect();
        let (none, free) = (BTreeMap::new(), LoopSchedule::default());
        for (number, statement) in program.statements.iter().enumerate() {
            let sizes = self.source.sizes.get(number).unwrap_or(&none);
            self.statement(statement, sizes, self.source.schedules.get(number).unwrap_or(&free))?;
        }
        let given: Vec<Value> = results.iter().filter_map(|name| self.values.get(name).cloned()).collect();
        for value in std::mem::take(&mut self.made) {
            if !given.contains(&value) {
                let r#type = self.r#type(&value);
                self.line(&format!("  {} {} : {type}", Release::NAME, value.name));
            }
        }
        let names: Vec<_> = given.into_iter().map(|value| value.name).collect();
        self.line(&format!("  return {} : {types}\n}}", names.join(", ")));
        Ok(self.text)
    }

    fn statement(
        &mut self,
        statement: &Assignment,
        sizes: &BTreeMap<String, u64>,
        schedule: &LoopSchedule,
    ) -> Result<(), FrontendError> {
        self.ranged = Ranged::of(statement);
        let target = &statement.target;
        let declaration = self.source.declarations[&target.tensor].clone();
        let is_counted = self.source.dtype.kind() != Kind::Integer;
        let value = if is_counted { count_any(statement.value.clone()) } else { statement.value.clone() };
        let scope = Scope { target, format: declaration.format.as_ref(), value: &value, sizes, schedule };
        let old = self.values.get(&target.tensor).cloned();
        let adds = matches!(statement.update, Update::Replace | Update::Add | Update::Subtract);
        if declaration.format.is_some() && !adds && !self.is_whole(target) {
            return Err(FrontendError::StoredUpdate {
                target: target.to_string(),
                tensor: target.tensor.clone(),
                update: statement.update.symbol(),
                columns: target.columns,
            });
        }
        let computed = match (statement.update, old) {
            (Update::Add, Some(old)) => self.add_terms(scope, old, Sign::Plus, false)?,
            (Update::Subtract, Some(old)) => self.add_terms(scope, old, Sign::Minus, false)?,
            (Update::Multiply, Some(old)) => self.combined(scope, old, Combine::Multiply)?,
            (Update::Max, Some(old)) => self.combined(scope, old, Combine::Max)?,
            (Update::Min, Some(old)) => self.combined(scope, old, Combine::Min)?,
            (_, place) => self.assigned(scope, &declaration, place)?,
        };
        let declared = Value { name: computed.name.clone(), ..declared(&target.tensor, &declaration) };
        let result = if computed.format == declared.format {
            computed
        } else {
            let converted = Value { name: self.fresh(), ..declared };
            let (from, to) = (self.r#type(&computed), self.r#type(&converted));
            let (value, name, tensor) = (&converted.name, &computed.name, &target.tensor);
            let convert = Convert::NAME;
            self.text += &format!("  {value} = {convert} {name} : {from} to {to} loc(\"{tensor}\")\n");
            self.made.push(computed);
            converted
        };
        if result.format.is_some() {
            self.made.push(result.clone());
        }
        self.values.insert(target.tensor.clone(), result);
        Ok(())
    }

    /// The value of a target that is assigned anew, in its `place` if it has one.
    fn assigned(
        &mut self,
        scope: Scope<'_>,
        declaration: &Declaration,
        place: Option<Value>,
    ) -> Result<Value, FrontendError> {
        let name = &scope.target.tensor;
        let terms = additive_terms(scope.value);
        if let Some(format) = &declaration.format {
            // A reduction that is alone starts with nothing in the result, if points that are not stored are that already.
            if let Some(reduction) = inner::only_reduction(scope.value).filter(|_| self.is_whole(scope.target))
                && inner::fill_is_start_of(format, reduction, self.source.dtype)
            {
                let empty = self.empty(scope, self.declared(name, declaration))?;
                return self.reduced(scope, &terms[0], empty);
            }
            // Where points that are not stored are not zero, a first term that combines nothing is not added to zeros.
            let accesses = scope.value.accesses();
            let mut parts =
                accesses.iter().flat_map(|access| &access.subscripts).flat_map(|subscript| &subscript.parts);
            let is_divided = parts.any(|part| part.division.is_some());
            let replaces = has_fill(declaration)
                && self.is_whole(scope.target)
                && !is_divided
                && terms.first().is_some_and(|term| term.variables.is_empty());
            let declared = self.declared(name, declaration);
            let start = if replaces { declared } else { of_zeros(declared, declaration) };
            // A stored result starts with nothing in it. What is summed is added to zeros.
            let empty = self.empty(scope, start)?;
            return self.add_terms(scope, empty, Sign::Plus, replaces);
        }
        let place = match place {
            Some(place) => place,
            None => {
                let start = Value { name: String::new(), shape: declaration.shape.clone(), format: None };
                self.empty(scope, start)?
            }
        };
        // A reduction that is alone starts with what it gives of no values, unless values of several are added.
        if let Some(reduction) = inner::only_reduction(scope.value).filter(|_| self.is_whole(scope.target)) {
            let start = self.filled(place, &body::of_nothing(reduction, self.source.dtype));
            return self.reduced(scope, &terms[0], start);
        }
        let zeros = self.filled(place, "0");
        self.add_terms(scope, zeros, Sign::Plus, false)
    }

    /// The terms added to `current`, or subtracted from it; the first one instead of it, if `replaces`.
    fn add_terms(
        &mut self,
        scope: Scope<'_>,
        mut current: Value,
        sign: Sign,
        mut replaces: bool,
    ) -> Result<Value, FrontendError> {
        for term in additive_terms(scope.value) {
            let (expr, variables) = match term.reduction {
                Reduction::Sum => (term.expr.clone(), term.variables.clone()),
                reduction => (reduced(reduction, &term.variables, term.expr), Vec::new()),
            };
            let expr = self.take_out(scope, expr)?;
            let combine = match (term.sign == sign, replaces) {
                (true, true) => Combine::Replace,
                (false, true) => Combine::ReplaceByNegated,
                (true, false) => Combine::Add,
                (false, false) => Combine::Subtract,
            };
            current = self.operation(scope, &Operation { expr: &expr, variables: &variables, combine }, current)?;
            replaces = false;
        }
        Ok(current)
    }

    /// The old value of the target combined with the new one, point by point.
    fn combined(&mut self, scope: Scope<'_>, old: Value, combine: Combine) -> Result<Value, FrontendError> {
        if old.format.is_none() {
            let expr = self.take_out(scope, scope.value.clone())?;
            return self.operation(scope, &Operation { expr: &expr, variables: &[], combine }, old);
        }
        // A stored result is put together anew, and so reads its old value like an operand.
        let columns = scope.target.columns;
        let read = Expr { kind: ExprKind::Access(scope.target.clone()), columns };
        let new = self.take_out(scope, scope.value.clone())?;
        let call = |function| ExprKind::Call { function, arguments: vec![read.clone(), new.clone()] };
        let kind = match combine {
            Combine::Max => call(Function::Max),
            Combine::Min => call(Function::Min),
            _ => {
                let (left, right) = (Box::new(read.clone()), Box::new(new.clone()));
                ExprKind::Binary { operator: Operator::Multiply, left, right }
            }
        };
        let value = Expr { kind, columns };
        let scope = Scope { value: &value, ..scope };
        let empty = self.empty(scope, old)?;
        self.operation(scope, &Operation { expr: &value, variables: &[], combine: Combine::Replace }, empty)
    }

    /// A tensor as it was declared; formats of tensors that are not in the program have no names.
    fn declared(&self, name: &str, declaration: &Declaration) -> Value {
        let value = declared(name, declaration);
        if self.source.declarations.contains_key(name) {
            return value;
        }
        Value { format: declaration.format.as_ref().map(attribute), ..value }
    }

    /// A reduction that is alone, combined with what its target starts from.
    fn reduced(&mut self, scope: Scope<'_>, term: &Term<'_>, start: Value) -> Result<Value, FrontendError> {
        let expr = self.take_out(scope, term.expr.clone())?;
        let combine = Combine::of(term.reduction);
        self.operation(scope, &Operation { expr: &expr, variables: &term.variables, combine }, start)
    }

    /// The expression with its reductions as tensors, which are computed here.
    fn take_out(&mut self, scope: Scope<'_>, expr: Expr) -> Result<Expr, FrontendError> {
        let names = self.source.program.tensor_orders();
        let number = &mut self.taken_out;
        let mut name = || loop {
            *number += 1;
            let name = format!("inner{number}");
            if !names.contains_key(name.as_str()) {
                return name;
            }
        };
        let (expr, found) = take_out(expr, &mut name);
        for inner in found {
            // An order of the loops that was asked for holds for what computes the tensor, too, and a dense one takes any.
            let stored = scope.format.filter(|_| !scope.schedule.keeps_order());
            let format = stored.and_then(|stored| inner.format(scope.target, stored, self.source.dtype));
            let inner_scope = Scope { target: &inner.target, format: format.as_ref(), value: &inner.value, ..scope };
            let shape = self.shape(inner_scope)?;
            let computed = self.assigned(inner_scope, &Declaration { shape, format: format.clone() }, None)?;
            self.values.insert(inner.target.tensor, computed);
        }
        Ok(expr)
    }

    /// A tensor like `value` with nothing in it.
    fn empty(&mut self, scope: Scope<'_>, value: Value) -> Result<Value, FrontendError> {
        let mut sizes = Vec::new();
        for (subscript, size) in scope.target.subscripts.iter().zip(&value.shape) {
            if size.is_none() {
                // Dimensions that compound subscripts reach are declared with their size.
                let variable = subscript.as_variable().unwrap_or_default();
                sizes.push(self.size(scope, variable)?);
            }
        }
        let value = Value { name: self.fresh(), ..value };
        let r#type = self.r#type(&value);
        let (sizes, name) = (sizes.join(", "), &scope.target.tensor);
        self.line(&format!("  {} = tensor.empty({sizes}) : {type} loc(\"{name}\")", value.name));
        Ok(value)
    }

    /// The tensor with one number everywhere.
    fn filled(&mut self, place: Value, literal: &str) -> Value {
        let (number, filled) = (self.fresh(), self.fresh());
        let (element, r#type) = (element(self.source.dtype), self.r#type(&place));
        self.line(&format!("  {number} = {} : {element}", body::constant(literal, self.source.dtype)));
        let name = &place.name;
        self.line(&format!("  {filled} = linalg.fill ins({number} : {element}) outs({name} : {type}) -> {type}"));
        Value { name: filled, ..place }
    }

    /// The shape of a target, of sizes that are left open where only an operand tells them.
    fn shape(&self, scope: Scope<'_>) -> Result<Vec<Option<u64>>, FrontendError> {
        let size = |variable: &str| match self.teller(scope, variable) {
            Some((value, dimension)) => Ok(value.shape[dimension]),
            None => self.known_size(scope, variable).map(Some),
        };
        scope.target.variables().map(size).collect()
    }

    /// Whether a statement gives every point of a target one value: each subscript is a variable, another one, that reaches all.
    pub fn is_whole(&self, target: &Access) -> bool {
        let is_part = |dimension| self.partial.has_dimension(&target.tensor, dimension);
        target.is_plain() && !(0..target.subscripts.len()).any(is_part)
    }

    /// The size of a variable as a value.
    pub fn size(&mut self, scope: Scope<'_>, variable: &str) -> Result<String, FrontendError> {
        let Some((value, dimension)) = self.teller(scope, variable) else {
            let known = self.known_size(scope, variable)?;
            let size = self.fresh();
            self.line(&format!("  {size} = arith.constant {known} : index"));
            return Ok(size);
        };
        let value = value.clone();
        Ok(self.dimension(&value, dimension))
    }

    /// Whether a variable is known to have no values before the program runs.
    pub fn has_no_points(&self, scope: Scope<'_>, variable: &str) -> bool {
        match self.teller(scope, variable) {
            Some((value, dimension)) => value.shape[dimension] == Some(0),
            None => self.known_size(scope, variable).is_ok_and(|size| size == 0),
        }
    }

    fn known_size(&self, scope: Scope<'_>, variable: &str) -> Result<u64, FrontendError> {
        scope.sizes.get(variable).copied().ok_or_else(|| FrontendError::UnknownSize(variable.to_owned()))
    }

    /// A tensor that a variable subscripts alone, and in which dimension.
    fn teller(&self, scope: Scope<'_>, variable: &str) -> Option<(&Value, usize)> {
        scope.value.accesses().into_iter().find_map(|access| {
            let value = self.values.get(&access.tensor)?;
            let is_told = |dimension: &usize| {
                let is_alone = access.subscripts[*dimension].as_variable() == Some(variable);
                is_alone && !self.reaches_less(scope, variable, (&access.tensor, *dimension, value.shape[*dimension]))
            };
            Some((value, (0..access.subscripts.len()).find(is_told)?))
        })
    }

    /// Whether a variable may reach less of a dimension of a tensor, which has this size, than it has.
    fn reaches_less(
        &self,
        scope: Scope<'_>,
        variable: &str,
        (tensor, dimension, size): (&str, usize, Option<u64>),
    ) -> bool {
        match (scope.sizes.get(variable), size) {
            (Some(reached), Some(size)) => *reached != size,
            (Some(_), None) => self.ranged.contains(tensor, dimension, variable),
            (None, _) => false,
        }
    }

    /// The part of a tensor that the variables which subscript it alone reach, where they reach less than all of it.
    pub fn reached(&mut self, scope: Scope<'_>, access: &Access, value: Value) -> Value {
        let reached = |(dimension, (subscript, size)): (usize, (&Subscript, &Option<u64>))| {
            let variable = subscript.as_variable()?;
            let is_less = self.reaches_less(scope, variable, (&access.tensor, dimension, *size));
            scope.sizes.get(variable).copied().filter(|_| is_less)
        };
        let reached: Vec<Option<u64>> = access.subscripts.iter().zip(&value.shape).enumerate().map(reached).collect();
        if reached.iter().all(Option::is_none) {
            return value;
        }
        let shape: Vec<_> = reached.iter().zip(&value.shape).map(|(less, all)| less.or(*all)).collect();
        let part = Value { name: self.fresh(), shape, ..value.clone() };
        let (from, to) = (self.r#type(&value), self.r#type(&part));
        let mut sizes = Vec::new();
        for (dimension, size) in part.shape.iter().enumerate() {
            sizes.push(match size {
                Some(size) => size.to_string(),
                None => self.dimension(&value, dimension),
            });
        }
        let (zeros, ones) = (vec!["0"; sizes.len()].join(", "), vec!["1"; sizes.len()].join(", "));
        let (name, of, sizes, tensor) = (&part.name, &value.name, sizes.join(", "), &access.tensor);
        self.line(&format!(
            "  {name} = tensor.extract_slice {of}[{zeros}] [{sizes}] [{ones}] : {from} to {to} loc(\"{tensor}\")"
        ));
        part
    }

    /// The size of a dimension of a tensor as a value.
    fn dimension(&mut self, value: &Value, dimension: usize) -> String {
        let (which, size, r#type) = (self.fresh(), self.fresh(), self.r#type(value));
        self.line(&format!("  {which} = arith.constant {dimension} : index"));
        self.line(&format!("  {size} = tensor.dim {}, {which} : {type}", value.name));
        size
    }

    pub fn r#type(&self, value: &Value) -> String {
        let sizes = value.shape.iter().map(|size| size.map_or_else(|| "?x".to_owned(), |size| format!("{size}x")));
        let sizes: String = sizes.collect();
        let format = value.format.as_ref().map_or_else(String::new, |format| format!(", {format}"));
        format!("tensor<{sizes}{}{format}>", element(self.source.dtype))
    }

    pub fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%{}", self.next - 1)
    }

    pub fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }
}

fn reduced(reduction: Reduction, variables: &[&str], body: &Expr) -> Expr {
    let variables = variables.iter().map(|variable| (*variable).to_owned()).collect();
    let kind = ExprKind::Reduce { reduction, variables, body: Box::new(body.clone()), is_implicit: false };
    Expr { kind, columns: body.columns }
}

/// A tensor of the program as it was declared.
fn declared(name: &str, declaration: &Declaration) -> Value {
    let format = declaration.format.as_ref().map(|_| format!("#{name}"));
    Value { name: format!("%{name}"), shape: declaration.shape.clone(), format }
}

/// A tensor like the one that was declared, but for points that are not stored: these are zero.
fn of_zeros(declared: Value, declaration: &Declaration) -> Value {
    match &declaration.format {
        Some(format) if has_fill(declaration) => {
            Value { format: Some(attribute(&Format { fill: None, ..format.clone() })), ..declared }
        }
        _ => declared,
    }
}

fn attribute(format: &Format) -> String {
    format!("#stensor.format<{format}>")
}

/// Whether points of the tensor that are not stored are not zero.
fn has_fill(declaration: &Declaration) -> bool {
    declaration.format.as_ref().and_then(Format::nonzero_fill).is_some()
}
