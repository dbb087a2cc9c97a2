//! Documents whose commands are run: what a page shows is what a reader gets.
//!
//! A page is Markdown. Its fenced blocks are read from top to bottom, all in one empty folder:
//!
//! * ```` ```text file=A.mtx ```` (any word, then `file=NAME`) writes the block into the file of that name.
//! * ```` ```sh ```` or ```` ```console ```` whose first line starts with `$ ` is a *session*: each line that starts with
//!   `$ ` is a command for bash, which goes on in the next line after a `\` or inside quotes; the lines that follow, up to
//!   the next command, are what it prints on standard output and standard error. A status other than zero is shown as a
//!   last line `(exit status N)`, or `(signal N)` where a signal ended it. Tools that were built can be called by name or as `target/release/NAME`; those of LLVM by
//!   name.
//! * All other blocks are left alone.
//!
//! Numbers that differ from run to run are not compared: those before a unit of time or of speed ([`UNITS`]), and the one
//! after `largest error`. Spaces in such a line count as one. A line `...` in a page stands for any number of lines.
//!
//! With `LACUNA_BLESS` set, [`check_page`] writes what was printed into the page, where it differs.

use std::{
    env, fs, io,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Numbers before these words are measured, and differ from run to run.
pub const UNITS: [&str; 10] = ["ns", "us", "µs", "ms", "s", "MFLOP/s", "GFLOP/s", "MB/s", "GB/s", "%"];

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Lines that are left as they are.
    Text(Vec<String>),
    /// The lines of a block that is a file, without its fences; they stand in `Text`, too.
    File { name: String, lines: Vec<String> },
    /// A command, as it is written, and what it prints.
    Step { command: Vec<String>, output: Vec<String> },
}

impl Piece {
    fn append_to(&self, lines: &mut Vec<String>) {
        match self {
            Self::Text(text) => lines.extend_from_slice(text),
            Self::File { .. } => {}
            Self::Step { command, output } => {
                lines.extend_from_slice(command);
                lines.extend_from_slice(output);
            }
        }
    }
}

/// The pieces of a page, in order.
fn pieces(page: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut lines = page.lines().map(str::to_owned).peekable();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            text.push(line);
            continue;
        };
        let info = info.trim().to_owned();
        text.push(line);
        let mut block: Vec<String> = Vec::new();
        while let Some(inner) = lines.next_if(|inner| inner != "```") {
            block.push(inner);
        }
        let mut words = info.split_whitespace();
        let language = words.next().unwrap_or_default();
        let is_session = matches!(language, "sh" | "console") && block.first().is_some_and(|first| is_command(first));
        if is_session {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
            pieces.extend(steps(block));
        } else {
            text.extend(block.iter().cloned());
            if let Some(name) = words.find_map(|word| word.strip_prefix("file=")) {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                pieces.push(Piece::File { name: name.to_owned(), lines: block });
            }
        }
        // The closing fence.
        text.extend(lines.next());
    }
    pieces.push(Piece::Text(text));
    pieces
}

fn is_command(line: &str) -> bool {
    line.starts_with("$ ")
}

/// The steps of a session.
fn steps(block: Vec<String>) -> Vec<Piece> {
    let mut steps = Vec::new();
    let mut lines = block.into_iter().peekable();
    while let Some(first) = lines.next() {
        let mut command = vec![first];
        while is_unfinished(&command)
            && let Some(next) = lines.next()
        {
            command.push(next);
        }
        let mut output = Vec::new();
        while let Some(line) = lines.next_if(|line| !is_command(line)) {
            output.push(line);
        }
        steps.push(Piece::Step { command, output });
    }
    steps
}

