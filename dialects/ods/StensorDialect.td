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
    `#stensor.format`. The format says, level by level, how the coordinates of
    the stored entries are laid out (Chou et al., 2018). The operations of this
    dialect access storage, take a tensor apart into its buffers, make one from
    buffers, and convert between formats. Computations are `linalg` or `sloop`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();

    /// What Rust knows of a format, by its attribute; null where it has not
    /// asked. Attributes are unique and live as long as the dialect.
    const void *getDescription(FormatAttr format);
    void setDescription(FormatAttr format, const void *description);

    /// Notes a format that is being made.
    void noteFormat(FormatAttr format);
    /// Whether there is a format for which `isGood` does not hold. It is asked
    /// once of each that is good, and makes no formats.
    bool hasBadFormat(llvm::function_ref<bool(FormatAttr)> isGood);

  private:
    std::mutex descriptionsMutex;
    llvm::DenseMap<const void *, const void *> descriptions;
    std::mutex suspectsMutex;
    /// The formats that have not been found good.
    llvm::SmallVector<const void *> suspects;
  }];
}

#endif // LACUNA_STENSOR_DIALECT
