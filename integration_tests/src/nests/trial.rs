//! A nest, compiled and called in buffers of their own: is what it computes right?

use super::{
    evaluate::evaluate,
    text::{KERNEL, kernel},
    tree::{Nest, Sizes, TensorId},
};
use crate::{campaign::Verdict, request::effort_of};
use lacuna_layout::Format;
use lacuna_passes::{fp::FpMode, pipeline::Lacuna};
use lacuna_runtime::{
    coo::Coo,
    pack::{outline, pack},
    storage::SparseTensor,
    value::{Dtype, Scalar, Values},
};
use lacuna_tools::{
    compiler::{CompileError, Compiler, Effort},
    kernel::{
        Argument, BoundKernel, CallError, Target,
        checks::{Edge, Failing, MemoryChecks},
        signature::{Parameter, Signature},
    },
};

/// How a nest is compiled and called.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Options of the pipeline, as text.
    pub options: &'static str,
    edge: Edge,
    effort: Effort,
}

impl Way {
    /// The way of a seed.
    pub fn of(seed: u64) -> Self {
        const OPTIONS: [&str; 12] = [
            "",
            "",
            " fp=strict",
            " vector-bytes=0",
            " two-phase=true",
            " drop-zeros=true",
            " workspaces=radix:2",
            " workspaces=runs:3",
            " workspaces=buckets:2",
            " workspaces=hash:1",
            " workspaces=radix:1:aside",
            " workspaces=mixed:2",
        ];
        let number = OPTIONS.len() as u64;
        let edge = if (seed / number).is_multiple_of(2) { Edge::End } else { Edge::Start };
        Self { options: OPTIONS[(seed % number) as usize], edge, effort: effort_of(seed) }
    }

    fn pipeline(self) -> Lacuna {
        let is_set = |option: &str| self.options.trim() == option;
        let mut options = Lacuna { verify: true, two_phase: is_set("two-phase=true"), ..Lacuna::default() };
        options.drop_zeros = is_set("drop-zeros=true");
        if let Some(text) = self.options.trim().strip_prefix("workspaces=") {
            options.workspaces = text.parse().expect("a policy");
        }
        if is_set("fp=strict") {
            options.fp = FpMode::Strict;
        }
        if is_set("vector-bytes=0") {
            options.vector_bytes = "0".parse().expect("a number of bytes");
        }
        self.checks().compile(options)
    }

    fn checks(self) -> MemoryChecks {
        MemoryChecks { guard: Some(self.edge), failing: Some(Failing::Each) }
    }
}

/// What a nest came to.
pub fn try_nest(nest: &Nest, way: Way) -> Verdict {
    let expected = match evaluate(nest) {
        Ok(expected) => expected,
        Err(unfit) => return Verdict::Refused(format!("not drawn: {unfit:?}")),
    };
    match compute(nest, way) {
        Ok(found) => {
            let named = nest.results().zip(expected).zip(found);
            match named.into_iter().find(|((_, expected), found)| expected != found) {
                None => Verdict::Right,
                Some(((result, expected), found)) => {
                    let name = &nest.tensor(result).name;
                    Verdict::Failed(format!("{name} is {found:?}, expected {expected:?}"))
                }
            }
        }
        Err(Stop::Refused(errors)) => match errors.as_slice() {
            [error] => Verdict::Refused(without_names(error)),
            errors => Verdict::Failed(format!("refused by {} errors: {}", errors.len(), errors.join("; "))),
        },
        Err(Stop::Failed(what)) => Verdict::Failed(what),
    }
}

/// Why there are no results.
enum Stop {
    Refused(Vec<String>),
    Failed(String),
}

impl From<CompileError> for Stop {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::Refused(errors) if !CompileError::Refused(errors.clone()).is_ours() => Self::Refused(errors),
            error => Self::Failed(error.to_string()),
        }
    }
}

impl From<CallError> for Stop {
    fn from(error: CallError) -> Self {
        Self::Failed(error.to_string())
    }
}

