// Passes and pipelines whose bodies live in Rust. An external pass of MLIR's C
// API has no options in a textual pipeline; these declare theirs from a table.
#include "Glue.h"
#include "Sloop.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace {
/// Declares the options of a table on a pass or a set of pipeline options.
template <typename Owner>
struct OptionTable {
  using Option = typename Owner::template Option<std::string>;
  std::vector<std::unique_ptr<Option>> declared;

  void declare(Owner &owner, const LacunaOption *options, size_t count) {
    for (size_t k = 0; k < count; ++k)
      declared.push_back(std::make_unique<Option>(
          owner, options[k].name, llvm::cl::desc(options[k].help),
          llvm::cl::init(options[k].initial)));
  }

  /// Calls `use` with the values, in the order of the table.
  template <typename Use>
  auto with(Use use) {
    std::vector<std::string> values;
    for (auto &option : declared)
      values.push_back(option->getValue());
    std::vector<const char *> pointers;
    for (auto &value : values)
      pointers.push_back(value.c_str());
    return use(pointers.data());
  }
};

struct PassOptionOwner : Pass {
  using Pass::Pass;
  template <typename T>
  using Option = Pass::Option<T>;
};

std::optional<StringRef> anchorOf(const LacunaPass &info) {
  if (info.anchor)
    return StringRef(info.anchor);
  return std::nullopt;
}

struct RustPass final : PassOptionOwner {
  const LacunaPass &info;
  OptionTable<PassOptionOwner> options;

  RustPass(const LacunaPass &info, TypeID id)
      : PassOptionOwner(id, anchorOf(info)), info(info) {
    options.declare(*this, info.options, info.optionCount);
  }
  RustPass(const RustPass &other) : PassOptionOwner(other), info(other.info) {
    options.declare(*this, info.options, info.optionCount);
    copyOptionValuesFrom(&other);
  }

  StringRef getName() const override { return info.argument; }
  StringRef getArgument() const override { return info.argument; }
  StringRef getDescription() const override { return info.description; }
  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<RustPass>(*this);
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    // What a lowering of ours may create: a superset for each pass.
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    bufferization::BufferizationDialect,
                    cf::ControlFlowDialect, func::FuncDialect,
                    LLVM::LLVMDialect, linalg::LinalgDialect,
                    math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                    tensor::TensorDialect, vector::VectorDialect,
                    lacuna::stensor::StensorDialect,
                    lacuna::sloop::SloopDialect>();
  }
  bool canScheduleOn(RegisteredOperationName name) const override {
    return !info.anchor || name.getStringRef() == info.anchor;
  }
  void runOnOperation() override {
    MlirOperation root = wrap(getOperation());
    if (!options.with([&](auto values) { return info.run(root, values); }))
      signalPassFailure();
  }
};

struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  template <typename T>
  using Option = detail::PassOptions::Option<T>;
  OptionTable<PipelineOptions> table;
};

TypeIDAllocator passIds;
} // namespace

void lacunaRegisterPass(const LacunaPass *info) {
  TypeID id = passIds.allocate();
  registerPass([info, id]() -> std::unique_ptr<Pass> {
    return std::make_unique<RustPass>(*info, id);
  });
}

void lacunaRegisterPipeline(const LacunaPipeline *info) {
  registerPassPipeline(
      info->argument, info->description,
      [info](OpPassManager &manager, StringRef text,
             function_ref<LogicalResult(const Twine &)> error) {
        PipelineOptions options;
        options.table.declare(options, info->options, info->optionCount);
        if (failed(options.parseFromString(text)))
          return failure();
        const char *pipeline = options.table.with(info->expand);
        if (*pipeline == '!')
          return error("pipeline '" + Twine(info->argument) +
                       "': " + Twine(pipeline + 1));
        return parsePassPipeline(pipeline, manager);
      },
      [info](function_ref<void(const detail::PassOptions &)> use) {
        PipelineOptions options;
        options.table.declare(options, info->options, info->optionCount);
        use(options);
      });
}
