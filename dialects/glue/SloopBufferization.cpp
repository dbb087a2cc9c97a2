// How one-shot bufferization turns the dense operands of `sloop.nest` into
// buffers. Sparse tensors stay as they are: their storage is taken apart later.
#include "Sloop.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace lacuna::sloop;

namespace {
bool isDenseTensor(Value value) {
  return isa<RankedTensorType>(value.getType()) &&
         !lacuna::stensor::getFormat(value.getType());
}

bool isOutput(Operation *op, OpOperand &operand) {
  return operand.getOperandNumber() >= cast<NestOp>(op).getInputs().size();
}

// The nest is not a DestinationStyleOpInterface: upstream folds casts into the
// operands of those, and the arguments of the body would keep the old types.
struct NestBufferization
    : BufferizableOpInterface::ExternalModel<NestBufferization, NestOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &operand,
                              const AnalysisState &) const {
    return isDenseTensor(operand.get());
  }

  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &) const {
    return isDenseTensor(operand.get()) && isOutput(op, operand);
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    if (!isDenseTensor(operand.get()) || !isOutput(op, operand))
      return {};
    // Each result belongs to a tensor among the outputs, in their order.
    auto outputs = cast<NestOp>(op).getOutputs();
    size_t before =
        operand.getOperandNumber() - cast<NestOp>(op).getInputs().size();
    auto isTensor = [](Value output) {
      return isa<RankedTensorType>(output.getType());
    };
    OpResult result = op->getResult(
        llvm::count_if(outputs.take_front(before), isTensor));
    return {{result, BufferRelation::Equivalent, /*isDefinite=*/true}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto nest = cast<NestOp>(op);
    // The new nest still holds tensors, so the driver comes back to it.
    if (llvm::none_of(nest->getOperands(), isDenseTensor))
      return success();
    rewriter.setInsertionPoint(nest);
    SmallVector<Value> operands;
    for (Value operand : nest->getOperands()) {
      if (!isDenseTensor(operand)) {
        operands.push_back(operand);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      operands.push_back(*buffer);
    }
    size_t inputs = nest.getInputs().size();
    // Stored outputs go before buffers: each result belongs to the output of
    // its number.
    auto isStored = [&](size_t output) {
      return isa<RankedTensorType>(operands[output].getType());
    };
    SmallVector<size_t> order;
    for (bool stored : {true, false})
      for (size_t output = inputs; output < operands.size(); ++output)
        if (isStored(output) == stored)
          order.push_back(output);
    SmallVector<Value> outputs;
    SmallVector<Type> results;
    for (size_t output : order) {
      outputs.push_back(operands[output]);
      if (isStored(output))
        results.push_back(operands[output].getType());
    }
    auto buffered =
        NestOp::create(rewriter, nest.getLoc(), results,
                       ArrayRef(operands).take_front(inputs), outputs);
    buffered->setDiscardableAttrs(nest->getDiscardableAttrDictionary());
    Region &body = buffered.getBody();
    body.takeBody(nest.getBody());
    for (auto [argument, operand] : llvm::zip(body.getArguments(), operands))
      if (isDenseTensor(argument))
        argument.setType(operand.getType());
    for (size_t output : order) {
      BlockArgument argument = body.getArgument(output);
      argument.replaceAllUsesWith(
          body.addArgument(argument.getType(), argument.getLoc()));
    }
    body.front().eraseArguments(inputs, order.size());
    auto result = nest.getResults().begin();
    auto updated = buffered.getResults().begin();
    for (auto [before, after] :
         llvm::zip(nest.getOutputs(), ArrayRef(operands).drop_front(inputs))) {
      if (!isa<RankedTensorType>(before.getType()))
        continue;
      bool stored = isa<RankedTensorType>(after.getType());
      Value replacement =
          stored ? Value(*updated++)
                 : Value(ToTensorOp::create(rewriter, nest.getLoc(),
                                            before.getType(), after));
      rewriter.replaceAllUsesWith(*result++, replacement);
    }
    rewriter.eraseOp(nest);
    return success();
  }
};
} // namespace

void lacuna::sloop::registerBufferization(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SloopDialect *) {
    NestOp::attachInterface<NestBufferization>(*context);
  });
}
