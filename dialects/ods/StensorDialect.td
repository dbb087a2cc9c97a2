//===- StensorDialect.td - what a sparse tensor is ------------*- tablegen -*-//
#ifndef LACUNA_STENSOR_DIALECT
#define LACUNA_STENSOR_DIALECT

include "mlir/IR/OpBase.td"

def Stensor_Dialect : Dialect {
  let name = "stensor";
  let cppNamespace = "::lacuna::stensor";
  let summary = "Sparse tensors: their formats and their storage";
  let description = [{
    A sparse tensor is a builtin ranked tensor whose encoding is a
    `#stensor.format`. The format says how the coordinates of the stored
    entries are laid out, level by level (Chou et al., 2018); the operations
    of this dialect take a tensor apart into its storage and put it together.
    What is computed with tensors is said by `linalg` or by `sloop`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // LACUNA_STENSOR_DIALECT
