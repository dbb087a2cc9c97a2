#!/usr/bin/env python3
"""Lacuna beside its peers on the same arrays: sparse kernels with 32-bit positions and coordinates, one thread.

    python3 bench/side_by_side.py --lacuna-opt target/release/lacuna-opt [--quick] [--kernels spmv_csr,spmm]

Each contender is compiled (or looked up), its result compared with the others', and then all of them take turns in
this one process for many rounds. The table shows, for each kernel and input, the time of the best variant in each
column: as a ratio to the best peer (the best peer is 1, smaller is faster) and in milliseconds. Ratios are medians
over rounds of ratios within a round, so they hold on a machine that others use as well; times do not. A contender that
is hopelessly slow takes no turns: the time of its first call is shown with a `~`.

Then come, for each kernel, the geometric mean over its inputs, and the inputs on which Lacuna is behind by more than a
twentieth. Real matrices are read from the folder that LACUNA_MATRICES names; where one is not there, a generated one of
its size takes its place, with a `~` before the name.

Peers are upstream MLIR's sparsifier, loops in plain C, Eigen, SciPy, MKL and GraphBLAS; `hand` shows what is reachable. The modules in
`peers/` say what exactly is timed: never packing and compilation; allocation where the result is stored, which each
call makes anew, in pages that nobody has used before. Freeing it is not timed.

What this does not do: more than one thread, peers that must be built from source.
"""

import argparse
import json
import os
import sys
from pathlib import Path

try:
    import numpy as np
    import scipy
except ImportError as missing:
    if not {"-h", "--help"} & set(sys.argv):
        sys.exit(f"side_by_side.py: Python package {missing.name} not found: python3 -m pip install numpy scipy")
    # The names of kernels and inputs, which help lists, are made beside functions that compute with these packages.
    from unittest.mock import MagicMock

    for package in ["numpy", "scipy", "scipy.sparse", "scipy.sparse.linalg"]:
        sys.modules[package] = MagicMock()

sys.path.insert(0, str(Path(__file__).resolve().parent))

from harness import bandwidth, report, results, timing  # noqa: E402
from harness.kernels import KERNELS  # noqa: E402
from peers import c_loops, eigen, graphblas, lacuna, mkl, scipy_sparse, upstream  # noqa: E402
from peers.contender import NotApplicable  # noqa: E402
from peers.tools import BuildError, MissingTool, Toolchain  # noqa: E402

TOLERANCE = {"f64": 1e-9, "f32": 1e-3}


def main():
    options = parse_arguments()
    results.fresh_pages_for_all()
    try:
        tools = Toolchain(options.lacuna_opt, options.llvm_prefix, options.eigen, options.keep)
        report.print_machine(bandwidth.triad(c_loops.load_plain(tools, "f64"), options.quick))
        rows = list(compare_all(options, all_contenders(tools)))
        report.print_summary(rows)
    except MissingTool as error:
        sys.exit(f"side_by_side.py: {error}")
    if options.json:
        data = {"numpy": np.__version__, "scipy": scipy.__version__, "quick": options.quick, "rows": rows}
        Path(options.json).write_text(json.dumps(data, indent=1) + "\n")
    if any(row["failed"] or row["wrong"] for row in rows):
        sys.exit("side_by_side.py: a contender could not be built or its result is wrong, see above")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [kernel.name for kernel in KERNELS]
    parser.add_argument("--lacuna-opt", default=os.environ.get("LACUNA_OPT", "lacuna-opt"), help="or LACUNA_OPT")
    parser.add_argument(
        "--llvm-prefix", default=os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22"), help="or LLVM_PREFIX"
    )
    parser.add_argument("--eigen", default="/usr/include/eigen3", help="where Eigen's headers are")
    parser.add_argument("--quick", action="store_true", help="small inputs and few rounds: does it work at all?")
    parser.add_argument("--kernels", type=name_list(names), default=names, help=f"of {','.join(names)}")
    inputs = list(dict.fromkeys(name for kernel in KERNELS for name in kernel.inputs))
    parser.add_argument("--inputs", type=name_list(inputs), help=f"of {','.join(inputs)}".replace("%", "%%"))
    parser.add_argument("--repeat", type=int, metavar="N", help="rounds; default: as many as fit in --seconds")
    parser.add_argument("--seconds", type=float, help="about how long to time each row; default 8, or 0.5 with --quick")
    parser.add_argument(
        "--misaligned", type=int, default=0, metavar="BYTES", help="dense tensors start so far behind a cache line"
    )
    parser.add_argument("--details", action="store_true", help="every variant with its quartiles")
    parser.add_argument("--json", metavar="FILE", help="all results, for programs")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the generated code there")
    options = parser.parse_args()
    if options.repeat is not None and options.repeat < 1:
        parser.error("--repeat: at least 1")
    if options.seconds is None:
        options.seconds = 0.5 if options.quick else 8.0
    return options


