//! The tensors that are written.

use super::{EvalError, Outputs, Report, checking::Computed};
use lacuna_runtime::{
    coo::Coo,
    data::Data,
    io::{self, Content},
    memory::Activity,
    progress::{Phase, Progress},
    storage::{SparseTensor, StorageError},
};

/// Writes the tensors that were asked for beside their places, and that which goes to standard output into the report.
pub fn stage_tensors(
    computed: &Computed<'_>,
    progress: Option<&dyn Progress>,
    outputs: &mut Outputs,
    report: &mut Report,
) -> Result<(), EvalError> {
    let Computed { request, task, data, stored, results, .. } = computed;
    for (name, path) in &request.outputs {
        let _activity = Activity::start(format!("-o {name}"));
        let _writing = Phase::start(progress, "writing", 0);
        let result = task.results.iter().position(|result| result == name);
        let tensor = result.map_or_else(|| &stored[name], |result| &*results[result]);
        let computed;
        let content = match data.get(name) {
            Some(Data::Entries(given)) if result.is_none() => Content::Entries(given),
            _ if tensor.format.is_row_major() => Content::Dense { shape: &tensor.shape, values: &tensor.values },
            _ => {
                computed = written_entries(tensor).map_err(|error| EvalError::Unsupported(error.to_string()))?;
                Content::Entries(&computed)
            }
        };
        if path.as_os_str() == "-" {
            let mut text = Vec::new();
            io::write_text("standard output", &mut text, content).map_err(Box::new)?;
            if report.printed.replace(text).is_some() {
                return Err(EvalError::Output { path: path.clone(), message: "two outputs go there".to_owned() });
            }
        } else {
            outputs.stage(path, |staged| Ok(io::write_content(staged, content).map_err(Box::new)?))?;
        }
    }
    Ok(())
}

/// The entries of a stored tensor as they are written: without the zeros of a format that fills up.
pub(crate) fn written_entries(tensor: &SparseTensor) -> Result<Coo, StorageError> {
    let mut coo = tensor.to_coo_beside_zeros()?;
    if tensor.format.fills_up() || tensor.format.nonzero_fill().is_some() {
        coo.drop_zeros()?;
    }
    Ok(coo)
}
