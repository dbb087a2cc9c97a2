//! Calling native code on stored tensors.
//!
//! A kernel takes, for each argument of its function, a pointer to what MLIR calls a memref descriptor: for a stored
//! tensor one for each of its arrays (outermost level first, positions before coordinates, the values last), for a
//! dense one that of its elements. The sizes of dimensions that the type of a stored tensor leaves open follow its arrays.
//! The places of dense results are the last arguments. What the function gives are the descriptors of its results, one
//! after the other: of a dense result that of its place, of a stored one those of arrays that it allocated.

pub mod checks;
pub(crate) mod guarded;
pub(crate) mod memory;
pub mod signature;
pub mod threads;

use crate::compiler::Native;
use checks::{Failing, MemoryChecks};
use lacuna_dialects::engine::{self, Code, Ended};
use lacuna_layout::Width;
use lacuna_passes::to_llvm::NO_MEMORY;
use lacuna_runtime::{
    storage::{IndexArray, LevelStorage, SparseTensor, StorageError},
    value::{Dtype, DtypeVisitor, Element, Values},
};
use memory::Memory;
use signature::{Mismatch, Parameter as Declared, Signature};
use std::{borrow::Cow, ffi::c_void, ops::Range, ptr};

pub use guarded::Place;
pub use memory::Misuse;

/// A buffer as MLIR passes it: two pointers, an offset, sizes, strides.
struct Descriptor {
    words: Box<[u64]>,
}

impl Descriptor {
    fn new(data: *const c_void, shape: &[u64]) -> Self {
        let mut strides = vec![1u64; shape.len()];
        for dimension in (1..shape.len()).rev() {
            strides[dimension - 1] = strides[dimension].wrapping_mul(shape[dimension]);
        }
        let words = [data as u64, data as u64, 0].into_iter().chain(shape.iter().copied()).chain(strides).collect();
        Self { words }
    }

    fn data(&self) -> *const c_void {
        self.words[1] as *const c_void
    }
}

/// What is passed to a kernel.
enum Parameter {
    Buffer(Descriptor),
    Size(u64),
}

impl Parameter {
    /// Where it is.
    fn words(&mut self) -> *mut u64 {
        match self {
            Self::Buffer(descriptor) => descriptor.words.as_mut_ptr(),
            Self::Size(size) => size,
        }
    }
}

/// An argument of a kernel.
pub enum Argument<'a> {
    /// A stored tensor, which the kernel reads, and the dimensions whose sizes its type leaves open.
    Stored(&'a SparseTensor, Vec<usize>),
    /// A dense tensor, which the kernel reads.
    Dense(&'a SparseTensor),
}

/// Why a call cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The engine has no such function.
    #[error("internal error: the compiled module has no function {0}")]
    NoFunction(String),
    /// The arrays of a tensor break what its format promises; kernels trust it.
    #[error("argument {argument} of {name}: {error}")]
    Storage {
        /// The number of the argument, from 0; a dense result is the last one.
        argument: usize,
        /// The function.
        name: String,
        /// What is broken, and where.
        error: StorageError,
    },
    /// The kernel found that it cannot go on, and said this.
    #[error("{0}")]
    Stopped(String),
    /// An array of the kernel does not fit the memory; it said this.
    #[error("{0}")]
    NoMemoryInKernel(String),
    /// A tensor is not what the kernel was compiled for.
    #[error("internal error: {0}")]
    Mismatch(#[from] Mismatch),
    /// The kernel takes another number of tensors.
    #[error("internal error: {name} takes {expected} tensors, {found} were given")]
    Count {
        /// The function.
        name: String,
        /// How many it takes and gives.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// There is no memory to guard what the kernel is given.
    #[error("{NO_MEMORY} for guarded copies of the operands")]
    NoMemory,
    /// The kernel uses memory as it must not: a fault of the compiler.
    #[error("internal error: the kernel misuses memory: {0}")]
    Misuse(Misuse),
}

impl CallError {
    /// Whether the fault is ours.
    pub fn is_ours(&self) -> bool {
        match self {
            Self::NoFunction(_) | Self::Mismatch(_) | Self::Count { .. } | Self::Misuse(_) => true,
            Self::Storage { .. } | Self::Stopped(_) | Self::NoMemoryInKernel(_) | Self::NoMemory => false,
        }
    }
}

/// Where a result of a kernel goes.
pub enum Target<'a> {
    /// Into the values of a dense tensor, whose place is one of the last arguments of the function.
    Dense(&'a mut SparseTensor),
    /// Into arrays that the kernel allocates, of a tensor of the same shape, format and element type as this one; with the
    /// dimensions whose sizes its type leaves open.
    Stored(&'a SparseTensor, Vec<usize>),
}

impl Target<'_> {
    /// How many words the kernel describes the result with.
    fn words(&self) -> usize {
        match self {
            Target::Dense(tensor) => 3 + 2 * tensor.shape.len(),
            Target::Stored(like, open) => ARRAY_WORDS * arrays_of(like) + open.len(),
        }
    }
}

/// How many arrays a stored tensor has.
fn arrays_of(tensor: &SparseTensor) -> usize {
    tensor.levels.iter().flat_map(|level| [&level.positions, &level.coordinates]).flatten().count() + 1
}

/// A result: where it goes, and where the kernel describes it.
struct Outcome<'a> {
    target: Target<'a>,
    words: Range<usize>,
    /// The parameter that is the place of a dense result.
    place: Option<usize>,
}

/// A kernel with its arguments, ready to be called again and again.
pub struct BoundKernel<'a> {
    entry: Code,
    parameters: Vec<Parameter>,
    /// The descriptors of the results.
    words: Box<[u64]>,
    outcomes: Vec<Outcome<'a>>,
    memory: Memory,
    checks: MemoryChecks,
}

