//! The points of a merge lattice, with the work that is left at each.
//!
//! Twelve operands have four thousand points. So a point is first only tested for work; the work is built when its case gets code.

use super::{OperandCursor, work::Work};
use crate::{
    analysis::lattice::Lattice,
    index::{Access, Nest},
};

/// The points of the lattice of a loop.
pub(super) struct MergePoints<'a> {
    /// The work of the loop where all operands store something.
    work: &'a Work,
    /// The operands that may be absent.
    accesses: Vec<Access>,
    /// Whether the loop has no drivers and writes no stored result: its work is kept unchanged.
    keeps_work: bool,
    points: Vec<MergePoint>,
    lattice: Lattice,
}

/// A combination of operands for which the loop has something to do.
#[derive(Clone, Copy)]
pub(super) struct MergePoint {
    /// The drivers that store something: bit `k` for driver `k`.
    pub present: u32,
    /// The operands that store something, those that are looked up included: bit `k` for `accesses[k]`.
    stored: u32,
}

impl<'a> MergePoints<'a> {
    /// Finds the combinations of cursors for which there is something to do; each contains all of `always`.
    pub fn new(nest: &mut Nest, work: &'a Work, cursors: &[OperandCursor], drivers: &[usize], always: u32) -> Self {
        let accesses = drivers.iter().map(|index| cursors[*index].access.clone()).collect();
        // Numbers alone may leave nothing of a stored result; dense ones are written as they are.
        let keeps_work = drivers.is_empty() && !work.stores(nest);
        let nothing = Lattice::new(0, 0, |_| false);
        let all = Self { work, accesses, keeps_work, points: Vec::new(), lattice: nothing };
        let lattice = Lattice::new(drivers.len(), always, |present| {
            keeps_work || work.remains_without(nest, &all.absent(present))
        });
        let points =
            lattice.points().iter().map(|present| MergePoint { present: *present, stored: *present }).collect();
        Self { points, lattice, ..all }
    }

    /// The lattice of the drivers that are left.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The lattice of the first drivers, at the points that some choice of the others has.
    pub fn lattice_of(&self, drivers: usize) -> Lattice {
        let combinations = 1usize << drivers;
        let mut is_point = vec![false; combinations];
        self.points.iter().for_each(|point| is_point[point.present as usize & (combinations - 1)] = true);
        Lattice::new(drivers, 0, |present| is_point[present as usize])
    }

    /// Leaves out drivers that every point contains, and renumbers the `kept` ones.
    pub fn keep_drivers(&mut self, kept: &[usize]) {
        for point in &mut self.points {
            point.present = kept.iter().enumerate().map(|(new, old)| (point.present >> old & 1) << new).sum();
        }
        let points = &self.points;
        self.lattice = Lattice::new(kept.len(), 0, |present| points.iter().any(|point| point.present == present));
    }

    /// The points.
    pub fn points(&self) -> &[MergePoint] {
        &self.points
    }

    /// The point at which all drivers store something.
    pub fn point_of_all(&self) -> Option<MergePoint> {
        self.points.iter().copied().find(|point| point.present == self.all_drivers())
    }

    /// All drivers: bit `k` for the `k`th.
    pub fn all_drivers(&self) -> u32 {
        ((1u64 << self.lattice.cursors()) - 1) as u32
    }

    /// Whether every combination of drivers, except the empty one, is a point.
    pub fn has_every_combination(&self) -> bool {
        self.points.iter().filter(|point| point.present != 0).count() == self.all_drivers() as usize
    }

    /// The work that is left at a point.
    pub fn work_at(&self, nest: &mut Nest, point: MergePoint) -> Work {
        if self.keeps_work {
            return self.work.clone();
        }
        self.work.without(nest, &self.absent(point.stored)).expect("a point has something to do")
    }

    fn absent(&self, stored: u32) -> Vec<Access> {
        let is_absent = |(bit, _): &(usize, &Access)| stored >> bit & 1 == 0;
        self.accesses.iter().enumerate().filter(is_absent).map(|(_, access)| access.clone()).collect()
    }
}
