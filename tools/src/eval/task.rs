//! Everything of a request that is settled before data is read.

use super::{
    EvalError, Request,
    operands::{self, Operand},
    schedule,
};
use lacuna_dialects::sloop::schedule::LoopSchedule;
use lacuna_layout::Format;
use lacuna_notation::{
    ast::{Access, Program, Update},
    elsewhere::written_here,
    halves::read_halves,
    parse_program,
    types::check_types,
};
use lacuna_runtime::{source::Source, storage::StorageError};
use std::collections::{BTreeMap, BTreeSet};

/// What is computed, of what, and how all of it is stored.
#[derive(Debug)]
pub struct Task {
    /// The statements.
    pub program: Program,
    /// What is compiled: the same, where an access to half a matrix is one for each image.
    pub compiled: Program,
    /// The tensors that have to come from outside.
    pub operands: Vec<Operand>,
    /// How each tensor that the program assigns is stored; `None` for dense.
    pub assigned: BTreeMap<String, Option<Format>>,
    /// The assigned tensors that are given back: those that no later statement reads, that are written to files, or that
    /// are updated.
    pub results: Vec<String>,
    /// What the user asks of the loops of each statement.
    pub schedules: Vec<LoopSchedule>,
}

impl Task {
    /// Parses the program and settles every tensor's format and source of data.
    pub fn new(request: &Request) -> Result<Self, EvalError> {
        let program = parse_program(&request.expression).map_err(|error| EvalError::notation(request, error))?;
        for statement in &program.statements {
            check_types(statement, request.dtype).map_err(|error| EvalError::notation(request, error))?;
        }
        check_functions(request, &program)?;
        check_names(request, &program)?;
        let targets: Vec<_> = program.targets();
        let operands = operands(request, &program)?;
        check_halves(request, &program, &operands)?;
        let is_operand = |name: &str| operands.iter().any(|operand| operand.name == name);
        let assigned = targets
            .iter()
            .map(|target| {
                let name = &target.tensor;
                Ok((name.clone(), format(request, name, target.subscripts.len())?))
            })
            .collect::<Result<BTreeMap<_, _>, EvalError>>()?;
        if let Some(target) =
            targets.iter().find(|target| !is_operand(&target.tensor) && request.inputs.contains_key(&target.tensor))
        {
            let target = &target.tensor;
            return Err(EvalError::Unsupported(format!(
                "the result {target} takes no data: write {target}(...) += ... to add to old values"
            )));
        }
        let last: BTreeSet<&str> = program.results().into_iter().map(|target| target.tensor.as_str()).collect();
        let is_result =
            |name: &String| last.contains(name.as_str()) || request.outputs.contains_key(name) || is_operand(name);
        let results = targets.iter().map(|target| target.tensor.clone()).filter(is_result).collect();
        let is_divided = |access: &Access| {
            let mut parts = access.subscripts.iter().flat_map(|subscript| &subscript.parts);
            parts.any(|part| part.division.is_some())
        };
        let reads = program.operands().into_iter();
        if let Some(access) = reads.into_iter().find(|read| request.halves.contains(&read.tensor) && is_divided(read)) {
            return Err(EvalError::Unsupported(format!(
                "--half {}: quotients and remainders in its subscripts, as in {access}, are supported where all of a matrix is stored",
                access.tensor
            )));
        }
        let compiled = read_halves(&program, &request.halves);
        let schedules = schedule::read(request.schedule.as_deref().unwrap_or_default(), &compiled)?;
        if !request.halves.is_empty() && schedules.iter().any(LoopSchedule::keeps_order) {
            let message = "a matrix of which a half is stored is read in both orders of its dimensions, so no order of its loops \
                           can be asked for beside --half";
            let text = request.schedule.clone().unwrap_or_default();
            return Err(EvalError::Schedule { text, message: message.to_owned() });
        }
        Ok(Self { program, compiled, operands, assigned, results, schedules })
    }

    /// The format of a tensor of the program; `None` where it is dense.
    pub fn format_of(&self, name: &str) -> Option<&Format> {
        match self.assigned.get(name) {
            Some(format) => format.as_ref(),
            None => self.operands.iter().find(|operand| operand.name == name)?.format.as_ref(),
        }
    }

    /// Whether a result starts with old values that come from outside.
    pub fn updates_operands(&self) -> bool {
        self.operands.iter().any(|operand| self.assigned.contains_key(&operand.name))
    }
}