impl<'a> BoundKernel<'a> {
    /// Binds a function to its arguments, which it borrows as long as it can be called, and the places of its results, in
    /// their order.
    /// `checks` are those that the function was compiled for.
    ///
    /// # Errors
    /// Where there is no such function, or a tensor is broken, or not what the function was compiled for.
    pub fn bind(
        native: &mut Native,
        signature: &Signature,
        arguments: &[Argument<'a>],
        targets: Vec<Target<'a>>,
        checks: MemoryChecks,
    ) -> Result<Self, CallError> {
        let name = &signature.name;
        let tensors = arguments.iter().map(|argument| match argument {
            Argument::Stored(tensor, _) | Argument::Dense(tensor) => *tensor,
        });
        let dense = targets.iter().filter_map(|target| match target {
            Target::Dense(tensor) => Some(&**tensor),
            Target::Stored(..) => None,
        });
        let stored = targets.iter().filter_map(|target| match target {
            Target::Dense(_) => None,
            Target::Stored(like, _) => Some(*like),
        });
        let given: Vec<_> = tensors.chain(dense).collect();
        let all: Vec<_> = given.iter().copied().chain(stored).collect();
        let expected = signature.arguments.iter().chain(&signature.results);
        if expected.clone().count() != all.len() {
            let expected = expected.count();
            return Err(CallError::Count { name: name.clone(), expected, found: all.len() });
        }
        for (declared, tensor) in expected.zip(&all) {
            declared.expect(tensor)?;
        }
        for (argument, tensor) in given.iter().enumerate() {
            tensor.validate().map_err(|error| CallError::Storage { argument, name: name.clone(), error })?;
        }
        let interface = format!("_mlir_ciface_{name}");
        let entry = native.packed(&interface).ok_or(CallError::NoFunction(interface))?;
        let memory = Memory::new(checks);
        let mut parameters = Vec::new();
        for (argument, declared) in arguments.iter().zip(&signature.arguments) {
            match argument {
                Argument::Dense(tensor) => parameters.push(dense_parameter(&memory, declared, tensor, false)?),
                Argument::Stored(tensor, open) => {
                    parameters.extend(stored_parameters(&memory, declared, tensor)?);
                    parameters.extend(open.iter().map(|dimension| Parameter::Size(tensor.shape[*dimension])));
                }
            }
        }
        let (mut outcomes, mut words) = (Vec::new(), 0);
        let mut places = signature.arguments.iter().skip(arguments.len());
        for target in targets {
            let place = match (&target, places.clone().next()) {
                (Target::Dense(tensor), Some(declared)) => {
                    // The kernel computes in place.
                    places.next();
                    parameters.push(dense_parameter(&memory, declared, tensor, true)?);
                    Some(parameters.len() - 1)
                }
                _ => None,
            };
            let own = words..words + target.words();
            words = own.end;
            outcomes.push(Outcome { target, words: own, place });
        }
        Ok(Self { entry, parameters, words: vec![0; words].into(), outcomes, memory, checks })
    }

    /// Runs the kernel once. What it allocated the time before is freed.
    ///
    /// # Errors
    /// Where the kernel stops, and where it misuses memory; it holds nothing then.
    pub fn call(&mut self) -> Result<(), CallError> {
        if self.checks.failing == Some(Failing::Each) {
            self.call_without_memory()?;
        }
        self.memory.fail(None);
        self.run()?;
        self.give_back();
        Ok(())
    }

    /// The most bytes that the last call had allocated at a time, results among them.
    pub fn most_bytes(&self) -> usize {
        self.memory.most_bytes()
    }

    /// Calls the kernel once for each of its allocations, which finds no memory then: each call has to end with a message.
    /// Of very many allocations, only some are tried.
    fn call_without_memory(&mut self) -> Result<(), CallError> {
        const MOST_TRIED: u64 = 64;
        let before = self.dense_values();
        self.memory.fail(None);
        self.run()?;
        let allocations = self.memory.asked();
        let step = allocations.div_ceil(MOST_TRIED).max(1);
        for number in (1..=allocations).step_by(step as usize) {
            self.start_from(before.clone());
            self.memory.fail(Some(number));
            let unchecked = |said| Err(CallError::Misuse(Misuse::Unchecked(number, said)));
            match self.run() {
                Err(CallError::NoMemoryInKernel(_)) => {}
                Err(CallError::Stopped(message)) => return unchecked(Some(message)),
                Err(other) => return Err(other),
                Ok(()) => return unchecked(None),
            }
        }
        self.start_from(before);
        Ok(())
    }

    /// Runs the code.
    fn run(&mut self) -> Result<(), CallError> {
        self.release();
        // An argument is given by where it is: that of a buffer is where its descriptor is.
        let mut result = self.words.as_mut_ptr();
        let mut arguments: Vec<*mut c_void> = vec![std::ptr::from_mut(&mut result).cast()];
        let mut buffers: Vec<*mut u64> = self.parameters.iter_mut().map(Parameter::words).collect();
        arguments.extend(self.parameters.iter_mut().zip(&mut buffers).map(|(parameter, words)| match parameter {
            Parameter::Buffer(_) => std::ptr::from_mut(words).cast(),
            Parameter::Size(size) => std::ptr::from_mut(size).cast::<c_void>(),
        }));
        let entry = self.entry;
        // SAFETY: the descriptors follow the function's signature: the compiler made it from the same declarations.
        let ended = self.memory.lend(|faults| unsafe { engine::call(entry, &mut arguments, faults) });
        let running = threads::wait_for_all();
        if let Err(ended) = ended {
            self.memory.free_all();
            let misuse = self.memory.settle(&[], |_| true);
            return Err(match (ended, misuse) {
                (Ended::Faulted(what), _) => CallError::Misuse(Misuse::Fault(what)),
                (Ended::Stopped(_), Some(misuse)) => CallError::Misuse(misuse),
                // Where no memory is left to say it, nothing is said.
                (Ended::Stopped(message), None) if message.is_empty() => {
                    CallError::NoMemoryInKernel(format!("{NO_MEMORY} for what the kernel allocates"))
                }
                (Ended::Stopped(message), None) if message.starts_with(NO_MEMORY) => {
                    CallError::NoMemoryInKernel(message)
                }
                (Ended::Stopped(message), None) => CallError::Stopped(message),
            });
        }
        let is_given = |data: *const c_void| self.buffers().any(|buffer| buffer.words[0] == data as u64);
        let results: Vec<_> = self.arrays().map(|array| array[0] as *const c_void).collect();
        let misuse = self.memory.settle(&results, is_given);
        let is_elsewhere = self.outcomes.iter().any(|outcome| match (&outcome.target, self.place(outcome)) {
            (Target::Dense(tensor), Some(place)) => {
                !tensor.values.is_empty() && self.words[outcome.words.start + 1] != place as u64
            }
            _ => false,
        });
        let misuse = misuse.or(is_elsewhere.then_some(Misuse::Elsewhere));
        let misuse = misuse.or((running > 0).then_some(Misuse::Running(running)));
        misuse.map_or(Ok(()), |misuse| Err(CallError::Misuse(misuse)))
    }

    /// The buffers that the kernel is given.
    fn buffers(&self) -> impl Iterator<Item = &Descriptor> {
        self.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Buffer(descriptor) => Some(descriptor),
            Parameter::Size(_) => None,
        })
    }

    /// The descriptors of the arrays of all stored results.
    fn arrays(&self) -> impl Iterator<Item = &[u64]> {
        let of_stored = |outcome: &Outcome<'_>| match &outcome.target {
            Target::Dense(_) => 0..0,
            Target::Stored(_, open) => outcome.words.start..outcome.words.end - open.len(),
        };
        self.outcomes.iter().flat_map(move |outcome| self.words[of_stored(outcome)].chunks_exact(ARRAY_WORDS))
    }

    /// Where the values of a dense result are, for the kernel.
    fn place(&self, outcome: &Outcome<'_>) -> Option<*mut c_void> {
        match self.parameters.get(outcome.place?)? {
            Parameter::Buffer(place) => Some(place.data().cast_mut()),
            Parameter::Size(_) => None,
        }
    }

    /// Has dense results the values that the kernel computed, where it computed them in guarded copies.
    fn give_back(&mut self) {
        let places: Vec<_> = self.outcomes.iter().map(|outcome| self.place(outcome)).collect();
        for (outcome, place) in self.outcomes.iter_mut().zip(places) {
            let (Target::Dense(tensor), Some(place)) = (&mut outcome.target, place) else { continue };
            if !ptr::eq(place, tensor.values.as_ptr()) {
                let bytes = tensor.values.len() * tensor.dtype().size_in_bytes();
                // SAFETY: the copy has as many bytes.
                unsafe { ptr::copy_nonoverlapping(place.cast::<u8>(), tensor.values.as_mut_ptr().cast::<u8>(), bytes) };
            }
        }
    }

    /// The results of the last call, in their order. What the kernel allocated for them is freed.
    pub fn take_results(&mut self) -> Vec<Cow<'_, SparseTensor>> {
        let made = |outcome: &Outcome<'_>| match &outcome.target {
            Target::Dense(_) => None,
            Target::Stored(like, _) => Some(stored_result(like, &self.words[outcome.words.clone()])),
        };
        let made: Vec<_> = self.outcomes.iter().map(made).collect();
        self.release();
        let tensors = self.outcomes.iter().zip(made);
        tensors
            .map(|(outcome, made)| match (&outcome.target, made) {
                (_, Some(made)) => Cow::Owned(made),
                (Target::Dense(tensor), None) => Cow::Borrowed(&**tensor),
                (Target::Stored(like, _), None) => Cow::Borrowed(*like),
            })
            .collect()
    }

    /// The result of a kernel that has one.
    pub fn take_result(&mut self) -> Option<Cow<'_, SparseTensor>> {
        self.take_results().pop()
    }

    /// The values of the dense results, in their order.
    pub fn dense_values(&self) -> Vec<Values> {
        let values = self.outcomes.iter().filter_map(|outcome| match &outcome.target {
            Target::Dense(tensor) => Some(tensor.values.clone()),
            Target::Stored(..) => None,
        });
        values.collect()
    }

    /// Lets the dense results have these values, of which there are as many of the same type, before the next call.
    pub fn start_from(&mut self, values: Vec<Values>) {
        let places: Vec<_> = self.outcomes.iter().map(|outcome| self.place(outcome)).collect();
        let mut values = values.into_iter();
        for (outcome, place) in self.outcomes.iter_mut().zip(places) {
            let (Target::Dense(tensor), Some(place)) = (&mut outcome.target, place) else { continue };
            let Some(values) = values.next() else { return };
            assert!(
                values.dtype() == tensor.dtype() && values.len() == tensor.values.len(),
                "the values have other places"
            );
            let is_copied = !ptr::eq(place, tensor.values.as_ptr());
            tensor.values = values;
            let data = tensor.values.as_ptr();
            if is_copied {
                let bytes = tensor.values.len() * tensor.dtype().size_in_bytes();
                // SAFETY: the copy has as many bytes.
                unsafe { ptr::copy_nonoverlapping(data.cast::<u8>(), place.cast::<u8>(), bytes) };
            } else if let Some(parameter) = outcome.place {
                self.parameters[parameter] = Parameter::Buffer(Descriptor::new(data, &tensor.shape));
            }
        }
    }

    /// Frees what the kernel handed over.
    fn release(&mut self) {
        for array in self.arrays() {
            self.memory.free(array[0] as *const c_void);
        }
        self.words.fill(0);
    }
}

