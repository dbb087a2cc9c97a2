//! How long the arrays of each level are, from the top down.
//!
//! The number of nodes of a level follows from that of its parents and from [`Children`]; where it depends on the entries, who
//! asks says it.

use crate::{Format, Level, levels::Children};

/// The lengths of the arrays of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Elements of the positions array.
    pub positions: u128,
    /// Stored coordinates, in the array of the level or in that of a level above.
    pub coordinates: u128,
}

/// The lengths of all arrays of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// One a level.
    pub levels: Vec<Lengths>,
    /// The number of values.
    pub values: u128,
}

impl Storage {
    /// Counts the arrays of a format. `size` gives the number of coordinates of each level, and `nodes` the number of nodes of
    /// a level whose children depend on the entries, for the number of its parents.
    pub fn of(
        format: &Format,
        size: impl Fn(usize) -> u64,
        mut nodes: impl FnMut(usize, Children, u128) -> u128,
    ) -> Storage {
        let mut parents = 1;
        let mut levels = Vec::new();
        for (number, level) in format.levels.iter().enumerate() {
            let children = level.children(size(number));
            let positions = level.format().positions(level, parents);
            let counted = nodes(number, children, parents);
            parents = match children {
                Children::Each(count) => parents.saturating_mul(count.into()),
                Children::Entries | Children::Slots => counted,
            };
            levels.push(Lengths { positions, coordinates: if level.stores_coordinates() { parents } else { 0 } });
        }
        Storage { levels, values: parents }
    }

    /// Bytes of all arrays, with values of so many bytes each.
    pub fn bytes(&self, format: &Format, value: usize) -> u128 {
        let (position, coordinate) = (format.position_width.size_in_bytes(), format.coordinate_width.size_in_bytes());
        let values = self.values.saturating_mul(value as u128);
        self.levels.iter().fold(values, |bytes, level| {
            let positions = level.positions.saturating_mul(position as u128);
            bytes.saturating_add(positions).saturating_add(level.coordinates.saturating_mul(coordinate as u128))
        })
    }
}

impl Format {
    /// Whether the longest row decides how much room all rows take.
    pub fn is_sized_by_rows(&self) -> bool {
        self.levels.iter().any(|level| level.is_slot() || level.children(1) == Children::Slots)
    }

    /// Whether arrays may be longer than what they hold: positions tell of every level how many nodes it has, so none is counted
    /// by the length of an array.
    pub fn allows_spare_room(&self) -> bool {
        let tells = |level: &Level| level.format().ends().is_some() || matches!(level.children(1), Children::Each(_));
        self.batch_levels() == 0 && self.levels.iter().all(|level| !level.is_slot() && tells(level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn storage(text: &str, sizes: &[u64], counts: &[u128]) -> Storage {
        let format = Format::parse(text).expect("a format");
        Storage::of(&format, |level| sizes[level], |level, _, _| counts[level])
    }

    fn lengths(text: &str, sizes: &[u64], counts: &[u128]) -> (Vec<(u128, u128)>, u128) {
        let storage = storage(text, sizes, counts);
        (storage.levels.iter().map(|level| (level.positions, level.coordinates)).collect(), storage.values)
    }

    #[test]
    fn lengths_count_what_positions_do_not_tell() {
        let allows = |text: &str| Format::named(text, 2).expect("a format").allows_spare_room();
        assert!(["csr", "coo", "dcsr", "bcsr:2x2", "dia", "dense,loose_compressed"].into_iter().all(allows));
        assert!(!["ell", "hash", "sell:4", "compressed,hashed", "batch,compressed"].into_iter().any(allows));
    }

    #[test]
    fn arrays_are_counted_level_by_level() {
        assert_eq!(lengths("(i, j) -> (i : dense, j : compressed)", &[5, 7], &[0, 9]), (vec![(0, 0), (6, 9)], 9));
        assert_eq!(
            lengths("(i, j) -> (i : dense, j : loose_compressed(full))", &[5, 7], &[0, 0]),
            (vec![(0, 0), (10, 35)], 35)
        );
        assert_eq!(
            lengths("(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))", &[5, 7], &[4, 0]),
            (vec![(2, 4), (0, 4)], 4)
        );
        assert_eq!(
            lengths("(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])", &[3, 2, 4], &[0; 3]),
            (vec![(0, 0), (0, 0), (0, 12)], 12)
        );
        assert_eq!(lengths("(i, j) -> (i : dense, j : hashed)", &[3, 9], &[0, 12]), (vec![(0, 0), (0, 12)], 12));
        assert_eq!(
            lengths("(i, j) -> (j - i : compressed, i : range, j : offset)", &[8, 4, 5], &[3, 0, 0]),
            (vec![(2, 3), (0, 0), (0, 0)], 12)
        );
        assert_eq!(lengths("() -> ()", &[], &[]), (vec![], 1));
    }

    #[test]
    fn bytes_saturate() {
        let format = Format::parse("(i, j) -> (i : dense, j : compressed), positions = 64").expect("a format");
        let storage = Storage::of(&format, |_| 5, |_, _, _| 9);
        assert_eq!(storage.bytes(&format, 8), 6 * 8 + 9 * 4 + 9 * 8);
        let large = Storage::of(&format, |_| u64::MAX, |_, _, _| u128::MAX);
        assert_eq!(large.bytes(&format, 8), u128::MAX);
    }

    #[test]
    fn rows_decide_the_size_of_slots_and_tables() {
        for (text, expected) in [
            ("(i, j) -> (_ : dense, i : dense, j : singleton)", true),
            ("(i, j) -> (i : dense, j : hashed)", true),
            ("(i, j) -> (i : dense, j : compressed)", false),
        ] {
            assert_eq!(Format::parse(text).expect("a format").is_sized_by_rows(), expected, "{text}");
        }
    }
}
