// Runs of equal coordinates: what `sloop.runs` and `sloop.in_run` ask of walks, and what a loop
// over open runs asks of its body.
#include "Sloop.h"

using namespace mlir;
using namespace lacuna::sloop;
using lacuna::stensor::getFormat;

void RunsOp::wrap(Walk &walk) {
  walk.unique = true;
  walk.stored = false;
  walk.openRuns = getOpen();
}

LogicalResult RunsOp::verifyWalk(const Walk &walk) {
  if (!walk.ordered)
    return emitOpError() << "takes runs of level " << walk.level
                         << ", whose coordinates are unordered: equal ones need "
                            "not be neighbours";
  if (walk.filtered)
    return emitOpError("takes runs of a filtered cursor: clip it instead");
  if (walk.sorted)
    return emitOpError("takes runs of a reordered cursor, which gives each coordinate once "
                       "already; its neighbours have no neighbouring positions");
  if (!getOpen() && walk.inRun)
    return emitOpError("searches for the ends of runs inside an open run, whose own end is "
                       "unknown: mark it `open`");
  if (getOpen() && !walk.stored)
    return emitOpError("is open, so it must wrap a sloop.cursor of a level that stores "
                       "coordinates, directly or through sloop.prefetch and sloop.in_run");
  return success();
}

/// The walk over a level that a cursor comes from, which has been verified.
static CursorOp levelOf(Value cursor) {
  Operation *op = cursor.getDefiningOp();
  while (isa<WrapperOpInterface>(op))
    op = op->getOperand(0).getDefiningOp();
  return cast<CursorOp>(op);
}

/// Whether a cursor walks the nodes below the runs that a loop gives, one child each.
static bool walksBelow(CursorOp below, IterateOp runs) {
  CursorOp own = levelOf(runs.getCursor());
  auto format = getFormat(below.getTensor().getType());
  Block &body = runs.getBody().front();
  return below.getTensor() == own.getTensor() &&
         below.getLevel() == own.getLevel() + 1 &&
         below.getParent() == body.getArgument(1) &&
         below.getLast() == body.getArgument(2) &&
         lacuna::stensor::storedOf(format, below.getLevel()).single;
}

void InRunOp::wrap(Walk &walk) { walk.inRun = true; }

LogicalResult InRunOp::verifyWalk(const Walk &walk) {
  if (!walk.stored || walk.inRun)
    return emitOpError("must wrap a sloop.cursor of a level that stores coordinates, directly "
                       "or through sloop.prefetch");
  return success();
}

LogicalResult InRunOp::verify() {
  FailureOr<Walk> above = walkOf(*this, getOf());
  if (failed(above))
    return failure();
  auto first = dyn_cast_or_null<BlockArgument>(levelOf(getSource()).getParent());
  auto runs = first ? dyn_cast_or_null<IterateOp>(first.getOwner()->getParentOp()) : IterateOp();
  if (!above->openRuns || !runs || runs.getCursor() != getOf() ||
      runs.getBody().getNumArguments() < 3 ||
      !walksBelow(levelOf(getSource()), runs) ||
      getAt() != runs.getBody().getArgument(0))
    return emitOpError("must wrap a walk over the level below `of`, under the two positions "
                       "that the sloop.iterate over `of` gives; that level has one child under "
                       "each parent, and `at` is the coordinate that the loop gives");
  return success();
}

LogicalResult IterateOp::verifyRegions() {
  FailureOr<Walk> walk = walkOf(*this, getCursor());
  if (failed(walk) || !walk->openRuns)
    return walk;
  Value end = getBody().front().getTerminator()->getOperand(0);
  auto below = end.getDefiningOp<IterateOp>();
  if (below && below->getResult(0) == end && below->getBlock() == &getBody().front())
    for (Operation *op = below.getCursor().getDefiningOp(); isa_and_nonnull<WrapperOpInterface>(op);
         op = op->getOperand(0).getDefiningOp())
      if (auto inRun = dyn_cast<InRunOp>(op); inRun && inRun.getOf() == getCursor())
        return success();
  return emitOpError("walks open runs: the first value that its body yields must be the "
                       "first result of a sloop.iterate in this body over a sloop.in_run of "
                       "the same cursor");
}
