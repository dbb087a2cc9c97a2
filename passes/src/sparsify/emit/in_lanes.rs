//! Values where code is emitted for lanes: vectors where they depend on the variable of the lanes, scalars elsewhere.

use super::Emitter;
use crate::{
    bridge::{constants::emit_constant, types::type_of},
    index::{ExprId, constant::Constant},
    sparsify::lanes::{Lanes, is_vector},
};
use lacuna_dialects::{builder::Builder, ir::Value};
use melior::ir::Type;

/// The type of an expression: a vector if the expression depends on the variable of the lanes.
#[derive(Clone, Copy)]
pub struct TypeInLanes<'c> {
    scalar: Type<'c>,
    lanes: Option<Lanes<'c>>,
}

impl<'c> TypeInLanes<'c> {
    /// The type that is emitted.
    pub fn emitted(self, builder: &Builder<'c>) -> Type<'c> {
        self.lanes.map_or(self.scalar, |lanes| builder.vector_type(lanes.width, self.scalar))
    }

    /// A value as one of this type.
    pub fn spread(self, builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
        self.lanes.map_or(value, |lanes| lanes.spread(builder, value))
    }

    /// A constant of this type.
    pub fn constant(self, builder: &Builder<'c>, constant: Constant) -> Value<'c> {
        self.spread(builder, emit_constant(builder, constant, self.scalar))
    }
}

impl<'c> Emitter<'_, 'c> {
    /// The type of an expression where it is emitted.
    pub(super) fn type_in_lanes(&self, builder: &Builder<'c>, id: ExprId) -> TypeInLanes<'c> {
        let scalar = type_of(self.nest.node(id).r#type, builder.context());
        TypeInLanes { scalar, lanes: self.here.lanes.filter(|lanes| self.nest.depends_on(id, lanes.var)) }
    }

    /// Two values; a scalar is spread over the lanes if the other is a vector.
    pub(super) fn spread_to_match(
        &self,
        builder: &Builder<'c>,
        left: Value<'c>,
        right: Value<'c>,
    ) -> (Value<'c>, Value<'c>) {
        match self.here.lanes.filter(|_| is_vector(left) || is_vector(right)) {
            Some(lanes) => (lanes.spread(builder, left), lanes.spread(builder, right)),
            None => (left, right),
        }
    }
}
