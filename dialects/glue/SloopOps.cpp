// The `sloop` dialect, and the syntax and verifiers of its index form.
#include "Sloop.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include "SloopDialect.cpp.inc"
#include "SloopEnums.cpp.inc"
#include "SloopInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "SloopAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "SloopTypes.cpp.inc"
#define GET_OP_CLASSES
#include "SloopOps.cpp.inc"

using namespace mlir;
using namespace lacuna::sloop;

void SloopDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "SloopAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "SloopTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "SloopOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Shared syntax
//===----------------------------------------------------------------------===//

/// `keyword (%arg = %operand, ... : type, ...)`, absent when empty. Where the
/// body sees another type than that of the operand, it is `seen to type`.
static ParseResult parseBindings(OpAsmParser &parser, StringRef keyword,
                                 SmallVectorImpl<Argument> &arguments,
                                 SmallVectorImpl<Value> &operands,
                                 OperationState &state, unsigned &count) {
  count = 0;
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  SmallVector<Operand> unresolved;
  SmallVector<Type> types, seen;
  auto type = [&]() -> ParseResult {
    if (parser.parseType(seen.emplace_back()))
      return failure();
    types.push_back(seen.back());
    return failure(succeeded(parser.parseOptionalKeyword("to")) &&
                   parser.parseType(types.back()));
  };
  auto binding = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(unresolved.emplace_back()));
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseCommaSeparatedList(binding) ||
      parser.parseColon() || parser.parseCommaSeparatedList(type) ||
      parser.parseRParen() ||
      parser.resolveOperands(unresolved, types, loc, operands))
    return failure();
  count = types.size();
  for (auto [index, type] : llvm::enumerate(seen))
    arguments[arguments.size() - count + index].type = type;
  return success();
}

static void printBindings(OpAsmPrinter &printer, StringRef keyword,
                          ValueRange arguments, ValueRange operands) {
  if (operands.empty())
    return;
  printer << ' ' << keyword << '(';
  llvm::interleaveComma(llvm::zip(arguments, operands), printer,
                        [&](auto pair) {
                          printer << std::get<0>(pair) << " = "
                                  << std::get<1>(pair);
                        });
  printer << " : ";
  llvm::interleaveComma(llvm::zip(arguments, operands), printer,
                        [&](auto pair) {
                          Type seen = std::get<0>(pair).getType();
                          Type type = std::get<1>(pair).getType();
                          printer << seen;
                          if (seen != type)
                            printer << " to " << type;
                        });
  printer << ')';
}

/// The index variable of a loop is its one block argument.
static LogicalResult verifyIndexVariable(Operation *op, Region &body) {
  if (body.getNumArguments() != 1 || !body.getArgument(0).getType().isIndex())
    return op->emitOpError() << "the body takes one argument of type index, found "
                             << body.getNumArguments() << " arguments";
  return success();
}

/// `<word = number, ...>`
Attribute HowAttr::parse(AsmParser &parser, Type) {
  NamedAttrList directives;
  SMLoc at = parser.getCurrentLocation();
  auto directive = [&]() -> ParseResult {
    StringRef word;
    int64_t value;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&word) || parser.parseEqual() ||
        parser.parseInteger(value))
      return failure();
    if (directives.get(word))
      return parser.emitError(at, "directive ") << word << " is there twice";
    directives.append(word, parser.getBuilder().getI64IntegerAttr(value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     directive))
    return {};
  return HowAttr::getChecked([&] { return parser.emitError(at); },
                             parser.getContext(),
                             directives.getDictionary(parser.getContext()));
}

void HowAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getDirectives(), printer, [&](NamedAttribute directive) {
    printer << directive.getName().getValue() << " = "
            << cast<IntegerAttr>(directive.getValue()).getInt();
  });
  printer << '>';
}

LogicalResult HowAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              DictionaryAttr directives) {
  for (NamedAttribute directive : directives) {
    int64_t value = cast<IntegerAttr>(directive.getValue()).getInt();
    if (std::optional<std::string> fault =
            findDirectiveFault(directive.getName().getValue(), value))
      return emitError() << *fault;
  }
  return success();
}

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

