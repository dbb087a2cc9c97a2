//===- StensorOps.td - storage of sparse tensors --------------*- tablegen -*-//
#ifndef LACUNA_STENSOR_OPS
#define LACUNA_STENSOR_OPS

include "mlir/Interfaces/SideEffectInterfaces.td"
include "StensorDialect.td"
include "StensorAttrs.td"

def Stensor_AnySparseTensor : Type<
    CPred<"::lacuna::stensor::getFormat($_self) != nullptr">,
    "tensor with a #stensor.format encoding", "::mlir::RankedTensorType">;

class Stensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<Stensor_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

/// A tensor that an operation makes, which `stensor.release` may free. That it is
/// allocated keeps CSE from merging two operations that make the same: each of the
/// two tensors is freed.
class Stensor_Made<Type type> : Res<type, "", [MemAlloc]>;

class Stensor_LevelArrayOp<string mnemonic> : Stensor_Op<mnemonic, [Pure]> {
  let arguments = (ins Stensor_AnySparseTensor:$tensor, I64Attr:$level);
  let results = (outs MemRefRankOf<[AnySignlessInteger], [1]>:$array);
  let assemblyFormat =
      "$tensor `[` $level `]` attr-dict `:` type($tensor) `->` type($array)";
}

def Stensor_PositionsOp : Stensor_LevelArrayOp<"positions"> {
  let summary = "The positions array of a level";
  let description = [{
    The children of the node at position `p` of the level above stand at the
    positions `array[p]` to `array[p + 1]`, excluded, of this level.

    ```mlir
    %pos = stensor.positions %A[1] : tensor<?x?xf64, #CSR> -> memref<?xi32>
    ```
  }];
}

def Stensor_CoordinatesOp : Stensor_LevelArrayOp<"coordinates"> {
  let summary = "The coordinates array of a level";
  let description = [{
    The node at position `p` of this level has coordinate `array[p]`.

    ```mlir
    %crd = stensor.coordinates %A[1] : tensor<?x?xf64, #CSR> -> memref<?xi32>
    ```
  }];
}

