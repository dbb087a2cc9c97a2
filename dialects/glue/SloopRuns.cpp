// Runs of equal coordinates: what `sloop.runs` asks of a walk, and what a loop over open
// runs asks of its body.
#include "Sloop.h"

using namespace mlir;
using namespace lacuna::sloop;
using lacuna::stensor::getFormat;

void RunsOp::wrap(Walk &walk) {
  walk.unique = true;
  walk.stored = false;
}

LogicalResult RunsOp::verifyWalk(const Walk &walk) {
  if (!walk.ordered)
    return emitOpError() << "takes runs of level " << walk.level
                         << ", whose coordinates are unordered: equal ones need "
                            "not be neighbours";
  if (walk.filtered)
    return emitOpError("takes runs of a filtered cursor: clip it instead");
  if (walk.reversed)
    return emitOpError("takes runs of a reversed cursor, whose positions "
                       "decrease");
  if (walk.sorted)
    return emitOpError("takes runs of a reordered cursor, whose neighbours have "
                       "no neighbouring positions: it holds each coordinate "
                       "once as it is");
  if (!getOpen())
    return success();
  if (!walk.stored)
    return emitOpError("is open, but wraps a walk that does not give nodes as a "
                       "level stores them, with their coordinates");
  for (Operation *user : (*this)->getUsers())
    if (!isa<IterateOp>(user))
      return emitOpError() << "is open, and taken by " << user->getName()
                           << ": open runs are taken by sloop.iterate alone";
  return success();
}

/// The walk over a level that a cursor comes from, which has been verified.
static CursorOp levelOf(Value cursor) {
  Operation *op = cursor.getDefiningOp();
  while (isa<WrapperOpInterface>(op))
    op = op->getOperand(0).getDefiningOp();
  return cast<CursorOp>(op);
}

/// The one operation that uses a value; none if nothing or more does.
static Operation *onlyUser(Value value) {
  return value.hasOneUse() ? *value.user_begin() : nullptr;
}

/// Whether a cursor walks the nodes below the runs that a loop gives, one child each.
static bool walksBelow(CursorOp below, IterateOp runs) {
  CursorOp own = levelOf(runs.getCursor());
  auto format = getFormat(below.getTensor().getType());
  return below.getTensor() == own.getTensor() &&
         below.getLevel() == own.getLevel() + 1 &&
         below.getParent() == runs.getBody().getArgument(1) &&
         lacuna::stensor::storedOf(format, below.getLevel()).single;
}

LogicalResult IterateOp::verifyRegions() {
  auto open = [](Value cursor) {
    auto runs = cursor.getDefiningOp<RunsOp>();
    return runs && runs.getOpen();
  };
  if (!open(getCursor()))
    return success();
  BlockArgument last = getBody().getArgument(2);
  if (last.use_empty())
    return success();
  auto below = dyn_cast_or_null<CursorOp>(onlyUser(last));
  if (!below || !getBody().isAncestor(below->getParentRegion()) ||
      !walksBelow(below, *this))
    return emitOpError("walks open runs, whose end is for one cursor alone: over "
                       "the level below, under the run, with one child a node");
  Value cursor = below.getCursor();
  while (Operation *wrapper = onlyUser(cursor)) {
    if (wrapper->getNumResults() != 1 ||
        !(isa<PrefetchOp>(wrapper) || open(wrapper->getResult(0))))
      break;
    cursor = wrapper->getResult(0);
  }
  if (cursor.use_empty())
    return success();
  auto walk = dyn_cast_or_null<IterateOp>(onlyUser(cursor));
  if (!walk || walk->getBlock() != &getBody().front())
    return emitOpError("walks open runs, whose end one loop in its body finds: a "
                       "sloop.iterate over the level below, or over open runs of it");
  return success();
}
