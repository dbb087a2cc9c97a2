//! The stages that `--emit` shows.

use super::{EvalError, Report, Request, outputs::Outputs};
use crate::{compiler::Compilation, frontend::KERNEL, scratch::Scratch};
use lacuna_passes::pipeline::Phase;
use std::{
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::Command,
    str::FromStr,
};

/// A stage on the way from the expression to machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What a phase of the compiler leaves.
    Phase(Phase),
    /// How each nest is walked.
    Plan,
    /// The schedule, as it can be asked for.
    Schedule,
    /// LLVM IR, before LLVM's own optimizations.
    LlvmIr,
    /// Machine code as in an object file, disassembled.
    Asm,
    /// Machine code, as an object file.
    Obj(PathBuf),
}

impl Stage {
    /// Whether it is shown; an object is written to a file.
    pub fn is_text(&self) -> bool {
        !matches!(self, Self::Obj(_))
    }

    /// The name under which it is asked for.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Phase(phase) => phase.name(),
            Self::Plan => "plan",
            Self::Schedule => "schedule",
            Self::LlvmIr => "llvm-ir",
            Self::Asm => "asm",
            Self::Obj(_) => "obj",
        }
    }
}

impl Stage {
    /// The stage that a text asks for; a file may be called anything.
    pub fn parse(text: &OsStr) -> Result<Self, String> {
        match text.as_bytes().strip_prefix(b"obj=") {
            Some(file) if !file.is_empty() => Ok(Self::Obj(PathBuf::from(OsStr::from_bytes(file)))),
            _ => text.to_string_lossy().parse(),
        }
    }
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
        let stage = match name {
            "plan" => Self::Plan,
            "schedule" => Self::Schedule,
            "llvm-ir" => Self::LlvmIr,
            "asm" => Self::Asm,
            "obj" => return Ok(Self::Obj(PathBuf::from(file.unwrap_or("kernel.o")))),
            _ => {
                let phase = Phase::ALL.into_iter().find(|phase| phase.name() == name);
                Self::Phase(phase.ok_or_else(|| {
                    let phases: Vec<_> = Phase::ALL.iter().map(|phase| phase.name()).collect();
                    format!("expected {}, plan, schedule, llvm-ir, asm or obj[=FILE], found {name}", phases.join(", "))
                })?)
            }
        };
        match file {
            None => Ok(stage),
            Some(_) => Err(format!("only obj takes a file, found {text}")),
        }
    }
}

/// The stages of machine code; an object file is staged, to be kept with the other outputs.
pub fn emit_objects(
    request: &Request,
    compilation: &mut Compilation<'_>,
    outputs: &mut Outputs,
    report: &mut Report,
) -> Result<(), EvalError> {
    for stage in &request.emit {
        match stage {
            Stage::Obj(path) => {
                let function = function_of(path);
                let failed = |message: String| EvalError::Emit { stage: "obj", message };
                let object = compilation.object(function, request.effort).map_err(|error| {
                    failed(format!("{}: {error}; the function is called by the name of the file", path.display()))
                })?;
                outputs
                    .stage(path, |staged| std::fs::write(staged, &object).map_err(|error| failed(error.to_string())))?;
                report.emitted.push((stage.clone(), format!("function {function} in {}", path.display())));
            }
            Stage::Asm => {
                let failed = |message: String| EvalError::Emit { stage: "asm", message };
                let object = compilation.object(KERNEL, request.effort).map_err(|error| failed(error.to_string()))?;
                report.emitted.push((Stage::Asm, disassemble(&object).map_err(failed)?));
            }
            _ => {}
        }
    }
    Ok(())
}

/// What no function of a C program can be called: the words of the language, and where the program begins.
const NOT_FUNCTIONS: [&str; 46] = [
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "main",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "alignas",
    "alignof",
    "bool",
    "constexpr",
    "false",
    "nullptr",
    "static_assert",
    "thread_local",
    "true",
    "typeof",
    "typeof_unqual",
];

/// The function of an object file: it has the name of the file up to the first point, where that can be the name of a
/// function in C.
fn function_of(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let begins = stem.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    // Names that begin with two of these, or with one and a capital letter, are the compiler's.
    let is_reserved =
        stem.strip_prefix('_').is_some_and(|rest| rest.starts_with(|c: char| c == '_' || c.is_ascii_uppercase()));
    let goes_on = stem.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
    if begins && goes_on && !is_reserved && !NOT_FUNCTIONS.contains(&stem) { stem } else { KERNEL }
}

/// The code of an object file with the symbols that it refers to, through LLVM's disassembler.
fn disassemble(object: &[u8]) -> Result<String, String> {
    let folder = Scratch::new().map_err(|error| error.to_string())?;
    let file = folder.path().join("kernel.o");
    std::fs::write(&file, object).map_err(|error| error.to_string())?;
    let tool = format!("{}/bin/llvm-objdump", env!("MLIR_SYS_220_PREFIX"));
    let output = Command::new(&tool)
        .args(["-d", "-r", "--no-show-raw-insn", "--no-leading-addr", "--symbolize-operands"])
        .arg(&file)
        .output()
        .map_err(|error| format!("cannot run {tool}: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    // The name of a file that is gone.
    Ok(text.trim_start().split_once('\n').map_or_else(|| text.to_string(), |(_, code)| code.trim_start().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_called_by_their_files() {
        for (file, function) in [
            ("spmv.o", "spmv"),
            ("/tmp/a_b2.tmp.o", "a_b2"),
            ("kernel.o", "kernel"),
            ("2d.o", "kernel"),
            ("a-b.o", "kernel"),
            ("int.o", "kernel"),
            ("main.o", "kernel"),
            ("__x.o", "kernel"),
            ("/dev/null", "null"),
            ("\u{e9}.o", "kernel"),
        ] {
            assert_eq!(function_of(Path::new(file)), function, "{file}");
        }
    }
}
