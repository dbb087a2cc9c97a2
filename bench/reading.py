#!/usr/bin/env python3
"""Reading Matrix Market files and packing them into CSR, beside SciPy.

    python3 bench/reading.py --reader target/release/lacuna-reading [--threads 1] [FILE.mtx ...]

SciPy reads with `scipy.io.mmread`, on as many threads, and packs with `tocsr`. Both take turns; a ratio is the median of those
within a round, and below 1 where Lacuna is faster. Memory is the most that Lacuna's process had, over the bytes of the result.
Without files, three are written: entries in order, entries column by column (as most collections have them), and a symmetric
matrix.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import numpy as np
    import scipy.io
    import scipy.sparse
except ImportError as missing:
    sys.exit(f"reading.py: Python package {missing.name} not found: python3 -m pip install numpy scipy")

ENTRIES, SIZE = 3_000_000, 400_000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reader", default="target/release/lacuna-reading", help="Lacuna's half")
    parser.add_argument("--threads", type=int, default=1, help="of each; default 1")
    parser.add_argument("--rounds", type=int, default=7, help="default 7")
    parser.add_argument("files", nargs="*", metavar="FILE", help="Matrix Market files")
    options = parser.parse_args()
    if not Path(options.reader).exists():
        sys.exit(f"reading.py: {options.reader} not found: cargo build --release, or pass --reader")
    print("| file | entries | read | pack | both | read ms | pack ms | memory of result |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="reading_") as folder:
        for file in options.files or write_files(Path(folder)):
            print(row(Path(file), options), flush=True)


def write_files(folder):
    random = np.random.default_rng(1)
    rows, columns = (random.integers(0, SIZE, ENTRIES) for _ in range(2))
    values = random.standard_normal(ENTRIES)
    matrix = scipy.sparse.coo_matrix((values, (rows, columns)), shape=(SIZE, SIZE))
    below = scipy.sparse.tril(matrix)
    kinds = {"in_order": (matrix.tocsr().tocoo(), "general"), "by_column": (matrix.tocsc().tocoo(), "general")}
    kinds["symmetric"] = (below, "symmetric")
    for name, (entries, symmetry) in kinds.items():
        file = folder / f"{name}.mtx"
        with file.open("w") as out:
            out.write(f"%%MatrixMarket matrix coordinate real {symmetry}\n{SIZE} {SIZE} {entries.nnz}\n")
            lines = np.empty((entries.nnz, 3), dtype=object)
            lines[:, 0], lines[:, 1], lines[:, 2] = entries.row + 1, entries.col + 1, entries.data
            out.writelines(f"{row} {column} {value!r}\n" for row, column, value in lines.tolist())
        yield file


def row(file, options):
    rounds = [measure(file, options) for _ in range(options.rounds)]
    ratio = lambda part: statistics.median(ours[part] / theirs[part] for ours, theirs in rounds)
    ours = [own for own, _ in rounds]
    ms = lambda part: statistics.median(own[part] for own in ours) * 1e3
    memory = ours[0]["peak_bytes"] / ours[0]["result_bytes"]
    cells = [file.name, ours[0]["entries"], *(f"{ratio(part):.2f}" for part in ["read", "pack", "both"])]
    return "| " + " | ".join(map(str, [*cells, f"{ms('read'):.0f}", f"{ms('pack'):.0f}", f"{memory:.1f}"])) + " |"


def measure(file, options):
    """What both take for the parts, in seconds."""
    environment = {**os.environ, "RAYON_NUM_THREADS": str(options.threads)}
    done = subprocess.run([options.reader, file], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"reading.py: {done.stderr.strip()}")
    ours = json.loads(done.stdout)
    scipy.io._fast_matrix_market.PARALLELISM = options.threads
    begin = time.perf_counter()
    matrix = scipy.io.mmread(file)
    read = time.perf_counter()
    packed = matrix.tocsr()
    end = time.perf_counter()
    if packed.nnz != ours["entries"]:
        sys.exit(f"reading.py: {file}: SciPy finds {packed.nnz} entries, Lacuna {ours['entries']}")
    theirs = {"read": read - begin, "pack": end - read}
    for side in [ours, theirs]:
        side["both"] = side["read"] + side["pack"]
    return ours, theirs


if __name__ == "__main__":
    main()
