//! The index form of a program, interpreted after each pass and compared with the oracle: a wrong result names its pass.

use super::{EvalError, Request, prepared::Prepared, report::Report, task::Task};
use crate::{
    compiler::{Compilation, Compiler},
    frontend::KERNEL,
};
use lacuna_layout::Format;
use lacuna_passes::{
    index::interpret::{DenseTensor, Number, Stopped},
    interpret::interpret as interpret_function,
    linalg::linalg_to_sloop::LinalgToSloop,
    pass::Pass,
    pipeline::{Lacuna, Phase, elements},
};
use lacuna_runtime::{
    data::{self, Data},
    pack::pack_data,
    storage::SparseTensor,
    value::{Complex, Dtype, Scalar, Values},
};
use std::{borrow::Cow, collections::BTreeMap};

/// What came of interpreting the index form.
#[derive(Clone, Debug, Default)]
pub struct Interpreted {
    /// The passes after which the results were right.
    pub right: Vec<String>,
    /// What was not interpreted, and how often.
    pub skipped: BTreeMap<String, usize>,
    /// The first pass after which a result was wrong, and what was.
    pub wrong: Option<(String, String)>,
}

/// Interprets the index form of a request after each pass.
pub fn interpret(request: &Request) -> Result<Interpreted, EvalError> {
    let task = Task::new(request)?;
    let mut report = Report::new(&task.program);
    let prepared = Prepared::new(request, task, None, &mut report)?;
    let Prepared { task, stored, program, .. } = &prepared;
    let places = prepared.places(request)?;
    let place = |name: &String| {
        let number = task.results.iter().position(|result| result == name);
        number.map(|number| &places[number]).ok_or_else(|| EvalError::Internal(format!("{name} is no result")))
    };
    let mut arguments = Vec::new();
    for name in &program.operands {
        arguments.push(dense(&stored[name])?);
    }
    for name in &program.places {
        arguments.push(dense(place(name)?)?);
    }
    let Request { fp, drop_zeros, two_phase, workspaces, .. } = *request;
    let options = Lacuna { fp, dense: true, drop_zeros, two_phase, workspaces, ..Lacuna::default() };
    let passes = options.passes_to(Phase::Sloop);
    let compiler = Compiler::new();
    let mut compilation = compiler.start(&program.text, options)?;
    compilation.advance(Phase::Linalg)?;
    let (mut outcome, mut is_index_form) = (Interpreted::default(), false);
    for pass in elements(&passes) {
        compilation.run(pass)?;
        let name = pass.split('{').next().unwrap_or(pass).to_owned();
        is_index_form |= name == LinalgToSloop::ARGUMENT;
        if !is_index_form {
            continue;
        }
        let computed = match run(&compilation, &arguments) {
            Ok(computed) => computed,
            Err(why @ Stopped::Outside { .. }) => {
                outcome.wrong = Some((name, why.to_string()));
                break;
            }
            Err(Stopped::Unsupported(what)) => {
                *outcome.skipped.entry(what).or_default() += 1;
                continue;
            }
        };
        let results: Vec<_> = computed
            .into_iter()
            .map(|result| tensor(result, request.dtype).map(Cow::Owned))
            .collect::<Result<_, _>>()?;
        let computed = prepared.computed(request, &results);
        match computed.values()?.into_iter().find(|comparison| !comparison.ok) {
            None => outcome.right.push(name),
            Some(wrong) => {
                outcome.wrong = Some((name, format!("{:?}, error {}", wrong.worst, wrong.largest_error)));
                break;
            }
        }
    }
    Ok(outcome)
}

fn run(compilation: &Compilation<'_>, arguments: &[DenseTensor]) -> Result<Vec<DenseTensor>, Stopped> {
    let module = lacuna_dialects::ir::op(&compilation.module().as_operation());
    interpret_function(module, KERNEL, arguments.to_vec())
}

