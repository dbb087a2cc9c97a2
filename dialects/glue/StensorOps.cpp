// The `stensor` dialect and the verifiers of its operations.
#include "Stensor.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

#include "StensorDialect.cpp.inc"
#define GET_OP_CLASSES
#include "StensorOps.cpp.inc"

using namespace mlir;
using namespace lacuna::stensor;

namespace {
/// Prints a format once, as `#format`, and by that name where it is used.
struct FormatAlias : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<FormatAttr>(attr))
      return AliasResult::NoAlias;
    os << "format";
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void StensorDialect::initialize() {
  registerAttributes();
  addInterfaces<FormatAlias>();
  addOperations<
#define GET_OP_LIST
#include "StensorOps.cpp.inc"
      >();
}

/// The element types of the buffers of a tensor, in the order of `stensor.pack`.
static SmallVector<Type> bufferElements(RankedTensorType type) {
  FormatAttr format = getFormat(type);
  MLIRContext *context = type.getContext();
  Type position = IntegerType::get(context, format.getPositionWidth());
  Type coordinate = IntegerType::get(context, format.getCoordinateWidth());
  SmallVector<Type> elements;
  for (size_t level = 0; level < format.getLevels().size(); ++level) {
    LacunaStored stored = storedOf(format, level);
    if (stored.positions)
      elements.push_back(position);
    if (stored.coordinates)
      elements.push_back(coordinate);
  }
  elements.push_back(type.getElementType());
  return elements;
}

static LogicalResult verifyBuffers(Operation *op, RankedTensorType tensor,
                                   TypeRange buffers) {
  SmallVector<Type> elements = bufferElements(tensor);
  if (elements.size() != buffers.size())
    return op->emitOpError() << "the format of " << tensor << " has "
                             << elements.size() << " buffers, found "
                             << buffers.size();
  for (auto [index, element, buffer] : llvm::enumerate(elements, buffers))
    if (cast<MemRefType>(buffer).getElementType() != element)
      return op->emitOpError()
             << "buffer " << index << " holds "
             << cast<MemRefType>(buffer).getElementType() << ", required "
             << element;
  return success();
}

static LogicalResult verifyArray(Operation *op, Value tensor, int64_t level,
                                 Type array, unsigned width, StringRef noun,
                                 bool LacunaStored::*stores) {
  FormatAttr format = getFormat(tensor.getType());
  int64_t count = format.getLevels().size();
  if (level < 0 || level >= count)
    return op->emitOpError() << "level " << level << " of a tensor with "
                             << count << " levels";
  if (!(storedOf(format, level).*stores))
    return op->emitOpError() << "level " << level << " is "
                             << stringifyLevelKind(
                                    format.getLevels()[level].getKind())
                             << ", which has no " << noun << " array";
  unsigned found = cast<MemRefType>(array).getElementTypeBitWidth();
  if (found != width)
    return op->emitOpError() << noun << " of this format have " << width
                             << " bits, found " << found;
  return success();
}

LogicalResult PositionsOp::verify() {
  FormatAttr format = getFormat(getTensor().getType());
  return verifyArray(
      *this, getTensor(), getLevel(), getArray().getType(),
      format.getPositionWidth(), "positions", &LacunaStored::positions);
}

LogicalResult CoordinatesOp::verify() {
  FormatAttr format = getFormat(getTensor().getType());
  return verifyArray(*this, getTensor(), getLevel(), getArray().getType(),
                     format.getCoordinateWidth(), "coordinates",
                     &LacunaStored::coordinates);
}

LogicalResult LevelSizeOp::verify() {
  int64_t count = getFormat(getTensor().getType()).getLevels().size();
  int64_t level = getLevel();
  if (level < 0 || level >= count)
    return emitOpError() << "level " << level << " of a tensor with " << count
                         << " levels";
  return success();
}

LogicalResult ValuesOp::verify() {
  Type element = cast<RankedTensorType>(getTensor().getType()).getElementType();
  Type found = cast<MemRefType>(getArray().getType()).getElementType();
  if (found != element)
    return emitOpError() << "values of this tensor are " << element
                         << ", found " << found;
  return success();
}

static LogicalResult verifySizes(Operation *op, RankedTensorType type,
                                 size_t sizes) {
  if (sizes != static_cast<size_t>(type.getNumDynamicDims()))
    return op->emitOpError() << "the tensor has " << type.getNumDynamicDims()
                             << " dynamic dimensions, found " << sizes
                             << " sizes";
  return success();
}

LogicalResult EmptyOp::verify() {
  return verifySizes(*this, cast<RankedTensorType>(getTensor().getType()),
                     getSizes().size());
}

LogicalResult PackOp::verify() {
  auto type = cast<RankedTensorType>(getTensor().getType());
  if (failed(verifySizes(*this, type, getSizes().size())))
    return failure();
  return verifyBuffers(*this, type, getBuffers().getTypes());
}

LogicalResult UnpackOp::verify() {
  return verifyBuffers(*this, cast<RankedTensorType>(getTensor().getType()),
                       getBuffers().getTypes());
}

/// What is not stored must have the same value in both.
static LogicalResult verifyFill(Operation *op, FormatAttr source,
                                FormatAttr result) {
  if (source && result && source.getFill() != result.getFill())
    return op->emitOpError()
           << "cannot change the value of the points that are not stored";
  return success();
}

