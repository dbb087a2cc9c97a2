// The syntax and verifiers of the cursor form of `sloop`.
#include "Sloop.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace lacuna::sloop;
using lacuna::stensor::getFormat;
using lacuna::stensor::storedOf;

static LogicalResult verifyLevel(Operation *op, Value tensor, int64_t level) {
  int64_t count = getFormat(tensor.getType()).getLevels().size();
  if (level < 0 || level >= count)
    return op->emitOpError() << "level " << level << " of a tensor with "
                             << count << " levels";
  return success();
}

LogicalResult lacuna::sloop::verifyMask(Operation *op, int64_t lanes,
                                        Value mask) {
  if (!mask || cast<VectorType>(mask.getType()) ==
                   VectorType::get(lanes, IntegerType::get(op->getContext(), 1)))
    return success();
  return op->emitOpError() << "the mask of " << lanes << " lanes is "
                           << mask.getType();
}

LogicalResult lacuna::sloop::verifyGiven(Operation *op, Value tensor,
                                         int64_t level, int64_t given) {
  auto format = getFormat(tensor.getType());
  int64_t needed = storedOf(format, level).given;
  if (given >= needed)
    return success();
  return op->emitOpError() << "level " << level << " is "
                           << stensor::stringifyLevelKind(
                                  format.getLevels()[level].getKind())
                           << ", which computes with coordinates of levels "
                              "outside it: expected "
                           << needed << " in given(...), found " << given;
}

//===----------------------------------------------------------------------===//
// Cursors
//===----------------------------------------------------------------------===//

Type CursorType::parse(AsmParser &parser) {
  bool runs = succeeded(parser.parseOptionalLess());
  if (runs && (parser.parseKeyword("runs") || parser.parseGreater()))
    return {};
  return CursorType::get(parser.getContext(), runs);
}

void CursorType::print(AsmPrinter &printer) const {
  if (getRuns())
    printer << "<runs>";
}

FailureOr<Walk> lacuna::sloop::walkOf(Operation *user, Value cursor) {
  // What stands further below, or makes itself, is refused later, where uses are
  // held against definitions: here nothing may be taken for verified.
  SmallVector<Operation *> wrappers;
  Operation *op = cursor.getDefiningOp();
  while (op && op->getNumOperands() && isa<WrapperOpInterface>(op)) {
    if (op == user || llvm::is_contained(wrappers, op))
      return user->emitOpError("takes a cursor that is made of itself");
    wrappers.push_back(op);
    op = op->getOperand(0).getDefiningOp();
  }
  auto level = dyn_cast_or_null<CursorOp>(op);
  if (!level || !op->getNumOperands())
    return user->emitOpError("takes a cursor that an operation beside it makes: "
                             "a walk cannot come from elsewhere");
  auto tensor = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto format = tensor ? getFormat(tensor) : nullptr;
  IntegerAttr number = level.getLevelAttr();
  if (!format || !number || number.getInt() < 0 ||
      number.getInt() >= static_cast<int64_t>(format.getLevels().size()))
    return user->emitOpError("takes a cursor of a level that is not there");
  auto attr = format.getLevels()[number.getInt()];
  Walk walk{attr.getOrdered(), attr.getUnique(), /*filtered=*/false,
            /*sorted=*/false, storedOf(format, number.getInt()).list, /*underList=*/bool(level.getList()),
            /*subsections=*/false, /*openRuns=*/false, /*inRun=*/false, number.getInt()};
  for (Operation *wrapper : llvm::reverse(wrappers))
    cast<WrapperOpInterface>(wrapper).wrap(walk);
  if (walk.underList && !isa<ShiftOp, ReverseOp, SubsectionsOp>(user))
    return user->emitOpError("cannot take a cursor under a list of parents; only sloop.subsections, "
                             "sloop.shift and sloop.reverse can");
  return walk;
}

