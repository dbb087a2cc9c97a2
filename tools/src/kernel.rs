//! Calling native code on stored tensors.
//!
//! A kernel takes, for each argument of its function, a pointer to what MLIR calls a memref descriptor: for a stored
//! tensor one for each of its arrays (outermost level first, positions before coordinates, the values last), for a
//! dense one that of its elements. A stored result is what the function gives: the descriptors of arrays that it
//! allocated, in the same order. The sizes of dimensions that the type of a stored tensor leaves open follow its arrays.

use crate::compiler::Native;
use lacuna_dialects::engine::{self, Code};
use lacuna_runtime::{
    format::Width,
    storage::{IndexArray, LevelStorage, SparseTensor, StorageError},
    value::{Dtype, DtypeVisitor, Element, Values},
};
use std::{borrow::Cow, ffi::c_void};

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

    /// Room for a descriptor that the kernel fills in.
    fn empty(rank: usize) -> Self {
        Self { words: vec![0; 3 + 2 * rank].into() }
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
    /// The kernel found that it cannot go on, and said this; nothing, where there was no memory left to say it.
    #[error("{}", if .0.is_empty() { "not enough memory for what the kernel allocates" } else { .0.as_str() })]
    Stopped(String),
}

/// Where the result of a kernel goes.
pub enum Target<'a> {
    /// Into the values of a dense tensor, which is the last argument of the function.
    Dense(&'a mut SparseTensor),
    /// Into arrays that the kernel allocates, of a tensor of the same shape, format and element type as this one; with the
    /// dimensions whose sizes its type leaves open.
    Stored(&'a SparseTensor, Vec<usize>),
}

/// A kernel with its arguments, ready to be called again and again.
pub struct BoundKernel<'a> {
    entry: Code,
    parameters: Vec<Parameter>,
    result: Descriptor,
    target: Target<'a>,
}

