//===- SloopOps.td - what the operations of sloop share -------*- tablegen -*-//
#ifndef LACUNA_SLOOP_OPS
#define LACUNA_SLOOP_OPS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "SloopDialect.td"
include "StensorOps.td"

def Sloop_Bound : AnyTypeOf<[AnyRankedTensor, AnyMemRef],
    "ranked tensor or buffer">;

class Sloop_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sloop_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

/// An operation that reads storage. It is not pure: its coordinates and
/// positions need not be good elsewhere, so it is not hoisted, and what it reads
/// may be written or freed by then, so it is not merged with another one.
class Sloop_ReadingOp<string mnemonic, list<Trait> traits = []>
    : Sloop_Op<mnemonic, !listconcat(traits, [MemoryEffects<[MemRead]>])>;

include "SloopIndexOps.td"
include "SloopCursorOps.td"
include "SloopAssemblyOps.td"

#endif // LACUNA_SLOOP_OPS
