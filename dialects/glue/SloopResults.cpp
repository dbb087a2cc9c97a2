// The syntax and verifiers of what grows in the cursor form of `sloop`: stored
// results and workspaces.
#include "Sloop.h"

#include "llvm/ADT/StringExtras.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace lacuna::sloop;
using lacuna::stensor::getFormat;

LogicalResult AssemblyType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   RankedTensorType tensor) {
  if (!getFormat(tensor))
    return emitError() << "assembles a tensor with a format, found " << tensor;
  return success();
}

static LogicalResult verifyAssemblyLevel(Operation *op, AssemblyType assembly,
                                         int64_t level) {
  int64_t count = getFormat(assembly.getTensor()).getLevels().size();
  if (level < 0 || level >= count)
    return op->emitOpError() << "level " << level << " of a tensor with "
                             << count << " levels";
  return success();
}

/// Every dynamic dimension has its size.
static LogicalResult verifyAssemblySizes(Operation *op, AssemblyType assembly,
                                         ValueRange sizes) {
  int64_t dynamic = assembly.getTensor().getNumDynamicDims();
  if (sizes.size() != static_cast<size_t>(dynamic))
    return op->emitOpError() << "the tensor has " << dynamic
                             << " dynamic dimensions, found " << sizes.size()
                             << " sizes";
  return success();
}

/// What an operation adds to belongs to an operation around it, which owns it.
template <typename... Owners>
static LogicalResult verifyHandle(Operation *op, Value handle) {
  auto argument = dyn_cast<BlockArgument>(handle);
  if (argument && isa<Owners...>(argument.getOwner()->getParentOp()))
    return success();
  return op->emitOpError() << "takes the handle that the region of a "
                           << llvm::join(ArrayRef<StringRef>{Owners::getOperationName()...}, " or ")
                           << " has";
}

/// `-> (types) { ... }` of an operation that owns what grows, whose handle is
/// named.
static ParseResult parseOwned(OpAsmParser &parser, OperationState &state,
                              Argument handle, RankedTensorType tensor) {
  SmallVector<Type> yielded;
  Region *body = state.addRegion();
  SMLoc at = parser.getCurrentLocation();
  handle.type = AssemblyType::getChecked(
      [&] { return parser.emitError(at); }, parser.getContext(), tensor);
  if (!handle.type || parser.parseOptionalArrowTypeList(yielded) ||
      parser.parseRegion(*body, {handle}))
    return failure();
  state.addTypes(yielded);
  GrowOp::ensureTerminator(*body, parser.getBuilder(), state.location);
  return success();
}

/// `sizes(...)`, if there are any; gives how many.
static FailureOr<int32_t> parseSizes(OpAsmParser &parser,
                                     OperationState &state) {
  SmallVector<Operand> sizes;
  if (succeeded(parser.parseOptionalKeyword("sizes")) &&
      (parser.parseOperandList(sizes, OpAsmParser::Delimiter::Paren) ||
       parser.resolveOperands(sizes, parser.getBuilder().getIndexType(),
                              state.operands)))
    return failure();
  return static_cast<int32_t>(sizes.size());
}

template <typename Op> static void printOwned(OpAsmPrinter &printer, Op op) {
  printer << " : " << op.getHandle().getType().getTensor();
  printer.printOptionalArrowTypeList(op.getYielded().getTypes());
  printBody(printer, op.getBody(), !op.getYielded().empty());
}

/// What holds of all operations that own what grows.
template <typename Op>
static LogicalResult verifyOwned(Op op, RankedTensorType tensor) {
  Region &body = op.getBody();
  AssemblyType handle =
      body.getNumArguments() == 1
          ? dyn_cast<AssemblyType>(body.getArgument(0).getType())
          : AssemblyType();
  if (!handle || (tensor && handle.getTensor() != tensor))
    return op.emitOpError() << "the body takes a handle of the tensor";
  auto yield = cast<YieldOp>(body.front().getTerminator());
  if (yield.getOperandTypes() != op.getYielded().getTypes())
    return op.emitOpError() << "gives what its body yields, "
                            << yield.getOperandTypes() << ", found "
                            << op.getYielded().getTypes();
  for (Type type : yield.getOperandTypes())
    if (isa<AssemblyType>(type))
      return op.emitOpError() << "a handle does not leave the operation whose "
                                 "region has it";
  return verifyAssemblySizes(op, handle, op.getSizes());
}