/// Whether a command goes on in the next line: after a backslash, or inside quotes.
fn is_unfinished(command: &[String]) -> bool {
    let mut quote = None;
    for character in command.iter().flat_map(|line| line.chars()) {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    quote.is_some() || command.last().is_some_and(|line| line.ends_with('\\'))
}

/// The text that bash is given.
fn script(command: &[String]) -> String {
    command.join("\n")[2..].to_owned()
}

/// Where commands are run, and with which tools.
struct Shell {
    folder: tempfile::TempDir,
    path: String,
}

impl Shell {
    fn new(tools: &Path, llvm: &Path) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("target"))?;
        std::os::unix::fs::symlink(tools, folder.path().join("target/release"))?;
        let path = env::var("PATH").unwrap_or_default();
        let path = format!("{}:{}/bin:{path}", tools.display(), llvm.display());
        Ok(Self { folder, path })
    }

    /// What a command prints.
    fn run(&self, command: &[String]) -> io::Result<Vec<String>> {
        let log = self.folder.path().join("target/printed");
        let file = fs::File::create(&log)?;
        let status = Command::new("bash")
            .args(["-o", "pipefail", "-c", &script(command)])
            .current_dir(self.folder.path())
            .env("PATH", &self.path)
            .env_remove("LACUNA_BLESS")
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .status()?;
        let printed = fs::read_to_string(&log)?;
        let mut lines: Vec<String> = printed.lines().map(|line| line.trim_end().to_owned()).collect();
        if !status.success() {
            let ended = |what: &str, number: Option<i32>| number.map(|number| format!("({what} {number})"));
            lines.extend(ended("exit status", status.code()).or_else(|| ended("signal", status.signal())));
        }
        Ok(lines)
    }
}

/// The page with what its commands print now; where that is what the page shows, in the words of the page. And each
/// step that differs, as text.
fn replay(page: &str, shell: &Shell) -> io::Result<(String, Vec<String>)> {
    let mut lines = Vec::new();
    let mut differences = Vec::new();
    for piece in pieces(page) {
        match &piece {
            Piece::Text(_) => {}
            Piece::File { name, lines } => {
                fs::write(shell.folder.path().join(name), lines.join("\n") + "\n")?;
            }
            Piece::Step { command, output } => {
                let printed = shell.run(command)?;
                if !is_same(output, &printed) {
                    differences.push(format!(
                        "{}\n--- the page\n{}\n--- the command\n{}",
                        command.join("\n"),
                        output.join("\n"),
                        printed.join("\n")
                    ));
                    Piece::Step { command: command.clone(), output: printed }.append_to(&mut lines);
                    continue;
                }
            }
        }
        piece.append_to(&mut lines);
    }
    Ok((lines.join("\n") + "\n", differences))
}

/// Whether a command printed what the page shows.
fn is_same(shown: &[String], printed: &[String]) -> bool {
    match shown {
        [] => printed.is_empty(),
        [dots, rest @ ..] if dots.trim() == "..." => (0..=printed.len()).any(|skip| is_same(rest, &printed[skip..])),
        [line, rest @ ..] => match printed {
            [first, others @ ..] => mask(line) == mask(first) && is_same(rest, others),
            [] => false,
        },
    }
}

/// A line without what differs from run to run.
fn mask(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let unit = |word: &str| UNITS.contains(&word.trim_end_matches([',', ';', ')', '.']));
    let mut masked: Vec<String> = Vec::with_capacity(words.len());
    let mut is_masked = false;
    for (place, word) in words.iter().enumerate() {
        let number = word.trim_start_matches('(').trim_end_matches(',');
        let is_measured = words.get(place + 1).is_some_and(|next| unit(next));
        let is_error = place > 1 && words[place - 2..place] == ["largest", "error"];
        if number.parse::<f64>().is_ok() && (is_measured || is_error) {
            masked.push(word.replace(number, "N"));
            is_masked = true;
        } else if is_masked && unit(word) {
            // The unit changes with the number.
            let bare = word.trim_end_matches([',', ';', ')', '.']);
            masked.push(word.replacen(bare, "UNIT", 1));
        } else {
            masked.push((*word).to_owned());
        }
    }
    if is_masked { masked.join(" ") } else { line.trim_end().to_owned() }
}

