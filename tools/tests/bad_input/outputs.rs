//! Where files go: through links, into pipes and devices, and nowhere at all where something fails.

use super::{lacuna, refused};
use std::{
    fs,
    os::unix::{
        fs::{FileTypeExt, PermissionsExt, symlink},
        process::ExitStatusExt,
    },
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};
use tempfile::{TempDir, tempdir};

/// The arguments that compute ones and write them.
fn writing<'a>(outputs: &[&'a str]) -> Vec<&'a str> {
    let request = ["eval", "y(i) = x(i)", "-i", "x=ones", "-d", "i=2"];
    request.into_iter().chain(outputs.iter().copied()).collect()
}

const ONES: &str = "2 1";

fn expect_written(folder: &Path, outputs: &[&str]) -> Output {
    let output = lacuna(folder, &writing(outputs));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn names(folder: &TempDir) -> Vec<String> {
    let names = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn links_and_modes_stay() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("data.txt");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o604)).unwrap();
    symlink("data.txt", folder.path().join("y.tns")).unwrap();
    expect_written(folder.path(), &["-o", "y=y.tns"]);
    assert!(fs::read_to_string(&file).unwrap().contains(ONES));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o604);
    assert!(folder.path().join("y.tns").is_symlink());
    // What others may do with a new file is for the umask to say.
    expect_written(folder.path(), &["-o", "y=new.tns", "--emit", "obj=k.o"]);
    fs::write(folder.path().join("like"), "").unwrap();
    let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
    assert_eq!([mode("new.tns"), mode("k.o")], [mode("like"); 2]);
}