/// No operand without data has the name of a function of other notations: that is what is meant then.
fn check_functions(request: &Request, program: &Program) -> Result<(), EvalError> {
    let is_function = |access: &&Access| {
        let (name, has_subscripts) = (&access.tensor, !access.subscripts.is_empty());
        let is_described = request.inputs.contains_key(name) || request.formats.contains_key(name);
        has_subscripts && !is_described && written_here(name).is_some()
    };
    match program.operands().into_iter().find(is_function) {
        Some(access) if request.emit.is_empty() => Err(EvalError::no_data(request, &access.tensor)),
        _ => Ok(()),
    }
}

/// Options name tensors of the program.
fn check_names(request: &Request, program: &Program) -> Result<(), EvalError> {
    let orders = program.tensor_orders();
    let pairs = |option: &'static str| move |name| (name, format!("{option} {name}=..."));
    let formats = request.formats.keys().map(pairs("-f"));
    let inputs = request.inputs.keys().map(pairs("-i"));
    let outputs = request.outputs.keys().map(pairs("-o"));
    let halves = request.halves.iter().map(|name| (name, format!("--half {name}")));
    let mut named = formats.chain(inputs).chain(outputs).chain(halves);
    match named.find(|(name, _)| !orders.contains_key(name.as_str())) {
        Some((name, option)) => Err(EvalError::UnknownTensor { name: name.clone(), option }),
        None => Ok(()),
    }
}

/// Halves are those of stored matrices that the program only reads, and that store no zeros.
fn check_halves(request: &Request, program: &Program, operands: &[Operand]) -> Result<(), EvalError> {
    for name in &request.halves {
        let refused = |message: &str| Err(EvalError::Half { name: name.clone(), message: message.to_owned() });
        if program.targets().iter().any(|target| target.tensor == *name) {
            return refused("the program assigns it, and a half is stored of operands that are read only");
        }
        let Some(operand) = operands.iter().find(|operand| operand.name == *name) else { continue };
        if operand.order != 2 {
            return refused(&format!("a half is stored of matrices, and {name} has order {}", operand.order));
        }
        match &operand.format {
            None => return refused(&format!("a dense matrix has no half: give it a format, such as -f {name}=csr")),
            Some(format) if format.nonzero_fill().is_some() => {
                return refused("what is not stored has to be zero");
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// The tensors that have to come from outside, with their formats and sources.
fn operands(request: &Request, program: &Program) -> Result<Vec<Operand>, EvalError> {
    let mut sources = operands::sources(request)?;
    let updated: BTreeSet<&str> = program
        .statements
        .iter()
        .filter(|statement| statement.update != Update::Replace)
        .map(|statement| statement.target.tensor.as_str())
        .collect();
    let operand = |access: &Access| {
        let (name, order) = (access.tensor.clone(), access.subscripts.len());
        let data = sources.remove(&name);
        // A result is dense where nobody says otherwise, also one that is added to.
        let is_told = request.formats.contains_key(&name) || updated.contains(name.as_str());
        let lists_entries = !is_told && data.as_ref().is_some_and(Source::lists_entries);
        let of_data = lists_entries.then(|| operands::format_of_entries(order)).flatten();
        let format = match of_data {
            Some(short) => Some(Format::named(short, order).map_err(|error| EvalError::Internal(error.to_string()))?),
            None => format(request, &name, order)?,
        };
        Ok(Operand { name, order, format, of_data, data })
    };
    program.operands().into_iter().map(operand).collect()
}

/// The format that is asked for; `None` for plain dense tensors.
fn format(request: &Request, name: &str, order: usize) -> Result<Option<Format>, EvalError> {
    let Some(text) = request.formats.get(name) else { return Ok(None) };
    if text.eq_ignore_ascii_case("dense") {
        return Ok(None);
    }
    let refused = |message: String| EvalError::Format { name: name.to_owned(), text: text.clone(), message };
    let format = Format::named(text, order).map_err(|error| refused(error.to_string()))?;
    format.validate().map_err(|error| refused(error.to_string()))?;
    match format.fill {
        Some(fill) if request.dtype.fill_type() != Some(fill.element()) => {
            let error = StorageError::FillType { fill: fill.element(), values: request.dtype };
            Err(refused(error.to_string()))
        }
        _ => Ok(Some(format)),
    }
}
