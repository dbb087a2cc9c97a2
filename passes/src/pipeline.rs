//! The named pipeline `--lacuna`: from `linalg` on stored tensors to the `llvm` dialect, in phases.

use crate::{
    choices::Workspaces, form_costs::FormCosts, fp::FpMode, gathers::Gathers, options, sparsify::Sparsify,
    transforms::vectorize::BlockBytes,
};

options! {
    /// Options of the pipeline `lacuna`.
    pub struct Lacuna {
        /// allowed changes to floating-point arithmetic: fast (reassociate, contract, ignore signs of zeros) or strict (none)
        pub fp: FpMode = "fast",
        /// how the processor that will run the code gathers: fast, slow, or like the one that compiles (native)
        pub gathers: Gathers = "native",
        /// the times of innermost forms, by which programs choose one: FORM@BYTES_TIME_TIME..., with commas between; nothing for those that come with the compiler
        pub costs: FormCosts = "",
        /// bytes of one block of vector lanes; 0 for scalar code
        pub vector_bytes: BlockBytes = "256",
        /// also compile linalg operations on dense tensors only, instead of leaving them to upstream
        pub dense: bool = "false",
        /// leave values that are computed as zero out of stored results
        pub drop_zeros: bool = "false",
        /// assemble stored results in two walks wherever possible: count, then place
        pub two_phase: bool = "false",
        /// how workspaces keep their points: dense, mixed, radix, runs, buckets or hash, with a capacity as in hash:4096, and :aside for a second thread that sorts; auto takes dense or mixed ones where they are small
        pub workspaces: Workspaces = "auto",
        /// workspaces with a place for every point take up to so many bytes, unless they are asked for
        pub dense_workspaces: u64 = "67108864",
        /// allocate large buffers in huge pages (Linux)
        pub huge_pages: bool = "true",
        /// alignment, in bytes, of the buffers of dense tensors that a kernel makes: a power of two, or 0 for that of the elements
        pub buffer_alignment: u64 = "64",
        /// check the arrays of stored tensors when a function starts
        pub check_storage: bool = "false",
        /// check after each phase what must hold then, to find mistakes of the compiler
        pub verify: bool = "false",
        /// passes to run between every two, for tests that others can stand there: canonicalize,cse
        pub between: String = "",
    }
}

/// A stage of the pipeline at which a driver can stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// `linalg` on tensors, generalized.
    Linalg,
    /// Index form, scheduled.
    Sloop,
    /// Index form, on buffers: how it is walked can be planned.
    Buffers,
    /// Cursor form.
    Cursors,
    /// Loops over arrays.
    Scf,
    /// The `llvm` dialect.
    Llvm,
}

impl Phase {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [Self::Linalg, Self::Sloop, Self::Buffers, Self::Cursors, Self::Scf, Self::Llvm];

    /// The name under which a driver offers it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linalg => "linalg",
            Self::Sloop => "sloop",
            Self::Buffers => "buffers",
            Self::Cursors => "cursors",
            Self::Scf => "scf",
            Self::Llvm => "llvm",
        }
    }
}

impl Lacuna {
    /// The passes that lead from the phase before to `phase`, as elements of a textual pipeline on a module, each
    /// followed by those that are to run `between`.
    pub fn passes_to(&self, phase: Phase) -> String {
        self.passes_where(phase, |_| true)
    }

    /// The same for a module that has operations of some dialects only, without passes that would find nothing.
    pub fn passes_where(&self, phase: Phase, has: impl Fn(&str) -> bool) -> String {
        let passes = self.own_passes_to(phase);
        let has_work =
            |pass: &&str| TAKES.iter().all(|(name, from)| !pass.contains(name) || from.iter().any(|from| has(from)));
        let own = elements(&passes).into_iter().filter(has_work);
        let verifier = if self.verify { self.verifier_of(phase) } else { None };
        let with = |pass: &str| {
            if self.between.is_empty() { pass.to_owned() } else { format!("{pass},{}", self.between) }
        };
        own.map(with).chain(verifier).collect::<Vec<_>>().join(",")
    }

