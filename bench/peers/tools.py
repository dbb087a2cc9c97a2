"""The programs that build the compiled contenders, and running them with errors that say what to do."""

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

CLANG_FLAGS = ["-O3", "-march=native", "-fPIC", "-shared"]


class MissingTool(Exception):
    """A program was not found."""


class BuildError(Exception):
    """A program refused what it was given."""


class Toolchain:
    """Finds the programs, and compiles into a folder that lives as long as the benchmark (or is kept on request)."""

    def __init__(self, lacuna_opt, llvm_prefix, eigen, keep=None):
        self.lacuna_opt = _require(lacuna_opt, "lacuna-opt", "pass --lacuna-opt PATH or set LACUNA_OPT")
        hint = "install LLVM and MLIR 22 (Debian: mlir-22-tools, clang-22), or pass --llvm-prefix DIR"
        bin_folder = Path(llvm_prefix) / "bin"
        self.mlir_opt = _require(bin_folder / "mlir-opt", "mlir-opt", hint)
        self.mlir_translate = _require(bin_folder / "mlir-translate", "mlir-translate", hint)
        self.clang = _require(bin_folder / "clang", "clang", hint)
        self.clangxx = _require(bin_folder / "clang++", "clang++", hint)
        self.eigen = Path(eigen)
        if not (self.eigen / "Eigen" / "Sparse").exists():
            raise MissingTool(f"Eigen not found at {eigen}: install it (Debian: libeigen3-dev), or pass --eigen DIR")
        self._temporary = None if keep else tempfile.TemporaryDirectory(prefix="side_by_side_")
        self.folder = Path(keep or self._temporary.name)
        self.folder.mkdir(parents=True, exist_ok=True)

    def load_mlir(self, name, text, optimizer, flags, rewrite_ir=None):
        """The library that `optimizer flags` makes of MLIR text: translated to LLVM IR, then compiled by clang.

        Every step's file stays beside the library. `rewrite_ir` may change the text of the LLVM IR.
        """
        source = self.folder / f"{name}.mlir"
        source.write_text(text)
        lowered = self.folder / f"{name}.llvm.mlir"
        lowered.write_text(_run([optimizer, *flags, source]))
        ir = _run([self.mlir_translate, "--mlir-to-llvmir", lowered])
        translated = self.folder / f"{name}.ll"
        translated.write_text(rewrite_ir(ir) if rewrite_ir else ir)
        return self._load(name, self.clang, ["-Wno-override-module", translated])

    def load_c(self, name, *words):
        """The library that clang makes of C files; `words` are these and further flags."""
        return self._load(name, self.clang, words)

    def load_cpp(self, name, *words):
        """The library that clang makes of C++ files, which may include Eigen."""
        return self._load(name, self.clangxx, ["-isystem", self.eigen, *words])

    def defines(self, macro):
        """Whether C code for this processor sees the macro defined: `__AVX512F__` where it has these instructions."""
        macros = _run([self.clang, "-march=native", "-dM", "-E", "-x", "c", os.devnull])
        return any(line.split()[1] == macro for line in macros.splitlines())

    def _load(self, name, compiler, words):
        library = self.folder / f"{name}.so"
        _run([compiler, *CLANG_FLAGS, *words, "-o", library])
        return ctypes.CDLL(str(library))


def _require(path, name, hint):
    found = shutil.which(str(path)) if path else None
    if found is None:
        raise MissingTool(f"{name} not found at {path or '(no path given)'}: {hint}")
    return os.path.abspath(found)


def _run(command):
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(f"{' '.join(command)} failed with {done.returncode}:\n{done.stderr.strip()[:2000]}")
    return done.stdout
