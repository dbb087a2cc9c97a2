// The syntax and verifier of `sloop.coiterate`.
#include "Sloop.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace lacuna::sloop;

/// A list of cursors is kept as a mask with bit k set for cursor k.
static ParseResult parseCursors(OpAsmParser &parser, size_t cursors,
                                int64_t &mask) {
  mask = 0;
  auto member = [&]() -> ParseResult {
    int64_t cursor;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseInteger(cursor))
      return failure();
    if (cursor < 0 || cursor >= static_cast<int64_t>(cursors))
      return parser.emitError(at, "cursor ")
             << cursor << " of " << cursors << " cursors";
    if (mask >> cursor & 1)
      return parser.emitError(at, "cursor ") << cursor << " is listed twice";
    mask |= int64_t(1) << cursor;
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, member);
}

static void printCursors(OpAsmPrinter &printer, size_t cursors, int64_t mask) {
  printer << '(';
  bool first = true;
  for (size_t cursor = 0; cursor < cursors; ++cursor) {
    if (!(mask >> cursor & 1))
      continue;
    printer << (first ? "" : ", ") << cursor;
    first = false;
  }
  printer << ')';
}

static ParseResult parseCase(OpAsmParser &parser, OperationState &state,
                             SmallVector<int64_t> &cases, size_t cursors) {
  int64_t mask;
  SmallVector<Argument> arguments;
  if (parseCursors(parser, cursors, mask) ||
      parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseRegion(*state.addRegion(), arguments))
    return failure();
  cases.push_back(mask);
  return success();
}

ParseResult CoiterateOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  SmallVector<Operand> cursors, extent, inits;
  if (parser.parseOperandList(cursors, AsmParser::Delimiter::Paren))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("over")) &&
      (parser.parseLParen() || parser.parseOperand(extent.emplace_back()) ||
       parser.parseRParen()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("blended")))
    state.addAttribute(getBlendedAttrName(state.name), builder.getUnitAttr());
  if (succeeded(parser.parseOptionalKeyword("joined"))) {
    int64_t joined;
    if (parseCursors(parser, cursors.size(), joined))
      return failure();
    state.addAttribute(getJoinedAttrName(state.name),
                       builder.getI64IntegerAttr(joined));
  }
  SMLoc initsAt = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("init")) &&
      parser.parseOperandList(inits, AsmParser::Delimiter::Paren))
    return failure();
  SmallVector<Type> types, results;
  SMLoc typesAt = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseColonTypeList(types) ||
      parser.parseOptionalArrowTypeList(results))
    return failure();
  if (types.size() != cursors.size())
    return parser.emitError(typesAt) << types.size() << " types for "
                                     << cursors.size() << " cursors";
  if (parser.resolveOperands(cursors, types, typesAt, state.operands) ||
      parser.resolveOperands(extent, builder.getIndexType(), state.operands) ||
      parser.resolveOperands(inits, results, initsAt, state.operands))
    return failure();
  state.addTypes(results);
  SmallVector<int64_t> cases;
  while (succeeded(parser.parseOptionalKeyword("case")))
    if (parseCase(parser, state, cases, cursors.size()))
      return failure();
  state.addAttribute(getCasesAttrName(state.name),
                     builder.getDenseI64ArrayAttr(cases));
  auto count = [](auto &group) { return static_cast<int32_t>(group.size()); };
  state.addAttribute(CoiterateOp::getOperandSegmentSizeAttr(),
                     builder.getDenseI32ArrayAttr(
                         {count(cursors), count(extent), count(inits)}));
  return success();
}

void CoiterateOp::print(OpAsmPrinter &printer) {
  printer << " (" << getCursors() << ')';
  if (Value extent = getExtent())
    printer << " over(" << extent << ')';
  if (getBlended())
    printer << " blended";
  if (std::optional<int64_t> joined = getJoined()) {
    printer << " joined";
    printCursors(printer, getCursors().size(), *joined);
  }
  if (!getInits().empty())
    printer << " init(" << getInits() << ')';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getOperandSegmentSizeAttr(), getCasesAttrName(), getBlendedAttrName(),
       getJoinedAttrName()});
  printer << " : " << getCursors().getTypes();
  printer.printOptionalArrowTypeList(getResultTypes());
  for (auto [mask, body] : llvm::zip(getCases(), getBodies())) {
    printer.printNewline();
    printer << "case";
    printCursors(printer, getCursors().size(), mask);
    printer << " (";
    llvm::interleaveComma(body.getArguments(), printer, [&](auto argument) {
      printer.printRegionArgument(argument);
    });
    printer << ')';
    printBody(printer, body, /*terminator=*/true);
  }
}