/// A cursor is taken by loops, and by what wraps cursors.
static LogicalResult verifyTakers(Operation *op) {
  for (Operation *user : op->getUsers())
    if (!isa<WrapperOpInterface, IterateOp, CoiterateOp>(user))
      return op->emitOpError() << "is taken by " << user->getName()
                               << ": a cursor is taken by loops over it and by "
                                  "what wraps it";
  return success();
}

void CursorOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getCursor(), "cursor");
}

LogicalResult CursorOp::verify() {
  if (failed(verifyLevel(*this, getTensor(), getLevel())) ||
      failed(verifyTakers(*this)))
    return failure();
  if (getList()) {
    if (!getLast())
      return emitOpError("expected a range of records of the list of parents (`%first to %last`), "
                         "found one record");
    int64_t columns = cast<MemRefType>(getList().getType()).getDimSize(1);
    if (columns != 2 && columns != 3)
      return emitOpError("expected a list of parents with 2 columns (a position and a buffer index) "
                         "or 3 (two positions and a buffer index), found ")
             << getList().getType();
    auto stored = storedOf(getFormat(getTensor().getType()), getLevel());
    if (columns == 3 && !stored.single)
      return emitOpError() << "cannot walk level " << getLevel()
                           << " under runs: its nodes are in order under each position, but not "
                              "under all positions of a run";
    if (stored.given > 0)
      return emitOpError() << "cannot walk level " << getLevel()
                           << " under a list of parents: its format computes with coordinates of the "
                              "levels above, which differ from parent to parent";
  }
  return verifyGiven(*this, getTensor(), getLevel(), getGiven().size());
}

LogicalResult lacuna::sloop::verifyWrapper(Operation *op) {
  FailureOr<Walk> walk = walkOf(op, op->getOperand(0));
  if (failed(walk) || failed(verifyTakers(op)))
    return failure();
  if (walk->subsections)
    return op->emitOpError("wraps a cursor over subsections, which loops alone take");
  // Around open runs, coordinates stay as they are stored: a loop inside compares with them.
  bool keeps = walk->openRuns ? isa<PrefetchOp>(op) : isa<ShiftOp, PrefetchOp, RunsOp, InRunOp>(op);
  if ((walk->openRuns || walk->inRun) && !keeps)
    return op->emitOpError("wraps a walk over an open run, whose end is not known before it "
                           "is walked");
  return cast<WrapperOpInterface>(op).verifyWalk(*walk);
}

void ReorderOp::wrap(Walk &walk) {
  walk.ordered = true;
  walk.sorted = true;
  // The sorted arrays hold what was left.
  walk.filtered = false;
  walk.stored = false;
}

LogicalResult ReorderOp::verifyWalk(const Walk &walk) {
  if (!walk.unique)
    return emitOpError() << "sorts level " << walk.level
                         << ", which may hold a coordinate several times";
  return success();
}

void ShiftOp::wrap(Walk &walk) { walk.stored = false; }

void StrideOp::wrap(Walk &walk) { walk.stored = false; }

LogicalResult StrideOp::verify() {
  if (static_cast<int64_t>(getBy()) < 2)
    return emitOpError() << "takes the multiples of a number above 1, found "
                         << static_cast<int64_t>(getBy());
  return success();
}

void ReverseOp::wrap(Walk &walk) {
  walk.stored = false;
}

void ClipOp::wrap(Walk &walk) { walk.stored = false; }

LogicalResult ClipOp::verifyWalk(const Walk &walk) {
  if (!walk.ordered)
    return emitOpError() << "clips level " << walk.level
                         << ", whose coordinates are unordered: filter it";
  if (walk.filtered)
    return emitOpError("clips a filtered cursor: clip it first");
  return success();
}

/// A walk has subsections if its nodes stand in the order of their coordinates.
static LogicalResult verifyHasSubsections(Operation *op, const Walk &walk,
                                          StringRef does) {
  if (!walk.ordered || walk.sorted)
    return op->emitOpError() << does << " of a walk over level " << walk.level
                             << " that is unordered or reordered";
  if (walk.filtered)
    return op->emitOpError() << does << " of a filtered walk over level "
                             << walk.level;
  return success();
}

