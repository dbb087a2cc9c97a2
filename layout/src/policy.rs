//! Policies: the ways in which a workspace keeps what is scattered into it. Each has one row here: its word, what it keeps, and
//! what it costs. Plans, the verifier of `sloop.workspace` and schedules ask the row. The code of a policy with components is one
//! file of `passes/src/scf/workspaces/policies`.
//!
//! What is asked of a workspace is one text, a [`Keeping`], wherever it is written: `radix:4096:aside`.
//!
//! The list is open: a program that uses the library may add policies of its own ([`Policy::add`]).

use std::{
    fmt,
    str::FromStr,
    sync::{Mutex, PoisonError},
};

/// What a policy is.
#[derive(Debug)]
pub struct Properties {
    /// Its name, in the IR, in schedules and in messages.
    pub word: &'static str,
    /// What it keeps.
    pub keeps: Keeps,
    /// What a point costs that is scattered, in the steps in which plans are compared (`passes/src/plan/weights.rs`).
    pub point_cost: f64,
    /// What a point costs that is collected in order, for each time that the number of points can be halved: of different points,
    /// or of all that were scattered, if these are sorted.
    pub order_cost: f64,
    /// What it does, in a plan.
    pub says: &'static str,
}

/// What a policy keeps, and so how much memory it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// A place for every point.
    Places,
    /// The points that came, as long as they are few; else a place for every point, for which there is memory always. Terms of a
    /// point are combined as they came.
    Either,
    /// The points that came, by keys that are made of their coordinates.
    Components {
        /// In which order terms of a point are combined.
        terms: Terms,
        /// What is done when there is no more room.
        when_full: WhenFull,
    },
}

impl Keeps {
    /// Whether points are sorted each, those of one place apart.
    pub fn sorts_each(self) -> bool {
        matches!(self, Self::Components { when_full: WhenFull::Merged, .. })
    }
}

/// In which order the terms of a point are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// As they came.
    AsTheyCame,
    /// In parts first: floating point rounds in another order.
    InParts,
}

/// What is done when the accumulation array of a policy is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    /// It is sorted, merged into all that came before, and emptied.
    Merged,
    /// It gets more room. So it holds all that came, each key once.
    Grown,
}

/// How a workspace keeps what is scattered into it.
#[derive(Clone, Copy)]
pub struct Policy(&'static Properties);

const DENSE: Properties = Properties {
    word: "dense",
    keeps: Keeps::Places,
    point_cost: 6.0,
    // Words of places are sorted, of which there are few.
    order_cost: 0.25,
    says: "has a place for every point",
};

const RADIX: Properties = Properties {
    word: "radix",
    keeps: Keeps::Components { terms: Terms::AsTheyCame, when_full: WhenFull::Merged },
    point_cost: 8.0,
    order_cost: 1.2,
    says: "sorts points by digits of their coordinates",
};

const RUNS: Properties = Properties {
    word: "runs",
    keeps: Keeps::Components { terms: Terms::AsTheyCame, when_full: WhenFull::Merged },
    point_cost: 14.0,
    order_cost: 1.2,
    says: "merges points in the runs in which they come",
};

const BUCKETS: Properties = Properties {
    word: "buckets",
    keeps: Keeps::Components { terms: Terms::InParts, when_full: WhenFull::Merged },
    point_cost: 12.0,
    order_cost: 1.2,
    says: "puts points into buckets, and sorts each",
};

const HASH: Properties = Properties {
    word: "hash",
    keeps: Keeps::Components { terms: Terms::InParts, when_full: WhenFull::Grown },
    point_cost: 12.0,
    order_cost: 1.0,
    says: "finds points in a hash table",
};

const MIXED: Properties = Properties {
    word: "mixed",
    keeps: Keeps::Either,
    point_cost: 6.0,
    order_cost: 0.25,
    says: "lists few points, and has a place for every one where more come",
};

/// So many places are in a fast cache: points go there at once, and are not listed before.
pub const CACHED_PLACES: u64 = 1 << 17;

/// Those of the compiler.
static OWN: [Policy; 6] =
    [Policy(&DENSE), Policy(&MIXED), Policy(&RADIX), Policy(&RUNS), Policy(&BUCKETS), Policy(&HASH)];

/// Those that were added.
static ADDED: Mutex<Vec<Policy>> = Mutex::new(Vec::new());

impl Policy {
    /// A place for every point.
    pub const DENSE: Self = Self(&DENSE);
    /// A list of few points, and a place for every one where there are more.
    pub const MIXED: Self = Self(&MIXED);
    /// Points are sorted by digits.
    pub const RADIX: Self = Self(&RADIX);
    /// Points are merged in runs.
    pub const RUNS: Self = Self(&RUNS);
    /// Points are put into buckets.
    pub const BUCKETS: Self = Self(&BUCKETS);
    /// Points are found in a hash table.
    pub const HASH: Self = Self(&HASH);

    /// What it is.
    pub fn properties(self) -> &'static Properties {
        self.0
    }

    /// All of them.
    pub fn all() -> Vec<Self> {
        let added = ADDED.lock().unwrap_or_else(PoisonError::into_inner);
        OWN.iter().chain(added.iter()).copied().collect()
    }

    /// The policy of a name.
    pub fn named(word: &str) -> Option<Self> {
        Self::all().into_iter().find(|policy| policy.0.word == word)
    }

    /// Adds a policy; gives `None` if there is one of its name.
    pub fn add(properties: &'static Properties) -> Option<Self> {
        if Self::named(properties.word).is_some() {
            return None;
        }
        let policy = Self(properties);
        ADDED.lock().unwrap_or_else(PoisonError::into_inner).push(policy);
        Some(policy)
    }
}