/// The first part of a tensor or buffer that the function did not make, if there
/// is one: freeing it is the caller's business.
static Value foreignPart(Value whole) {
  SmallVector<Value> parts{whole};
  llvm::SmallPtrSet<Value, 8> seen;
  while (!parts.empty()) {
    Value part = parts.pop_back_val();
    if (!seen.insert(part).second)
      continue;
    Operation *maker = part.getDefiningOp();
    if (!maker) {
      // Loops, branches and blocks own what they hand on; nests are lent it.
      Block *block = cast<BlockArgument>(part).getOwner();
      Operation *owner = block->getParentOp();
      bool isGiven = isa<FunctionOpInterface>(owner) && block->isEntryBlock();
      bool isLent = isa<TensorType>(part.getType()) &&
                    owner->getName().getDialectNamespace() == "sloop";
      if (isGiven || isLent)
        return part;
    } else if (isa<memref::GetGlobalOp>(maker)) {
      return part;
    } else if (auto convert = dyn_cast<ConvertOp>(maker)) {
      // A conversion that changes nothing makes nothing.
      if (convert.getSource().getType() == convert.getResult().getType())
        return part;
    } else if (auto pack = dyn_cast<PackOp>(maker)) {
      llvm::append_range(parts, pack.getBuffers());
    } else if (auto view = dyn_cast<ViewLikeOpInterface>(maker)) {
      parts.push_back(view.getViewSource());
    } else if (isa<UnpackOp, PositionsOp, CoordinatesOp, ValuesOp,
                   CastOpInterface>(maker)) {
      if (maker->getNumOperands() == 1)
        parts.push_back(maker->getOperand(0));
    } else if (hasEffect<MemoryEffects::Read>(maker) &&
               !hasEffect<MemoryEffects::Allocate>(maker) &&
               isa<MemoryEffectOpInterface>(maker) &&
               isa<TensorType>(part.getType())) {
      // What it gives stands in arrays of what it has read.
      return part;
    }
  }
  return {};
}

/// What an operation frees was made by its function, is freed once, and is not
/// accessed afterwards.
static LogicalResult verifyFreed(Operation *op, Value tensor) {
  if (Value foreign = foreignPart(tensor)) {
    InFlightDiagnostic error = op->emitOpError();
    error << "frees ";
    if (foreign != tensor)
      error << "a part of ";
    error << "a tensor that its function did not make: ";
    if (auto argument = dyn_cast<BlockArgument>(foreign))
      error << "block argument " << argument.getArgNumber();
    else
      error << "the result of " << foreign.getDefiningOp()->getName();
    return error;
  }
  for (Operation *user : tensor.getUsers()) {
    Operation *other = op->getBlock()->findAncestorOpInBlock(*user);
    if (!other || !op->isBeforeInBlock(other))
      continue;
    if (isa<ReleaseOp>(user))
      return user->emitOpError() << "frees a tensor that is freed before";
    // Sizes outlive the storage.
    if (!isa<LevelSizeOp, tensor::DimOp>(user))
      return user->emitOpError() << "accesses a tensor that is freed before";
  }
  return success();
}

LogicalResult ReleaseOp::verify() { return verifyFreed(*this, getTensor()); }

LogicalResult lacuna::stensor::verifyList(Operation *op, RankedTensorType type,
                                          StringRef what) {
  if (std::optional<std::string> fault = findListFault(getFormat(type), what))
    return op->emitOpError() << *fault;
  return success();
}

LogicalResult SortOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (source.getElementType() != result.getElementType() ||
      failed(verifyCompatibleShape(source, result)))
    return emitOpError() << "cannot change " << source << " to " << result;
  return failure(failed(verifyFill(*this, getFormat(source),
                                   getFormat(result))) ||
                 failed(verifyList(*this, source, "source")) ||
                 failed(verifyList(*this, result, "result")) ||
                 (getConsumed() && failed(verifyFreed(*this, getSource()))));
}

void SortOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable());
  if (getConsumed())
    effects.emplace_back(MemoryEffects::Free::get(), &getSourceMutable());
  effects.emplace_back(MemoryEffects::Allocate::get(), getOperation()->getOpResult(0));
}


LogicalResult AssertOp::verify() {
  size_t places = getMessage().count("{}");
  if (places != getNumbers().size())
    return emitOpError() << "has " << places << " places for numbers in its "
                         << "message, and " << getNumbers().size()
                         << " numbers";
  return success();
}

LogicalResult StartOp::verify() {
  auto context = cast<MemRefType>(getContext().getType());
  if (!context.hasStaticShape() || !context.getLayout().isIdentity())
    return emitOpError() << "the context is an array whose size is known, found "
                         << context;
  return success();
}

LogicalResult StartOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "there is no function " << getCalleeAttr();
  if (callee.getNumResults() != 0 ||
      TypeRange(getArguments()) != TypeRange(callee.getArgumentTypes()))
    return emitOpError() << "the function takes the arguments and gives nothing, "
                            "found "
                         << callee.getFunctionType();
  return success();
}

LogicalResult BuildOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (source.getElementType() != result.getElementType() ||
      failed(verifyCompatibleShape(source, result)))
    return emitOpError() << "cannot change " << source << " to " << result;
  return failure(failed(verifyFill(*this, getFormat(source),
                                   getFormat(result))) ||
                 failed(verifyList(*this, source, "source")));
}

LogicalResult ConvertOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (source.getElementType() != result.getElementType())
    return emitOpError() << "cannot change the element type from "
                         << source.getElementType() << " to "
                         << result.getElementType();
  if (failed(verifyCompatibleShape(source, result)))
    return emitOpError() << "cannot change the shape from " << source << " to "
                         << result;
  return success();
}
