//! A text through the parser and through passes, one by one.

use crate::campaign::Verdict;
use lacuna_dialects::register::all_dialects;
use lacuna_passes::{pass::INTERNAL_ERROR, register_all};
use melior::{
    Context,
    diagnostic::DiagnosticSeverity,
    ir::{Module, operation::OperationLike},
    pass::PassManager,
    utility::{parse_pass_pipeline, register_all_passes},
};
use std::sync::{Arc, Mutex, Once, PoisonError};

/// What a fault of ours calls itself.
const FAULTS: [&str; 2] = [INTERNAL_ERROR, "unhandled"];

/// A context and what it said.
pub struct Trial {
    context: Context,
    errors: Arc<Mutex<Vec<String>>>,
}

impl Trial {
    pub fn new() -> Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(register_all_passes);
        register_all();
        let context = Context::new_with_registry(&all_dialects(), false);
        let errors = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&errors);
        context.attach_diagnostic_handler(move |diagnostic| {
            if matches!(diagnostic.severity(), DiagnosticSeverity::Error) {
                sink.lock().unwrap_or_else(PoisonError::into_inner).push(diagnostic.to_string());
            }
            true
        });
        Self { context, errors }
    }

    fn errors(&self) -> Vec<String> {
        std::mem::take(&mut self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What came of a text.
    pub fn run(&self, text: &str, pipeline: &[String]) -> Verdict {
        self.errors();
        let Some(mut module) = Module::parse(&self.context, text) else { return self.refused("the parser") };
        let printed = module.as_operation().to_string();
        if Module::parse(&self.context, &printed).is_none() {
            return Verdict::Failed(format!("what is printed does not parse: {}", self.errors().join("; ")));
        }
        for pass in pipeline {
            let manager = PassManager::new(&self.context);
            // Verified below, to tell a refusal from IR that should not have been made.
            manager.enable_verifier(false);
            if let Err(error) =
                parse_pass_pipeline(manager.as_operation_pass_manager(), &format!("builtin.module({pass})"))
            {
                return Verdict::Failed(format!("{pass} is no pass: {error}"));
            }
            if manager.run(&mut module).is_err() {
                return self.refused("a pass");
            }
            if !module.as_operation().verify() {
                return Verdict::Failed(format!("{pass} makes invalid IR: {}", self.errors().join("; ")));
            }
        }
        Verdict::Right
    }

    /// A refusal says why, and is not a fault of ours.
    fn refused(&self, by: &str) -> Verdict {
        let errors = self.errors();
        match errors.iter().find(|error| FAULTS.iter().any(|fault| error.contains(fault))) {
            Some(fault) => Verdict::Failed(fault.clone()),
            None if errors.is_empty() => Verdict::Failed(format!("{by} refuses without a reason")),
            None => Verdict::Refused(by.to_owned()),
        }
    }
}