void SubsectionsOp::wrap(Walk &walk) {
  walk.subsections = true;
  walk.underList = false;
  walk.unique = true;
  walk.stored = false;
}

LogicalResult SubsectionsOp::verifyWalk(const Walk &walk) {
  return verifyHasSubsections(*this, walk, "takes subsections");
}

LogicalResult SubsectionsOp::verify() {
  if (static_cast<int64_t>(getBy()) < 1)
    return emitOpError() << "`by` is at least 1, found "
                         << static_cast<int64_t>(getBy());
  Operation *op = getSource().getDefiningOp();
  SmallPtrSet<Operation *, 8> seen;
  while (isa_and_nonnull<ShiftOp, ReverseOp, SubsectionOp>(op) && op->getNumOperands() &&
         seen.insert(op).second && !(getBuffer() && isa<SubsectionOp>(op)))
    op = op->getOperand(0).getDefiningOp();
  auto level = dyn_cast_or_null<CursorOp>(op);
  if (!getBuffer()) {
    if (level && level.getList())
      return emitOpError("needs a `buffer`, because its source walks under a list of parents");
    auto tensor = level ? dyn_cast<RankedTensorType>(level.getTensor().getType())
                        : RankedTensorType();
    auto format = tensor ? getFormat(tensor) : nullptr;
    if (!level || (level.getLast() && format && !storedOf(format, level.getLevel()).single))
      return emitOpError("has no buffer, so it must wrap a sloop.cursor under one parent, or "
                       "under several with one child each, through no wrappers but "
                       "sloop.shift, sloop.reverse and sloop.subsection");
    return success();
  }
  if (!level || !level.getList())
    return emitOpError("has a buffer, so its source must be a sloop.cursor under a list of parents; "
                       "only sloop.shift and sloop.reverse may stand between");
  return success();
}

void SubsectionOp::wrap(Walk &walk) { walk.stored = false; }

LogicalResult SubsectionOp::verifyWalk(const Walk &walk) {
  return verifyHasSubsections(*this, walk, "walks a subsection");
}

/// The walk over a level that a cursor comes from through wrappers that keep its nodes and
/// ends, if it comes from one so, and whether it is walked from behind.
static std::pair<CursorOp, bool> walkBelow(Value cursor, bool throughSubsection) {
  Operation *op = cursor.getDefiningOp();
  bool reversed = false;
  SmallPtrSet<Operation *, 8> seen;
  while (op && op->getNumOperands() &&
         (isa<ShiftOp, StrideOp, ReverseOp>(op) || (throughSubsection && isa<SubsectionOp>(op)))) {
    if (!seen.insert(op).second)
      return {};
    reversed ^= isa<ReverseOp>(op);
    op = op->getOperand(0).getDefiningOp();
  }
  return {dyn_cast_or_null<CursorOp>(op), reversed};
}

/// The subsections that a loop walks with this buffer, if it does.
static SubsectionsOp subsectionsWith(Operation *loop, Value buffer) {
  if (!isa<IterateOp, CoiterateOp>(loop))
    return {};
  for (Value cursor : loop->getOperands())
    if (auto made = cursor.getDefiningOp<SubsectionsOp>(); made && made.getBuffer() == buffer)
      return made;
  return {};
}

LogicalResult lacuna::sloop::verifyBuffers(Operation *loop) {
  for (Value cursor : loop->getOperands()) {
    auto made = cursor.getDefiningOp<SubsectionsOp>();
    if (!made || !made.getBuffer())
      continue;
    for (Operation *around = loop->getParentOp(); around; around = around->getParentOp())
      if (subsectionsWith(around, made.getBuffer()))
        return loop->emitOpError("fills a buffer of begins that a loop around it uses");
  }
  return success();
}

