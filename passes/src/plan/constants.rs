//! Numbers by which plans are decided, with the reason for each. They are no options: they follow from the machine, or bound the
//! size of code, and what a program computes does not tell a user where they should lie.

use lacuna_layout::policy::Policy;

/// Room for this many nodes, where no stored operand says how many there may be: a few pages.
pub const LEAST_CAPACITY: i64 = 1024;

/// Room for not more than this many values where it is a product of what an operand stores and of sizes: operands that store
/// few common coordinates may leave most of it empty, and systems that promise no more memory than they have would refuse it.
pub const MOST_MULTIPLIED_CAPACITY: i64 = 1 << 27;

/// Points that are collected from workspaces for each entry of an operand: products of matrices of meshes and graphs with
/// themselves have between 2 and 10 times the entries. Arrays that are too short are copied, and the pages of copies are new.
pub const COLLECTED_FOR_EACH_ENTRY: i64 = 8;

/// The bytes that a cache takes at a time, on every machine that is compiled for. Rows of an array are fetched line by line.
pub const LINE_BYTES: u64 = 64;

/// Rows of up to this many bytes are fetched ahead one by one: longer ones are streams that the hardware follows.
pub const LONGEST_FETCHED_ROW_BYTES: u64 = 8 * LINE_BYTES;

/// Rows shorter than this are not worth a look between them: all together are given their first value faster.
pub const SHORTEST_ROW_BYTES: u64 = LINE_BYTES;

/// Arrays of up to this many bytes stand on the stack. All of a program's together must fit there; what LLVM can keep in
/// registers is far smaller.
pub const MOST_STACK_BYTES: u64 = 4096;

/// The policy of workspaces whose array, with a place for every point, is larger than the cache but still small. Few points are
/// kept in a list, so short rows of a product never touch the array.
pub const LISTING_POLICY: Policy = Policy::MIXED;

/// The policy of workspaces that allocate memory only for the points that are scattered, if they are collected in order. It is the
/// fastest policy unless most terms fall on points that already have a term.
pub const SORTING_POLICY: Policy = Policy::RADIX;

/// The policy of the same workspaces if their points may be collected in any order: nothing is sorted.
pub const FINDING_POLICY: Policy = Policy::HASH;

/// A level with its own code for each choice of cursors has that of all levels below in each of its cases. Above so many
/// cases, it is joined: two operands of three levels then compile in half of the time, and run at most a sixth longer, where
/// hardly any fibre is common.
pub const MOST_NESTED_CASES: usize = 12;

/// The same where joining a level costs more, for one of three reasons. It may visit nodes with nothing to do below: rows that
/// only one factor of a product stores. It may merge levels where nothing is stored, instead of filling a row with one value. Or
/// it may iterate a level that could be located.
pub const MOST_SEPARATE_CASES: usize = 256;

/// Above so many cases of an innermost merge, what follows the value in which they differ stands once for all of them. Four
/// operands that are added have fewer: LLVM compiles them in a few hundredths of a second.
pub const MOST_OWN_CASES: usize = 16;

/// The same where the case of all operands is blended, which has no branches: sums of up to six operands.
pub const MOST_BLENDED_CASES: usize = 63;

/// So many values that are chosen by case take as long to compile as a case with all that follows it.
pub const VALUES_OF_A_COPY: usize = 16;

/// The most places at which the code of one statement may be repeated, once for each case of the loops around it.
pub const MOST_COPIES: usize = 1024;

/// Statements get loops of their own if the code of the loops that they share would stand at more places than this: LLVM takes about a
/// hundredth of a second for each place. Six statements that each read an operand in another loop have 64 cases, one for each choice of
/// operands.
pub const MOST_SHARED_COPIES: usize = 64;
