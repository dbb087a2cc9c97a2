// The mains of `mlir-opt` and `mlir-lsp-server` with our dialects on board.
#include "Glue.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

void lacuna::insertAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  lacuna::insertDialects(registry);
}

int lacunaOptMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  lacuna::insertAllDialects(registry);
  mlir::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "lacuna-opt: mlir-opt with the Lacuna sparse compiler\n",
      registry));
}

int lacunaLspMain(int argc, char **argv) {
  mlir::DialectRegistry registry;
  lacuna::insertAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
