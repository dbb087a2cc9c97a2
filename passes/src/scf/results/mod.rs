//! `sloop.grow` and `sloop.workspace`: what grows, by the strategy that the operation names.
//!
//! What a strategy is stands in one row ([`lacuna_layout::strategy`]), its code in one file here: appended in order
//! ([`appended`]), counted and placed ([`counted`]), grouped by parent ([`grouped`]). [`start`] lists these files. Workspaces
//! have a folder of their own ([`super::workspaces`]).
//!
//! The operation becomes a `memref.alloca_scope`, so that its state begins and ends with it: what changes stands in cells of
//! the scope, and what is allocated becomes part of the tensor or is freed at the end of the scope.

mod appended;
mod code;
mod counted;
mod grouped;
mod node_table;

use super::{SloopToScf, arrays::stride, workspaces};
use crate::diagnostic::{Reported, error};
use appended::Appended;
use code::{Code, is_lanes};
use counted::Counted;
use grouped::Grouped;
use lacuna_dialects::{
    builder::Builder,
    format::Format,
    ir::{Op, Value, argument_owner, body, collect_ops, erase, op, operands, ops_in, replace_uses, results},
    sloop::{
        assembly_ops::{ARRANGE, AssemblyOp, Family, SCATTER},
        grow::{Grow, Strategy, Workspace, handle, is_owner},
    },
};
use lacuna_layout::{
    assembly::Role,
    policy::{Keeps, Properties},
};
use melior::ir::{ValueLike, operation::OperationLike};

/// What grows, in the order in which it starts.
#[derive(Default)]
pub struct Assemblies<'c> {
    growing: Vec<Growing<'c>>,
}

/// What grows in one operation.
struct Growing<'c> {
    owner: Op<'c>,
    handle: Value<'c>,
    code: Code<'c>,
    /// What the body of the operation yields, at the end of the scope.
    end: Op<'c>,
}

/// Whether an operation does to what grows what its format has room for.
pub fn check(op: Op<'_>) -> Result<(), Reported> {
    let Some((operation, handle)) = AssemblyOp::of(op) else { return check_owner(op) };
    let owner = owner_of(handle).expect("the verifier asks for the handle of a region");
    let name = operation.name();
    let refuse = |why: String| Err(error(op.location(), why));
    let family = operation.family();
    let Some(grow) = Grow::of(owner) else {
        if family == Family::Workspace {
            let workspace = Workspace::of(owner).expect("what owns is a workspace or grows");
            let Properties { word, keeps, .. } = workspace.keeping.policy.properties();
            let is_alone = matches!(operation, AssemblyOp::Scatter { combiner: Some(_), .. });
            if is_alone && *keeps != Keeps::Places {
                return refuse(format!(
                    "a workspace that is {word} combines all points alike: it says how, not {name}"
                ));
            }
            return Ok(());
        }
        return refuse(format!("a workspace takes points by {SCATTER}: there is no {name} for it"));
    };
    let format = Format::of(grow.tensor).expect("the verifier asks for a format");
    let Ok(growth) = format.description().growth() else { return Ok(()) };
    let level = operation.level().unwrap_or(0);
    let walks_twice = grow.strategy.walks_twice();
    let is_taken = match family {
        Family::Levels => !walks_twice,
        Family::TwoWalks => walks_twice,
        Family::Workspace => false,
        Family::Results => true,
    };
    if matches!(operation, AssemblyOp::Put { value, .. } if walks_twice && is_lanes(value)) {
        return refuse("what is counted first has a place for each point: it takes no lanes".to_owned());
    }
    let is_able = is_taken
        && match &operation {
            AssemblyOp::Append { coordinates, .. } => {
                growth.group_at(level).is_some_and(|group| growth.groups[group].len() == coordinates.len())
            }
            AssemblyOp::AppendLanes { .. } => {
                growth.group_at(level).is_some_and(|group| growth.groups[group].len() == 1)
                    && stride(format, level) == 1
            }
            AssemblyOp::Close { .. } | AssemblyOp::AssemblyEnd { .. } | AssemblyOp::Reserve { .. } => {
                growth.group_at(level).is_some()
            }
            AssemblyOp::Insert { .. } => growth.roles[level] == Role::Insert,
            AssemblyOp::Clear { .. } => growth.groups.last().is_some_and(|group| group.contains(&level)),
            _ => true,
        };
    if is_able {
        return Ok(());
    }
    let kind = if walks_twice { "counted and placed".to_owned() } else { format.level(level).kind.to_string() };
    refuse(format!("level {level} is {kind}: there is no {name} for it"))
}

/// Whether a format can grow as an operation says.
fn check_owner(owner: Op<'_>) -> Result<(), Reported> {
    let Some(grow) = Grow::of(owner) else { return Ok(()) };
    let refuse = |why: String| Err(error(owner.location(), why));
    let format = Format::of(grow.tensor).expect("the verifier asks for a format");
    let unfit = match format.description().growth() {
        Ok(growth) => growth.order_asked(grow.strategy).is_none().then_some(grow.strategy),
        Err(_) => Some(Strategy::Append),
    };
    if let Some(strategy) = unfit {
        return refuse(format!("{format} {}", strategy.properties().misfit));
    }
    if grow.strategy.walks_twice() { check_walks(owner) } else { Ok(()) }
}

