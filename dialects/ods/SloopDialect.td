//===- SloopDialect.td - sparse loops -------------------------*- tablegen -*-//
#ifndef LACUNA_SLOOP_DIALECT
#define LACUNA_SLOOP_DIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Sloop_Dialect : Dialect {
  let name = "sloop";
  let cppNamespace = "::lacuna::sloop";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let summary = "Sparse loops, in two forms";
  let description = [{
    The *index form* (`nest`, `forall`, `fold`, `read`, `write`) says what is
    computed. It is concrete index notation as IR, and means a dense loop nest.
    Nothing in it depends on how a tensor is stored. Schedules are rewrites of
    this form.

    The *cursor form* (`iterate`, `coiterate`, `locate`, `value`) says how storage
    is walked: its loops run over the levels of stored tensors and give positions.
    Stored results grow there (`grow`, `workspace`).
  }];
}

def Sloop_Combiner : I32EnumAttr<"Combiner", "how values are combined", [
    I32EnumAttrCase<"Add", 0, "add">,
    I32EnumAttrCase<"Mul", 1, "mul">,
    I32EnumAttrCase<"Min", 2, "min">,
    I32EnumAttrCase<"Max", 3, "max">,
    I32EnumAttrCase<"And", 4, "and">,
    I32EnumAttrCase<"Or", 5, "or">,
    I32EnumAttrCase<"Xor", 6, "xor">,
    I32EnumAttrCase<"MinUnsigned", 7, "min_unsigned">,
    I32EnumAttrCase<"MaxUnsigned", 8, "max_unsigned">,
    I32EnumAttrCase<"MinNumber", 9, "min_number">,
    I32EnumAttrCase<"MaxNumber", 10, "max_number">]> {
  let cppNamespace = "::lacuna::sloop";
  let genSpecializedAttr = 0;
}
def Sloop_CombinerAttr : EnumAttr<Sloop_Dialect, Sloop_Combiner, "combiner">;

def Sloop_HowAttr : AttrDef<Sloop_Dialect, "How"> {
  let mnemonic = "how";
  let summary = "Directives of a loop: how its iterations run";
  let description = [{
    Each directive is a word with a number, and optional. A loop without any runs
    its iterations one after the other.

    * `lanes = n`: blocks of up to `n` values run in lockstep, in vector lanes.

    How an innermost loop over entries (`sloop.iterate`) takes them, which changes nothing
    but the rounding of sums:

    * `chains = n`: sums of `n` entries run side by side, each with an accumulator of its
      own. One chain takes the entries in order.
    * `gathers = n`: a vector takes `n` entries at a time, and gathers what their coordinates choose. The
      last vector is masked.
    * `packed = n`: a vector takes `n` entries at a time. What coordinates choose is loaded one by
      one; `chains` says how many vectors there are side by side.
    * `scatters = n`: a vector adds `n` entries to points of their own at a time. The last
      vector is masked.
    * `blocks = n`: one test for every `n` entries of an open run.
    * `abreast = n`: the first of `n` segments that lie interleaved sums all of them, in
      lanes.

    ```mlir
    sloop.forall %j in %n how(<lanes = 8>) { }
    sloop.iterate (%i, %p) in %c how(<gathers = 8>) init(%s = %zero) : !sloop.cursor -> f64 { }
    ```
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$directives);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // LACUNA_SLOOP_DIALECT
