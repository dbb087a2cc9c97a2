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
    match memchr::memchr(b'\n', text) {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, &[]),
    }
}

/// What follows the end of the first line.
pub(super) fn skip_line(text: &[u8]) -> &[u8] {
    // Most often all of the line has been taken off.
    match text {
        [b'\n', after @ ..] => after,
        _ => split_line(text).1,
    }
}

/// Whether a line is neither blank nor a comment.
pub(super) fn is_content(line: &[u8], comments: &[u8]) -> bool {
    next_content(line, comments).is_some()
}

/// The text from the first field of its first line on, if that line is neither blank nor a comment.
pub(super) fn next_content<'a>(text: &'a [u8], comments: &[u8]) -> Option<&'a [u8]> {
    let begin = text.iter().position(|&byte| !is(byte, BLANK))?;
    let first = text[begin];
    (first != b'\n' && !comments.contains(&first)).then(|| &text[begin..])
}

const BLANK: u8 = 1;
const END_OF_LINE: u8 = 2;

/// What bytes are, if they are in no field.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let blank = [b' ', b'\t', b'\r', 0x0b, 0x0c];
    let mut number = 0;
    while number < blank.len() {
        classes[blank[number] as usize] = BLANK;
        number += 1;
    }
    classes[b'\n' as usize] = END_OF_LINE;
    classes
};

fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

/// A text from the next field of its first line on, or from the end of that line.
pub(super) fn skip_blanks(text: &[u8]) -> &[u8] {
    // Fields are most often one blank apart.
    match text {
        [b' ', rest @ ..] if rest.first().is_some_and(|byte| !is(*byte, BLANK)) => rest,
        _ => &text[text.iter().position(|&byte| !is(byte, BLANK)).unwrap_or(text.len())..],
    }
}

/// Whether a field ends where a text begins.
pub(super) fn is_end_of_field(text: &[u8]) -> bool {
    text.first().is_none_or(|byte| is(*byte, BLANK | END_OF_LINE))
}

/// The whole number that a text begins with, if it is a field of fewer than 19 digits, and what follows it.
pub(super) fn take_whole_number(text: &[u8]) -> Option<(u64, &[u8])> {
    // Most coordinates have fewer than eight digits.
    if let Some(bytes) = text.first_chunk()
        && let (value, count @ 1..8) = leading_digits(u64::from_le_bytes(*bytes))
        && is(text[count], BLANK | END_OF_LINE)
    {
        return Some((value, &text[count..]));
    }
    take_long_number(text)
}

/// The number that the first of eight bytes write in digits, and how many of them are digits. The bytes are computed with all at
/// once, the first one the lowest.
fn leading_digits(bytes: u64) -> (u64, usize) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let digits = bytes ^ (EACH * u64::from(b'0'));
    // A byte of more than nine has its highest bit set here. Carries only reach the bytes after the first such one.
    let others = ((digits.wrapping_add(EACH * 0x76)) | digits) & (EACH * 0x80);
    let count = others.trailing_zeros() / 8;
    // Zeros come in from the front, as those of a number do.
    let eight = digits.checked_shl(64 - 8 * count).unwrap_or(0);
    let pairs = eight.wrapping_mul(10).wrapping_add(eight >> 8);
    let (odd, even) = (pairs & 0x0000_00ff_0000_00ff, (pairs >> 16) & 0x0000_00ff_0000_00ff);
    // Pairs count 10^6, 10^4, 10^2 and 1, and meet in the upper half.
    let sum = odd.wrapping_mul(100 + (1_000_000 << 32)).wrapping_add(even.wrapping_mul(1 + (10_000 << 32)));
    (sum >> 32, count as usize)
}

fn take_long_number(text: &[u8]) -> Option<(u64, &[u8])> {
    // So many digits are below 2^64 whatever they are.
    const MOST_DIGITS: usize = 19;
    let mut value = 0;
    for (count, byte) in text.iter().take(MOST_DIGITS).enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return (count > 0 && is(*byte, BLANK | END_OF_LINE)).then(|| (value, &text[count..]));
        }
        value = value * 10 + u64::from(digit);
    }
    None
}

/// Takes the next field of its first line off a text.
pub(super) fn next_field<'a>(text: &mut &'a [u8]) -> Option<&'a [u8]> {
    let rest = skip_blanks(text);
    let end = rest.iter().position(|&byte| is(byte, BLANK | END_OF_LINE)).unwrap_or(rest.len());
    *text = &rest[end..];
    (end > 0).then(|| &rest[..end])
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
    fn whole_numbers_are_taken_whatever_their_length() {
        for digits in 0..=20 {
            let written = "12345678901234567890"[..digits].to_owned();
            for end in [" ", "\n", "\t7 8 9 1 2", "\r\n", " 123456789", "", "."] {
                let text = format!("{written}{end}");
                let expected = (1..19).contains(&digits) && end != "." && !(end.is_empty());
                let taken = take_whole_number(text.as_bytes());
                let number = written.parse::<u64>().unwrap_or_default();
                assert_eq!(taken, expected.then_some((number, end.as_bytes())), "{text:?}");
            }
        }
        // Bytes just beside the digits, and those whose highest bit is set, end a number and are no end of a field.
        for byte in [b'/', b':', 0x00, 0x7f, 0x80, 0xb0, 0xb9, 0xff] {
            for place in 0..9 {
                let mut text = *b"123456789 1234567";
                text[place] = byte;
                assert_eq!(take_whole_number(&text), None, "{byte} at {place}");
            }
        }
        assert_eq!(take_whole_number(b"0000012 "), Some((12, &b" "[..])));
    }

    #[test]
    fn fields_are_shown_safely() {
        assert_eq!(fields(b" 1\t-2.5 \r"), [&b"1"[..], b"-2.5"]);
        assert_eq!(shown(b"a\xff\n"), "a\\xff\\n");
        assert_eq!(shown(&[b'x'; 50]), "x".repeat(40) + "...");
    }
}
