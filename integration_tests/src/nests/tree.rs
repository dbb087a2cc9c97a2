//! A nest of the index form, as the fuzzer has it: tensors, variables, statements, values. It knows nothing of MLIR, and shares
//! nothing with the passes.

use lacuna_layout::Format;

/// A number of a tensor of a [`Nest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TensorId(pub usize);

/// A number of a variable of a [`Nest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VarId(pub usize);

/// A size that several tensors and loops have in common; a dynamic nest gets it as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class(pub usize);

/// A program of one nest, with its data.
#[derive(Clone, Debug)]
pub struct Nest {
    /// The size of each class.
    pub classes: Vec<u64>,
    /// Which shapes are open; none where all are static.
    pub sizes: Sizes,
    /// Whether sizes that are numbers stand in the nest, and not before it.
    pub has_numbers_inside: bool,
    pub tensors: Vec<Tensor>,
    /// How many variables there are.
    pub variables: usize,
    pub body: Vec<Statement>,
}

/// Whether the types say the sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    Static,
    /// Sizes are those of operands, as far as an operand has them.
    OfOperands,
    /// Sizes are numbers of which the compiler knows nothing.
    Opaque,
}

#[derive(Clone, Debug)]
pub struct Tensor {
    pub name: String,
    pub dimensions: Vec<Class>,
    pub role: Role,
    /// None of a dense tensor.
    pub format: Option<Format>,
    /// At the beginning, in row-major order. Zeros of a stored tensor are not stored.
    pub values: Vec<f64>,
    /// Whether loops may take a part of its dimensions though its sizes are open.
    pub has_windows: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    Operand,
    Result,
    /// The tensor between a producer and a consumer.
    Local {
        initially: f64,
        /// Whether every point is stored from the start.
        is_full: bool,
    },
    /// What no statement mentions any more.
    Unused,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Loop {
        var: VarId,
        extent: Extent,
        lanes: Option<u64>,
        body: Vec<Statement>,
    },
    /// With an extent, the statements after it run where the value is below that.
    Derive {
        var: VarId,
        value: Subscript,
        below: Option<Extent>,
    },
    Where {
        tensor: TensorId,
        produce: Vec<Statement>,
        consume: Vec<Statement>,
    },
    Write {
        target: Access,
        value: Value,
        /// None replaces.
        combiner: Option<Combiner>,
    },
}

/// How many values a variable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Number(u64),
    Of(Class),
}

/// A sum of multiples of variables, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscript {
    pub terms: Vec<(i64, VarId)>,
    pub constant: i64,
}

#[derive(Clone, Debug)]
pub struct Access {
    pub tensor: TensorId,
    pub subscripts: Vec<Subscript>,
}

#[derive(Clone, Debug)]
pub enum Value {
    Number(f64),
    Variable(VarId),
    Read(Access),
    /// What is read where an entry is stored, and another number elsewhere.
    IfStored(Access, f64),
    /// A value where all of these entries are stored, and none elsewhere.
    OnlyWhere(Vec<Access>, Box<Value>),
    Fold {
        var: VarId,
        extent: Extent,
        fold: Fold,
        value: Box<Value>,
    },
    Binary(Binary, Box<Value>, Box<Value>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combiner {
    Add,
    Mul,
    Min,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fold {
    Sum,
    /// The largest value, or a number that is larger.
    MaxWith(f64),
    /// The smallest value; none where no round has one.
    Least,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Max,
}

impl Nest {
    pub fn tensor(&self, tensor: TensorId) -> &Tensor {
        &self.tensors[tensor.0]
    }

    pub fn size(&self, class: Class) -> u64 {
        self.classes[class.0]
    }

    pub fn extent(&self, extent: Extent) -> u64 {
        match extent {
            Extent::Number(number) => number,
            Extent::Of(class) => self.size(class),
        }
    }

    pub fn shape(&self, tensor: TensorId) -> Vec<u64> {
        self.tensor(tensor).dimensions.iter().map(|class| self.size(*class)).collect()
    }

    /// The tensors of a role, in the order in which they are declared.
    pub fn operands(&self) -> impl Iterator<Item = TensorId> + '_ {
        self.with_role(|role| role == Role::Operand)
    }

    pub fn results(&self) -> impl Iterator<Item = TensorId> + '_ {
        self.with_role(|role| role == Role::Result)
    }

    fn with_role(&self, is_role: fn(Role) -> bool) -> impl Iterator<Item = TensorId> + '_ {
        (0..self.tensors.len()).map(TensorId).filter(move |tensor| is_role(self.tensor(*tensor).role))
    }
}

impl Tensor {
    pub fn is_stored(&self) -> bool {
        self.format.is_some()
    }
}

impl Subscript {
    pub fn number(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    pub fn var(var: VarId) -> Self {
        Self { terms: vec![(1, var)], constant: 0 }
    }

    pub fn plus(self, constant: i64) -> Self {
        Self { constant: self.constant + constant, ..self }
    }

    pub fn plus_var(mut self, factor: i64, var: VarId) -> Self {
        self.terms.push((factor, var));
        self
    }
}

impl Combiner {
    pub fn apply(self, old: f64, new: f64) -> f64 {
        match self {
            Self::Add => old + new,
            Self::Mul => old * new,
            Self::Min => old.min(new),
            Self::Max => old.max(new),
        }
    }
}

impl Binary {
    pub fn apply(self, left: f64, right: f64) -> f64 {
        match self {
            Self::Add => left + right,
            Self::Sub => left - right,
            Self::Mul => left * right,
            Self::Max => left.max(right),
        }
    }
}
