//! Functions of the compiler's own, next to those that call them.

use crate::symbols::{LINKAGE, module_body, unique_name};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, Value, context, is_op},
};
use melior::ir::{Attribute, Type, attribute::TypeAttribute, operation::OperationLike, r#type::FunctionType};

/// What a function of the compiler's own is told apart by: its name begins with `name`, and no other has all of the rest.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'a, 'c> {
    /// How its name begins.
    pub name: &'a str,
    /// The types of its arguments.
    pub arguments: &'a [Type<'c>],
    /// The types of its results.
    pub results: &'a [Type<'c>],
    /// What it says besides, as attributes.
    pub notes: &'a [(&'a str, Attribute<'c>)],
    /// How often it is called.
    pub called: Called,
}

/// How often a function is called from where its calls stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    /// Whenever the program comes there.
    Always,
    /// Seldom: what LLVM keeps in registers is chosen as if it were never.
    Seldom,
}

/// Adds a function to the module around `anchor`, unless it is there; gives its name, which begins with `name`.
pub fn define<'c>(
    builder: &Builder<'c>,
    anchor: Op<'c>,
    name: &str,
    arguments: &[Type<'c>],
    results: &[Type<'c>],
    fill: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> String {
    define_noted(builder, anchor, Signature { name, arguments, results, notes: &[], called: Called::Always }, fill)
}

/// Adds a function to the module around `anchor`, unless it is there; gives its name. It stays a function: what is in it is
/// rare or long.
pub fn define_noted<'c>(
    builder: &Builder<'c>,
    anchor: Op<'c>,
    signature: Signature<'_, 'c>,
    fill: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> String {
    let Signature { name, arguments, results, notes, called } = signature;
    let block = module_body(anchor);
    let end = Builder::at_end(context(anchor), block, builder.location());
    let r#type = TypeAttribute::new(FunctionType::new(context(anchor), arguments, results).into());
    let passthrough = match called {
        Called::Always => r#"["noinline", "nounwind"]"#,
        Called::Seldom => r#"["cold", "noinline", "nounwind"]"#,
    };
    // Conversion to the `llvm` dialect looks at the linkage alone: without it the name would be seen by the linker, and two
    // modules that define it could not be linked.
    let own: [(&str, Attribute); 4] = [
        (LINKAGE, end.parse_attribute("#llvm.linkage<internal>")),
        ("function_type", r#type.into()),
        ("sym_visibility", end.parse_attribute("\"private\"")),
        ("passthrough", end.parse_attribute(passthrough)),
    ];
    let attributes: Vec<_> = own.into_iter().chain(notes.iter().copied()).collect();
    // A function of the program may have the name, but not all of this.
    let is_it = |op: Op<'c>| {
        let is_alike = |(name, own): &(&str, Attribute<'c>)| op.attribute(name).is_ok_and(|found| found == *own);
        is_op(op, "func.func") && attributes.iter().all(is_alike)
    };
    let (name, is_there) = unique_name(block, name, is_it);
    if !is_there {
        let region = end.region(arguments, |builder, arguments| {
            let values = fill(builder, arguments);
            builder.create("func.return", &values, &[], &[], Vec::new());
        });
        let symbol = ("sym_name", end.parse_attribute(&format!("\"{name}\"")));
        let all: Vec<_> = [symbol].into_iter().chain(attributes.iter().copied()).collect();
        end.create("func.func", &[], &[], &all, vec![region]);
    }
    name
}

/// A type as part of a name.
pub fn spelled(r#type: Type<'_>) -> String {
    r#type.to_string().replace(['<', '>'], "_")
}
