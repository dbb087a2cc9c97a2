//! Who owns a buffer: what becomes of the buffers of a function, and what its callers see of that.
//!
//! A function that gives a buffer which it made hands it over: the caller frees it, or gives it on. Arguments stay the
//! caller's, also where a function gives one back. This is the one place that knows it: passes that free
//! (`sloop-release-intermediates`, `free-local-buffers`) and the one that checks (`verify-ownership`) ask here.
//!
//! Summaries are careful. A result is *made* only if the function made it on every path, gives it once, and let nobody else have
//! it. Nothing is said of results that may be arguments, of buffers that are given twice, that are freed on some paths,
//! or that an unknown operation takes, of recursion, and of functions without a body. Who asks frees nothing then.
//!
//! Modules: [`state`] (what is known at a place; no IR) <- [`makers`] (where buffers come from), [`slots`] (where
//! control flow hands them on), [`summary`] (what callers see) <- [`flow`], [`chosen`], [`regions`], [`loops`], [`graphs`] (a function),
//! [`end_of_use`] <- [`summaries`] (the functions of a module) <- [`carried`] (who frees). The passes [`expand_poison`] and
//! [`split_edges`] make programs whose slots bufferization knows, and can tell apart.

mod carried;
mod chosen;
mod control;
mod end_of_use;
mod flow;
mod graphs;
mod handles;
mod loops;
mod makers;
mod regions;
mod slots;
mod state;
mod summaries;
mod summary;

pub mod expand_poison;
pub mod split_edges;

pub use self::{
    carried::{Owning, settle},
    end_of_use::end_of_use,
    summaries::Summaries,
    summary::{Callees, Fault},
};
