//! What is known of buffers at one place of a program: who holds each, and what the cells hold. No IR: a buffer is a number.
//!
//! A *cell* is a variable on the stack that holds a buffer. Where paths meet, a cell may hold one buffer or another, and the
//! program frees whichever it is. If each is to be freed on its own path, they are one buffer from there on: a new number, to
//! which both are *passed*. What a cell held and holds no more is *left behind*, unless it was freed. Otherwise nothing is
//! known of either.

use std::collections::{BTreeMap, BTreeSet};

/// A buffer: where it was made, as a number.
pub type Buffer = usize;

/// A cell, as a number.
pub type Cell = usize;

/// What became of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// It is to be freed.
    Owned,
    /// It is freed.
    Freed,
    /// It is freed on some paths only.
    Sometimes,
    /// Something else may have it.
    Unknown,
}

impl Held {
    /// What holds where two paths meet.
    pub fn join(self, other: Self) -> Self {
        match (self, other) {
            _ if self == other => self,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            _ => Self::Sometimes,
        }
    }

    /// Whether it is not freed on some path.
    pub fn is_left(self) -> bool {
        matches!(self, Self::Owned | Self::Sometimes)
    }
}

/// What is known at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The buffers that are made on the way to this place.
    pub held: BTreeMap<Buffer, Held>,
    /// What each cell holds that was stored to: a buffer, if it is known.
    pub cells: BTreeMap<Cell, Option<Buffer>>,
}

impl State {
    /// What became of a buffer; nothing is known of one that is not made on each path.
    pub fn of(&self, buffer: Buffer) -> Held {
        self.held.get(&buffer).copied().unwrap_or(Held::Unknown)
    }

    /// Knows no more of a buffer.
    pub fn forget(&mut self, buffer: Buffer) {
        self.held.insert(buffer, Held::Unknown);
    }

    /// Drops the buffers that are not among those `before` some region, but for those to `keep`; gives those that are left
    /// unfreed.
    pub fn end_region(&mut self, before: &Self, keep: &BTreeSet<Buffer>) -> Vec<(Buffer, Held)> {
        let is_local = |buffer: &Buffer| !before.held.contains_key(buffer) && !keep.contains(buffer);
        let local: Vec<_> =
            self.held.iter().filter(|(buffer, _)| is_local(buffer)).map(|(at, held)| (*at, *held)).collect();
        for (buffer, _) in &local {
            self.held.remove(buffer);
        }
        local.into_iter().filter(|(_, held)| held.is_left()).collect()
    }

    /// What is known of each buffer where this path meets another. What cells hold stays as it is here.
    pub fn join(&mut self, other: &Self) {
        for (buffer, held) in &other.held {
            self.held.entry(*buffer).and_modify(|own| *own = own.join(*held)).or_insert(*held);
        }
    }

    /// Whether a buffer is there to be freed.
    fn owns(&self, buffer: Buffer) -> bool {
        self.of(buffer) == Held::Owned
    }

    /// Whether it is known what became of a buffer, if it was made at all.
    fn knows(&self, buffer: Buffer) -> bool {
        self.held.get(&buffer).is_none_or(|held| matches!(held, Held::Owned | Held::Freed))
    }
}

/// What a place holds on two paths that meet: `Err` where it holds nothing yet.
pub type Pair = [Result<Option<Buffer>, Nothing>; 2];

/// Nothing was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nothing;

/// Two paths that meet.
pub struct Meeting<'a> {
    /// What is known at the end of each.
    pub paths: [State; 2],
    /// The number of the one buffer that two become; the first argument counts places.
    pub unite: &'a mut dyn FnMut(usize, [Buffer; 2]) -> Buffer,
    /// Called for a buffer that something else may have.
    pub forget: &'a mut dyn FnMut(&mut State, Buffer),
    /// Called for a buffer that is left behind: it is not freed, and no cell holds it any more.
    pub leave: &'a mut dyn FnMut(Buffer),
}

