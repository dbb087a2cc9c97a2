//! How much of an error is shown: no more than a screen holds, whatever the request repeats in it.

/// The most lines of an error, and the most characters of it and of a line.
const MOST_LINES: usize = 24;
const MOST_CHARACTERS: usize = 2000;
const LONGEST_LINE: usize = 900;

/// What stands in the place of what is left out.
const GAP: &str = " ... ";

/// An error as it is shown: of a long line its two ends, and of many lines the first and the last ones.
pub fn on_a_screen(message: &str) -> String {
    if fits(message) && message.lines().all(|line| line.chars().count() <= LONGEST_LINE) {
        return message.to_owned();
    }
    let lines: Vec<String> = message.lines().map(|line| ends(line, LONGEST_LINE)).collect();
    let text = if lines.len() > MOST_LINES {
        // Notes and what is shown of the request come first, what to do comes last.
        let (first, last) = (&lines[..MOST_LINES - 4], &lines[lines.len() - 3..]);
        let gap = format!("... ({} lines are left out)", lines.len() - first.len() - last.len());
        [first, &[gap], last].concat().join("\n")
    } else {
        lines.join("\n")
    };
    ends(&text, MOST_CHARACTERS)
}

/// Whether a screen holds a text.
pub fn fits(text: &str) -> bool {
    text.lines().count() <= MOST_LINES && text.chars().count() <= MOST_CHARACTERS
}

/// The two ends of a text that is longer than this many characters.
fn ends(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let half = (most - GAP.len()) / 2;
    let first: String = text.chars().take(half).collect();
    let last: String = text.chars().skip(length - half).collect();
    format!("{first}{GAP}{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_shown_as_it_is() {
        for message in ["", "one line\n", "column 3: wrong\n  y(i) = x\n       ^"] {
            assert_eq!(on_a_screen(message), message);
        }
    }

    #[test]
    fn nothing_is_longer_than_a_screen() {
        let messages = ["é".repeat(5000), "a line\n".repeat(500), format!("{}\n", "x".repeat(1000)).repeat(100)];
        for message in messages {
            let shown = on_a_screen(&message);
            assert!(fits(&shown), "{shown}");
            assert!(shown.contains("..."), "{shown}");
        }
        let numbered: Vec<String> = (0..100).map(|number| format!("line {number}")).collect();
        let shown = on_a_screen(&numbered.join("\n"));
        assert!(shown.starts_with("line 0\n") && shown.ends_with("\nline 99"), "{shown}");
        assert!(shown.contains("\n... (77 lines are left out)\n"), "{shown}");
    }
}