impl PartialEq for Policy {
    fn eq(&self, other: &Self) -> bool {
        self.0.word == other.0.word
    }
}

impl Eq for Policy {}

impl fmt::Debug for Policy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.word)
    }
}

/// How a workspace keeps what is scattered into it. As a text: the word of the policy, and behind colons what is asked besides,
/// as in `radix:4096:aside`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The policy.
    pub policy: Policy,
    /// The points for which there is room at first, if that is said.
    pub capacity: Option<i64>,
    /// Whether what is full is sorted and merged by a second thread, while more comes.
    pub aside: bool,
}

/// Asks for a second thread.
const ASIDE: &str = "aside";

impl Keeping {
    /// What is usual with a policy.
    pub const fn by(policy: Policy) -> Self {
        Self { policy, capacity: None, aside: false }
    }

    /// The policy of a word.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(word: &str) -> Result<Self, String> {
        let Some(policy) = Policy::named(word) else {
            let words: Vec<_> = Policy::all().iter().map(|policy| policy.0.word).collect();
            let (last, others) = words.split_last().expect("there are policies");
            let found = if word.is_empty() { "nothing" } else { word };
            return Err(format!("the policies of workspaces are {} and {last}, found {found}", others.join(", ")));
        };
        Ok(Self::by(policy))
    }

    /// The same with room for so many points at first.
    ///
    /// # Errors
    /// If the policy takes no such capacity.
    pub fn with_capacity(self, capacity: i64) -> Result<Self, String> {
        let Properties { word, keeps, .. } = self.policy.0;
        if *keeps == Keeps::Places {
            return Err(format!(
                "a workspace that is {word} has a place for every point: it takes no capacity, found {capacity}"
            ));
        }
        if !(1..=MOST_CAPACITY).contains(&capacity) {
            return Err(format!("a capacity is between 1 and {MOST_CAPACITY} points, found {capacity}"));
        }
        Ok(Self { capacity: Some(capacity), ..self })
    }

    /// The same with a second thread.
    ///
    /// # Errors
    /// If the policy has nothing for it to do.
    pub fn aside(self) -> Result<Self, String> {
        let Properties { word, keeps, .. } = self.policy.0;
        if !keeps.sorts_each() {
            return Err(format!("a workspace that is {word} sorts and merges nothing that a second thread could do"));
        }
        Ok(Self { aside: true, ..self })
    }
}

impl fmt::Display for Keeping {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.policy.0.word)?;
        if let Some(capacity) = self.capacity {
            write!(formatter, ":{capacity}")?;
        }
        if self.aside { write!(formatter, ":{ASIDE}") } else { Ok(()) }
    }
}

impl FromStr for Keeping {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split(':').map(str::trim);
        let mut keeping = Self::named(parts.next().unwrap_or_default())?;
        for part in parts {
            if keeping.aside {
                return Err(format!("expected nothing behind {ASIDE}, found '{part}'"));
            }
            keeping = match part {
                ASIDE => keeping.aside()?,
                _ if keeping.capacity.is_some() => return Err(format!("expected {ASIDE}, found '{part}'")),
                number => {
                    let capacity = number.parse().map_err(|_| format!("expected a capacity, found '{number}'"))?;
                    keeping.with_capacity(capacity)?
                }
            };
        }
        Ok(keeping)
    }
}

/// A workspace has room for no more points at first: tables of policies number them by 32 bits.
const MOST_CAPACITY: i64 = 1 << 30;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_policies() {
        for policy in Policy::all() {
            assert_eq!(Policy::named(policy.properties().word), Some(policy));
        }
        assert_eq!(Policy::named("magic"), None);
    }

    #[test]
    fn policies_are_added_once() {
        static OTHER: Properties = Properties {
            word: "other",
            keeps: Keeps::Components { terms: Terms::AsTheyCame, when_full: WhenFull::Merged },
            point_cost: 1.0,
            order_cost: 1.0,
            says: "does otherwise",
        };
        let added = Policy::add(&OTHER).expect("the name is new");
        assert_eq!(Policy::named("other"), Some(added));
        assert_eq!(Policy::add(&OTHER), None);
        assert_eq!(Policy::add(&DENSE), None);
    }

    #[test]
    fn what_is_asked_is_one_text() {
        for text in ["dense", "hash", "radix:16", "runs:aside", "radix:16:aside"] {
            assert_eq!(text.parse::<Keeping>().map(|keeping| keeping.to_string()).as_deref(), Ok(text));
        }
        assert_eq!(" hash : 1 ".parse::<Keeping>().map(|keeping| keeping.to_string()).as_deref(), Ok("hash:1"));
        let refused = |text: &str| text.parse::<Keeping>().expect_err("it is wrong");
        assert!(refused("magic").starts_with("the policies of workspaces are dense, mixed, radix, runs, buckets"));
        assert!(refused("").ends_with(", found nothing"));
        assert_eq!(refused("radix:many"), "expected a capacity, found 'many'");
        assert_eq!(refused("hash:0"), "a capacity is between 1 and 1073741824 points, found 0");
        assert!(refused("dense:8").contains("takes no capacity, found 8"));
        assert_eq!(refused("radix:1:2"), "expected aside, found '2'");
        assert_eq!(refused("radix:aside:1"), "expected nothing behind aside, found '1'");
        assert!(refused("hash:aside").starts_with("a workspace that is hash sorts and merges nothing"));
        assert!(refused("dense:aside").starts_with("a workspace that is dense sorts and merges nothing"));
    }
}
