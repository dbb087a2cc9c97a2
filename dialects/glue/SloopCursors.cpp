// The syntax and verifiers of the cursor form of `sloop`.
#include "Sloop.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace lacuna::sloop;
using lacuna::stensor::getFormat;

static LogicalResult verifyLevel(Operation *op, Value tensor, int64_t level) {
  int64_t count = getFormat(tensor.getType()).getLevels().size();
  if (level < 0 || level >= count)
    return op->emitOpError() << "level " << level << " of a tensor with "
                             << count << " levels";
  return success();
}

LogicalResult lacuna::sloop::verifyGiven(Operation *op, Value tensor,
                                         int64_t level, int64_t given) {
  auto levels = getFormat(tensor.getType()).getLevels();
  auto kind = levels[level].getKind();
  // A range reads the offset of its diagonal, and segments of a batch are those
  // of one of its tensors.
  int64_t needed = 0;
  if (kind == stensor::LevelKind::Range)
    needed = level;
  else if (kind == stensor::LevelKind::Compressed ||
           kind == stensor::LevelKind::LooseCompressed)
    while (needed < level &&
           levels[needed].getKind() == stensor::LevelKind::Batch)
      ++needed;
  if (given >= needed)
    return success();
  return op->emitOpError() << "level " << level << " is "
                           << stensor::stringifyLevelKind(kind)
                           << ", which computes with coordinates of levels "
                              "outside it: expected "
                           << needed << " in given(...), found " << given;
}

ParseResult IterateOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  Type index = builder.getIndexType();
  SmallVector<Argument> arguments;
  if (succeeded(parser.parseOptionalKeyword("segments")))
    state.addAttribute(getSegmentsAttrName(state.name), builder.getUnitAttr());
  Operand tensor;
  SmallVector<Operand> parents, given, inits;
  int64_t level;
  auto cursor = [&]() -> ParseResult {
    Argument &argument = arguments.emplace_back();
    argument.type = index;
    return parser.parseArgument(argument);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, cursor) ||
      parser.parseKeyword("in") || parser.parseOperand(tensor) ||
      parser.parseLSquare() || parser.parseInteger(level) ||
      parser.parseRSquare() || parser.parseKeyword("under") ||
      parser.parseLParen() || parser.parseOperand(parents.emplace_back()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("to")) &&
      parser.parseOperand(parents.emplace_back()))
    return failure();
  if (parser.parseRParen())
    return failure();
  state.addAttribute(getLevelAttrName(state.name),
                     builder.getI64IntegerAttr(level));
  if (succeeded(parser.parseOptionalKeyword("given")) &&
      parser.parseOperandList(given, AsmParser::Delimiter::Paren))
    return failure();
  if (parseAhead(parser, state, getAheadAttrName(state.name)))
    return failure();
  size_t cursors = arguments.size();
  auto init = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(inits.emplace_back()));
  };
  SMLoc initsAt = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("init")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, init))
    return failure();
  Type type;
  SmallVector<Type> results;
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseColonType(type) ||
      parser.parseOptionalArrowTypeList(results))
    return failure();
  if (results.size() != inits.size())
    return parser.emitError(initsAt)
           << inits.size() << " initial values for " << results.size()
           << " results";
  for (auto [argument, result] :
       llvm::zip(MutableArrayRef(arguments).drop_front(cursors), results))
    argument.type = result;
  state.addTypes(results);
  state.addAttribute(
      IterateOp::getOperandSegmentSizeAttr(),
      builder.getDenseI32ArrayAttr({1, static_cast<int32_t>(parents.size()),
                                    static_cast<int32_t>(given.size()),
                                    static_cast<int32_t>(inits.size())}));
  return failure(parser.resolveOperand(tensor, type, state.operands) ||
                 parser.resolveOperands(parents, index, state.operands) ||
                 parser.resolveOperands(given, index, state.operands) ||
                 parser.resolveOperands(inits, results, initsAt,
                                        state.operands) ||
                 parser.parseRegion(*state.addRegion(), arguments));
}