fn compute(nest: &Nest, way: Way) -> Result<Vec<Vec<f64>>, Stop> {
    let compiler = Compiler::new();
    let mut native = compiler.start(&kernel(nest), way.pipeline())?.native(way.effort)?;
    let mut operands: Vec<_> = nest.operands().map(|tensor| stored(nest, tensor)).collect();
    let open = |tensor: TensorId| match nest.sizes {
        Sizes::Static => Vec::new(),
        Sizes::OfOperands | Sizes::Opaque => (0..nest.tensor(tensor).dimensions.len()).collect(),
    };
    let is_stored: Vec<_> =
        nest.operands().map(|tensor| nest.tensor(tensor).is_stored().then(|| open(tensor))).collect();
    let parameter = |tensor: TensorId| {
        let shape = nest.shape(tensor).into_iter().map(|size| (nest.sizes == Sizes::Static).then_some(size));
        let named = nest.tensor(tensor);
        Parameter { name: named.name.clone(), shape: shape.collect(), format: named.format.clone(), dtype: Dtype::F64 }
    };
    let mut parameters: Vec<_> = nest.operands().map(parameter).collect();
    if nest.sizes != Sizes::Static {
        let sizes = sizes(nest);
        parameters.push(Parameter::dense("sizes", &sizes));
        operands.push(sizes);
    }
    let (given, dense): (Vec<_>, Vec<_>) = nest.results().partition(|tensor| nest.tensor(*tensor).is_stored());
    let signature = Signature {
        name: KERNEL.to_owned(),
        arguments: parameters.into_iter().chain(dense.into_iter().map(parameter)).collect(),
        results: given.into_iter().map(parameter).collect(),
    };
    let mut places: Vec<_> = nest.results().map(|tensor| stored(nest, tensor)).collect();
    let arguments: Vec<_> = operands
        .iter()
        .enumerate()
        .map(|(number, operand)| match is_stored.get(number) {
            Some(Some(open)) => Argument::Stored(operand, open.clone()),
            _ => Argument::Dense(operand),
        })
        .collect();
    let targets = nest.results().zip(&mut places).map(|(tensor, place)| match nest.tensor(tensor).is_stored() {
        true => Target::Stored(place, open(tensor)),
        false => Target::Dense(place),
    });
    let mut bound = BoundKernel::bind(&mut native, &signature, &arguments, targets.collect(), way.checks())?;
    bound.call()?;
    let results = bound.take_results();
    results.iter().map(|result| elements(result)).collect()
}

/// A tensor at the beginning, in its format. A result that is stored has no entries then.
fn stored(nest: &Nest, tensor: TensorId) -> SparseTensor {
    let shape = nest.shape(tensor);
    let values = &nest.tensor(tensor).values;
    match &nest.tensor(tensor).format {
        None => SparseTensor {
            format: Format::dense(shape.len()),
            levels: vec![Default::default(); shape.len()],
            shape,
            values: Values::F64(values.clone()),
        },
        Some(format) => {
            let has_entries = values.iter().any(|value| *value != 0.0);
            if !has_entries {
                let empty = Coo::empty(shape.clone(), Dtype::F64);
                return pack(&empty, format).or_else(|_| outline(&shape, format, Dtype::F64, false)).expect("it fits");
            }
            let points = (0..values.len()).filter(|place| values[*place] != 0.0);
            let entries: Vec<_> = points.map(|place| (coordinates(&shape, place), values[place])).collect();
            let entries: Vec<_> = entries.iter().map(|(point, value)| (point.as_slice(), *value)).collect();
            let coo = Coo::from_entries(shape, &entries).expect("points are inside");
            pack(&coo, format).expect("the formats that are drawn hold any entries")
        }
    }
}

fn coordinates(shape: &[u64], place: usize) -> Vec<u64> {
    let mut rest = place as u64;
    let mut point: Vec<_> = shape
        .iter()
        .rev()
        .map(|size| {
            let coordinate = rest % size;
            rest /= size;
            coordinate
        })
        .collect();
    point.reverse();
    point
}

/// The sizes of a nest that does not know them.
fn sizes(nest: &Nest) -> SparseTensor {
    let sizes = nest.classes.iter().map(|size| *size as i64).collect();
    SparseTensor {
        shape: vec![nest.classes.len() as u64],
        format: Format::dense(1),
        levels: vec![Default::default()],
        values: Values::I64(sizes),
    }
}

/// All elements, in row-major order.
fn elements(tensor: &SparseTensor) -> Result<Vec<f64>, Stop> {
    tensor.validate().map_err(|error| Stop::Failed(format!("a result is broken: {error}")))?;
    let entries = tensor.to_coo().map_err(|error| Stop::Failed(format!("a result is broken: {error}")))?;
    let points: u64 = tensor.shape.iter().product();
    let mut all = vec![0.0; points as usize];
    for (point, value) in entries.entries() {
        let place = point.iter().zip(&tensor.shape).fold(0, |place, (index, size)| place * size + index);
        let Scalar::F64(value) = value else { return Err(Stop::Failed("a result is not of f64".to_owned())) };
        all[place as usize] += value;
    }
    Ok(all)
}

/// A message without what differs from nest to nest: formats in parentheses, numbers, names, types, and subscripts of them.
fn without_names(message: &str) -> String {
    const PARTS: [&str; 7] = ["*", "+", "-", "->", "floordiv", "mod", "_"];
    let line = message.lines().next().unwrap_or_default().replace("->", "_");
    let mut depth = 0;
    let outside = line.chars().filter(|letter| {
        depth += i32::from(*letter == '(');
        let is_outside = depth == 0;
        depth -= i32::from(*letter == ')');
        is_outside
    });
    let outside: String = outside.collect();
    let mut words: Vec<&str> = Vec::new();
    for word in outside.split(';').next().unwrap_or_default().split_whitespace() {
        let is_name = PARTS.contains(&word)
            || word.contains(['%', '<', '\''])
            || word.chars().any(|letter| letter.is_ascii_digit());
        match is_name {
            true if words.last() == Some(&"_") => {}
            true => words.push("_"),
            false => words.push(word),
        }
    }
    words.join(" ")
}
