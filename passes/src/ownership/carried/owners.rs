//! Which slots own what they hold, and where a value comes from.
//!
//! A slot owns what it holds if something is handed to it that is made inside of its scope, in the rounds of a loop, say: nobody else
//! can free that. Then everything that is handed to it is to be its own. A branch that hands one of several values on to such a slot
//! owns what it gives, too: each way gives away its own. Other slots hold what outlives them anyway, and are other names of it.
//! Slots that get something of which nothing is known are left alone.

use super::owning::{Owning, ops_around};
use crate::{
    buffer_effects::Effects,
    ownership::{
        control::{Control, control, is_choice},
        handles::key,
        slots::{ControlSlots, Edge},
        summary::Callees,
    },
};
use lacuna_dialects::{
    ir::{Block, Op, Value, argument_block, defining_op, is_op, op, op_name, operands},
    stensor::storage::{Pack, Unpack},
};
use melior::ir::{BlockLike, operation::OperationLike};
use std::collections::BTreeSet;

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
enum Root<'c> {
    /// The function made it: it is this value, or a view of it.
    Made(Value<'c>),
    /// Control flow hands it on, by this slot, as this value.
    Slot(usize, Value<'c>),
    /// Somebody else's: an argument, a global, or what a function gave of which nothing is known.
    Others,
    Unknown,
}

/// What a slot does with what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// It is another name of what somebody else owns.
    Names,
    Owns,
    Unknown,
}

impl Holding {
    /// That of a slot of which two things are asked.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Owns, _) | (_, Self::Owns) => Self::Owns,
            (Self::Names, Self::Names) => Self::Names,
        }
    }
}

/// The slots of a function, what they hold, and what the function makes.
pub struct Owners<'c> {
    pub slots: ControlSlots<'c>,
    pub holding: Vec<Holding>,
    pub made: Vec<Value<'c>>,
    made_keys: BTreeSet<usize>,
}

impl<'c> Owners<'c> {
    pub fn of(function: Op<'c>, kind: &dyn Owning<'c>, functions: &mut dyn Callees<'c>) -> Self {
        let slots = ControlSlots::of(function, |r#type| kind.is_owned(r#type));
        let made = ops_around(function).into_iter().flat_map(|op| kind.made(op, functions)).collect::<Vec<_>>();
        let made_keys = made.iter().map(|value| key(*value)).collect();
        let holding = vec![Holding::Names; slots.all.len()];
        let mut owners = Self { slots, holding, made, made_keys };
        while owners.learn(functions) || owners.learn_of_branches(functions) {}
        owners
    }

    /// Has branches own what they give, if it is one of several values and goes to a slot that owns it; says whether there
    /// were any.
    fn learn_of_branches(&mut self, functions: &mut dyn Callees<'c>) -> bool {
        let (mut is_news, mut seen) = (false, BTreeSet::new());
        for edge in self.owning_edges() {
            let mut next = Some(edge.value());
            while let Some(name) = next.filter(|name| seen.insert(key(*name))) {
                let Some(slot) = self.slots.of_value(name) else {
                    next = source(name, functions).ok();
                    continue;
                };
                let is_branch =
                    self.slots.all[slot].scope.is_some_and(|op| matches!(control(op), Some(Control::Branches)));
                let may_own = self.holding[slot] == Holding::Names && is_branch;
                if may_own && self.roots(name, functions).len() > 1 {
                    self.holding[slot] = Holding::Owns;
                    is_news = true;
                }
                next = None;
            }
        }
        is_news
    }

    /// Learns more of the slots by what is handed to them; says whether it did.
    fn learn(&mut self, functions: &mut dyn Callees<'c>) -> bool {
        let mut is_news = false;
        for number in 0..self.slots.all.len() {
            let slot = self.slots.all[number].clone();
            let asked = slot.incoming.iter().map(|edge| self.given(number, *edge, slot.scope, functions));
            let holding = asked.fold(self.holding[number], Holding::with);
            is_news |= holding != self.holding[number];
            self.holding[number] = holding;
        }
        is_news
    }

    /// What an edge asks of its slot.
    fn given(&self, slot: usize, edge: Edge<'c>, scope: Option<Op<'c>>, functions: &mut dyn Callees<'c>) -> Holding {
        // What is made inside of it ends with it, unless it takes it.
        let must_take = |value| match scope.is_none_or(|scope| is_inside(value, scope)) {
            true => Holding::Owns,
            false => Holding::Names,
        };
        let asked = self.roots(edge.value(), functions).into_iter().map(|root| match root {
            Root::Made(value) => must_take(value),
            Root::Slot(other, _) if other == slot => Holding::Names,
            Root::Slot(other, value) => match self.holding[other] {
                Holding::Owns => must_take(value),
                holding => holding,
            },
            Root::Others => Holding::Names,
            Root::Unknown => Holding::Unknown,
        });
        asked.fold(Holding::Names, Holding::with)
    }

    /// Where a value may come from, through views and other names.
    fn roots(&self, value: Value<'c>, functions: &mut dyn Callees<'c>) -> Vec<Root<'c>> {
        let (mut found, mut names, mut seen) = (Vec::new(), vec![value], BTreeSet::new());
        while let Some(name) = names.pop() {
            if !seen.insert(key(name)) {
                continue;
            }
            if let Some(slot) = self.slots.of_value(name) {
                match self.holding[slot] {
                    Holding::Names => names.extend(self.slots.all[slot].incoming.iter().map(Edge::value)),
                    _ => found.push(Root::Slot(slot, name)),
                }
            } else if self.made_keys.contains(&key(name)) {
                found.push(Root::Made(name));
            } else if let Some(choice) = choice(name) {
                names.extend(&operands(choice)[1..]);
            } else {
                match source(name, functions) {
                    Ok(source) => names.push(source),
                    Err(root) => found.push(root),
                }
            }
        }
        found
    }

