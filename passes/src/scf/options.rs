//! The choices of `convert-sloop-to-scf`, which change how fast code is and nothing else.

use crate::{form_costs::FormCosts, options, pass::Within};

options! {
    /// Options of `convert-sloop-to-scf`.
    pub struct SloopToScf {
        /// fewer children of an unordered level than this are sorted by insertion (a few cache lines of them), others by merging
        pub inserted_children: Within<0, 65536> = "24",
        /// up to this many coordinates of a node that is put together are sorted by insertion, others by merging
        pub inserted_coordinates: Within<0, 65536> = "16",
        /// the arrays of segments with fewer bytes of values than this on average (two cache lines) are fetched ahead
        pub short_segment: Within<0, 65536> = "128",
        /// levels with up to this many coordinates, or entries, are sorted by one counting sort: its table fits the caches
        pub few_buckets: Within<1, 16777216> = "65536",
        /// the bits of a digit by which larger levels are sorted
        pub digit_bits: Within<1, 24> = "16",
        /// levels with up to this many coordinates look up nodes in an array: it fits the caches
        pub few_coordinates: Within<1, 16777216> = "65536",
        /// so do larger ones, with up to so many coordinates for each node that there may be
        pub coordinates_per_node: Within<0, 65536> = "4",
        /// nodes of one parent are listed rather than sorted if there is one for each of so many coordinates
        pub listed_from: Within<0, 65536> = "16",
        /// an array that grows has room for so many nodes at least: small results grow seldom then
        pub least_room: Within<1, 65536> = "16",
        /// the times of innermost forms, by which programs choose one: FORM@BYTES_TIME_TIME..., with commas between; nothing for those that come with the compiler
        pub costs: FormCosts = "",
        /// where gathers are fast, sums are scattered in vectors from segments of more positions than this on average
        pub scattered_entries: Within<0, 65536> = "5",
        /// so they are from segments that begin where their neighbours do only if these have more than so many
        pub apart_entries: Within<0, 65536> = "48",
        /// up to so many segments are looked at, to find out how long they are, and whether they are alike
        pub sampled_segments: Within<1, 65536> = "256",
    }
}
