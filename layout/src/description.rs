//! A format with all that follows from it, computed once.

use crate::{
    Format, FormatError, Level,
    algebra::{Mapping, Unmappable},
    assembly::{Growth, Obstacle},
    levels::Array,
};
use std::{
    collections::HashMap,
    fmt,
    sync::{LazyLock, Mutex, OnceLock, PoisonError},
};

/// A format and its map. Equal formats have one description, which lives as long as the process: code that asks again and
/// again, as that of the compiler does for every level that it walks, solves nothing twice.
#[derive(Debug)]
pub struct Description {
    /// The format.
    pub value: Format,
    mapping: Result<Mapping, Unmappable>,
    flaw: OnceLock<Option<FormatError>>,
    growth: OnceLock<Result<Growth, Obstacle>>,
}

static KNOWN: LazyLock<Mutex<HashMap<Format, &'static Description>>> = LazyLock::new(Mutex::default);

impl Description {
    /// The description of a format.
    pub fn of(format: Format) -> &'static Description {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(description) = known.get(&format) {
            return description;
        }
        let mapping = format.mapping();
        let description: &'static Description = Box::leak(Box::new(Description {
            value: format.clone(),
            mapping,
            flaw: OnceLock::new(),
            growth: OnceLock::new(),
        }));
        known.insert(format, description);
        description
    }

    /// What is wrong with the format, if anything is ([`Format::flaw`]).
    pub fn flaw(&self) -> Option<&FormatError> {
        self.flaw.get_or_init(|| self.value.flaw()).as_ref()
    }

    /// How results of the format are put together, or why they cannot be.
    ///
    /// # Panics
    /// Where the format has a flaw, which is refused before anybody asks.
    pub fn growth(&self) -> Result<&Growth, &Obstacle> {
        self.growth.get_or_init(|| Growth::new(self.mapping(), self.levels())).as_ref()
    }

    /// The map between dimensions and levels.
    ///
    /// # Panics
    /// Where the format has a flaw, which is refused before anybody asks.
    pub fn mapping(&self) -> &Mapping {
        self.mapping.as_ref().expect("formats are checked before their maps are asked for")
    }

    /// The levels, outermost first.
    pub fn levels(&self) -> &[Level] {
        &self.value.levels
    }

    /// Level `index`, which must exist.
    pub fn level(&self, index: usize) -> &Level {
        &self.value.levels[index]
    }

    /// The number of levels.
    pub fn level_count(&self) -> usize {
        self.value.levels.len()
    }

    /// The number of levels, from the top, that are batches: tensors below them have arrays of their own.
    pub fn batch_levels(&self) -> usize {
        self.value.batch_levels()
    }

    /// The arrays of all levels in the order of `stensor.pack`, each with its level. The values come after them.
    pub fn arrays(&self) -> Vec<(usize, Array)> {
        let levels = self.levels().iter().enumerate();
        levels.flat_map(|(index, level)| level.arrays().iter().map(move |array| (index, *array))).collect()
    }

    /// Width of stored positions, in bits.
    pub fn position_width(&self) -> u32 {
        self.value.position_width.bits()
    }

    /// Width of stored coordinates, in bits.
    pub fn coordinate_width(&self) -> u32 {
        self.value.coordinate_width.bits()
    }
}

impl PartialEq for Description {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Description {}

/// As the attribute that says so.
impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#stensor.format<{}>", self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_formats_have_one_description() {
        let of = |text| Description::of(Format::parse(text).expect("a format"));
        let first = of("(i, j) -> (j - i : compressed, i : dense)");
        assert!(std::ptr::eq(first, of("(a, b) -> (b - a : compressed, a : dense)")));
        assert!(!std::ptr::eq(first, of("(i, j) -> (j - i : compressed, j : dense)")));
        assert_eq!((first.level_count(), first.mapping().permutation()), (2, None));
        assert_eq!(first.arrays(), [(0, Array::Positions), (0, Array::Coordinates)]);
        assert_eq!((first.position_width(), first.batch_levels()), (32, 0));
    }
}
