"""The kernels of the comparison and the inputs each is run on."""

from . import inputs, matrices
from .formats import BCSR, COO, COO3, CSC, CSF, CSR, CSR_UNORDERED, DIA, PIXELS, ROWS, SELL, VECTOR
from .problem import Dense, Kernel, Sparse


# The side of an image, and the side and channels of the input of a layer.
SIDE, LAYER_SIDE, CHANNELS = 1001, 256, 64


def choose(table, *names):
    return {name: table[name] for name in names}


MATRICES = {
    "uniform": lambda: inputs.uniform(200_000, 16),
    "stencil": lambda: inputs.stencil(1000),
    "stencil3": lambda: inputs.stencil3(100),
    "rmat": lambda: inputs.rmat(17, 8),
    "blocks": lambda: inputs.blocks(inputs.stencil(250)),
}
SMALL_MATRICES = {
    "uniform": lambda: inputs.uniform(20_000, 16),
    "stencil": lambda: inputs.stencil(200),
    "stencil3": lambda: inputs.stencil3(30),
    "rmat": lambda: inputs.rmat(13, 8),
    "blocks": lambda: inputs.blocks(inputs.stencil(50)),
}
PAIRS = {
    "uniform": lambda: [inputs.uniform(200_000, 16), inputs.uniform(200_000, 16, seed=1)],
    "stencil": lambda: [inputs.stencil(1000), inputs.shifted(inputs.stencil(1000))],
    "rmat": lambda: [inputs.rmat(17, 8), inputs.rmat(17, 8, seed=1)],
}
SMALL_PAIRS = {
    "uniform": lambda: [inputs.uniform(20_000, 16), inputs.uniform(20_000, 16, seed=1)],
    "stencil": lambda: [inputs.stencil(200), inputs.shifted(inputs.stencil(200))],
    "rmat": lambda: [inputs.rmat(13, 8), inputs.rmat(13, 8, seed=1)],
}
SPARSE_VECTORS = {
    "x 1%": lambda: [inputs.uniform(200_000, 16), inputs.vector(200_000, 0.01)],
    "x 10%": lambda: [inputs.uniform(200_000, 16), inputs.vector(200_000, 0.1)],
}
SMALL_SPARSE_VECTORS = {
    "x 1%": lambda: [inputs.uniform(10_000, 16), inputs.vector(10_000, 0.01)],
    "x 10%": lambda: [inputs.uniform(10_000, 16), inputs.vector(10_000, 0.1)],
}
TENSORS = {
    "random": lambda: inputs.random_tensor((20_000, 5_000, 5_000), 5_000_000),
    "fibred": lambda: inputs.fibred_tensor((2_000, 500, 5_000), 80_000, 64),
}
SMALL_TENSORS = {
    "random": lambda: inputs.random_tensor((2_000, 500, 500), 200_000),
    "fibred": lambda: inputs.fibred_tensor((200, 50, 500), 3_000, 64),
}
# Each fibre has a row of the result.
TTM_TENSORS = {
    "random": lambda: inputs.random_tensor((20_000, 5_000, 5_000), 300_000),
    "fibred": lambda: inputs.fibred_tensor((2_000, 500, 5_000), 80_000, 64),
}
# Of two tensors: the entries of random ones hardly meet, fibres of the others do.
TENSOR_PAIRS = {
    "random": lambda: [inputs.random_tensor((2_000, 500, 500), 2_000_000, seed) for seed in (1, 2)],
    "fibred": lambda: [inputs.fibred_tensor((1_000, 200, 500), 40_000, 64, seed) for seed in (1, 2)],
}
SMALL_TENSOR_PAIRS = {
    "random": lambda: [inputs.random_tensor((200, 50, 50), 50_000, seed) for seed in (1, 2)],
    "fibred": lambda: [inputs.fibred_tensor((100, 20, 100), 1_000, 32, seed) for seed in (1, 2)],
}
DENSITIES = {
    "0.1%": lambda: inputs.density(4000, 4000, 0.001),
    "1%": lambda: inputs.density(4000, 4000, 0.01),
    "10%": lambda: inputs.density(4000, 4000, 0.1),
}
SMALL_DENSITIES = {
    "1%": lambda: inputs.density(800, 800, 0.01),
    "10%": lambda: inputs.density(800, 800, 0.1),
}
IMAGES = {
    f"{share:.2%}".replace(".00", ""): lambda share=share: inputs.density(SIDE, SIDE, share)
    for share in (0.5, 0.2, 0.1, 0.01, 0.001)
}
LAYERS = {
    f"{share:.1%}": lambda share=share: inputs.random_tensor(
        (LAYER_SIDE, LAYER_SIDE, CHANNELS), int(LAYER_SIDE * LAYER_SIDE * CHANNELS * share)
    )
    for share in (0.1, 0.01, 0.001)
}