/// Whether two values are the same one, or the same constant.
static bool areSame(Value one, Value other) {
  Attribute left, right;
  return one == other || (matchPattern(one, m_Constant(&left)) &&
                          matchPattern(other, m_Constant(&right)) && left == right);
}

/// The operation that makes the cursor whose position, or begin, an argument of the body of
/// a loop is, if it is one.
static Operation *cursorOf(BlockArgument argument) {
  Operation *loop = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (isa_and_nonnull<IterateOp>(loop) && argument.getArgNumber() == 1 &&
      loop->getNumOperands())
    return loop->getOperand(0).getDefiningOp();
  auto merge = dyn_cast_or_null<CoiterateOp>(loop);
  if (!merge)
    return nullptr;
  unsigned number = argument.getOwner()->getParent()->getRegionNumber();
  ArrayRef<int64_t> cases = merge.getCases();
  int64_t listed = number < cases.size() ? cases[number] : 0;
  int64_t joined = merge.getJoined().value_or(0);
  unsigned position = 1;
  for (auto [bit, cursor] : llvm::enumerate(merge.getCursors())) {
    if (!(listed >> bit & 1))
      continue;
    if (argument.getArgNumber() == position)
      return cursor.getDefiningOp();
    auto type = dyn_cast<CursorType>(cursor.getType());
    position += (type && type.getRuns()) || joined >> bit & 1 ? 2 : 1;
  }
  return nullptr;
}

/// A begin holds for one walk: it comes from a loop over subsections of this very walk.
LogicalResult SubsectionOp::verify() {
  auto [own, reversed] = walkBelow(getSource(), /*throughSubsection=*/false);
  if (!own)
    return emitOpError("must wrap a sloop.cursor through no wrappers but sloop.shift, sloop.stride and "
                       "sloop.reverse: it replaces the first node of its source");
  if (auto kept = getBegin().getDefiningOp<memref::LoadOp>()) {
    SubsectionsOp made;
    for (Operation *around = kept->getParentOp(); around && !made; around = around->getParentOp())
      made = subsectionsWith(around, kept.getMemRef());
    if (!made)
      return emitOpError("loads `begin` from a buffer that no loop around it fills: a loop over "
                         "sloop.subsections with this buffer does");
    auto [other, otherReversed] = walkBelow(made.getSource(), /*throughSubsection=*/true);
    if (!other || !areSame(own.getTensor(), other.getTensor()) ||
        own.getLevelAttr() != other.getLevelAttr() || reversed != otherReversed)
      return emitOpError("loads `begin` from a buffer of another walk: tensor, level or direction "
                         "differ");
    return success();
  }
  Operation *made = cursorOf(dyn_cast<BlockArgument>(getBegin()));
  auto walked = dyn_cast_or_null<SubsectionsOp>(made);
  if (!walked || !made->getNumOperands() || walked.getBuffer())
    return emitOpError("`begin` must be the begin that a loop over sloop.subsections without a "
                       "buffer gives, or be loaded from the buffer of a sloop.subsections");
  auto [other, otherReversed] = walkBelow(made->getOperand(0), /*throughSubsection=*/true);
  // Equal parents have equal coordinates above, so these are not compared.
  if (!other || !areSame(own.getTensor(), other.getTensor()) ||
      !areSame(own.getParent(), other.getParent()) ||
      bool(own.getLast()) != bool(other.getLast()) ||
      (own.getLast() && !areSame(own.getLast(), other.getLast())) ||
      own.getLevelAttr() != other.getLevelAttr() || reversed != otherReversed)
    return emitOpError("`begin` comes from a loop over another walk: tensor, level, parents or direction "
                       "differ");
  auto tensor = dyn_cast<RankedTensorType>(own.getTensor().getType());
  auto format = tensor ? getFormat(tensor) : nullptr;
  if (format && storedOf(format, own.getLevel()).given)
    return emitOpError() << "walks a subsection of level " << own.getLevel()
                         << ", which computes with coordinates of levels outside it";
  return success();
}

