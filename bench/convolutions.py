#!/usr/bin/env python3
"""Convolutions of stored images with dense filters, in every order of the loops, beside upstream's sparsifier and dense code.

    python3 bench/convolutions.py --lacuna-opt target/release/lacuna-opt orders --json orders.json --plot orders.svg
    python3 bench/convolutions.py --lacuna-opt target/release/lacuna-opt layers
    python3 bench/convolutions.py --lacuna-opt target/release/lacuna-opt counters

The figures are those of Won et al., Compiling Recurrences over Dense and Sparse Arrays (2024), section 6:

  orders  one to three dimensions, a filter of 3 in each, 0 to 99.99 % zeros, in each order of the loops (figures 17 and 20); in three
          dimensions, points keep their order, and so do the variables of the filter
  layers  a layer with 64 channels and 64 filters of 3 x 3 (figure 16), and layers of a ResNet-50 with 80 % zeros (figure 15)
  counters
          what a processor counts in one dimension, in each order, as valgrind simulates it (figure 18): instructions, reads and
          writes, those that miss both caches, branches, and those that are mispredicted, for each entry, without the zeroing of the
          result. Two calls are simulated with caches of this machine's sizes; valgrind knows no AVX-512

The compilers know the sizes of the filter, and of layers; of images they know nothing else. Lacuna computes
`O(i) = I(i + p) * F(p)` in the order that it chooses, and in each fixed order; upstream computes that (`gathers`), and
`O(i + p) = I(i) * F(p)` (`scatters`), whose result is larger. All of them take turns in this process, as `side_by_side.py` says. A
contender that is slow in two calls takes no turns, and its first time is shown with `~`. Dense code is OpenVINO's, for `f32` only, where
it is installed.

What this does not do: more than one thread, stored results.
"""

import argparse
import copy
import dataclasses
import itertools
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from harness import inputs, results, timing  # noqa: E402
from harness.formats import CSF, CSR, PIXELS, VECTOR  # noqa: E402
from harness.problem import Dense, Kernel, Problem, Sparse  # noqa: E402
from peers import lacuna, openvino_dense, upstream  # noqa: E402
from peers.contender import NotApplicable  # noqa: E402
from peers.tools import BuildError, MissingTool, Toolchain  # noqa: E402

SIDES = {1: 999999, 2: 999, 3: 99}
ZEROS = [0, 0.5, 0.8, 0.9, 0.99, 0.999, 0.9999]
TOLERANCE = {"f64": 1e-9, "f32": 1e-3}


@dataclass(frozen=True)
class Convolution(Kernel):
    """A convolution whose source is made for an order of the loops: `points` and `filter_vars` name the variables of each dimension, and
    `channels` those of a layer, if it is one."""

    order: str = ""
    points: str = ""
    filter_vars: str = ""
    channels: str = ""
    scatters: bool = False
    keeps_order: bool = field(default=False)

    def text(self):
        """The MLIR source."""
        pairs = list(zip(self.points, self.filter_vars))
        sums, plain = [f"{i} + {p}" for i, p in pairs], list(self.points)
        image, result = (plain, sums) if self.scatters else (sums, plain)
        inside, outside = (self.channels[:1], self.channels[1:]) if self.channels else ("", "")
        dimensions = ", ".join(self.order)

        def map(name, subscripts):
            return f"#{name} = affine_map<({dimensions}) -> ({', '.join(subscripts)})>\n"

        is_parallel = self.points + outside if not self.scatters else outside
        kinds = ", ".join('"parallel"' if var in is_parallel else '"reduction"' for var in self.order)
        image_type = f"tensor<{self.sizes(self.operands[0])}f64, #A>"
        filter_type = f"tensor<{self.sizes(self.operands[1])}f64>"
        result_type = f"tensor<{self.sizes(self.result)}f64>"
        kept = " attrs = {sloop.keep_order}" if self.keeps_order else ""
        text = (
            map("image", image + list(inside))
            + map("filter", list(self.filter_vars + self.channels))
            + map("result", result + list(outside))
            + f"func.func @kernel(%A: {image_type}, %F: {filter_type}, %C: {result_type}) -> {result_type}\n"
            + "    attributes {llvm.emit_c_interface} {\n"
            + "  %zero = arith.constant 0.0 : f64\n"
            + f"  %start = linalg.fill ins(%zero : f64) outs(%C : {result_type}) -> {result_type}\n"
            + "  %result = linalg.generic {indexing_maps = [#image, #filter, #result],\n"
            + f"                            iterator_types = [{kinds}]}}\n"
            + f"      ins(%A, %F : {image_type}, {filter_type}) outs(%start : {result_type}){kept} {{\n"
            + "  ^bb0(%a: f64, %f: f64, %sum: f64):\n"
            + "    %product = arith.mulf %a, %f : f64\n"
            + "    %next = arith.addf %sum, %product : f64\n"
            + "    linalg.yield %next : f64\n"
            + f"  }} -> {result_type}\n"
            + f"  return %result : {result_type}\n"
            + "}\n"
        )
        return text.replace("f64", self.element)

    @staticmethod
    def sizes(tensor):
        return "".join(f"{own}x" if isinstance(own, int) else "?x" for own in tensor.dimensions)

    def convolved(self, problem):
        """The dense image, with its channels first, and the filter, for libraries that convolve dense tensors."""
        if self.scatters:
            raise NotApplicable
        stored, filter = problem.operands
        shape, coordinates = problem.given_entries
        image = np.zeros(shape, self.dtype)
        image[coordinates] = stored.values
        if not self.channels:
            return image[None, None], filter[None, None]
        return np.ascontiguousarray(np.moveaxis(image, -1, 0)[None]), np.ascontiguousarray(np.moveaxis(filter, (-1, -2), (0, 1)))


