//! The names of the loops of a statement, while rewrites take and make some.

/// The loops that there are, outermost first, and those that were replaced.
#[derive(Clone, Debug)]
pub struct LoopNames {
    loops: Vec<String>,
    /// Loops that rewrites have replaced, with what stands in their place.
    replaced: Vec<(String, String)>,
}

impl LoopNames {
    /// These loops.
    pub(super) fn new(loops: &[&str]) -> Self {
        Self { loops: loops.iter().map(|&name| name.to_owned()).collect(), replaced: Vec::new() }
    }

    /// The loops that there are.
    pub fn loops(&self) -> &[String] {
        &self.loops
    }

    /// Where a loop stands.
    ///
    /// # Errors
    /// If there is none over this variable.
    pub(super) fn place(&self, name: &str) -> Result<usize, String> {
        if let Some(place) = self.loops.iter().position(|own| own == name) {
            return Ok(place);
        }
        let known = self.loops.join(", ");
        Err(match self.replaced.iter().find(|(old, _)| old == name) {
            Some((_, new)) => format!("the loop over {name} was replaced by {new}"),
            None => format!("there is no loop over {name}: the loops are {known}"),
        })
    }

    /// Loops, each once.
    ///
    /// # Errors
    /// If one is named twice, or there is none.
    pub(super) fn check_each_once(&self, names: &[String]) -> Result<(), String> {
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                return Err(format!("variable {name} is named twice"));
            }
            self.place(name)?;
        }
        Ok(())
    }

    /// Puts loops in the place of one.
    ///
    /// # Errors
    /// If there is none, or a variable has the name of a new one.
    pub(super) fn replace(&mut self, name: &str, with: &[&str]) -> Result<(), String> {
        let place = self.place(name)?;
        for (index, &new) in with.iter().enumerate() {
            let is_known = self.loops.iter().chain(self.replaced.iter().map(|(old, _)| old)).any(|known| known == new);
            if is_known || with[..index].contains(&new) {
                return Err(format!("there is already a variable {new}: a new loop needs a name of its own"));
            }
        }
        self.replaced.push((name.to_owned(), format!("those over {}", with.join(" and "))));
        self.loops.splice(place..=place, with.iter().map(|&new| new.to_owned()));
        Ok(())
    }

    /// Puts the loops in another order, some over other things.
    pub(super) fn reorder(&mut self, order: Vec<(String, String)>) {
        for (variable, over) in &order {
            if variable != over {
                self.replaced.push((variable.clone(), format!("one over {over}")));
            }
        }
        self.loops = order.into_iter().map(|(_, over)| over).collect();
    }
}
