//! From index notation to `linalg` on tensors.
//!
//! Each additive term becomes one `linalg.generic` that adds into the result of the one before; the first adds into
//! zeros, or into the old value of the target of `+=`. The result is text, which the compiler parses like any other
//! input, and which `--emit linalg` shows.

mod body;

use crate::kernel::signature::Parameter;
use body::Body;
use lacuna_notation::{
    ast::{Access, Assignment, Columns, Function, Subscript, Update},
    terms::{Term, additive_terms},
};
use lacuna_passes::nest::{KEEP_ORDER, VARIABLES};
use lacuna_runtime::{format::Format, value::Dtype};
use std::collections::BTreeMap;

/// Why an assignment cannot be said in `linalg`.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// A number that the element type cannot hold.
    #[error("column {}: {number} is not a value of type {dtype}", columns.start)]
    Number {
        /// As written.
        number: String,
        /// The element type.
        dtype: Dtype,
        /// Where.
        columns: Columns,
    },
    /// Integer division by something that may be zero.
    #[error(
        "column {}: division of {dtype} values is supported by a number other than zero only, because a zero divisor \
         has no result",
        columns.start
    )]
    IntegerDivision {
        /// The element type.
        dtype: Dtype,
        /// Where.
        columns: Columns,
    },
    /// The larger or smaller one of values that have no order.
    #[error("column {}: `{function}` needs values that have an order, those of type {dtype} have none", columns.start)]
    NoOrder {
        /// What was asked for.
        function: Function,
        /// The element type.
        dtype: Dtype,
        /// Where.
        columns: Columns,
    },
    /// A tensor of the expression that was not declared.
    #[error("tensor {0} was not declared")]
    Undeclared(String),
}

/// What is known of a tensor before compilation.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Size of each dimension, `None` where it is known only at run time.
    pub shape: Vec<Option<u64>>,
    /// Its format; dense tensors have none.
    pub format: Option<Format>,
}

impl Declaration {
    /// The dimensions whose sizes are left open.
    pub fn open(&self) -> Vec<usize> {
        (0..self.shape.len()).filter(|dimension| self.shape[*dimension].is_none()).collect()
    }

    /// What a function is compiled for that takes or gives the tensor.
    pub fn parameter(&self, name: &str, dtype: Dtype) -> Parameter {
        Parameter { name: name.to_owned(), shape: self.shape.clone(), format: self.format.clone(), dtype }
    }
}

/// A module with one function.
#[derive(Clone, Debug)]
pub struct Program {
    /// The module, as MLIR text.
    pub text: String,
    /// The name of each argument's tensor. The last is a dense target, whose buffer holds the result; a stored one is
    /// what the function gives.
    pub arguments: Vec<String>,
}

/// The name of the function.
pub const KERNEL: &str = "kernel";

/// An assignment as a function on tensors. With `order`, which names every index variable, the loops of each term run in
/// this order.
pub fn lower(
    assignment: &Assignment,
    declarations: &BTreeMap<String, Declaration>,
    sizes: &BTreeMap<String, u64>,
    dtype: Dtype,
    order: Option<&[String]>,
) -> Result<Program, FrontendError> {
    let mut arguments: Vec<String> = Vec::new();
    for access in assignment.value.accesses() {
        if !arguments.contains(&access.tensor) {
            arguments.push(access.tensor.clone());
        }
    }
    let target = &assignment.target.tensor;
    let is_stored = declarations.get(target).is_some_and(|declaration| declaration.format.is_some());
    let mut named = arguments.clone();
    named.push(target.clone());
    if !is_stored || assignment.update == Update::Accumulate {
        arguments.push(target.clone());
    }
    let types = named
        .iter()
        .map(|name| {
            let declaration = declarations.get(name).ok_or_else(|| FrontendError::Undeclared(name.clone()))?;
            Ok((name.as_str(), tensor_type(name, declaration, dtype)))
        })
        .collect::<Result<BTreeMap<_, _>, _>>()?;
    let writer = ProgramWriter { assignment, types, sizes, dtype, order, text: String::new(), next: 0 };
    let text = writer.module(&arguments, &named, declarations)?;
    Ok(Program { text, arguments })
}

/// The MLIR name of an element type.
pub fn element(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::F64 => "f64",
        Dtype::F32 => "f32",
        Dtype::I64 => "i64",
        Dtype::I32 => "i32",
        Dtype::I16 => "i16",
        Dtype::I8 => "i8",
        Dtype::Complex128 => "complex<f64>",
        Dtype::Complex64 => "complex<f32>",
    }
}

