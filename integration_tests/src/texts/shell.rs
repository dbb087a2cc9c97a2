//! A case as the one line of a shell that repeats it.

use super::case::Case;

/// Commands longer than this are not shown: the seed repeats the case, too.
const LONGEST: usize = 8000;

/// The command that repeats a case: it writes the files and runs `lacuna`.
pub fn command(case: &Case, memory: u64, seed: u64) -> String {
    let mut text = format!("ulimit -v {}; ", memory >> 10);
    for (name, bytes) in &case.files {
        text += &format!("printf '{}' > {name}; ", octal(bytes));
    }
    text += "lacuna";
    for argument in &case.arguments {
        text += &format!(" {}", quoted(argument));
    }
    if let Some((name, _)) = case.input() {
        text += &format!(" < {name}");
    }
    if text.len() > LONGEST { format!("lacuna-fuzz --texts --cases 1 --seed {seed}") } else { text }
}

/// For the format of `printf`.
fn octal(bytes: &[u8]) -> String {
    let letter = |byte: &u8| match byte {
        b'\n' => "\\n".to_owned(),
        b'%' => "%%".to_owned(),
        b' '..=b'~' if !b"\\'".contains(byte) => char::from(*byte).to_string(),
        other => format!("\\{other:03o}"),
    };
    bytes.iter().map(letter).collect()
}

fn quoted(argument: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_=.:,/".contains(byte);
    match std::str::from_utf8(argument) {
        Ok(text) if !text.is_empty() && argument.iter().all(is_plain) => text.to_owned(),
        Ok(text) if !text.chars().any(|letter| letter.is_control() || letter == '\'') => format!("'{text}'"),
        _ => {
            let letter = |byte: &u8| match byte {
                b' '..=b'~' if !b"\\'".contains(byte) => char::from(*byte).to_string(),
                other => format!("\\x{other:02x}"),
            };
            format!("$'{}'", argument.iter().map(letter).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn bash_reads_what_was_meant() {
        let arguments: Vec<Vec<u8>> =
            vec!["A='é".into(), b"\xff\\n\n1".to_vec(), b"".to_vec(), b"y(i) = $x * `b`".to_vec(), b"-i".to_vec()];
        let bytes = b"%%Matrix\\ 'x'\r\n\xff\x001\n".to_vec();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let case =
            Case { arguments: arguments.clone(), files: vec![("A.mtx".to_owned(), bytes.clone())], is_program: true };
        let line = command(&case, 1 << 40, 1);
        let script = format!("lacuna() {{ printf '%s\\0' \"$@\"; }}; {line}");
        let output = Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().expect("bash runs");
        let said: Vec<u8> = arguments.iter().flat_map(|argument| [argument, &b"\0"[..]].concat()).collect();
        assert_eq!(output.stdout, said, "{line}");
        assert_eq!(std::fs::read(folder.path().join("A.mtx")).expect("it was written"), bytes, "{line}");
    }
}