/// Refuses a subscript that leaves a dimension of known size for some values of
/// variables whose extents are known, or for a number. Quotients and remainders are trusted.
static LogicalResult verifyInside(Operation *op, ShapedType shaped,
                                  AffineMap map, ValueRange indices) {
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

//===----------------------------------------------------------------------===//
// nest
//===----------------------------------------------------------------------===//

ParseResult NestOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<Argument> arguments;
  unsigned inputs = 0, outputs = 0;
  if (parseBindings(parser, "ins", arguments, state.operands, state, inputs) ||
      parseBindings(parser, "outs", arguments, state.operands, state, outputs) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  for (Value output : ArrayRef(state.operands).drop_front(inputs))
    if (isa<RankedTensorType>(output.getType()))
      state.addTypes(output.getType());
  state.addAttribute(
      NestOp::getOperandSegmentSizeAttr(),
      parser.getBuilder().getDenseI32ArrayAttr(
          {static_cast<int32_t>(inputs), static_cast<int32_t>(outputs)}));
  Region *body = state.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  if (body->empty()) {
    Block &block = body->emplaceBlock();
    for (Argument &argument : arguments)
      block.addArgument(argument.type, parser.getEncodedSourceLoc(
                                           argument.ssaName.location));
  }
  return success();
}

void NestOp::print(OpAsmPrinter &printer) {
  auto arguments = getBody().getArguments();
  printBindings(printer, "ins", arguments.take_front(getInputs().size()),
                getInputs());
  printBindings(printer, "outs", arguments.drop_front(getInputs().size()),
                getOutputs());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getOperandSegmentSizeAttr()});
  printBody(printer, getBody(), /*terminator=*/true);
}

/// What the body sees of an operand: the operand or, of a result whose points go
/// into it in groups, a list.
static LogicalResult verifySeen(NestOp nest, unsigned index) {
  Type operand = nest->getOperand(index).getType();
  Type seen = nest.getBody().getArgument(index).getType();
  if (operand == seen)
    return success();
  auto stored = dyn_cast<RankedTensorType>(operand);
  auto list = dyn_cast<RankedTensorType>(seen);
  auto format = lacuna::stensor::getFormat(operand);
  auto listed = lacuna::stensor::getFormat(seen);
  if (index < nest.getInputs().size() || !format || !listed ||
      stored.getShape() != list.getShape() ||
      stored.getElementType() != list.getElementType())
    return nest.emitOpError() << "operand " << index << " is " << operand
                              << ", the body takes " << seen;
  if (format.getFill() != listed.getFill())
    return nest.emitOpError() << "operand " << index << " and its list differ "
                              << "in the value of the points that are not stored";
  return lacuna::stensor::verifyList(
      nest, list, ("list for operand " + llvm::Twine(index)).str());
}

LogicalResult NestOp::verify() {
  if (getBody().getNumArguments() != getNumOperands())
    return emitOpError() << "binds " << getNumOperands()
                         << " operands, the body takes "
                         << getBody().getNumArguments();
  for (unsigned index = 0; index < getNumOperands(); ++index)
    if (failed(verifySeen(*this, index)))
      return failure();
  SmallVector<Type> updated;
  for (Type type : getOutputs().getTypes())
    if (isa<RankedTensorType>(type))
      updated.push_back(type);
  if (TypeRange(updated) != getResultTypes())
    return emitOpError() << "the results are the tensors among the outs: "
                         << "required " << updated.size() << ", found "
                         << getNumResults();
  WalkResult walk = getBody().walk([&](WriteOp write) {
    auto target = dyn_cast<BlockArgument>(write.getTensor());
    if (target && target.getOwner() == &getBody().front() &&
        target.getArgNumber() < getInputs().size()) {
      write.emitOpError() << "writes operand " << target.getArgNumber()
                          << " of the nest, which is among its ins";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// forall and fold
//===----------------------------------------------------------------------===//

StringRef lacuna::sloop::indexName(Operation *loop) {
  static constexpr StringRef letters = "ijklmn";
  unsigned depth = 0;
  for (Operation *up = loop->getParentOp(); up; up = up->getParentOp())
    depth += isa<ForallOp, FoldOp, IterateOp, CoiterateOp>(up);
  return depth < letters.size() ? letters.substr(depth, 1) : "v";
}

void ForallOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  setName(region.getArgument(0), getVariable().value_or(indexName(*this)));
}

void FoldOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  setName(region.getArgument(0), getVariable().value_or(indexName(*this)));
}

/// `named "var"`, absent when the variable has no name.
static ParseResult parseName(OpAsmParser &parser, OperationState &state,
                             StringAttr nameAttr) {
  if (failed(parser.parseOptionalKeyword("named")))
    return success();
  std::string name;
  if (parser.parseString(&name))
    return failure();
  state.addAttribute(nameAttr, parser.getBuilder().getStringAttr(name));
  return success();
}

static void printName(OpAsmPrinter &printer, StringAttr name) {
  if (name)
    printer << " named " << name;
}

/// `%var in %extent named "var" how(<...>)`; a variable without a range has no
/// extent.
static ParseResult parseLoopHead(OpAsmParser &parser, OperationState &state,
                                 Argument &variable, StringAttr nameAttr,
                                 StringAttr howAttr) {
  Type index = parser.getBuilder().getIndexType();
  variable.type = index;
  if (parser.parseArgument(variable))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("in"))) {
    Operand extent;
    if (parser.parseOperand(extent) ||
        parser.resolveOperand(extent, index, state.operands))
      return failure();
  }
  if (parseName(parser, state, nameAttr))
    return failure();
  if (failed(parser.parseOptionalKeyword("how")))
    return success();
  HowAttr how;
  if (parser.parseLParen() || parser.parseCustomAttributeWithFallback(how) ||
      parser.parseRParen())
    return failure();
  state.addAttribute(howAttr, how);
  return success();
}