fn tensor_type(name: &str, declaration: &Declaration, dtype: Dtype) -> String {
    let format = declaration.format.as_ref().map_or_else(String::new, |_| format!(", #{name}"));
    format!("tensor<{}{format}>", sizes_and_element(declaration, dtype))
}

/// The type of a stored tensor where points that are not stored are zero.
fn of_zeros(name: &str, declaration: &Declaration, dtype: Dtype) -> String {
    match &declaration.format {
        Some(format) if has_fill(declaration) => {
            let format = Format { fill: None, ..format.clone() };
            format!("tensor<{}, #stensor.format<{format}>>", sizes_and_element(declaration, dtype))
        }
        _ => tensor_type(name, declaration, dtype),
    }
}

/// Whether points of the tensor that are not stored are not zero.
fn has_fill(declaration: &Declaration) -> bool {
    declaration.format.as_ref().and_then(Format::nonzero_fill).is_some()
}

fn sizes_and_element(declaration: &Declaration, dtype: Dtype) -> String {
    let sizes = declaration.shape.iter().map(|size| size.map_or_else(|| "?x".to_owned(), |size| format!("{size}x")));
    sizes.chain([element(dtype).to_owned()]).collect()
}

struct ProgramWriter<'a> {
    assignment: &'a Assignment,
    types: BTreeMap<&'a str, String>,
    sizes: &'a BTreeMap<String, u64>,
    dtype: Dtype,
    order: Option<&'a [String]>,
    text: String,
    /// The next unused value number.
    next: usize,
}

