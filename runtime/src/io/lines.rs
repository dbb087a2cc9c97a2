//! Lines and fields of text files, as bytes: files need not be UTF-8.

/// The lines at the head of a file, one after the other.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    /// The number of the line returned last, from 1; 0 before the first one.
    pub(super) line: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Lines { rest: text, line: 0 }
    }

    /// What follows the lines returned so far.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The next line, without its end.
    pub(super) fn next_line(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = split_line(self.rest);
        self.rest = rest;
        self.line += 1;
        Some(line)
    }

    /// The next line that is neither blank nor a comment.
    pub(super) fn next_content(&mut self, comments: &[u8]) -> Option<&'a [u8]> {
        loop {
            let line = self.next_line()?;
            if is_content(line, comments) {
                return Some(line);
            }
        }
    }
}

/// The first line, and what follows its end.
pub(super) fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    match text.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &[]),
    }
}

/// Whether a line is neither blank nor a comment.
pub(super) fn is_content(line: &[u8], comments: &[u8]) -> bool {
    line.iter().find(|&&byte| !is_blank(byte)).is_some_and(|byte| !comments.contains(byte))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)
}

/// Takes the next field off a line.
pub(super) fn next_field<'a>(line: &mut &'a [u8]) -> Option<&'a [u8]> {
    let begin = line.iter().position(|&byte| !is_blank(byte))?;
    let rest = &line[begin..];
    let end = rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len());
    *line = &rest[end..];
    Some(&rest[..end])
}

/// The fields of a line.
pub(super) fn fields(mut line: &[u8]) -> Vec<&[u8]> {
    std::iter::from_fn(|| next_field(&mut line)).collect()
}

/// A field for a message: shortened, with bytes that are not printable escaped.
pub(super) fn shown(field: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = field[..field.len().min(LONGEST)].escape_ascii().to_string();
    if field.len() > LONGEST { text + "..." } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let mut lines = Lines::new(b"% a\r\n\n \t\n1 2\r\n3");
        assert_eq!((lines.next_content(b"%"), lines.line), (Some(&b"1 2\r"[..]), 4));
        assert_eq!(lines.rest(), b"3");
        assert_eq!((lines.next_content(b"%"), lines.line), (Some(&b"3"[..]), 5));
        assert_eq!(lines.next_content(b"%"), None);
    }

    #[test]
    fn fields_are_shown_safely() {
        assert_eq!(fields(b" 1\t-2.5 \r"), [&b"1"[..], b"-2.5"]);
        assert_eq!(shown(b"a\xff\n"), "a\\xff\\n");
        assert_eq!(shown(&[b'x'; 50]), "x".repeat(40) + "...");
    }
}