#[test]
fn what_is_read_only_or_no_file_is_refused() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("r.tns");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    refused(folder.path(), &writing(&["-o", "y=r.tns"]), &["r.tns: cannot be written: it is read-only"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    fs::create_dir(folder.path().join("f.tns")).unwrap();
    refused(folder.path(), &writing(&["-o", "y=f.tns"]), &["f.tns: cannot be written: it is a folder"]);
}

#[test]
fn one_file_by_two_names_is_refused() {
    let folder = tempdir().expect("a temporary folder");
    symlink(".", folder.path().join("here")).unwrap();
    let outputs = ["-o", "y=a.tns", "-o", "x=here/./a.tns"];
    refused(folder.path(), &writing(&outputs), &["a.tns: cannot be written: two outputs go to this file"]);
    assert_eq!(names(&folder), ["here"]);
}

#[test]
fn devices_and_pipes_are_written_into() {
    let folder = tempdir().expect("a temporary folder");
    expect_written(folder.path(), &["--emit", "obj=/dev/null"]);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let pipe = folder.path().join("pipe.tns");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let read = {
        let pipe = pipe.clone();
        thread::spawn(move || fs::read_to_string(pipe))
    };
    expect_written(folder.path(), &["-o", "y=pipe.tns"]);
    assert!(read.join().expect("no panic").expect("the pipe is readable").contains(ONES));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    // What an output is read from is read before it is written.
    fs::write(folder.path().join("x.tns"), "1 5.0\n2 7.0\n").unwrap();
    let output = lacuna(folder.path(), &["eval", "y(i) = x(i)", "-i", "x=x.tns", "-o", "y=x.tns", "--force"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read_to_string(folder.path().join("x.tns")).unwrap().contains("7.0"));
}

#[test]
fn what_is_read_is_replaced_by_force_only() {
    let folder = tempdir().expect("a temporary folder");
    let text = "1 5.0\n2 7.0\n";
    let file = folder.path().join("x.tns");
    fs::write(&file, text).unwrap();
    fs::write(folder.path().join("p.lac"), "y(i) = 2 * x(i)\n").unwrap();
    symlink("x.tns", folder.path().join("link.tns")).unwrap();
    fs::hard_link(&file, folder.path().join("hard.tns")).unwrap();
    let absolute = format!("y={}", file.display());
    let written = ["y=x.tns", "y=./x.tns", "y=link.tns", "y=hard.tns", &absolute];
    for (read, written) in written.map(|written| ("x=x.tns", written)).into_iter().chain([("x=link.tns", "y=hard.tns")])
    {
        let arguments = ["eval", "y(i) = 2 * x(i)", "-i", read, "-o", written];
        let reason = "cannot be written: the same command reads it (-i x); --force replaces it";
        refused(folder.path(), &arguments, &[&written[2..], reason]);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    let program = ["eval", "p.lac", "-i", "x=x.tns", "--emit", "obj=p.lac"];
    refused(folder.path(), &program, &["p.lac: cannot be written: the same command reads it (the expression)"]);
    let conversion = ["convert", "x.tns", "--to", "compressed", "-o", "link.tns"];
    refused(folder.path(), &conversion, &["link.tns: cannot be written: the same command reads it (the data)"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);

    let forced = |arguments: &[&str]| {
        let output = lacuna(folder.path(), &[arguments, &["--force"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(&file).unwrap()
    };
    assert!(forced(&["eval", "y(i) = 2 * x(i)", "-i", "x=x.tns", "-o", "y=link.tns"]).ends_with("1 10.0\n2 14.0\n"));
    assert!(forced(&["convert", "x.tns", "--to", "compressed", "-o", "x.tns"]).ends_with("1 10.0\n2 14.0\n"));
    // Another file with the same text is another file, and a generator is none.
    fs::copy(&file, folder.path().join("ones")).unwrap();
    expect_written(folder.path(), &["-o", "y=z.tns"]);
}

/// As with other tools, the signal of a pipe without a reader ends the process without a word.
#[test]
fn readers_may_have_seen_enough() {
    let folder = tempdir().expect("a temporary folder");
    let (lacuna, opt) = (env!("CARGO_BIN_EXE_lacuna"), env!("CARGO_BIN_EXE_lacuna-opt"));
    let eval = writing(&["-o", "y=y.tns"]);
    for (program, arguments) in [
        (lacuna, &["--help"][..]),
        (lacuna, &["eval", "--help"]),
        (lacuna, &eval),
        (opt, &["--help"]),
        (opt, &["--version"]),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(program);
        command.current_dir(folder.path()).env("TMPDIR", folder.path()).args(arguments).stdout(writer);
        let output = command.output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{program} {arguments:?}");
        assert_eq!(output.status.signal(), Some(13), "{program} {arguments:?}: {output:?}");
        assert!(names(&folder).is_empty(), "{program} {arguments:?}");
    }
}

#[test]
fn nothing_is_written_where_nothing_can_be_printed() {
    let folder = tempdir().expect("a temporary folder");
    let file = folder.path().join("y.tns");
    fs::write(&file, "old").unwrap();
    for arguments in [
        writing(&["-o", "y=y.tns", "-o", "x=x.tns", "--emit", "obj=k.o"]),
        writing(&["-o", "y=y.tns", "--json"]),
        vec!["convert", "poisson2d:3x3", "--to", "csr", "-o", "A.mtx"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = Command::new(env!("CARGO_BIN_EXE_lacuna"))
            .current_dir(folder.path())
            .args(&arguments)
            .stdout(full)
            .output()
            .expect("lacuna runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: standard output: "), "{output:?}");
        assert_eq!(names(&folder), ["y.tns"], "{arguments:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
}

#[test]
fn names_as_long_as_the_system_takes() {
    let folder = tempdir().expect("a temporary folder");
    let name = |length: usize| format!("{}.tns", "y".repeat(length - 4));
    expect_written(folder.path(), &["-o", &format!("y={}", name(255))]);
    assert_eq!(names(&folder), [name(255)]);
    let too_long = format!("y={}", name(256));
    refused(folder.path(), &writing(&["-o", &too_long]), &["cannot be written: File name too long"]);
    assert_eq!(names(&folder), [name(255)]);
}

/// A limit on the size of files is an error, not a signal that ends the process.
#[test]
fn files_larger_than_the_limit_leave_nothing() {
    let limited = |folder: &Path, arguments: &[&str]| {
        // Standard output is a pipe, which has no limit.
        let script = "ulimit -f 1; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.current_dir(folder).env("TMPDIR", folder).args(["-c", script, env!("CARGO_BIN_EXE_lacuna")]);
        command.args(arguments).output().expect("a shell runs")
    };
    let ones = ["eval", "y(i) = x(i)", "-i", "x=ones", "-d", "i=2000", "-o"];
    for name in ["y.tns", "y.mtx", "y.npy"] {
        let folder = tempdir().expect("a temporary folder");
        let file = folder.path().join(name);
        fs::write(&file, "old").unwrap();
        let output = limited(folder.path(), &[&ones[..], &["x=x.mtx", "-o", &format!("y={name}")]].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.starts_with("error: ") && error.contains("cannot be written: File too large"), "{error}");
        assert_eq!((error.lines().count(), output.stdout.as_slice()), (1, &[][..]), "{error}");
        assert_eq!(names(&folder), [name]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }
    let folder = tempdir().expect("a temporary folder");
    let output = limited(folder.path(), &["convert", "poisson2d:30x30", "--to", "csr", "-o", "A.mtx"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("A.mtx: cannot be written: File too large"));
    assert!(names(&folder).is_empty());
}

/// Where nothing can be written to standard error, the exit status says it alone.
#[test]
fn messages_that_cannot_be_written() {
    let folder = tempdir().expect("a temporary folder");
    fs::write(folder.path().join("x.tns"), "1 1e30\n2 2.0\n").unwrap();
    let square = ["eval", "y(i) = x(i) * x(i) / x(i)", "-i", "x=x.tns", "--dtype", "f32", "--fp", "strict", "--check"];
    for (arguments, status) in [
        (writing(&[]), 0),
        (writing(&["-o", "y=-"]), 0),
        (square.to_vec(), 1),
        (writing(&["-o", "y=no/such/y.tns"]), 2),
        (vec!["eval", "y(i) = x(i"], 2),
        (vec!["eval", "--no-such-option"], 2),
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
        let output = command.current_dir(folder.path()).args(&arguments).stderr(full).output().expect("lacuna runs");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {output:?}");
    }
}

#[test]
fn help_that_cannot_be_printed() {
    for arguments in [&["--help"][..], &["eval", "--help"], &["--version"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let mut command = Command::new(env!("CARGO_BIN_EXE_lacuna"));
        let output = command.args(arguments).stdout(full).output().expect("lacuna runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: standard output: "), "{output:?}");
    }
}

#[test]
fn signals_leave_no_folders() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = tempdir().expect("a temporary folder");
        let pipe = folder.path().join("pipe.tns");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        // It waits for somebody to read the pipe, with the other file beside its place.
        // Who runs the tests may ignore these signals, which programs inherit.
        let mut child = Command::new("env")
            .args(["--default-signal=INT,TERM", env!("CARGO_BIN_EXE_lacuna")])
            .current_dir(folder.path())
            .env("TMPDIR", folder.path())
            .args(writing(&["-o", "x=x.tns", "-o", "y=pipe.tns"]))
            .stdout(Stdio::null())
            .spawn()
            .expect("lacuna runs");
        while names(&folder).iter().filter(|name| name.starts_with(".lacuna-")).count() < 2 {
            assert!(child.try_wait().expect("it is a child").is_none(), "it has not been stopped yet");
            thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().expect("kill runs").success());
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(code), "{signal}: {status} {:?}", status.signal());
        assert_eq!(names(&folder), ["pipe.tns"], "{signal}");
    }
}

#[test]
fn an_object_file_is_not_called_like_a_function_of_the_library() {
    let folder = tempdir().expect("a temporary folder");
    let arguments = writing(&["--emit", "obj=malloc.o"]);
    refused(folder.path(), &arguments, &["malloc.o: 'malloc' is the name of a function of the C library"]);
    assert!(names(&folder).is_empty());
}

#[test]
fn perf_is_told_the_names_of_functions() {
    let folder = tempdir().expect("a temporary folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_lacuna"))
        .current_dir(folder.path())
        .args(writing(&["--perf-map"]))
        .stdout(Stdio::null())
        .spawn()
        .expect("lacuna runs");
    let map = format!("/tmp/perf-{}.map", child.id());
    assert!(child.wait().expect("it ends").success());
    let text = fs::read_to_string(&map).expect("the map stays");
    fs::remove_file(&map).expect("it is ours");
    let line = text.lines().find(|line| line.ends_with(" kernel")).expect("the kernel has a name");
    let numbers: Vec<_> = line.split(' ').take(2).map(|digits| u64::from_str_radix(digits, 16)).collect();
    assert!(matches!(numbers.as_slice(), [Ok(address), Ok(size)] if *address > 4096 && *size > 0), "{line}");
}
