// MLIR's execution engine as the C API makes it, but without listeners: that of
// perf leaves a dump of each program in the user's home. And calls of its code
// that come back where the code stops.
#include "Native.h"

#include "mlir/CAPI/ExecutionEngine.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <csetjmp>
#include <cstdlib>
#include <string>
#include <unistd.h>

using namespace mlir;

template <typename T>
static bool failedWith(llvm::Expected<T> &result, std::string &why) {
  if (result)
    return false;
  why = llvm::toString(result.takeError());
  return true;
}

/// What the code on this thread wrote to standard error, and where it goes on
/// when it aborts; null where no call is guarded.
static thread_local std::string written;
static thread_local std::jmp_buf *stopped = nullptr;

static int64_t writeFromCode(int32_t file, const char *text, int64_t length) {
  if (!stopped || file != STDERR_FILENO)
    return ::write(file, text, length);
  written.append(text, length);
  return length;
}
[[noreturn]] static void abortFromCode() {
  if (!stopped)
    std::abort();
  // Between here and the call are frames of compiled code only, which have
  // nothing to destroy.
  std::longjmp(*stopped, 1);
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>>
createEngine(Operation *module, unsigned optLevel) {
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host.takeError();
  host->setRelocationModel(llvm::Reloc::PIC_);
  auto machine = host->createTargetMachine();
  if (!machine)
    return machine.takeError();
  auto transformer =
      lacuna::quietTransformer(optLevel, machine->get());
  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.jitCodeGenOptLevel = static_cast<llvm::CodeGenOptLevel>(optLevel);
  options.enableObjectDump = true;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  return ExecutionEngine::create(module, options, std::move(*machine));
}

MlirExecutionEngine lacunaEngineCreate(MlirModule module, unsigned optLevel,
                                       void (*fail)(void *, MlirStringRef),
                                       void *data) {
  static bool initOnce = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmParser();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initOnce;
  MLIRContext &context = *unwrap(module)->getContext();
  registerBuiltinDialectTranslation(context);
  registerLLVMDialectTranslation(context);

  auto engine = createEngine(unwrap(module), optLevel);
  if (std::string why; failedWith(engine, why)) {
    fail(data, mlirStringRefCreate(why.data(), why.size()));
    return {nullptr};
  }
  (*engine)->registerSymbols([](llvm::orc::MangleAndInterner intern) {
    auto function = [](auto *pointer) {
      return llvm::orc::ExecutorSymbolDef(
          llvm::orc::ExecutorAddr::fromPtr(pointer),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable);
    };
    llvm::orc::SymbolMap symbols;
    symbols[intern("write")] = function(&writeFromCode);
    symbols[intern("abort")] = function(&abortFromCode);
    return symbols;
  });
  return wrap(engine->release());
}

bool lacunaEngineCall(void (*code)(void **), void **arguments,
                      void (*stop)(void *, MlirStringRef), void *data) {
  std::jmp_buf here;
  std::jmp_buf *volatile around = stopped;
  written.clear();
  bool isDone = setjmp(here) == 0;
  if (isDone) {
    stopped = &here;
    code(arguments);
  }
  stopped = around;
  if (!isDone)
    stop(data, mlirStringRefCreate(written.data(), written.size()));
  else if (!written.empty())
    (void)!::write(STDERR_FILENO, written.data(), written.size());
  return isDone;
}
