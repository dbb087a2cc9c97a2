//! The words of level formats, with the sizes beside them: what stands in a text, and what is wrong with it.

use crate::{LevelKind, levels};

impl LevelKind {
    /// Its word, with places for the sizes that it takes: `structured[n, m]`.
    pub fn syntax(self) -> String {
        if self.sizes().is_some() { format!("{}[n, m]", self.word()) } else { self.word().to_owned() }
    }

    /// What is wrong with a word, or with the sizes that stand beside it.
    pub fn fault(word: &str, sizes: Option<(i64, i64)>) -> Option<String> {
        let Some(kind) = LevelKind::from_word(word) else {
            let all = LevelKind::ALL.map(LevelKind::syntax);
            let (last, others) = all.split_last()?;
            return Some(format!("unknown level format '{word}', expected {} or {last}", others.join(", ")));
        };
        match (levels::of(kind).takes_sizes(), sizes) {
            (false, None) => None,
            (false, Some((n, m))) => Some(format!("level format {word} takes no sizes, found [{n}, {m}]")),
            (true, sizes) => {
                let (n, m) = sizes.unwrap_or_default();
                let problem = || format!("level format {} needs 0 < n <= m, found n = {n} and m = {m}", kind.syntax());
                (n <= 0 || n > m || u32::try_from(m).is_err()).then(problem)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_sizes_take_none() {
        for kind in LevelKind::ALL {
            let takes_sizes = kind.sizes().is_some();
            assert_eq!(LevelKind::fault(kind.word(), None).is_some(), takes_sizes, "{kind}");
            assert_eq!(LevelKind::fault(kind.word(), Some((2, 4))).is_none(), takes_sizes, "{kind}");
        }
        let fault = |word, sizes| LevelKind::fault(word, sizes).unwrap_or_default();
        assert_eq!(fault("dense", Some((0, 0))), "level format dense takes no sizes, found [0, 0]");
        assert!(fault("sparse", None).starts_with("unknown level format 'sparse', expected dense, compressed, "));
        assert!(fault("sparse", None).ends_with(", batch or sliced[n, m]"));
    }

    #[test]
    fn sizes_are_positive_and_not_too_large() {
        for sizes in [(1, 1), (2, 4), (1, i64::from(u32::MAX))] {
            assert_eq!(LevelKind::fault("structured", Some(sizes)), None);
        }
        for sizes in [(0, 0), (-1, 2), (4, 2), (1, i64::from(u32::MAX) + 1)] {
            let (n, m) = sizes;
            let expected = format!("level format structured[n, m] needs 0 < n <= m, found n = {n} and m = {m}");
            assert_eq!(LevelKind::fault("structured", Some(sizes)), Some(expected));
        }
    }
}
