#!/usr/bin/env python3
"""Policies of workspaces beside one another: the same kernel, the same data, one thread.

    python3 bench/workspaces.py --lacuna target/release/lacuna outer
    python3 bench/workspaces.py --lacuna target/release/lacuna matrices --csv policies.csv --plot policies.svg

The sweeps are those of Zhang et al., Compilation of Modular and General Sparse Workspaces (2024), section 7:

  outer     outer products of random matrices, whose number of products grows (figure 16)
  rows      row-wise products, whose rows have more and more columns (figure 15)
  matrices  outer products of real matrices with their transposes (figures 17, 18, 22 and 23), from the folder that
            LACUNA_MATRICES names
  mttkrp    sparse MTTKRP, whose dense dimension grows (figures 19 and 20)
  ttm       sparse TTM, likewise

Each policy is a process of its own; the policies take turns for some rounds, and the fastest of all calls counts: what differs
between calls is how long the system takes to find new pages. Memory is the largest that the process had, less that of one which does next to nothing. What takes longer
than the limit is shown as `-`. Results are in order in all of them; each call makes its result and its workspace anew, in new
pages.

What this does not do: other systems, which `side_by_side.py` compares.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
from pathlib import Path

POLICIES = ["dense", "radix", "runs", "buckets", "hash"]

# Matrices of differing kinds that outer products of a few seconds have: meshes, circuits, graphs, economics.
MATRICES = [
    "add32", "airfoil1", "as-22july06", "bcspwr10", "bcsstk17", "ca-HepPh_lcc", "cage8", "cage10", "cavity24",
    "citeseer_adj", "cond-mat", "Erdos971", "Pd", "PGPgiantcompo",
]


class Case:
    """One kernel on one input."""

    def __init__(self, name, expression, formats, inputs, sizes, schedule):
        self.name, self.expression, self.schedule = name, expression, schedule
        self.formats, self.inputs, self.sizes = formats, inputs, sizes

    def arguments(self):
        """The arguments of `lacuna eval`, but for the policy."""
        pairs = [("-f", self.formats), ("-i", self.inputs), ("-d", self.sizes)]
        given = [part for flag, of in pairs for name, value in of.items() for part in (flag, f"{name}={value}")]
        return [self.expression, *given, "--schedule", self.schedule]


def product(name, schedule, left, inputs, sizes):
    """A product of matrices."""
    return Case(name, "C(i,j) = A(i,k) * B(k,j)", {"A": left, "B": "csr", "C": "csr"}, inputs, sizes, schedule)


def outer():
    """1000 entries in each column of A, 100 in each row of B: more and more of them."""
    for count in [4, 16, 64, 256]:
        inputs = {"A": f"random:nnz={1000 * count},seed=1", "B": f"random:nnz={100 * count},seed=2"}
        sizes = {"i": 10000, "j": 10000, "k": count}
        yield product(f"{count} columns", "reorder(k,i,j)", "csc", inputs, sizes)


def rows():
    """Rows of 10,000 products, among more and more columns."""
    for columns in [10**4, 10**5, 10**6, 10**7, 10**8]:
        inputs = {"A": "random:nnz=10000,seed=1", "B": "random:nnz=1000000,seed=2"}
        sizes = {"i": 100, "j": columns, "k": 10000}
        yield product(f"{columns:.0e} columns", "reorder(i,k,j)", "csr", inputs, sizes)


def matrices():
    """A matrix times its transpose, column by column."""
    folder = os.environ.get("LACUNA_MATRICES")
    if not folder:
        sys.exit("workspaces.py: LACUNA_MATRICES names no folder with matrices")
    for name in MATRICES:
        path = Path(folder) / f"{name}.mtx.gz"
        if path.exists():
            formats = {"A": "csc", "B": "csc", "C": "csr"}
            inputs = {"A": str(path), "B": str(path)}
            yield Case(name, "C(i,j) = A(i,k) * B(j,k)", formats, inputs, {}, "reorder(k,i,j)")


def tensor(kind):
    """A sparse tensor times sparse matrices: one of which 1 % is stored, or two of which 5 % are, which meet seldom."""
    entries, density = (300000, 0.05) if kind == "mttkrp" else (30000, 0.01)
    for columns in [4, 16, 64, 256, 1024]:
        inputs = {name: f"random:density={density},seed={seed}" for name, seed in [("C", 2), ("D", 3)]}
        inputs["B"] = f"random:nnz={entries},seed=1"
        sizes = {"i": 2000, "j": columns, "k": 300, "l": 500}
        formats = {"B": "csf", "C": "csr", "D": "csr"}
        if kind == "mttkrp":
            expression, order = "A(i,j) = B(k,l,i) * C(k,j) * D(l,j)", "reorder(k,l,i,j)"
            formats["A"] = "coo"
        else:
            expression, order = "A(i,l,j) = B(k,i,l) * C(k,j)", "reorder(k,i,l,j)"
            formats["A"] = "csf"
            del inputs["D"], formats["D"]
        yield Case(f"{columns} columns", expression, formats, inputs, sizes, order)


SWEEPS = {
    "outer": outer,
    "rows": rows,
    "matrices": matrices,
    "mttkrp": lambda: tensor("mttkrp"),
    "ttm": lambda: tensor("ttm"),
}


def run(lacuna, arguments, limit):
    """What `lacuna eval` reports; nothing if it takes too long or is refused."""
    command = ["timeout", str(limit), lacuna, "eval", *arguments, "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    output, errors = process.communicate()
    if process.returncode == 124:
        return None
    if process.returncode != 0:
        print(f"workspaces.py: {errors.decode().strip()}", file=sys.stderr)
        return None
    return json.loads(output)


def largest(lacuna, arguments, limit):
    """The largest memory of a process of its own, in bytes."""
    code = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-c", code, "timeout", str(limit), lacuna, "eval", *arguments]
    return 1024 * int(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def measure(options, case):
    """The fastest call and the memory of each policy."""
    found = {}
    for _ in range(options.rounds):
        for policy in options.policies:
            if policy in found and found[policy] is None:
                continue
            asked = ["--workspaces", policy, f"--time={options.calls}"]
            report = run(options.lacuna, case.arguments() + asked, options.limit)
            if report is None:
                found[policy] = None
                continue
            time = report["kernel"]["least_s"]
            best, _ = found.get(policy, (time, 0))
            found[policy] = (min(best, time), report["results"][0]["stored"])
    small = ["y(i) = x(i)", "-i", "x=ones", "-d", "i=2"]
    base = largest(options.lacuna, small, options.limit)
    rows = []
    for policy, figures in found.items():
        if figures is None:
            rows.append({"case": case.name, "policy": policy, "ms": None, "mb": None, "stored": None})
            continue
        memory = largest(options.lacuna, case.arguments() + ["--workspaces", policy], options.limit) - base
        time, stored = figures
        rows.append({"case": case.name, "policy": policy, "ms": 1000 * time, "mb": memory / 1e6, "stored": stored})
    return rows


def table(rows, policies):
    """Milliseconds and megabytes, one line for each case."""

    def cell(value, digits):
        return "-" if value is None else f"{value:.{digits}f}"

    lines = ["| input | stored | " + " | ".join(f"{policy} ms" for policy in policies) + " | "
             + " | ".join(f"{policy} MB" for policy in policies) + " |"]
    lines.append("|---" * (2 + 2 * len(policies)) + "|")
    for case in dict.fromkeys(row["case"] for row in rows):
        of = {row["policy"]: row for row in rows if row["case"] == case}
        stored = next((row["stored"] for row in of.values() if row["stored"] is not None), None)
        times = [cell(of[policy]["ms"], 1) for policy in policies]
        memory = [cell(of[policy]["mb"], 0) for policy in policies]
        lines.append(f"| {case} | {stored} | " + " | ".join(times + memory) + " |")
    return "\n".join(lines)


def plot(rows, policies, path, title):
    """Time relative to that of the fastest policy, for each input."""
    import matplotlib

    matplotlib.use("svg")
    # The same figures give the same file.
    matplotlib.rcParams["svg.hashsalt"] = "lacuna"
    from matplotlib import pyplot

    cases = list(dict.fromkeys(row["case"] for row in rows))
    figure, axes = pyplot.subplots(figsize=(max(6, 0.8 * len(cases) + 2), 3.6))
    width = 0.8 / len(policies)
    for number, policy in enumerate(policies):
        times = {row["case"]: row["ms"] for row in rows if row["policy"] == policy}
        best = {case: min(row["ms"] for row in rows if row["case"] == case and row["ms"]) for case in cases}
        places = [at + (number - len(policies) / 2 + 0.5) * width for at in range(len(cases))]
        axes.bar(places, [times[case] / best[case] if times[case] else 0 for case in cases], width, label=policy)
    axes.set_xticks(range(len(cases)), cases, rotation=35, ha="right")
    axes.set_ylabel("time / that of the fastest")
    axes.set_yscale("log")
    axes.set_title(title)
    axes.legend(ncols=len(policies), fontsize="small")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sweep", choices=SWEEPS, help="what is measured")
    parser.add_argument("--lacuna", required=True, help="the lacuna command")
    parser.add_argument("--policies", default=",".join(POLICIES), help="which policies, separated by commas")
    parser.add_argument("--rounds", type=int, default=2, help="how often policies take turns")
    parser.add_argument("--calls", type=int, default=5, help="calls of each process")
    parser.add_argument("--limit", type=float, default=60, help="seconds that one process may take")
    parser.add_argument("--csv", help="a file for the figures")
    parser.add_argument("--plot", help="a file for a plot, .svg (needs matplotlib)")
    options = parser.parse_args()
    options.policies = options.policies.split(",")
    rows = []
    for case in SWEEPS[options.sweep]():
        rows += measure(options, case)
        print(f"{case.name}: done", file=sys.stderr, flush=True)
    if not rows:
        sys.exit("workspaces.py: there is nothing to measure")
    print(table(rows, options.policies))
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    if options.plot:
        plot(rows, options.policies, options.plot, SWEEPS[options.sweep].__doc__ or options.sweep)


if __name__ == "__main__":
    main()
