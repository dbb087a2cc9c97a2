//===- StensorAttrs.td - formats and levels -------------------*- tablegen -*-//
#ifndef LACUNA_STENSOR_ATTRS
#define LACUNA_STENSOR_ATTRS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"
include "StensorDialect.td"

// A level format is one word here and one Rust module in `passes/src/levels`.
def Stensor_LevelKind : I32EnumAttr<"LevelKind", "level format", [
    I32EnumAttrCase<"Dense", 0, "dense">,
    I32EnumAttrCase<"Compressed", 1, "compressed">,
    I32EnumAttrCase<"Singleton", 2, "singleton">,
    I32EnumAttrCase<"Range", 3, "range">,
    I32EnumAttrCase<"Offset", 4, "offset">,
    I32EnumAttrCase<"Hashed", 5, "hashed">,
    I32EnumAttrCase<"LooseCompressed", 6, "loose_compressed">,
    I32EnumAttrCase<"Structured", 7, "structured">,
    I32EnumAttrCase<"Batch", 8, "batch">,
    I32EnumAttrCase<"Sliced", 9, "sliced">]> {
  let cppNamespace = "::lacuna::stensor";
  let genSpecializedAttr = 0;
}

def Stensor_LevelAttr : AttrDef<Stensor_Dialect, "Level"> {
  let mnemonic = "level";
  let summary = "The format of one level";
  let description = [{
    A level word, its sizes if it has some, and the properties that differ from
    the defaults of the word. `docs/formats.md` defines all words and shows their
    arrays.

    | property | meaning |
    |---|---|
    | `nonunique` | one parent may have several children with the same coordinate |
    | `unordered` | the children of one parent may stand in any order |
    | `full` | every parent has a child for every coordinate, once |
    | `interleaved` | the coordinates stand in the array of the level above (array of structs); singletons only |

    `structured[n, m]` stores at most `n` coordinates in every block of `m`.
    `sliced[n, m]` interleaves the segments of `n` parents, which stand in
    windows of `m` by how many children they have.

    Example: `#stensor.level<compressed(nonunique)>`
  }];
  let parameters = (ins "::lacuna::stensor::LevelKind":$kind,
                        "unsigned":$stored, "unsigned":$block,
                        "bool":$unique, "bool":$ordered, "bool":$full,
                        "bool":$interleaved);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Stensor_FormatAttr : AttrDef<Stensor_Dialect, "Format",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "format";
  let summary = "How a tensor is stored: a map from dimensions to levels";
  let description = [{
    The dimensions of the tensor stand on the left of the arrow. Its levels stand
    on the right, from the outermost to the innermost: each is an affine
    expression of the dimensions and a level format.

    ```mlir
    #CSR  = #stensor.format<(i, j) -> (i : dense, j : compressed)>
    #CSC  = #stensor.format<(i, j) -> (j : dense, i : compressed)>
    #COO  = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
    #DIA  = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
    #BCSR = #stensor.format<(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)>
    #W    = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 16>
    ```

    A level `_` is a slot: it counts the entries of a row, as in
    `(i, j) -> (_ : dense, i : dense, j : singleton)` (ELL).

    `fill` is the value of the points that are not stored; the default is zero.
    Infinity is `fill = 0x7FF0000000000000 : f64`.

    `positions` and `coordinates` are the widths in bits of the stored
    integers: 8, 16, 32 (the default) or 64.
  }];
  let parameters = (ins "::mlir::AffineMap":$map,
                        ArrayRefParameter<"::lacuna::stensor::LevelAttr">:$levels,
                        "unsigned":$positionWidth, "unsigned":$coordinateWidth,
                        OptionalParameter<"::mlir::TypedAttr">:$fill);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  // The dialect notes each format that is made.
  let hasStorageCustomConstructor = 1;
}

#endif // LACUNA_STENSOR_ATTRS
