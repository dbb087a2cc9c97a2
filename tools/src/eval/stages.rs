//! The stages that `--emit` shows.

use super::{EvalError, Report, Request, outputs::Outputs};
use crate::compiler::Native;
use lacuna_passes::pipeline::Phase;
use std::{path::PathBuf, process::Command, str::FromStr};

/// A stage on the way from the expression to machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What a phase of the compiler leaves.
    Phase(Phase),
    /// LLVM IR, before LLVM's own optimizations.
    LlvmIr,
    /// Machine code, disassembled.
    Asm,
    /// Machine code, as an object file.
    Obj(PathBuf),
}

impl Stage {
    /// The name under which it is asked for.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Phase(phase) => phase.name(),
            Self::LlvmIr => "llvm-ir",
            Self::Asm => "asm",
            Self::Obj(_) => "obj",
        }
    }
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
        let stage = match name {
            "llvm-ir" => Self::LlvmIr,
            "asm" => Self::Asm,
            "obj" => return Ok(Self::Obj(PathBuf::from(file.unwrap_or("kernel.o")))),
            _ => {
                let phase = Phase::ALL.into_iter().find(|phase| phase.name() == name);
                Self::Phase(phase.ok_or_else(|| {
                    let phases: Vec<_> = Phase::ALL.iter().map(|phase| phase.name()).collect();
                    format!("expected {}, llvm-ir, asm or obj[=FILE], found {name}", phases.join(", "))
                })?)
            }
        };
        match file {
            None => Ok(stage),
            Some(_) => Err(format!("only obj takes a file, found {text}")),
        }
    }
}

/// The stages that need machine code; an object file is staged, to be kept with the other outputs.
pub fn emit_native(
    request: &Request,
    native: &Native,
    outputs: &mut Outputs,
    report: &mut Report,
) -> Result<(), EvalError> {
    for stage in &request.emit {
        match stage {
            Stage::Obj(path) => {
                let failed = |error: std::io::Error| EvalError::Emit { stage: "obj", message: error.to_string() };
                let object = native.object().map_err(failed)?;
                outputs.stage(path, |staged| std::fs::write(staged, &object).map_err(failed))?;
                report.emitted.push((stage.clone(), format!("wrote {}", path.display())));
            }
            Stage::Asm => report.emitted.push((Stage::Asm, disassemble(native)?)),
            _ => {}
        }
    }
    Ok(())
}

/// The machine code that runs, through LLVM's disassembler.
fn disassemble(native: &Native) -> Result<String, EvalError> {
    let failed = |message: String| EvalError::Emit { stage: "asm", message };
    let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
    let object = folder.path().join("kernel.o");
    let code = native.object().map_err(|error| failed(error.to_string()))?;
    std::fs::write(&object, code).map_err(|error| failed(error.to_string()))?;
    let tool = format!("{}/bin/llvm-objdump", env!("MLIR_SYS_220_PREFIX"));
    let output = Command::new(&tool)
        .args(["-d", "--no-show-raw-insn", "--no-leading-addr", "--symbolize-operands"])
        .arg(&object)
        .output()
        .map_err(|error| failed(format!("cannot run {tool}: {error}")))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