/// The tensor in the arrays that a kernel made, which is stored like another.
fn stored_result(like: &SparseTensor, made: &[u64]) -> SparseTensor {
    let mut arrays = made.chunks_exact(ARRAY_WORDS);
    let mut next = |like: &Option<IndexArray>| {
        // SAFETY: the kernel made the arrays that the format asks for, in this order and these widths.
        like.as_ref().map(|like| unsafe { index_array(arrays.next().unwrap_or_default(), like.width()) })
    };
    let levels = like
        .levels
        .iter()
        .map(|level| LevelStorage { positions: next(&level.positions), coordinates: next(&level.coordinates) })
        .collect();
    // SAFETY: as above; the values come last.
    let values = unsafe { values(arrays.next().unwrap_or_default(), like.dtype()) };
    SparseTensor { shape: like.shape.clone(), format: like.format.clone(), levels, values }
}

/// The words of the descriptor of an array: two pointers, offset, size, stride.
const ARRAY_WORDS: usize = 5;

/// The elements of an array that a kernel made.
///
/// # Safety
/// The descriptor must be one of an array of `T`.
unsafe fn elements<T: Copy>(descriptor: &[u64]) -> Vec<T> {
    let [_, data, offset, length, _] = *descriptor else { return Vec::new() };
    if length == 0 {
        return Vec::new();
    }
    // SAFETY: the caller's.
    unsafe { std::slice::from_raw_parts((data as *const T).add(offset as usize), length as usize).to_vec() }
}

