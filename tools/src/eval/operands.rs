//! Operands: where their data comes from, and their entries.

use super::{EvalError, Plan, Report, Request};
use lacuna_runtime::{
    coo::Coo,
    format::Format,
    generate::Generator,
    io::{self, ReadOptions},
    progress::Progress,
};
use std::{collections::BTreeMap, path::PathBuf, time::Instant};

/// An operand of the expression.
pub struct Operand {
    /// Its name.
    pub name: String,
    /// Its number of dimensions.
    pub order: usize,
    /// Its format; `None` for plain dense tensors.
    pub format: Option<Format>,
    /// Where its data comes from.
    pub data: Option<Data>,
}

/// A source of data.
pub enum Data {
    /// A file.
    File(PathBuf),
    /// A generator, and the text it was given as.
    Generated(Generator, String),
}

impl Data {
    /// Tells a generator from a file.
    pub fn parse(name: &str, text: &str) -> Result<Self, EvalError> {
        if Generator::is_generator(text) {
            let generator = Generator::parse(text).map_err(|error| EvalError::Generate {
                name: name.to_owned(),
                text: text.to_owned(),
                error: Box::new(error),
            })?;
            return Ok(Self::Generated(generator, text.to_owned()));
        }
        Ok(Self::File(PathBuf::from(text)))
    }
}

/// What could be loaded before all sizes are known.
pub struct Loaded {
    /// The shape of each operand that has one of its own.
    pub shapes: BTreeMap<String, Vec<u64>>,
    entries: BTreeMap<String, Coo>,
}

/// Reads files, and runs the generators that fix their own shape.
pub fn load(
    request: &Request,
    plan: &Plan,
    progress: Option<&dyn Progress>,
    report: &mut Report,
) -> Result<Loaded, EvalError> {
    let mut loaded = Loaded { shapes: BTreeMap::new(), entries: BTreeMap::new() };
    for operand in &plan.operands {
        let begin = Instant::now();
        let coo = match &operand.data {
            None => return Err(EvalError::NoData(operand.name.clone())),
            Some(Data::File(path)) => {
                io::read(path, &read_options(request, plan, operand, progress)).map_err(Box::new)?
            }
            Some(Data::Generated(generator, text)) => match generator.shape() {
                None => continue,
                Some(shape) => generate(request, operand, generator, text, &shape)?,
            },
        };
        report.loaded(&operand.name, begin.elapsed());
        loaded.shapes.insert(operand.name.clone(), coo.shape.clone());
        loaded.entries.insert(operand.name.clone(), coo);
    }
    Ok(loaded)
}

/// Runs the generators that take their shape from the other operands; gives the entries of all.
pub fn complete(
    loaded: Loaded,
    plan: &Plan,
    shapes: &BTreeMap<String, Vec<u64>>,
    request: &Request,
    report: &mut Report,
) -> Result<BTreeMap<String, Coo>, EvalError> {
    let mut entries = loaded.entries;
    for operand in &plan.operands {
        if entries.contains_key(&operand.name) {
            continue;
        }
        if let Some(Data::Generated(generator, text)) = &operand.data {
            let begin = Instant::now();
            let coo = generate(request, operand, generator, text, &shapes[&operand.name])?;
            report.loaded(&operand.name, begin.elapsed());
            entries.insert(operand.name.clone(), coo);
        }
    }
    Ok(entries)
}

fn generate(
    request: &Request,
    operand: &Operand,
    generator: &Generator,
    text: &str,
    shape: &[u64],
) -> Result<Coo, EvalError> {
    if shape.len() != operand.order {
        return Err(EvalError::Order {
            name: operand.name.clone(),
            text: text.to_owned(),
            wanted: operand.order,
            found: shape.len(),
        });
    }
    generator.generate(shape, request.dtype).map_err(|error| EvalError::Generate {
        name: operand.name.clone(),
        text: text.to_owned(),
        error: Box::new(error),
    })
}

/// A file's sizes may be given by the sizes of the variables that subscript it.
fn read_options<'a>(
    request: &Request,
    plan: &Plan,
    operand: &Operand,
    progress: Option<&'a dyn Progress>,
) -> ReadOptions<'a> {
    let access = plan.assignment.accesses().into_iter().find(|access| access.tensor == operand.name);
    let shape = access.map(|access| {
        access
            .subscripts
            .iter()
            .map(|subscript| subscript.as_variable().and_then(|variable| request.sizes.get(variable)).copied())
            .collect()
    });
    ReadOptions { shape, expect_order: Some(operand.order), progress, ..ReadOptions::new(request.dtype) }
}
