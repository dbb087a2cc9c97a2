//===- SloopInterfaces.td - interfaces of sparse loops --------*- tablegen -*-//
#ifndef LACUNA_SLOOP_INTERFACES
#define LACUNA_SLOOP_INTERFACES

include "mlir/IR/OpBase.td"

def Sloop_WrapperOpInterface : OpInterface<"WrapperOpInterface"> {
  let cppNamespace = "::lacuna::sloop";
  let description = [{
    An operation that takes a cursor, which is its first operand, and gives one that
    walks otherwise. The operations that take cursors ask it what holds of the walk.

    It is asked before it is verified: it may look at nothing but its name.
  }];
  let methods = [
    InterfaceMethod<"Says what it makes of the walk that it wraps.",
      "void", "wrap", (ins "::lacuna::sloop::Walk &":$walk), "",
      "(void)walk;">,
    InterfaceMethod<"Fails with a diagnostic if such a walk cannot be wrapped.",
      "::llvm::LogicalResult", "verifyWalk",
      (ins "const ::lacuna::sloop::Walk &":$walk), "",
      "return ::mlir::success();">
  ];
  let verify = "return ::lacuna::sloop::verifyWrapper($_op);";
}

#endif // LACUNA_SLOOP_INTERFACES
