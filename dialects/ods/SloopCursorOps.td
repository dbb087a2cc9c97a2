//===- SloopCursorOps.td - cursor form -----------------------*- tablegen -*-//
// How storage is walked: level loops, merges, lookups, values. SloopOps.td includes
// this file.
#ifndef LACUNA_SLOOP_CURSOR_OPS
#define LACUNA_SLOOP_CURSOR_OPS

include "SloopInterfaces.td"

//===----------------------------------------------------------------------===//
// Cursors
//===----------------------------------------------------------------------===//

def Sloop_CursorType : TypeDef<Sloop_Dialect, "Cursor"> {
  let mnemonic = "cursor";
  let summary = "A walk over stored coordinates";
  let description = [{
    A cursor gives coordinates, and with each the position of its node; a
    `!sloop.cursor<runs>` gives two positions, the first and one past the last of
    the nodes with that coordinate. It is no state, but says how to walk: each loop
    that takes it walks from the start.

    `sloop.cursor` walks a level of a tensor. Every other operation that gives a
    cursor wraps one: it has the interface `WrapperOpInterface`, which says what it
    asks of the walk that it wraps, and what it makes of it.
  }];
  let parameters = (ins "bool":$runs);
  let hasCustomAssemblyFormat = 1;
}

def Sloop_PlainCursor : Type<
    CPred<"::llvm::isa<::lacuna::sloop::CursorType>($_self) && "
          "!::llvm::cast<::lacuna::sloop::CursorType>($_self).getRuns()">,
    "cursor with one position a coordinate", "::lacuna::sloop::CursorType">,
  BuildableType<"::lacuna::sloop::CursorType::get($_builder.getContext(), false)">;

def Sloop_RunsCursor : Type<
    CPred<"::llvm::isa<::lacuna::sloop::CursorType>($_self) && "
          "::llvm::cast<::lacuna::sloop::CursorType>($_self).getRuns()">,
    "cursor with two positions a coordinate", "::lacuna::sloop::CursorType">,
  BuildableType<"::lacuna::sloop::CursorType::get($_builder.getContext(), true)">;

// An operation that wraps a cursor, with the methods of the interface that it has
// itself.
class Sloop_WrapperOp<string mnemonic, list<string> methods = [],
                      list<Trait> traits = [Pure]>
    : Sloop_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<Sloop_WrapperOpInterface, methods>])> {
  let hasVerifier = 0;
}

