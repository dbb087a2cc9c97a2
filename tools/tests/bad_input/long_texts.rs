//! Texts as long as arguments can be.

use super::lacuna;
use tempfile::TempDir;

#[test]
fn names_of_any_length() {
    for (length, status) in [(255, 0), (256, 2), (65_536, 2)] {
        let folder = TempDir::new().expect("a temporary folder");
        let name = "A".repeat(length);
        let (expression, data) = (format!("y(i) = {name}(i)"), format!("{name}=ones"));
        let output = lacuna(folder.path(), &["eval", &expression, "-i", &data, "-d", "i=3", "--check"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{}", error.chars().take(300).collect::<String>());
        if status == 2 {
            let message = format!("column 8: expected a name of at most 255 letters, found {length}");
            assert!(error.contains(&message), "{}", error.chars().take(300).collect::<String>());
        }
    }
}

/// Whatever an error repeats of the request, a screen holds it.
#[test]
fn errors_of_long_requests() {
    let long = "x".repeat(50_000);
    let (number, many) = (format!("y(i) = {}", "1 + ".repeat(900)), format!("x={long}"));
    let (format, list) = (format!("x=(i) -> (i : {long})"), format!("x=[{long}]"));
    let sum = format!("s = abs({})", ["x(i) * x(i)"; 150].join(" + "));
    let lines = "y(i) = x(i) +\n".repeat(200);
    let product = format!("y(i) = x(i) {}", "* z(i)\n".repeat(200));
    for arguments in [
        &["eval", &number][..],
        &["eval", &sum, "-i", "x=ones", "-d", "i=3"],
        &["eval", &lines],
        &["eval", &product, "-i", "x=ones", "-d", "i=3"],
        &["eval", "y(i) = x(i)", "-i", &many],
        &["eval", "y(i) = x(i)", "-i", &list],
        &["eval", "y(i) = x(i)", "-i", "x=ones", "-d", "i=3", "-f", &format],
        &["eval", "y(i) = x(i)", "-i", "x=ones", "-d", &long],
        &["eval", "y(i) = x(i)", "-i", "x=ones", "-d", "i=3", "--schedule", &long],
        &["eval", "y(i) = x(i)", "-i", "x=ones", "-d", "i=3", "--dtype", &long],
        &["eval", "y(i) = x(i)", &long],
        &["convert", &long, "--to", "csr"],
        &["convert", "ones", "--shape", "3x3", "--to", &long],
        &[&long],
    ] {
        let folder = TempDir::new().expect("a temporary folder");
        let output = lacuna(folder.path(), arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{}", error.chars().take(300).collect::<String>());
        assert!(error.starts_with("error:"), "{}", error.chars().take(300).collect::<String>());
        let (lines, characters) = (error.lines().count(), error.chars().count());
        assert!(lines <= 24 && characters <= 2001, "{lines} lines, {characters} characters: {error}");
    }
}