void IterateOp::print(OpAsmPrinter &printer) {
  auto arguments = getBody().getArguments();
  unsigned cursors = getSegments() ? 3 : 2;
  printer << (getSegments() ? " segments (" : " (");
  llvm::interleaveComma(arguments.take_front(cursors), printer);
  printer << ") in " << getTensor() << '[' << static_cast<int64_t>(getLevel())
          << "] under(" << getParents().front();
  if (getParents().size() == 2)
    printer << " to " << getParents().back();
  printer << ')';
  if (!getGiven().empty())
    printer << " given(" << getGiven() << ')';
  printAhead(printer, getAhead());
  if (!getInits().empty()) {
    printer << " init(";
    llvm::interleaveComma(
        llvm::zip(arguments.drop_front(cursors), getInits()), printer,
        [&](auto pair) {
          printer << std::get<0>(pair) << " = " << std::get<1>(pair);
        });
    printer << ')';
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getOperandSegmentSizeAttr(), getLevelAttrName(),
                            getSegmentsAttrName(), getAheadAttrName()});
  printer << " : " << getTensor().getType();
  printer.printOptionalArrowTypeList(getResultTypes());
  printBody(printer, getBody(), /*terminator=*/true);
}

LogicalResult IterateOp::verify() {
  int64_t level = getLevel();
  if (failed(verifyLevel(*this, getTensor(), level)))
    return failure();
  if (failed(verifyAhead(*this, getAhead())))
    return failure();
  if (getParents().empty() || getParents().size() > 2)
    return emitOpError() << "stands under one position or a range of two, found "
                         << getParents().size();
  if (failed(verifyGiven(*this, getTensor(), level, getGiven().size())))
    return failure();
  auto attr = getFormat(getTensor().getType()).getLevels()[level];
  if (getSegments() && !attr.getOrdered())
    return emitOpError() << "segments of level " << level
                         << ", whose coordinates are unordered: equal ones need "
                            "not be neighbours";
  unsigned cursors = getSegments() ? 3 : 2;
  if (getBody().getNumArguments() != cursors + getInits().size())
    return emitOpError() << "the body takes " << cursors
                         << " cursors and " << getInits().size()
                         << " carried values, found "
                         << getBody().getNumArguments() << " arguments";
  for (BlockArgument cursor : getBody().getArguments().take_front(cursors))
    if (!cursor.getType().isIndex())
      return emitOpError() << "cursors are of type index, argument "
                           << cursor.getArgNumber() << " is "
                           << cursor.getType();
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  TypeRange carried = getInits().getTypes();
  if (!yield || yield.getOperandTypes() != carried ||
      getResultTypes() != carried ||
      TypeRange(getBody().getArgumentTypes()).drop_front(cursors) != carried)
    return emitOpError() << "initial values, carried values, yielded values and "
                            "results must have the same types";
  return success();
}

void IterateOp::getAsmBlockArgumentNames(Region &region,
                                         OpAsmSetValueNameFn setName) {
  setName(region.getArgument(0), indexName(*this));
  setName(region.getArgument(1), getSegments() ? "first" : "pos");
  if (getSegments())
    setName(region.getArgument(2), "last");
}

ParseResult LocateOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  Type index = builder.getIndexType(), type;
  Operand coordinate, tensor, parent;
  int64_t level;
  if (parser.parseOperand(coordinate) || parser.parseKeyword("in") ||
      parser.parseOperand(tensor) || parser.parseLSquare() ||
      parser.parseInteger(level) || parser.parseRSquare() ||
      parser.parseKeyword("under") || parser.parseLParen() ||
      parser.parseOperand(parent) || parser.parseRParen() ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(coordinate, index, state.operands) ||
      parser.resolveOperand(tensor, type, state.operands) ||
      parser.resolveOperand(parent, index, state.operands))
    return failure();
  state.addAttribute(getLevelAttrName(state.name),
                     builder.getI64IntegerAttr(level));
  state.addTypes(index);
  // The second result is there where somebody names it.
  if (parser.getNumResults() > 1)
    state.addTypes(builder.getI1Type());
  return success();
}

void LocateOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCoordinate() << " in " << getTensor() << '['
          << static_cast<int64_t>(getLevel()) << "] under(" << getParent()
          << ')';
  printer.printOptionalAttrDict((*this)->getAttrs(), {getLevelAttrName()});
  printer << " : " << getTensor().getType();
}

LogicalResult LocateOp::verify() {
  if (getFound().size() > 1)
    return emitOpError() << "has a position and whether it was found, found "
                         << getFound().size() + 1 << " results";
  return verifyLevel(*this, getTensor(), getLevel());
}

LogicalResult CoordinateOp::verify() {
  if (static_cast<int64_t>(getAhead()) < 0)
    return emitOpError() << "looks ahead, found "
                         << static_cast<int64_t>(getAhead());
  return verifyLevel(*this, getTensor(), getLevel());
}

LogicalResult ValueOp::verify() {
  Type element = elementOf(getTensor().getType());
  Type found = getValue().getType();
  if (auto vector = dyn_cast<VectorType>(found)) {
    if (getLast())
      return emitOpError() << "the sum of several positions is a scalar, found "
                           << vector;
    found = vector.getElementType();
  }
  if (found != element)
    return emitOpError() << "the value is " << found << ", the tensor holds "
                         << element;
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

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

LogicalResult AssembleOp::verify() {
  if (failed(verifyAssemblySizes(*this, getAssembly().getType(), getSizes())))
    return failure();
  for (int64_t level : getGaps())
    if (failed(verifyAssemblyLevel(*this, getAssembly().getType(), level)))
      return failure();
  return success();
}

LogicalResult AssembleCountedOp::verify() {
  return verifyAssemblySizes(*this, getAssembly().getType(), getSizes());
}

LogicalResult AssembleGroupedOp::verify() {
  return verifyAssemblySizes(*this, getAssembly().getType(), getSizes());
}

/// Every level has its coordinate.
static LogicalResult verifyCoordinates(Operation *op, AssemblyType assembly,
                                       ValueRange coordinates) {
  size_t levels = getFormat(assembly.getTensor()).getLevels().size();
  if (coordinates.size() != levels)
    return op->emitOpError() << coordinates.size()
                             << " coordinates of a tensor with " << levels
                             << " levels";
  return success();
}

LogicalResult CountOp::verify() {
  return verifyCoordinates(*this, getAssembly().getType(), getCoordinates());
}

LogicalResult ArrangeOp::verify() { return success(); }

LogicalResult PlaceOp::verify() {
  return verifyCoordinates(*this, getAssembly().getType(), getCoordinates());
}

LogicalResult AssemblyEndOp::verify() {
  return verifyAssemblyLevel(*this, getAssembly().getType(), getLevel());
}

LogicalResult AppendOp::verify() {
  int64_t levels =
      getFormat(getAssembly().getType().getTensor()).getLevels().size();
  int64_t last = static_cast<int64_t>(getLevel()) + getCoordinates().size();
  if (getCoordinates().empty() || last > levels)
    return emitOpError() << getCoordinates().size() << " coordinates from level "
                         << static_cast<int64_t>(getLevel()) << " of a tensor with "
                         << levels << " levels";
  return verifyAssemblyLevel(*this, getAssembly().getType(), getLevel());
}

LogicalResult NodeCountOp::verify() {
  if (getParents().empty() || getParents().size() > 2)
    return emitOpError() << "counts under one position or a range of two, found "
                         << getParents().size();
  if (failed(verifyLevel(*this, getTensor(), getLevel())))
    return failure();
  return verifyGiven(*this, getTensor(), getLevel(), getGiven().size());
}

LogicalResult ReorderOp::verify() {
  if (getParents().empty() || getParents().size() > 2)
    return emitOpError() << "stands under one position or a range of two, found "
                         << getParents().size();
  RankedTensorType sorted = cast<RankedTensorType>(getSorted().getType());
  auto levels = getFormat(sorted).getLevels();
  if (sorted.getRank() != 1 || !sorted.getElementType().isIndex() ||
      levels.size() != 1 || levels[0].getKind() != stensor::LevelKind::Compressed ||
      !levels[0].getOrdered() || !levels[0].getUnique())
    return emitOpError() << "gives a compressed vector of positions, found "
                         << sorted;
  if (failed(verifyLevel(*this, getTensor(), getLevel())))
    return failure();
  return verifyGiven(*this, getTensor(), getLevel(), getGiven().size());
}

LogicalResult ReserveOp::verify() {
  return verifyAssemblyLevel(*this, getAssembly().getType(), getLevel());
}

LogicalResult InsertOp::verify() {
  return verifyAssemblyLevel(*this, getAssembly().getType(), getLevel());
}

LogicalResult CloseOp::verify() {
  return verifyAssemblyLevel(*this, getAssembly().getType(), getLevel());
}

LogicalResult ProgressOp::verify() {
  return verifyAssemblyLevel(*this, getAssembly().getType(), getLevel());
}

LogicalResult ClearOp::verify() {
  return verifyAssemblyLevel(*this, getAssembly().getType(), getLevel());
}

LogicalResult PutOp::verify() {
  Type element = getAssembly().getType().getTensor().getElementType();
  if (getValue().getType() != element)
    return emitOpError() << "the value is " << getValue().getType()
                         << ", the tensor holds " << element;
  return success();
}

/// What is collected from a workspace is a list of coordinates.
static LogicalResult verifyWorkspace(Operation *op, AssemblyType assembly) {
  auto format = getFormat(assembly.getTensor());
  auto levels = format.getLevels();
  bool isList = !levels.empty() && format.getMap().isIdentity() &&
                levels[0].getKind() == lacuna::stensor::LevelKind::Compressed &&
                levels.back().getUnique();
  for (auto level : levels.drop_front())
    isList &= level.getKind() == lacuna::stensor::LevelKind::Singleton;
  for (auto level : levels.drop_back())
    isList &= !level.getUnique();
  if (!isList)
    return op->emitOpError() << "a workspace is collected as a list of "
                                "coordinates, each point once; found "
                             << assembly.getTensor();
  return success();
}

LogicalResult WorkspaceOp::verify() {
  if (failed(verifyWorkspace(*this, getAssembly().getType())))
    return failure();
  return verifyAssemblySizes(*this, getAssembly().getType(), getSizes());
}

static LogicalResult verifyStartedAsWorkspace(Operation *op, Value assembly) {
  if (assembly.getDefiningOp<WorkspaceOp>())
    return success();
  return op->emitOpError() << "takes what sloop.workspace gives";
}

LogicalResult ScatterOp::verify() {
  Type element = getAssembly().getType().getTensor().getElementType();
  if (getValue().getType() != element)
    return emitOpError() << "the value is " << getValue().getType()
                         << ", the tensor holds " << element;
  if (failed(verifyStartedAsWorkspace(*this, getAssembly())))
    return failure();
  return verifyCoordinates(*this, getAssembly().getType(), getCoordinates());
}

LogicalResult CollectOp::verify() {
  RankedTensorType tensor = getAssembly().getType().getTensor();
  if (getTensor().getType() != tensor)
    return emitOpError() << "collected is " << tensor << ", found "
                         << getTensor().getType();
  return verifyStartedAsWorkspace(*this, getAssembly());
}

LogicalResult DiscardOp::verify() {
  return verifyStartedAsWorkspace(*this, getAssembly());
}

LogicalResult FinishOp::verify() {
  RankedTensorType tensor = getAssembly().getType().getTensor();
  if (getTensor().getType() != tensor)
    return emitOpError() << "assembled is " << tensor << ", found "
                         << getTensor().getType();
  return success();
}
