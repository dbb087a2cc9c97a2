"""Upstream MLIR: the same source with `#sparse_tensor.encoding`, through `mlir-opt --sparsifier`.

Timed: zeroing a dense result and the kernel, in place; or the kernel that makes a stored result. Some things are
arranged so that upstream is not charged for what it need not do:
- `linalg.fill` in the kernel makes its pipeline allocate a fresh result on every call, so a wrapper zeroes the buffer,
  flattened so that it is one `memset`, and the kernel accumulates into it (`restrict writable`: no copy);
- `sparse_tensor.assemble` takes the level arrays as they are, without a copy, but wants a static shape: the wrapper
  assembles with this input's sizes and casts to the dynamic shape of the kernel;
- variants with `vl` may assume 32-bit indices and reassociate sums, as Lacuna may by default;
- the variant `sized` says how many entries the operands of a stored result have (`size_hint`): arrays need not grow.
The variant `fast` has `reassoc contract nsz` added to its LLVM IR, where upstream loses such flags.

Upstream has no diagonals.
"""

import re
from math import prod

from harness.problem import Dense, Sparse, Stored

from .contender import Contender, NotApplicable
from .memref import call_in_place, call_making


def contenders(tools):
    fair = "enable-runtime-library=false"
    vector = "enable-index-optimizations=true reassociate-fp-reductions=true"
    yield _contender(tools, "upstream", "", fair)
    yield _contender(tools, "upstream", "fast", fair, rewrite_ir=_add_fast_flags)
    yield _contender(tools, "upstream", "sized", fair, rewrite_text=_add_size_hint)
    for lanes in (4, 8, 16, 32):
        yield _contender(tools, "upstream vl", str(lanes), f"{fair} {vector} vl={lanes}")


def _contender(tools, column, variant, options, rewrite_text=None, rewrite_ir=None):
    def bind(problem):
        kernel = problem.kernel
        if any(tensor.format.upstream is None for tensor in kernel.stored):
            raise NotApplicable
        text = kernel.text()
        if rewrite_text is not None and rewrite_text(text) == text:
            raise NotApplicable
        if column == "upstream vl" and kernel.is_fresh:
            raise NotApplicable  # what appends to a result is not vectorized
        words = re.sub(r"\W+", "_", f"{column} {variant} {kernel.name} {problem.name}")
        text = _module(problem, rewrite_text(text) if rewrite_text else text)
        library = tools.load_mlir(words, text, tools.mlir_opt, [f"--sparsifier={options}"], rewrite_ir)
        if kernel.is_fresh:
            return call_making(library._mlir_ciface_run, kernel.result.format, kernel.dtype, 0, problem.arrays)
        return call_in_place(library._mlir_ciface_run, problem.result.ndim, [*problem.arrays, problem.result])

    return Contender(column, variant, True, bind)


def _module(problem, text):
    """The kernel, accumulating, and the wrapper for this input's shape."""
    encodings = "".join(
        f"#{own.name} = #sparse_tensor.encoding<{{map = {own.format.upstream}, posWidth = 32, crdWidth = 32}}>\n"
        for own in problem.kernel.stored
    )
    return encodings + _private(text) + _wrapper(problem).replace("f64", problem.kernel.element)


def _private(text):
    """The kernel as a private function that starts from a dense result argument instead of zeros."""
    fill = re.search(r"  %start = linalg\.fill .* outs\((%\w+) .*\n", text)
    if fill is not None:
        text = text.replace(fill[0], "").replace("outs(%start", f"outs({fill[1]}")
    text = text.replace("stensor.convert", "sparse_tensor.convert")
    text = re.sub(r"attributes \{llvm\.emit_c_interface\} ", "", text)
    return text.replace("func.func @kernel", "func.func private @kernel")


