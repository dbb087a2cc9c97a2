//! What came of a case, and how a child says it in one line.

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is as it should be.
    Right,
    /// Refused by one diagnostic, for a justified reason.
    Refused(String),
    /// Anything else, in one line.
    Failed(String),
}

impl Verdict {
    /// A failure, with the command that repeats it.
    pub fn failed(command: &str, what: &str) -> Self {
        let line: Vec<_> = what.lines().map(str::trim).collect();
        Self::Failed(format!("{}\n  {command}", line.join(" | ")))
    }

    /// The verdict in one line: `right`, `refused REASON` or `failed WHAT`, where line breaks are escaped.
    pub(super) fn print(&self) -> String {
        match self {
            Self::Right => "right".to_owned(),
            Self::Refused(reason) => format!("refused {reason}"),
            Self::Failed(what) => format!("failed {}", what.replace('\\', "\\\\").replace('\n', "\\n")),
        }
    }

    pub(super) fn parse(answer: &str) -> Option<Self> {
        match answer.split_once(' ') {
            None if answer == "right" => Some(Self::Right),
            Some(("refused", reason)) => Some(Self::Refused(reason.to_owned())),
            Some(("failed", what)) => Some(Self::Failed(unescape(what))),
            _ => None,
        }
    }
}

fn unescape(text: &str) -> String {
    let mut letters = text.chars();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => plain.push(if letters.next() == Some('n') { '\n' } else { '\\' }),
            (letter, false) => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_go_through_a_line() {
        let failed = Verdict::failed("printf 'a\\nb' > f.mtx; lacuna", "one\n two");
        assert_eq!(failed, Verdict::Failed("one | two\n  printf 'a\\nb' > f.mtx; lacuna".to_owned()));
        for verdict in [Verdict::Right, Verdict::Refused("no room".to_owned()), failed] {
            assert!(!verdict.print().contains('\n'));
            assert_eq!(Verdict::parse(&verdict.print()), Some(verdict));
        }
        assert_eq!(Verdict::parse("wrong"), None);
    }
}