impl Meeting<'_> {
    /// Lets the paths meet; gives what is known then, and what each of some values is that depend on the path.
    pub fn meet(mut self, values: &[[Option<Buffer>; 2]]) -> (State, Vec<Option<Buffer>>) {
        let stored = |cell: &Cell, path: &State| path.cells.get(cell).copied().ok_or(Nothing);
        let cells: BTreeSet<_> = self.paths.iter().flat_map(|path| path.cells.keys().copied()).collect();
        let pairs = cells.iter().map(|cell| [stored(cell, &self.paths[0]), stored(cell, &self.paths[1])]);
        let mut pairs: Vec<Pair> = pairs.collect();
        pairs.extend(values.iter().map(|value| value.map(Ok)));
        let mut met = self.meet_all(&pairs);
        let values = met.split_off(cells.len());
        let [mut state, other] = self.paths;
        state.join(&other);
        state.cells = cells.into_iter().zip(met).collect();
        (state, values)
    }

    fn meet_all(&mut self, pairs: &[Pair]) -> Vec<Option<Buffer>> {
        // A pair that stands in several places is one buffer; a buffer of several pairs is nobody's for sure.
        let mut distinct: Vec<[Buffer; 2]> = pairs.iter().filter_map(known).filter(|pair| pair[0] != pair[1]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let is_alone = |pair: &[Buffer; 2]| {
            let shares = |other: &&[Buffer; 2]| pair.iter().any(|buffer| other.contains(buffer));
            distinct.iter().filter(shares).count() == 1
        };
        let [left, right] = &self.paths;
        let is_one = |[x, y]: &[Buffer; 2]| left.owns(*x) && right.owns(*y) && left.knows(*y) && right.knows(*x);
        let united: BTreeSet<_> = distinct.iter().filter(|pair| is_alone(pair) && is_one(pair)).copied().collect();
        let mut made: BTreeMap<[Buffer; 2], Buffer> = BTreeMap::new();
        let mut met = Vec::new();
        for (place, pair) in pairs.iter().enumerate() {
            met.push(match known(pair) {
                Some([x, y]) if x == y => Some(x),
                Some(pair) if united.contains(&pair) => {
                    let one = *made.entry(pair).or_insert_with(|| (self.unite)(place, pair));
                    for (path, [own, other]) in self.paths.iter_mut().zip([pair, [pair[1], pair[0]]]) {
                        if path.owns(other) {
                            (self.leave)(other);
                        }
                        path.forget(own);
                        path.held.insert(one, Held::Owned);
                    }
                    Some(one)
                }
                _ => {
                    for buffer in pair.iter().filter_map(|held| held.ok().flatten()) {
                        for path in self.paths.iter_mut().filter(|path| path.held.contains_key(&buffer)) {
                            (self.forget)(path, buffer);
                        }
                    }
                    None
                }
            });
        }
        met
    }
}

fn known(pair: &Pair) -> Option<[Buffer; 2]> {
    match pair {
        [Ok(Some(x)), Ok(Some(y))] => Some([*x, *y]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: Buffer = 1;
    const NEW: Buffer = 2;
    const ONE: Buffer = 3;
    const CELL: Cell = 0;

    fn state(held: &[(Buffer, Held)], cell: Option<Buffer>) -> State {
        State { held: held.iter().copied().collect(), cells: [(CELL, cell)].into() }
    }

    fn meet(left: State, right: State) -> (State, Vec<Buffer>) {
        let mut left_behind = Vec::new();
        let forget = &mut |path: &mut State, buffer| path.forget(buffer);
        let leave = &mut |buffer| left_behind.push(buffer);
        let (met, _) = Meeting { paths: [left, right], unite: &mut |_, _| ONE, forget, leave }.meet(&[]);
        (met, left_behind)
    }

    #[test]
    fn a_buffer_freed_on_one_path_is_freed_sometimes() {
        assert_eq!(Held::Owned.join(Held::Freed), Held::Sometimes);
        assert_eq!(Held::Unknown.join(Held::Freed), Held::Unknown);
        assert_eq!(Held::Owned.join(Held::Owned), Held::Owned);
    }

    #[test]
    fn a_buffer_that_outgrows_another_is_one_with_it() {
        let grown = state(&[(OLD, Held::Freed), (NEW, Held::Owned)], Some(NEW));
        let (met, left) = meet(grown, state(&[(OLD, Held::Owned)], Some(OLD)));
        assert_eq!(met.cells[&CELL], Some(ONE));
        assert_eq!((met.of(ONE), met.of(OLD)), (Held::Owned, Held::Unknown));
        assert!(left.is_empty());
    }

    #[test]
    fn a_buffer_that_is_not_freed_is_left_behind() {
        let leaking = state(&[(OLD, Held::Owned), (NEW, Held::Owned)], Some(NEW));
        let (met, left) = meet(leaking, state(&[(OLD, Held::Owned)], Some(OLD)));
        assert_eq!((met.cells[&CELL], left), (Some(ONE), vec![OLD]));
    }

    #[test]
    fn nothing_is_known_of_a_cell_that_holds_a_buffer_on_one_path_only() {
        let (met, left) = meet(state(&[(NEW, Held::Owned)], Some(NEW)), State::default());
        assert_eq!((met.cells[&CELL], met.of(NEW), left), (None, Held::Unknown, vec![]));
    }

    #[test]
    fn what_a_region_leaves_is_found_once() {
        let before = state(&[(OLD, Held::Owned)], None);
        let mut after = state(&[(OLD, Held::Owned), (NEW, Held::Sometimes), (ONE, Held::Owned)], None);
        assert_eq!(after.end_region(&before, &[ONE].into()), [(NEW, Held::Sometimes)]);
        assert_eq!(after.held.keys().copied().collect::<Vec<_>>(), [OLD, ONE]);
    }
}
