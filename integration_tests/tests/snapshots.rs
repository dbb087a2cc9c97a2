//! Snapshots of the stages of known kernels: the text is what a reader of `--emit` sees.

use lacuna_integration_tests::request::request;
use lacuna_passes::{gathers::Gathers, pipeline::Phase};
use lacuna_tools::{
    eval::{Stage, evaluate},
    kernel::checks::MemoryChecks,
};

/// The text of one stage of an expression, with sizes known only at run time.
fn stage(expression: &str, formats: &[(&str, &str)], sizes: &[(&str, u64)], stage: Stage) -> String {
    let mut made = request(expression);
    made.check = false;
    // Code that is guarded is compiled otherwise.
    made.memory = MemoryChecks::default();
    made.formats = formats.iter().map(|(name, format)| ((*name).to_owned(), (*format).to_owned())).collect();
    made.sizes = sizes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect();
    made.emit = vec![stage];
    // That of the processor at hand is no matter of these texts.
    made.gathers = Gathers::Fast;
    let mut report = evaluate(&made, None).expect("the expression compiles");
    report.emitted.pop().expect("the stage was asked for").1
}

#[test]
fn spmv_csr() {
    let text = |wanted| stage("y(i) = A(i,j) * x(j)", &[("A", "csr")], &[], wanted);
    insta::assert_snapshot!("spmv_csr_linalg", text(Stage::Phase(Phase::Linalg)));
    insta::assert_snapshot!("spmv_csr_sloop", text(Stage::Phase(Phase::Sloop)));
    insta::assert_snapshot!("spmv_csr_cursors", text(Stage::Phase(Phase::Cursors)));
    insta::assert_snapshot!("spmv_csr_scf", text(Stage::Phase(Phase::Scf)));
}

#[test]
fn spmv_coo() {
    let text = |wanted| stage("y(i) = A(i,j) * x(j)", &[("A", "coo")], &[], wanted);
    insta::assert_snapshot!("spmv_coo_cursors", text(Stage::Phase(Phase::Cursors)));
    insta::assert_snapshot!("spmv_coo_scf", text(Stage::Phase(Phase::Scf)));
}

#[test]
fn spmm_csr_with_known_width() {
    let text = |wanted| stage("C(i,k) = A(i,j) * B(j,k)", &[("A", "csr")], &[("k", 32)], wanted);
    insta::assert_snapshot!("spmm_csr_sloop", text(Stage::Phase(Phase::Sloop)));
    insta::assert_snapshot!("spmm_csr_scf", text(Stage::Phase(Phase::Scf)));
}

#[test]
fn sddmm_csr_with_unknown_width() {
    let text = stage("O(i,j) = A(i,j) * P(i,k) * Q(j,k)", &[("A", "csr")], &[], Stage::Phase(Phase::Cursors));
    insta::assert_snapshot!("sddmm_csr_cursors", text);
}

#[test]
fn mttkrp_csf() {
    let text = |wanted| stage("A(i,l) = B(i,j,k) * C(j,l) * D(k,l)", &[("B", "csf")], &[("l", 16)], wanted);
    insta::assert_snapshot!("mttkrp_csf_sloop", text(Stage::Phase(Phase::Sloop)));
    insta::assert_snapshot!("mttkrp_csf_cursors", text(Stage::Phase(Phase::Cursors)));
}

/// How nests are walked, with what that costs.
#[test]
fn plans() {
    let csr = [("A", "csr"), ("B", "csr"), ("C", "csr")];
    insta::assert_snapshot!("spmv_csr_plan", stage("y(i) = A(i,j) * x(j)", &csr[..1], &[], Stage::Plan));
    insta::assert_snapshot!("sum_csr_plan", stage("C(i,j) = A(i,j) + B(i,j)", &csr, &[], Stage::Plan));
    let known = [("i", 50), ("j", 70)];
    let formats = [("A", "csr"), ("C", "csc")];
    insta::assert_snapshot!("transpose_csr_plan", stage("C(i,j) = 2 * A(i,j)", &formats, &known, Stage::Plan));
}
