//! The kinds of loops: how a loop comes to the values of its variable, and what it does at each.
//!
//! A kind holds what there is in a loop of this kind only. It is decided once, in [`super::merge`], where a case holds the work
//! that is left in it; a planned loop has the same kind, whose cases are planned.

use super::{Driver, Strips, blend::BlendedPart, constants::VALUES_OF_A_COPY, shared::SharedCases};
use crate::analysis::lattice::Lattice;

/// How a loop comes to the values of its variable, with what is done in each case.
#[derive(Clone, Debug)]
pub enum LoopKind<C> {
    /// There is nothing to do at any value.
    Nothing,
    /// Every value, one after the other.
    Counts(C),
    /// Every value, in blocks of lanes.
    Lanes(Strips, C),
    /// The values for which a part of a level is not empty. No level is entered.
    Subsections(Driver, C),
    /// The coordinates of one level.
    Walks(Driver, C),
    /// The coordinates of several levels, or of some with every value.
    Merges(Merge<C>),
}

/// A merge of levels.
#[derive(Clone, Debug)]
pub struct Merge<C> {
    /// The cursors that are enumerated. There may be none where every value is visited and further operands decide what is done.
    pub drivers: Vec<Driver>,
    /// The cases for which there is code.
    pub cases: Vec<MergeCase<C>>,
    /// How the cases become code.
    pub how: Merging,
    /// Whether every value of the variable is visited, also where no driver stores anything.
    pub takes_every_value: bool,
}

/// A point of the merge lattice.
#[derive(Clone, Debug)]
pub struct MergeCase<C> {
    /// The drivers that store something: bit `k` for `drivers[k]`.
    pub present: u32,
    /// What is done there.
    pub inside: C,
}

/// How the cases of a merge become code.
#[derive(Clone, Debug)]
pub enum Merging {
    /// A branch for each.
    Branches,
    /// One expression serves all cases. Each of these parts of it depends on one driver.
    Blended(Vec<BlendedPart>),
    /// These drivers are joined, bit `k` for `drivers[k]`: all cases list them, and also run where these store nothing. They have
    /// an empty segment there, under which the levels below store nothing.
    Joined(u32),
    /// The case of all drivers serves the others, too: parts of one value in it are chosen by case. Drivers that select
    /// them are joined.
    Shared(SharedCases),
}

impl<C> LoopKind<C> {
    /// The cursors that are enumerated.
    pub fn drivers(&self) -> &[Driver] {
        match self {
            Self::Nothing | Self::Counts(_) | Self::Lanes(..) | Self::Subsections(..) => &[],
            Self::Walks(driver, _) => std::slice::from_ref(driver),
            Self::Merges(merge) => &merge.drivers,
        }
    }

    /// The same, to be changed.
    pub(super) fn drivers_mut(&mut self) -> &mut [Driver] {
        match self {
            Self::Nothing | Self::Counts(_) | Self::Lanes(..) | Self::Subsections(..) => &mut [],
            Self::Walks(driver, _) => std::slice::from_mut(driver),
            Self::Merges(merge) => &mut merge.drivers,
        }
    }