/// Runs the commands of a page, given by its path in the repository, and demands that they print what it shows; with
/// `LACUNA_BLESS` set, the page is made to show what they print.
///
/// # Panics
/// Where a command prints something else, or the page has no command.
pub fn check_page(name: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the workspace");
    let llvm = PathBuf::from(env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml names the prefix of LLVM"));
    // The test binary stands in target/<profile>/deps, the tools in target/<profile>.
    let tools = env::current_exe().expect("a test knows itself").ancestors().nth(2).expect("deps").to_owned();
    assert!(tools.join("lacuna").exists(), "build the tools first: cargo build --workspace");
    let path = root.join(name);
    let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(pieces(&page).iter().any(|piece| matches!(piece, Piece::Step { .. })), "{name} has no command");
    let shell = Shell::new(&tools, &llvm).expect("a temporary folder");
    let (fresh, differences) = replay(&page, &shell).unwrap_or_else(|error| panic!("{name}: {error}"));
    if env::var_os("LACUNA_BLESS").is_some() {
        if fresh != page {
            fs::write(&path, fresh).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        return;
    }
    assert!(
        differences.is_empty(),
        "{name} shows what its commands do not print (./x docs writes it anew):\n{}",
        differences.join("\n\n")
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell() -> Shell {
        Shell::new(Path::new("/nonexistent/tools"), Path::new("/nonexistent/llvm")).expect("a temporary folder")
    }

    fn differences(page: &str) -> Vec<String> {
        replay(page, &shell()).expect("bash runs").1
    }

    #[test]
    fn a_page_that_is_right_stays_as_it_is() {
        let page = "# T\n\n```text file=a.txt\none\ntwo\n```\n\n```console\n$ wc -l < a.txt\n2\n$ echo 'x\ny' \\\n    z\nx\n\
                    y z\n```\nEnd.\n\n```sh\nnot run\n```\n";
        let (fresh, differences) = replay(page, &shell()).expect("bash runs");
        assert_eq!(differences, Vec::<String>::new());
        assert_eq!(fresh, page);
    }

    #[test]
    fn other_output_is_a_difference_and_is_written_into_the_page() {
        let page = "```console\n$ echo new\nold\n$ echo same\nsame\n```\n";
        let (fresh, differences) = replay(page, &shell()).expect("bash runs");
        assert_eq!(differences, ["$ echo new\n--- the page\nold\n--- the command\nnew"]);
        assert_eq!(fresh, "```console\n$ echo new\nnew\n$ echo same\nsame\n```\n");
    }

    #[test]
    fn output_that_is_missing_or_too_long_is_a_difference() {
        assert_eq!(differences("```sh\n$ echo one\n```\n").len(), 1);
        assert_eq!(differences("```sh\n$ true\none\n```\n").len(), 1);
    }

    #[test]
    fn a_failing_command_shows_its_status_and_its_errors() {
        let page =
            "```console\n$ echo wrong >&2; exit 2\nwrong\n(exit status 2)\n$ false | cat\n(exit status 1)\n```\n";
        assert_eq!(differences(page), Vec::<String>::new());
        assert_eq!(differences("```console\n$ exit 2\n```\n").len(), 1);
        assert_eq!(differences("```console\n$ kill -ABRT $$\n(signal 6)\n```\n"), Vec::<String>::new());
    }

    #[test]
    fn dots_stand_for_any_lines() {
        let page = "```console\n$ seq 5\n1\n...\n4\n5\n$ seq 2\n1\n2\n...\n```\n";
        assert_eq!(differences(page), Vec::<String>::new());
        assert_eq!(differences("```console\n$ seq 5\n1\n...\n6\n```\n").len(), 1);
    }

    #[test]
    fn times_speeds_and_errors_are_masked_and_nothing_else() {
        let same = |left, right| mask(left) == mask(right);
        assert!(same(
            "  kernel   2.23 ms (median of 20 runs; 1.96 ms)",
            "  kernel   980.1 us (median of 20 runs; 1.1 s)"
        ));
        assert!(same("loaded in 5.7 ms, packed", "loaded in   57 us, packed"));
        assert!(same("largest error 0.00e0, tolerance", "largest error 1e-16, tolerance"));
        assert!(!same("median of 20 runs", "median of 21 runs"));
        assert!(!same("kernel 1 ms (median of 20 runs)", "kernel 1 ms (median of 21 runs)"));
        assert!(!same("7 stored", "8 stored"));
        assert!(!same("  indented", "indented"));
    }
}