def of_all_kinds():
    """Generated and real matrices, and the small ones in their place."""
    large, small = (choose(table, "uniform", "stencil", "rmat") for table in (MATRICES, SMALL_MATRICES))
    return large | matrices.table(), small


def spmv(name, format, *names, real=True, element="f64"):
    large, small = (choose(table, *names) for table in (MATRICES, SMALL_MATRICES))
    real_ones = matrices.table() if real else {}
    if format is BCSR:
        real_ones = {name: lambda make=make: inputs.whole_blocks(make()) for name, make in real_ones.items()}
    tables = large | real_ones, small
    operands = (Sparse("A", format, "ij"), Dense(("j",)))
    function = name.removesuffix(f"_{element}")
    title = f"SpMV, {format.name}, {element}"
    return Kernel(name, title, "spmv.mlir", operands, Dense(("i",)), *tables, function=function, element=element)


def spmm(name, format, columns, element="f64", told=True):
    """With so many columns, of which the compilers may not be `told`."""
    function = "spmm_coo" if format is COO else "spmm"
    width = columns if told else "k"
    operands, result = (Sparse("A", format, "ij"), Dense(("j", width))), Dense(("i", width))
    title = f"SpMM, {format.name}, {columns} columns{'' if told else ', not told'}, {element}"
    given = {} if told else {width: columns}
    changes = {"?x32xf64": f"?x{width}xf64" if told else "?x?xf64"}
    own = {"function": function, "element": element, "given": given, "changes": changes}
    return Kernel(name, title, "spmm.mlir", operands, result, *of_all_kinds(), **own)


def residual(name):
    operands = (Sparse("A", CSR, "ij"), Dense(("j",)), Dense(("i",)))
    return Kernel(name, "b - A x, CSR", "residual.mlir", operands, Dense(("i",)), *of_all_kinds())


def transposed(name):
    operands = (Sparse("A", CSR, "ij"), Dense(("i",)))
    return Kernel(name, "A' x, CSR", "transposed.mlir", operands, Dense(("j",)), *of_all_kinds())


def norms(name):
    operands = (Sparse("A", CSR, "ij"),)
    return Kernel(name, "Squared norms of rows, CSR", "norms.mlir", operands, Dense(("i",)), *of_all_kinds())


def spmv_half(name):
    """Of a symmetric matrix, the half below the diagonal."""
    large, small = (choose(table, "stencil", "stencil3") for table in (MATRICES, SMALL_MATRICES))
    square = {name: make for name, make in matrices.table().items() if matrices.is_square(name)}
    large, small = (
        {name: lambda make=make: inputs.lower_half(make()) for name, make in table.items()}
        for table in (large | square, small)
    )
    operands = (Sparse("A", CSR, "ij"), Dense(("j",)))
    return Kernel(name, "A x + A' x, half of a symmetric matrix in CSR", "half.mlir", operands, Dense(("i",)), large, small)


def sddmm(name, source, title, right):
    """With a stored result, of matrices whose entries are few."""
    operands = (Sparse("A", CSR, "ij"), Dense(("i", 32)), Dense(right))
    return Kernel(name, title, source, operands, Sparse("C", CSR, "ij"), *of_all_kinds())


