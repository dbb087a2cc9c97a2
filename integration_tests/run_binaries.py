#!/usr/bin/env python3
"""Runs all test binaries of the workspace, as many at once as there are processors.

`cargo test` runs one after the other, so other processors idle while the slowest test of each finishes. Here each binary has one thread, and
what took longest the last time starts first. A binary that fails shows all that it wrote, and the others go on.

    cargo test --no-run --message-format=json ... | integration_tests/run_binaries.py
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor, as_completed

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIMES = ROOT / "target" / "test-times.json"
# Each takes minutes on one processor, so these start first where nothing was ever run: the others fit in beside them.
LONGEST = ("kernels", "lit", "fuzz", "nests", "workspaces", "conversions", "subscripts")


def binaries():
    """The name, path and package folder of each test binary that cargo's messages name."""
    for line in sys.stdin:
        message = json.loads(line) if line.startswith("{") else {}
        if message.get("executable") and message["profile"]["test"]:
            folder = pathlib.Path(message["manifest_path"]).parent
            kind = message["target"]["kind"][0]
            name = message["target"]["name"] if kind == "test" else f"{message['target']['name']} ({kind})"
            yield f"{folder.name}/{name}", message["executable"], folder


def run(binary):
    """Its name, exit status, output and seconds."""
    name, executable, folder = binary
    environment = os.environ | {"CARGO_MANIFEST_DIR": str(folder), "RUST_TEST_THREADS": "1"}
    begin = time.monotonic()
    result = subprocess.run(
        [executable], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    return name, result.returncode, result.stdout, time.monotonic() - begin


def main():
    # What cargo sets for what it runs.
    config = tomllib.loads((ROOT / ".cargo" / "config.toml").read_text())
    for name, value in config["env"].items():
        os.environ.setdefault(name, value)
    times = json.loads(TIMES.read_text()) if TIMES.exists() else {}

    def expected(name):
        return times.get(name, 1000 if name.split("/")[-1] in LONGEST else 100)

    queue = sorted(binaries(), key=lambda binary: -expected(binary[0]))
    if not queue:
        sys.exit("error: cargo named no test binary")
    failed, passed = [], 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in as_completed([pool.submit(run, binary) for binary in queue]):
            name, status, output, seconds = done.result()
            times[name] = round(seconds, 1)
            passed += sum(int(count) for count in re.findall(r"^test result: .*?(\d+) passed", output, re.MULTILINE))
            if status == 0:
                print(f"{seconds:6.1f} s  {name}", flush=True)
            else:
                failed.append(name)
                print(f"{output}\n{seconds:6.1f} s  {name}: FAILED, exit status {status}", flush=True)
    TIMES.write_text(json.dumps(times, indent=1, sort_keys=True))
    print(f"{passed} tests passed, in {len(queue)} binaries")
    if failed:
        sys.exit(f"error: tests failed in {', '.join(failed)}")


if __name__ == "__main__":
    main()
