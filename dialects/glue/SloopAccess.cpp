// The syntax and the verifiers of `sloop.read`, `sloop.write` and `sloop.stored`.
#include "Sloop.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace lacuna::sloop;

/// The number that a value is while compiling, if there is a value.
static std::optional<int64_t> numberOf(Value value) {
  APInt number;
  if (value && matchPattern(value, m_ConstantInt(&number)))
    return number.getSExtValue();
  return std::nullopt;
}

/// How often a loop of the index form runs, if that is a number.
static std::optional<int64_t> extentOf(Operation *loop) {
  if (auto forall = dyn_cast<ForallOp>(loop))
    return numberOf(forall.getExtent());
  if (auto fold = dyn_cast<FoldOp>(loop))
    return numberOf(fold.getExtent());
  return std::nullopt;
}

/// Whether an operation of a nest surely runs if the nest does: all loops around
/// it have iterations, and no derived variable before it leaves some out.
static bool surelyRuns(Operation *op) {
  for (; op && !isa<NestOp>(op); op = op->getParentOp()) {
    if (isa<ForallOp, FoldOp>(op) && extentOf(op).value_or(0) <= 0)
      return false;
    for (Operation &before : *op->getBlock()) {
      if (&before == op)
        break;
      if (auto derive = dyn_cast<DeriveOp>(before); derive && derive.getExtent())
        return false;
    }
  }
  return op;
}

/// Whether an expression divides by a number below one, which upstream's flattening
/// of expressions does not survive.
static bool dividesByNone(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    auto divisor = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS()) : AffineConstantExpr();
    bool divides = binary && binary.getKind() != AffineExprKind::Add &&
                   binary.getKind() != AffineExprKind::Mul;
    found |= divides && divisor && divisor.getValue() < 1;
  });
  return found;
}

/// Refuses a subscript that leaves a dimension of known size for some values of
/// variables whose extents are known, or for a number. Quotients and remainders are trusted.
static LogicalResult verifyInside(Operation *op, ShapedType shaped,
                                  AffineMap map, ValueRange indices) {
  for (auto [dimension, subscript] : llvm::enumerate(map.getResults()))
    if (dividesByNone(subscript))
      return op->emitOpError() << "divides by a number below 1 in dimension " << dimension;
  if (map.getNumSymbols() || !surelyRuns(op))
    return success();
  for (auto [dimension, size] : llvm::enumerate(shaped.getShape())) {
    SmallVector<int64_t> form;
    if (ShapedType::isDynamic(size) ||
        failed(getFlattenedAffineExpr(map.getResult(dimension),
                                      map.getNumDims(), 0, &form)) ||
        form.size() != indices.size() + 1)
      continue;
    int64_t least = form.back(), most = form.back();
    bool known = true;
    for (auto [index, coefficient] : llvm::zip(indices, form)) {
      if (!coefficient)
        continue;
      std::optional<int64_t> first = 0, last = numberOf(index);
      if (last)
        first = last;
      else if (auto variable = dyn_cast<BlockArgument>(index))
        if ((last = extentOf(variable.getOwner()->getParentOp())))
          --*last;
      int64_t atFirst, atLast;
      known = last && !llvm::MulOverflow(coefficient, *first, atFirst) &&
              !llvm::MulOverflow(coefficient, *last, atLast) &&
              !llvm::AddOverflow(least, std::min(atFirst, atLast), least) &&
              !llvm::AddOverflow(most, std::max(atFirst, atLast), most);
      if (!known)
        break;
    }
    if (known && (least < 0 || most >= size))
      return op->emitOpError()
             << "subscript " << dimension << " takes values from " << least
             << " to " << most << ", the dimension of " << shaped
             << " has size " << size;
  }
  return success();
}

/// A subscripted tensor: one affine expression for each dimension, and the
/// tensor is one of those that the nest was given. Levels that the dimensions
/// do not tell apart, slots among them, have further ones; each dimension takes
/// at least one level, which is none of these.
static LogicalResult verifyAccess(Operation *op, Value tensor, AffineMap map,
                                  ValueRange indices, Type value) {
  auto shaped = cast<ShapedType>(tensor.getType());
  auto format = lacuna::stensor::getFormat(shaped);
  int64_t subscripts = map.getNumResults();
  int64_t most =
      !shaped.hasRank() ? 0
      : !format         ? shaped.getRank()
                        : std::max<int64_t>(shaped.getRank(),
                                            format.getMap().getNumResults());
  if (!shaped.hasRank() || subscripts < shaped.getRank() || subscripts > most)
    return op->emitOpError() << map.getNumResults() << " subscripts for "
                             << shaped;
  if (map.getNumInputs() != indices.size())
    return op->emitOpError() << "the map takes " << map.getNumInputs()
                             << " index variables, found " << indices.size();
  if (value != shaped.getElementType())
    return op->emitOpError() << "the value is " << value << ", the elements of "
                             << shaped << " are " << shaped.getElementType();
  auto argument = dyn_cast<BlockArgument>(tensor);
  if (!argument ||
      !isa_and_nonnull<NestOp, WhereOp>(argument.getOwner()->getParentOp()))
    return op->emitOpError()
           << "the tensor must be an operand that the nest binds";
  return verifyInside(op, shaped, map, indices);
}

