//! Merge lattices: for which combinations of stored operands a loop has something to do (LEVELS, section 4.1).
//!
//! A point is the set of cursors that store a coordinate, as a mask with bit `k` for cursor `k`. It is in the lattice
//! when something remains of the loop's body where exactly these cursors store something. Kjolstad et al. build the
//! lattice from the expression, operator by operator; here each point is tried, which asks nothing of operators but
//! what they do to constants ([`crate::algebra`]).

/// The points of a lattice, in increasing order of their masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    points: Vec<u32>,
    cursors: usize,
}

impl Lattice {
    /// The largest number of cursors that one loop may merge: there are two to that power of points.
    pub const MOST_CURSORS: usize = 12;

    /// The lattice of the points for which `is_live` holds, among those that hold all cursors of `always`.
    pub fn new(cursors: usize, always: u32, mut is_live: impl FnMut(u32) -> bool) -> Self {
        let points = (0..1 << cursors).filter(|point| point & always == always && is_live(*point)).collect();
        Self { points, cursors }
    }

    /// The points.
    pub fn points(&self) -> &[u32] {
        &self.points
    }

    /// The number of cursors.
    pub fn cursors(&self) -> usize {
        self.cursors
    }

    /// Whether the loop has nothing to do anywhere.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Whether the loop has something to do even where nothing is stored: it takes every coordinate.
    pub fn takes_all(&self) -> bool {
        self.points.first() == Some(&0)
    }

    /// The cursors that every point holds: where one of them has come to its end, so has the loop.
    pub fn common(&self) -> u32 {
        self.points.iter().fold(if self.points.is_empty() { 0 } else { u32::MAX }, |common, point| common & point)
            & ((1u64 << self.cursors) - 1) as u32
    }

    /// The cursors of a mask, in order.
    pub fn members(mask: u32) -> impl Iterator<Item = usize> {
        (0..u32::BITS as usize).filter(move |cursor| mask >> cursor & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_an_intersection() {
        let lattice = Lattice::new(2, 0, |point| point == 0b11);
        assert_eq!(lattice.points(), [0b11]);
        assert!(!lattice.takes_all());
        assert_eq!(lattice.common(), 0b11);
    }

    #[test]
    fn a_sum_is_a_union() {
        let lattice = Lattice::new(2, 0, |point| point != 0);
        assert_eq!(lattice.points(), [0b01, 0b10, 0b11]);
        assert_eq!(lattice.common(), 0);
        assert!(!lattice.takes_all());
    }

    #[test]
    fn a_factor_of_a_sum_is_common() {
        // A * (B + C)
        let lattice = Lattice::new(3, 0, |point| point & 1 == 1 && point & 0b110 != 0);
        assert_eq!(lattice.points(), [0b011, 0b101, 0b111]);
        assert_eq!(lattice.common(), 0b001);
    }

    #[test]
    fn a_full_cursor_is_in_every_point() {
        let lattice = Lattice::new(2, 0b10, |_| true);
        assert_eq!(lattice.points(), [0b10, 0b11]);
        assert_eq!(lattice.common(), 0b10);
    }

    #[test]
    fn no_cursor_and_nothing_to_do() {
        assert!(Lattice::new(0, 0, |_| false).is_empty());
        assert!(Lattice::new(0, 0, |_| true).takes_all());
        assert_eq!(Lattice::new(0, 0, |_| true).common(), 0);
    }
}
