//! The arguments of `lacuna-fuzz`.

use std::process::{Command, Output};

fn fuzzer(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lacuna-fuzz")).args(arguments).output().expect("the fuzzer runs")
}

#[test]
fn help_is_printed() {
    for option in ["-h", "--help"] {
        let output = fuzzer(&[option]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(["--minutes", "--cases", "--seed"].iter().all(|known| text.contains(known)), "{text}");
    }
}

#[test]
fn what_is_no_argument_is_refused() {
    let refused = [
        (&["--bogus"][..], "unexpected argument '--bogus'"),
        (&["--minutes", "0"], "must be more than 0 and less than a million"),
        (&["--minutes"], "a value is required for '--minutes <N>'"),
        (&["--cases", "few"], "invalid value 'few' for '--cases <N>'"),
    ];
    for (arguments, message) in refused {
        let output = fuzzer(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}