ParseResult GrowOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  StringRef strategy;
  Argument handle;
  if (parser.parseKeyword(&strategy))
    return failure();
  state.addAttribute(getStrategyAttrName(state.name),
                     builder.getStringAttr(strategy));
  if (parser.parseLParen() || parser.parseArgument(handle) ||
      parser.parseRParen())
    return failure();
  FailureOr<int32_t> sizes = parseSizes(parser, state);
  if (failed(sizes))
    return failure();
  int32_t capacities = 0;
  if (succeeded(parser.parseOptionalKeyword("capacity"))) {
    Operand capacity;
    if (parser.parseLParen() || parser.parseOperand(capacity) ||
        parser.parseRParen() ||
        parser.resolveOperand(capacity, builder.getIndexType(),
                              state.operands))
      return failure();
    capacities = 1;
  }
  SmallVector<int64_t> gaps;
  if (succeeded(parser.parseOptionalKeyword("gaps")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        return parser.parseInteger(gaps.emplace_back());
      }))
    return failure();
  state.addAttribute(getGapsAttrName(state.name),
                     builder.getDenseI64ArrayAttr(gaps));
  state.addAttribute(getOperandSegmentSizeAttr(),
                     builder.getDenseI32ArrayAttr({*sizes, capacities}));
  RankedTensorType tensor;
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseColonType(tensor))
    return failure();
  state.addTypes(tensor);
  return parseOwned(parser, state, handle, tensor);
}

void GrowOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getStrategy() << '(' << getHandle() << ')';
  if (!getSizes().empty())
    printer << " sizes(" << getSizes() << ')';
  if (Value capacity = getCapacity())
    printer << " capacity(" << capacity << ')';
  if (!getGaps().empty()) {
    printer << " gaps(";
    llvm::interleaveComma(getGaps(), printer);
    printer << ')';
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getStrategyAttrName(), getGapsAttrName(),
                            getOperandSegmentSizeAttr()});
  printOwned(printer, *this);
}

void GrowOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  setName(region.getArgument(0), "grown");
}

LogicalResult GrowOp::verify() {
  if (failed(verifyOwned(*this, cast<RankedTensorType>(getTensor().getType()))))
    return failure();
  if (std::optional<std::string> fault =
          findGrowthFault(getStrategy(), static_cast<bool>(getCapacity()),
                          !getGaps().empty()))
    return emitOpError() << *fault;
  for (int64_t level : getGaps())
    if (failed(verifyAssemblyLevel(
            *this, getHandle().getType(), level)))
      return failure();
  return success();
}

/// An operation on a level of what grows.
static LogicalResult verifyOfLevel(Operation *op,
                                   TypedValue<AssemblyType> handle,
                                   int64_t level) {
  if (failed(verifyAssemblyLevel(op, handle.getType(), level)))
    return failure();
  return verifyHandle<GrowOp, WorkspaceOp>(op, handle);
}

/// Every level has its coordinate.
static LogicalResult verifyCoordinates(Operation *op,
                                       TypedValue<AssemblyType> handle,
                                       ValueRange coordinates) {
  size_t levels =
      getFormat(handle.getType().getTensor()).getLevels().size();
  if (coordinates.size() != levels)
    return op->emitOpError() << coordinates.size()
                             << " coordinates of a tensor with " << levels
                             << " levels";
  return verifyHandle<GrowOp, WorkspaceOp>(op, handle);
}

LogicalResult CountOp::verify() {
  return verifyCoordinates(*this, getAssembly(), getCoordinates());
}

LogicalResult ArrangeOp::verify() {
  return verifyHandle<GrowOp, WorkspaceOp>(*this, getAssembly());
}

LogicalResult PlaceOp::verify() {
  return verifyCoordinates(*this, getAssembly(), getCoordinates());
}

LogicalResult AssemblyEndOp::verify() {
  return verifyOfLevel(*this, getAssembly(), getLevel());
}

/// Whether room was made for a level: before the operation, or before one around
/// it.
static bool hasReserve(Operation *op, Value assembly, uint64_t level) {
  return llvm::any_of(assembly.getUsers(), [&](Operation *user) {
    auto reserve = dyn_cast<ReserveOp>(user);
    if (!reserve || reserve.getLevel() != level)
      return false;
    Operation *around = reserve->getBlock()->findAncestorOpInBlock(*op);
    return around && reserve->isBeforeInBlock(around);
  });
}

static LogicalResult verifyReserved(Operation *op, Value assembly,
                                    int64_t level) {
  if (hasReserve(op, assembly, level))
    return success();
  return op->emitOpError() << "no sloop.reserve makes room for level " << level
                           << " before it, or before an operation around it";
}

LogicalResult AppendOp::verify() {
  int64_t levels =
      getFormat(getAssembly().getType().getTensor()).getLevels().size();
  int64_t last = static_cast<int64_t>(getLevel()) + getCoordinates().size();
  if (getCoordinates().empty() || last > levels)
    return emitOpError() << getCoordinates().size() << " coordinates from level "
                         << static_cast<int64_t>(getLevel()) << " of a tensor with "
                         << levels << " levels";
  if (getReserved() && failed(verifyReserved(*this, getAssembly(), getLevel())))
    return failure();
  return verifyOfLevel(*this, getAssembly(), getLevel());
}

LogicalResult AppendLanesOp::verify() {
  if (std::optional<std::string> fault = findDirectiveFault("lanes", getLanes()))
    return emitOpError() << *fault;
  if (failed(verifyMask(*this, getLanes(), getMask())))
    return failure();
  if (getReserved() && failed(verifyReserved(*this, getAssembly(), getLevel())))
    return failure();
  return verifyOfLevel(*this, getAssembly(), getLevel());
}

