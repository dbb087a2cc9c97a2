// What the makers of native code share.
#pragma once

#include "Glue.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <functional>

namespace lacuna {
/// LLVM's optimizations for a machine, without remarks on standard error.
llvm::Error optimize(llvm::Module &module, unsigned level,
                     llvm::TargetMachine *machine);

/// The same for an engine whose packed C interfaces are all that is called, and
/// how long it took.
std::function<llvm::Error(llvm::Module *)>
timedTransformer(unsigned level, llvm::TargetMachine *machine,
                 uint64_t *nanoseconds);
} // namespace lacuna
