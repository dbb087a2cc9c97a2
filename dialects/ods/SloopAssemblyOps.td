//===- SloopAssemblyOps.td - cursor form: results ------------*- tablegen -*-//
// How a stored result is put together. SloopOps.td includes this file.
#ifndef LACUNA_SLOOP_ASSEMBLY_OPS
#define LACUNA_SLOOP_ASSEMBLY_OPS

def Sloop_AssemblyType : TypeDef<Sloop_Dialect, "Assembly"> {
  let mnemonic = "assembly";
  let summary = "A stored result that is being assembled";
  let description = [{
    Unlike a tensor, it changes: nodes are appended to its levels or inserted, and
    values are put at positions. It is the handle that the region of a `sloop.grow`
    or `sloop.workspace` has.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
  let genVerifyDecl = 1;
}

class Sloop_AssemblyOp<string mnemonic, list<Trait> traits = []>
    : Sloop_Op<mnemonic, traits>;

/// An operation that owns the state of what grows: its region has the handle, and
/// may yield further values, which the operation gives.
class Sloop_OwningOp<string mnemonic, list<Trait> traits = []>
    : Sloop_AssemblyOp<mnemonic, !listconcat(traits, [
        SingleBlockImplicitTerminator<"::lacuna::sloop::YieldOp">,
        DeclareOpInterfaceMethods<OpAsmOpInterface,
                                  ["getAsmBlockArgumentNames"]>])> {
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// What the operations of the region take.
    ::mlir::TypedValue<AssemblyType> getHandle() {
      return ::mlir::cast<::mlir::TypedValue<AssemblyType>>(
          getBody().getArgument(0));
    }
  }];
}

def Sloop_GrowOp : Sloop_OwningOp<"grow", [AttrSizedOperandSegments]> {
  let summary = "A stored result that grows";
  let description = [{
    The operation makes a stored tensor, which its region puts together through a
    handle. The state of the result (how long its arrays are, which segment is
    open, what a first walk has counted) begins and ends with the operation. So
    several results may grow side by side, or one inside the other.

    `sizes` gives the size of each dynamic dimension. The strategy says how the
    result grows, and so which operations its region may have:

    * `append`: points come in the order of the levels. Nodes are appended
      (`sloop.append`) and segments are closed (`sloop.close`); in levels with room
      for every coordinate they are inserted (`sloop.insert`). `capacity` is the
      number of nodes for which each level has room at first; it grows as needed.
      `gaps` lists the levels in which some parents are never closed: these parents
      have no children.
    * `insert`: each level has room for every coordinate, so points come in any
      order.
    * `count`: parents come in any order. A first walk counts the children of each
      parent (`sloop.count`). `sloop.arrange` gives each parent its segment. A
      second walk places the same nodes (`sloop.place`). The children of one parent
      come in increasing order.
    * `group`: one level stores coordinates, such as blocks and diagonals; all other
      levels have room for every coordinate. Its parents come in increasing order,
      the nodes of one parent in any order, and several points may share a node. A
      node table over the coordinates of the level says which node the parent has
      for each of them. A first walk finds the nodes (`sloop.count`).
      `sloop.arrange` sorts the nodes of each parent. A second walk finds the
      position of each point in the innermost level (`sloop.place`). `capacity` is
      the expected number of points.

    ```mlir
    %C = sloop.grow append(%b) sizes(%m, %n) capacity(%c) : tensor<?x?xf64, #CSR> {
      %p = sloop.insert %i to %b[0] under(%root) : !sloop.assembly<tensor<?x?xf64, #CSR>>
      %q = sloop.append(%j) to %b[1] : !sloop.assembly<tensor<?x?xf64, #CSR>>
      sloop.put %v in %b[%q] : f64, !sloop.assembly<tensor<?x?xf64, #CSR>>
      sloop.close %b[1] under(%p) : !sloop.assembly<tensor<?x?xf64, #CSR>>
    }
    ```

    The region may yield values, which follow the tensor. So two results grow in
    the same loops:

    ```mlir
    %C, %D = sloop.grow append(%b) capacity(%c) : tensor<4x4xf64, #CSR> -> (tensor<4xf64, #SV>) {
      %0 = sloop.grow append(%d) capacity(%c) : tensor<4xf64, #SV> {
      }
      sloop.yield %0 : tensor<4xf64, #SV>
    }
    ```
  }];
  let arguments = (ins StrAttr:$strategy, Variadic<Index>:$sizes,
                       Optional<Index>:$capacity,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$gaps);
  let results = (outs Stensor_AnySparseTensor:$tensor,
                      Variadic<AnyType>:$yielded);
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

def Sloop_AppendLanesOp : Sloop_AssemblyOp<"append_lanes"> {
  let summary = "Appends a node for each lane that counts to a level";
  let description = [{
    The coordinates follow one another: that of lane 0 is given, and each further lane
    has one more. All lanes count, or those that the mask says, which are the first ones.
    The position is that of lane 0. `reserved` says that there is room already
    (`sloop.reserve`).

    ```mlir
    %p = sloop.append_lanes %j to %b[1] lanes 8 : !sloop.assembly<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins Index:$coordinate, Sloop_AssemblyType:$assembly,
                       Optional<VectorOfAnyRankOf<[I1]>>:$mask, I64Attr:$level,
                       I64Attr:$lanes, UnitAttr:$reserved);
  let results = (outs Index:$position);
  let assemblyFormat = [{
    $coordinate `to` $assembly `[` $level `]` `lanes` $lanes
    (`mask` $mask^ `:` type($mask))? (`reserved` $reserved^)?
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
    found by the strategy `group` has its position already.

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
    The lanes of a vector are put at neighboring positions: all of them, or those that
    the mask says.

    ```mlir
    sloop.put %v in %b[%p] : f64, !sloop.assembly<tensor<?x?xf64, #CSR>>
    ```
  }];
  let arguments = (ins AnyType:$value, Sloop_AssemblyType:$assembly,
                       Index:$position,
                       Optional<VectorOfAnyRankOf<[I1]>>:$mask);
  let assemblyFormat = [{
    $value `in` $assembly `[` $position `]` (`mask` $mask^ `:` type($mask))?
    attr-dict `:` type($value) `,` type($assembly)
  }];
}

def Sloop_WorkspaceOp : Sloop_OwningOp<"workspace"> {
  let summary = "A tensor whose points come in any order, some of them in terms";
  let description = [{
    `sloop.scatter` stores points of a workspace or combines values into them, and
    `sloop.collect` gives what is stored as a list of coordinates and empties the
    workspace, which then takes points again. So one workspace serves all rounds of
    a loop, and each round takes time for the points that it stores. If the levels
    are dense, it gives every point instead, in time for all of them; those that are
    not stored hold the fill value. The workspace begins and ends with the operation,
    which gives what its region yields.

    The policy says how points are kept. `dense` has a place for every point, and
    `mixed`, which lists them as long as they are few, has one too. The others take memory in proportion to the points that come. They make a key of the
    coordinates of each point, put it into an *accumulation array*, sort that when it
    is full, and merge it into all that came before (Zhang et al., 2024): `radix`
    sorts by digits of the keys, `runs` merges the runs in which keys come, `buckets`
    puts keys into buckets first, `hash` finds those of one point in a hash table.
    `radix:4096` has room for 4096 points at first. `radix:4096:aside` has a second
    thread sort and merge them, while more come. `docs/workspaces.md` has the list.

    With `by`, values are combined with that of the point, for all that is scattered.
    All policies but `dense` combine alike throughout: where `sloop.scatter` says
    how, the workspace is dense.

    ```mlir
    sloop.workspace dense(%w) by add sizes(%n) : tensor<?xf64, #Vector> {
      sloop.scatter %v in %w[%j] : f64, !sloop.assembly<tensor<?xf64, #Vector>>
      %t = sloop.collect %w : !sloop.assembly<tensor<?xf64, #Vector>>
          -> tensor<?xf64, #Vector>
    }
    sloop.workspace "radix:4096"(%w) by add sizes(%n) : tensor<?xf64, #Vector> {
    }
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, StrAttr:$keeping,
                       OptionalAttr<Sloop_CombinerAttr>:$combiner);
  let results = (outs Variadic<AnyType>:$yielded);
}