static void printLoopHead(OpAsmPrinter &printer, Region &body, Value extent,
                          StringAttr name, HowAttr how) {
  printer << ' ' << body.getArgument(0);
  if (extent)
    printer << " in " << extent;
  printName(printer, name);
  if (how) {
    printer << " how(";
    printer.printStrippedAttrOrType(how);
    printer << ')';
  }
}

ParseResult ForallOp::parse(OpAsmParser &parser, OperationState &state) {
  Argument variable;
  if (parseLoopHead(parser, state, variable, getVariableAttrName(state.name),
                    getHowAttrName(state.name)) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  Region *body = state.addRegion();
  if (parser.parseRegion(*body, {variable}))
    return failure();
  if (body->empty())
    body->emplaceBlock().addArgument(
        variable.type, parser.getEncodedSourceLoc(variable.ssaName.location));
  return success();
}

void ForallOp::print(OpAsmPrinter &printer) {
  printLoopHead(printer, getBody(), getExtent(), getVariableAttr(), getHowAttr());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getHowAttrName(), getVariableAttrName()});
  printBody(printer, getBody(), /*terminator=*/true);
}

LogicalResult ForallOp::verify() {
  return verifyIndexVariable(*this, getBody());
}

/// Whether values of a type, or elements of vectors of it, can be combined so.
static LogicalResult verifyCombiner(Operation *op, Combiner combiner,
                                    Type scalar) {
  StringRef required;
  if (auto vector = dyn_cast<VectorType>(scalar))
    scalar = vector.getElementType();
  auto complex = dyn_cast<ComplexType>(scalar);
  if (!(complex ? complex.getElementType() : scalar).isIntOrIndexOrFloat())
    return op->emitOpError() << stringifyCombiner(combiner)
                             << " combines numbers, found " << scalar;
  switch (combiner) {
  case Combiner::Add:
  case Combiner::Mul:
    return success();
  case Combiner::Min:
  case Combiner::Max:
    if (isa<ComplexType>(scalar))
      required = "numbers that have an order";
    break;
  case Combiner::MinNumber:
  case Combiner::MaxNumber:
    if (isa<ComplexType>(scalar) || scalar.isIntOrIndex())
      required = "floating-point numbers";
    break;
  case Combiner::And:
  case Combiner::Or:
  case Combiner::Xor:
  case Combiner::MinUnsigned:
  case Combiner::MaxUnsigned:
    if (isa<ComplexType, FloatType>(scalar))
      required = "integers";
    break;
  }
  if (required.empty())
    return success();
  return op->emitOpError() << stringifyCombiner(combiner) << " combines "
                           << required << ", found " << scalar;
}

ParseResult FoldOp::parse(OpAsmParser &parser, OperationState &state) {
  Argument variable;
  if (parseLoopHead(parser, state, variable, getVariableAttrName(state.name),
                    getHowAttrName(state.name)) ||
      parser.parseKeyword("by"))
    return failure();
  SMLoc at = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Combiner> combiner = symbolizeCombiner(word);
  if (!combiner)
    return parser.emitError(at, "unknown combiner '") << word << "'";
  state.addAttribute(getCombinerAttrName(state.name),
                     CombinerAttr::get(parser.getContext(), *combiner));
  Type result;
  if (parser.parseArrow() || parser.parseType(result) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  state.addTypes(result);
  return parser.parseRegion(*state.addRegion(), {variable});
}

void FoldOp::print(OpAsmPrinter &printer) {
  printLoopHead(printer, getBody(), getExtent(), getVariableAttr(), getHowAttr());
  printer << " by " << stringifyCombiner(getCombiner()) << " -> "
          << getResult().getType();
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getHowAttrName(), getCombinerAttrName(), getVariableAttrName()});
  printBody(printer, getBody(), /*terminator=*/true);
}

