//! Calling native code on stored tensors.
//!
//! A kernel takes, for each argument of its function, a pointer to what MLIR calls a memref descriptor: for a stored
//! tensor one for each of its arrays (outermost level first, positions before coordinates, the values last), for a
//! dense one that of its elements.

use crate::compiler::Native;
use lacuna_runtime::storage::{IndexArray, SparseTensor};
use std::ffi::c_void;

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

/// An argument of a kernel.
pub enum Argument<'a> {
    /// A stored tensor, which the kernel reads.
    Stored(&'a SparseTensor),
    /// A dense tensor, which the kernel reads.
    Dense(&'a SparseTensor),
}

/// Why a call cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The engine has no such function.
    #[error("internal error: the compiled module has no function {0}")]
    NoFunction(String),
}

/// A kernel with its arguments, ready to be called again and again.
pub struct BoundKernel<'a> {
    entry: unsafe extern "C" fn(*mut *mut c_void),
    descriptors: Vec<Descriptor>,
    result: Descriptor,
    target: &'a mut SparseTensor,
}

impl<'a> BoundKernel<'a> {
    /// Binds the function `name` to its arguments; the result goes to the values of `target`, which is dense and the
    /// last argument of the function.
    pub fn bind(
        native: &mut Native,
        name: &str,
        arguments: &[Argument<'_>],
        target: &'a mut SparseTensor,
    ) -> Result<Self, CallError> {
        let interface = format!("_mlir_ciface_{name}");
        let entry = native.packed(&interface).ok_or(CallError::NoFunction(interface))?;
        let mut descriptors = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Dense(tensor) => descriptors.push(Descriptor::new(tensor.values.as_ptr(), &tensor.shape)),
                Argument::Stored(tensor) => {
                    for level in &tensor.levels {
                        for array in [&level.positions, &level.coordinates].into_iter().flatten() {
                            descriptors.push(index_descriptor(array));
                        }
                    }
                    let values = &tensor.values;
                    descriptors.push(Descriptor::new(values.as_ptr(), &[values.len() as u64]));
                }
            }
        }
        descriptors.push(Descriptor::new(target.values.as_mut_ptr(), &target.shape));
        let result = Descriptor::empty(target.shape.len());
        Ok(Self { entry, descriptors, result, target })
    }

    /// Runs the kernel once.
    pub fn call(&mut self) {
        let mut pointers: Vec<*mut c_void> = std::iter::once(&mut self.result)
            .chain(&mut self.descriptors)
            .map(|descriptor| descriptor.words.as_mut_ptr().cast())
            .collect();
        let mut arguments: Vec<*mut c_void> =
            pointers.iter_mut().map(|pointer| std::ptr::from_mut(pointer).cast()).collect();
        // SAFETY: the descriptors follow the function's signature: the compiler made it from the same declarations.
        unsafe { (self.entry)(arguments.as_mut_ptr()) }
        debug_assert!(
            self.target.values.is_empty() || self.result.data() == self.target.values.as_ptr(),
            "the kernel computes in place"
        );
    }
}

fn index_descriptor(array: &IndexArray) -> Descriptor {
    Descriptor::new(array.as_ptr(), &[array.len() as u64])
}
