//! From MLIR text to native code, phase by phase.

use crate::{
    frontend::KERNEL,
    kernel::{memory, threads},
    scratch::Scratch,
    wording::for_users,
};
pub use lacuna_dialects::engine::Effort;
use lacuna_dialects::{
    engine::{Code, Engine},
    ir::{collect_ops, op, op_name},
    object,
    register::all_dialects,
    sloop::schedule::{FACTORED, factor_order},
};
use lacuna_passes::{
    index::schedule::FactorRequest,
    pass::{INTERNAL_ERROR, time_spent},
    pipeline::{Lacuna, Phase},
    plan::{Plan, StatementSchedule},
    register_all,
};
use melior::{
    Context,
    diagnostic::{Diagnostic, DiagnosticSeverity},
    ir::{
        Module,
        operation::{OperationLike, OperationPrintingFlags},
    },
    pass::PassManager,
    utility::{parse_pass_pipeline, register_all_passes},
};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// Why compilation stopped.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The compiler refused the program; its diagnostics say why.
    #[error("{}", .0.join("\n"))]
    Refused(Vec<String>),
    /// The pass manager could not be set up: a bug of ours.
    #[error("internal error: {0}")]
    Internal(String),
    /// There is no object file.
    #[error("{0}")]
    Object(String),
}

impl CompileError {
    /// Whether the fault is ours.
    pub fn is_ours(&self) -> bool {
        match self {
            Self::Refused(errors) => errors.iter().any(|error| error.contains(INTERNAL_ERROR)),
            Self::Internal(_) => true,
            Self::Object(_) => false,
        }
    }
}

/// A compiler: a context, and what its passes said.
pub struct Compiler {
    context: Context,
    messages: Arc<Mutex<Messages>>,
}

#[derive(Default)]
struct Messages {
    errors: Vec<String>,
    remarks: Vec<String>,
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompileTime {
    /// Parsing, dialects that are loaded for it, and all passes.
    pub passes: Duration,
    /// The passes of `lacuna-passes` alone.
    pub own_passes: Duration,
    /// LLVM: optimization and code generation.
    pub native: Duration,
    /// The optimization alone.
    pub optimization: Duration,
}

/// A program on its way through the phases.
pub struct Compilation<'c> {
    compiler: &'c Compiler,
    module: Module<'c>,
    options: Lacuna,
    done: Option<Phase>,
    time: CompileTime,
}

/// Native code in memory.
pub struct Native {
    engine: Engine,
    /// Where the time went.
    pub time: CompileTime,
}

impl Default for Compiler {
    fn default() -> Self {
        Self::new()
    }
}

impl Compiler {
    /// A compiler with all dialects and passes.
    pub fn new() -> Self {
        register_all_passes();
        register_all();
        let context = Context::new_with_registry(&all_dialects(), false);
        let messages = Arc::new(Mutex::new(Messages::default()));
        let sink = Arc::clone(&messages);
        context.attach_diagnostic_handler(move |diagnostic| {
            record(&mut sink.lock().unwrap_or_else(|poisoned| poisoned.into_inner()), &diagnostic);
            true
        });
        Self { context, messages }
    }

    /// Parses a module.
    pub fn start(&self, text: &str, options: Lacuna) -> Result<Compilation<'_>, CompileError> {
        let begin = Instant::now();
        let module = Module::parse(&self.context, text).ok_or_else(|| self.refused("the module does not parse"))?;
        let time = CompileTime { passes: begin.elapsed(), ..CompileTime::default() };
        Ok(Compilation { compiler: self, module, options, done: None, time })
    }

    /// What the compiler decided on its own so far.
    pub fn remarks(&self) -> Vec<String> {
        self.messages.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).remarks.clone()
    }

    fn refused(&self, otherwise: &str) -> CompileError {
        let errors = std::mem::take(&mut self.messages.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).errors);
        if errors.is_empty() {
            return CompileError::Internal(otherwise.to_owned());
        }
        CompileError::Refused(errors)
    }
}

fn record(messages: &mut Messages, diagnostic: &Diagnostic<'_>) {
    let mut text = for_users(&diagnostic.to_string());
    for index in 0..diagnostic.note_count() {
        if let Ok(note) = diagnostic.note(index) {
            text += &format!("\n  note: {}", for_users(&note.to_string()));
        }
    }
    match diagnostic.severity() {
        DiagnosticSeverity::Error => messages.errors.push(text),
        // Statements that have the same said of them have it said once.
        DiagnosticSeverity::Remark | DiagnosticSeverity::Warning if messages.remarks.contains(&text) => {}
        DiagnosticSeverity::Remark | DiagnosticSeverity::Warning => messages.remarks.push(text),
        DiagnosticSeverity::Note => {}
    }
}

