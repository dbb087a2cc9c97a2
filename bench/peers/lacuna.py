"""Lacuna: the kernel's source through `lacuna-opt --lacuna`, with formats as `#stensor.format`.

Timed: the kernel with its zeroing of a dense result, or with the allocation of a stored one. A stored argument is its
level arrays, its values and the sizes that its type leaves open.
"""

from harness.problem import Stored

from .contender import Contender
from .memref import call_in_place, call_making


def contender(tools):
    libraries = {}

    def bind(problem):
        kernel = problem.kernel
        if kernel.name not in libraries:
            formats = "".join(f"#{own.name} = #stensor.format<{own.format.lacuna}>\n" for own in kernel.stored)
            name = f"lacuna_{kernel.name}"
            libraries[kernel.name] = tools.load_mlir(name, formats + kernel.text(), tools.lacuna_opt, ["--lacuna"])
        function = libraries[kernel.name]._mlir_ciface_kernel
        arguments = []
        for tensor, operand in zip(kernel.operands, problem.operands):
            if isinstance(operand, Stored):
                unknown = [size for own, size in zip(tensor.dimensions, operand.shape) if isinstance(own, str)]
                arguments += [*operand.arrays, *unknown]
            else:
                arguments.append(operand)
        if kernel.is_fresh:
            format = kernel.result.format
            return call_making(function, format, kernel.dtype, format.order, arguments)
        return call_in_place(function, problem.result.ndim, [*arguments, problem.result])

    return Contender("lacuna", "", False, bind)