void FilterOp::wrap(Walk &walk) {
  walk.filtered = true;
  walk.stored = false;
}

ParseResult FilterOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  Operand source;
  Argument coordinate;
  coordinate.type = builder.getIndexType();
  Type cursor = CursorType::get(builder.getContext(), /*runs=*/false);
  state.addTypes(cursor);
  return failure(parser.parseOperand(source) || parser.parseLParen() ||
                 parser.parseArgument(coordinate) || parser.parseRParen() ||
                 parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
                 parser.resolveOperand(source, cursor, state.operands) ||
                 parser.parseRegion(*state.addRegion(), {coordinate}));
}

void FilterOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSource() << " (" << getKeep().getArgument(0) << ')';
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printBody(printer, getKeep(), /*terminator=*/true);
}

void FilterOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  setName(region.getArgument(0), indexName(*this));
}

LogicalResult FilterOp::verify() {
  Type index = IndexType::get(getContext()), flag = IntegerType::get(getContext(), 1);
  auto yield = dyn_cast<YieldOp>(getKeep().front().getTerminator());
  if (getKeep().getArgumentTypes() != TypeRange(index) || !yield ||
      yield.getOperandTypes() != TypeRange(flag))
    return emitOpError("takes a coordinate and yields whether it stays");
  for (Operation &op : getKeep().front())
    if (!isMemoryEffectFree(&op) || op.getNumRegions())
      return emitOpError("asks about a coordinate by operations without side "
                         "effects and without regions");
  return success();
}

LogicalResult PrefetchOp::verify() {
  if (static_cast<int64_t>(getAhead()) < 1)
    return emitOpError() << "fetches ahead by at least one position, found "
                         << static_cast<int64_t>(getAhead());
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// How many positions a cursor gives with each coordinate.
static unsigned positionsOf(Value cursor) {
  return cast<CursorType>(cursor.getType()).getRuns() ? 2 : 1;
}

ParseResult IterateOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  SmallVector<Argument> arguments;
  Operand cursor;
  SmallVector<Operand> inits;
  auto given = [&]() -> ParseResult {
    Argument &argument = arguments.emplace_back();
    argument.type = builder.getIndexType();
    return parser.parseArgument(argument);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, given) ||
      parser.parseKeyword("in") || parser.parseOperand(cursor))
    return failure();
  size_t count = arguments.size();
  auto init = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(inits.emplace_back()));
  };
  if (parseHow(parser, state, getHowAttrName(state.name)))
    return failure();
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
  // A walk over an open run gives where it ends, too.
  if (results.size() != inits.size() && results.size() != inits.size() + 1)
    return parser.emitError(initsAt)
           << inits.size() << " initial values for " << results.size()
           << " results";
  ArrayRef<Type> carried = ArrayRef<Type>(results).take_back(inits.size());
  for (auto [argument, result] :
       llvm::zip(MutableArrayRef(arguments).drop_front(count), carried))
    argument.type = result;
  state.addTypes(results);
  return failure(parser.resolveOperand(cursor, type, state.operands) ||
                 parser.resolveOperands(inits, carried, initsAt,
                                        state.operands) ||
                 parser.parseRegion(*state.addRegion(), arguments));
}

void IterateOp::print(OpAsmPrinter &printer) {
  auto arguments = getBody().getArguments();
  unsigned given = 1 + positionsOf(getCursor());
  printer << " (";
  llvm::interleaveComma(arguments.take_front(given), printer);
  printer << ") in " << getCursor();
  printHow(printer, getHowAttr());
  if (!getInits().empty()) {
    printer << " init(";
    llvm::interleaveComma(
        llvm::zip(arguments.drop_front(given), getInits()), printer,
        [&](auto pair) {
          printer << std::get<0>(pair) << " = " << std::get<1>(pair);
        });
    printer << ')';
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getHowAttrName()});
  printer << " : " << getCursor().getType();
  printer.printOptionalArrowTypeList(getResultTypes());
  printBody(printer, getBody(), /*terminator=*/true);
}

