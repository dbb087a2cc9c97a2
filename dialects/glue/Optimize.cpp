// LLVM's optimizations of a module: what of them a kernel needs, and what it
// costs more to have than it gives.
#include "Native.h"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Passes/PassBuilder.h"

#include <chrono>

using namespace llvm;

namespace {
/// Keeps to itself what LLVM remarks, such as that a loop was not vectorized.
struct Quiet : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    return info.getSeverity() != DS_Error;
  }
};
} // namespace

/// Straight-line code is searched for lanes only where no function has more
/// instructions: the search takes time that grows faster than the code, a third
/// of all optimizations at twice as many. Kernels of one loop nest have some
/// hundreds.
static constexpr unsigned mostForStraightLineLanes = 1500;

static OptimizationLevel levelOf(unsigned level) {
  switch (level) {
  case 0:
    return OptimizationLevel::O0;
  case 1:
    return OptimizationLevel::O1;
  case 2:
    return OptimizationLevel::O2;
  default:
    return OptimizationLevel::O3;
  }
}

/// A function stands beside its C interface: with a copy of it in there, all of
/// its code would be compiled twice.
static void keepOutOfInterfaces(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() &&
        module.getFunction(("_mlir_ciface_" + function.getName()).str()))
      function.addFnAttr(Attribute::NoInline);
}

Error lacuna::optimize(Module &module, unsigned level,
                       TargetMachine *machine) {
  module.getContext().setDiagnosticHandler(std::make_unique<Quiet>());
  keepOutOfInterfaces(module);
  unsigned longest = 0;
  for (Function &function : module)
    longest = std::max(longest, function.getInstructionCount());

  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PipelineTuningOptions tuning;
  tuning.LoopUnrolling = true;
  tuning.LoopInterleaving = true;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = longest <= mostForStraightLineLanes;
  PassBuilder builder(machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(levelOf(level)).run(module, modules);
  return Error::success();
}

std::function<Error(Module *)>
lacuna::timedTransformer(unsigned level, TargetMachine *machine,
                         uint64_t *nanoseconds) {
  return [=](Module *module) {
    auto begin = std::chrono::steady_clock::now();
    // The engine is asked for packed C interfaces alone: what they do not need
    // is not compiled.
    for (GlobalObject &object : module->global_objects())
      if (!object.isDeclaration() && !object.getName().starts_with("llvm.") &&
          !object.getName().starts_with("_mlir__mlir_ciface_")) {
        object.setVisibility(GlobalValue::DefaultVisibility);
        object.setLinkage(GlobalValue::InternalLinkage);
        object.setComdat(nullptr);
      }
    Error error = optimize(*module, level, machine);
    *nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::steady_clock::now() - begin)
                       .count();
    return error;
  };
}
