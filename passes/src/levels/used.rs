//! How much of its arrays a tensor uses: those from outside may be longer than what they hold, where positions tell
//! (`Format::allows_spare_room`). Elsewhere the length of an array is part of what it says.

use super::LevelSite;
use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use lacuna_layout::levels::{Children, Ends};

impl<'c> LevelSite<'c> {
    /// The number of nodes of the level above that are in use.
    pub fn used_above_count(&self, builder: &Builder<'c>) -> Value<'c> {
        match self.level.checked_sub(1) {
            Some(above) if self.format.value.allows_spare_room() => Self { level: above, ..*self }.used_count(builder),
            _ => self.above_count(builder),
        }
    }

    /// The number of positions that are in use, where the level has segments.
    pub fn used_position_count(&self, builder: &Builder<'c>) -> Option<Value<'c>> {
        let ends = self.spec().format().ends()?;
        let parents = self.used_above_count(builder);
        Some(match (ends, self.batch_count(builder)) {
            (Ends::Shared, None) => builder.binary("arith.addi", parents, builder.index(1)),
            (Ends::Shared, Some(batches)) => builder.binary("arith.addi", parents, batches),
            (Ends::Both, _) => builder.binary("arith.muli", parents, builder.index(2)),
        })
    }

    /// The number of nodes in use of a level whose positions tell it, or that of its parents.
    fn used_count(&self, builder: &Builder<'c>) -> Value<'c> {
        if let Some(ends) = self.spec().format().ends() {
            let parents = self.used_above_count(builder);
            let count = self.used_position_count(builder).expect("the level has segments");
            let end = |builder: &Builder<'c>| {
                let last = builder.binary("arith.subi", count, builder.index(1));
                vec![self.load_raw_position(builder, last)]
            };
            return match ends {
                Ends::Shared => end(builder)[0],
                // Without parents there is no end.
                Ends::Both => {
                    let is_there = builder.compare(ComparePredicate::NotEqual, parents, builder.index(0));
                    builder.if_else(is_there, &[builder.index_type()], end, |builder| vec![builder.index(0)])[0]
                }
            };
        }
        let parents = self.used_above_count(builder);
        match self.each(builder) {
            None => parents,
            Some(each) => builder.binary("arith.muli", parents, each),
        }
    }

    /// The number of children of each parent; `None` where it is one.
    fn each(&self, builder: &Builder<'c>) -> Option<Value<'c>> {
        let level = self.spec();
        match (level.children(2), level.children(3)) {
            (Children::Each(1), Children::Each(1)) => None,
            // What follows from the number of coordinates.
            (Children::Each(few), Children::Each(more)) if few != more => Some(self.size(builder)),
            (_, Children::Each(count)) => Some(builder.index(count as i64)),
            (_, Children::Entries | Children::Slots) => unreachable!("positions tell of every level"),
        }
    }
}
