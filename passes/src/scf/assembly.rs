//! `sloop.assemble` to `sloop.finish`: stored results as they are put together, appended in order ([`super::appended`]),
//! counted and placed ([`super::counted`]), or grouped by parent ([`super::grouped`]); and workspaces ([`super::scatter`]).
//!
//! Each strategy is one module behind one trait ([`StrategyCode`]), with the operation that starts it.

use super::{appended::Appended, counted::Counted, grouped::Grouped, scatter::Scatter, strategy_code::StrategyCode};
use crate::diagnostic::{Reported, error};
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{
        Op, Value, collect_ops, defining_op, erase, integer_attribute, is_op, op, op_name, operands, replace_uses,
        results,
    },
    sloop::assembled_type,
};
use lacuna_layout::assembly::{Growth, Role};
use melior::ir::{Type, ValueLike, operation::OperationLike};

/// Starts a result of a type.
type Start<'c> = fn(Op<'c>, &Builder<'c>, Type<'c>) -> Box<dyn StrategyCode<'c> + 'c>;

/// What starts a result, by the operation that does.
fn start_of<'c>(name: &str) -> Option<Start<'c>> {
    Some(match name {
        "sloop.assemble" => |op, builder, r#type| Box::new(Appended::start(op, builder, r#type)),
        "sloop.assemble_counted" => |op, builder, r#type| Box::new(Counted::start(op, builder, r#type)),
        "sloop.assemble_grouped" => |op, builder, r#type| Box::new(Grouped::start(op, builder, r#type)),
        "sloop.workspace" => |op, builder, r#type| Box::new(Scatter::start(op, builder, r#type)),
        _ => return None,
    })
}

/// The results that are being put together, with their handles.
#[derive(Default)]
pub struct Assemblies<'c> {
    growing: Vec<(Value<'c>, Box<dyn StrategyCode<'c> + 'c>)>,
}

/// Whether an operation does to a result what its format has room for.
pub fn check(op: Op<'_>) -> Result<(), Reported> {
    let refuse = |why: String| Err(error(op.location(), why));
    let handles = operands(op).into_iter().chain(results(op));
    let Some(handle) = handles.into_iter().find(|value| assembled_type(value.r#type()).is_some()) else {
        return Ok(());
    };
    let start = defining_op(handle).filter(|start| start_of(&op_name(*start)).is_some());
    let Some(start) = start else {
        return refuse("the assembly must come from a sloop.assemble in the same function".to_owned());
    };
    let is_grouped = is_op(start, "sloop.assemble_grouped");
    let is_counted = is_op(start, "sloop.assemble_counted") || is_grouped;
    let format = Format::of(assembled(handle)).expect("the verifier asks for a format");
    let Ok(growth) = Growth::new(&format) else {
        return refuse(format!("{format} cannot be put together in the order of its levels"));
    };
    let level = integer_attribute(op, "level").unwrap_or(0) as usize;
    if is_grouped && growth.grouped_level(&format).is_none() {
        return refuse(format!("{format} has no one level with coordinates whose nodes could be found in any order"));
    }
    if is_counted && !is_grouped && growth.counted_levels().is_none() {
        return refuse(format!("{format} has no one level whose nodes could be counted by parent"));
    }
    if is_counted && op == start {
        check_walks(op, handle)?;
    }
    let is_able = match op_name(op).as_str() {
        "sloop.put" | "sloop.finish" => !is_op(start, "sloop.workspace"),
        name if start_of(name).is_some() => true,
        "sloop.count" | "sloop.arrange" | "sloop.place" => is_counted,
        "sloop.scatter" | "sloop.collect" | "sloop.discard" => is_op(start, "sloop.workspace"),
        _ if is_counted || is_op(start, "sloop.workspace") => false,
        "sloop.append" => {
            growth.group_at(level).is_some_and(|group| growth.groups[group].len() == operands(op).len() - 1)
        }
        "sloop.close" | "sloop.assembly_end" | "sloop.reserve" => growth.group_at(level).is_some(),
        "sloop.insert" => growth.roles[level] == Role::Insert,
        "sloop.clear" => growth.groups.last().is_some_and(|group| group.contains(&level)),
        _ => true,
    };
    if is_able {
        Ok(())
    } else {
        let name = op_name(op);
        if is_op(start, "sloop.workspace") {
            return refuse(format!("a workspace takes points by sloop.scatter: there is no {name} for it"));
        }
        let kind = if is_counted { "counted and placed".to_owned() } else { format.level(level).kind.to_string() };
        refuse(format!("level {level} is {kind}: there is no {name} for it"))
    }
}

/// Nodes are counted, arranged once, beside what started the assembly, and then placed.
fn check_walks<'c>(start: Op<'c>, handle: Value<'c>) -> Result<(), Reported> {
    let Some(around) = start.parent_operation() else { return Ok(()) };
    let mut is_arranged = false;
    for user in collect_ops(op(&around), |user| operands(user).contains(&handle)) {
        let name = op_name(user);
        let why = match name.as_str() {
            "sloop.count" if is_arranged => "nodes are counted before sloop.arrange",
            "sloop.arrange" if is_arranged => "nodes are arranged once",
            "sloop.arrange" if user.block() != start.block() => {
                "sloop.arrange must stand beside what starts the assembly"
            }
            "sloop.place" | "sloop.put" | "sloop.finish" if !is_arranged => "nodes are placed after sloop.arrange",
            _ => {
                is_arranged |= name == "sloop.arrange";
                continue;
            }
        };
        return Err(error(user.location(), format!("{name} comes in the wrong place: {why}")));
    }
    Ok(())
}

/// The type of the tensor that is assembled.
fn assembled<'c>(handle: Value<'c>) -> Type<'c> {
    assembled_type(handle.r#type()).expect("the verifier asks for a handle")
}

/// The operations that use an assembly.
const USES: [&str; 15] = [
    "sloop.assembly_end",
    "sloop.append",
    "sloop.reserve",
    "sloop.insert",
    "sloop.close",
    "sloop.progress",
    "sloop.clear",
    "sloop.put",
    "sloop.finish",
    "sloop.count",
    "sloop.arrange",
    "sloop.place",
    "sloop.scatter",
    "sloop.collect",
    "sloop.discard",
];

impl<'c> Assemblies<'c> {
    /// Whether the operation is one of those that are lowered here.
    pub fn holds(name: &str) -> bool {
        start_of(name).is_some() || USES.contains(&name)
    }

    /// Lowers one operation; those of one result come in the order of the program.
    pub fn lower(&mut self, op: Op<'c>) {
        let builder = Builder::before(op);
        if let Some(start) = start_of(&op_name(op)) {
            let handle = results(op)[0];
            self.growing.push((handle, start(op, &builder, assembled(handle))));
            return;
        }
        let all = operands(op);
        let growing = self.growing.iter_mut().find(|(handle, _)| all.contains(handle));
        let (_, growing) = growing.expect("an assembly is started before it is used");
        if let Some(result) = growing.lower(op, &builder) {
            replace_uses(results(op)[0], result);
        }
        erase(op);
    }

    /// Erases what started the assemblies, which nothing uses any more.
    pub fn erase(self) {
        for op in self.growing.into_iter().filter_map(|(handle, _)| defining_op(handle)) {
            erase(op);
        }
    }
}
