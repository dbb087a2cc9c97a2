//! What a pass is: a struct of options and a body, registered with MLIR under its argument.

use crate::{
    diagnostic::{Reported, error},
    flaws::check_formats,
};
use lacuna_dialects::{
    ir::Op,
    register::{OptionText, location_of, option_values, pass_root, register_pass},
};
use std::{
    cell::Cell,
    ffi::c_char,
    panic::{AssertUnwindSafe, catch_unwind},
    str::FromStr,
    time::{Duration, Instant},
};

/// What diagnostics begin with that tell of a fault of ours.
pub const INTERNAL_ERROR: &str = "internal error";

/// The options of a pass or pipeline as text. [`options!`](crate::options) implements it.
pub trait Options: Sized {
    /// Name, help and initial value of each option.
    const OPTIONS: &'static [OptionText];

    /// Reads one value for each option; the error says what was expected.
    fn parse(values: &[String]) -> Result<Self, String>;
}

/// A pass. MLIR may run one instance on several threads.
pub trait Pass: Options + Send + Sync {
    /// The command-line name, without dashes.
    const ARGUMENT: &'static str;
    /// One line for `--help`.
    const SUMMARY: &'static str;
    /// The operation that it runs on; `None` for any. A pass that looks or writes beyond one function runs on modules.
    const ANCHOR: Option<&'static str> = None;
    /// Whether it relies on formats to be good: they are checked before it runs, also where it runs alone.
    const TRUSTS_FORMATS: bool = true;

    /// Changes the IR under `root`.
    fn run(&self, root: Op<'_>) -> Result<(), Reported>;
}

/// Puts a pass into MLIR's registry. To be called once for each pass.
pub fn register<P: Pass>() {
    register_pass(P::ARGUMENT, P::SUMMARY, P::ANCHOR, P::OPTIONS, run_from_mlir::<P>);
}

thread_local! {
    static TIME_SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The time that passes of this crate have taken on this thread. Those of upstream that stand between are not in it.
pub fn time_spent() -> Duration {
    TIME_SPENT.get()
}

extern "C" fn run_from_mlir<P: Pass>(root: mlir_sys::MlirOperation, values: *const *const c_char) -> bool {
    let begin = Instant::now();
    let is_done = run_guarded::<P>(root, values);
    TIME_SPENT.set(TIME_SPENT.get() + begin.elapsed());
    is_done
}

fn run_guarded<P: Pass>(root: mlir_sys::MlirOperation, values: *const *const c_char) -> bool {
    // A panic must not unwind into C++.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: MLIR hands over a live operation and one string for each option.
        let (root, values) = unsafe { (pass_root(root), option_values(values, P::OPTIONS.len())) };
        match P::parse(&values) {
            Ok(pass) => {
                if P::TRUSTS_FORMATS {
                    check_formats(root)?;
                }
                pass.run(root)
            }
            Err(message) => Err(error(location_of(root), format!("{}: {message}", P::ARGUMENT))),
        }
    }));
    match outcome {
        Ok(result) => result.is_ok(),
        Err(panic) => {
            let message = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            // SAFETY: the operation outlives the pass.
            let root = unsafe { pass_root(root) };
            error(location_of(root), format!("{INTERNAL_ERROR} in {}: {message}", P::ARGUMENT));
            false
        }
    }
}

/// A number of an option, with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Within<const LEAST: i64, const MOST: i64>(i64);

impl<const LEAST: i64, const MOST: i64> Within<LEAST, MOST> {
    /// The number.
    pub fn get(self) -> i64 {
        self.0
    }
}

impl<const LEAST: i64, const MOST: i64> FromStr for Within<LEAST, MOST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
        number.map(Self).ok_or_else(|| format!("expected a number from {LEAST} to {MOST}"))
    }
}

/// Declares the options of a pass: a struct whose fields are read from text, with their help and initial values.
///
/// ```text
/// options! {
///     /// The pass.
///     pub struct Vectorize {
///         /// bytes of one block of lanes
///         pub bytes: u64 = "256",
///     }
/// }
/// ```
#[macro_export]
macro_rules! options {
    ($(#[$outer:meta])* pub struct $name:ident { $( #[doc = $help:literal] pub $field:ident: $type:ty = $initial:literal, )* }) => {
        $(#[$outer])*
        #[derive(Clone, Debug)]
        pub struct $name { $( #[doc = $help] pub $field: $type, )* }

        impl $crate::pass::Options for $name {
            const OPTIONS: &'static [lacuna_dialects::register::OptionText] =
                &[ $( (stringify!($field), $help, $initial), )* ];

            #[allow(unused_mut, unused_variables)]
            fn parse(values: &[String]) -> Result<Self, String> {
                let mut values = values.iter();
                Ok(Self { $( $field: {
                    let text = values.next().map(String::as_str).unwrap_or($initial);
                    text.parse::<$type>().map_err(|error| {
                        let name = lacuna_dialects::register::option_name(stringify!($field));
                        format!("option {name} cannot be '{text}': {error}")
                    })?
                }, )* })
            }
        }

        impl Default for $name {
            fn default() -> Self {
                <Self as $crate::pass::Options>::parse(&[]).expect("initial values are valid")
            }
        }
    };
}
