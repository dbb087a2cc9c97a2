//===- SloopOps.td - index form and cursor form ---------------*- tablegen -*-//
#ifndef LACUNA_SLOOP_OPS
#define LACUNA_SLOOP_OPS

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "SloopDialect.td"
include "StensorOps.td"

def Sloop_Bound : AnyTypeOf<[AnyRankedTensor, AnyMemRef],
    "ranked tensor or buffer">;

class Sloop_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sloop_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Index form
//===----------------------------------------------------------------------===//

def Sloop_NestOp : Sloop_Op<"nest", [
    AttrSizedOperandSegments, SingleBlock, NoTerminator,
    DeclareOpInterfaceMethods<DestinationStyleOpInterface>]> {
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

    ```mlir
    sloop.forall %i in %m {
      sloop.forall %j in %n vector(32) { }
    }
    ```
  }];
  let arguments = (ins Index:$extent, OptionalAttr<I64Attr>:$vector);
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
                       OptionalAttr<I64Attr>:$vector);
  let results = (outs AnyType:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_ReadOp : Sloop_Op<"read", [Pure]> {
  let summary = "The value of a tensor at a point";
  let description = [{
    Subscripts are affine in the index variables: `%a[%i + %k, 2 * %j]`. A point
    that the tensor does not store has the value zero.
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

    `elsewhere(value)` says that every point holds this constant already, so that
    points that would get it again need not be visited.
  }];
  let arguments = (ins AnyType:$value, Sloop_Bound:$tensor,
                       Variadic<Index>:$indices, AffineMapAttr:$map,
                       OptionalAttr<Sloop_CombinerAttr>:$combiner,
                       OptionalAttr<TypedAttrInterface>:$elsewhere);
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
    Walks the coordinates that level `level` stores under a position of the level
    above (the root of the tensor is position 0). The body gets the coordinate
    and the position of each, and the loop-carried values.

    With `segments`, neighbours of equal coordinate are taken together: the body
    gets the coordinate and a range of positions, first and one past the last,
    which the level below iterates `under(%first to %last)`.

    `ahead(n)` asks for what stands `n` positions further to be fetched into the
    caches, once for each time the loop is entered.

    `given` lists the coordinates of the levels above, for level formats that
    compute with them.

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
                       DenseBoolArrayAttr:$segments, DenseI64ArrayAttr:$cases);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_LocateOp : Sloop_Op<"locate", [Pure]> {
  let summary = "The position of a coordinate in a level";
  let description = [{
    Random access into a level whose format can compute it.

    ```mlir
    %q = sloop.locate %j in %A[1] under(%p) : tensor<?x?xf64, #Dense>
    ```
  }];
  let arguments = (ins Index:$coordinate, Stensor_AnySparseTensor:$tensor,
                       I64Attr:$level, Index:$parent);
  let results = (outs Index:$position);
  let assemblyFormat = [{
    $coordinate `in` $tensor `[` $level `]` `under` `(` $parent `)` attr-dict
    `:` type($tensor)
  }];
}

def Sloop_CoordinateOp : Sloop_Op<"coordinate", [Pure]> {
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

def Sloop_ValueOp : Sloop_Op<"value", [Pure]> {
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

#endif // LACUNA_SLOOP_OPS