    /// What is done in each case.
    pub fn cases(&self) -> Vec<&C> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Counts(inside) | Self::Lanes(_, inside) | Self::Walks(_, inside) | Self::Subsections(_, inside) => {
                vec![inside]
            }
            Self::Merges(merge) => merge.cases.iter().map(|case| &case.inside).collect(),
        }
    }

    /// How often code stands that the loop takes once: in each case, and a little for each value that is chosen by case.
    pub(super) fn copies(&self) -> usize {
        let chosen = match self {
            Self::Merges(Merge { how: Merging::Shared(shared), .. }) => shared.values() / VALUES_OF_A_COPY,
            _ => 0,
        };
        self.cases().len() + chosen
    }

    /// The same, to be changed.
    pub(super) fn cases_mut(&mut self) -> Vec<&mut C> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Counts(inside) | Self::Lanes(_, inside) | Self::Walks(_, inside) | Self::Subsections(_, inside) => {
                vec![inside]
            }
            Self::Merges(merge) => merge.cases.iter_mut().map(|case| &mut case.inside).collect(),
        }
    }

    /// Whether there is something to do at every value, whatever operands store.
    pub fn takes_every_value(&self) -> bool {
        match self {
            Self::Nothing | Self::Walks(..) | Self::Subsections(..) => false,
            Self::Counts(_) | Self::Lanes(..) => true,
            Self::Merges(merge) => merge.takes_every_value,
        }
    }

    /// The walks over subsections that give values.
    pub fn subsections(&self) -> impl Iterator<Item = &Driver> {
        let own = match self {
            Self::Subsections(driver, _) => Some(driver),
            _ => None,
        };
        own.into_iter().chain(self.drivers().iter().filter(|driver| driver.gives_subsections()))
    }

    /// The walk over subsections that alone gives the values, if one does.
    pub fn only_subsections(&self) -> Option<&Driver> {
        self.subsections().next().filter(|_| matches!(self, Self::Subsections(..)))
    }

    /// The pending cursors whose entries the loop tests.
    pub(super) fn tested_pending(&self) -> &[usize] {
        match self {
            Self::Merges(Merge { how: Merging::Shared(shared), .. }) => &shared.pending,
            _ => &[],
        }
    }

    /// Whether the code inside of a case tests what operands store.
    pub(super) fn tests_inside_case(&self) -> bool {
        matches!(self, Self::Merges(Merge { how: Merging::Shared(_), .. }))
    }

    /// The same kind of loop, with each case planned, whose drivers are given.
    pub(super) fn plan<D, E>(&self, mut case: impl FnMut(&[&Driver], &C) -> Result<D, E>) -> Result<LoopKind<D>, E> {
        Ok(match self {
            Self::Nothing => LoopKind::Nothing,
            Self::Counts(inside) => LoopKind::Counts(case(&[], inside)?),
            Self::Lanes(strips, inside) => LoopKind::Lanes(*strips, case(&[], inside)?),
            Self::Subsections(driver, inside) => LoopKind::Subsections(driver.clone(), case(&[], inside)?),
            Self::Walks(driver, inside) => LoopKind::Walks(driver.clone(), case(&[driver], inside)?),
            Self::Merges(merge) => {
                let mut planned = |at: &MergeCase<C>| {
                    let inside = case(&merge.present(at), &at.inside)?;
                    Ok(MergeCase { present: at.present, inside })
                };
                let cases = merge.cases.iter().map(&mut planned).collect::<Result<_, E>>()?;
                LoopKind::Merges(Merge {
                    drivers: merge.drivers.clone(),
                    cases,
                    how: merge.how.clone(),
                    takes_every_value: merge.takes_every_value,
                })
            }
        })
    }
}

impl<C> Merge<C> {
    /// The drivers that store something in a case.
    pub fn present(&self, case: &MergeCase<C>) -> Vec<&Driver> {
        Lattice::members(case.present).map(|bit| &self.drivers[bit]).collect()
    }

    /// Whether all drivers store something in a case.
    pub fn is_full(&self, case: &MergeCase<C>) -> bool {
        case.present == self.all()
    }

    /// All drivers: bit `k` for `drivers[k]`.
    fn all(&self) -> u32 {
        (1 << self.drivers.len()) - 1
    }

    /// The drivers that have a segment in every case, which is empty where they store nothing: bit `k` for `drivers[k]`.
    pub fn joined(&self) -> u32 {
        match &self.how {
            Merging::Joined(joined) => *joined,
            Merging::Shared(shared) => shared.selectors.iter().map(|driver| 1 << driver).sum::<u32>() & self.all(),
            Merging::Branches | Merging::Blended(_) => 0,
        }
    }

    /// Whether a driver is joined.
    pub fn is_joined(&self, driver: &Driver) -> bool {
        let joined = self.joined();
        self.drivers.iter().zip(0..).any(|(other, bit)| other.cursor == driver.cursor && joined >> bit & 1 == 1)
    }

    /// The driver that alone gives the values, where one case serves all combinations of operands.
    pub(super) fn only_driver(&self) -> Option<&Driver> {
        let [driver] = &self.drivers[..] else { return None };
        (matches!(self.how, Merging::Shared(_)) && !self.takes_every_value).then_some(driver)
    }

    /// Whether each round tests if what operands store is a case.
    pub(super) fn tests_case(&self) -> bool {
        match &self.how {
            Merging::Shared(shared) => shared.case_table().is_some(),
            _ => true,
        }
    }

    /// Whether a case runs also where some of its drivers store nothing.
    pub fn serves_others(&self, drivers: usize) -> bool {
        matches!(self.how, Merging::Blended(_) | Merging::Shared(_)) && drivers == self.drivers.len()
    }

    /// The parts of the value of a case that are chosen by what its drivers store, if it serves others, too.
    pub fn parts_in(&self, case: &MergeCase<C>) -> &[BlendedPart] {
        match &self.how {
            Merging::Blended(parts) if self.is_full(case) => parts,
            Merging::Shared(shared) => &shared.parts,
            _ => &[],
        }
    }
}
