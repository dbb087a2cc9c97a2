//! Policies: the ways in which a workspace keeps what is scattered into it. Each has one row here: its word, whether it has a
//! place for every point, and what it costs. Plans, the verifier of `sloop.workspace` and schedules ask the row. The code of a
//! policy is one file of `passes/src/scf/workspaces`.
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
    /// What a point costs that is collected in order, for each time that the number of points can be halved.
    pub order_cost: f64,
    /// What it does, in a plan.
    pub says: &'static str,
}

/// What a policy keeps, and so how much memory it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// A place for every point.
    Places,
    /// The points that came, by keys that are made of their coordinates. Terms of a point are combined as they came.
    Points,
    /// The same, but terms are combined in parts first: floating point rounds in another order.
    Parts,
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
    keeps: Keeps::Points,
    point_cost: 14.0,
    order_cost: 0.0,
    says: "sorts points by digits of their coordinates",
};

const RUNS: Properties = Properties {
    word: "runs",
    keeps: Keeps::Points,
    point_cost: 20.0,
    order_cost: 0.0,
    says: "merges points in the runs in which they come",
};

const BUCKETS: Properties = Properties {
    word: "buckets",
    keeps: Keeps::Parts,
    point_cost: 18.0,
    order_cost: 0.0,
    says: "puts points into buckets, and sorts each",
};

const HASH: Properties = Properties {
    word: "hash",
    keeps: Keeps::Parts,
    point_cost: 12.0,
    order_cost: 1.0,
    says: "finds points in a hash table",
};

/// Those of the compiler.
static OWN: [Policy; 5] = [Policy(&DENSE), Policy(&RADIX), Policy(&RUNS), Policy(&BUCKETS), Policy(&HASH)];

/// Those that were added.
static ADDED: Mutex<Vec<Policy>> = Mutex::new(Vec::new());

impl Policy {
    /// A place for every point.
    pub const DENSE: Self = Self(&DENSE);
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

/// How a workspace keeps what is scattered into it, and for how much it has room at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The policy.
    pub policy: Policy,
    /// The points for which there is room at first, if that is said.
    pub capacity: Option<i64>,
}

impl Keeping {
    /// A policy that is asked for by its word, with room for so many points at first.
    ///
    /// # Errors
    /// If there is no such policy, or it takes no such capacity.
    pub fn read(word: &str, capacity: Option<i64>) -> Result<Self, String> {
        match (fault(word, capacity), Policy::named(word)) {
            (None, Some(policy)) => Ok(Self { policy, capacity }),
            (fault, _) => Err(fault.unwrap_or_else(|| format!("there is no policy {word}"))),
        }
    }

    /// The usual capacity of a policy.
    pub const fn by(policy: Policy) -> Self {
        Self { policy, capacity: None }
    }
}

impl fmt::Display for Keeping {
    /// The word of the policy, and behind a colon the capacity if it is said.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.policy.0.word)?;
        self.capacity.map_or(Ok(()), |capacity| write!(formatter, ":{capacity}"))
    }
}

impl FromStr for Keeping {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (word, capacity) = match text.split_once(':') {
            Some((word, number)) => {
                let number: i64 =
                    number.trim().parse().map_err(|_| format!("expected a capacity, found '{number}'"))?;
                (word.trim(), Some(number))
            }
            None => (text.trim(), None),
        };
        Self::read(word, capacity)
    }
}

/// What is wrong with a policy that is asked for by its word, with room for so many points at first.
pub fn fault(word: &str, capacity: Option<i64>) -> Option<String> {
    let Some(policy) = Policy::named(word) else {
        let all = Policy::all();
        let words: Vec<_> = all.iter().map(|policy| policy.0.word).collect();
        let (last, others) = words.split_last()?;
        return Some(format!("the policies of workspaces are {} and {last}, found {word}", others.join(", ")));
    };
    match capacity {
        Some(capacity) if policy.0.keeps == Keeps::Places => Some(format!(
            "a workspace that is {word} has a place for every point: it takes no capacity, found {capacity}"
        )),
        Some(capacity) if !(1..=MOST_CAPACITY).contains(&capacity) => {
            Some(format!("a capacity is between 1 and {MOST_CAPACITY} points, found {capacity}"))
        }
        _ => None,
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
            keeps: Keeps::Points,
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
    fn capacities_follow_words() {
        for text in ["dense", "hash", "radix:16"] {
            assert_eq!(text.parse::<Keeping>().map(|keeping| keeping.to_string()).as_deref(), Ok(text));
        }
        let refused = |text: &str| text.parse::<Keeping>().expect_err("it is wrong");
        assert_eq!(refused("radix:many"), "expected a capacity, found 'many'");
        assert!(refused("radix:0").contains("found 0"));
        assert!(refused("dense:8").contains("takes no capacity"));
        assert!(refused("magic").contains("found magic"));
    }

    #[test]
    fn faults_say_what_there_is() {
        let said = |word, capacity| fault(word, capacity).unwrap_or_default();
        assert!(said("magic", None).starts_with("the policies of workspaces are dense, radix, runs, buckets"));
        assert!(said("dense", Some(4)).contains("takes no capacity"));
        assert_eq!(said("hash", Some(0)), "a capacity is between 1 and 1073741824 points, found 0");
        assert_eq!(said("hash", Some(1)), "");
        assert_eq!(said("dense", None), "");
    }
}
