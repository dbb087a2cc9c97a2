//! Options with values that they do not take.

use super::refused_eval;

fn refused(option: &[&str], parts: &[&str]) {
    refused_eval(&[&["y(i) = x(i)", "-i", "x=ones", "-d", "i=3"][..], option].concat(), parts);
}

#[test]
fn numbers_of_threads() {
    for threads in ["2", "0"] {
        refused(
            &["--threads", threads],
            &[&format!("invalid value '{threads}' for '--threads <N>': kernels run on one thread so far")],
        );
    }
    refused(&["--threads", "x"], &["invalid value 'x' for '--threads <N>': expected a number of threads"]);
}

#[test]
fn kinds_of_gathers() {
    for kind in ["some", "", "Fast"] {
        let told = format!("invalid value '{kind}' for '--gathers <GATHERS>': expected native, fast or slow");
        refused(&["--gathers", kind], &[&told]);
    }
}

#[test]
fn efforts_of_llvm() {
    for effort in ["some", "", "Full", "3"] {
        let told = format!("invalid value '{effort}' for '--llvm-effort <EFFORT>': expected full, less or least");
        refused(&["--llvm-effort", effort], &[&told]);
    }
}

#[test]
fn numbers_of_runs() {
    for runs in ["0", "x", "-3", "1.5", "1000000000000"] {
        let told = format!("invalid value '{runs}' for '--time[=<N>]': expected a number of runs from 1 to 1000000");
        refused(&[&format!("--time={runs}")], &[&told]);
    }
    // A number of its own would be an expression.
    refused(&["--time", "3"], &["unexpected argument '3' found"]);
}