def name_list(known):
    def parse(text):
        names = text.split(",")
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"no {name!r}, there are {', '.join(known)}")
        return names

    return parse


def all_contenders(tools):
    return [
        lacuna.contender(tools),
        *upstream.contenders(tools),
        *c_loops.contenders(tools),
        eigen.contender(tools),
        scipy_sparse.contender(),
        *mkl.contenders(),
        graphblas.contender(),
    ]


def compare_all(options, contenders):
    """Runs every chosen kernel on every chosen input, printing each row of the table as it is known."""
    report.print_header()
    for kernel in KERNELS:
        if kernel.name not in options.kernels:
            continue
        for name in options.inputs or (kernel.quick_inputs if options.quick else kernel.inputs):
            problem = kernel.problem(name, options.quick, options.misaligned)
            if problem is not None:
                row = compare(problem, contenders, options)
                report.print_row(row)
                if options.details:
                    report.print_details(row)
                yield row


def compare(problem, contenders, options):
    """One row of the table: checks all contenders on one problem, then times them."""
    entrants, calls, failed = [], [], []
    for contender in contenders:
        try:
            calls.append(contender.bind(problem))
            entrants.append(contender)
        except NotApplicable:
            pass
        except BuildError as error:
            failed.append(contender.name)
            print(f"side_by_side.py: {contender.name}: {error}", file=sys.stderr)
    first, wrong = check(problem, entrants, calls)
    slow = timing.hopeless(calls, first)
    calls = [call for index, call in enumerate(calls) if index not in slow]
    rounds = options.repeat or timing.rounds_for(calls, options.seconds, 5 if options.quick else 9)
    turns = iter(timing.interleave(calls, rounds))
    times = [first[index] if index in slow else next(turns) for index in range(len(entrants))]
    peers = [index for index, entrant in enumerate(entrants) if entrant.is_peer]
    best = min(peers, key=lambda index: times[index].median)
    return {
        "kernel": problem.kernel.name,
        "input": problem.name,
        "sizes": problem.sizes,
        "entries": int(problem.entries),
        "rounds": rounds,
        "best_peer": entrants[best].name,
        "failed": failed,
        "wrong": wrong,
        "results": [
            {
                "column": entrant.column,
                "variant": entrant.variant,
                "is_peer": entrant.is_peer,
                "turns": own.seconds.size,
                "ratio": own.ratio_to(times[best]),
                "median_ms": own.median * 1e3,
                "quartiles_ms": [1e3 * second for second in own.quartiles()],
            }
            for entrant, own in zip(entrants, times)
        ],
    }


def check(problem, entrants, calls):
    """The time of each contender's first call, and the names of those whose result is not that of the plain loops.

    Each starts from a spoiled result if it is dense.
    """
    times, found = [], []
    for call in calls:
        if problem.result is not None:
            problem.result.fill(np.nan)
        seconds, outcome = timing.timed(call)
        times.append(timing.Times(np.array([seconds])))
        found.append([array.copy() for array in problem.result_of(outcome)])
        results.free(outcome)
    expected = found[next(index for index, entrant in enumerate(entrants) if entrant.column == "plain C")]
    wrong = []
    for entrant, arrays in zip(entrants, found):
        error = results.difference(arrays, expected)
        if not error <= TOLERANCE[problem.kernel.element]:
            wrong.append(entrant.name)
            where = f"{problem.kernel.name} on {problem.name}"
            print(f"side_by_side.py: {entrant.name} is wrong in {where}: error {error:.1e}", file=sys.stderr)
    return times, wrong


if __name__ == "__main__":
    main()