def Stensor_LevelSizeOp : Stensor_Op<"level_size", [Pure]> {
  let summary = "The number of coordinates that a level can have";
  let description = [{
    That of the dimension, for a level that stores one as it is; the number of
    blocks, of diagonals, or of slots (`_`) otherwise.

    ```mlir
    %n = stensor.level_size %A[0] : tensor<?x?xf64, #ELL>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, I64Attr:$level);
  let results = (outs Index:$size);
  let assemblyFormat = "$tensor `[` $level `]` attr-dict `:` type($tensor)";
}

def Stensor_ValuesOp : Stensor_Op<"values", [Pure]> {
  let summary = "The values of the stored entries";
  let description = [{
    One value for each position of the innermost level.

    ```mlir
    %val = stensor.values %A : tensor<?x?xf64, #CSR> -> memref<?xf64>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor);
  let results = (outs MemRefRankOf<[AnyType], [1]>:$array);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor) `->` type($array)";
}

def Stensor_EmptyOp : Stensor_Op<"empty", [Pure]> {
  let summary = "A tensor that stores nothing";
  let description = [{
    Every point has the fill value of the format. `sizes` are those of the
    dynamic dimensions.

    ```mlir
    %E = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs Stensor_AnySparseTensor:$tensor);
  let assemblyFormat = "(`sizes` `(` $sizes^ `)`)? attr-dict `:` type($tensor)";
}

def Stensor_PackOp : Stensor_Op<"pack", [Pure, AttrSizedOperandSegments]> {
  let summary = "A tensor from its storage";
  let description = [{
    Takes the arrays that the format asks for, from the outermost level to the
    innermost (positions before coordinates) and the values last, and the size
    of each dynamic dimension. Nothing is copied or checked: the tensor *is*
    these buffers, which must not change while it lives and must keep what the
    format promises. `stensor-check-storage` has the program find out.

    ```mlir
    %A = stensor.pack(%pos, %crd, %val) sizes(%m, %n)
        : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Variadic<MemRefRankOf<[AnyType], [1]>>:$buffers,
                       Variadic<Index>:$sizes);
  let results = (outs Stensor_AnySparseTensor:$tensor);
  let assemblyFormat = [{
    `(` $buffers `)` (`sizes` `(` $sizes^ `)`)? attr-dict
    `:` `(` type($buffers) `)` `->` type($tensor)
  }];
}

def Stensor_UnpackOp : Stensor_Op<"unpack", [Pure]> {
  let summary = "The storage of a tensor";
  let description = [{
    The inverse of `stensor.pack`: all buffers of the tensor, in the same order.

    ```mlir
    %pos, %crd, %val = stensor.unpack %A
        : tensor<?x?xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor);
  let results = (outs Variadic<MemRefRankOf<[AnyType], [1]>>:$buffers);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor) `->` type($buffers)";
}

def Stensor_ConvertOp : Stensor_Op<"convert"> {
  let summary = "The same tensor in another format";
  let description = [{
    Source and result have the same shape and element type; one of them may be
    a tensor without a format, which is stored densely. Where their fill values
    differ, the result stores the points whose values are not its own one.

    With `for_lookups`, coordinates are to be looked up in the result again and
    again: its tables may be larger than what they hold asks for. With
    `all_stored`, values that the source holds only to fill up its blocks or
    diagonals are entries of the result, too; else those that are the fill value
    are left out.

    The result has storage of its own, unless source and result have the same type:
    then it is the source, and is not freed.

    ```mlir
    %B = stensor.convert %A : tensor<?x?xf64, #CSR> to tensor<?x?xf64, #CSC>
    ```
  }];
  let arguments = (ins Arg<AnyRankedTensor, "", [MemRead]>:$source,
                       UnitAttr:$for_lookups, UnitAttr:$all_stored);
  let results = (outs Stensor_Made<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    $source (`for_lookups` $for_lookups^)? (`all_stored` $all_stored^)?
    attr-dict `:` type($source) `to` type($result)
  }];
}

def Stensor_SortOp : Stensor_Op<"sort", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "A list of coordinates in another order";
  let description = [{
    Source and result are lists: the first level compressed, all others
    singletons, none unique but the last. The result has the same entries, in the
    lexicographic order of its levels; unordered ones at the bottom take any.
    Entries of the same point stay side by side, in the order they had. A stable
    radix sort by as few levels as the order of the source leaves to do: linear in
    the number of entries.

    With `within`, only entries that agree in those unordered levels come in order:
    enough for what is counted by them.

    With `consumed`, nothing else uses the source: its arrays are used for the
    result, or freed. As for `stensor.release`, the function must have made it.

    ```mlir
    %B = stensor.sort %A : tensor<?x?xf64, #RowList> to tensor<?x?xf64, #ColumnList>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$source, UnitAttr:$consumed,
                       UnitAttr:$within);
  let results = (outs Stensor_AnySparseTensor:$result);
  let assemblyFormat = [{
    $source (`consumed` $consumed^)? (`within` $within^)? attr-dict `:`
    type($source) `to` type($result)
  }];
}

def Stensor_ReleaseOp : Stensor_Op<"release"> {
  let summary = "Frees the buffers of a tensor";
  let description = [{
    Of one that the compiler made for its own use, and that nothing uses any more.
    The function must have made it: block arguments, tensors that are packed from
    their buffers, and what is such a tensor by another name belong to the caller.
    It is freed once, and its storage is not accessed afterwards.

    ```mlir
    stensor.release %list : tensor<?x?xf64, #COO>
    ```
  }];
  let arguments = (ins Arg<Stensor_AnySparseTensor, "", [MemFree]>:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor)";
}

def Stensor_AssertOp : Stensor_Op<"assert"> {
  let summary = "Stops the program where a condition does not hold";
  let description = [{
    As `cf.assert`, but each `{}` of the message stands for a number that is
    known when the program runs: the position where storage is broken.

    ```mlir
    stensor.assert %c, "A, level 1: coordinate {} at position {} is out of range"(%j, %p)
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message,
                       Variadic<Index>:$numbers);
  let assemblyFormat =
      "$condition `,` $message `(` $numbers `)` attr-dict";
}

def Stensor_BuildOp : Stensor_Op<"build"> {
  let summary = "A tensor from a sorted list of coordinates";
  let description = [{
    The source is a list as `stensor.sort` gives it, sorted in the order of the
    levels of the result, each point once. The levels are built one after the
    other, from the top: each gives the node of every entry a child. Formats
    whose nodes can be appended in order are rather put together by a nest.
    `for_lookups` is that of `stensor.convert`.

    With `grouped` the list is not sorted, and never made: it is what a nest copies,
    for nothing else, in the order of the levels above the one level that stores
    coordinates. `sloop-sparsify` puts the points straight into the result
    (`sloop.assemble_grouped`).

    ```mlir
    %B = stensor.build %A : tensor<?x?xf64, #List> to tensor<?x?xf64, #Hash>
    ```
  }];
  let arguments = (ins Arg<Stensor_AnySparseTensor, "", [MemRead]>:$source,
                       UnitAttr:$for_lookups, UnitAttr:$grouped);
  let results = (outs Stensor_Made<Stensor_AnySparseTensor>:$result);
  let assemblyFormat = [{
    $source (`for_lookups` $for_lookups^)? (`grouped` $grouped^)? attr-dict `:`
    type($source) `to` type($result)
  }];
}

#endif // LACUNA_STENSOR_OPS
