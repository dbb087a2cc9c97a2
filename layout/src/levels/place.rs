//! Where a level stands in its format, and what it stores there: what level formats object to.

use crate::{
    Format, Level,
    algebra::{DimensionForm, Form, Mapping},
    dimension_name,
};

/// Where a level stands.
pub struct Place<'a> {
    /// The format.
    pub format: &'a Format,
    /// The number of the level.
    pub number: usize,
}

/// What a level stores.
pub struct Meaning<'a> {
    /// Its form; nothing where it counts slots.
    pub form: Option<&'a Form>,
    /// The map of the format.
    pub mapping: &'a Mapping,
}

impl Place<'_> {
    /// The level.
    pub fn level(&self) -> &Level {
        &self.format.levels[self.number]
    }

    /// The level above it.
    pub fn above(&self) -> Option<&Level> {
        self.number.checked_sub(1).map(|above| &self.format.levels[above])
    }

    /// What is wrong where nodes need parents in the same arrays.
    pub fn lacks_parents(&self) -> Option<String> {
        match self.above() {
            None => Some("needs a level above it, it is the top level".to_owned()),
            Some(above) if above.is_batch() => {
                Some("needs a level above it inside the batch, it stands below a batch level".to_owned())
            }
            Some(_) => None,
        }
    }

    /// What is wrong where coordinates count places and can be negative.
    pub fn negative_coordinates(&self, meaning: &Meaning<'_>) -> Option<String> {
        meaning.form.filter(|form| form.is_signed())?;
        let expr = &self.level().expr;
        Some(format!("needs coordinates of at least 0, `{expr}` can be negative: store it compressed"))
    }

    /// A dimension of what the level stores that the levels above do not determine, by its name.
    pub fn unknown_above(&self, meaning: &Meaning<'_>) -> Option<String> {
        let is_known = |dimension: &usize| meaning.mapping.known_from[*dimension] < self.number;
        meaning.form?.dimensions().into_iter().find(|dimension| !is_known(dimension)).map(dimension_name)
    }
}
