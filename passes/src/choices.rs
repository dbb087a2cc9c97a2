//! The options that say what the user chooses of how nests are planned.
//!
//! The passes that plan take these options with [`planning_options!`](crate::choices::planning_options); the pipeline gives all
//! of them the same ([`Choices::options`]).

pub use lacuna_index::choices::{Choices, InnerChoices, Workspaces};

/// Declares the options of a pass that plans nests: the choices of plans, then its own.
macro_rules! planning_options {
    ($(#[$outer:meta])* pub struct $name:ident { $($own:tt)* }) => {
        $crate::options! {
            $(#[$outer])*
            pub struct $name {
                /// allowed changes to floating-point arithmetic: fast (reassociate, contract, ignore signs of zeros) or strict (none)
                pub fp: $crate::fp::FpMode = "fast",
                /// leave values that are computed as zero out of stored results
                pub drop_zeros: bool = "false",
                /// assemble stored results in two walks wherever possible (count, then place), not only if they come out of order
                pub two_phase: bool = "false",
                /// how workspaces keep their points: dense, mixed, radix, runs, buckets or hash, with a capacity as in hash:4096, and :aside for a second thread that sorts; auto takes dense or mixed ones where they are small
                pub workspaces: $crate::choices::Workspaces = "auto",
                /// workspaces with a place for every point take up to so many bytes, unless they are asked for
                pub dense_workspaces: u64 = "67108864",
                $($own)*
            }
        }

        impl $name {
            /// How nests are planned.
            pub fn choices(&self) -> $crate::choices::Choices {
                let Self { fp, drop_zeros, two_phase, workspaces, dense_workspaces: dense_bytes, .. } = *self;
                let others = $crate::choices::Choices::default();
                $crate::choices::Choices { fp, drop_zeros, two_phase, workspaces, dense_bytes, ..others }
            }
        }
    };
}

pub(crate) use planning_options;