LogicalResult IterateOp::verify() {
  FailureOr<Walk> walk = walkOf(*this, getCursor());
  if (failed(walk) || failed(verifyBuffers(*this)))
    return failure();
  unsigned given = 1 + positionsOf(getCursor());
  if (getBody().getNumArguments() != given + getInits().size())
    return emitOpError() << "the body takes a coordinate, "
                         << (given == 3 ? "two positions" : "a position")
                         << " and " << getInits().size()
                         << " carried values, found "
                         << getBody().getNumArguments() << " arguments";
  for (BlockArgument argument : getBody().getArguments().take_front(given))
    if (!argument.getType().isIndex())
      return emitOpError() << "coordinates and positions are of type index, "
                              "argument "
                           << argument.getArgNumber() << " is "
                           << argument.getType();
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  SmallVector<Type> carried(getInits().getTypes());
  SmallVector<Type> withEnd{IndexType::get(getContext())};
  llvm::append_range(withEnd, carried);
  if (walk->inRun && getResultTypes() != TypeRange(withEnd))
    return emitOpError("walks an open run: its results are the position at which that ends, "
                       "and the carried values");
  if (walk->openRuns && yield && yield.getOperandTypes() != TypeRange(withEnd))
    return emitOpError("walks open runs: its body yields the position at which the run ends, "
                       "and the carried values");
  if (!yield || (!walk->openRuns && yield.getOperandTypes() != TypeRange(carried)) ||
      (!walk->inRun && getResultTypes() != TypeRange(carried)) ||
      TypeRange(getBody().getArgumentTypes()).drop_front(given) != TypeRange(carried))
    return emitOpError() << "initial values, carried values, yielded values and "
                            "results must have the same types";
  return success();
}

void IterateOp::getAsmBlockArgumentNames(Region &region,
                                         OpAsmSetValueNameFn setName) {
  bool runs = positionsOf(getCursor()) == 2;
  setName(region.getArgument(0), indexName(*this));
  setName(region.getArgument(1), runs ? "first" : "pos");
  if (runs)
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

LogicalResult ChooseOp::verify() {
  if (getWays().size() < 2)
    return emitOpError() << "chooses between two ways at least, found " << getWays().size();
  llvm::SmallDenseSet<Attribute> ways;
  for (Attribute way : getWays())
    if (!ways.insert(way).second)
      return emitOpError() << "chooses between different ways, found " << way << " twice";
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
    if (failed(verifyMask(*this, vector.getNumElements(), getMask())))
      return failure();
  } else if (getMask()) {
    return emitOpError() << "only lanes have a mask, the value is " << found;
  }
  if (found != element)
    return emitOpError() << "the value is " << found << ", the tensor holds "
                         << element;
  TypedAttr otherwise = getOtherwiseAttr();
  if (!otherwise != !getHere())
    return emitOpError("has a constant for where a flag is not set: both or none");
  if (!otherwise)
    return success();
  if (getLast() || getValue().getType() != element)
    return emitOpError("has a constant for where a flag is not set, so it reads one "
                       "position");
  if (!isa<FloatAttr, IntegerAttr>(otherwise) || element.isIndex() ||
      otherwise.getType() != element)
    return emitOpError() << "takes a floating-point number or an integer of type "
                         << element << " for where the flag is not set, found "
                         << otherwise;
  return success();
}

LogicalResult NodeCountOp::verify() {
  if (getParents().empty() || getParents().size() > 2)
    return emitOpError() << "counts under one position or a range of two, found "
                         << getParents().size();
  if (failed(verifyLevel(*this, getTensor(), getLevel())))
    return failure();
  return verifyGiven(*this, getTensor(), getLevel(), getGiven().size());
}
