//! What the measurements share.

use lacuna_layout::Format;
use lacuna_notation::{ast::Assignment, parse_program};
use lacuna_passes::pipeline::Lacuna;
use lacuna_runtime::value::Dtype;
use lacuna_tools::{
    compiler::{CompileError, Compiler, Effort, Native},
    frontend::{Declaration, KERNEL, Source, lower},
};
use std::collections::BTreeMap;

/// From an expression to callable code; sizes are known only at run time, tensors without a format are dense.
///
/// # Panics
/// On an expression or format that does not parse: the measurements name them.
pub fn compile(compiler: &Compiler, expression: &str, formats: &[(&str, &str)]) -> Result<Native, CompileError> {
    let parsed = parse_program(expression).expect("the expression parses");
    let declarations: BTreeMap<_, _> = parsed
        .statements
        .iter()
        .flat_map(Assignment::accesses)
        .map(|access| {
            let order = access.subscripts.len();
            let format = formats
                .iter()
                .find(|(name, _)| *name == access.tensor)
                .map(|(_, format)| Format::named(format, order).expect("the format fits"));
            (access.tensor.clone(), Declaration { shape: vec![None; order], format })
        })
        .collect();
    let results: Vec<_> = parsed.results().into_iter().map(|target| target.tensor.clone()).collect();
    let source = Source {
        program: &parsed,
        results: &results,
        declarations: &declarations,
        sizes: &[],
        dtype: Dtype::F64,
        schedules: &[],
    };
    let program = lower(source).expect("floats take any number");
    let mut native =
        compiler.start(&program.text, Lacuna { dense: true, ..Lacuna::default() })?.native(Effort::Full)?;
    native.packed(&format!("_mlir_ciface_{KERNEL}")).expect("the kernel is there");
    Ok(native)
}
