// What LLVM knows of the processor that this runs on.
#include "Glue.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

size_t lacunaProcessorName(char *text, size_t most) {
  llvm::StringRef name = llvm::sys::getHostCPUName();
  size_t length = std::min(most, name.size());
  std::copy_n(name.data(), length, text);
  return length;
}

/// LLVM schedules for a processor with what it calls tuning features; one of
/// them is that gathers are fast. Masks are cheap from AVX-512 on. A virtual
/// machine may hide what the processor has, so both are asked for.
bool lacunaGathersAreFast() {
  llvm::InitializeNativeTarget();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target || !triple.isX86())
    return false;
  if (!llvm::sys::getHostCPUFeatures().lookup("avx512vl"))
    return false;
  std::unique_ptr<llvm::MCSubtargetInfo> processor(
      target->createMCSubtargetInfo(triple, llvm::sys::getHostCPUName(), ""));
  return processor && processor->checkFeatures("+fast-gather") &&
         !processor->checkFeatures("+prefer-no-gather");
}
