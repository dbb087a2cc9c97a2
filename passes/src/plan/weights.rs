//! The weights of costs: how many steps things take. A step is a round of a plain loop.
//!
//! The weights are rough. They were measured on matrices of twenty thousand entries, which caches hold, and of a million, which
//! they do not, and lie between the two. What nodes and points cost that a result gets, its strategy says
//! ([`lacuna_layout::strategy::Properties`]), and what points cost that a workspace gets, its policy
//! ([`lacuna_layout::policy::Properties`]).

/// To begin a loop, and to leave it when the processor expects another round.
pub const START: f64 = 4.0;

/// The most rounds of a loop that is unrolled if it always has as many: it costs no start.
pub const MOST_UNROLLED: u64 = 16;

/// A read or an operation in a round.
pub const OPERATION: f64 = 0.25;

/// A test of a limit: two operations and a branch that the processor mostly foretells.
pub const TESTED: f64 = 0.5;

/// The bits on which an operation works at once. Wider blocks of lanes take several.
pub const REGISTER_BITS: f64 = 512.0;

/// A node that a merge takes, for each other driver that it is compared with: which of them come, no processor foretells.
pub const MERGED: f64 = 5.0;

/// A coordinate that is looked up: its place in a table is often not in a cache.
pub const LOOKUP: f64 = 8.0;

/// An end of a window that is searched, for each time that the number of nodes can be halved: which half it is in, no processor
/// foretells.
pub const SEARCHED: f64 = 2.0;

/// A node that is sorted by comparisons, for each time that the number of nodes can be halved.
pub const SORTED: f64 = 6.0;

/// A point of a buffer that is written as one array.
pub const FILLED: f64 = 0.125;

/// A place of a workspace that has one for every point: it is filled at the start, in memory that nobody has touched.
pub const PLACE: f64 = 1.0;

/// An element that is read with a stride where neighbours could be read at once: a line for each, and no lanes.
pub const STRIDED: f64 = 0.5;

/// An element of a dense tensor that is stored in another order.
pub const TRANSPOSED: f64 = 4.0;

/// Whatever is converted: arrays are allocated and freed. So small tensors are converted only where they have to be.
pub const ARRAYS: f64 = 500.0;

/// An entry that is sorted by one level: it is counted, and moved to a place that is not in a cache.
pub const SORTED_BY_A_LEVEL: f64 = 24.0;

/// An entry that is built into levels that cannot be appended to, such as tables.
pub const BUILT: f64 = 24.0;

/// The share by which a cost must be less to count as less: estimates may be wrong about what two plans have in common.
pub const CERTAIN: f64 = 0.99;
