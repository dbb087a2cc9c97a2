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
