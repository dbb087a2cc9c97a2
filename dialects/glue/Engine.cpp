// MLIR's execution engine as the C API makes it, but without listeners: that of
// perf leaves a dump of each program in the user's home. And calls of its code
// that come back where the code stops, and, where that is asked for, where it
// accesses memory that it must not.
#include "Native.h"

#include "mlir/CAPI/ExecutionEngine.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <ucontext.h>
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
static thread_local sigjmp_buf *stopped = nullptr;

static int64_t writeFromCode(int32_t file, const char *text, int64_t length) {
  if (!stopped || file != STDERR_FILENO)
    return ::write(file, text, length);
  written.append(text, length);
  return length;
}
static int32_t printFromCode(int32_t file, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int32_t length;
  if (!stopped || file != STDERR_FILENO) {
    length = ::vdprintf(file, format, arguments);
  } else {
    char text[512];
    length = std::vsnprintf(text, sizeof text, format, arguments);
    if (length > 0)
      written.append(text, std::min<size_t>(length, sizeof text - 1));
  }
  va_end(arguments);
  return length;
}
[[noreturn]] static void abortFromCode() {
  if (!stopped)
    std::abort();
  // Between here and the call are frames of compiled code only, which have
  // nothing to destroy.
  siglongjmp(*stopped, LacunaStopped);
}

/// What tells faults of the code on this thread, and what it said of one.
static thread_local LacunaExplain explains = nullptr;
static thread_local const void *explained = nullptr;
static thread_local char fault[512];
static thread_local size_t faultLength = 0;

static struct sigaction before[2];
static struct sigaction &handlerBefore(int signal) {
  return before[signal == SIGBUS];
}

static uint32_t accessOf(void *context) {
#if defined(__x86_64__) && defined(__linux__)
  // Bit 1 of the processor's error code says that it was a write.
  auto error = static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_ERR];
  return (error & 2) ? 1 : 0;
#else
  (void)context;
  return 2;
#endif
}

static void onFault(int signal, siginfo_t *info, void *context) {
  // One that another process sent, or the processor without an address, is
  // none of the code's accesses.
  bool isAccess = info->si_code == SEGV_MAPERR || info->si_code == SEGV_ACCERR;
  if (stopped && explains && signal == SIGSEGV && isAccess)
    faultLength = explains(explained, info->si_addr, accessOf(context), fault,
                           sizeof fault);
  else
    faultLength = 0;
  // What the handlers before make of it: they see it when it happens again.
  if (faultLength == 0) {
    sigaction(signal, &handlerBefore(signal), nullptr);
    return;
  }
  // As in `abortFromCode`: the fault is one of compiled code, or of a function
  // of the C library that it called.
  siglongjmp(*stopped, LacunaFaulted);
}

static void handleFaults() {
  static bool initOnce = [] {
    struct sigaction handler = {};
    handler.sa_sigaction = onFault;
    // The handler is left by a jump, so the signal must not stay blocked.
    handler.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int signal : {SIGSEGV, SIGBUS})
      sigaction(signal, &handler, &handlerBefore(signal));
    return true;
  }();
  (void)initOnce;
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>>
createEngine(Operation *module, unsigned optLevel, unsigned codegenLevel,
             uint64_t *nanoseconds) {
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host.takeError();
  host->setRelocationModel(llvm::Reloc::PIC_);
  host->setCodeGenOptLevel(static_cast<llvm::CodeGenOptLevel>(codegenLevel));
  auto machine = host->createTargetMachine();
  if (!machine)
    return machine.takeError();
  auto transformer =
      lacuna::timedTransformer(optLevel, machine->get(), nanoseconds);
  ExecutionEngineOptions options;
  options.transformer = transformer;
  options.enableObjectDump = true;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  return ExecutionEngine::create(module, options, std::move(*machine));
}

MlirExecutionEngine lacunaEngineCreate(MlirModule module, unsigned optLevel,
                                       unsigned codegenLevel,
                                       const LacunaSymbol *symbols,
                                       size_t symbolCount,
                                       uint64_t *nanoseconds,
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

  auto engine = createEngine(unwrap(module), optLevel, codegenLevel, nanoseconds);
  if (std::string why; failedWith(engine, why)) {
    fail(data, mlirStringRefCreate(why.data(), why.size()));
    return {nullptr};
  }
  (*engine)->registerSymbols([&](llvm::orc::MangleAndInterner intern) {
    auto function = [](auto *pointer) {
      return llvm::orc::ExecutorSymbolDef(
          llvm::orc::ExecutorAddr::fromPtr(pointer),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable);
    };
    llvm::orc::SymbolMap map;
    map[intern("write")] = function(&writeFromCode);
    map[intern("dprintf")] = function(&printFromCode);
    map[intern("abort")] = function(&abortFromCode);
    for (const LacunaSymbol &own : llvm::ArrayRef(symbols, symbolCount))
      map[intern(own.name)] = function(own.address);
    return map;
  });
  return wrap(engine->release());
}

uint32_t lacunaEngineCall(void (*code)(void **), void **arguments,
                          LacunaExplain explain, const void *explainData,
                          void (*stop)(void *, MlirStringRef), void *data) {
  if (explain)
    handleFaults();
  sigjmp_buf here;
  sigjmp_buf *volatile around = stopped;
  LacunaExplain volatile explainsAround = explains;
  const void *volatile explainedAround = explained;
  written.clear();
  uint32_t end = sigsetjmp(here, /*savemask=*/0);
  if (end == LacunaDone) {
    explains = explain;
    explained = explainData;
    stopped = &here;
    code(arguments);
  }
  stopped = around;
  explains = explainsAround;
  explained = explainedAround;
  if (end == LacunaStopped)
    stop(data, mlirStringRefCreate(written.data(), written.size()));
  else if (end == LacunaFaulted)
    stop(data, mlirStringRefCreate(fault, faultLength));
  else if (!written.empty())
    (void)!::write(STDERR_FILENO, written.data(), written.size());
  return end;
}