    fn own_passes_to(&self, phase: Phase) -> String {
        let fp = self.fp;
        // Every pass that plans nests plans what will be run.
        let plans = self.sparsify().choices().options();
        let (bytes, dense) = (self.vector_bytes, self.dense);
        let check = if self.check_storage { "stensor-check-storage," } else { "" };
        let zeros = if fp == FpMode::Strict { "order-zeros," } else { "" };
        let (pages, alignment) = (self.huge_pages, self.buffer_alignment);
        match phase {
            Phase::Linalg => format!(
                "expand-poison,keep-selections,convert-elementwise-to-linalg,import-sparse-tensor,stensor-check-formats,factor-products{{all={dense} fp={fp}}},generalize-named-ops,expand-math,select-branches{{all={dense}}}"
            ),
            Phase::Sloop => format!(
                "check-operand-sizes{{all={dense}}},convert-linalg-to-sloop{{all={dense} fp={fp}}},sloop-fold-slices,sloop-fuse-nests,sloop-fold-pads,sloop-loop-once,sloop-inline-intermediates{{{plans}}},sloop-plain-targets,sloop-plain-levels,sloop-densify-results{{{plans}}},sloop-reduce-index-variables{{{plans}}},sloop-form-results{{{plans}}},sloop-insert-workspaces{{{plans}}},sloop-insert-conversions{{{plans}}},stensor-outline-conversions,stensor-expand-conversions,sloop-split-variables,sloop-schedule{{{plans}}},sloop-walk-once{{{plans}}},sloop-vectorize{{bytes={bytes} {plans}}},\
                 sloop-form-folds{{{plans}}},sloop-merge-terms{{{plans}}},sloop-sink-initializations{{fp={fp}}},sloop-hold-sums{{{plans}}},sloop-release-intermediates"
            ),
            Phase::Buffers => format!(
                "{check}stensor-expand-boundaries,split-edges,\
                 one-shot-bufferize{{allow-unknown-ops allow-return-allocs-from-loops buffer-alignment={alignment} bufferize-function-boundaries \
                 function-boundary-type-conversion=identity-layout-map}}"
            ),
            Phase::Cursors => format!("sloop-sparsify{{gathers={} {plans}}}", self.gathers),
            Phase::Scf => format!(
                "convert-sloop-to-scf{{costs={}}},inline-scopes,convert-stensor-to-memref,expand-complex,canonicalize,cse,\
                 free-local-buffers{{alignment={alignment}}},limit-unrolling",
                self.costs
            ),
            Phase::Llvm => format!(
                "expand-realloc,check-allocation-sizes,expand-asserts,expand-threads,expand-copies,\
                 func.func(convert-linalg-to-loops),func.func(convert-vector-to-scf),\
                 loop-invariant-code-motion,memref-expand,expand-strided-metadata,lower-affine,convert-scf-to-cf,\
                 convert-complex-to-standard,expand-log1p-expm1,{zeros}arith-expand,convert-math-to-funcs,convert-math-to-llvm,\
                 convert-math-to-libm,\
                 convert-complex-to-libm,convert-vector-to-llvm,convert-complex-to-llvm,\
                 finalize-memref-to-llvm{{use-generic-functions}},convert-index-to-llvm,convert-arith-to-llvm,\
                 mark-noalias-arguments,convert-func-to-llvm,apply-noalias-arguments,\
                 expand-allocations{{huge-pages={pages}}},convert-cf-to-llvm,mark-parallel-accesses,convert-ub-to-llvm,reconcile-unrealized-casts,canonicalize,cse,\
                 restrict-vectorization"
            ),
        }
    }

    /// The passes that check what a phase leaves.
    fn verifier_of(&self, phase: Phase) -> Option<String> {
        let plans = self.sparsify().choices().options();
        match phase {
            Phase::Sloop => Some(format!("verify-sloop{{{plans}}}")),
            Phase::Buffers => Some(format!("verify-buffers{{{plans}}},verify-ownership")),
            Phase::Cursors => Some("verify-cursors,verify-ownership".to_owned()),
            // Bufferization makes buffers that are freed only then.
            Phase::Scf => Some("verify-scf,verify-ownership{allocated=true}".to_owned()),
            Phase::Linalg | Phase::Llvm => None,
        }
    }

    /// The options with which nests are planned.
    pub fn sparsify(&self) -> Sparsify {
        let Self { fp, gathers, drop_zeros, two_phase, workspaces, dense_workspaces, .. } = *self;
        Sparsify { fp, gathers, drop_zeros, two_phase, workspaces, dense_workspaces, ..Sparsify::default() }
    }

    /// The whole pipeline, as elements of a textual pipeline on a module.
    pub fn passes(&self) -> String {
        Phase::ALL.map(|phase| self.passes_to(phase)).join(",")
    }
}

/// Passes of the phase `llvm`, and the dialects from whose operations they find something to do. No pass of the phase makes
/// operations of these but for those named here.
const TAKES: [(&str, &[&str]); 12] = [
    ("convert-linalg-to-loops", &["linalg"]),
    ("convert-vector-to-scf", &["vector"]),
    ("convert-complex-to-standard", &["complex"]),
    ("expand-log1p-expm1", &["math", "complex"]),
    ("convert-math-to-funcs", &["math", "complex"]),
    ("convert-math-to-llvm", &["math", "complex"]),
    ("convert-math-to-libm", &["math", "complex"]),
    ("convert-complex-to-libm", &["complex"]),
    ("convert-vector-to-llvm", &["vector"]),
    ("convert-complex-to-llvm", &["complex"]),
    ("convert-index-to-llvm", &["index"]),
    ("convert-ub-to-llvm", &["ub", "vector"]),
];

/// The elements of a textual pipeline: commas inside of parentheses and braces are part of an element.
pub fn elements(pipeline: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let is_between = |letter: char| {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    };
    pipeline.split(is_between).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_keep_their_options_and_nested_passes() {
        assert_eq!(elements("a{x=1,2 y},func.func(b,c{z=(1,2)}), d"), ["a{x=1,2 y}", "func.func(b,c{z=(1,2)})", "d"]);
    }

    #[test]
    fn passes_that_find_nothing_are_left_out() {
        let pipeline = Lacuna::default();
        let all = pipeline.passes_to(Phase::Llvm);
        for (name, from) in TAKES {
            assert!(all.contains(name), "{name} is a pass");
            for dialect in from {
                assert!(pipeline.passes_where(Phase::Llvm, |has| has == *dialect).contains(name), "{name}: {dialect}");
            }
            assert!(!pipeline.passes_where(Phase::Llvm, |has| !from.contains(&has)).contains(name), "{name}");
        }
        let least = pipeline.passes_where(Phase::Llvm, |_| false);
        assert_eq!(elements(&least).len() + TAKES.len(), elements(&all).len());
    }

    #[test]
    fn what_runs_between_follows_every_pass() {
        let pipeline = Lacuna { between: "canonicalize,cse".to_owned(), ..Lacuna::default() };
        let (own, with) = (Lacuna::default().passes(), pipeline.passes());
        let expected: Vec<_> = elements(&own).into_iter().flat_map(|pass| [pass, "canonicalize", "cse"]).collect();
        assert_eq!(elements(&with), expected);
    }
}
