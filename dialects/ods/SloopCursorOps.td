//===- SloopCursorOps.td - cursor form -----------------------*- tablegen -*-//
// How storage is walked: level loops, merges, lookups, values. SloopOps.td includes
// this file.
#ifndef LACUNA_SLOOP_CURSOR_OPS
#define LACUNA_SLOOP_CURSOR_OPS

def Sloop_IterateOp : Sloop_Op<"iterate", [
    AttrSizedOperandSegments, SingleBlock, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "A loop over the children of a node of a level";
  let description = [{
    Walks the nodes of level `level` under a position of the level above. The
    position above the first level is 0. The body gets the coordinate and the
    position of each node, and the loop-carried values.

    With `segments`, neighboring nodes with the same coordinate are taken together.
    The body gets the coordinate and a range of positions, the first and one past
    the last. The level below iterates the range `under(%first to %last)`. If
    nothing else uses `%last`, the walk below finds the end of the run.

    `ahead(n)` prefetches the arrays `n` positions ahead, once for each time the
    loop is entered.

    `given` lists coordinates of levels above, for level formats that compute with
    them. A `range` gets all of them; a level that stores positions under batches
    gets the coordinates of the batches.

    ```mlir
    %sum = sloop.iterate (%j, %q) in %A[1] under(%p) init(%s = %zero)
        : tensor<?x?xf64, #CSR> -> f64 {
      %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
      %t = arith.addf %s, %v : f64
      sloop.yield %t : f64
    }
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, I64Attr:$level,
                       Variadic<Index>:$parents, Variadic<Index>:$given,
                       Variadic<AnyType>:$inits, UnitAttr:$segments,
                       OptionalAttr<I64Attr>:$ahead);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_CoiterateOp : Sloop_Op<"coiterate", [
    AttrSizedOperandSegments, RecursiveMemoryEffects]> {
  let summary = "A merge of several levels under a merge lattice";
  let description = [{
    Walks the coordinates that its cursors store, in increasing order. A cursor is
    a level of a tensor under a position (or a range of positions) of the level
    above. The level is ordered, and unique unless the cursor has `segments`, which
    take neighboring nodes with the same coordinate together. With `over(%n)`, the
    walk takes every coordinate from 0 up to, but not including, `%n`.

    There is one `case` for each point of the merge lattice (Kjolstad et al.,
    2017). A case lists cursors, and its region runs where exactly these cursors
    store the coordinate. The region gets the coordinate, the position of each
    listed cursor (with `segments` two: the first and one past the last), and the
    loop-carried values. If no case applies, the carried values stay the same.

    `blended` needs a case for every combination of cursors. As long as no cursor
    has ended, the case of all cursors runs, whether or not they all store the
    coordinate. Its region gets a flag for each cursor, after the positions, which
    says whether the cursor stores the coordinate. If not, the cursor's position is
    another valid one. This is for bodies that are cheaper than a branch that is
    hard to predict.

    `joined` needs the case of all cursors and no other. The case runs at every
    coordinate that some cursor stores. Its region gets two positions for each
    cursor, the first and one past the last, which are equal if the cursor stores
    nothing. This is for a level above other levels: these are walked under the
    ranges and tell the cases apart, once instead of in each case of this level.

    `ahead(512)` prefetches the arrays of short segments so many positions ahead,
    as for `sloop.iterate`.

    ```mlir
    %sum = sloop.coiterate (%A[0] under(%r), %B[0] under(%r)) init(%zero)
        : tensor<?xf64, #V>, tensor<?xf64, #V> -> f64
    case(0, 1) (%i: index, %p: index, %q: index, %s: f64) {
      %a = sloop.value %A[%p] : tensor<?xf64, #V> -> f64
      %b = sloop.value %B[%q] : tensor<?xf64, #V> -> f64
      %t = arith.mulf %a, %b : f64
      %u = arith.addf %s, %t : f64
      sloop.yield %u : f64
    }
    ```
  }];
  let arguments = (ins Variadic<Stensor_AnySparseTensor>:$tensors,
                       Variadic<Index>:$parents, Variadic<Index>:$given,
                       Optional<Index>:$extent, Variadic<AnyType>:$inits,
                       DenseI64ArrayAttr:$levels,
                       DenseI64ArrayAttr:$parentCounts,
                       DenseI64ArrayAttr:$givenCounts,
                       DenseBoolArrayAttr:$segments, DenseI64ArrayAttr:$cases,
                       UnitAttr:$blended, UnitAttr:$joined,
                       OptionalAttr<I64Attr>:$ahead);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_LocateOp : Sloop_ReadingOp<"locate"> {
  let summary = "The position of a coordinate in a level";
  let description = [{
    Finds the position without walking, in a level whose format can do so. If the
    level need not have the coordinate, `found` says whether it has.

    ```mlir
    %q = sloop.locate %j in %A[1] under(%p) : tensor<?x?xf64, #Dense>
    %r, %found = sloop.locate %j in %B[1] under(%p) : tensor<?x?xf64, #Hash>
    ```
  }];
  let arguments = (ins Index:$coordinate, Stensor_AnySparseTensor:$tensor,
                       I64Attr:$level, Index:$parent);
  let results = (outs Index:$position, Variadic<I1>:$found);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_NodeCountOp : Sloop_ReadingOp<"node_count", [
    AttrSizedOperandSegments]> {
  let summary = "The largest number of nodes that a loop over a level can visit";
  let description = [{
    The loop runs under one position of the level above, or under a range of two.
    `given` lists coordinates of levels above, as for `sloop.iterate`.

    ```mlir
    %n = sloop.node_count %A[1] under(%p) given(%i) : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, I64Attr:$level,
                       Variadic<Index>:$parents, Variadic<Index>:$given);
  let results = (outs Index:$count);
  let assemblyFormat = [{
    $tensor `[` $level `]` `under` `(` $parents `)` (`given` `(` $given^ `)`)?
    attr-dict `:` type($tensor)
  }];
}

def Sloop_ReorderOp : Sloop_Op<"reorder", [AttrSizedOperandSegments]> {
  let summary = "The coordinates under a position, in order, in scratch arrays";
  let description = [{
    An unordered level is sorted before it is walked in order (Chou et al., 2018,
    figure 6). The result is a sparse vector. It stores, at each coordinate of the
    level, the position of the node. `stensor.release` frees it.

    ```mlir
    %s = sloop.reorder %A[1] under(%p) given(%i)
        : tensor<?x?xf64, #Unsorted> to tensor<?xindex, #Vector>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, I64Attr:$level,
                       Variadic<Index>:$parents, Variadic<Index>:$given);
  let results = (outs Stensor_AnySparseTensor:$sorted);
  let assemblyFormat = [{
    $tensor `[` $level `]` `under` `(` $parents `)` (`given` `(` $given^ `)`)?
    attr-dict `:` type($tensor) `to` type($sorted)
  }];
}

def Sloop_CoordinateOp : Sloop_ReadingOp<"coordinate"> {
  let summary = "The coordinate at a position";
  let description = [{
    Reads the coordinate that is `ahead` positions after the given one, for a
    prefetch. If the level has fewer positions, it reads the last coordinate.

    ```mlir
    %later = sloop.coordinate %A[1] at(%pos) ahead(64) : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, I64Attr:$level,
                       Index:$position, I64Attr:$ahead);
  let results = (outs Index:$coordinate);
  let assemblyFormat = [{
    $tensor `[` $level `]` `at` `(` $position `)` `ahead` `(` $ahead `)`
    attr-dict `:` type($tensor)
  }];
}

def Sloop_ValueOp : Sloop_ReadingOp<"value"> {
  let summary = "The value at a position of the innermost level";
  let description = [{
    A vector result has the values at the position and at the positions after it.
    For a range of positions, the result is the sum of their values: an entry that
    is stored in several parts is the sum of its parts.

    ```mlir
    %v = sloop.value %A[%pos] : tensor<?x?xf64, #CSR> -> f64
    %w = sloop.value %A[%first to %last] : tensor<?x?xf64, #COO> -> f64
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, Index:$position,
                       Optional<Index>:$last);
  let results = (outs AnyType:$value);
  let assemblyFormat = [{
    $tensor `[` $position (`to` $last^)? `]` attr-dict `:` type($tensor) `->` type($value)
  }];
}

#endif // LACUNA_SLOOP_CURSOR_OPS
