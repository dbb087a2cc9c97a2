//! A nest as MLIR: the function that is compiled, and a program that calls it and prints its results.

use super::tree::{
    Access, Binary, Combiner, Extent, Fold, Nest, Role, Sizes, Statement, Subscript, TensorId, Value, VarId,
};
use std::{collections::BTreeSet, fmt::Write};

/// The name of the function.
pub const KERNEL: &str = "kernel";
/// What classes are called.
const CLASSES: [&str; 4] = ["I", "J", "K", "L"];

/// The function that computes the results: its arguments are the operands, the sizes where they are open, and the places of
/// dense results.
pub fn kernel(nest: &Nest) -> String {
    let mut text = Text { nest, text: String::new(), depth: 0, values: 0 };
    text.kernel();
    text.text
}

/// A program that calls the function and prints each result that has elements.
pub fn program(nest: &Nest) -> String {
    let mut text = Text { nest, text: String::new(), depth: 0, values: 0 };
    text.kernel();
    text.main();
    text.text
}

/// The type of a tensor with its format, or of its elements alone.
fn tensor_type(nest: &Nest, tensor: TensorId, has_format: bool) -> String {
    let format = match &nest.tensor(tensor).format {
        Some(_) if has_format => format!(", #F_{}", nest.tensor(tensor).name),
        _ => String::new(),
    };
    let sizes = nest.shape(tensor).into_iter().map(|size| match nest.sizes {
        Sizes::Static => format!("{size}x"),
        Sizes::OfOperands | Sizes::Opaque => "?x".to_owned(),
    });
    format!("tensor<{}f64{format}>", sizes.collect::<String>())
}

struct Text<'a> {
    nest: &'a Nest,
    text: String,
    depth: usize,
    values: usize,
}

