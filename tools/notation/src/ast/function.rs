//! The functions of the notation: what they are called and how many arguments they take.

/// A function of numbers. Names of functions are reserved: neither a tensor nor an index variable has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// `max`: the largest of the arguments.
    Max,
    /// `min`: the smallest of the arguments.
    Min,
    /// `abs`: the absolute value.
    Abs,
    /// `sqrt`: the square root.
    Sqrt,
    /// `exp`: the power of e.
    Exp,
    /// `log`: the natural logarithm.
    Log,
    /// `pow(a, b)`: a to the power of b.
    Pow,
    /// `sin`
    Sin,
    /// `cos`
    Cos,
    /// `tanh`
    Tanh,
    /// `floor`: the largest whole number that is not larger.
    Floor,
    /// `ceil`: the smallest whole number that is not smaller.
    Ceil,
    /// `sign`: -1, 0 or 1.
    Sign,
    /// `where(c, a, b)`: a where c is not zero, else b.
    Where,
    /// `conj`: the complex conjugate; a real number is its own.
    Conj,
}

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// Just so many.
    Exactly(usize),
    /// So many or more.
    AtLeast(usize),
}

impl Arguments {
    /// Whether a function takes `found` arguments.
    pub fn accept(self, found: usize) -> bool {
        match self {
            Arguments::Exactly(number) => found == number,
            Arguments::AtLeast(least) => found >= least,
        }
    }
}

impl Function {
    /// All of them.
    pub const ALL: [Function; 15] = [
        Function::Max,
        Function::Min,
        Function::Abs,
        Function::Sqrt,
        Function::Exp,
        Function::Log,
        Function::Pow,
        Function::Sin,
        Function::Cos,
        Function::Tanh,
        Function::Floor,
        Function::Ceil,
        Function::Sign,
        Function::Where,
        Function::Conj,
    ];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Function::Max => "max",
            Function::Min => "min",
            Function::Abs => "abs",
            Function::Sqrt => "sqrt",
            Function::Exp => "exp",
            Function::Log => "log",
            Function::Pow => "pow",
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Tanh => "tanh",
            Function::Floor => "floor",
            Function::Ceil => "ceil",
            Function::Sign => "sign",
            Function::Where => "where",
            Function::Conj => "conj",
        }
    }

    /// The function with this name.
    pub fn named(name: &str) -> Option<Function> {
        Function::ALL.into_iter().find(|function| function.name() == name)
    }

    /// How many arguments it takes.
    pub fn arguments(self) -> Arguments {
        match self {
            Function::Max | Function::Min => Arguments::AtLeast(2),
            Function::Pow => Arguments::Exactly(2),
            Function::Where => Arguments::Exactly(3),
            _ => Arguments::Exactly(1),
        }
    }

    /// Whether the function of a sum is the sum of the function's values.
    pub fn is_additive(self) -> bool {
        self == Function::Conj
    }

    /// Whether it asks which of two numbers is larger, which complex numbers cannot answer.
    pub fn needs_order(self) -> bool {
        matches!(self, Function::Max | Function::Min | Function::Floor | Function::Ceil | Function::Sign)
    }

    /// Whether its values are no integers even where its arguments are.
    pub fn needs_fractions(self) -> bool {
        matches!(
            self,
            Function::Sqrt
                | Function::Exp
                | Function::Log
                | Function::Pow
                | Function::Sin
                | Function::Cos
                | Function::Tanh
        )
    }
}
