//! `sloop.in_run`: the nodes below an open run. The walk goes on as long as the coordinates above stay the same, so the levels become
//! one loop over entries (iterator fusion: LEVELS, section 4.4).

use super::{Fetch, Level, OpenCursor, site_of};
use crate::levels::LevelSite;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
    sloop::{cursors::Walk, wrappers::Wrapper},
};

/// A walk in an open run.
pub struct InRun<'c> {
    source: Box<dyn OpenCursor<'c> + 'c>,
    /// The levels above, outermost first, and the coordinates that they keep.
    held: Vec<(LevelSite<'c>, Value<'c>)>,
}

impl<'c> InRun<'c> {
    /// Starts a walk in one of these runs.
    pub fn open(source: Box<dyn OpenCursor<'c> + 'c>, of: Value<'c>, at: Value<'c>) -> Self {
        let mut held = vec![(site_of(&Walk::of(of).level()), at)];
        let mut walk = Walk::of(of);
        while let Walk::Wrapped(inner, wrapper) = walk {
            if let Wrapper::InRun { of, at } = wrapper {
                held.insert(0, (site_of(&Walk::of(of).level()), at));
                walk = Walk::of(of);
            } else {
                walk = Walk::of(inner);
            }
        }
        Self { source, held }
    }
}

impl<'c> OpenCursor<'c> for InRun<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        Some(&*self.source)
    }

    fn ends_by_test(&self) -> bool {
        true
    }

    /// Only ordered levels have runs: an entry is in the run if one behind it is.
    fn is_inside(&self, builder: &Builder<'c>, state: &[Value<'c>]) -> Value<'c> {
        let position = state[0];
        let mut is_inside = builder.compare(ComparePredicate::UnsignedLess, position, self.bounds().high);
        for (site, coordinate) in &self.held {
            let stays = |builder: &Builder<'c>| {
                let other = Level::node(*site, position).coordinate(builder, position);
                vec![builder.compare(ComparePredicate::Equal, other, *coordinate)]
            };
            let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
            is_inside = builder.if_else(is_inside, &[builder.bool_type()], stays, no)[0];
        }
        is_inside
    }

    /// Fetches what is walked, and what is compared.
    fn fetch(&self, builder: &Builder<'c>, counter: Value<'c>, fetch: Fetch) {
        for (site, _) in &self.held {
            Level::node(*site, counter).fetch(builder, counter, fetch);
        }
        self.source.fetch(builder, counter, fetch);
    }
}
