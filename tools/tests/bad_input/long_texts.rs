//! Texts as long as arguments can be.

use super::lacuna;
use tempfile::TempDir;

#[test]
fn names_of_any_length() {
    let folder = TempDir::new().expect("a temporary folder");
    let name = "A".repeat(65_536);
    let (expression, data) = (format!("y(i) = {name}(i)"), format!("{name}=ones"));
    let output = lacuna(folder.path(), &["eval", &expression, "-i", &data, "-d", "i=3", "--check"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{}", error.chars().take(300).collect::<String>());
    let text = String::from_utf8_lossy(&output.stdout);
    let check = text.lines().find(|line| line.starts_with("  check ")).expect("what the check found is shown");
    assert!(check.len() < 200, "columns stay narrow: {} characters", check.len());
}
