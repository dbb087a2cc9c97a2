//! What a kernel finds when it runs: a request refused like any other.

use super::{lacuna, refused};
use tempfile::TempDir;

#[test]
fn more_entries_than_positions_can_count() {
    let folder = TempDir::new().expect("a temporary folder");
    let narrow = "C=(i, j) -> (i : dense, j : compressed), positions = 8";
    let arguments =
        ["eval", "C(i,j) = A(i,j)", "-f", "A=csr", "-f", narrow, "-i", "A=poisson2d:10x10", "-o", "C=y.tns"];
    refused(folder.path(), &arguments, &["error: level 1 of the result has more nodes than positions of 8 bits can"]);
    let timed = [&arguments[..], &["--time=2"]].concat();
    refused(folder.path(), &timed, &["error: level 1 of the result has more nodes than positions of 8 bits can"]);
}

/// Slots without a list hold one entry a row.
#[test]
fn rows_with_more_entries_than_slots() {
    let folder = TempDir::new().expect("a temporary folder");
    let copy = |data| ["eval", "C(i,j) = A(i,j)", "-f", "C=dense,singleton", "-i", data, "-o", "C=y.tns"];
    refused(
        folder.path(),
        &copy("A=poisson2d:3x3"),
        &["level 1 of the result is a singleton and holds one coordinate a node: a node has several"],
    );
    let output = lacuna(folder.path(), &[&copy("A=banded:n=4,width=1")[..], &["--check"]].concat());
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("4 x 4, dense,singleton, 4 stored"), "{out}{error}");
}