unsafe fn index_array(descriptor: &[u64], width: Width) -> IndexArray {
    // SAFETY: the caller's.
    unsafe {
        match width {
            Width::W8 => IndexArray::U8(elements(descriptor)),
            Width::W16 => IndexArray::U16(elements(descriptor)),
            Width::W32 => IndexArray::U32(elements(descriptor)),
            Width::W64 => IndexArray::U64(elements(descriptor)),
        }
    }
}

/// # Safety
/// The descriptor must be one of an array of `dtype`.
unsafe fn values(descriptor: &[u64], dtype: Dtype) -> Values {
    struct Copied<'a>(&'a [u64]);
    impl DtypeVisitor for Copied<'_> {
        type Output = Values;
        fn visit<T: Element>(self) -> Values {
            // SAFETY: the caller's.
            T::wrap(unsafe { elements(self.0) })
        }
    }
    dtype.visit(Copied(descriptor))
}

/// What a kernel is given of a stored tensor: its arrays.
fn stored_parameters(memory: &Memory, declared: &Declared, tensor: &SparseTensor) -> Result<Vec<Parameter>, CallError> {
    let mut parameters = Vec::new();
    for (level, storage) in tensor.levels.iter().enumerate() {
        for (what, array) in [("positions", &storage.positions), ("coordinates", &storage.coordinates)] {
            let Some(array) = array else { continue };
            let name = || format!("the {what} of level {level} of {}", declared.name);
            let width = array.width().bits() as usize / 8;
            // SAFETY: the tensor is borrowed as long as the kernel can be called.
            let data = unsafe { memory.give(name, (array.as_ptr(), array.len(), width), false) };
            let data = data.ok_or(CallError::NoMemory)?;
            parameters.push(Parameter::Buffer(Descriptor::new(data, &[array.len() as u64])));
        }
    }
    let length = tensor.values.len() as u64;
    let data = given_values(memory, declared, tensor, false)?;
    parameters.push(Parameter::Buffer(Descriptor::new(data, &[length])));
    Ok(parameters)
}

/// What a kernel is given of a dense tensor.
fn dense_parameter(
    memory: &Memory,
    declared: &Declared,
    tensor: &SparseTensor,
    writable: bool,
) -> Result<Parameter, CallError> {
    let data = given_values(memory, declared, tensor, writable)?;
    Ok(Parameter::Buffer(Descriptor::new(data, &tensor.shape)))
}

fn given_values(
    memory: &Memory,
    declared: &Declared,
    tensor: &SparseTensor,
    writable: bool,
) -> Result<*const c_void, CallError> {
    let name = || format!("the values of {}", declared.name);
    let values = (tensor.values.as_ptr(), tensor.values.len(), tensor.dtype().size_in_bytes());
    // SAFETY: the tensor is borrowed as long as the kernel can be called.
    unsafe { memory.give(name, values, writable) }.ok_or(CallError::NoMemory)
}