    /// The value of which the function is to free what this is, and what it is a view of.
    pub fn owned_root(&self, value: Value<'c>, functions: &mut dyn Callees<'c>) -> Option<Value<'c>> {
        match self.roots(value, functions)[..] {
            [Root::Made(root)] => Some(root),
            [Root::Slot(slot, root)] => (self.holding[slot] == Holding::Owns).then_some(root),
            _ => None,
        }
    }

    /// Learns that the function makes a value.
    pub fn learn_of(&mut self, value: Value<'c>) {
        self.made_keys.insert(key(value));
        self.made.push(value);
    }

    /// Forgets a value that is about to be erased.
    pub fn forget(&mut self, value: Value<'c>) {
        self.made_keys.remove(&key(value));
        self.made.retain(|made| *made != value);
    }

    /// The edges into slots that own what they hold.
    pub fn owning_edges(&self) -> Vec<Edge<'c>> {
        let owning = self.slots.all.iter().zip(&self.holding).filter(|(_, holding)| **holding == Holding::Owns);
        owning.flat_map(|(slot, _)| slot.incoming.clone()).collect()
    }

    /// Every value that the function is to free.
    pub fn owned(&self) -> Vec<Value<'c>> {
        let owning = self.slots.all.iter().zip(&self.holding).filter(|(_, holding)| **holding == Holding::Owns);
        let carried = owning.flat_map(|(slot, _)| slot.values.clone());
        self.made.iter().copied().chain(carried).collect()
    }
}

/// The operation that makes a value one of two others.
pub fn choice(value: Value<'_>) -> Option<Op<'_>> {
    defining_op(value).filter(|op| is_choice(*op))
}

/// What a value is a view of, or where it comes from.
fn source<'c>(value: Value<'c>, functions: &mut dyn Callees<'c>) -> Result<Value<'c>, Root<'c>> {
    let Some(op) = defining_op(value) else {
        return Err(if is_argument_of_function(value) { Root::Others } else { Root::Unknown });
    };
    match op_name(op).as_str() {
        "func.call" => functions.callee(op).and_then(|callee| callee.argument_of(op, value)).ok_or(Root::Others),
        "memref.get_global" | "memref.alloca" => Err(Root::Others),
        Pack::NAME => repacked(op).ok_or(Root::Others),
        _ => {
            let effects = Effects::of(op, true);
            let view = effects.views.iter().find(|view| view.result == value);
            match view.map(|view| &view.sources[..]) {
                Some([source]) => Ok(*source),
                _ => Err(Root::Unknown),
            }
        }
    }
}

/// The tensor whose arrays a tensor is packed of, if they are all of one: it has another type, and is the same otherwise.
fn repacked(op: Op<'_>) -> Option<Value<'_>> {
    let unpacks = Pack::of(op)?.buffers().into_iter().map(|buffer| defining_op(buffer).filter(|op| Unpack::is(*op)));
    let mut tensors = unpacks.map(|unpack| unpack.map(|unpack| operands(unpack)[0]));
    let first = tensors.next()??;
    tensors.all(|tensor| tensor == Some(first)).then_some(first)
}

/// The block that a value is defined in.
pub fn block_of(value: Value<'_>) -> Option<Block<'_>> {
    // SAFETY: blocks live as long as the values that they define.
    match defining_op(value) {
        Some(op) => op.block().map(|block| unsafe { Block::from_raw(block.to_raw()) }),
        None => argument_block(value),
    }
}

/// The operation in whose regions a block stands.
pub fn op_around(block: Block<'_>) -> Option<Op<'_>> {
    block.parent_operation().map(|around| op(&around))
}

fn is_inside<'c>(value: Value<'c>, scope: Op<'c>) -> bool {
    let mut around = block_of(value).and_then(op_around);
    while let Some(current) = around {
        if current == scope {
            return true;
        }
        around = current.parent_operation().map(|outer| op(&outer));
    }
    false
}

fn is_argument_of_function(value: Value<'_>) -> bool {
    block_of(value).and_then(op_around).is_some_and(|around| is_op(around, "func.func"))
}
