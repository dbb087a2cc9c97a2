"""The tables on the terminal."""

import platform

import numpy as np

COLUMNS = ["lacuna", "upstream", "upstream vl", "plain C", "eigen", "scipy", "mkl", "graphblas", "hand"]
WIDTH = 21
# The widths of the names of kernels and inputs.
KERNEL, INPUT = 18, 22
# Behind a peer by more than this is listed.
LEVEL = 1.05


def best_of(results, column):
    """The fastest variant in a column, or `None`."""
    return min((own for own in results if own["column"] == column), key=lambda own: own["median_ms"], default=None)


def print_machine(triad):
    """What the figures were measured on."""
    print(f"{_processor()}; one thread; STREAM triad {triad / 1e9:.1f} GB/s\n")


def print_header():
    print(" " * (KERNEL + INPUT) + "".join(f"{column:<{WIDTH}}" for column in COLUMNS) + "best peer")
    columns = "".join(f"{'ratio      ms variant':<{WIDTH}}" for _ in COLUMNS)
    print(f"{'kernel':<{KERNEL}}{'input':<{INPUT}}{columns}(rounds)")


def print_row(row):
    """One kernel on one input: for each column its best variant, as ratio to the best peer and in milliseconds."""
    cells = "".join(f"{_cell(best_of(row['results'], column)):<{WIDTH}}" for column in COLUMNS)
    name = row["input"][: INPUT - 1]
    print(f"{row['kernel']:<{KERNEL}}{name:<{INPUT}}{cells}{row['best_peer']} ({row['rounds']})", flush=True)


def print_details(row):
    """Every variant with its quartiles."""
    for own in sorted(row["results"], key=lambda own: own["median_ms"]):
        low, median, high = own["quartiles_ms"]
        name = f"{own['column']} {own['variant']}".strip()
        print(f"    {name:<20}{own['ratio']:7.2f}   {median:9.3f} ms  [{low:.3f}, {high:.3f}]", flush=True)


def print_summary(rows):
    """For each kernel the geometric mean of Lacuna's ratios, their range, and the inputs on which it is behind."""
    print(f"\n{'kernel':<{KERNEL}}{'mean':>6}{'least':>7}{'most':>6}  behind by more than a twentieth")
    for kernel in dict.fromkeys(row["kernel"] for row in rows):
        own = {
            row["input"]: (best_of(row["results"], "lacuna")["ratio"], row["best_peer"])
            for row in rows
            if row["kernel"] == kernel
        }
        ratios = np.array([ratio for ratio, _ in own.values()])
        late = [f"{name} {ratio:.2f} ({peer})" for name, (ratio, peer) in own.items() if ratio > LEVEL]
        mean = np.exp(np.log(ratios).mean())
        listed = ", ".join(late) or "-"
        print(f"{kernel:<{KERNEL}}{mean:6.2f}{ratios.min():7.2f}{ratios.max():6.2f}  {listed}")


def _processor():
    try:
        with open("/proc/cpuinfo") as lines:
            return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _cell(own):
    if own is None:
        return "    -"
    once = "~" if own["turns"] == 1 else ""
    return f"{own['ratio']:5.2f} {own['median_ms']:7.2f} {once}{own['variant']}"