def _wrapper(problem):
    """A function that takes the arrays of all operands and gives those of the result."""
    parameters, body, names, types = [], [], [], []

    def parameter(type):
        parameters.append(f"%argument{len(parameters)}: {type}")
        return parameters[-1].partition(":")[0]

    for number, (tensor, data) in enumerate(zip(problem.kernel.operands, problem.operands)):
        types.append(_tensor(tensor))
        if isinstance(data, Stored):
            arrays = [parameter("tensor<?xi32>") for _ in data.levels]
            values = parameter("tensor<?xf64>")
            static = f"tensor<{'x'.join(map(str, data.shape))}xf64, #{tensor.name}>"
            level_types = ", ".join("tensor<?xi32>" for _ in data.levels)
            body += [
                f"%static{number} = sparse_tensor.assemble ({', '.join(arrays)}), {values}",
                f"    : ({level_types}), tensor<?xf64> to {static}",
                f"%operand{number} = tensor.cast %static{number} : {static} to {types[-1]}",
            ]
            names.append(f"%operand{number}")
        else:
            names.append(parameter(types[-1]))
    result = problem.kernel.result
    if isinstance(result, Dense):
        out = parameter(_tensor(result).replace("tensor", "memref"))
        body += _zeroed(out, result)
        names.append("%start")
        types.append(_tensor(result))
    body.append(f"%result = call @kernel({', '.join(names)}) : ({', '.join(types)}) -> {_tensor(result)}")
    given, given_types = ["%result"], [_tensor(result)]
    if isinstance(result, Sparse):
        given, given_types = _taken_apart(result, body)
    return "\n".join(
        [
            f"func.func @run({', '.join(parameters)}) -> ({', '.join(given_types)})",
            "    attributes {llvm.emit_c_interface} {",
            *(f"  {line}" for line in body),
            f"  return {', '.join(given)} : {', '.join(given_types)}",
            "}\n",
        ]
    )


def _zeroed(out, result):
    """`%start`: the tensor in the buffer `out`, zeroed."""
    memref = _tensor(result).replace("tensor", "memref")
    lines = ["%zero = arith.constant 0.0 : f64"]
    flat, flat_type = out, memref
    if result.dimensions:
        is_known = all(isinstance(own, int) for own in result.dimensions)
        flat, flat_type = "%flat", f"memref<{prod(result.dimensions) if is_known else '?'}xf64>"
        groups = ", ".join(map(str, range(len(result.dimensions))))
        lines.append(f"%flat = memref.collapse_shape {out} [[{groups}]] : {memref} into {flat_type}")
    return [
        *lines,
        f"linalg.fill ins(%zero : f64) outs({flat} : {flat_type})",
        f"%start = bufferization.to_tensor {out} restrict writable : {memref} to {_tensor(result)}",
    ]


def _taken_apart(result, body):
    """The arrays of the stored result and their types; adds to the body what reads them."""
    names, types = [], []
    for kind, level in [*result.format.arrays, ("values", None)]:
        names.append(f"%array{len(names)}")
        which = "" if level is None else f" {{level = {level} : index}}"
        types.append("memref<?xf64>" if level is None else "memref<?xi32>")
        body.append(f"{names[-1]} = sparse_tensor.{kind} %result{which} : {_tensor(result)} to {types[-1]}")
    return names, types


def _tensor(tensor):
    """The type of a tensor: numbers are static, letters dynamic."""
    sizes = "".join(f"{own}x" if isinstance(own, int) else "?x" for own in tensor.dimensions)
    return f"tensor<{sizes}f64, #{tensor.name}>" if isinstance(tensor, Sparse) else f"tensor<{sizes}f64>"


def _add_size_hint(text):
    """The kernel whose empty stored result has room for the entries of both operands."""
    operands = re.search(r"ins\(%A, %B : (.*), (tensor<.*, #B>)\) outs\(%empty", text)
    if operands is None:
        return text
    hint = (
        f"  %entries_A = sparse_tensor.number_of_entries %A : {operands[1]}\n"
        f"  %entries_B = sparse_tensor.number_of_entries %B : {operands[2]}\n"
        "  %entries = arith.addi %entries_A, %entries_B : index\n"
        r"  %empty = bufferization.alloc_tensor(\1) size_hint=%entries :"
    )
    return re.sub(r"  %empty = tensor\.empty\((.*)\) :", hint, text)


def _add_fast_flags(ir):
    """LLVM IR whose floating-point sums and products may be reassociated and contracted."""
    return re.sub(r"= (fadd|fmul) (?=double|float|<)", r"= \1 reassoc nsz contract ", ir)
