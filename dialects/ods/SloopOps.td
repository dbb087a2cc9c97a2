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
    The operands are the tensors (or buffers) that the body may read and write;
    the body sees them as block arguments. Statements of the body run in order.
    Each result is the new value of an `outs` tensor; `outs` buffers are written
    in place and have no result.

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
    Runs the body for every value from 0 to the extent, excluded. The order of
    the iterations does not matter, but for reassociation of floating point.
    A variable that subscripts a dimension alone ranges over all of it: its
    extent is the size of the dimension.
    With `vector(n)` the values are taken in blocks of up to `n` that run in
    lockstep: what depends on the variable becomes a vector.
    `named` gives the variable the name by which diagnostics call it.

    ```mlir
    sloop.forall %i in %m {
      sloop.forall %col in %n named "col" vector(32) { }
    }
    ```
  }];
  let arguments = (ins Index:$extent, OptionalAttr<I64Attr>:$vector,
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
    Combines what the body yields for every value of the index variable, starting
    from the neutral element of the combiner.

    ```mlir
    %s = sloop.fold %k in %n by add -> f64 {
      %0 = sloop.read %b[%k] : tensor<?xf64>
      sloop.yield %0 : f64
    }
    ```
  }];
  let arguments = (ins Index:$extent, Sloop_CombinerAttr:$combiner,
                       OptionalAttr<I64Attr>:$vector,
                       OptionalAttr<StrAttr>:$variable);
  let results = (outs AnyType:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_ReadOp : Sloop_ReadingOp<"read"> {
  let summary = "The value of a tensor at a point";
  let description = [{
    Subscripts are affine in the index variables: `%a[%i + %k, 2 * %j]`. A point
    that the tensor does not store has the fill value of its format. Where levels
    of the format are slots (`_`), they may follow as further subscripts: then
    the value is that of one slot, and the point has the sum of all.
  }];
  let arguments = (ins Sloop_Bound:$tensor, Variadic<Index>:$indices,
                       AffineMapAttr:$map);
  let results = (outs AnyType:$value);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_WriteOp : Sloop_Op<"write"> {
  let summary = "Gives a point of a tensor a new value";
  let description = [{
    Without `by` the point gets the value; with it, the point's old value and the
    new one are combined.

    ```mlir
    sloop.write %0, %c[%i] : tensor<?xf64>
    sloop.write %1, %c[%i] by add : tensor<?xf64>
    ```

    The combiners are `add`, `mul`, `and`, `or`, `xor`; `min` and `max`, of signed
    integers, or of floating-point numbers, of which NaN is the least and the
    greatest; `min_unsigned` and `max_unsigned`; and `min_number` and `max_number`
    of floating-point numbers, which pass over NaN, and whose neutral element it is.

    `elsewhere(value)` says that every point holds this constant already, so that
    points that would get it again need not be visited.
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
    True where the tensor that the value was read from stores an entry at the
    point, which is everywhere for a dense tensor. In the body of an operation of
    `linalg` it is asked of the element of an input.

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
    Stands for no entry: a point that would get it is left as it is, and stays
    unstored in a stored result; combined with another value, it changes nothing.
    It is chosen by `arith.select`.

    ```mlir
    %0 = sloop.absent : f64
    %1 = arith.select %keep, %a, %0 : f64
    sloop.write %1, %c[%i] : tensor<?xf64, #SV>
    ```
  }];
  let results = (outs AnyType:$value);
  let assemblyFormat = "attr-dict `:` type($value)";
}

def Sloop_LimitOp : Sloop_Op<"limit"> {
  let summary = "Leaves out points beyond a bound";
  let description = [{
    What follows in the loop runs only where the affine function of the index
    variables is from 0 to the extent, excluded: the loops over blocks of a
    dimension and inside of them may together go beyond its end.

    ```mlir
    sloop.limit affine_map<(d0, d1) -> (d0 * 4 + d1)>(%ib, %ii) below %m
    ```
  }];
  let arguments = (ins AffineMapAttr:$map, Variadic<Index>:$indices,
                       Index:$extent);
  let assemblyFormat =
      "$map `(` $indices `)` `below` $extent attr-dict";
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
    Walks the coordinates that level `level` stores under a position of the level
    above (the root of the tensor is position 0). The body gets the coordinate
    and the position of each, and the loop-carried values.

    With `segments`, neighbours of equal coordinate are taken together: the body
    gets the coordinate and a range of positions, first and one past the last,
    which the level below iterates `under(%first to %last)`. Where nothing else
    uses `%last`, the walk below finds the end of the run as it goes.

    `ahead(n)` asks for what stands `n` positions further to be fetched into the
    caches, once for each time the loop is entered.

    `given` lists the coordinates of the levels above, for level formats that
    compute with them: a `range` is given all of them, and what stores positions
    in a batch those of the batch.

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
    Walks, in increasing order, the coordinates that its cursors store: each
    cursor is a level of a tensor under a position (or a range of positions) of
    the level above, ordered and without duplicates, or with `segments`, where
    neighbours of equal coordinate are taken together. With `over(%n)` the walk
    takes every coordinate from 0 to `%n`, excluded.

    There is one `case` for each point of the merge lattice (Kjolstad et al.,
    2017): it lists the cursors that store the coordinate, and its region runs
    where exactly these do. Its arguments are the coordinate, the position of
    each listed cursor (with segments two, first and one past the last), and the
    loop-carried values. Where no case applies, carried values stay.

    With `blended`, which wants a case for every choice of cursors, the case of all
    cursors runs wherever none of them is at its end, whether or not it stores the
    coordinate: its region gets a flag for each cursor, behind the positions, that
    says so. The position of a cursor that does not is one that it has. This is for
    bodies that are cheaper than a branch that is hard to predict.

    With `joined`, which wants the case of all cursors and no other, that case runs at
    every coordinate that some cursor stores. Its region gets two positions for each
    cursor, first and one past the last, which are the same where it stores nothing.
    This is for levels above others, which are walked under such a range: the cases
    are told apart there, once instead of in each case of this level.

    `ahead(512)` fetches the arrays of short segments so many positions ahead, as for
    `sloop.iterate`.

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
    Random access into a level whose format can compute it. Where the level need
    not hold the coordinate, `found` says whether it does.

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
  let summary = "How many nodes a loop over a level under a position takes at most";
  let description = [{
    Two positions are a range; `given` are the coordinates of the levels above, as
    for `sloop.iterate`.

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
    For unordered levels that have to be walked in order (Chou et al., 2018, figure
    6): the result is a sparse vector that stores, at each coordinate of the level,
    its position. It is freed by `stensor.release`.

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
    Where the level stores fewer positions, the coordinate at its last one: this
    looks ahead, for what a later iteration will want.

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
    With a vector type, the values at the position and those that follow it. With
    a range of positions, the sum of their values: an entry that is stored in
    several parts is the sum of its parts.

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
  let summary = "A stored tensor that is being put together";
  let description = [{
    Unlike a tensor it changes: nodes are appended to its levels, or inserted,
    and values put at positions, until `sloop.finish` makes a tensor of it.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
  let genVerifyDecl = 1;
}

class Sloop_AssemblyOp<string mnemonic> : Sloop_Op<mnemonic>;

def Sloop_AssembleOp : Sloop_AssemblyOp<"assemble"> {
  let summary = "Starts a stored result";
  let description = [{
    `sizes` are those of the dynamic dimensions. There is room for `capacity`
    nodes in each level to begin with; it grows as needed. `gaps` lists the
    levels some of whose parents may never be closed (`sloop.close`): they have
    no children.

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
    Coordinates come in increasing order. A level whose nodes each have one child
    takes the coordinates of that child along, and of the child's child: the
    second coordinate here is that of level 1. With `reserved` there is room for it
    already (`sloop.reserve`).

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
    Growing is done before a loop that appends, not in it.

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
  let summary = "Makes what was appended since the last time the children of a node";
  let description = [{
    Parents come in increasing order.

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
  let summary = "A count that grows with whatever is stored below a level";
  let description = [{
    A node is appended after its children, and only if it has some: that is, if
    this count is another than before them.

    ```mlir
    %n = sloop.progress %b[0] : !sloop.assembly<tensor<?x?xf64, #DCSR>>
    ```
  }];
  let arguments = (ins Sloop_AssemblyType:$assembly, I64Attr:$level);
  let results = (outs Index:$count);
  let assemblyFormat = "$assembly `[` $level `]` attr-dict `:` type($assembly)";
}

def Sloop_ClearOp : Sloop_AssemblyOp<"clear"> {
  let summary = "Gives all values below a node the fill value";
  let description = [{
    For nodes above levels that hold every coordinate.

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
    For results whose parents come in any order: a first walk counts the children
    of each parent (`sloop.count`), `sloop.arrange` gives each its segment, and a
    second walk puts the same nodes where they belong (`sloop.place`). Children of
    one parent come in increasing order. `sizes` are those of the dynamic
    dimensions.

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
  let summary = "Starts a stored result whose points come parent after parent, in any order below";
  let description = [{
    For results with one level that stores coordinates, between levels that have
    room for every one: blocks, diagonals. Points come in the order of the levels
    above that level, and so its parents in increasing order; below, they come in
    any order, and several may share a node. A workspace over the coordinates of
    the level says which node the parent has for each. A first walk finds the
    nodes (`sloop.count`), `sloop.arrange` sorts those of each parent, and a second
    walk gives the place of each point in the innermost level (`sloop.place`).
    `capacity` is about as many points as come.

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
  let summary = "Counts a node of a result, given the coordinates of all levels";
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
    A node that was counted by parent is put behind its siblings; one that was found
    in a group (`sloop.assemble_grouped`) has its place already.

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
    Its arrays are as long as what they hold.

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
