//! Level formats: what code walks a level of a stored tensor.
//!
//! A level format is one module here, which emits its level functions, one file of `lacuna_layout::levels`, which says what it
//! is (LEVELS, tables 3.1 and 3.2), and one word in `StensorAttrs.td`. Code generators ask levels for properties and
//! capabilities, and never for a level format by name. [`level_format`] is the only place here that knows which there are.

pub mod addressed;
pub mod building;
pub mod checked;
pub mod checking;
mod compressed;
mod dense;
pub mod emit;
mod hashed;
pub mod hashing;
mod level_format;
mod loose_compressed;
mod offset;
mod range;
mod segments;
mod singleton;
mod site;
mod sliced;
mod structured;
mod used;

pub use level_format::{ChildRange, LevelFormat, Parents, Whole};
pub use site::{LevelSite, Sizes};

use lacuna_layout::{Level, LevelKind};

/// The code of a level format, configured as the level says.
pub fn level_format(level: &Level) -> Box<dyn LevelFormat> {
    match level.kind {
        LevelKind::Dense | LevelKind::Batch => Box::new(dense::Dense),
        LevelKind::Compressed => Box::new(compressed::Compressed { is_full: level.full }),
        LevelKind::LooseCompressed => Box::new(loose_compressed::LooseCompressed { is_full: level.full }),
        LevelKind::Singleton => Box::new(singleton::Singleton { is_full: level.full }),
        LevelKind::Structured { n, m } => Box::new(structured::Structured { stored: n as i64, block: m as i64 }),
        LevelKind::Sliced { parents, .. } => Box::new(sliced::Sliced { lanes: parents as i64 }),
        LevelKind::Hashed => Box::new(hashed::Hashed),
        LevelKind::Range => Box::new(range::Range),
        LevelKind::Offset => Box::new(offset::Offset),
    }
}
