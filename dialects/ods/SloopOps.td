//===- SloopOps.td - index form and cursor form ---------------*- tablegen -*-//
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

//===----------------------------------------------------------------------===//
// Index form
//===----------------------------------------------------------------------===//

def Sloop_NestOp : Sloop_Op<"nest", [
    AttrSizedOperandSegments, SingleBlock, NoTerminator]> {
  let summary = "A computation in index form";
  let description = [{
    The operands are the tensors (or buffers) that the body reads and writes. The
    body sees them as block arguments. The statements of the body run in order.
    Each result is the new value of an `outs` tensor. An `outs` buffer is written
    in place and has no result.

    Example: y = A x

    ```mlir
    %r = sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, tensor<?xf64>)
                    outs(%c = %y : tensor<?xf64>) {
      sloop.forall %i in %m {
        sloop.forall %j in %n {
          %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
          %1 = sloop.read %b[%j] : tensor<?xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i] by add : tensor<?xf64>
        }
      }
    }
    ```
  }];
  let arguments = (ins Variadic<Sloop_Bound>:$inputs,
                       Variadic<Sloop_Bound>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_ForallOp : Sloop_Op<"forall", [
    SingleBlock, NoTerminator, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    ParentOneOf<["NestOp", "ForallOp", "FoldOp"]>]> {
  let summary = "For all values of an index variable";
  let description = [{
    Runs the body for every value from 0 up to, but not including, the extent. The
    order of the iterations changes nothing but the rounding of floating-point
    sums. If the variable alone subscripts a dimension, its extent is the size of
    the dimension. A variable without an extent has no range of its own, such as
    the number of a diagonal: it takes the values that a level of an operand
    stores.

    `how` holds the directives of the loop: with `lanes = n`, blocks of up to `n`
    values run in lockstep, and everything that depends on the variable becomes a
    vector. `named` gives the variable a name for diagnostics.

    ```mlir
    sloop.forall %i in %m {
      sloop.forall %col in %n named "col" how(<lanes = 32>) { }
    }
    sloop.forall %d { }
    ```
  }];
  let arguments = (ins Optional<Index>:$extent, OptionalAttr<Sloop_HowAttr>:$how,
                       OptionalAttr<StrAttr>:$variable);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_FoldOp : Sloop_Op<"fold", [
    SingleBlock, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    ParentOneOf<["NestOp", "ForallOp", "FoldOp"]>]> {
  let summary = "A reduction that is a value";
  let description = [{
    Combines the values that the body yields, one for each value of the index
    variable. It starts from the neutral element of the combiner.

    ```mlir
    %s = sloop.fold %k in %n by add -> f64 {
      %0 = sloop.read %b[%k] : tensor<?xf64>
      sloop.yield %0 : f64
    }
    ```
  }];
  let arguments = (ins Optional<Index>:$extent, Sloop_CombinerAttr:$combiner,
                       OptionalAttr<Sloop_HowAttr>:$how,
                       OptionalAttr<StrAttr>:$variable);
  let results = (outs AnyType:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_ReadOp : Sloop_ReadingOp<"read"> {
  let summary = "The value of a tensor at a point";
  let description = [{
    Subscripts are affine in the index variables: `%a[%i + %k, 2 * %j]`. A point
    that the tensor does not store has the fill value of its format. If a level of
    the format is a slot (`_`), the slot may follow as a further subscript. Then
    the value is that of this slot; the value of the point is the sum over slots.
  }];
  let arguments = (ins Sloop_Bound:$tensor, Variadic<Index>:$indices,
                       AffineMapAttr:$map);
  let results = (outs AnyType:$value);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_WriteOp : Sloop_Op<"write"> {
  let summary = "Gives a point of a tensor a new value";
  let description = [{
    Without `by`, the value replaces that of the point. With it, the old value and
    the new one are combined.

    ```mlir
    sloop.write %0, %c[%i] : tensor<?xf64>
    sloop.write %1, %c[%i] by add : tensor<?xf64>
    ```

    The combiners are:

    * `add`, `mul`, `and`, `or`, `xor`;
    * `min` and `max`, of signed integers or floating-point numbers; they give NaN
      if one value is NaN;
    * `min_unsigned` and `max_unsigned`;
    * `min_number` and `max_number`, of floating-point numbers; they ignore NaN,
      which is their neutral element.

    `elsewhere(value)` says that every point holds this constant already. Points
    that would get it again need not be visited.
  }];
  let arguments = (ins AnyType:$value, Sloop_Bound:$tensor,
                       Variadic<Index>:$indices, AffineMapAttr:$map,
                       OptionalAttr<Sloop_CombinerAttr>:$combiner,
                       OptionalAttr<TypedAttrInterface>:$elsewhere);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_StoredOp : Sloop_ReadingOp<"stored"> {
  let summary = "Whether the point that was read is stored";
  let description = [{
    True if the tensor that the value was read from stores an entry at the point.
    A dense tensor stores every point. In the body of a `linalg` operation, the
    operand is the element of an input.

    ```mlir
    %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
    %1 = sloop.stored %0 : f64
    ```
  }];
  let arguments = (ins AnyType:$value);
  let results = (outs I1:$stored);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Sloop_AbsentOp : Op<Sloop_Dialect, "absent", [Pure]> {
  let summary = "No value";
  let description = [{
    This value stands for no entry. A write of it changes nothing: the point keeps
    its value, and a stored result does not store it. Combined with another value,
    it gives the other value. `arith.select` chooses it.

    ```mlir
    %0 = sloop.absent : f64
    %1 = arith.select %keep, %a, %0 : f64
    sloop.write %1, %c[%i] : tensor<?xf64, #SV>
    ```
  }];
  let results = (outs AnyType:$value);
  let assemblyFormat = "attr-dict `:` type($value)";
}

def Sloop_DeriveOp : Sloop_Op<"derive", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "An index variable that others define";
  let description = [{
    The variable is an affine function of index variables whose loops are open.
    With `below`, the statements after it in the loop run only where its value is
    at least 0 and less than the extent. Loops over the blocks of a dimension and
    inside them may together go beyond its end.

    ```mlir
    %i = sloop.derive(%ib * 4 + %ii) below %m named "i"
    %j = sloop.derive(%i + %d) below %n
    ```

    The variable can subscript a tensor. `named` gives it a name for diagnostics,
    which call the variables that define it by what they are of it, such as
    `i floordiv 4` and `i mod 4`.
  }];
  let arguments = (ins Variadic<Index>:$indices, Optional<Index>:$extent,
                       AffineMapAttr:$map, OptionalAttr<StrAttr>:$variable);
  let results = (outs Index:$value);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_YieldOp : Op<Sloop_Dialect, "yield", [
    Pure, Terminator, ReturnLike, ParentOneOf<["FoldOp", "IterateOp", "CoiterateOp"]>]> {
  let summary = "Ends the body of a fold or of a level loop";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

//===----------------------------------------------------------------------===//
// Cursor form
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Cursor form: results
//===----------------------------------------------------------------------===//

def Sloop_AssemblyType : TypeDef<Sloop_Dialect, "Assembly"> {
  let mnemonic = "assembly";
  let summary = "A stored result that is being assembled";
  let description = [{
    Unlike a tensor, it changes: nodes are appended to its levels or inserted, and
    values are put at positions, until `sloop.finish` makes a tensor of it.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
  let genVerifyDecl = 1;
}

class Sloop_AssemblyOp<string mnemonic> : Sloop_Op<mnemonic>;

def Sloop_AssembleOp : Sloop_AssemblyOp<"assemble"> {
  let summary = "Starts a stored result";
  let description = [{
    `sizes` gives the size of each dynamic dimension. At first, each level has room
    for `capacity` nodes; it grows as needed. `gaps` lists the levels in which some
    parents are never closed (`sloop.close`): these parents have no children.

    ```mlir
    %b = sloop.assemble sizes(%m, %n) capacity(%c)
        : !sloop.assembly<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, Index:$capacity,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$gaps);
  let results = (outs Sloop_AssemblyType:$assembly);
  let assemblyFormat = [{
    (`sizes` `(` $sizes^ `)`)? `capacity` `(` $capacity `)` attr-dict `:`
    type($assembly)
  }];
}

def Sloop_AssemblyEndOp : Sloop_AssemblyOp<"assembly_end"> {
  let summary = "The position that the next node of a level will have";
  let description = [{
    ```mlir
    %p = sloop.assembly_end %b[0] : !sloop.assembly<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Sloop_AssemblyType:$assembly, I64Attr:$level);
  let results = (outs Index:$position);
  let assemblyFormat = "$assembly `[` $level `]` attr-dict `:` type($assembly)";
}

def Sloop_AppendOp : Sloop_AssemblyOp<"append"> {
  let summary = "Appends a node to a level";
  let description = [{
    Coordinates are appended in increasing order. If the levels below have exactly
    one child for each node, their coordinates are appended with it: the second
    coordinate in the example is that of level 1. `reserved` says that there is
    room already (`sloop.reserve`).

    ```mlir
    %p = sloop.append(%i, %j) to %b[0] : !sloop.assembly<tensor<?x?xf64, #COO>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$coordinates,
                       Sloop_AssemblyType:$assembly, I64Attr:$level,
                       UnitAttr:$reserved);
  let results = (outs Index:$position);
  let assemblyFormat = [{
    `(` $coordinates `)` `to` $assembly `[` $level `]` (`reserved` $reserved^)?
    attr-dict `:` type($assembly)
  }];
}

def Sloop_ReserveOp : Sloop_AssemblyOp<"reserve"> {
  let summary = "Makes room for further nodes of a level";
  let description = [{
    It stands before a loop that appends, so that the loop need not check for room.

    ```mlir
    sloop.reserve %n in %b[1] : !sloop.assembly<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Index:$count, Sloop_AssemblyType:$assembly,
                       I64Attr:$level);
  let assemblyFormat = [{
    $count `in` $assembly `[` $level `]` attr-dict `:` type($assembly)
  }];
}

def Sloop_InsertOp : Sloop_AssemblyOp<"insert"> {
  let summary = "The position of a coordinate in a level that has room for it";
  let description = [{
    ```mlir
    %p = sloop.insert %i to %b[0] under(%root)
        : !sloop.assembly<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Index:$coordinate, Sloop_AssemblyType:$assembly,
                       I64Attr:$level, Index:$parent);
  let results = (outs Index:$position);
  let assemblyFormat = [{
    $coordinate `to` $assembly `[` $level `]` `under` `(` $parent `)` attr-dict
    `:` type($assembly)
  }];
}

def Sloop_CloseOp : Sloop_AssemblyOp<"close"> {
  let summary = "Ends the segment of a parent";
  let description = [{
    The nodes that were appended to the level since the last `close` are the
    children of this parent. Parents are closed in increasing order.

    ```mlir
    sloop.close %b[1] under(%p) : !sloop.assembly<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Sloop_AssemblyType:$assembly, I64Attr:$level,
                       Index:$parent);
  let assemblyFormat = [{
    $assembly `[` $level `]` `under` `(` $parent `)` attr-dict `:`
    type($assembly)
  }];
}

def Sloop_ProgressOp : Sloop_AssemblyOp<"progress"> {
  let summary = "A count that grows with each node that is stored below a level";
  let description = [{
    A node is appended after its children, and only if it has some. That is so if
    this count has changed.

    ```mlir
    %n = sloop.progress %b[0] : !sloop.assembly<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Sloop_AssemblyType:$assembly, I64Attr:$level);
  let results = (outs Index:$count);
  let assemblyFormat = "$assembly `[` $level `]` attr-dict `:` type($assembly)";
}

def Sloop_ClearOp : Sloop_AssemblyOp<"clear"> {
  let summary = "Sets all values below a node to the fill value";
  let description = [{
    All levels below the node must have every coordinate.

    ```mlir
    sloop.clear %b[1] at(%p) : !sloop.assembly<tensor<?x?xf64, #Blocks>>
    ```
  }];
  let arguments = (ins Sloop_AssemblyType:$assembly, I64Attr:$level,
                       Index:$position);
  let assemblyFormat = [{
    $assembly `[` $level `]` `at` `(` $position `)` attr-dict `:`
    type($assembly)
  }];
}

def Sloop_AssembleCountedOp : Sloop_AssemblyOp<"assemble_counted"> {
  let summary = "Starts a stored result whose nodes are counted before they are placed";
  let description = [{
    This is for results whose parents come in any order. A first walk counts the
    children of each parent (`sloop.count`). `sloop.arrange` gives each parent its
    segment. A second walk places the same nodes (`sloop.place`). The children of
    one parent come in increasing order. `sizes` gives the size of each dynamic
    dimension.

    ```mlir
    %b = sloop.assemble_counted sizes(%m, %n)
        : !sloop.assembly<tensor<?x?xf64, #CSC>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs Sloop_AssemblyType:$assembly);
  let assemblyFormat = [{
    (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($assembly)
  }];
}

def Sloop_AssembleGroupedOp : Sloop_AssemblyOp<"assemble_grouped"> {
  let summary = "Starts a stored result whose nodes come parent by parent, in any order";
  let description = [{
    This is for results with one level that stores coordinates, such as blocks and
    diagonals; all other levels have room for every coordinate. Points come in the
    order of the levels above that level, so its parents come in increasing order.
    The nodes of one parent come in any order, and several points may share a node.

    A workspace over the coordinates of the level says which node the parent has
    for each of them. A first walk finds the nodes (`sloop.count`). `sloop.arrange`
    sorts the nodes of each parent. A second walk finds the position of each point
    in the innermost level (`sloop.place`). `capacity` is the expected number of
    points.

    ```mlir
    %b = sloop.assemble_grouped sizes(%m, %n) capacity(%c)
        : !sloop.assembly<tensor<?x?xf64, #BCSR>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, Index:$capacity);
  let results = (outs Sloop_AssemblyType:$assembly);
  let assemblyFormat = [{
    (`sizes` `(` $sizes^ `)`)? `capacity` `(` $capacity `)` attr-dict `:`
    type($assembly)
  }];
}

def Sloop_CountOp : Sloop_AssemblyOp<"count"> {
  let summary = "Counts a node of a result, by the coordinates of all levels";
  let description = [{
    ```mlir
    sloop.count(%j, %i) in %b : !sloop.assembly<tensor<?x?xf64, #CSC>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$coordinates,
                       Sloop_AssemblyType:$assembly);
  let assemblyFormat = [{
    `(` $coordinates `)` `in` $assembly attr-dict `:` type($assembly)
  }];
}

def Sloop_ArrangeOp : Sloop_AssemblyOp<"arrange"> {
  let summary = "Ends the counting: each parent gets room for its children";
  let description = [{
    ```mlir
    sloop.arrange %b : !sloop.assembly<tensor<?x?xf64, #CSC>>
    ```
  }];
  let arguments = (ins Sloop_AssemblyType:$assembly);
  let assemblyFormat = "$assembly attr-dict `:` type($assembly)";
}

def Sloop_PlaceOp : Sloop_AssemblyOp<"place"> {
  let summary = "The position of a point whose node was counted";
  let description = [{
    A node that was counted by parent is put after its siblings. A node that was
    found in a group (`sloop.assemble_grouped`) has its position already.

    ```mlir
    %p = sloop.place(%j, %i) in %b : !sloop.assembly<tensor<?x?xf64, #CSC>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$coordinates,
                       Sloop_AssemblyType:$assembly);
  let results = (outs Index:$position);
  let assemblyFormat = [{
    `(` $coordinates `)` `in` $assembly attr-dict `:` type($assembly)
  }];
}

def Sloop_PutOp : Sloop_AssemblyOp<"put"> {
  let summary = "Puts a value at a position of the innermost level";
  let description = [{
    ```mlir
    sloop.put %v in %b[%p] : f64, !sloop.assembly<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins AnyType:$value, Sloop_AssemblyType:$assembly,
                       Index:$position);
  let assemblyFormat = [{
    $value `in` $assembly `[` $position `]` attr-dict `:` type($value) `,`
    type($assembly)
  }];
}

def Sloop_FinishOp : Sloop_AssemblyOp<"finish"> {
  let summary = "The tensor that was put together";
  let description = [{
    Its arrays are cut to the length that is used.

    ```mlir
    %C = sloop.finish %b : !sloop.assembly<tensor<?x?xf64, #CSR>>
        -> tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Sloop_AssemblyType:$assembly);
  let results = (outs Stensor_AnySparseTensor:$tensor);
  let assemblyFormat = [{
    $assembly attr-dict `:` type($assembly) `->` type($tensor)
  }];
}

#endif // LACUNA_SLOOP_OPS
