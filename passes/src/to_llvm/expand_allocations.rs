//! `expand-allocations`: give bodies to the allocation functions that upstream's conversion of buffers declares.
//!
//! Where there is no memory, the program says so and aborts: upstream would go on with a null pointer.
//!
//! What a kernel makes is new memory each time, and the kernel of the operating system fills it with zeros page by page
//! as it is first touched: with pages of 4 KB, that takes longer than a whole conversion between formats. So large
//! buffers are aligned to huge pages and `madvise`d to be made of them; small ones come from `malloc`, as all do without
//! `huge-pages`. Either can be given to `free`, also by who got it as a result.
//!
//! Runs after `finalize-memref-to-llvm{use-generic-functions}` and the conversion of functions. A function that has a body
//! is left alone; a module in which something else has the name of a function that is called here is refused.
//!
//! Example: `test/conversions/expand_allocations.mlir`.

use super::NO_MEMORY;
use crate::{
    diagnostic::Reported,
    options,
    pass::Pass,
    symbols::{find, is_taken, symbol},
};
use lacuna_dialects::{
    builder::Builder,
    ir::{Op, body, collect_ops, context, erase, is_op, op, op_name, ops_in},
};
use melior::ir::{Attribute, Module, operation::OperationLike};

options! {
    /// Options of `expand-allocations`.
    pub struct ExpandAllocations {
        /// make large buffers of huge pages, as Linux has them
        pub huge_pages: bool = "true",
    }
}

/// What the names of the functions begin with that `finalize-memref-to-llvm` calls.
const CALLED: &str = "_mlir_memref_to_llvm_";

/// What the bodies call.
const LIBRARY: &str = r#"
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @dprintf(i32, !llvm.ptr, ...) -> i32
llvm.func @abort() attributes {passthrough = ["cold", "noreturn"]}
"#;

/// How memory is asked for.
const PLAIN: &str = r#"
llvm.func internal @_mlir_memref_to_llvm_alloc(%size: i64) -> (!llvm.ptr {llvm.noalias}) attributes {no_inline} {
  %plain = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  llvm.br ^made(%plain : !llvm.ptr)
"#;

/// The same, in huge pages where it is much. 2 MB is the size of a huge page on x86-64 and on most others with pages of
/// 4 KB, and 14 is MADV_HUGEPAGE of Linux. Whether the advice is taken does not matter; sizes that no memory has are for
/// `malloc` to refuse.
const HUGE: &str = r#"
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @madvise(!llvm.ptr, i64, i32) -> i32
llvm.func internal @_mlir_memref_to_llvm_alloc(%size: i64) -> (!llvm.ptr {llvm.noalias}) attributes {no_inline} {
  %large = llvm.mlir.constant(4194304 : i64) : i64
  %most = llvm.mlir.constant(4611686018427387904 : i64) : i64
  %over = llvm.sub %size, %large : i64
  %is_large = llvm.icmp "ult" %over, %most : i64
  llvm.cond_br %is_large, ^huge, ^small
^small:
  %plain = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  llvm.br ^made(%plain : !llvm.ptr)
^huge:
  %page = llvm.mlir.constant(2097152 : i64) : i64
  %below = llvm.mlir.constant(2097151 : i64) : i64
  %mask = llvm.mlir.constant(-2097152 : i64) : i64
  %advice = llvm.mlir.constant(14 : i32) : i32
  %above = llvm.add %size, %below : i64
  %pages = llvm.and %above, %mask : i64
  %memory = llvm.call @aligned_alloc(%page, %pages) : (i64, i64) -> !llvm.ptr
  %taken = llvm.call @madvise(%memory, %pages, %advice) : (!llvm.ptr, i64, i32) -> i32
  llvm.br ^made(%memory : !llvm.ptr)
"#;

/// What becomes of the memory, if there is some, and how it is given back.
const MADE: &str = r#"
^made(%made: !llvm.ptr):
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i64) : i64
  %is_null = llvm.icmp "eq" %made, %null : !llvm.ptr
  %wants_some = llvm.icmp "ne" %size, %zero : i64
  %fails = llvm.and %is_null, %wants_some : i1
  llvm.cond_br %fails, ^out_of_memory, ^done
^done:
  llvm.return %made : !llvm.ptr
^out_of_memory:
  %stderr = llvm.mlir.constant(2 : i32) : i32
  %message = llvm.mlir.addressof @lacuna.no_memory : !llvm.ptr
  %written = llvm.call @dprintf(%stderr, %message, %size) vararg(!llvm.func<i32 (i32, ptr, ...)>)
      : (i32, !llvm.ptr, i64) -> i32
  llvm.call @abort() : () -> ()
  llvm.unreachable
}
llvm.func internal @_mlir_memref_to_llvm_free(%memory: !llvm.ptr) {
  llvm.call @free(%memory) : (!llvm.ptr) -> ()
  llvm.return
}
"#;

impl Pass for ExpandAllocations {
    const ARGUMENT: &'static str = "expand-allocations";
    const SUMMARY: &'static str =
        "Give bodies to the functions that allocate buffers, which stop where there is no memory";
    const ANCHOR: Option<&'static str> = Some("builtin.module");
    const TRUSTS_FORMATS: bool = false;

    fn run(&self, root: Op<'_>) -> Result<(), Reported> {
        let functions = collect_ops(root, |op| is_op(op, "llvm.func"));
        let is_declared = |function: &Op<'_>| body(*function, 0).is_none();
        let Some(module) = body(root, 0) else { return Ok(()) };
        if !functions.iter().any(|function| symbol(*function).starts_with(CALLED) && is_declared(function)) {
            return Ok(());
        }
        let message = format!(
            "llvm.mlir.global private constant @lacuna.no_memory(\"{NO_MEMORY} for an array of %lu bytes of this kernel\\0A\\00\")\n"
        );
        let library = [LIBRARY, &message, if self.huge_pages { HUGE } else { PLAIN }, MADE].concat();
        let library = Module::parse(context(root), &library).expect("the library is well formed");
        let mut provided = ops_in(body(op(&library.as_operation()), 0).expect("a module has a body"));
        let given: Vec<_> = provided.iter().map(|own| find(module, &symbol(*own))).collect();
        for (own, given) in provided.iter().zip(&given) {
            if let Some(given) = given
                && (op_name(*given) != op_name(*own) || type_of(*given) != type_of(*own))
            {
                let wanted = type_of(*own).map_or_else(String::new, |own| own.to_string());
                return Err(is_taken(*given, type_of(*given), &wanted));
            }
        }
        let mut given = given.into_iter();
        provided.retain(|own| match given.next().flatten() {
            Some(given) if is_declared(&given) && !is_declared(own) => {
                erase(given);
                true
            }
            Some(_) => false,
            None => true,
        });
        let builder = Builder::at_start(context(root), module, root.location());
        provided.into_iter().for_each(|function| builder.adopt(function));
        Ok(())
    }
}

/// The type of a function or of a global.
fn type_of<'c>(op: Op<'c>) -> Option<Attribute<'c>> {
    op.attribute("function_type").or_else(|_| op.attribute("global_type")).ok()
}
