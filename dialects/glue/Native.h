// What the makers of native code share.
#pragma once

#include "Glue.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <functional>

namespace lacuna {
/// LLVM's optimizations for a machine, without remarks on standard error.
std::function<llvm::Error(llvm::Module *)>
quietTransformer(unsigned optLevel, llvm::TargetMachine *machine);
} // namespace lacuna