/// All points of a tensor, and which of them it stores. The parts of an entry are added up.
fn dense(tensor: &SparseTensor) -> Result<DenseTensor, EvalError> {
    let internal = |error: String| EvalError::Internal(error);
    let coo = tensor.to_coo().map_err(|error| internal(error.to_string()))?;
    let fill = tensor.format.nonzero_fill().and_then(Scalar::of_fill).map_or_else(|| zero(tensor.dtype()), number);
    let shape: Vec<usize> = coo.shape.iter().map(|size| *size as usize).collect();
    let is_dense = tensor.format == Format::dense(tensor.order());
    let mut whole = DenseTensor::filled(shape, fill, true);
    let mut stored = whole.stored.take().unwrap_or_default();
    for (point, value) in coo.entries() {
        let place = point.iter().zip(&coo.shape).fold(0, |place, (at, size)| place * size + at) as usize;
        let value = number(value);
        whole.values[place] = if stored[place] { sum(whole.values[place], value, tensor.dtype()) } else { value };
        stored[place] = true;
    }
    whole.stored = (!is_dense).then_some(stored);
    Ok(whole)
}

fn sum(left: Number, right: Number, dtype: Dtype) -> Number {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => {
            let bits = dtype.size_in_bytes() as u32 * 8;
            Number::Integer(left.wrapping_add(right) << (64 - bits) >> (64 - bits))
        }
        (Number::Float(left), Number::Float(right)) if dtype == Dtype::F32 => {
            Number::Float(f64::from((left + right) as f32))
        }
        (Number::Float(left), Number::Float(right)) => Number::Float(left + right),
        (Number::Complex(a, b), Number::Complex(c, d)) => Number::Complex(a + c, b + d),
        (left, _) => left,
    }
}

fn zero(dtype: Dtype) -> Number {
    Values::zeros(dtype, 1).get(0).map_or(Number::Integer(0), number)
}

fn number(scalar: Scalar) -> Number {
    match scalar {
        Scalar::F64(number) => Number::Float(number),
        Scalar::F32(number) => Number::Float(number.into()),
        Scalar::I64(number) => Number::Integer(number),
        Scalar::I32(number) => Number::Integer(number.into()),
        Scalar::I16(number) => Number::Integer(number.into()),
        Scalar::I8(number) => Number::Integer(number.into()),
        Scalar::Complex128(number) => Number::Complex(number.re, number.im),
        Scalar::Complex64(number) => Number::Complex(number.re.into(), number.im.into()),
    }
}

/// A dense tensor of these values.
fn tensor(whole: DenseTensor, dtype: Dtype) -> Result<SparseTensor, EvalError> {
    let integers = || whole.values.iter().map(|value| if let Number::Integer(number) = value { *number } else { 0 });
    let floats = || whole.values.iter().map(|value| if let Number::Float(number) = value { *number } else { 0.0 });
    let pairs =
        || whole.values.iter().map(|value| if let Number::Complex(re, im) = value { (*re, *im) } else { (0.0, 0.0) });
    let values = match dtype {
        Dtype::F64 => Values::F64(floats().collect()),
        Dtype::F32 => Values::F32(floats().map(|number| number as f32).collect()),
        Dtype::I64 => Values::I64(integers().collect()),
        Dtype::I32 => Values::I32(integers().map(|number| number as i32).collect()),
        Dtype::I16 => Values::I16(integers().map(|number| number as i16).collect()),
        Dtype::I8 => Values::I8(integers().map(|number| number as i8).collect()),
        Dtype::Complex128 => Values::Complex128(pairs().map(|(re, im)| Complex::new(re, im)).collect()),
        Dtype::Complex64 => Values::Complex64(pairs().map(|(re, im)| Complex::new(re as f32, im as f32)).collect()),
    };
    let shape: Vec<u64> = whole.shape.iter().map(|size| *size as u64).collect();
    let internal = |error: String| EvalError::Internal(error);
    let format = Format::dense(shape.len());
    pack_data(Data::Dense(data::Dense { shape, values }), &format, None).map_err(|error| internal(error.to_string()))
}
