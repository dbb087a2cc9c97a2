//! Output files: all of them, or none.

use super::EvalError;
use lacuna_runtime::io::WriteError;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// Files that are written beside their places and put there together at the end.
#[derive(Default)]
pub struct Outputs {
    staged: Vec<(TempDir, PathBuf, PathBuf)>,
}

impl Outputs {
    /// Has `write` write a file of the same name in a folder beside `path`.
    pub fn stage(&mut self, path: &Path, write: impl FnOnce(&Path) -> Result<(), EvalError>) -> Result<(), EvalError> {
        let failed = |message: String| EvalError::Output { path: path.to_owned(), message };
        if path.is_dir() {
            return Err(failed("it is a folder".to_owned()));
        }
        if self.staged.iter().any(|(_, _, other)| other == path) {
            return Err(failed("two outputs go to this file".to_owned()));
        }
        let name = path.file_name().ok_or_else(|| failed("it names no file".to_owned()))?;
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !parent.is_dir() {
            let what = if parent.exists() { "is a file" } else { "does not exist" };
            return Err(failed(format!("the folder {} {what}", parent.display())));
        }
        let folder = TempDir::new_in(parent).map_err(|error| failed(error.kind().to_string()))?;
        let staged = folder.path().join(name);
        write(&staged).map_err(|error| {
            // The file is written beside its place, of which nobody wants to know.
            let message = match &error {
                EvalError::Output { .. } => return error,
                EvalError::Write(write) => match &**write {
                    WriteError::Io { source, .. } => source.to_string(),
                    other => other.to_string(),
                },
                other => other.to_string(),
            };
            failed(message.replace(&format!("{}: ", staged.display()), ""))
        })?;
        self.staged.push((folder, staged, path.to_owned()));
        Ok(())
    }

    /// Puts all files into their places.
    pub fn keep(self) -> Result<(), EvalError> {
        for (_folder, staged, path) in self.staged {
            fs::rename(&staged, &path)
                .map_err(|error| EvalError::Output { path: path.clone(), message: error.to_string() })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Error, ErrorKind};

    #[test]
    fn what_the_system_refuses_is_said_once() {
        let folder = TempDir::new().expect("a temporary folder");
        let path = folder.path().join("y.mtx");
        let full = |staged: &Path| {
            let source = Error::from(ErrorKind::StorageFull);
            Err(Box::new(WriteError::Io { file: staged.display().to_string(), source }).into())
        };
        let error = Outputs::default().stage(&path, full).expect_err("nothing can be written");
        let source = Error::from(ErrorKind::StorageFull);
        assert_eq!(error.to_string(), format!("{}: cannot be written: {source}", path.display()));
    }
}