/// `%tensor[affine subscripts]`
static ParseResult parseAccess(OpAsmParser &parser, OperationState &state,
                               Operand &tensor,
                               SmallVectorImpl<Operand> &indices) {
  AffineMapAttr map;
  return failure(parser.parseOperand(tensor) ||
                 parser.parseAffineMapOfSSAIds(indices, map, "map",
                                               state.attributes));
}

static void printAccess(OpAsmPrinter &printer, Value tensor, AffineMapAttr map,
                        ValueRange indices) {
  printer << tensor << '[';
  printer.printAffineMapOfSSAIds(map, indices);
  printer << ']';
}

static ParseResult resolveAccess(OpAsmParser &parser, OperationState &state,
                                 const Operand &tensor, Type type,
                                 ArrayRef<Operand> indices) {
  return failure(parser.resolveOperand(tensor, type, state.operands) ||
                 parser.resolveOperands(indices,
                                        parser.getBuilder().getIndexType(),
                                        state.operands));
}

/// `: type`, which must have elements.
static ParseResult parseShapedType(OpAsmParser &parser, Type &type) {
  SMLoc at;
  if (parser.parseColon())
    return failure();
  at = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  if (!isa<ShapedType>(type))
    return parser.emitError(at, "expected a tensor or buffer type, found ")
           << type;
  return success();
}

ParseResult ReadOp::parse(OpAsmParser &parser, OperationState &state) {
  Operand tensor;
  SmallVector<Operand> indices;
  Type type;
  if (parseAccess(parser, state, tensor, indices) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parseShapedType(parser, type) ||
      resolveAccess(parser, state, tensor, type, indices))
    return failure();
  state.addTypes(elementOf(type));
  return success();
}

void ReadOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printAccess(printer, getTensor(), getMapAttr(), getIndices());
  printer.printOptionalAttrDict((*this)->getAttrs(), {getMapAttrName()});
  printer << " : " << getTensor().getType();
}

LogicalResult ReadOp::verify() {
  return verifyAccess(*this, getTensor(), getMap(), getIndices(),
                      getValue().getType());
}

ParseResult WriteOp::parse(OpAsmParser &parser, OperationState &state) {
  Operand value, tensor;
  SmallVector<Operand> indices;
  Type type;
  if (parser.parseOperand(value) || parser.parseComma() ||
      parseAccess(parser, state, tensor, indices) ||
      parseOptionalCombiner(parser, state, getCombinerAttrName(state.name)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("elsewhere"))) {
    TypedAttr constant;
    if (parser.parseLParen() || parser.parseAttribute(constant) ||
        parser.parseRParen())
      return failure();
    state.addAttribute(getElsewhereAttrName(state.name), constant);
  }
  return failure(parser.parseOptionalAttrDict(state.attributes) ||
                 parseShapedType(parser, type) ||
                 parser.resolveOperand(value, elementOf(type), state.operands) ||
                 resolveAccess(parser, state, tensor, type, indices));
}

void WriteOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getValue() << ", ";
  printAccess(printer, getTensor(), getMapAttr(), getIndices());
  if (auto combiner = getCombiner())
    printer << " by " << stringifyCombiner(*combiner);
  if (auto constant = getElsewhere())
    printer << " elsewhere(" << *constant << ')';
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getMapAttrName(), getCombinerAttrName(), getElsewhereAttrName()});
  printer << " : " << getTensor().getType();
}

LogicalResult WriteOp::verify() {
  Type element = elementOf(getTensor().getType());
  if (auto constant = getElsewhere(); constant && constant->getType() != element)
    return emitOpError() << "points hold " << element << ", found "
                         << constant->getType() << " elsewhere";
  if (auto combiner = getCombiner();
      combiner && failed(verifyCombiner(*this, *combiner, element)))
    return failure();
  return verifyAccess(*this, getTensor(), getMap(), getIndices(),
                      getValue().getType());
}

LogicalResult StoredOp::verify() {
  if (getValue().getDefiningOp<ReadOp>())
    return success();
  auto element = dyn_cast<BlockArgument>(getValue());
  Operation *parent = element ? element.getOwner()->getParentOp() : nullptr;
  if (parent && parent->getName().getDialectNamespace() == "linalg")
    return success();
  return emitOpError() << "needs the result of sloop.read: no other value "
                          "is stored or not";
}