def Sloop_ScatterOp : Sloop_AssemblyOp<"scatter"> {
  let summary = "Stores a point of a workspace, or combines a value into it";
  let description = [{
    With `by`, here or at the workspace, the value is combined with that of the
    point; a point that is not stored yet holds the fill value of the tensor. Without
    it, the value takes the place of what the point holds.

    ```mlir
    sloop.scatter %v in %w[%j] by add : f64, !sloop.assembly<tensor<?xf64, #Vector>>
    ```
  }];
  let arguments = (ins AnyType:$value, Sloop_AssemblyType:$assembly,
                       Variadic<Index>:$coordinates,
                       OptionalAttr<Sloop_CombinerAttr>:$combiner);
  let assemblyFormat = [{
    $value `in` $assembly `[` $coordinates `]` (`by` `` $combiner^)? attr-dict `:`
    type($value) `,` type($assembly)
  }];
}

def Sloop_CollectOp : Sloop_AssemblyOp<"collect",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "What a workspace stores; the workspace is empty then";
  let description = [{
    The tensor is in the order of its coordinates if its levels are. Its arrays are
    those of the workspace: it is good until the workspace takes points again,
    collects again or ends, and is not released.

    ```mlir
    %t = sloop.collect %w : !sloop.assembly<tensor<?xf64, #Vector>>
        -> tensor<?xf64, #Vector>
    ```
  }];
  let arguments = (ins Sloop_AssemblyType:$assembly);
  let results = (outs Stensor_AnySparseTensor:$tensor);
  let assemblyFormat = [{
    $assembly attr-dict `:` type($assembly) `->` type($tensor)
  }];
}

#endif // LACUNA_SLOOP_ASSEMBLY_OPS
