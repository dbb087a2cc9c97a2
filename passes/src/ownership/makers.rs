//! Where buffers come from, and which may be one another under another number.

use super::state::{Buffer, State};
use lacuna_dialects::ir::{Op, op_name};
use std::collections::{BTreeMap, BTreeSet};

/// What a buffer is. The greatest is what one is that may be one or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MakerKind {
    /// The function frees it, or gives it away.
    Own,
    /// It is the caller's.
    Argument,
    /// It is a workspace's, until that takes points or collects again.
    Collected,
}

/// Where a buffer comes from.
#[derive(Clone, Copy, Debug)]
pub struct Maker<'c> {
    /// The operation that made it, unless the caller did.
    pub op: Option<Op<'c>>,
    pub kind: MakerKind,
    /// Whether somebody has to free it.
    pub is_obliged: bool,
}

/// What gives a buffer its number: an operation, what it is to it, and a count.
pub type Site = (usize, Role, usize);

/// What a buffer is to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Part of the result of this number.
    Result(usize),
    /// Two that are one where paths meet, by the number of the path.
    Meeting(usize),
    /// A variable of a loop.
    Loop,
}

/// The buffers of a function.
#[derive(Default)]
pub struct Makers<'c> {
    makers: Vec<Maker<'c>>,
    sites: BTreeMap<Site, Buffer>,
    /// The buffers to which each was passed.
    passed: BTreeMap<Buffer, BTreeSet<Buffer>>,
    /// Those that something else may have.
    shared: BTreeSet<Buffer>,
}

impl<'c> Makers<'c> {
    /// A buffer of the caller's.
    pub fn argument(&mut self) -> Buffer {
        self.makers.push(Maker { op: None, kind: MakerKind::Argument, is_obliged: false });
        self.makers.len() - 1
    }

    /// The buffer of a site, the same one each time.
    pub fn at(&mut self, site: Site, maker: Maker<'c>) -> Buffer {
        let Self { makers, sites, .. } = self;
        *sites.entry(site).or_insert_with(|| {
            makers.push(maker);
            makers.len() - 1
        })
    }

    /// The buffer of a site that another is passed to.
    pub fn pass(&mut self, site: Site, from: Buffer) -> Buffer {
        let own = self.at(site, self.makers[from]);
        self.link(from, own);
        own
    }

    /// The buffer of a site that two are passed to.
    pub fn unite(&mut self, site: Site, [first, second]: [Buffer; 2]) -> Buffer {
        let (one, other) = (self.makers[first], self.makers[second]);
        let (kind, is_obliged) = (one.kind.max(other.kind), one.is_obliged && other.is_obliged);
        let own = self.at(site, Maker { op: one.op, kind, is_obliged });
        self.link(first, own);
        self.link(second, own);
        own
    }

    /// Says that a buffer is passed to another.
    pub fn link(&mut self, from: Buffer, to: Buffer) {
        if from != to {
            self.passed.entry(from).or_default().insert(to);
        }
    }

    /// Says that something else may have a buffer, and those to which it was passed.
    pub fn share(&mut self, buffer: Buffer, state: &mut State) {
        for buffer in self.family(buffer) {
            if state.held.contains_key(&buffer) {
                state.forget(buffer);
            }
            self.shared.insert(buffer);
        }
    }

    /// A buffer, and those to which it was passed.
    fn family(&self, buffer: Buffer) -> BTreeSet<Buffer> {
        let (mut rest, mut seen) = (vec![buffer], BTreeSet::new());
        while let Some(buffer) = rest.pop() {
            if seen.insert(buffer) {
                rest.extend(self.passed.get(&buffer).into_iter().flatten());
            }
        }
        seen
    }

    /// Whether something else may have it.
    pub fn is_shared(&self, buffer: Buffer) -> bool {
        self.shared.contains(&buffer)
    }

    /// Where it comes from.
    pub fn of(&self, buffer: Buffer) -> Maker<'c> {
        self.makers[buffer]
    }

    /// What it is called in messages.
    pub fn name(&self, buffer: Buffer) -> String {
        match self.makers[buffer].op {
            Some(op) => format!("what {} makes", op_name(op)),
            None => "an argument".to_owned(),
        }
    }
}
