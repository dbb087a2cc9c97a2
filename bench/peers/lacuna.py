"""Lacuna: the kernel's source through `lacuna-opt --lacuna`, with the format as `#stensor.format`.

Timed: the kernel with its zeroing of the result. A sparse argument is its level arrays, its values and its sizes.
"""

from .contender import Contender
from .memref import c_interface_call


def contender(tools):
    libraries = {}

    def bind(problem):
        kernel = problem.kernel
        if kernel.name not in libraries:
            text = f"#SPARSE = #stensor.format<{kernel.format.lacuna}>\n{kernel.text()}"
            libraries[kernel.name] = tools.load_mlir(f"lacuna_{kernel.name}", text, tools.lacuna_opt, ["--lacuna"])
        arguments = [*problem.levels, problem.values, *problem.shape, *problem.dense, problem.result]
        return c_interface_call(libraries[kernel.name]._mlir_ciface_kernel, problem.result.ndim, arguments)

    return Contender("lacuna", "", False, bind)