impl ProgramWriter<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%{}", self.next - 1)
    }

    fn module(
        mut self,
        arguments: &[String],
        named: &[String],
        declarations: &BTreeMap<String, Declaration>,
    ) -> Result<String, FrontendError> {
        for name in named {
            if let Some(format) = &declarations[name].format {
                self.line(&format!("#{name} = #stensor.format<{format}>"));
            }
        }
        let parameters: Vec<_> =
            arguments.iter().map(|name| format!("%{name}: {} loc(\"{name}\")", self.types[name.as_str()])).collect();
        let target = self.assignment.target.tensor.clone();
        let result = self.types[target.as_str()].clone();
        self.line(&format!("// {}", self.assignment));
        self.line(&format!(
            "func.func @{KERNEL}({}) -> {result} attributes {{llvm.emit_c_interface}} {{",
            parameters.join(", ")
        ));
        let terms = additive_terms(self.assignment);
        // Where points that are not stored are not zero, a first term that sums nothing is not added to zeros.
        let starts_with_term = !arguments.contains(&target)
            && has_fill(&declarations[&target])
            && terms.first().is_some_and(|term| term.summed.is_empty());
        let mut current = format!("%{target}");
        if !arguments.contains(&target) {
            // A stored result starts with nothing in it. What is summed is added to zeros.
            if !starts_with_term {
                let zeros = of_zeros(&target, &declarations[&target], self.dtype);
                self.types.insert(&self.assignment.target.tensor, zeros);
            }
            current = self.fresh();
            let sizes = self.dynamic_sizes(&declarations[&target].shape);
            let r#type = &self.types[target.as_str()];
            let line = format!("  {current} = tensor.empty({sizes}) : {type} loc(\"{target}\")");
            self.line(&line);
        } else if self.assignment.update == Update::Replace {
            let (zero, filled) = (self.fresh(), self.fresh());
            let element = element(self.dtype);
            self.line(&format!("  {zero} = {} : {element}", body::constant("0", self.dtype)));
            self.line(&format!(
                "  {filled} = linalg.fill ins({zero} : {element}) outs({current} : {result}) -> {result}"
            ));
            current = filled;
        }
        for (number, term) in terms.iter().enumerate() {
            current = self.term(term, &current, number == 0 && starts_with_term)?;
        }
        let computed = self.types[target.as_str()].clone();
        if computed != result {
            let converted = self.fresh();
            self.line(&format!("  {converted} = stensor.convert {current} : {computed} to {result}"));
            self.line(&format!("  stensor.release {current} : {computed}"));
            current = converted;
        }
        self.line(&format!("  return {current} : {result}\n}}"));
        Ok(self.text)
    }

    /// The sizes of the dynamic dimensions of the target, as values: each is a dimension of some operand.
    fn dynamic_sizes(&mut self, shape: &[Option<u64>]) -> String {
        let target = self.assignment.target.clone();
        let mut sizes = Vec::new();
        for (subscript, _) in target.subscripts.iter().zip(shape).filter(|(_, size)| size.is_none()) {
            let variable = subscript.as_variable();
            let accesses = self.assignment.value.accesses();
            let source = accesses.iter().find_map(|access| {
                let dimension = access.subscripts.iter().position(|other| other.as_variable() == variable)?;
                Some((access.tensor.clone(), dimension))
            });
            let Some((tensor, dimension)) = source.filter(|_| variable.is_some()) else { continue };
            let (which, size) = (self.fresh(), self.fresh());
            let r#type = self.types[tensor.as_str()].clone();
            self.line(&format!("  {which} = arith.constant {dimension} : index"));
            self.line(&format!("  {size} = tensor.dim %{tensor}, {which} : {type}"));
            sizes.push(size);
        }
        sizes.join(", ")
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// A `linalg.generic` that adds a term into `current`, or `replaces` that; gives the name of its result.
    fn term(&mut self, term: &Term<'_>, current: &str, replaces: bool) -> Result<String, FrontendError> {
        let target = &self.assignment.target;
        let mut variables: Vec<String> = target.variables().map(str::to_owned).collect();
        variables.extend(term.summed.iter().map(|name| (*name).to_owned()));
        if let Some(order) = self.order {
            variables.sort_by_key(|name| order.iter().position(|other| other == name));
        }
        let mut accesses: Vec<&Access> = Vec::new();
        for access in term.expr.accesses() {
            if !accesses.contains(&access) {
                accesses.push(access);
            }
        }
        let mut inputs: Vec<_> = accesses.iter().map(|access| format!("%{}", access.tensor)).collect();
        let mut types: Vec<_> = accesses.iter().map(|access| self.types[access.tensor.as_str()].clone()).collect();
        let mut maps: Vec<_> = accesses.iter().map(|access| map(&variables, &access.subscripts)).collect();
        // A variable that subscripts nothing alone gets an operand that only tells its size, as linalg's pooling does.
        for variable in &variables {
            let is_alone = |access: &Access| {
                access.subscripts.iter().any(|subscript| subscript.as_variable() == Some(variable.as_str()))
            };
            if accesses.iter().any(|access| is_alone(access)) || is_alone(target) {
                continue;
            }
            let size = self.sizes.get(variable).map_or_else(|| "?".to_owned(), u64::to_string);
            let window = self.fresh();
            let r#type = format!("tensor<{size}x{}>", element(self.dtype));
            self.line(&format!("  {window} = tensor.empty() : {type}"));
            inputs.push(window);
            types.push(r#type);
            maps.push(format!("affine_map<({}) -> ({variable})>", variables.join(", ")));
        }
        maps.push(map(&variables, &target.subscripts));
        let iterators: Vec<_> = variables
            .iter()
            .map(|name| if target.variables().any(|other| other == name) { "\"parallel\"" } else { "\"reduction\"" })
            .collect();
        let result_type = self.types[target.tensor.as_str()].clone();
        let result = self.fresh();
        let parameters: Vec<_> = (0..=inputs.len()).map(|_| self.fresh()).collect();
        let element = element(self.dtype);
        let old = parameters.last().expect("the result has a parameter").clone();
        let known = accesses.into_iter().zip(parameters.iter().cloned()).collect();
        let (lines, numbers) = (String::new(), String::new());
        let mut body = Body { dtype: self.dtype, known, next: &mut self.next, lines, numbers };
        let sum = body.term((!replaces).then_some(old.as_str()), term)?;
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
        let keep = if self.order.is_some() { format!("{KEEP_ORDER}, ") } else { String::new() };
        let names: Vec<_> = variables.iter().map(|name| format!("\"{name}\"")).collect();
        let attributes = format!("{keep}{VARIABLES} = [{}]", names.join(", "));
        self.line(&format!("    outs({current} : {result_type}) attrs = {{{attributes}}} {{"));
        let typed: Vec<_> = parameters.iter().map(|parameter| format!("{parameter}: {element}")).collect();
        self.line(&format!("  ^bb0({}):", typed.join(", ")));
        self.text += &lines;
        self.line(&format!("    linalg.yield {sum} : {element}\n  }} -> {result_type}"));
        Ok(result)
    }
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
        text += &part.variable;
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