impl Text<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * self.depth);
    }

    /// Lines that stand deeper.
    fn inside(&mut self, lines: impl FnOnce(&mut Self)) {
        self.depth += 1;
        lines(self);
        self.depth -= 1;
    }

    fn r#type(&self, tensor: TensorId) -> String {
        tensor_type(self.nest, tensor, true)
    }

    fn name(&self, tensor: TensorId) -> &str {
        &self.nest.tensor(tensor).name
    }

    fn is_open(&self) -> bool {
        self.nest.sizes != Sizes::Static
    }

    fn dense_results(&self) -> Vec<TensorId> {
        self.nest.results().filter(|tensor| !self.nest.tensor(*tensor).is_stored()).collect()
    }

    /// The function's arguments: tensors, and the type of each.
    fn arguments(&self) -> Vec<(String, String)> {
        let tensor = |tensor: TensorId| (self.name(tensor).to_owned(), self.r#type(tensor));
        let sizes = self.is_open().then(|| ("sizes".to_owned(), format!("tensor<{}xi64>", self.nest.classes.len())));
        self.nest.operands().map(tensor).chain(sizes).chain(self.dense_results().into_iter().map(tensor)).collect()
    }

    fn types(&self, tensors: &[TensorId]) -> String {
        list(tensors.iter().map(|tensor| self.r#type(*tensor)))
    }

    fn kernel(&mut self) {
        for tensor in &self.nest.tensors {
            if let Some(format) = &tensor.format {
                self.line(&format!("#F_{} = #stensor.format<{format}>", tensor.name));
            }
        }
        let results: Vec<_> = self.nest.results().collect();
        let arguments = list(self.arguments().into_iter().map(|(name, r#type)| format!("%{name}: {type}")));
        let given = self.types(&results);
        self.line(&format!("func.func @{KERNEL}({arguments}) -> ({given}) attributes {{llvm.emit_c_interface}} {{"));
        self.inside(|text| text.computation(&results));
        self.line("}");
    }

    fn computation(&mut self, results: &[TensorId]) {
        if !self.nest.has_numbers_inside {
            self.known_sizes();
        }
        if self.is_open() {
            (0..self.nest.classes.len()).for_each(|class| self.open_size(class));
        }
        for result in results.iter().filter(|result| self.nest.tensor(**result).is_stored()) {
            let sizes = self.sizes_of(*result);
            self.line(&format!("%{} = stensor.empty{sizes} : {}", self.name(*result), self.r#type(*result)));
        }
        let operands: Vec<_> = self.nest.operands().collect();
        let bound =
            |tensors: &[TensorId]| list(tensors.iter().map(|tensor| format!("%a_{0} = %{0}", self.name(*tensor))));
        let of_operands = match operands.as_slice() {
            [] => String::new(),
            operands => format!(" ins({} : {})", bound(operands), self.types(operands)),
        };
        let of_results = format!(" outs({} : {})", bound(results), self.types(results));
        let windows = (0..).zip(&operands).filter(|(_, operand)| self.nest.tensor(**operand).has_windows);
        let windows = list(windows.map(|(number, _): (usize, _)| number.to_string()));
        let windows = match windows.as_str() {
            "" => String::new(),
            windows => format!(" attributes {{sloop.windows = array<i64: {windows}>}}"),
        };
        self.line(&format!("%r:{} = sloop.nest{of_operands}{of_results}{windows} {{", results.len()));
        let body = &self.nest.body;
        self.inside(|text| {
            if text.nest.has_numbers_inside {
                text.known_sizes();
            }
            text.statements(body);
        });
        self.line("}");
        let given = list((0..results.len()).map(|number| format!("%r#{number}")));
        self.line(&format!("return {given} : {}", self.types(results)));
    }

    /// The sizes that are numbers.
    fn known_sizes(&mut self) {
        for number in self.numbers() {
            self.line(&format!("%n{number} = arith.constant {number} : index"));
        }
        if !self.is_open() {
            for (name, size) in CLASSES.iter().zip(&self.nest.classes) {
                self.line(&format!("%{name} = arith.constant {size} : index"));
            }
        }
    }

    /// The value of a class of sizes that types do not say.
    fn open_size(&mut self, class: usize) {
        let name = CLASSES[class];
        let of_operand = || {
            self.nest.operands().find_map(|tensor| {
                let dimensions = &self.nest.tensor(tensor).dimensions;
                Some((tensor, dimensions.iter().position(|other| other.0 == class)?))
            })
        };
        let found = match self.nest.sizes {
            Sizes::OfOperands => of_operand(),
            Sizes::Static | Sizes::Opaque => None,
        };
        match found {
            Some((tensor, dimension)) => {
                self.line(&format!("%at_{name} = arith.constant {dimension} : index"));
                let (operand, r#type) = (self.name(tensor), self.r#type(tensor));
                self.line(&format!("%{name} = tensor.dim %{operand}, %at_{name} : {type}"));
            }
            None => {
                let r#type = format!("tensor<{}xi64>", self.nest.classes.len());
                self.line(&format!("%at_{name} = arith.constant {class} : index"));
                self.line(&format!("%size_{name} = tensor.extract %sizes[%at_{name}] : {type}"));
                self.line(&format!("%{name} = arith.index_cast %size_{name} : i64 to index"));
            }
        }
    }

    fn sizes_of(&self, tensor: TensorId) -> String {
        let dimensions = &self.nest.tensor(tensor).dimensions;
        if !self.is_open() || dimensions.is_empty() {
            return String::new();
        }
        format!(" sizes({})", list(dimensions.iter().map(|class| format!("%{}", CLASSES[class.0]))))
    }

    /// The extents that are numbers.
    fn numbers(&self) -> BTreeSet<u64> {
        fn of_value(value: &Value, found: &mut Vec<Extent>) {
            match value {
                Value::Fold { extent, value, .. } => {
                    found.push(*extent);
                    of_value(value, found);
                }
                Value::Binary(_, left, right) => {
                    of_value(left, found);
                    of_value(right, found);
                }
                Value::OnlyWhere(_, value) => of_value(value, found),
                Value::Number(_) | Value::Variable(_) | Value::Read(_) | Value::IfStored(..) => {}
            }
        }
        fn of_statement(statement: &Statement, found: &mut Vec<Extent>) {
            match statement {
                Statement::Loop { extent, body, .. } => {
                    found.push(*extent);
                    body.iter().for_each(|statement| of_statement(statement, found));
                }
                Statement::Derive { below, .. } => found.extend(below),
                Statement::Where { produce, consume, .. } => {
                    produce.iter().chain(consume).for_each(|statement| of_statement(statement, found));
                }
                Statement::Write { value, .. } => of_value(value, found),
            }
        }
        let mut found = Vec::new();
        self.nest.body.iter().for_each(|statement| of_statement(statement, &mut found));
        let numbers = found.into_iter().filter_map(|extent| match extent {
            Extent::Number(number) => Some(number),
            Extent::Of(_) => None,
        });
        numbers.collect()
    }

    fn statements(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Loop { var, extent: size, lanes, body } => {
                let how = lanes.map_or_else(String::new, |lanes| format!(" how(<lanes = {lanes}>)"));
                self.line(&format!("sloop.forall {} in {}{how} {{", variable(*var), extent(*size)));
                self.inside(|text| text.statements(body));
                self.line("}");
            }
            Statement::Derive { var, value, below } => {
                let below = below.map_or_else(String::new, |below| format!(" below {}", extent(below)));
                self.line(&format!("{} = sloop.derive({}){below}", variable(*var), subscript(value)));
            }
            Statement::Where { tensor, produce, consume } => {
                let full = match self.nest.tensor(*tensor).role {
                    Role::Local { is_full: true, .. } => "full ",
                    _ => "",
                };
                let start = match self.nest.tensor(*tensor).role {
                    Role::Local { initially, .. } if initially != 0.0 => format!(" initially({initially:?} : f64)"),
                    _ => String::new(),
                };
                let (name, r#type, sizes) =
                    (self.name(*tensor).to_owned(), self.r#type(*tensor), self.sizes_of(*tensor));
                self.line(&format!("sloop.where {full}{type}{sizes}{start} produce(%a_{name}) {{"));
                self.inside(|text| text.statements(produce));
                self.line(&format!("}} consume(%a_{name}) {{"));
                self.inside(|text| text.statements(consume));
                self.line("}");
            }
            Statement::Write { target, value, combiner } => {
                let value = self.value(value);
                let by = match combiner {
                    None => "",
                    Some(Combiner::Add) => " by add",
                    Some(Combiner::Mul) => " by mul",
                    Some(Combiner::Min) => " by min",
                    Some(Combiner::Max) => " by max",
                };
                self.line(&format!(
                    "sloop.write {value}, {}{by} : {}",
                    self.access(target),
                    self.r#type(target.tensor)
                ));
            }
        }
    }

    fn access(&self, access: &Access) -> String {
        format!("%a_{}[{}]", self.name(access.tensor), list(access.subscripts.iter().map(subscript)))
    }

    /// A line that makes a value; the name of that.
    fn made(&mut self, operation: &str) -> String {
        let name = format!("%e{}", self.values);
        self.values += 1;
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn value(&mut self, value: &Value) -> String {
        match value {
            Value::Number(number) => self.number(*number),
            Value::Variable(var) => {
                let number = self.made(&format!("arith.index_cast {} : index to i64", variable(*var)));
                self.made(&format!("arith.sitofp {number} : i64 to f64"))
            }
            Value::Read(access) => {
                self.made(&format!("sloop.read {} : {}", self.access(access), self.r#type(access.tensor)))
            }
            Value::IfStored(access, otherwise) => {
                let read = self.made(&format!("sloop.read {} : {}", self.access(access), self.r#type(access.tensor)));
                let stored = self.made(&format!("sloop.stored {read} : f64"));
                let otherwise = self.number(*otherwise);
                self.made(&format!("arith.select {stored}, {read}, {otherwise} : f64"))
            }
            Value::OnlyWhere(entries, value) => {
                let mut stored = Vec::new();
                for access in entries {
                    let read =
                        self.made(&format!("sloop.read {} : {}", self.access(access), self.r#type(access.tensor)));
                    stored.push(self.made(&format!("sloop.stored {read} : f64")));
                }
                let mut stored = stored.into_iter();
                let first = stored.next().expect("an entry is asked for");
                let all = stored.fold(first, |all, one| self.made(&format!("arith.andi {all}, {one} : i1")));
                let value = self.value(value);
                let absent = self.made("sloop.absent : f64");
                self.made(&format!("arith.select {all}, {value}, {absent} : f64"))
            }
            Value::Fold { var, extent: size, fold, value } => {
                let name = format!("%e{}", self.values);
                self.values += 1;
                let by = match fold {
                    Fold::Sum => "add",
                    Fold::MaxWith(_) => "max",
                    Fold::Least => "min",
                };
                self.line(&format!("{name} = sloop.fold {} in {} by {by} -> f64 {{", variable(*var), extent(*size)));
                self.inside(|text| {
                    let value = text.value(value);
                    text.line(&format!("sloop.yield {value} : f64"));
                });
                self.line("}");
                match fold {
                    Fold::Sum | Fold::Least => name,
                    Fold::MaxWith(least) => {
                        let least = self.number(*least);
                        self.made(&format!("arith.maximumf {name}, {least} : f64"))
                    }
                }
            }
            Value::Binary(binary, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let operation = match binary {
                    Binary::Add => "arith.addf",
                    Binary::Sub => "arith.subf",
                    Binary::Mul => "arith.mulf",
                    Binary::Max => "arith.maximumf",
                };
                self.made(&format!("{operation} {left}, {right} : f64"))
            }
        }
    }

    fn number(&mut self, number: f64) -> String {
        self.made(&format!("arith.constant {number:?} : f64"))
    }

    fn main(&mut self) {
        self.line("func.func @main() {");
        self.inside(|text| {
            text.line("%zero = arith.constant 0 : index");
            text.line("%pad = arith.constant 7.0 : f64");
            let (arguments, results) = (text.arguments(), text.nest.results().collect::<Vec<_>>());
            let given: Vec<_> = text.nest.operands().chain(text.dense_results()).collect();
            given.into_iter().for_each(|tensor| text.data(tensor));
            if text.is_open() {
                let classes = &text.nest.classes;
                let sizes = list(classes.iter().map(u64::to_string));
                text.line(&format!("%sizes = arith.constant dense<[{sizes}]> : tensor<{}xi64>", classes.len()));
            }
            let values = list(arguments.iter().map(|(name, _)| format!("%{name}")));
            let types = list(arguments.into_iter().map(|(_, r#type)| r#type));
            let given = text.types(&results);
            text.line(&format!("%r:{} = call @{KERNEL}({values}) : ({types}) -> ({given})", results.len()));
            (0..).zip(results).for_each(|(number, result)| text.print(number, result));
            text.line("return");
        });
        self.line("}");
    }

    /// An operand, or the place of a result.
    fn data(&mut self, tensor: TensorId) {
        let (nest, name) = (self.nest, self.name(tensor).to_owned());
        let shape = nest.shape(tensor);
        let elements = if shape.contains(&0) { String::new() } else { literal(&shape, &nest.tensor(tensor).values) };
        let fixed = format!("tensor<{}f64>", shape.iter().map(|size| format!("{size}x")).collect::<String>());
        let dense = tensor_type(nest, tensor, false);
        let is_stored = nest.tensor(tensor).is_stored();
        let is_cast = fixed != dense;
        let last = |is_last: bool, step: &str| if is_last { name.clone() } else { format!("{name}_{step}") };
        let given = last(!is_cast && !is_stored, "given");
        self.line(&format!("%{given} = arith.constant dense<{elements}> : {fixed}"));
        let cast = if is_cast { last(!is_stored, "cast") } else { given.clone() };
        if is_cast {
            self.line(&format!("%{cast} = tensor.cast %{given} : {fixed} to {dense}"));
        }
        if is_stored {
            self.line(&format!("%{name} = stensor.convert %{cast} : {dense} to {}", self.r#type(tensor)));
        }
    }

    fn print(&mut self, number: usize, result: TensorId) {
        let (nest, name) = (self.nest, self.name(result).to_owned());
        let shape = nest.shape(result);
        if shape.contains(&0) {
            return;
        }
        let dense = tensor_type(nest, result, false);
        let mut value = format!("%r#{number}");
        if nest.tensor(result).is_stored() {
            self.line(&format!("%dense_{name} = stensor.convert {value} : {} to {dense}", self.r#type(result)));
            value = format!("%dense_{name}");
        }
        let vector = format!("vector<{}f64>", shape.iter().map(|size| format!("{size}x")).collect::<String>());
        let (places, in_bounds) = (list(shape.iter().map(|_| "%zero")), list(shape.iter().map(|_| "true")));
        self.line(&format!(
            "%v_{name} = vector.transfer_read {value}[{places}], %pad {{in_bounds = [{in_bounds}]}} : {dense}, {vector}"
        ));
        self.line(&format!("vector.print %v_{name} : {vector}"));
    }
}

fn list<S: AsRef<str>>(items: impl Iterator<Item = S>) -> String {
    let items: Vec<_> = items.collect();
    items.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ")
}

fn variable(var: VarId) -> String {
    format!("%v{}", var.0)
}

fn extent(extent: Extent) -> String {
    match extent {
        Extent::Number(number) => format!("%n{number}"),
        Extent::Of(class) => format!("%{}", CLASSES[class.0]),
    }
}

fn subscript(value: &Subscript) -> String {
    let term = |(factor, var): &(i64, VarId)| match factor {
        1 => variable(*var),
        factor => format!("{} * {factor}", variable(*var)),
    };
    let mut terms: Vec<_> = value.terms.iter().map(term).collect();
    if value.constant != 0 || terms.is_empty() {
        terms.push(value.constant.to_string());
    }
    terms.join(" + ")
}

/// Elements in row-major order.
fn literal(shape: &[u64], values: &[f64]) -> String {
    match shape {
        [] => format!("{:?}", values[0]),
        [size, inner @ ..] => {
            let count = values.len() / *size as usize;
            format!("[{}]", list(values.chunks(count).map(|values| literal(inner, values))))
        }
    }
}
