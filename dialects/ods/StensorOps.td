//===- StensorOps.td - storage of sparse tensors --------------*- tablegen -*-//
#ifndef LACUNA_STENSOR_OPS
#define LACUNA_STENSOR_OPS

include "mlir/IR/SymbolInterfaces.td"
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
    The children of the node at position `p` of the level above have the positions
    from `array[p]` up to, but not including, `array[p + 1]` of this level.

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
    For a level that stores a dimension as it is, this is the size of the
    dimension. Otherwise it is the number of blocks, of diagonals, or of slots.

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
    There is one value for each position of the innermost level.

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
    Every point has the fill value of the format. `sizes` gives the size of each
    dynamic dimension.

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
    The operands are the arrays of the format, from the outermost level to the
    innermost (positions before coordinates), the values, and the size of each
    dynamic dimension. Nothing is copied or checked: the tensor *is* these
    buffers. They must not change while it lives, and must be as the format
    promises. The pass `stensor-check-storage` makes the program check this.

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
    This is the inverse of `stensor.pack`: it gives all buffers of the tensor, in
    the same order.

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
    Source and result have the same shape and element type. One of them may be a
    tensor without a format, which is dense. If their fill values differ, the
    result stores the points whose value is not its own fill value.

    `for_lookups` says that coordinates will be looked up in the result again and
    again: its hash tables may be larger than their contents need.

    `all_stored` makes an entry of every value that the source stores, also of
    those that only fill up its blocks or diagonals. Without it, values that fill
    up and equal the fill value are left out.

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
    Source and result are lists: the first level is compressed, all others are
    singletons, and only the last is unique. The result has the same entries, in
    the lexicographic order of its levels. Unordered levels at the bottom take any
    order. Entries of the same point keep their order. The sort is a stable radix
    sort, by only those levels that are out of order in the source: it takes
    linear time.

    `within` asks for order only among entries that agree in the unordered levels.
    This is enough for entries that are then counted by these levels.

    `consumed` says that nothing else uses the source: its arrays are used for the
    result, or freed. The function must have made the source.

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
    The compiler made the tensor for its own use, and nothing uses it any more.
    The verifier refuses tensors that belong to the caller: block arguments,
    tensors that are packed from the caller's buffers, and other names of these.
    It refuses a second release and an access after the release.

    ```mlir
    stensor.release %list : tensor<?x?xf64, #COO>
    ```
  }];
  let arguments = (ins Arg<Stensor_AnySparseTensor, "", [MemFree]>:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` type($tensor)";
}

def Stensor_AssertOp : Stensor_Op<"assert"> {
  let summary = "Stops the program if a condition does not hold";
  let description = [{
    This is `cf.assert` with numbers: each `{}` of the message stands for a number
    that is known when the program runs, such as the position where storage is
    broken.

    ```mlir
    stensor.assert %c, "A, level 1: coordinate {} at position {} is out of range"(%j, %p)
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message,
                       Variadic<Index>:$numbers);
  let assemblyFormat =
      "$condition `,` $message `(` $numbers `)` attr-dict";
}

def Stensor_StartOp : Stensor_Op<"start", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Has a second thread run a function";
  let description = [{
    The function takes the arguments and gives nothing: what it makes, it stores. It
    runs while the program goes on, until `stensor.wait`; if there can be no thread,
    it runs at once. The context is an array with room for the arguments, whose second
    word is zero at first. It is the second thread's until it has been waited for.

    ```mlir
    stensor.start @sort(%a, %n : memref<?xf64>, index) in %t : memref<16xi64>
    stensor.wait %t : memref<16xi64>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$arguments,
                       MemRefRankOf<[I64], [1]>:$context);
  let assemblyFormat = [{
    $callee `(` ($arguments^ `:` type($arguments))? `)` `in` $context attr-dict
    `:` type($context)
  }];
}

def Stensor_WaitOp : Stensor_Op<"wait"> {
  let summary = "Waits until a second thread is done";
  let description = [{
    If `stensor.start` has a thread run with this context, and nobody has waited for
    it, this waits. What the thread stored can be read then.

    ```mlir
    stensor.wait %t : memref<16xi64>
    ```
  }];
  let arguments = (ins MemRefRankOf<[I64], [1]>:$context);
  let assemblyFormat = "$context attr-dict `:` type($context)";
  let hasVerifier = 0;
}

def Stensor_BuildOp : Stensor_Op<"build"> {
  let summary = "A tensor from a sorted list of coordinates";
  let description = [{
    The source is a list as `stensor.sort` gives it: sorted in the order of the
    result's levels, with each point once. The levels are built one after the
    other, from the outermost: each gives every entry a node under the node of the
    level above. If nodes can be appended in order, a nest assembles the result
    instead. `for_lookups` is that of `stensor.convert`.

    ```mlir
    %B = stensor.build %A : tensor<?x?xf64, #List> to tensor<?x?xf64, #Hash>
    ```
  }];
  let arguments = (ins Arg<Stensor_AnySparseTensor, "", [MemRead]>:$source,
                       UnitAttr:$for_lookups);
  let results = (outs Stensor_Made<Stensor_AnySparseTensor>:$result);
  let assemblyFormat = [{
    $source (`for_lookups` $for_lookups^)? attr-dict `:`
    type($source) `to` type($result)
  }];
}

#endif // LACUNA_STENSOR_OPS
