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
  if (walk.reversed)
    return emitOpError("takes runs of a reversed cursor, whose positions "
                       "decrease");
  if (walk.sorted)
    return emitOpError("takes runs of a reordered cursor, whose neighbours have "
                       "no neighbouring positions: it holds each coordinate "
                       "once as it is");
  if (!getOpen() && walk.inRun)
    return emitOpError("searches the end of a run in an open one, whose end is not known: "
                       "it is open, too");
  if (getOpen() && !walk.stored)
    return emitOpError("is open, but wraps a walk that does not give nodes as a "
                       "level stores them, with their coordinates");
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
    return emitOpError("wraps a walk that does not give nodes as a level stores them, with "
                       "their coordinates");
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
      !walksBelow(levelOf(getSource()), runs))
    return emitOpError("walks the run that a loop over open runs has taken: the level below these, "
                       "under both of their positions, with one child a node");
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
  return emitOpError("walks open runs: its body yields the position at which its loop over "
                     "the run, a sloop.iterate over a sloop.in_run, ended");
}
