//! Problems: why something cannot be done with a nest, as data.

use super::{Place, remedy::Remedy};

/// Why something cannot be done, not said yet: an attempt that fails may be followed by another.
#[derive(Clone, Debug)]
pub struct Problem {
    place: Place,
    message: String,
    remedy: Option<Box<Remedy>>,
    notes: Vec<(Place, String)>,
    is_from_guess: bool,
}

impl Problem {
    /// A problem at a place.
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into(), remedy: None, notes: Vec::new(), is_from_guess: false }
    }

    /// The same with notes that point elsewhere.
    pub fn with_notes(self, notes: Vec<(Place, String)>) -> Self {
        Self { notes, ..self }
    }

    /// The same with what the user can do about it.
    pub fn with_remedy(self, remedy: Remedy) -> Self {
        Self { remedy: Some(Box::new(remedy)), ..self }
    }

    /// The same, made by a wrong guess: an attempt that guesses otherwise may succeed.
    pub fn from_guess(self) -> Self {
        Self { is_from_guess: true, ..self }
    }

    /// Whether a wrong guess made it.
    pub fn is_from_guess(&self) -> bool {
        self.is_from_guess
    }

    /// Why, in words, without what to do about it.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same, with what to do about it.
    pub fn text(&self) -> String {
        match &self.remedy {
            None => self.message.clone(),
            Some(remedy) => format!("{}; {remedy}", self.message),
        }
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        self.place
    }

    /// What is to be said of other places.
    pub fn notes(&self) -> &[(Place, String)] {
        &self.notes
    }
}