def image(shape, share, seed=inputs.SEED):
    """An image with entries at a share of its points: at random ones, or all."""
    points = int(np.prod(shape))
    if share == 1:
        return shape, np.unravel_index(np.arange(points), shape)
    random = np.random.default_rng(seed)
    keys = np.flatnonzero(random.random(points) < share)
    return shape, np.unravel_index(keys, shape)


def problem_of(kernel, entries):
    problem = Problem(kernel, kernel.name, entries, 0)
    problem.given_entries = entries
    return problem


def plain(rank, element, scatters):
    """The convolution of `rank` dimensions."""
    letters = "ijk"[:rank], "pqr"[:rank]
    side = SIDES[rank] if not scatters else SIDES[rank] + 4
    names = ("height", "width", "depth")[:rank]
    format = {1: VECTOR, 2: CSR, 3: CSF}[rank]
    return Convolution(
        name=f"{'scatters' if scatters else 'gathers'}{rank}_{element}",
        title="",
        source="",
        operands=(Sparse("A", format, "xyz"[:rank]), Dense((3,) * rank)),
        result=Dense(names),
        inputs={},
        quick_inputs={},
        element=element,
        given=dict.fromkeys(names, side),
        order="".join(letters),
        points=letters[0],
        filter_vars=letters[1],
        scatters=scatters,
    )


def orders_of(kernel):
    """The orders of the loops that the storage allows: of each dimension, one loop resolves, and dimensions are resolved in turn."""
    rank = len(kernel.points)
    for order in itertools.permutations(kernel.points + kernel.filter_vars):
        at = {var: place for place, var in enumerate(order)}
        resolved = [max(at[i], at[p]) for i, p in zip(kernel.points, kernel.filter_vars)]
        # Points keep their order, and so do the variables of the filter: orders that differ in nothing else are as fast.
        in_order = all(at[a] < at[b] for a, b in itertools.pairwise(kernel.filter_vars))
        in_order &= all(at[a] < at[b] for a, b in itertools.pairwise(kernel.points))
        if resolved == sorted(resolved) and (rank < 3 or in_order):
            yield "".join(order)


def with_fixed_order(problem, order):
    kernel = dataclasses.replace(problem.kernel, name=f"{problem.kernel.name}_{order}", order=order, keeps_order=True)
    other = copy.copy(problem)
    other.kernel = kernel
    return other