impl<'a> BoundKernel<'a> {
    /// Binds the function `name` to its arguments, which it borrows as long as it can be called, and the place of its
    /// result.
    ///
    /// # Errors
    /// Where there is no such function, or a tensor is broken.
    pub fn bind(
        native: &mut Native,
        name: &str,
        arguments: &[Argument<'a>],
        target: Target<'a>,
    ) -> Result<Self, CallError> {
        let dense_target = match &target {
            Target::Dense(tensor) => Some(&**tensor),
            Target::Stored(..) => None,
        };
        let tensors = arguments.iter().map(|argument| match argument {
            Argument::Stored(tensor, _) | Argument::Dense(tensor) => *tensor,
        });
        for (argument, tensor) in tensors.chain(dense_target).enumerate() {
            tensor.validate().map_err(|error| CallError::Storage { argument, name: name.to_owned(), error })?;
        }
        let interface = format!("_mlir_ciface_{name}");
        let entry = native.packed(&interface).ok_or(CallError::NoFunction(interface))?;
        let mut parameters = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Dense(tensor) => {
                    parameters.push(Parameter::Buffer(Descriptor::new(tensor.values.as_ptr(), &tensor.shape)));
                }
                Argument::Stored(tensor, open) => {
                    for level in &tensor.levels {
                        for array in [&level.positions, &level.coordinates].into_iter().flatten() {
                            parameters.push(Parameter::Buffer(index_descriptor(array)));
                        }
                    }
                    let values = &tensor.values;
                    parameters.push(Parameter::Buffer(Descriptor::new(values.as_ptr(), &[values.len() as u64])));
                    parameters.extend(open.iter().map(|dimension| Parameter::Size(tensor.shape[*dimension])));
                }
            }
        }
        let result = match &target {
            Target::Dense(tensor) => {
                // The kernel computes in place.
                parameters.push(Parameter::Buffer(Descriptor::new(tensor.values.as_ptr(), &tensor.shape)));
                Descriptor::empty(tensor.shape.len())
            }
            Target::Stored(like, open) => {
                let arrays = like.levels.iter().flat_map(|level| [&level.positions, &level.coordinates]).flatten();
                Descriptor { words: vec![0; ARRAY_WORDS * (arrays.count() + 1) + open.len()].into() }
            }
        };
        Ok(Self { entry, parameters, result, target })
    }

    /// Runs the kernel once. What it allocated the time before is freed.
    ///
    /// # Errors
    /// Where the kernel stops; what it had allocated then is lost.
    pub fn call(&mut self) -> Result<(), CallError> {
        self.release();
        // An argument is given by where it is: that of a buffer is where its descriptor is.
        let mut result = self.result.words.as_mut_ptr();
        let mut arguments: Vec<*mut c_void> = vec![std::ptr::from_mut(&mut result).cast()];
        let mut buffers: Vec<*mut u64> = self.parameters.iter_mut().map(Parameter::words).collect();
        arguments.extend(self.parameters.iter_mut().zip(&mut buffers).map(|(parameter, words)| match parameter {
            Parameter::Buffer(_) => std::ptr::from_mut(words).cast(),
            Parameter::Size(size) => std::ptr::from_mut(size).cast::<c_void>(),
        }));
        // SAFETY: the descriptors follow the function's signature: the compiler made it from the same declarations.
        unsafe { engine::call(self.entry, &mut arguments) }.map_err(CallError::Stopped)?;
        if let Target::Dense(tensor) = &self.target {
            debug_assert!(
                tensor.values.is_empty() || self.result.data() == tensor.values.as_ptr(),
                "the kernel computes in place"
            );
        }
        Ok(())
    }

    /// The result of the last call. What the kernel allocated for it is freed.
    pub fn take_result(&mut self) -> Cow<'_, SparseTensor> {
        let stored = match &self.target {
            Target::Dense(_) => None,
            Target::Stored(like, _) => Some(stored_result(like, &self.result)),
        };
        self.release();
        match &self.target {
            Target::Dense(tensor) => Cow::Borrowed(tensor),
            Target::Stored(..) => Cow::Owned(stored.expect("the result is stored")),
        }
    }

    /// Lets a dense result have these values, of which there are as many of the same type, before the next call.
    pub fn start_from(&mut self, values: Values) {
        let (Target::Dense(tensor), Some(parameter)) = (&mut self.target, self.parameters.last_mut()) else { return };
        assert!(
            values.dtype() == tensor.dtype() && values.len() == tensor.values.len(),
            "the values have other places"
        );
        tensor.values = values;
        *parameter = Parameter::Buffer(Descriptor::new(tensor.values.as_ptr(), &tensor.shape));
    }

    fn release(&mut self) {
        if let Target::Stored(_, open) = &self.target {
            let buffers = || {
                self.parameters.iter().filter_map(|parameter| match parameter {
                    Parameter::Buffer(descriptor) => Some(descriptor),
                    Parameter::Size(_) => None,
                })
            };
            let is_argument = |array: &[u64]| buffers().any(|argument| argument.words[0] == array[0]);
            let end = self.result.words.len() - open.len();
            for array in self.result.words[..end].chunks_exact_mut(ARRAY_WORDS) {
                // A kernel may hand back what it was given.
                if !is_argument(array) {
                    // SAFETY: the kernel allocated each array by `malloc` and handed it over; it is freed once.
                    unsafe { free(array[0] as *mut c_void) };
                }
                array.fill(0);
            }
        }
    }
}

impl Drop for BoundKernel<'_> {
    fn drop(&mut self) {
        self.release();
    }
}

/// The tensor in the arrays that a kernel made, which is stored like another.
fn stored_result(like: &SparseTensor, made: &Descriptor) -> SparseTensor {
    let mut arrays = made.words.chunks_exact(ARRAY_WORDS);
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

unsafe extern "C" {
    fn free(pointer: *mut c_void);
}

fn index_descriptor(array: &IndexArray) -> Descriptor {
    Descriptor::new(array.as_ptr(), &[array.len() as u64])
}
