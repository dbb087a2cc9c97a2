//! How values are combined: which operation combines two values, and which operations are combiners.

use super::Scalar;

macro_rules! combiners {
    ($($(#[$documentation:meta])* $name:ident = $word:literal,)*) => {
        /// How values are combined: by a write into what the point holds, by a fold over a loop.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Combiner {
            $($(#[$documentation])* $name,)*
        }

        impl Combiner {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The word as it is written in the IR.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }

            /// The combiner of a word.
            pub fn named(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

combiners! {
    Add = "add",
    Mul = "mul",
    /// Of signed integers; of floating-point numbers NaN if one is.
    Min = "min",
    /// Of signed integers; of floating-point numbers NaN if one is.
    Max = "max",
    And = "and",
    Or = "or",
    Xor = "xor",
    MinUnsigned = "min_unsigned",
    MaxUnsigned = "max_unsigned",
    /// The other one, where one is NaN.
    MinNumber = "min_number",
    /// The other one, where one is NaN.
    MaxNumber = "max_number",
}

/// The `arith` operation that combines two values of a scalar type.
pub fn operation(combiner: Combiner, scalar: Scalar) -> Option<&'static str> {
    if scalar.is_complex() {
        return match combiner {
            Combiner::Add => Some("complex.add"),
            Combiner::Mul => Some("complex.mul"),
            _ => None,
        };
    }
    Some(match (combiner, scalar.is_float()) {
        (Combiner::Add, true) => "arith.addf",
        (Combiner::Add, false) => "arith.addi",
        (Combiner::Mul, true) => "arith.mulf",
        (Combiner::Mul, false) => "arith.muli",
        (Combiner::Min, true) => "arith.minimumf",
        (Combiner::Min, false) => "arith.minsi",
        (Combiner::Max, true) => "arith.maximumf",
        (Combiner::Max, false) => "arith.maxsi",
        (Combiner::And, false) => "arith.andi",
        (Combiner::Or, false) => "arith.ori",
        (Combiner::Xor, false) => "arith.xori",
        (Combiner::MinUnsigned, false) => "arith.minui",
        (Combiner::MaxUnsigned, false) => "arith.maxui",
        (Combiner::MinNumber, true) => "arith.minnumf",
        (Combiner::MaxNumber, true) => "arith.maxnumf",
        (Combiner::And | Combiner::Or | Combiner::Xor | Combiner::MinUnsigned | Combiner::MaxUnsigned, true)
        | (Combiner::MinNumber | Combiner::MaxNumber, false) => return None,
    })
}

/// How `vector.reduction` calls the combiner of lanes.
pub fn vector_kind(combiner: Combiner, is_float: bool) -> &'static str {
    match (combiner, is_float) {
        (Combiner::Min, true) => "minimumf",
        (Combiner::Max, true) => "maximumf",
        (Combiner::Min, false) => "minsi",
        (Combiner::Max, false) => "maxsi",
        (Combiner::MinUnsigned, _) => "minui",
        (Combiner::MaxUnsigned, _) => "maxui",
        (Combiner::MinNumber, _) => "minnumf",
        (Combiner::MaxNumber, _) => "maxnumf",
        (other, _) => other.word(),
    }
}

/// The combiner that an operation with this name stands for.
pub fn from_operation(name: &str) -> Option<Combiner> {
    Some(match name {
        "arith.addf" | "arith.addi" | "complex.add" => Combiner::Add,
        "arith.mulf" | "arith.muli" | "complex.mul" => Combiner::Mul,
        "arith.minimumf" | "arith.minsi" => Combiner::Min,
        "arith.maximumf" | "arith.maxsi" => Combiner::Max,
        "arith.andi" => Combiner::And,
        "arith.ori" => Combiner::Or,
        "arith.xori" => Combiner::Xor,
        "arith.minui" => Combiner::MinUnsigned,
        "arith.maxui" => Combiner::MaxUnsigned,
        "arith.minnumf" => Combiner::MinNumber,
        "arith.maxnumf" => Combiner::MaxNumber,
        _ => return None,
    })
}