LogicalResult FoldOp::verify() {
  if (failed(verifyIndexVariable(*this, getBody())))
    return failure();
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  if (!yield || yield.getNumOperands() != 1 ||
      yield.getOperand(0).getType() != getResult().getType())
    return emitOpError() << "the body must yield one value of type "
                         << getResult().getType();
  return verifyCombiner(*this, getCombiner(), getResult().getType());
}

//===----------------------------------------------------------------------===//
// read and write
//===----------------------------------------------------------------------===//

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
      parseAccess(parser, state, tensor, indices))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("by"))) {
    SMLoc at = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Combiner> combiner = symbolizeCombiner(word);
    if (!combiner)
      return parser.emitError(at, "unknown combiner '") << word << "'";
    state.addAttribute(getCombinerAttrName(state.name),
                       CombinerAttr::get(parser.getContext(), *combiner));
  }
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

//===----------------------------------------------------------------------===//
// derive
//===----------------------------------------------------------------------===//

void DeriveOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getVariable())
    setName(getValue(), *getVariable());
}

ParseResult DeriveOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<Operand> indices;
  AffineMapAttr map;
  Type index = parser.getBuilder().getIndexType();
  if (parser.parseAffineMapOfSSAIds(indices, map, getMapAttrName(state.name),
                                    state.attributes,
                                    OpAsmParser::Delimiter::Paren) ||
      parser.resolveOperands(indices, index, state.operands))
    return failure();
  int32_t bounds = 0;
  if (succeeded(parser.parseOptionalKeyword("below"))) {
    Operand extent;
    if (parser.parseOperand(extent) ||
        parser.resolveOperand(extent, index, state.operands))
      return failure();
    bounds = 1;
  }
  state.addAttribute(getOperandSegmentSizeAttr(),
                     parser.getBuilder().getDenseI32ArrayAttr(
                         {static_cast<int32_t>(indices.size()), bounds}));
  state.addTypes(index);
  return failure(parseName(parser, state, getVariableAttrName(state.name)) ||
                 parser.parseOptionalAttrDict(state.attributes));
}

void DeriveOp::print(OpAsmPrinter &printer) {
  printer << '(';
  printer.printAffineMapOfSSAIds(getMapAttr(), getIndices());
  printer << ')';
  if (getExtent())
    printer << " below " << getExtent();
  printName(printer, getVariableAttr());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getMapAttrName(), getVariableAttrName(), getOperandSegmentSizeAttr()});
}

/// The loops over the variables that derive a value.
static void loopsOf(DeriveOp derive, SmallVectorImpl<Operation *> &loops) {
  for (Value index : derive.getIndices()) {
    if (auto other = index.getDefiningOp<DeriveOp>())
      loopsOf(other, loops);
    else if (auto variable = dyn_cast<BlockArgument>(index))
      loops.push_back(variable.getOwner()->getParentOp());
  }
}

/// A bound leaves out whole rounds of a loop: it stands where they begin, in the
/// innermost loop that it is about.
static LogicalResult verifyBound(DeriveOp derive) {
  SmallVector<Operation *> loops;
  loopsOf(derive, loops);
  if (!llvm::is_contained(loops, derive->getParentOp()))
    return derive.emitOpError()
           << "bounds rounds of a loop, and must stand in that loop itself: the "
              "innermost whose variable it is derived from";
  for (Operation &before : *derive->getBlock()) {
    if (&before == derive)
      break;
    if (isa<WriteOp, ForallOp, WhereOp>(before)) {
      InFlightDiagnostic diagnostic =
          derive.emitOpError()
          << "bounds whole rounds of its loop, and must stand before the "
             "statements of the loop";
      diagnostic.attachNote(before.getLoc()) << "this statement stands before it";
      return diagnostic;
    }
  }
  return success();
}

LogicalResult DeriveOp::verify() {
  if (getMap().getNumResults() != 1 ||
      getMap().getNumInputs() != getIndices().size())
    return emitOpError() << "needs a map from " << getIndices().size()
                         << " index variables to one number";
  return getExtent() ? verifyBound(*this) : success();
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
