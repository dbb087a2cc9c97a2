//! Regions: what runs once, and branches, which meet at their end.

use super::{
    flow::Flow,
    handles::id,
    makers::{MakerKind, Role},
    state::{Buffer, Held, Meeting, State},
};
use lacuna_dialects::ir::{Op, blocks, body, results};
use melior::ir::operation::OperationLike;
use std::{cell::RefCell, collections::BTreeSet};

impl<'c> Flow<'_, 'c> {
    pub(super) fn once(&mut self, op: Op<'c>, state: &mut State) {
        let given = blocks(op).first().map_or_else(Vec::new, |block| self.run(*block, state));
        let all = results(op);
        // What grows is its own, before what its region yields.
        let made = all.len().saturating_sub(given.len());
        for made in &all[..made] {
            self.make(op, *made, state, (MakerKind::Own, true));
        }
        for (result, given) in all[made..].iter().zip(given) {
            self.give(&[*result], &self.of(given));
        }
    }

    pub(super) fn branches(&mut self, op: Op<'c>, state: &mut State) {
        let before = state.clone();
        let (after, values, united) = self.alternatives(op, state);
        *state = after;
        let left = state.end_region(&before, &united);
        self.leak(left);
        self.give(&results(op), &values);
    }

    /// Runs one of the regions; gives what their ends give, and the buffers that only here became one.
    pub(super) fn alternatives(
        &mut self,
        op: Op<'c>,
        before: &State,
    ) -> (State, Vec<Option<Buffer>>, BTreeSet<Buffer>) {
        let mut paths = Vec::new();
        for region in 0..op.region_count() {
            let mut state = before.clone();
            // A branch that is not there does nothing.
            let given = body(op, region).map_or_else(Vec::new, |block| self.run(block, &mut state));
            let given: Vec<_> = given.into_iter().flat_map(|value| self.of(value)).collect();
            paths.push((state, given));
        }
        let mut united = BTreeSet::new();
        let mut paths = paths.into_iter();
        let (mut state, mut values) = paths.next().unwrap_or((before.clone(), Vec::new()));
        for (step, (other, given)) in paths.enumerate() {
            let pairs: Vec<_> = values.iter().zip(given).map(|(left, right)| [*left, right]).collect();
            let mut left_behind = Vec::new();
            let makers = RefCell::new(&mut self.makers);
            let meeting = Meeting {
                paths: [state, other],
                unite: &mut |place, pair| {
                    let one = makers.borrow_mut().unite((id(op), Role::Meeting(step), place), pair);
                    united.insert(one);
                    one
                },
                forget: &mut |state, buffer| makers.borrow_mut().share(buffer, state),
                leave: &mut |buffer| left_behind.push((buffer, Held::Owned)),
            };
            (state, values) = meeting.meet(&pairs);
            self.leak(left_behind);
        }
        (state, values, united)
    }
}