static bool isRuns(Value cursor) {
  return cast<CursorType>(cursor.getType()).getRuns();
}

LogicalResult CoiterateOp::verify() {
  size_t cursors = getCursors().size();
  if (cursors == 0)
    return emitOpError() << "merges at least one cursor";
  if (cursors > 30)
    return emitOpError() << "merges at most 30 cursors, found " << cursors;
  if (failed(verifyBuffers(*this)))
    return failure();
  for (auto [number, cursor] : llvm::enumerate(getCursors())) {
    FailureOr<Walk> walk = walkOf(*this, cursor);
    if (failed(walk))
      return failure();
    if (walk->subsections && (getBlended() || getJoined()))
      return emitOpError() << "cursor " << number
                           << " gives subsections, which no blended or joined merge takes";
    if (walk->openRuns || walk->inRun)
      return emitOpError() << "cursor " << number
                           << " walks open runs, or one of them, which sloop.iterate alone does";
    if (!walk->ordered)
      return emitOpError() << "cursor " << number
                           << " walks an unordered level, which cannot be merged";
    if (!walk->unique)
      return emitOpError() << "cursor " << number
                           << " walks a level with duplicates, which is merged "
                              "by runs";
    if (walk->filtered)
      return emitOpError() << "cursor " << number
                           << " leaves out coordinates, which cannot be merged";
  }
  if (getCases().size() != getBodies().size())
    return emitOpError() << getCases().size() << " cases for "
                         << getBodies().size() << " regions";
  int64_t all = (int64_t(1) << cursors) - 1;
  if (getBlended() && (cursors < 2 || getExtent() ||
                       llvm::any_of(getCursors(), isRuns) ||
                       llvm::is_contained(getCases(), 0) ||
                       getCases().size() != static_cast<size_t>(all)))
    return emitOpError() << "is blended, which needs a case for every combination of "
                            "two cursors or more, without runs and extent";
  int64_t joined = getJoined().value_or(0);
  if (getJoined()) {
    bool inAll = llvm::all_of(
        getCases(), [&](int64_t mask) { return (mask & joined) == joined; });
    if ((cursors < 2 && !getExtent()) || getBlended() || getCases().empty() ||
        joined <= 0 || joined > all || !inAll)
      return emitOpError() << "has joined cursors, which every case must list; it needs at least "
                              "one of them, two cursors or an extent, and excludes `blended`";
  }
  TypeRange carried = getInits().getTypes();
  if (getResultTypes() != carried)
    return emitOpError() << "initial values and results must have the same types";
  for (auto [index, pair] : llvm::enumerate(llvm::zip(getCases(), getBodies()))) {
    auto [mask, body] = pair;
    if (mask < 0 || mask >> cursors)
      return emitOpError() << "case " << index << " lists a cursor that is not "
                              "there";
    if (llvm::count(getCases(), mask) > 1)
      return emitOpError() << "case " << index << " is there twice";
    if (mask == 0 && !getExtent())
      return emitOpError() << "a case without cursors needs an extent";
    SmallVector<Type> types{IndexType::get(getContext())};
    for (size_t cursor = 0; cursor < cursors; ++cursor)
      if (mask >> cursor & 1)
        types.append(isRuns(getCursors()[cursor]) || (joined >> cursor & 1) ? 2 : 1,
                     types.front());
    if (getBlended() && mask == all)
      types.append(cursors, IntegerType::get(getContext(), 1));
    llvm::append_range(types, carried);
    if (body.getArgumentTypes() != TypeRange(types))
      return emitOpError() << "the arguments of case " << index
                           << " are the coordinate, positions and carried "
                              "values";
    auto yield = body.front().empty()
                     ? YieldOp()
                     : dyn_cast<YieldOp>(body.front().back());
    if (!yield || yield.getOperandTypes() != carried)
      return emitOpError() << "case " << index
                           << " yields the next carried values";
  }
  return success();
}
