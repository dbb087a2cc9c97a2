"""The table on the terminal."""

COLUMNS = ["lacuna", "upstream", "upstream vl", "plain C", "eigen", "scipy", "hand"]
WIDTH = 23


def best_of(results, column):
    """The fastest variant in a column, or `None`."""
    return min((own for own in results if own["column"] == column), key=lambda own: own["median_ms"], default=None)


def print_header():
    print(" " * 21 + "".join(f"{column:<{WIDTH}}" for column in COLUMNS) + "best peer")
    print(f"{'kernel':<12}{'input':<9}" + "".join(f"{'ratio      ms variant':<{WIDTH}}" for _ in COLUMNS) + "(rounds)")


def print_row(row):
    """One kernel on one input: for each column its best variant, as ratio to the best peer and in milliseconds."""
    cells = "".join(f"{_cell(best_of(row['results'], column)):<{WIDTH}}" for column in COLUMNS)
    print(f"{row['kernel']:<12}{row['input']:<9}{cells}{row['best_peer']} ({row['rounds']})", flush=True)


def print_details(row):
    """Every variant with its quartiles."""
    for own in sorted(row["results"], key=lambda own: own["median_ms"]):
        low, median, high = own["quartiles_ms"]
        name = f"{own['column']} {own['variant']}".strip()
        print(f"    {name:<20}{own['ratio']:7.2f}   {median:9.3f} ms  [{low:.3f}, {high:.3f}]", flush=True)


def _cell(own):
    if own is None:
        return "    -"
    once = "~" if own["turns"] == 1 else ""
    return f"{own['ratio']:5.2f} {own['median_ms']:7.2f} {once}{own['variant']}"
