"""The table on the terminal and the same data as JSON."""

COLUMNS = ["lacuna", "upstream", "upstream vl", "plain C", "scipy", "hand"]


def best_of(results, column):
    """The fastest variant in a column, or `None`."""
    return min((own for own in results if own["column"] == column), key=lambda own: own["median_ms"], default=None)


def print_header():
    print(f"{'kernel':<10} {'input':<8}" + "".join(f"{column:>23}" for column in COLUMNS) + "  best peer")
    print(f"{'':<19}" + "".join(f"{'ratio      ms variant':>23}" for _ in COLUMNS))


def print_row(row):
    """One kernel on one input: for each column its best variant, as ratio to the best peer and in milliseconds."""
    cells = []
    for column in COLUMNS:
        own = best_of(row["results"], column)
        if own is None:
            cells.append(f"{'-':>23}")
        else:
            cells.append(f"{own['ratio']:7.2f} {own['median_ms']:7.2f} {own['variant']:<7}"[:23].rjust(23))
    print(f"{row['kernel']:<10} {row['input']:<8}" + "".join(cells) + f"  {row['best_peer']}", flush=True)


def print_details(row):
    """Every variant with its quartiles."""
    for own in sorted(row["results"], key=lambda own: own["median_ms"]):
        low, median, high = own["quartiles_ms"]
        name = f"{own['column']} {own['variant']}".strip()
        print(f"    {name:<24}{own['ratio']:7.2f}   {median:9.3f} ms  [{low:.3f}, {high:.3f}]", flush=True)