def Sloop_CursorOp : Sloop_Op<"cursor", [
    AttrSizedOperandSegments, Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "A walk over the children of a node of a level";
  let description = [{
    Walks the nodes of level `level` under a position of the level above, or under
    the positions `%first to %last`, the first and one past the last. If these are
    equal, there is nothing to walk. A level `range`, `loose_compressed` or `sliced`
    takes at most one position. The position above the first level is 0.

    With `of %list`, the cursor walks under the parents in the records `%first` up to, but
    not including, `%last` of a list. They may be any nodes of the level above. A record has
    two columns, the position of a parent and its *buffer index*; or three, if each parent is
    a run: the first position, one past the last, and the buffer index. `sloop.subsections`
    stores what it finds under a parent in its buffer, at the buffer index. Only
    `sloop.subsections`, `sloop.shift` and `sloop.reverse` take such a cursor.

    `given` lists coordinates of levels above, for level formats that compute with
    them. A `range` gets all of them; a level that stores positions under batches
    gets the coordinates of the batches.

    ```mlir
    %c = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
    %d = sloop.cursor %B[1] under(%first to %last) : tensor<?x?xf64, #COO>
    %e = sloop.cursor %A[1] under(%zero to %n of %list : memref<9x2xindex>) : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, I64Attr:$level,
                       Index:$parent, Optional<Index>:$last,
                       Optional<MemRefRankOf<[Index], [2]>>:$list,
                       Variadic<Index>:$given);
  let results = (outs Sloop_PlainCursor:$cursor);
  let assemblyFormat = [{
    $tensor `[` $level `]` `under` `(` $parent (`to` $last^)?
    (`of` $list^ `:` type($list))? `)` (`given` `(` $given^ `)`)? attr-dict
    `:` type($tensor)
  }];
}

def Sloop_RunsOp : Sloop_WrapperOp<"runs", ["wrap", "verifyWalk"]> {
  let summary = "Neighbors of equal coordinate, taken together";
  let description = [{
    Gives each coordinate once, with the first of its positions and one past the
    last. The coordinates of the cursor are in order. The level below is walked
    under the range `%first to %last`.

    The loop searches for the end of a run before it enters its body. With `open`, it does
    not: `%last` is one past the last position of the whole walk. Instead, a loop in the
    body walks the level below (`sloop.in_run`) and finds the end. The body yields this end
    first, then the carried values, and the next run begins at the end. Of loops, only
    `sloop.iterate` takes open runs.

    ```mlir
    %r = sloop.runs %c
    %o = sloop.runs %c open
    ```
  }];
  let arguments = (ins Sloop_PlainCursor:$source, UnitAttr:$open);
  let results = (outs Sloop_RunsCursor:$cursor);
  let assemblyFormat = "$source (`open` $open^)? attr-dict";
}

def Sloop_InRunOp : Sloop_WrapperOp<"in_run", ["wrap", "verifyWalk"]> {
  let summary = "The part of a walk that is below an open run";
  let description = [{
    Walks the level below an open run, and stops at the first position where the level above
    no longer has the coordinate `at`. `of` is the cursor that gives the open runs. The
    source walks the level below under the two positions of a run; each node of the run has
    one child there, at the same position. Of loops, only `sloop.iterate` takes an in_run;
    its first result is the position at which the walk stopped, and the carried values
    follow. `sloop.runs open` can wrap an in_run.

    ```mlir
    %r = sloop.runs %c open
    sloop.iterate (%i, %first, %last) in %r : !sloop.cursor<runs> {
      %d = sloop.cursor %A[1] under(%first to %last) : tensor<?x?xf64, #COO>
      %e = sloop.in_run %d of(%r) at(%i)
      %end = sloop.iterate (%j, %p) in %e : !sloop.cursor -> index {
        sloop.yield
      }
      sloop.yield %end : index
    }
    ```
  }];
  let arguments = (ins Sloop_PlainCursor:$source, Sloop_RunsCursor:$of, Index:$at);
  let results = (outs Sloop_PlainCursor:$cursor);
  let assemblyFormat = "$source `of` `(` $of `)` `at` `(` $at `)` attr-dict";
  let hasVerifier = 1;
}

def Sloop_ReorderOp : Sloop_WrapperOp<"reorder", ["wrap", "verifyWalk"]> {
  let summary = "A walk in order of coordinates";
  let description = [{
    What an unordered cursor gives is sorted in scratch arrays before it is walked
    (Chou et al., 2018, figure 6). Each loop over it makes the arrays, and frees
    them.

    ```mlir
    %s = sloop.reorder %c
    ```
  }];
  let arguments = (ins Sloop_PlainCursor:$source);
  let results = (outs Sloop_PlainCursor:$cursor);
  let assemblyFormat = "$source attr-dict";
}

def Sloop_ShiftOp : Sloop_WrapperOp<"shift", ["wrap"], [
    Pure, AllTypesMatch<["source", "cursor"]>]> {
  let summary = "A walk whose coordinates count from elsewhere";
  let description = [{
    Adds `by` to each coordinate: `z(i+1)` is seen from `i` if `z` is shifted by -1.

    ```mlir
    %s = sloop.shift %c by(%minus_one) : !sloop.cursor
    ```
  }];
  let arguments = (ins Sloop_CursorType:$source, Index:$by);
  let results = (outs Sloop_CursorType:$cursor);
  let assemblyFormat = [{
    $source `by` `(` $by `)` attr-dict `:` qualified(type($source))
  }];
}

def Sloop_StrideOp : Sloop_WrapperOp<"stride", ["wrap"], [
    Pure, AllTypesMatch<["source", "cursor"]>]> {
  let summary = "A walk over the multiples of a number";
  let description = [{
    Gives the coordinates that are multiples of `by`, divided by it: `z(3*i)` is seen
    from `i` if `z` is walked with stride 3. The others are passed by.

    ```mlir
    %t = sloop.stride %c by(3) : !sloop.cursor
    ```
  }];
  let arguments = (ins Sloop_CursorType:$source, I64Attr:$by);
  let results = (outs Sloop_CursorType:$cursor);
  let assemblyFormat = [{
    $source `by` `(` $by `)` attr-dict `:` qualified(type($source))
  }];
  let hasVerifier = 1;
}

def Sloop_ReverseOp : Sloop_WrapperOp<"reverse", ["wrap"]> {
  let summary = "A walk from behind";
  let description = [{
    Walks from the last node to the first. Each coordinate has the other sign, so
    coordinates that were in order still are: `z(n - i)` is seen from `i` if `z` is
    reversed, then shifted by n.

    ```mlir
    %r = sloop.reverse %c
    ```
  }];
  let arguments = (ins Sloop_PlainCursor:$source);
  let results = (outs Sloop_PlainCursor:$cursor);
  let assemblyFormat = "$source attr-dict";
}

def Sloop_ClipOp : Sloop_WrapperOp<"clip", ["wrap", "verifyWalk"], [
    Pure, AllTypesMatch<["source", "cursor"]>]> {
  let summary = "The part of an ordered walk between two coordinates";
  let description = [{
    Gives the coordinates from `low` up to, but not including, `high`. The cursor
    is ordered: where the part begins and ends is searched once, and nothing is
    tested in the loop. `sloop.filter` tests unordered ones.

    ```mlir
    %t = sloop.clip %s to(%zero, %n) : !sloop.cursor
    ```
  }];
  let arguments = (ins Sloop_CursorType:$source, Index:$low, Index:$high);
  let results = (outs Sloop_CursorType:$cursor);
  let assemblyFormat = [{
    $source `to` `(` $low `,` $high `)` attr-dict `:` qualified(type($source))
  }];
}

def Sloop_SubsectionsOp
    : Sloop_WrapperOp<"subsections", ["wrap", "verifyWalk"], []> {
  let summary = "The values for which a subsection of a walk is not empty";
  let description = [{
    The subsection of a value `v` has the nodes with coordinates from `by * v` up to, but
    not including, `by * v + width`. Gives the values from 0 up to, but not including,
    `count` whose subsection has a node, in increasing order, each once (Won et al.,
    2024, section 5). The loop also gets the *begin* of the subsection: a number for
    `sloop.subsection`, which is no position.

    With a `buffer`, the source walks under a list of parents, and a subsection has the
    nodes of all of them. The loop stores the begin under each parent in the buffer, at the
    buffer index of the parent. Its body ignores the begin that it gets.

    The source is ordered, or ordered under each parent. `sloop.iterate` takes the result,
    and so does `sloop.coiterate`, unless it is blended or joined; nothing wraps it. Where
    subsections overlap, a node is in several of them.

    ```mlir
    // The i for which z(i + k), for some k below 3, is stored.
    %s = sloop.subsections %c by(1) width(%three) count(%n)
    // The j for which A(r, j + k) is stored, for some k below 3 and some row r of a list.
    %d = sloop.cursor %A[1] under(%zero to %m of %list : memref<3x2xindex>) : tensor<?x?xf64, #CSR>
    %t = sloop.subsections %d by(1) width(%three) count(%n) buffer(%b : memref<3xindex>)
    ```
  }];
  let arguments = (ins Sloop_PlainCursor:$source, I64Attr:$by, Index:$width,
                       Index:$count,
                       Arg<Optional<MemRefRankOf<[Index], [1]>>, "",
                           [MemRead, MemWrite]>:$buffer);
  let results = (outs Sloop_PlainCursor:$cursor);
  let assemblyFormat = [{
    $source `by` `(` $by `)` `width` `(` $width `)` `count` `(` $count `)`
    (`buffer` `(` $buffer^ `:` type($buffer) `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def Sloop_SubsectionOp : Sloop_WrapperOp<"subsection", ["wrap", "verifyWalk"], [
    Pure, AllTypesMatch<["source", "cursor"]>]> {
  let summary = "The walk over a subsection";
  let description = [{
    Walks the nodes with coordinates from `low` up to, but not including, `high`. `begin`
    comes from a loop over `sloop.subsections` of the same walk, or from its buffer: no node
    before it is in the subsection. So nothing is searched from the first node on, and the
    end is sought node by node.

    ```mlir
    sloop.iterate (%i, %begin) in %s : !sloop.cursor {
      %t = sloop.shift %c by(%minus_i) : !sloop.cursor
      %u = sloop.subsection %t from(%begin) to(%zero, %three) : !sloop.cursor
      sloop.yield
    }
    ```
  }];
  let arguments = (ins Sloop_CursorType:$source, Index:$begin, Index:$low,
                       Index:$high);
  let results = (outs Sloop_CursorType:$cursor);
  let assemblyFormat = [{
    $source `from` `(` $begin `)` `to` `(` $low `,` $high `)` attr-dict
    `:` qualified(type($source))
  }];
  let hasVerifier = 1;
}

def Sloop_FilterOp : Sloop_WrapperOp<"filter", ["wrap"], [
    SingleBlock, RecursiveMemoryEffects, RecursivelySpeculatable,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "A walk that leaves out coordinates";
  let description = [{
    Gives the coordinates for which the region yields true. The region has no side
    effects. What is filtered can be iterated over and reordered, but not merged
    with others as it is.

    ```mlir
    %f = sloop.filter %c (%i) {
      %keep = arith.cmpi ult, %i, %n : index
      sloop.yield %keep : i1
    }
    ```
  }];
  let arguments = (ins Sloop_PlainCursor:$source);
  let results = (outs Sloop_PlainCursor:$cursor);
  let regions = (region SizedRegion<1>:$keep);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Sloop_PrefetchOp : Sloop_WrapperOp<"prefetch", [], [
    Pure, AllTypesMatch<["source", "cursor"]>]> {
  let summary = "A walk whose arrays are fetched ahead";
  let description = [{
    Prefetches the arrays of the level `ahead` positions after the first, once for
    each time that a loop is entered. With `values_only`, the loop reads no
    coordinates: they are not fetched.

    ```mlir
    %p = sloop.prefetch %c ahead(512) : !sloop.cursor
    %q = sloop.prefetch %c ahead(512) values_only : !sloop.cursor
    ```
  }];
  let arguments = (ins Sloop_CursorType:$source, I64Attr:$ahead,
                       UnitAttr:$values_only);
  let results = (outs Sloop_CursorType:$cursor);
  let assemblyFormat = [{
    $source `ahead` `(` $ahead `)` (`values_only` $values_only^)? attr-dict `:` qualified(type($source))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

def Sloop_IterateOp : Sloop_Op<"iterate", [
    SingleBlock, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "A loop over what a cursor gives";
  let description = [{
    The body gets the coordinate and the position of each node (with
    `!sloop.cursor<runs>` two: the first and one past the last), and the
    loop-carried values. Over a `sloop.in_run`, the first result is the position at which
    it ended. `how` says how entries are taken. `convert-sloop-to-scf` refuses what does
    not suit the body.

    ```mlir
    %c = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
    %sum = sloop.iterate (%j, %q) in %c how(<gathers = 8>) init(%s = %zero) : !sloop.cursor -> f64 {
      %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
      %t = arith.addf %s, %v fastmath<reassoc> : f64
      sloop.yield %t : f64
    }
    ```
  }];
  let arguments = (ins Sloop_CursorType:$cursor, Variadic<AnyType>:$inits,
                       OptionalAttr<Sloop_HowAttr>:$how);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Sloop_CoiterateOp : Sloop_Op<"coiterate", [
    AttrSizedOperandSegments, RecursiveMemoryEffects]> {
  let summary = "A merge of several cursors under a merge lattice";
  let description = [{
    Walks the coordinates that its cursors give, in increasing order. Each cursor is
    ordered and gives each coordinate once. With `over(%n)`, the walk takes every
    coordinate from 0 up to, but not including, `%n`.

    There is one `case` for each point of the merge lattice (Kjolstad et al.,
    2017). A case lists cursors, and its region runs where exactly these cursors
    give the coordinate. The region gets the coordinate, the position of each
    listed cursor (of runs two: the first and one past the last), and the
    loop-carried values. If no case applies, the carried values stay the same.

    `blended` needs a case for every combination of cursors. As long as no cursor
    has ended, the case of all cursors runs, whether or not they all give the
    coordinate. Its region gets a flag for each cursor, after the positions, which
    says whether the cursor gives the coordinate. If not, the cursor's position is
    another valid one. This is for bodies that are cheaper than a branch that is
    hard to predict.

    `joined(0, 2)` joins cursors 0 and 2. Every case must list them; no test tells whether
    they give the coordinate. A case runs where some cursor gives it, and of the cursors
    that are not joined exactly those that the case lists; with `over(%n)`, also where no
    cursor gives it. The region gets two positions for each joined cursor, the first and one past the
    last, which are equal if the cursor gives nothing. This is for a level above other
    levels: these are walked under the ranges and tell the cases apart, once instead of
    in each case of this level.

    ```mlir
    %a = sloop.cursor %A[0] under(%r) : tensor<?xf64, #V>
    %b = sloop.cursor %B[0] under(%r) : tensor<?xf64, #V>
    %sum = sloop.coiterate (%a, %b) init(%zero)
        : !sloop.cursor, !sloop.cursor -> f64
    case(0, 1) (%i: index, %p: index, %q: index, %s: f64) {
      %v = sloop.value %A[%p] : tensor<?xf64, #V> -> f64
      %w = sloop.value %B[%q] : tensor<?xf64, #V> -> f64
      %t = arith.mulf %v, %w : f64
      %u = arith.addf %s, %t : f64
      sloop.yield %u : f64
    }
    ```
  }];
  let arguments = (ins Variadic<Sloop_CursorType>:$cursors,
                       Optional<Index>:$extent, Variadic<AnyType>:$inits,
                       DenseI64ArrayAttr:$cases,
                       UnitAttr:$blended, OptionalAttr<I64Attr>:$joined);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Nodes and values
//===----------------------------------------------------------------------===//

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
    `given` lists coordinates of levels above, as for `sloop.cursor`.

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

def Sloop_ChooseOp : Sloop_ReadingOp<"choose"> {
  let summary = "Which way takes the segments of a level fastest";
  let description = [{
    Looks at some segments of a level, and gives the number of the way that is expected to take
    the least time for all of them. The segments stand under single positions of
    the level above, whose positions array tells where they end.

    ```mlir
    %way = sloop.choose %A[1] of [#sloop.how<chains = 1>, #sloop.how<gathers = 8>] : tensor<?x?xf64, #CSR>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, I64Attr:$level,
                       TypedArrayAttrBase<Sloop_HowAttr, "ways of a loop">:$ways);
  let results = (outs Index:$way);
  let assemblyFormat = [{
    $tensor `[` $level `]` `of` $ways attr-dict `:` type($tensor)
  }];
  let hasVerifier = 1;
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

def Sloop_ValueOp : Sloop_ReadingOp<"value", [AttrSizedOperandSegments]> {
  let summary = "The value at a position of the innermost level";
  let description = [{
    A vector result has the values at the position and at the positions after it;
    with a mask, zero in the lanes that do not count, which are not read. For a range
    of positions, the result is the sum of their values: an entry that is stored in
    several parts is the sum of its parts.

    With `or`, the value counts where the flag is set, and the constant elsewhere. It
    is loaded from one of two addresses, which the flag selects: a load followed by a
    selection of numbers becomes a branch on machines that cannot select
    floating-point numbers by a flag. The position is valid in either case.

    ```mlir
    %v = sloop.value %A[%pos] : tensor<?x?xf64, #CSR> -> f64
    %w = sloop.value %A[%first to %last] : tensor<?x?xf64, #COO> -> f64
    %x = sloop.value %A[%pos] or 0.0 : f64 where %here : tensor<?x?xf64, #CSR> -> f64
    %y = sloop.value %A[%pos] mask %m : vector<4xi1> : tensor<?x?xf64, #Rows> -> vector<4xf64>
    ```
  }];
  let arguments = (ins Stensor_AnySparseTensor:$tensor, Index:$position,
                       Optional<Index>:$last, Optional<I1>:$here,
                       Optional<VectorOfAnyRankOf<[I1]>>:$mask,
                       OptionalAttr<TypedAttrInterface>:$otherwise);
  let results = (outs AnyType:$value);
  let assemblyFormat = [{
    $tensor `[` $position (`to` $last^)? `]` (`or` $otherwise^ `where` $here)?
    (`mask` $mask^ `:` type($mask))? attr-dict `:` type($tensor) `->` type($value)
  }];
}

#endif // LACUNA_SLOOP_CURSOR_OPS
