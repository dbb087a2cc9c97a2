//! The points of a merge lattice, with what is left to do in each. What is left is only found to be something at first, and put
//! together where code of its own is made of it: twelve operands have four thousand points.

use super::{OperandCursor, work::Work};
use crate::{
    analysis::lattice::Lattice,
    index::{Access, Nest},
};

/// The points of the lattice of a loop.
pub(super) struct MergePoints<'a> {
    /// What the loop does where all store something.
    work: &'a Work,
    /// What may store nothing.
    accesses: Vec<Access>,
    /// Whether all is left, as it is.
    is_simple: bool,
    points: Vec<MergePoint>,
    lattice: Lattice,
}

/// For which operands a loop has something to do.
#[derive(Clone, Copy)]
pub(super) struct MergePoint {
    /// The drivers that store something: bit `k` for the `k`th.
    pub present: u32,
    /// The same of all operands that may store nothing, those that are looked up among them.
    stored: u32,
}

impl<'a> MergePoints<'a> {
    /// Tries for which combinations of cursors there is something to do, among those that hold all of `always`.
    pub fn new(nest: &mut Nest, work: &'a Work, cursors: &[OperandCursor], drivers: &[usize], always: u32) -> Self {
        let accesses = drivers.iter().map(|index| cursors[*index].access.clone()).collect();
        // Numbers alone may leave nothing of a stored result; dense ones are written as they are.
        let is_simple = drivers.is_empty() && !work.stores(nest);
        let nothing = Lattice::new(0, 0, |_| false);
        let all = Self { work, accesses, is_simple, points: Vec::new(), lattice: nothing };
        let lattice = Lattice::new(drivers.len(), always, |present| {
            is_simple || work.has_something_without(nest, &all.absent(present))
        });
        let points =
            lattice.points().iter().map(|present| MergePoint { present: *present, stored: *present }).collect();
        Self { points, lattice, ..all }
    }

    /// The lattice of the drivers that are left.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Leaves out drivers that every point holds: those that are `kept` are renumbered.
    pub fn keep(&mut self, kept: &[usize]) {
        for point in &mut self.points {
            point.present = kept.iter().enumerate().map(|(new, old)| (point.present >> old & 1) << new).sum();
        }
        let points = &self.points;
        self.lattice = Lattice::new(kept.len(), 0, |present| points.iter().any(|point| point.present == present));
    }

    /// The points.
    pub fn all(&self) -> &[MergePoint] {
        &self.points
    }

    /// The point of all drivers.
    pub fn full(&self) -> Option<MergePoint> {
        self.points.iter().copied().find(|point| point.present == self.every_driver())
    }

    /// All drivers: bit `k` for the `k`th.
    pub fn every_driver(&self) -> u32 {
        ((1u64 << self.lattice.cursors()) - 1) as u32
    }

    /// Whether each combination of drivers that store something is a point.
    pub fn has_all_choices(&self) -> bool {
        self.points.iter().filter(|point| point.present != 0).count() == self.every_driver() as usize
    }

    /// What is left to do at a point.
    pub fn inside(&self, nest: &mut Nest, point: MergePoint) -> Work {
        if self.is_simple {
            return self.work.clone();
        }
        self.work.without(nest, &self.absent(point.stored)).expect("a point has something to do")
    }

    fn absent(&self, stored: u32) -> Vec<Access> {
        let is_absent = |(bit, _): &(usize, &Access)| stored >> bit & 1 == 0;
        self.accesses.iter().enumerate().filter(is_absent).map(|(_, access)| access.clone()).collect()
    }
}