def contenders_of(tools, options, gathers, scatters):
    """Pairs of a contender's name and a function that gives its call, and its problem."""
    yield "lacuna", lambda: lacuna.contender(tools).bind(gathers), gathers
    for order in options.orders and orders_of(gathers.kernel) or []:
        other = with_fixed_order(gathers, order)
        yield f"lacuna {order}", lambda other=other: lacuna.contender(tools).bind(other), other
    for problem in (gathers, scatters):
        if problem is None:
            continue
        way = "scatters" if problem.kernel.scatters else "gathers"
        for contender in upstream.contenders(tools):
            if contender.variant in ("", "fast", "16"):
                yield f"{contender.name} {way}", lambda problem=problem, bind=contender.bind: bind(problem), problem
    yield "dense", lambda: openvino_dense.contender().bind(gathers), gathers


def measure(tools, options, name, gathers, scatters):
    """The times of all contenders on one problem, and whether their results are those of the first."""
    found, calls, names = {}, [], []
    for contender, bind, problem in contenders_of(tools, options, gathers, scatters):
        try:
            call = bind()
        except NotApplicable:
            continue
        except BuildError as error:
            print(f"convolutions.py: {contender}: {str(error)[:300]}", file=sys.stderr)
            continue
        problem.result.fill(np.nan)
        seconds, outcome = timing.timed(call)
        result = call.result() if hasattr(call, "result") else problem.result
        key = problem.kernel.scatters
        expected = found.setdefault(key, result.reshape(problem.result.shape).copy())
        error = results.difference([result.reshape(expected.shape)], [expected])
        if not error <= TOLERANCE[problem.kernel.element]:
            print(f"convolutions.py: {contender} is wrong in {name}: error {error:.1e}", file=sys.stderr)
        results.free(outcome)
        calls.append(call)
        names.append((contender, timing.Times(np.array([seconds]))))
    first = [times for _, times in names]
    slow = timing.hopeless(calls, first)
    quick = [call for index, call in enumerate(calls) if index not in slow]
    rounds = timing.rounds_for(quick, options.seconds, 5)
    turns = iter(timing.interleave(quick, rounds))
    times = {}
    for index, (contender, own) in enumerate(names):
        own = own if index in slow else next(turns)
        times[contender] = {"ms": own.median * 1e3, "slow": index in slow}
    return {"case": name, "entries": int(gathers.entries), "rounds": rounds, "times": times}


def orders(tools, options):
    """Figures 17 and 20."""
    for rank in options.ranks:
        for zeros in options.zeros:
            if rank == 3 and zeros == 0 and options.quick:
                continue
            problems = []
            for scatters in (False, True):
                kernel = plain(rank, options.element, scatters)
                entries = image((SIDES[rank] + 2,) * rank, 1 - zeros)
                problems.append(problem_of(kernel, entries))
            yield {"rank": rank, "zeros": zeros} | measure(tools, options, f"{rank}-D, {zeros:.2%} zeros", *problems)


# The layers of a ResNet-50 with filters of 3 x 3: the side of the image, and channels.
RESNET = [(56, 64), (28, 128), (14, 256), (7, 512)]


def layer(element, side, channels, filters, format):
    """O(i,j,o) = I(i + p, j + q, c) * F(p, q, c, o)."""
    given = {"height": side - 2, "width": side - 2}
    return Convolution(
        name=f"layer{side}_{channels}_{element}_{'CCC' if format is CSF else 'DDC'}",
        title="",
        source="",
        operands=(Sparse("A", format, (side, side, channels)), Dense((3, 3, channels, filters))),
        result=Dense((side - 2, side - 2, filters)),
        inputs={},
        quick_inputs={},
        element=element,
        given=given,
        order="ijpqco",
        points="ij",
        filter_vars="pq",
        channels="co",
    )


def layers(tools, options):
    """Figures 15 and 16."""
    options.orders = False
    cases = [(256, 64, format, zeros) for zeros in (0.904, 0.95, 0.99, 0.999) for format in (PIXELS, CSF)]
    cases += [(side + 2, channels, PIXELS, 0.8) for side, channels in RESNET]
    for side, channels, format, zeros in cases:
        kernel = layer(options.element, side, channels, channels, format)
        entries = image((side, side, channels), 1 - zeros)
        kind = "CCC" if format is CSF else "DDC"
        name = f"{side} x {side} x {channels}, {kind}, {zeros:.1%} zeros"
        yield {"zeros": zeros, "format": kind, "side": side} | measure(
            tools, options, name, problem_of(kernel, entries), None
        )


