// The syntax and the verifiers of the loops of the index form, and what they
// share with other operations: names of variables, and combiners.
#include "Sloop.h"

using namespace mlir;
using namespace lacuna::sloop;

/// The index variable of a loop is its one block argument.
static LogicalResult verifyIndexVariable(Operation *op, Region &body) {
  if (body.getNumArguments() != 1 || !body.getArgument(0).getType().isIndex())
    return op->emitOpError() << "the body takes one argument of type index, found "
                             << body.getNumArguments() << " arguments";
  return success();
}

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

ParseResult lacuna::sloop::parseName(OpAsmParser &parser,
                                     OperationState &state,
                                     StringAttr nameAttr) {
  if (failed(parser.parseOptionalKeyword("named")))
    return success();
  std::string name;
  if (parser.parseString(&name))
    return failure();
  state.addAttribute(nameAttr, parser.getBuilder().getStringAttr(name));
  return success();
}

void lacuna::sloop::printName(OpAsmPrinter &printer, StringAttr name) {
  if (name)
    printer << " named " << name;
}

ParseResult lacuna::sloop::parseHow(OpAsmParser &parser, OperationState &state,
                                    StringAttr howAttr) {
  if (failed(parser.parseOptionalKeyword("how")))
    return success();
  HowAttr how;
  if (parser.parseLParen() || parser.parseCustomAttributeWithFallback(how) ||
      parser.parseRParen())
    return failure();
  state.addAttribute(howAttr, how);
  return success();
}

void lacuna::sloop::printHow(OpAsmPrinter &printer, HowAttr how) {
  if (!how)
    return;
  printer << " how(";
  printer.printStrippedAttrOrType(how);
  printer << ')';
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
  return failure(parseName(parser, state, nameAttr) ||
                 parseHow(parser, state, howAttr));
}

static void printLoopHead(OpAsmPrinter &printer, Region &body, Value extent,
                          StringAttr name, HowAttr how) {
  printer << ' ' << body.getArgument(0);
  if (extent)
    printer << " in " << extent;
  printName(printer, name);
  printHow(printer, how);
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

LogicalResult lacuna::sloop::verifyCombiner(Operation *op, Combiner combiner,
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

/// The word of a combiner.
static ParseResult parseCombiner(OpAsmParser &parser, OperationState &state,
                                 StringAttr nameAttr) {
  SMLoc at = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Combiner> combiner = symbolizeCombiner(word);
  if (!combiner)
    return parser.emitError(at, "unknown combiner '") << word << "'";
  state.addAttribute(nameAttr,
                     CombinerAttr::get(parser.getContext(), *combiner));
  return success();
}

ParseResult lacuna::sloop::parseOptionalCombiner(OpAsmParser &parser,
                                                 OperationState &state,
                                                 StringAttr nameAttr) {
  if (failed(parser.parseOptionalKeyword("by")))
    return success();
  return parseCombiner(parser, state, nameAttr);
}

ParseResult FoldOp::parse(OpAsmParser &parser, OperationState &state) {
  Argument variable;
  if (parseLoopHead(parser, state, variable, getVariableAttrName(state.name),
                    getHowAttrName(state.name)) ||
      parser.parseKeyword("by") ||
      parseCombiner(parser, state, getCombinerAttrName(state.name)))
    return failure();
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
