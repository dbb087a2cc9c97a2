//! Output files: all of them, or none.
//!
//! A file is written beside its place first, and all are put into their places together at the end. What is in a place
//! decides what that means: a regular file is replaced, with its mode and owner kept; through a symbolic link, the file it
//! names is; a pipe or a character device is written into. Nothing else is touched: not folders, other devices, or files
//! that are read-only.

use super::EvalError;
use crate::scratch::{Scratch, uninterrupted};
use lacuna_runtime::io::WriteError;
use std::{
    fs::{self, File, FileType, Metadata, OpenOptions},
    io,
    os::{
        fd::AsFd,
        unix::fs::{FileTypeExt, MetadataExt, chown},
    },
    path::{Path, PathBuf},
};

/// Files that are written beside their places and put there together at the end.
#[derive(Debug, Default)]
pub struct Outputs {
    staged: Vec<Staged>,
}

#[derive(Debug)]
struct Staged {
    /// Holds the file until it is kept.
    folder: Scratch,
    file: PathBuf,
    /// The name under which it was asked for.
    path: PathBuf,
    place: Place,
}

/// Where a file goes.
#[derive(Debug, PartialEq)]
enum Place {
    /// To a path without links; what is there now, if anything is, is replaced.
    File(PathBuf),
    /// Into what is there.
    Stream,
}

impl Outputs {
    /// Has `write` write a file of the same name in a folder beside its place.
    pub fn stage(&mut self, path: &Path, write: impl FnOnce(&Path) -> Result<(), EvalError>) -> Result<(), EvalError> {
        let failed = |message: String| EvalError::Output { path: path.to_owned(), message };
        let place = Place::of(path).map_err(failed)?;
        let is_taken = match &place {
            Place::File(_) => self.staged.iter().any(|other| other.place == place),
            Place::Stream => self.staged.iter().any(|other| other.place == place && is_same_file(&other.path, path)),
        };
        if is_taken {
            return Err(failed("two outputs go to this file".to_owned()));
        }
        // The name as it was given: its ending tells what is written, whatever a link names.
        let name = path.file_name().ok_or_else(|| failed("it names no file".to_owned()))?;
        let folder = match &place {
            Place::File(file) => Scratch::new_in(parent(file)),
            Place::Stream => Scratch::new(),
        };
        let folder = folder.map_err(|error| match &place {
            Place::File(file) => failed(format!("the folder {}: {}", parent(file).display(), error.kind())),
            Place::Stream => failed(error.kind().to_string()),
        })?;
        let file = folder.path().join(name);
        write(&file).map_err(|error| {
            // The file is written beside its place, of which nobody wants to know.
            let message = match &error {
                EvalError::Output { .. } => return error,
                EvalError::Write(write) => match &**write {
                    WriteError::Io { source, .. } => source.to_string(),
                    other => other.to_string(),
                },
                other => other.to_string(),
            };
            failed(message.replace(&format!("{}: ", file.display()), ""))
        })?;
        self.staged.push(Staged { folder, file, path: path.to_owned(), place });
        Ok(())
    }

    /// Puts all files into their places. Where one cannot be, none is.
    pub fn keep(self) -> Result<(), EvalError> {
        let failed =
            |path: &Path, error: io::Error| EvalError::Output { path: path.to_owned(), message: error.to_string() };
        // What a pipe or device took cannot be taken back, so these come before anything is replaced. They may take long.
        for output in self.staged.iter().filter(|output| output.place == Place::Stream) {
            write_into(&output.path, &output.file).map_err(|error| failed(&output.path, error))?;
        }
        let files = self.staged.iter().filter_map(|output| match &output.place {
            Place::File(place) => Some((output, place.as_path())),
            Place::Stream => None,
        });
        let files: Vec<_> = files.collect();
        for (output, place) in &files {
            keep_what_was_there(&output.file, place, &backup(output)).map_err(|error| failed(&output.path, error))?;
        }
        uninterrupted(|| {
            for (done, (output, place)) in files.iter().enumerate() {
                if let Err(error) = fs::rename(&output.file, place) {
                    for (output, place) in &files[..done] {
                        put_back(&backup(output), place);
                    }
                    return Err(failed(&output.path, error));
                }
            }
            Ok(())
        })
    }
}

impl Place {
    /// What a path names, unless nothing may be written there.
    fn of(path: &Path) -> Result<Self, String> {
        match fs::metadata(path) {
            Ok(there) => Self::in_place_of(&there, path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::File(without_links(path)?)),
            Err(error) => Err(why_not(path, &error)),
        }
    }

