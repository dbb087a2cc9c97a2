"""Upstream MLIR: the same source with `#sparse_tensor.encoding`, through `mlir-opt --sparsifier`.

Timed: zeroing the result and the kernel, in place. Three things are arranged so that upstream is not charged for what
it need not do:
- `linalg.fill` in the kernel makes its pipeline allocate a fresh result on every call, so a wrapper zeroes the buffer,
  flattened so that it is one `memset`, and the kernel accumulates into it (`restrict writable`: no copy);
- `sparse_tensor.assemble` takes the level arrays as they are, without a copy, but wants a static shape: the wrapper
  assembles with this input's sizes and casts to the dynamic shape of the kernel;
- variants with `vl` may assume 32-bit indices and reassociate sums, as Lacuna may by default.
The variant `fast` has `reassoc contract nsz` added to its LLVM IR, where upstream loses such flags.
"""

import re

from .contender import Contender
from .memref import c_interface_call

WRAPPER = """
func.func @run({levels}, %values: tensor<?xf64>, {dense}, %out: {memref}) -> {result}
    attributes {{llvm.emit_c_interface}} {{
  %zero = arith.constant 0.0 : f64
  {flatten}
  linalg.fill ins(%zero : f64) outs(%flat : memref<?xf64>)
  %start = bufferization.to_tensor %out restrict writable : {memref} to {result}
  %static = sparse_tensor.assemble ({level_names}), %values
      : ({level_types}), tensor<?xf64> to {static}
  %A = tensor.cast %static : {static} to {dynamic}
  %result = call @kernel(%A, {dense_names}, %start) : ({dynamic}, {dense_types}, {result}) -> {result}
  return %result : {result}
}}
"""


def contenders(tools):
    fair = "enable-runtime-library=false"
    vector = "enable-index-optimizations=true reassociate-fp-reductions=true"
    yield _contender(tools, "upstream", "", fair)
    yield _contender(tools, "upstream", "fast", fair, _add_fast_flags)
    for lanes in (8, 16, 32):
        yield _contender(tools, "upstream vl", str(lanes), f"{fair} {vector} vl={lanes}")


def _contender(tools, column, variant, options, rewrite_ir=None):
    def bind(problem):
        words = re.sub(r"\W+", "_", f"{column} {variant} {problem.kernel.name} {problem.name}")
        flags = [f"--sparsifier={options}"]
        library = tools.load_mlir(words, _module(problem), tools.mlir_opt, flags, rewrite_ir)
        arguments = [*problem.levels, problem.values, *problem.dense, problem.result]
        return c_interface_call(library._mlir_ciface_run, problem.result.ndim, arguments)

    return Contender(column, variant, True, bind)


def _module(problem):
    """The kernel, accumulating, and the wrapper for this input's shape."""
    kernel = problem.kernel
    encoding = f"#SPARSE = #sparse_tensor.encoding<{{map = {kernel.format.upstream}, posWidth = 32, crdWidth = 32}}>\n"
    return encoding + _without_fill(kernel.text()) + _wrapper(problem)


def _without_fill(text):
    """The kernel as a private function that starts from its result argument instead of zeros."""
    fill = re.search(r"  %start = linalg\.fill .* outs\((%\w+) .*\n", text)
    text = text.replace(fill[0], "").replace("outs(%start", f"outs({fill[1]}")
    text = text.replace("attributes {llvm.emit_c_interface} ", "")
    return text.replace("func.func @kernel", "func.func private @kernel")


def _wrapper(problem):
    kernel = problem.kernel
    level_names = [f"%level{number}" for number in range(len(problem.levels))]
    dense_names = [f"%dense{number}" for number in range(len(problem.dense))]
    dense_types = [_tensor(dimensions) for dimensions in kernel.dense]
    result = _tensor(kernel.result)
    memref = result.replace("tensor", "memref")
    groups = f"[{', '.join(map(str, range(len(kernel.result))))}]"
    return WRAPPER.format(
        levels=", ".join(f"{name}: tensor<?xi32>" for name in level_names),
        level_names=", ".join(level_names),
        level_types=", ".join("tensor<?xi32>" for _ in level_names),
        dense=", ".join(f"{name}: {own}" for name, own in zip(dense_names, dense_types)),
        dense_names=", ".join(dense_names),
        dense_types=", ".join(dense_types),
        result=result,
        memref=memref,
        flatten=f"%flat = memref.collapse_shape %out [{groups}] : {memref} into memref<?xf64>",
        static=f"tensor<{'x'.join(map(str, problem.shape))}xf64, #SPARSE>",
        dynamic=f"tensor<{'x'.join('?' for _ in problem.shape)}xf64, #SPARSE>",
    )


def _tensor(dimensions):
    """A dense tensor type: numbers are static, letters dynamic."""
    return f"tensor<{'x'.join(str(own) if isinstance(own, int) else '?' for own in dimensions)}xf64>"


def _add_fast_flags(ir):
    """LLVM IR whose floating-point sums and products may be reassociated and contracted."""
    return re.sub(r"= (fadd|fmul) (?=double|<)", r"= \1 reassoc nsz contract ", ir)