def spmspv(name, format):
    operands = (Sparse("A", format, "ij"), Sparse("X", VECTOR, "j"))
    title = f"SpMV, {format.name}, sparse vector"
    return Kernel(name, title, "spmspv.mlir", operands, Dense(("i",)), SPARSE_VECTORS, SMALL_SPARSE_VECTORS)


def pairwise(name, title, source, format, tables, result=None):
    """Two operands and, unless it is another, a result of one format."""
    dimensions = "ijk"[: format.order]
    operands = (Sparse("A", format, dimensions), Sparse("B", format, dimensions))
    return Kernel(name, title, source, operands, result or Sparse("C", format, dimensions), *tables)


def spgemm(name, result=CSR):
    """Of a matrix and its shifted transpose."""
    # That of the large power-law graph did not fit into 20 GB.
    generated = {"stencil": MATRICES["stencil"], "rmat14": lambda: inputs.rmat(14, 8)}
    large, small = generated | matrices.table(products=True), choose(SMALL_MATRICES, "uniform", "stencil", "rmat")
    tables = [
        {name: lambda make=make: inputs.with_shifted_transpose(make()) for name, make in table.items()}
        for table in (large, small)
    ]
    operands = (Sparse("A", CSR, "ij"), Sparse("B", CSR, "jk"))
    return Kernel(name, f"CSR times CSR to {result.name}", "spgemm.mlir", operands, Sparse("C", result, "ik"), *tables)


def convolution(name, title, grows):
    """With a filter of 3 x 3, whose result is larger or smaller than the image."""
    side = SIDE + grows
    operands = (Sparse("A", CSR, "ij"), Dense((3, 3)))
    given = {"height": side, "width": side}
    tables = IMAGES, choose(IMAGES, "1%", "0.10%")
    return Kernel(name, title, f"{name}.mlir", operands, Dense(("height", "width")), *tables, given=given)


def layer(name, told):
    """Of a network: 64 filters of 3 x 3 places, of whose sizes the compilers are `told` or not."""
    side, channels = LAYER_SIDE, CHANNELS
    title = f"Convolution with 64 filters, 3 x 3, compressed channels{'' if told else ', sizes not told'}"
    tables = LAYERS, choose(LAYERS, "0.1%")
    if told:
        sizes = {"?x?x?xf64": f"{side}x{side}x{channels}xf64", "3x3x?x": f"3x3x{channels}x"}
        sizes |= {"?x?x64xf64": f"{side - 2}x{side - 2}x64xf64"}
        operands = (Sparse("A", PIXELS, (side, side, channels)), Dense((3, 3, channels, 64)))
        return Kernel(name, title, "layer.mlir", operands, Dense((side - 2, side - 2, 64)), *tables, changes=sizes)
    operands = (Sparse("A", PIXELS, "ijk"), Dense((3, 3, "k", 64)))
    given = {"height": side - 2, "width": side - 2}
    return Kernel(name, title, "layer.mlir", operands, Dense(("height", "width", 64)), *tables, given=given)


def conversion(name, before, after, *names, tables=(MATRICES, SMALL_MATRICES)):
    dimensions = "ijk"[: before.order]
    source = f"convert{before.order}.mlir"
    operands, result = (Sparse("A", before, dimensions),), Sparse("C", after, dimensions)
    tables = [choose(table, *names) for table in tables]
    return Kernel(name, f"{before.name} to {after.name}", source, operands, result, *tables)


MATRIX_PAIRS, TRIPLES = (PAIRS, SMALL_PAIRS), (TENSOR_PAIRS, SMALL_TENSOR_PAIRS)

