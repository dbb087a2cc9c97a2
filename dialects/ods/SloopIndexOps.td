//===- SloopIndexOps.td - index form -------------------------*- tablegen -*-//
// What is computed: nests, loops, reads and writes. SloopOps.td includes this file.
#ifndef LACUNA_SLOOP_INDEX_OPS
#define LACUNA_SLOOP_INDEX_OPS

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

    A loop whose variable subscripts a dimension of a stored operand alone takes all
    of that dimension. The attribute `sloop.windows = array<i64: 0>` lists operands
    of which loops may take a part.

    The body may see an `outs` tensor as a list of coordinates, in a type of its
    own. The loops then give the points in the order of this list. The list is never
    made: `sloop-sparsify` puts the points straight into the result (`sloop.grow`, by
    `group`), so they must come parent after parent of the one level of the result
    that stores coordinates.

    Example: a copy into blocks, row by row

    ```mlir
    %r = sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>)
                    outs(%c = %B : tensor<?x?xf64, #COO> to tensor<?x?xf64, #BCSR>) {
      sloop.forall %i in %m {
        sloop.forall %j in %n {
          %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
          sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<?x?xf64, #COO>
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
    ParentOneOf<["NestOp", "ForallOp", "FoldOp", "WhereOp"]>]> {
  let summary = "For all values of an index variable";
  let description = [{
    Runs the body for every value from 0 up to, but not including, the extent. The
    order of the iterations changes nothing but the rounding of floating-point
    sums. If the variable alone subscripts a dimension of a result, or of a stored
    operand that is no window, its extent is the size of the dimension. It may be
    less where both are known while compiling. `check-operand-sizes` asserts this,
    and that all other subscripts are inside. A variable without an extent has no range of its own, such as
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
    ParentOneOf<["NestOp", "ForallOp", "FoldOp", "WhereOp"]>]> {
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

def Sloop_WhereOp : Sloop_Op<"where", [
    SingleBlock, NoTerminator, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    ParentOneOf<["NestOp", "ForallOp", "WhereOp"]>]> {
  let summary = "A producer and a consumer, and the tensor between them";
  let description = [{
    Each time the statement is reached, it makes a tensor, runs `produce` and then
    `consume`, and drops the tensor. Each region has the tensor as its block
    argument. The producer only writes the tensor and the consumer only reads it.
    The name is that of concrete index notation (Kjolstad et al., 2019), where such
    a tensor is a workspace. The tensor is dense for now. `sizes` gives the size of
    each dynamic dimension.

    Example: C = A B, row by row

    ```mlir
    %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>)
                    outs(%c = %C : tensor<?x?xf64, #CSR>) {
      sloop.forall %i in %m {
        sloop.where tensor<?xf64> sizes(%n) produce(%w) {
          sloop.forall %k in %p {
            sloop.forall %j in %n {
              %0 = sloop.read %a[%i, %k] : tensor<?x?xf64, #CSR>
              %1 = sloop.read %b[%k, %j] : tensor<?x?xf64, #CSR>
              %2 = arith.mulf %0, %1 : f64
              sloop.write %2, %w[%j] by add : tensor<?xf64>
            }
          }
        } consume(%w) {
          sloop.forall %j in %n {
            %0 = sloop.read %w[%j] : tensor<?xf64>
            sloop.write %0, %c[%i, %j] : tensor<?x?xf64, #CSR>
          }
        }
      }
    }
    ```

    At first, every point holds the value `initially`, zero without the attribute,
    and is not stored. A point that the producer writes is stored, by the rules for
    a stored result: a write that stands for no entry does not store the point.
    The consumer sees the points that are not stored as it sees those of a stored
    operand with the fill value `initially`: `sloop.stored` is false, and a loop
    may skip them where that changes nothing. In the example, C stores the points
    of the row that the producer has written, and the loop over `%j` need visit no
    others.

    ```mlir
    sloop.where tensor<4xf64> initially(0xFFF0000000000000 : f64) produce(%w) {
      sloop.write %v, %w[%i] by max : tensor<4xf64>
    } consume(%w) {
    }
    ```

    How points are kept that come in any order, the plan decides. `kept` asks for a
    way to do so, as in `sloop.workspace`.

    ```mlir
    sloop.where kept("hash:4096") tensor<?xf64> sizes(%n) produce(%w) {
      sloop.write %v, %w[%j] by add : tensor<?xf64>
    } consume(%w) {
    }
    ```

    With `full`, every point is stored from the start, with the value `initially`:
    the tensor is then an array, and is filled each time the statement is reached.

    ```mlir
    sloop.where full tensor<4xf64> produce(%w) {
      sloop.write %v, %w[%i] by add : tensor<4xf64>
    } consume(%w) {
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes,
                       OptionalAttr<TypedAttrInterface>:$initially,
                       UnitAttr:$full, OptionalAttr<StrAttr>:$keeping);
  let regions = (region SizedRegion<1>:$produce, SizedRegion<1>:$consume);
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
    With `below`, it bounds the innermost of their loops: a round runs only where
    the value is at least 0 and less than the extent. So it stands in that loop,
    before its statements. Loops over the blocks of a dimension and inside them may
    together go beyond its end.

    ```mlir
    %i = sloop.derive(%ib * 4 + %ii) below %m named "i"
    %j = sloop.derive(%i + %d) below %n
    ```

    The variable can subscript a tensor. If it alone subscripts a dimension of a
    result or of a stored operand, the bound is the size of the dimension, but for
    windows.
    `named` gives it a name for diagnostics, which call the variables that define it
    by what they are of it, such as `i floordiv 4` and `i mod 4`. With `asked`, a
    schedule split its loop: the loops over its parts stay, each inside of that whose
    factor is larger.
  }];
  let arguments = (ins Variadic<Index>:$indices, Optional<Index>:$extent,
                       AffineMapAttr:$map, UnitAttr:$asked,
                       OptionalAttr<StrAttr>:$variable);
  let results = (outs Index:$value);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_YieldOp : Op<Sloop_Dialect, "yield", [
    Pure, Terminator, ReturnLike, ParentOneOf<["FoldOp", "IterateOp", "CoiterateOp", "FilterOp",
                                             "GrowOp", "WorkspaceOp"]>]> {
  let summary = "Ends the body of a fold, of a level loop, or of what grows";
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [
    OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif // LACUNA_SLOOP_INDEX_OPS
