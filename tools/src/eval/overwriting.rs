//! Files that one request reads and writes. What was read is lost then, so that has to be asked for.

use super::EvalError;
use lacuna_runtime::source::Source;
use std::{fs, os::unix::fs::MetadataExt, path::Path};

/// Refuses to write a file that is read, too, under whatever name. `read` are sources of data and other files, each with
/// what reads it.
///
/// # Errors
/// For the first such file.
pub fn check<'a>(
    read: &[(String, &Path)],
    mut written: impl Iterator<Item = &'a Path>,
    is_forced: bool,
) -> Result<(), EvalError> {
    let read_as = |path: &Path| read.iter().find(|(_, other)| is_same_file(path, other));
    match written.find_map(|path| Some((path, read_as(path)?))).filter(|_| !is_forced) {
        Some((path, (what, _))) => {
            let message = format!("the same command reads it ({what}); --force replaces it");
            Err(EvalError::Output { path: path.to_owned(), message })
        }
        None => Ok(()),
    }
}

/// The file that a source reads, if it reads one: standard input may be one.
pub fn file_of(source: &Source) -> Option<&Path> {
    match source {
        Source::File(path) => Some(path),
        Source::Stream(_) => Some(Path::new("/dev/stdin")),
        Source::Generator(_) | Source::Number(_) | Source::List(_) => None,
    }
}

/// Whether two paths name one file, by links or not. What is written into pipes and devices replaces nothing.
fn is_same_file(left: &Path, right: &Path) -> bool {
    match (fs::metadata(left), fs::metadata(right)) {
        (Ok(left), Ok(right)) => left.is_file() && (left.dev(), left.ino()) == (right.dev(), right.ino()),
        _ => false,
    }
}
