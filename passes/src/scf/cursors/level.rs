//! `sloop.cursor`: the children of a node, or of neighbouring nodes, in a level.

use super::{Bounds, Fetch, OpenCursor, cursor::search};
use crate::levels::{ChildRange, LevelFormat, LevelSite, Parents, level_format};
use lacuna_dialects::{
    builder::{Builder, ComparePredicate, bit_width},
    format::Format,
    ir::{Value, element_type},
    sloop::cursors::LevelWalk,
};
use melior::ir::ValueLike;

/// A walk over a level.
pub struct Level<'c> {
    code: Box<dyn LevelFormat>,
    site: LevelSite<'c>,
    parents: Parents<'c>,
    bounds: Bounds<'c>,
    /// Whether there is a parent; `None` if the code need not test it.
    has_parent: Option<Value<'c>>,
}

impl<'c> Level<'c> {
    /// Starts a walk.
    pub fn open(builder: &Builder<'c>, walk: &LevelWalk<'c>) -> Self {
        let site = site_of(walk);
        let code = level_format(site.spec());
        let ChildRange { parents, bounds: (low, high), has_parent } =
            code.child_range(builder, site, parents_of(walk), &walk.given);
        Self { code, site, parents, bounds: Bounds { low, high }, has_parent }
    }

    /// A node that has been found, of a level whose nodes have the positions of those above.
    pub fn node(site: LevelSite<'c>, position: Value<'c>) -> Self {
        let bounds = Bounds { low: position, high: position };
        Self { code: level_format(site.spec()), site, parents: Parents::One(position), bounds, has_parent: None }
    }
}

/// The level that is walked.
pub fn site_of<'c>(walk: &LevelWalk<'c>) -> LevelSite<'c> {
    let format = Format::of(walk.tensor.r#type()).expect("the verifier asks for a stored tensor");
    LevelSite { tensor: walk.tensor, format, level: walk.level }
}

/// Where it is walked.
fn parents_of<'c>(walk: &LevelWalk<'c>) -> Parents<'c> {
    match walk.parents[..] {
        [first, last] => Parents::Range(first, last),
        _ => Parents::One(walk.parents[0]),
    }
}

impl<'c> OpenCursor<'c> for Level<'c> {
    fn source(&self) -> Option<&dyn OpenCursor<'c>> {
        None
    }

    fn bounds(&self) -> Bounds<'c> {
        self.bounds
    }

    fn coordinate(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        self.code.coordinate(builder, self.site, self.parents, counter)
    }

    fn position(&self, builder: &Builder<'c>, counter: Value<'c>) -> Value<'c> {
        self.code.position(builder, self.site, self.parents, counter)
    }

    /// Where positions are computed, any counter has one. Where they are loaded, only a counter that is `here` has.
    fn position_if(&self, builder: &Builder<'c>, here: Value<'c>, counter: Value<'c>) -> Value<'c> {
        if !self.code.loads_positions() {
            return self.position(builder, counter);
        }
        let node = |builder: &Builder<'c>| vec![self.position(builder, counter)];
        builder.if_else(here, &[builder.index_type()], node, |builder| vec![builder.index(0)])[0]
    }

    /// In a level that has every coordinate, the node is computed.
    fn seek(&self, builder: &Builder<'c>, bounds: Bounds<'c>, coordinate: Value<'c>) -> Value<'c> {
        if !self.site.spec().has_all_places() || matches!(self.parents, Parents::Range(..)) {
            return search(builder, bounds, |builder, counter| {
                let other = self.coordinate(builder, counter);
                builder.compare(ComparePredicate::SignedLess, other, coordinate)
            });
        }
        let Bounds { low, high } = bounds;
        let first = self.coordinate(builder, low);
        let away = builder.binary("arith.subi", coordinate, first);
        let node = builder.binary("arith.addi", low, away);
        builder.binary("arith.minsi", builder.binary("arith.maxsi", node, low), high)
    }

    fn is_there(&self, builder: &Builder<'c>, counter: Value<'c>) -> Option<Value<'c>> {
        self.code.is_there(builder, self.site, counter)
    }

    fn is_signed(&self) -> bool {
        self.site.is_signed()
    }

    fn is_one(&self) -> bool {
        self.site.properties().branchless && matches!(self.parents, Parents::One(_))
    }

    /// Fetches what stands `ahead` positions further: the coordinate and, in the last level, the value. The hardware
    /// follows a stream it has seen, but rows are short, and each starts a new one.
    ///
    /// Long segments are streams that the hardware foresees: where they are long on average, nothing is fetched ahead. One line of
    /// several would only be in its way: a matrix with 20 entries a row (f64) takes 1.4 times as long then.
    /// That is not known before the program runs, but it does not vary in its loops.
    fn fetch(&self, builder: &Builder<'c>, counter: Value<'c>, fetch: Fetch) {
        let Fetch { ahead, short, values_only } = fetch;
        let site = self.site;
        let mut ahead = builder.index(ahead);
        if let Some(segments) = site.position_count(builder) {
            let bits = element_type(site.tensor.r#type()).and_then(bit_width).unwrap_or(64);
            let most = builder.binary("arith.muli", segments, builder.index(short * 8 / bits.cast_signed().max(8)));
            let is_short = builder.compare(ComparePredicate::UnsignedLess, site.coordinate_count(builder), most);
            ahead = builder.value("arith.select", &[is_short, ahead, builder.index(0)], builder.index_type(), &[]);
        }
        let at = builder.binary("arith.addi", counter, ahead);
        // The first prefetch comes before the loop, where the level may have no parent.
        let at = match self.has_parent {
            Some(has_parent) => self.position_if(builder, has_parent, at),
            None => self.position(builder, at),
        };
        let is_last = site.level + 1 == site.format.level_count();
        let has_coordinates = site.spec().stores_coordinates() && !values_only;
        let stored = has_coordinates.then(|| site.coordinates(builder));
        let arrays = [stored, is_last.then(|| site.values(builder))];
        for array in arrays.into_iter().flatten() {
            builder.prefetch(array, &[at]);
        }
    }
}