impl Compilation<'_> {
    /// Runs the phases up to and including `phase`.
    pub fn advance(&mut self, phase: Phase) -> Result<(), CompileError> {
        let (begin, own_before) = (Instant::now(), time_spent());
        let missing: Vec<_> =
            Phase::ALL.into_iter().filter(|next| *next <= phase && self.done.is_none_or(|done| *next > done)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        for next in missing {
            let passes = match next {
                Phase::Llvm => {
                    let dialects = self.dialects();
                    self.options.passes_where(next, |dialect| dialects.contains(dialect))
                }
                _ => self.options.passes_to(next),
            };
            self.run_all(&passes, self.options.verify)?;
        }
        // Once for all passes: after each of them it takes as long as they do.
        if !self.options.verify && !self.module.as_operation().verify() {
            return Err(self.compiler.refused("the passes made what is no valid IR"));
        }
        self.done = Some(phase);
        self.time.passes += begin.elapsed();
        self.time.own_passes += time_spent() - own_before;
        Ok(())
    }

    /// The dialects of the operations in the module.
    fn dialects(&self) -> BTreeSet<String> {
        let all = collect_ops(op(&self.module.as_operation()), |_| true).into_iter().map(op_name);
        all.filter_map(|name| Some(name.split('.').next()?.to_owned())).collect()
    }

    /// Runs a pass, as a textual pipeline spells it.
    pub fn run(&mut self, pass: &str) -> Result<(), CompileError> {
        self.run_all(pass, true)
    }

    /// Runs passes; verifies the IR after each of them, or never.
    fn run_all(&mut self, passes: &str, verifies: bool) -> Result<(), CompileError> {
        let manager = PassManager::new(&self.compiler.context);
        parse_pass_pipeline(manager.as_operation_pass_manager(), &format!("builtin.module({passes})"))
            .map_err(|error| CompileError::Internal(error.to_string()))?;
        manager.enable_verifier(verifies);
        manager.run(&mut self.module).map_err(|_| self.compiler.refused("a pass failed without saying why"))
    }

    /// The module.
    pub fn module(&self) -> &Module<'_> {
        &self.module
    }

    /// Where the time went so far.
    pub fn time(&self) -> CompileTime {
        self.time
    }

    /// The module as text, at the phase that was reached.
    pub fn text(&self) -> Result<String, CompileError> {
        let flags = OperationPrintingFlags::new();
        // SAFETY: the flags are alive. Values are called by the names that their locations give them.
        unsafe { mlir_sys::mlirOpPrintingFlagsPrintNameLocAsPrefix(flags.to_raw()) };
        self.module
            .as_operation()
            .to_string_with_flags(flags)
            .map_err(|error| CompileError::Internal(error.to_string()))
    }

    /// How each nest will be walked.
    pub fn plans(&mut self) -> Result<String, CompileError> {
        let texts: Vec<_> = self.planned()?.iter().map(|plan| format!("{plan}\n")).collect();
        Ok(texts.join("\n"))
    }

    /// The same, in the words of schedules.
    pub fn schedules(&mut self) -> Result<Vec<StatementSchedule>, CompileError> {
        Ok(self.planned()?.iter().flat_map(Plan::as_schedules).collect())
    }

    fn planned(&mut self) -> Result<Vec<Plan>, CompileError> {
        self.advance(Phase::Buffers)?;
        let root = op(&self.module.as_operation());
        let plans = self.options.sparsify().plans(root);
        let (plans, _) = plans.map_err(|_| self.compiler.refused("a nest has no plan, and nothing says why"))?;
        Ok(plans)
    }

    /// The orders in which the factors of products are multiplied, where that is in several steps.
    pub fn factor_orders(&mut self) -> Result<Vec<FactorRequest>, CompileError> {
        self.advance(Phase::Linalg)?;
        let factored = collect_ops(op(&self.module.as_operation()), |op| op.has_attribute(FACTORED));
        Ok(factored.into_iter().filter_map(factor_order).collect())
    }

    /// The module as LLVM IR, before LLVM's own optimizations.
    pub fn llvm_ir(&mut self) -> Result<String, CompileError> {
        self.advance(Phase::Llvm)?;
        // SAFETY: the module is alive; the string is allocated by `malloc` and handed over.
        unsafe {
            let text = mlir_sys::mlirTranslateModuleToLLVMIRToString(self.module.as_operation().to_raw());
            if text.is_null() {
                return Err(self.compiler.refused("the module has no LLVM IR"));
            }
            let owned = std::ffi::CStr::from_ptr(text).to_string_lossy().into_owned();
            free(text.cast());
            Ok(owned)
        }
    }

    /// The machine code as an object file for a linker, in which the kernel is called `function`.
    pub fn object(&mut self, function: &str, effort: Effort) -> Result<Vec<u8>, CompileError> {
        self.advance(Phase::Llvm)?;
        object::emit(&self.module, KERNEL, function, effort).map_err(CompileError::Object)
    }

    /// Native code for this machine.
    pub fn native(mut self, effort: Effort) -> Result<Native, CompileError> {
        self.advance(Phase::Llvm)?;
        let begin = Instant::now();
        let symbols: Vec<_> = memory::symbols().into_iter().chain(threads::symbols()).collect();
        let engine = Engine::new(&self.module, effort, &symbols)
            .map_err(|why| self.compiler.refused(&format!("there is no native code: {why}")))?;
        self.time.native = begin.elapsed();
        self.time.optimization = engine.optimization();
        Ok(Native { engine, time: self.time })
    }
}

unsafe extern "C" {
    fn free(pointer: *mut std::ffi::c_void);
}

impl Native {
    /// The function that takes `function`'s arguments as an array of pointers to them.
    pub fn packed(&mut self, function: &str) -> Option<Code> {
        let begin = Instant::now();
        // The first look-up is what makes the engine generate code. It gives every function such a wrapper.
        let code = self.engine.lookup(&format!("_mlir_{function}"));
        self.time.native += begin.elapsed();
        code
    }

    /// The machine code that runs, as an object file. Code must have been looked up before.
    pub fn object(&self) -> std::io::Result<Vec<u8>> {
        // The engine knows only how to write files, and says nothing of failure.
        let folder = Scratch::new()?;
        let path = folder.path().join("kernel.o");
        let name = path.to_str().ok_or_else(|| std::io::Error::other("the temporary folder's name is not UTF-8"))?;
        self.engine.dump_to_object_file(name);
        std::fs::read(&path)
    }
}
