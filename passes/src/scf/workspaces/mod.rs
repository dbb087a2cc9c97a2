//! Workspaces (`sloop.workspace`): points that come in any order, some of them in terms.
//!
//! One with the policy `dense` has a place for every point ([`places`]), one that is `mixed` lists few points instead ([`mixed`]). The
//! others follow the template of WORKSPACES, section 4
//! ([`insert_sort_merge`], and with a second thread [`aside`]), whose functions a policy fills in ([`policy`]): each is one file of
//! `policies`.

mod aside;
mod code;
mod collector;
mod components;
mod insert_sort_merge;
mod keys;
mod merging;
mod mixed;
mod places;
pub mod policies;
pub mod policy;
mod spread;
mod touched;

use aside::SortedAside;
pub use code::WorkspaceCode;
use insert_sort_merge::InsertSortMerge;
use lacuna_dialects::{builder::Builder, ir::Op, sloop::grow::Workspace};
use lacuna_layout::policy::Keeps;
use mixed::Mixed;
use places::Places;

/// Starts a workspace.
pub fn start<'c>(op: Op<'c>, builder: &Builder<'c>, workspace: Workspace<'c>) -> Box<dyn WorkspaceCode<'c> + 'c> {
    let policy = workspace.keeping.policy;
    match policy.properties().keeps {
        Keeps::Places => Box::new(Places::start(op, builder, workspace)),
        Keeps::Either => Box::new(Mixed::start(op, builder, workspace)),
        Keeps::Components { when_full, .. } => {
            let code = policies::code_of(policy).unwrap_or_else(|| panic!("there is no code of the policy {policy:?}"));
            if workspace.keeping.aside {
                Box::new(SortedAside::start(op, builder, workspace, code))
            } else {
                Box::new(InsertSortMerge::start(op, builder, workspace, (code, when_full)))
            }
        }
    }
}