CALLS = 2


def simulated(options, zeros, contender):
    """What valgrind counts in `CALLS` calls of a contender, which a process of its own makes: events and numbers."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "counts")
        own = [sys.executable, str(Path(__file__).resolve()), "calls", "--lacuna-opt", options.lacuna_opt]
        own += ["--llvm-prefix", options.llvm_prefix, "--eigen", options.eigen, "--element", options.element]
        own += ["--zeros", str(zeros), "--contender", contender]
        simulator = ["valgrind", "--tool=callgrind", "--cache-sim=yes", "--branch-sim=yes", f"--callgrind-out-file={out}"]
        # Python and compilers are not simulated.
        simulator += ["--instr-atstart=no", *own]
        try:
            done = subprocess.run(simulator, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            sys.exit("convolutions.py: figure 18 needs valgrind")
        if done.returncode:
            sys.exit(f"convolutions.py: {contender} under valgrind: {done.stderr[-600:]}")
        lines = out.read_text().splitlines()
    [events] = [line.split()[1:] for line in lines if line.startswith("events:")]
    return dict(zip(events, (own / CALLS for own in counted_in_kernels(lines, len(events)))))


def counted_in_kernels(lines, events):
    """The sums of what callgrind's file says of the code of kernels, and of the library that calls them, as which it counts kernels without
    symbols. The zeroing of a result is `memset`, which it counts byte by byte."""
    objects, is_kernel, is_call, sums = {}, False, False, np.zeros(events)
    for line in lines:
        if line.startswith(("ob=", "cob=")):
            # A number stands for a name that has been said.
            key, _, path = line.partition("=")[2].partition(" ")
            objects.setdefault(key, path)
            if line.startswith("ob="):
                is_kernel = Path(objects[key]).name.startswith(("lacuna_", "upstream", "libffi", "???"))
        elif line.startswith("calls="):
            is_call = True
        elif line[:1].isdigit() or line[:1] in "+-*":
            numbers = [int(own) for own in line.split()[1:]]
            if is_kernel and not is_call:
                sums[: len(numbers)] += numbers
            is_call = False
    return sums


COUNTED = ["lacuna", "lacuna ip", "lacuna pi", "upstream gathers", "upstream scatters"]


def counters(tools, options):
    """Figure 18."""
    for zeros in options.zeros:
        entries = len(image((SIDES[1] + 2,), 1 - zeros)[1][0])
        row = {"case": f"1-D, {zeros:.2%} zeros", "zeros": zeros, "entries": entries, "counts": {}}
        for contender in COUNTED:
            found = simulated(options, zeros, contender)
            row["counts"][contender] = {
                "instructions": found["Ir"],
                "accesses": found["Dr"] + found["Dw"],
                "misses": found["DLmr"] + found["DLmw"],
                "branches": found["Bc"] + found["Bi"],
                "mispredicted": found["Bcm"] + found["Bim"],
            }
        yield row


def make_calls(tools, options):
    """Calls one contender, for a simulator to count."""
    [zeros] = options.zeros
    problems = []
    for scatters in (False, True):
        problems.append(problem_of(plain(1, options.element, scatters), image((SIDES[1] + 2,), 1 - zeros)))
    [bind] = [bind for name, bind, _ in contenders_of(tools, options, *problems) if name == options.contender]
    call = bind()
    counters = tools.load_c("counters", Path(__file__).resolve().parent / "peers" / "counters.c")
    counters.counters_start()
    for _ in range(CALLS):
        call()
    counters.counters_stop()


def print_counts(row):
    """What is counted for each entry."""
    print(f"{row['case']}: {row['entries']} entries; for each of them")
    for name, own in row["counts"].items():
        numbers = "".join(f"{number / max(row['entries'], 1):>14.2f} {what}" for what, number in own.items())
        print(f"    {name:<20}{numbers}")
    sys.stdout.flush()


def print_row(row):
    if "counts" in row:
        print_counts(row)
        return
    times = row["times"]
    best = min(own["ms"] for name, own in times.items() if not name.startswith("lacuna"))
    print(f"{row['case']}: {row['entries']} entries, {row['rounds']} rounds")
    for name, own in times.items():
        print(f"    {name:<28}{'~' if own['slow'] else ' '}{own['ms']:10.3f} ms {own['ms'] / best:8.2f}")
    sys.stdout.flush()


def shown(rows):
    """The contenders that a plot shows: all but most orders, of which it has the four fastest and the slowest."""
    names = [name for name in dict.fromkeys(name for row in rows for name in row["times"]) if "fast" not in name]

    def mean(name):
        return np.exp(np.mean([np.log(row["times"][name]["ms"]) for row in rows if name in row["times"]]))

    orders = sorted((name for name in names if name.startswith("lacuna ")), key=mean)
    kept = orders if len(orders) <= 5 else [*orders[:4], orders[-1]]
    return [name for name in names if name not in orders or name in kept]


def plot(rows, path):
    """Time by the share of zeros, for each number of dimensions."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "lacuna"
    from matplotlib import pyplot

    ranks = sorted({row["rank"] for row in rows})
    figure, all_axes = pyplot.subplots(1, len(ranks), figsize=(4.2 * len(ranks), 4.2), squeeze=False)
    for axes, rank in zip(all_axes[0], ranks):
        own = [row for row in rows if row["rank"] == rank]
        for name in shown(own):
            points = [(row["zeros"], row["times"][name]["ms"]) for row in own if name in row["times"]]
            if name == "lacuna":
                line, width = "-", 2.6
            else:
                line, width = ("-", 1.0) if name.startswith("lacuna") else ("--", 1.4)
            label = "lacuna, chosen" if name == "lacuna" else name
            axes.plot([f"{100 * at:g}" for at, _ in points], [ms for _, ms in points], line, lw=width, label=label)
        axes.set_yscale("log")
        axes.set_title(f"{rank} dimension{'s' if rank > 1 else ''}")
        axes.set_xlabel("zeros, %")
        axes.set_ylabel("ms")
        axes.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", choices=["orders", "layers", "counters", "calls"], metavar="{orders,layers,counters}")
    parser.add_argument("--lacuna-opt", default=os.environ.get("LACUNA_OPT", "lacuna-opt"), help="or LACUNA_OPT")
    parser.add_argument(
        "--llvm-prefix", default=os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22"), help="or LLVM_PREFIX"
    )
    parser.add_argument("--eigen", default="/usr/include/eigen3", help="where Eigen's headers are")
    parser.add_argument("--element", choices=["f64", "f32"], default="f64", help="the type of entries")
    parser.add_argument("--ranks", type=lambda text: [int(own) for own in text.split(",")], default=[1, 2, 3])
    parser.add_argument("--zeros", type=lambda text: [float(own) for own in text.split(",")], default=ZEROS)
    parser.add_argument("--quick", action="store_true", help="leave out what takes longest")
    parser.add_argument("--seconds", type=float, default=2, help="about how long to time each row")
    parser.add_argument("--json", metavar="FILE", help="all results, for programs")
    parser.add_argument("--plot", metavar="FILE", help="a plot of the orders, .svg (needs matplotlib)")
    parser.add_argument("--measured", metavar="FILE", help="what --json wrote before: measure nothing")
    parser.add_argument("--contender", help=argparse.SUPPRESS)
    parser.add_argument("--keep", metavar="FOLDER", help="keep the generated code there")
    options = parser.parse_args()
    options.orders = True
    if options.measured:
        rows = json.loads(Path(options.measured).read_text())
        for row in rows:
            print_row(row)
        if options.plot:
            plot(rows, options.plot)
        return
    results.fresh_pages_for_all()
    try:
        tools = Toolchain(options.lacuna_opt, options.llvm_prefix, options.eigen, options.keep)
    except MissingTool as error:
        sys.exit(f"convolutions.py: {error}")
    if options.figure == "calls":
        make_calls(tools, options)
        return
    rows = []
    for row in {"orders": orders, "layers": layers, "counters": counters}[options.figure](tools, options):
        print_row(row)
        rows.append(row)
    if options.json:
        Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    if options.plot and options.figure == "orders":
        plot(rows, options.plot)


if __name__ == "__main__":
    main()
