//! Which formats fill up: they hold values of points that nobody stored.

use crate::{Format, Level};

impl Format {
    /// Whether tensors may hold values of points that nobody stored, to fill up blocks, diagonals or
    /// slots, and not tell them from stored zeros.
    pub fn fills_up(&self) -> bool {
        // Levels with one child a parent have those that their parents have.
        let decisive = self.levels.iter().rposition(|level| !level.is_branchless());
        // Where every parent is there, a singleton below needs an entry for each.
        let is_list = |level: &Level| level.stores_coordinates() && (level.is_branchless() || !level.properties().full);
        let first_list = self.levels.iter().position(is_list);
        let fills = |number: usize| {
            let capabilities = self.levels[number].capabilities();
            let can = !capabilities.stores_coordinates || !capabilities.keeps_inside;
            can && first_list.is_none_or(|list| list <= number)
        };
        // A tensor without levels has one value, stored or not.
        self.slot_level().is_some() || decisive.is_none_or(fills)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats, and whether they hold values of points that nobody stored.
    const FILLED: [(&str, bool); 27] = [
        ("() -> ()", true),
        ("(i, j) -> (i : dense, j : compressed)", false),
        ("(i, j) -> (i : compressed(nonunique), j : singleton)", false),
        ("(i, j) -> (i : compressed, j : hashed)", false),
        ("(i, j) -> (i : batch, j : loose_compressed)", false),
        ("(i, j) -> (i : dense, j : dense)", true),
        ("(i, j) -> (i : compressed, j : dense)", true),
        ("(i, j) -> (i floordiv 4 : dense, j : compressed, i mod 4 : dense)", true),
        ("(i, j) -> (i floordiv 4 : dense, j : compressed, i mod 4 : structured[2, 4])", true),
        ("(i) -> (i floordiv 4 : dense, i mod 4 : structured[2, 4])", true),
        ("(i, j) -> (j - i : compressed, i : range, j : offset)", true),
        ("(i, j) -> (_ : dense, i : dense, j : singleton)", true),
        ("(i, j) -> (i : dense, j : compressed(full))", true),
        ("(i, j) -> (i : compressed, j : loose_compressed(full))", true),
        ("(i, j) -> (i : compressed(full), j : dense)", true),
        ("(i, j) -> (i : compressed(full), j : compressed)", false),
        ("(i, j) -> (i : compressed(full), j : singleton)", false),
        ("(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])", false),
        ("(i, j) -> (i floordiv 2 : dense, i mod 2 : structured[2, 2], j : singleton)", false),
        // Lists at the end hold what is there, whatever stands above.
        ("(i, j, k) -> (i : compressed, j : dense, k : compressed)", false),
        ("(i, j) -> (i floordiv 4 : compressed, i mod 4 : dense, j : compressed)", false),
        ("(i, j) -> (i floordiv 4 : dense, i mod 4 : structured[2, 4], j : compressed)", false),
        ("(i, j) -> (i : dense, j floordiv 4 : hashed, j mod 4 : compressed)", false),
        ("(i, j) -> (i : compressed, i + j : compressed, j : compressed)", false),
        // One child a parent: there are others than entries where there are parents without entries.
        ("(i, j) -> (i : dense, j : singleton)", false),
        ("(i, j, k) -> (i : compressed, j : dense, k : singleton)", true),
        ("(i, j) -> (i : compressed, j - i : compressed, j : offset)", false),
    ];

    #[test]
    fn it_is_known_which_formats_fill_up() {
        for (text, expected) in FILLED {
            let format = Format::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(format.fills_up(), expected, "{text}");
        }
    }
}