LogicalResult ReserveOp::verify() {
  return verifyOfLevel(*this, getAssembly(), getLevel());
}

LogicalResult InsertOp::verify() {
  return verifyOfLevel(*this, getAssembly(), getLevel());
}

LogicalResult CloseOp::verify() {
  return verifyOfLevel(*this, getAssembly(), getLevel());
}

LogicalResult ProgressOp::verify() {
  return verifyOfLevel(*this, getAssembly(), getLevel());
}

LogicalResult ClearOp::verify() {
  return verifyOfLevel(*this, getAssembly(), getLevel());
}

LogicalResult PutOp::verify() {
  Type element = getAssembly().getType().getTensor().getElementType();
  auto lanes = dyn_cast<VectorType>(getValue().getType());
  bool isOfLanes =
      lanes && lanes.getRank() == 1 && lanes.getElementType() == element;
  if (getMask() && !isOfLanes)
    return emitOpError() << "only lanes have a mask, the value is "
                         << getValue().getType();
  if (isOfLanes && failed(verifyMask(*this, lanes.getNumElements(), getMask())))
    return failure();
  if (getValue().getType() != element && !isOfLanes)
    return emitOpError() << "the value is " << getValue().getType()
                         << ", the tensor holds " << element;
  return verifyHandle<GrowOp, WorkspaceOp>(*this, getAssembly());
}

/// What is collected from a workspace is a list of coordinates, or every point.
static LogicalResult verifyWorkspace(Operation *op, AssemblyType assembly) {
  if (!lacuna::stensor::isCollected(getFormat(assembly.getTensor())))
    return op->emitOpError() << "a workspace is collected as a list of "
                                "coordinates, each point once, or in dense "
                                "levels; found "
                             << assembly.getTensor();
  return success();
}

ParseResult WorkspaceOp::parse(OpAsmParser &parser, OperationState &state) {
  std::string keeping;
  Argument handle;
  RankedTensorType tensor;
  if (parser.parseKeywordOrString(&keeping))
    return failure();
  state.addAttribute(getKeepingAttrName(state.name),
                     parser.getBuilder().getStringAttr(keeping));
  if (parser.parseLParen() || parser.parseArgument(handle) ||
      parser.parseRParen() ||
      parseOptionalCombiner(parser, state, getCombinerAttrName(state.name)) ||
      failed(parseSizes(parser, state)) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseColonType(tensor))
    return failure();
  return parseOwned(parser, state, handle, tensor);
}

void WorkspaceOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printKeywordOrString(getKeeping());
  printer << '(' << getHandle() << ')';
  if (auto combiner = getCombiner())
    printer << " by " << stringifyCombiner(*combiner);
  if (!getSizes().empty())
    printer << " sizes(" << getSizes() << ')';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getKeepingAttrName(), getCombinerAttrName()});
  printOwned(printer, *this);
}

void WorkspaceOp::getAsmBlockArgumentNames(Region &region,
                                           OpAsmSetValueNameFn setName) {
  setName(region.getArgument(0), "workspace");
}

LogicalResult WorkspaceOp::verify() {
  if (failed(verifyOwned(*this, {})) ||
      failed(verifyWorkspace(*this, getHandle().getType())))
    return failure();
  if (std::optional<std::string> fault = findKeepingFault(getKeeping()))
    return emitOpError() << *fault;
  if (auto combiner = getCombiner();
      combiner && failed(verifyCombiner(
                      *this, *combiner,
                      getHandle().getType().getTensor().getElementType())))
    return failure();
  // What is collected stands in arrays that end with the workspace.
  for (Operation *user : getHandle().getUsers())
    if (auto collect = dyn_cast<CollectOp>(user))
      for (Operation *other : collect.getTensor().getUsers())
        if (isa<YieldOp>(other) && isa<GrowOp, WorkspaceOp>(other->getParentOp()))
          return other->emitOpError()
                 << "what is collected from a workspace ends with it";
  return success();
}

LogicalResult ScatterOp::verify() {
  Type element = getAssembly().getType().getTensor().getElementType();
  if (getValue().getType() != element)
    return emitOpError() << "the value is " << getValue().getType()
                         << ", the tensor holds " << element;
  if (failed(verifyHandle<WorkspaceOp>(*this, getAssembly())))
    return failure();
  auto workspace =
      cast<WorkspaceOp>(getAssembly().getParentRegion()->getParentOp());
  if (getCombiner() && workspace.getCombiner())
    return emitOpError() << "the workspace says how all of its points are "
                            "combined";
  if (auto combiner = getCombiner();
      combiner && failed(verifyCombiner(*this, *combiner, element)))
    return failure();
  return verifyCoordinates(*this, getAssembly(), getCoordinates());
}

LogicalResult CollectOp::verify() {
  RankedTensorType tensor = getAssembly().getType().getTensor();
  if (getTensor().getType() != tensor)
    return emitOpError() << "collected is " << tensor << ", found "
                         << getTensor().getType();
  return verifyHandle<WorkspaceOp>(*this, getAssembly());
}
