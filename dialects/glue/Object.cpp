// Native code as an object file for a linker: with the symbols that a program
// calls, and without the wrappers that the engine adds.
#include "Native.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

/// A machine that makes code for a linker: of any place, whose parts are near
/// one another.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(unsigned codegenLevel) {
  auto host = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host.takeError();
  host->setRelocationModel(llvm::Reloc::PIC_);
  host->setCodeModel(llvm::CodeModel::Small);
  host->setCodeGenOptLevel(static_cast<llvm::CodeGenOptLevel>(codegenLevel));
  return host->createTargetMachine();
}

/// Gives a function and its C interface another name, and takes all other names
/// from the linker; why that cannot be, otherwise.
static std::string rename(llvm::Module &module, const llvm::TargetMachine &machine,
                          llvm::StringRef from, llvm::StringRef to) {
  llvm::LibFunc library;
  llvm::TargetLibraryInfoImpl libraryInfo(machine.getTargetTriple());
  if (libraryInfo.getLibFunc(to, library) ||
      (to != from && module.getNamedValue(to)))
    return "'" + to.str() + "' is the name of a function of the C library";
  constexpr llvm::StringLiteral interface = "_mlir_ciface_";
  for (llvm::GlobalObject &object : module.global_objects()) {
    if (object.isDeclaration())
      continue;
    llvm::StringRef name = object.getName();
    bool isInterface = name.consume_front(interface);
    if (name == from)
      object.setName(isInterface ? (interface + to).str() : to.str());
    else if (!object.hasLocalLinkage()) {
      object.setVisibility(llvm::GlobalValue::DefaultVisibility);
      object.setLinkage(llvm::GlobalValue::InternalLinkage);
      object.setComdat(nullptr);
    }
  }
  return "";
}

bool lacunaEmitObject(MlirModule module, unsigned optLevel,
                      unsigned codegenLevel, MlirStringRef from,
                      MlirStringRef to, void (*take)(void *, MlirStringRef),
                      void (*fail)(void *, MlirStringRef), void *data) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  MLIRContext &context = *unwrap(module)->getContext();
  registerBuiltinDialectTranslation(context);
  registerLLVMDialectTranslation(context);
  auto failWith = [&](const std::string &why) {
    fail(data, mlirStringRefCreate(why.data(), why.size()));
    return false;
  };

  auto machine = createMachine(codegenLevel);
  if (!machine)
    return failWith(llvm::toString(machine.takeError()));
  llvm::LLVMContext llvmContext;
  auto code = translateModuleToLLVMIR(unwrap(module), llvmContext);
  if (!code)
    return failWith("the module has no LLVM IR");
  code->setTargetTriple((*machine)->getTargetTriple());
  code->setDataLayout((*machine)->createDataLayout());
  if (std::string why = rename(*code, **machine, unwrap(from), unwrap(to));
      !why.empty())
    return failWith(why);
  if (llvm::Error error = lacuna::optimize(*code, optLevel, machine->get()))
    return failWith(llvm::toString(std::move(error)));
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  if ((*machine)->addPassesToEmitFile(passes, stream, /*DwoOut=*/nullptr,
                                      llvm::CodeGenFileType::ObjectFile))
    return failWith("this target has no object files");
  passes.run(*code);
  take(data, mlirStringRefCreate(object.data(), object.size()));
  return true;
}
