//! The names of a kernel's functions for Linux perf, which finds those of code in memory in `/tmp/perf-PID.map`.
//!
//! LLVM's own listener for perf is not used: it leaves a dump of each program in the user's home.

use crate::compiler::Native;
use object::{Object, ObjectSymbol, SymbolKind};
use std::{
    fmt::Write as _,
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::PathBuf,
};

/// Where perf looks for the names of this process.
pub fn path() -> PathBuf {
    PathBuf::from(format!("/tmp/perf-{}.map", std::process::id()))
}

/// Writes the names of the functions of `native`, one of which is `anchor`, at whose address the code was found.
///
/// # Errors
/// What the system says, and where the code has no such function.
pub fn write(native: &Native, anchor: &str, address: usize) -> io::Result<PathBuf> {
    let text = names(&native.object()?, anchor, address)?;
    let path = path();
    // One of a process that had the number before.
    let _ = fs::remove_file(&path);
    OpenOptions::new().write(true).create_new(true).open(&path)?.write_all(text.as_bytes())?;
    Ok(path)
}

/// One line a function: address, size and name, in hexadecimal digits but for the name.
fn names(object: &[u8], anchor: &str, address: usize) -> io::Result<String> {
    let file = object::File::parse(object).map_err(io::Error::other)?;
    let functions = || file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0);
    let found = functions().find(|symbol| symbol.name() == Ok(anchor));
    let found = found.ok_or_else(|| io::Error::other(format!("the code has no function {anchor}")))?;
    // All functions are in one section, which is loaded as it is.
    let start = (address as u64).wrapping_sub(found.address());
    let mut text = String::new();
    for symbol in functions().filter(|symbol| symbol.section_index() == found.section_index()) {
        let name = symbol.name().unwrap_or("unknown");
        writeln!(text, "{:x} {:x} {name}", start.wrapping_add(symbol.address()), symbol.size())
            .expect("writing to a string");
    }
    Ok(text)
}
