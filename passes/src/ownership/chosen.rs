//! Values that are one of two, nobody knows which: what uses one uses both.

use super::{
    control::is_choice,
    flow::Flow,
    handles::key,
    state::{Buffer, Held, State},
};
use crate::buffer_effects::{Effects, buffer_count};
use lacuna_dialects::ir::{Op, Value, operands, results};
use melior::ir::{ValueLike, operation::OperationLike};

impl<'c> Flow<'_, 'c> {
    /// Notes what an operation chooses between; says whether it does.
    pub(super) fn chooses(&mut self, op: Op<'c>) -> bool {
        let is_choice = is_choice(op) && buffer_count(results(op)[0].r#type()) > 0;
        if is_choice {
            let options = operands(op)[1..].iter().flat_map(|value| self.options(*value)).collect();
            self.chosen.insert(key(results(op)[0]), options);
        }
        is_choice
    }

    /// Checks the choices that an operation uses: nothing that may be chosen is freed. What it does not give back is lost sight of.
    pub(super) fn use_choices(&mut self, op: Op<'c>, state: &mut State) {
        let used: Vec<_> = operands(op).into_iter().filter(|value| self.chosen.contains_key(&key(*value))).collect();
        for value in used {
            let effects = (op.region_count() == 0).then(|| Effects::of(op, self.functions.owns_allocated()));
            for buffer in self.options(value) {
                if state.of(buffer) == Held::Freed {
                    let what = self.makers.name(buffer);
                    self.fault(op, buffer, format!("may use {what}, after it is freed"));
                }
                if effects.as_ref().is_none_or(|effects| !effects.keeps(value)) {
                    self.forget_all(vec![Some(buffer)], state);
                }
            }
            // A view of it is as well one of two.
            let views: Vec<_> = effects.iter().flat_map(|effects| effects.views_of(value)).collect();
            for view in views {
                let options = self.options(value);
                self.chosen.insert(key(view), options);
            }
        }
    }

    /// The buffers that a value may be.
    fn options(&self, value: Value<'c>) -> Vec<Buffer> {
        let chosen = self.chosen.get(&key(value)).into_iter().flatten().copied();
        self.of(value).into_iter().flatten().chain(chosen).collect()
    }
}
