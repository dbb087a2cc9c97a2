"""Configuration of lit for Lacuna's tests.

What the tests need comes from the environment:
  LACUNA_BIN_DIR   the folder with lacuna-opt, lacuna-lsp-server and the plugin
  LLVM_BIN_DIR     the folder with FileCheck, mlir-opt, mlir-runner, mlir-translate, not, opt, split-file
  LACUNA_TEST_OUT  where outputs go; a folder of its own under the temporary one by default

The whole suite: `lit -v test`; one file: `lit -v test/passes/schedule.mlir`.

Whole programs have the same results with passes of upstream around those of the pipeline `--lacuna`:
  -D between=canonicalize,cse          these run between every two
  -D before=linalg-fuse-elementwise-ops  these run before the pipeline
  -D options=dense=true                the pipeline has these options, too
Tests that look at what the pipeline makes say `REQUIRES: pipeline-alone`, and those of what upstream folds beforehand
`REQUIRES: as-written`.
"""

import os
import tempfile

import lit.formats

# `config` and `lit_config` are put here by lit.


def folder(variable):
    path = os.environ.get(variable, "")
    if not os.path.isdir(path):
        lit_config.fatal("%s must name a folder, found '%s'" % (variable, path))  # noqa: F821
    return os.path.abspath(path)


def tool(path):
    if not os.path.exists(path):
        lit_config.fatal("%s does not exist" % path)  # noqa: F821
    return path


config.name = "lacuna"  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)  # noqa: F821
config.suffixes = [".mlir"]  # noqa: F821
config.excludes = ["Inputs"]  # noqa: F821
config.test_source_root = os.path.dirname(__file__)  # noqa: F821
config.test_exec_root = os.environ.get("LACUNA_TEST_OUT") or os.path.join(  # noqa: F821
    tempfile.gettempdir(), "lacuna-lit-%d" % os.getuid()
)

lacuna = folder("LACUNA_BIN_DIR")
llvm = folder("LLVM_BIN_DIR")
mlir_lib = os.path.join(os.path.dirname(llvm), "lib")
runner_libs = ",".join(
    tool(os.path.join(mlir_lib, name)) for name in ("libmlir_c_runner_utils.so", "libmlir_runner_utils.so")
)

# `%name` first: a substitution is applied wherever its text stands.
config.substitutions += [  # noqa: F821
    ("%plugin", tool(os.path.join(lacuna, "liblacuna_plugin.so"))),
    ("%mlir_lib_dir", mlir_lib),
    # Compile a whole module, and run the `main` of what comes on standard input.
    (
        "%run",
        "%s -e main -entry-point-result=void -shared-libs=%s" % (tool(os.path.join(llvm, "mlir-runner")), runner_libs),
    ),
]
params = lit_config.params  # noqa: F821
before = " ".join("--" + name for name in params.get("before", "").split(",") if name)
if not before:
    config.available_features.add("as-written")  # noqa: F821
# By itself the pipeline checks what each phase leaves.
options = ["between=" + params["between"]] if "between" in params else ["verify=true"]
options += params.get("options", "").split()
if {"before", "between", "options"}.isdisjoint(params):
    config.available_features.add("pipeline-alone")  # noqa: F821
# The words beside one another are one argument.
config.substitutions += [  # noqa: F821
    ("--lacuna=", '%s --lacuna="%s "' % (before, " ".join(options))),
    (r"--lacuna(?![-=\w])", '%s --lacuna="%s"' % (before, " ".join(options))),
]
for name in ("lacuna-opt", "lacuna-lsp-server"):
    config.substitutions.append((r"\b%s\b(?!\.)" % name, tool(os.path.join(lacuna, name))))  # noqa: F821
for name in ("mlir-opt", "mlir-runner", "mlir-translate", "opt", "FileCheck", "not", "split-file"):
    # Not where it is part of a path, an option or a longer name.
    config.substitutions.append((r"(?<![-/\w])%s(?![-\w])" % name, tool(os.path.join(llvm, name))))  # noqa: F821