/// Whether an operation stands in the body of another, or of what owns further results inside of it.
fn runs_once(inner: Op<'_>, owner: Op<'_>) -> bool {
    let Some(around) = inner.parent_operation().map(|around| op(&around)) else { return false };
    around == owner || is_owner(around) && runs_once(around, owner)
}

/// Nodes are counted, arranged once, and then placed.
fn check_walks(owner: Op<'_>) -> Result<(), Reported> {
    let mut is_arranged = false;
    for user in collect_ops(owner, |user| operands(user).contains(&handle(owner))) {
        let Some((operation, _)) = AssemblyOp::of(user) else { continue };
        let why = match operation {
            AssemblyOp::Count { .. } if is_arranged => format!("nodes are counted before {ARRANGE}"),
            AssemblyOp::Arrange if is_arranged => "nodes are arranged once".to_owned(),
            AssemblyOp::Arrange if !runs_once(user, owner) => format!("{ARRANGE} must not stand in a loop or branch"),
            AssemblyOp::Place { .. } | AssemblyOp::Put { .. } if !is_arranged => {
                format!("nodes are placed after {ARRANGE}")
            }
            _ => {
                is_arranged |= matches!(operation, AssemblyOp::Arrange);
                continue;
            }
        };
        return Err(error(user.location(), format!("{} comes in the wrong place: {why}", operation.name())));
    }
    if is_arranged {
        return Ok(());
    }
    Err(error(owner.location(), format!("what is counted must be arranged: there is no {ARRANGE} in the body")))
}

/// The operation that owns what a handle stands for.
fn owner_of(handle: Value<'_>) -> Option<Op<'_>> {
    argument_owner(handle).filter(|owner| is_owner(*owner))
}

impl<'c> Assemblies<'c> {
    /// Whether the operation is one of those that are lowered here.
    pub fn holds(op: Op<'_>) -> bool {
        is_owner(op) || AssemblyOp::of(op).is_some()
    }

    /// Lowers one operation; those of one result come in the order of the program.
    pub fn lower(&mut self, op: Op<'c>, options: &SloopToScf) {
        let Some((operation, handle)) = AssemblyOp::of(op) else {
            self.growing.push(Growing::start(op, options));
            return;
        };
        let growing = self.growing.iter_mut().find(|growing| growing.handle == handle);
        let growing = growing.expect("the region of an operation comes after it");
        if let Some(result) = growing.code.lower(&operation, &Builder::before(op)) {
            replace_uses(results(op)[0], result);
        }
        erase(op);
    }

    /// Ends all scopes, when their bodies are lowered.
    pub fn finish(self) {
        for growing in self.growing {
            let builder = Builder::before(growing.end);
            let made = growing.code.finish(&builder);
            let given: Vec<_> = made.into_iter().chain(operands(growing.end)).collect();
            builder.create("memref.alloca_scope.return", &given, &[], &[], Vec::new());
            erase(growing.end);
            erase(growing.owner);
        }
    }
}

impl<'c> Growing<'c> {
    /// Turns an operation into a scope with its body, in which what grows starts.
    fn start(owner: Op<'c>, options: &SloopToScf) -> Self {
        let builder = Builder::before(owner);
        let handle = handle(owner);
        let block = body(owner, 0).expect("the verifier asks for a body");
        let mut inner = builder;
        let region = builder.region(&[], |inside, _| inner = *inside);
        let types: Vec<_> = results(owner).iter().map(|value| value.r#type()).collect();
        let scope = builder.create("memref.alloca_scope", &[], &types, &[], vec![region]);
        let code = start(owner, &inner, options);
        let inside = ops_in(block);
        inside.iter().for_each(|op| inner.adopt(*op));
        for (old, new) in results(owner).into_iter().zip(results(scope)) {
            replace_uses(old, new);
        }
        Self { owner, handle, code, end: *inside.last().expect("a body ends with a yield") }
    }
}

/// Starts what an operation owns: each strategy has a file.
fn start<'c>(owner: Op<'c>, builder: &Builder<'c>, options: &SloopToScf) -> Code<'c> {
    if let Some(workspace) = Workspace::of(owner) {
        return Code::Workspace(workspaces::start(owner, builder, workspace));
    }
    let grow = Grow::of(owner).expect("what owns is a workspace or grows");
    match grow.strategy {
        Strategy::Append | Strategy::Insert => Code::Levels(Box::new(Appended::start(owner, builder, &grow, options))),
        Strategy::Count => Code::TwoWalks(Box::new(Counted::start(builder, &grow))),
        Strategy::Group => Code::TwoWalks(Box::new(Grouped::start(owner, builder, &grow, options))),
    }
}
