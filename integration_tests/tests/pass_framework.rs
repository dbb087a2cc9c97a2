//! The frame around every pass: options are read, failures are diagnostics, panics do not reach C++.

use lacuna_dialects::{ir::Op, register::all_dialects};
use lacuna_passes::{
    diagnostic::Reported,
    options,
    pass::{Pass, register},
};
use melior::{Context, ir::Module, pass::PassManager, utility::parse_pass_pipeline};
use std::sync::{Arc, Mutex, Once};

options! {
    /// Panics when it is told to.
    pub struct Fragile {
        /// whether to panic
        pub at_once: bool = "false",
    }
}

impl Pass for Fragile {
    const ARGUMENT: &'static str = "test-fragile";
    const SUMMARY: &'static str = "Panic when told to";

    fn run(&self, _: Op<'_>) -> Result<(), Reported> {
        assert!(!self.at_once, "told to");
        Ok(())
    }
}

/// Whether the pipeline succeeds on an empty module, and what it said.
fn run(pipeline: &str) -> (bool, Vec<String>) {
    static ONCE: Once = Once::new();
    ONCE.call_once(register::<Fragile>);
    let context = Context::new_with_registry(&all_dialects(), false);
    let messages = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&messages);
    context.attach_diagnostic_handler(move |diagnostic| {
        sink.lock().expect("no test panics here").push(diagnostic.to_string());
        true
    });
    let mut module = Module::parse(&context, "module {}").expect("an empty module");
    let manager = PassManager::new(&context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), pipeline).expect("the pipeline parses");
    let succeeded = manager.run(&mut module).is_ok();
    let said = messages.lock().expect("no test panics here").clone();
    (succeeded, said)
}

#[test]
fn a_pass_succeeds_in_silence() {
    assert_eq!(run("builtin.module(test-fragile)"), (true, vec![]));
}

#[test]
fn a_panic_is_an_error_at_the_operation() {
    let (succeeded, said) = run("builtin.module(test-fragile{at-once=true})");
    assert!(!succeeded);
    assert_eq!(said, ["internal error in test-fragile: told to"]);
}

#[test]
fn a_value_that_does_not_parse_is_an_error() {
    let (succeeded, said) = run("builtin.module(test-fragile{at-once=perhaps})");
    assert!(!succeeded);
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("test-fragile: option at-once cannot be 'perhaps'"), "{said:?}");
}