KERNELS = [
    spmv("spmv_csr", CSR, "uniform", "stencil", "stencil3", "rmat", "blocks"),
    spmv("spmv_csr_f32", CSR, "uniform", "stencil", "stencil3", "rmat", "blocks", element="f32"),
    spmv("spmv_coo", COO, "uniform", "stencil", "rmat"),
    spmv("spmv_csc", CSC, "uniform", "stencil", "rmat"),
    spmv("spmv_dia", DIA, "stencil", "stencil3", real=False),
    spmv("spmv_sell", SELL, "uniform", "stencil", "stencil3", "rmat", "blocks"),
    spmv("spmv_bcsr", BCSR, "blocks"),
    residual("residual"),
    transposed("transposed"),
    norms("norms"),
    spmv_half("spmv_half"),
    spmspv("spmspv_csc", CSC),
    spmspv("spmspv_csr", CSR),
    spmm("spmm_4", CSR, 4),
    spmm("spmm", CSR, 32),
    spmm("spmm_128", CSR, 128),
    spmm("spmm_any_4", CSR, 4, told=False),
    spmm("spmm_any_8", CSR, 8, told=False),
    spmm("spmm_any_20", CSR, 20, told=False),
    spmm("spmm_any", CSR, 32, told=False),
    spmm("spmm_any_100", CSR, 100, told=False),
    spmm("spmm_f32", CSR, 32, "f32"),
    spmm("spmm_coo", COO, 32),
    Kernel(
        "sddmm",
        "SDDMM, CSR, k = 32, dense result",
        "sddmm.mlir",
        (Sparse("A", CSR, "ij"), Dense(("i", 32)), Dense(("j", 32))),
        Dense(("i", "j")),
        DENSITIES,
        SMALL_DENSITIES,
    ),
    sddmm("sddmm_stored", "sddmm_stored.mlir", "SDDMM, CSR, k = 32, stored result", ("j", 32)),
    sddmm("sddmm_columns", "sddmm_columns.mlir", "SDDMM, CSR, k = 32, stored result, right factor by columns", (32, "j")),
    Kernel(
        "ttm",
        "TTM, CSF, 32 columns, stored result",
        "ttm.mlir",
        (Sparse("A", CSF, "ijk"), Dense(("k", 32))),
        Sparse("C", ROWS, ("i", "j", 32)),
        TTM_TENSORS,
        SMALL_TENSORS,
    ),
    Kernel(
        "mttkrp",
        "MTTKRP, CSF, rank 16",
        "mttkrp.mlir",
        (Sparse("A", CSF, "ijk"), Dense(("j", 16)), Dense(("k", 16))),
        Dense(("i", 16)),
        TENSORS,
        SMALL_TENSORS,
    ),
    pairwise("add_csr", "CSR + CSR", "add2.mlir", CSR, MATRIX_PAIRS),
    pairwise("mul_csr", "CSR * CSR, element-wise", "mul2.mlir", CSR, MATRIX_PAIRS),
    pairwise("plus_coo", "PLUS of order 3, COO", "add3.mlir", COO3, TRIPLES),
    pairwise("plus_csf", "PLUS of order 3, CSF", "add3.mlir", CSF, TRIPLES),
    pairwise("inner_coo", "INNERPROD of order 3, COO", "inner3.mlir", COO3, TRIPLES, Dense(())),
    pairwise("inner_csf", "INNERPROD of order 3, CSF", "inner3.mlir", CSF, TRIPLES, Dense(())),
    spgemm("spgemm"),
    spgemm("spgemm_unordered", CSR_UNORDERED),
    convolution("convolution", "Convolution, CSR, 3 x 3, gathered", -2),
    convolution("scattering", "Convolution, CSR, 3 x 3, scattered", 2),
    layer("layer", told=True),
    layer("layer_any", told=False),
    conversion("coo_to_csr", COO, CSR, "uniform", "stencil", "rmat"),
    conversion("csr_to_csc", CSR, CSC, "uniform", "stencil", "rmat"),
    conversion("csr_to_bcsr", CSR, BCSR, "uniform", "stencil", "rmat", "blocks"),
    conversion("csr_to_dia", CSR, DIA, "stencil", "stencil3"),
    conversion("coo_to_csf", COO3, CSF, "random", "fibred", tables=(TENSORS, SMALL_TENSORS)),
]