    /// The place of what is there already.
    fn in_place_of(there: &Metadata, path: &Path) -> Result<Self, String> {
        let kind = there.file_type();
        if kind.is_file() && !is_standard_output(there) {
            let is_writable = there.mode() & 0o222 != 0 && OpenOptions::new().write(true).open(path).is_ok();
            if !is_writable {
                return Err("it is read-only".to_owned());
            }
            return Ok(Self::File(without_links(path)?));
        }
        if kind.is_file() || kind.is_fifo() || kind.is_char_device() {
            return Ok(Self::Stream);
        }
        Err(format!("it is {}", name_of(kind)))
    }
}

fn name_of(kind: FileType) -> &'static str {
    if kind.is_dir() {
        "a folder"
    } else if kind.is_block_device() {
        "a block device"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "no file"
    }
}

/// Whether this is the file to which standard output goes: what is printed there must not end up in a file without a name.
fn is_standard_output(there: &Metadata) -> bool {
    let own = io::stdout().as_fd().try_clone_to_owned().map(File::from).and_then(|own| own.metadata());
    own.is_ok_and(|own| (own.dev(), own.ino()) == (there.dev(), there.ino()))
}

fn is_same_file(left: &Path, right: &Path) -> bool {
    match (fs::metadata(left), fs::metadata(right)) {
        (Ok(left), Ok(right)) => (left.dev(), left.ino()) == (right.dev(), right.ino()),
        _ => false,
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path of a file that need not be there, after all symbolic links.
fn without_links(path: &Path) -> Result<PathBuf, String> {
    // As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let name = path.file_name().ok_or("it names no file")?;
        let folder = fs::canonicalize(parent(&path)).map_err(|error| why_not(&path, &error))?;
        if !folder.is_dir() {
            return Err(format!("the folder {} is a file", parent(&path).display()));
        }
        let place = folder.join(name);
        match fs::read_link(&place) {
            Ok(target) => path = folder.join(target),
            Err(_) => return Ok(place),
        }
    }
    Err("too many symbolic links".to_owned())
}

/// Why a path leads nowhere: mostly its folder is at fault.
fn why_not(path: &Path, error: &io::Error) -> String {
    let folder = parent(path);
    let what = match fs::metadata(folder) {
        Ok(there) if there.is_dir() => return error.to_string(),
        Ok(_) => "is a file",
        Err(error) if error.kind() == io::ErrorKind::NotFound => "does not exist",
        Err(error) => return format!("the folder {}: {error}", folder.display()),
    };
    format!("the folder {} {what}", folder.display())
}

/// Writes a file into a pipe or a device.
fn write_into(path: &Path, file: &Path) -> io::Result<()> {
    // Standard output may be a file, in which what was printed stands first.
    let mut stream = OpenOptions::new().append(true).open(path)?;
    io::copy(&mut File::open(file)?, &mut stream)?;
    Ok(())
}

/// Gives a file the mode and owner of what it replaces, which stays under another name until all is done.
fn keep_what_was_there(file: &Path, place: &Path, backup: &Path) -> io::Result<()> {
    let there = match fs::symlink_metadata(place) {
        Ok(there) => there,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let new = fs::metadata(file)?;
    if (there.uid(), there.gid()) != (new.uid(), new.gid()) {
        // Only some may give files away; others replace the file by one of theirs, as editors do.
        let _ = chown(file, Some(there.uid()), Some(there.gid()));
    }
    fs::set_permissions(file, there.permissions())?;
    // Where a file can have one name only, it is replaced all the same.
    let _ = fs::hard_link(place, backup);
    Ok(())
}

/// Where the file that is replaced waits.
fn backup(output: &Staged) -> PathBuf {
    output.folder.path().join(".replaced")
}

/// Undoes a replacement.
fn put_back(backup: &Path, place: &Path) {
    if backup.exists() {
        let _ = fs::rename(backup, place);
    } else {
        let _ = fs::remove_file(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Error, ErrorKind},
        os::unix::fs::{PermissionsExt, symlink},
    };
    use tempfile::{TempDir, tempdir};

    fn stage(outputs: &mut Outputs, path: &Path, text: &str) -> Result<(), EvalError> {
        outputs.stage(path, |staged| {
            fs::write(staged, text).expect("the folder is writable");
            Ok(())
        })
    }

    fn write(path: &Path, text: &str) -> Result<(), EvalError> {
        let mut outputs = Outputs::default();
        stage(&mut outputs, path, text)?;
        outputs.keep()
    }

    /// What is in a folder.
    fn names(folder: &TempDir) -> Vec<String> {
        let names = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_the_system_refuses_is_said_once() {
        let folder = tempdir().expect("a temporary folder");
        let path = folder.path().join("y.mtx");
        let full = |staged: &Path| {
            let source = Error::from(ErrorKind::StorageFull);
            Err(Box::new(WriteError::Io { file: staged.display().to_string(), source }).into())
        };
        let error = Outputs::default().stage(&path, full).expect_err("nothing can be written");
        let source = Error::from(ErrorKind::StorageFull);
        assert_eq!(error.to_string(), format!("{}: cannot be written: {source}", path.display()));
    }

    #[test]
    fn links_stay_and_what_they_name_is_replaced() {
        let folder = tempdir().expect("a temporary folder");
        let [file, link, other, dangling] = ["file", "link", "other", "dangling"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        symlink("file", &link).unwrap();
        symlink(&link, &other).unwrap();
        symlink("missing", &dangling).unwrap();
        write(&other, "new").expect("the link names a file");
        write(&dangling, "made").expect("the file can be made");
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::read_to_string(folder.path().join("missing")).unwrap(), "made");
        assert!([&link, &other, &dangling].iter().all(|link| link.is_symlink()));
        assert_eq!(names(&folder), ["dangling", "file", "link", "missing", "other"]);
    }

    #[test]
    fn the_mode_of_what_is_replaced_stays() {
        let folder = tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o620)).unwrap();
        write(&path, "new").expect("the file is writable");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o620);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_new_file_has_the_mode_that_the_system_gives() {
        let folder = tempdir().expect("a temporary folder");
        let [new, like] = ["new", "like"].map(|name| folder.path().join(name));
        write(&new, "new").expect("the folder is writable");
        fs::write(&like, "like").unwrap();
        assert_eq!(fs::metadata(&new).unwrap().mode(), fs::metadata(&like).unwrap().mode());
    }

    #[test]
    fn read_only_files_and_folders_are_refused() {
        let folder = tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let error = write(&path, "new").expect_err("the file is read-only");
        assert!(error.to_string().ends_with("cannot be written: it is read-only"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let error = write(folder.path(), "new").expect_err("a folder is no file");
        assert!(error.to_string().ends_with("it is a folder"), "{error}");
        let error = write(&path.join("below"), "new").expect_err("a file is no folder");
        assert!(error.to_string().ends_with("file is a file"), "{error}");
        assert_eq!(names(&folder), ["file"]);
    }

    #[test]
    fn one_file_by_two_names_is_one() {
        let folder = tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("inner")).unwrap();
        symlink("inner", folder.path().join("alias")).unwrap();
        for (left, right) in [("a", "./a"), ("inner/a", "alias/a"), ("inner/a", "inner/../inner/a")] {
            let mut outputs = Outputs::default();
            stage(&mut outputs, &folder.path().join(left), "").expect("the folder is writable");
            let error = stage(&mut outputs, &folder.path().join(right), "").expect_err("it is the same file");
            assert!(error.to_string().ends_with("two outputs go to this file"), "{error}");
        }
        assert_eq!(names(&folder), ["alias", "inner"]);
    }

    #[test]
    fn a_device_is_written_into() {
        let null = Path::new("/dev/null");
        assert_eq!(Place::of(null), Ok(Place::Stream));
        write(null, "text").expect("the device takes anything");
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
        let folder = tempdir().expect("a temporary folder");
        let link = folder.path().join("full");
        symlink("/dev/full", &link).unwrap();
        let path = folder.path().join("file");
        let mut outputs = Outputs::default();
        stage(&mut outputs, &path, "text").expect("the folder is writable");
        stage(&mut outputs, &link, "text").expect("the device is there");
        let error = outputs.keep().expect_err("the device takes nothing");
        assert!(error.to_string().contains("full: cannot be written"), "{error}");
        assert_eq!(names(&folder), ["full"], "where one cannot be written, none is");
    }

    #[test]
    fn what_was_replaced_comes_back_where_another_cannot_be() {
        let folder = tempdir().expect("a temporary folder");
        let [first, made, last] = ["first", "made", "last"].map(|name| folder.path().join(name));
        fs::write(&first, "old").unwrap();
        let mut outputs = Outputs::default();
        for path in [&first, &made, &last] {
            stage(&mut outputs, path, "new").expect("the folder is writable");
        }
        // Somebody else is faster.
        fs::create_dir(&last).unwrap();
        outputs.keep().expect_err("a folder is in the way");
        assert_eq!(fs::read_to_string(&first).unwrap(), "old");
        assert_eq!(names(&folder), ["first", "last"]);
    }
}
