//! `#stensor.format` as a value, and values as the attribute.
//!
//! The attribute is read once: [`Format`] leads to the description of its value, which also has its map. Nothing of it is
//! printed or parsed.

use crate::ffi;
use lacuna_layout::{Description, DimExpr, Fill, FillType, Format as Value, Level, LevelKind, Width};
use melior::{
    Context, StringRef,
    ir::{AffineExpr, AffineMap, Attribute, AttributeLike, Type, TypeLike},
};
use mlir_sys::{
    MlirAffineExpr, MlirContext, mlirAffineAddExprGet, mlirAffineCeilDivExprGet, mlirAffineConstantExprGet,
    mlirAffineDimExprGet, mlirAffineFloorDivExprGet, mlirAffineMapGet, mlirAffineModExprGet, mlirAffineMulExprGet,
    mlirAffineSymbolExprGet,
};
use std::{
    ffi::{CStr, c_void},
    fmt,
    ops::Deref,
};

/// The format of a sparse tensor: the attribute, and what it says.
#[derive(Clone, Copy)]
pub struct Format<'c> {
    attribute: Attribute<'c>,
    description: &'static Description,
}

impl<'c> Format<'c> {
    /// The attribute, if it is a `#stensor.format`.
    pub fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
        // SAFETY: the attribute is alive.
        let is_format = unsafe { ffi::lacunaAttributeIsFormat(attribute.to_raw()) };
        is_format.then(|| Self { attribute, description: describe(attribute) })
    }

    /// The attribute of a value. `None` where the dialect does not verify it, which it has said, and where sizes exceed 32 bits.
    pub fn new(context: &'c Context, value: &Value) -> Option<Self> {
        // SAFETY: the context is alive.
        unsafe { Self::in_context(context.to_raw(), value) }
    }

    /// The attribute of a value, in a context that lives long enough.
    unsafe fn in_context(raw: MlirContext, value: &Value) -> Option<Self> {
        let mut results: Vec<_> = value.levels.iter().map(|level| affine(raw, &level.expr)).collect();
        let levels: Vec<_> = value.levels.iter().map(raw_level).collect::<Option<_>>()?;
        let symbols = isize::from(value.slot_level().is_some());
        let (positions, coordinates) = (value.position_width.bits(), value.coordinate_width.bits());
        // SAFETY: the context is alive, and there is one result and one level for each level of the value.
        let attribute = unsafe {
            let map =
                mlirAffineMapGet(raw, value.order as isize, symbols, results.len() as isize, results.as_mut_ptr());
            let fill = raw_fill(value.fill);
            Attribute::from_option_raw(ffi::lacunaFormatGet(map, levels.as_ptr(), positions, coordinates, fill))
        };
        Self::from_attribute(attribute?)
    }

    /// The format of a type, if it is a sparse tensor.
    pub fn of(r#type: Type<'c>) -> Option<Self> {
        // SAFETY: the type is alive, and only a ranked tensor is asked for its encoding.
        let encoding = unsafe {
            if !mlir_sys::mlirTypeIsARankedTensor(r#type.to_raw()) {
                return None;
            }
            Attribute::from_option_raw(mlir_sys::mlirRankedTensorTypeGetEncoding(r#type.to_raw()))
        };
        Self::from_attribute(encoding?)
    }

    /// Whether a type is a tensor in one of upstream's formats that is a slice of another one.
    pub fn is_foreign_slice(r#type: Type<'c>) -> bool {
        // SAFETY: the type is alive.
        unsafe { ffi::lacunaTypeIsSparseSlice(r#type.to_raw()) }
    }

    /// The offset, the size and the stride that a slice in one of upstream's formats names for each dimension.
    pub fn foreign_slice(r#type: Type<'c>) -> Vec<[Option<i64>; 3]> {
        let order =
            if Self::is_foreign_slice(r#type) { crate::ir::shape(r#type).map_or(0, |shape| shape.len()) } else { 0 };
        let of_dimension = |dimension: usize| {
            let mut numbers = [i64::MIN; 3];
            // SAFETY: the type is a slice that has the dimension, and there is room for three numbers.
            unsafe { ffi::lacunaTypeGetSparseSlice(r#type.to_raw(), dimension as u64, numbers.as_mut_ptr()) };
            numbers.map(|number| (number != i64::MIN).then_some(number))
        };
        (0..order).map(of_dimension).collect()
    }

    /// Whether a type is a tensor whose encoding says how it is stored, but in the words of upstream's dialect.
    pub fn is_foreign(r#type: Type<'c>) -> bool {
        crate::ir::encoding(r#type).is_some_and(|encoding| {
            // SAFETY: the attribute is alive.
            unsafe { mlir_sys::mlirAttributeIsASparseTensorEncodingAttr(encoding.to_raw()) }
        })
    }

    /// The attribute itself.
    pub fn attribute(self) -> Attribute<'c> {
        self.attribute
    }

    /// What it says.
    pub fn description(self) -> &'static Description {
        self.description
    }

    /// The value of the points that are not stored, a number; `None` for zero.
    pub fn fill(self) -> Option<Attribute<'c>> {
        // SAFETY: the attribute is a format.
        unsafe { Attribute::from_option_raw(ffi::lacunaFormatGetFill(self.attribute.to_raw())) }
    }
}

impl Deref for Format<'_> {
    type Target = Description;

    fn deref(&self) -> &Description {
        self.description
    }
}

impl PartialEq for Format<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.attribute == other.attribute
    }
}

impl Eq for Format<'_> {}

impl fmt::Debug for Format<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attribute.fmt(formatter)
    }
}

impl fmt::Display for Format<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attribute.fmt(formatter)
    }
}

/// The description of an attribute that is a format. The dialect keeps it, so that the attribute is read once.
fn describe(attribute: Attribute<'_>) -> &'static Description {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is a format. What is kept of it was made below, and is never freed.
    let known = unsafe { ffi::lacunaFormatGetDescription(raw).cast::<Description>().as_ref() };
    known.unwrap_or_else(|| {
        let description = Description::of(read(attribute));
        // SAFETY: the attribute is a format, and the description is never freed.
        unsafe { ffi::lacunaFormatSetDescription(raw, std::ptr::from_ref(description).cast()) };
        description
    })
}

/// Whether a format was made in a context that has a flaw. It may stand in none of the IR. Formats are judged once, so that
/// asking again costs nothing.
pub fn has_flawed_format(context: &Context) -> bool {
    extern "C" fn is_good(format: mlir_sys::MlirAttribute) -> bool {
        // SAFETY: the attribute is a format, and lives as long as the context.
        describe(unsafe { Attribute::from_raw(format) }).flaw().is_none()
    }
    // SAFETY: the context is alive.
    unsafe { ffi::lacunaHasBadFormat(context.to_raw(), is_good) }
}

/// The value of an attribute that is a format.
fn read(attribute: Attribute<'_>) -> Value {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is a format.
    let (map, positions, coordinates, fill) = unsafe {
        (
            AffineMap::from_raw(ffi::lacunaFormatGetMap(raw)),
            ffi::lacunaFormatGetPositionWidth(raw),
            ffi::lacunaFormatGetCoordinateWidth(raw),
            Attribute::from_option_raw(ffi::lacunaFormatGetFill(raw)),
        )
    };
    // SAFETY: the attribute is a format and has a level for each result of its map.
    let level = |index| unsafe { ffi::lacunaFormatGetLevel(raw, index) };
    Value { fill: fill.and_then(fill_of), ..value(map, level, positions, coordinates) }
}

/// The value of a level as it crosses, which stores `expr`.
pub(crate) fn level_of(level: ffi::Level, expr: DimExpr) -> Level {
    let ffi::Level { kind, stored, block, unique, ordered, full, interleaved } = level;
    // SAFETY: the words of level formats are constants of the glue, or of `layout`.
    let word = unsafe { StringRef::from_raw(kind) };
    let kind = word.as_str().ok().and_then(LevelKind::from_word).expect("both know the same level formats");
    Level { expr, kind: kind.with_sizes((stored.into(), block.into())), unique, ordered, full, interleaved }
}

/// A format without fill value that has a level for each result of a map.
pub(crate) fn value(
    map: AffineMap<'_>,
    level: impl Fn(usize) -> ffi::Level,
    positions: u32,
    coordinates: u32,
) -> Value {
    let width = |bits: u32| Width::from_bits(bits.into()).expect("the dialect verifies widths");
    let level = |(index, expr)| level_of(level(index), expr);
    Value {
        order: map.dim_count(),
        levels: expressions(map).into_iter().enumerate().map(level).collect(),
        position_width: width(positions),
        coordinate_width: width(coordinates),
        fill: None,
    }
}

/// The word of level format `number` of the dialect, if there are so many.
pub fn level_word(number: u32) -> Option<&'static str> {
    // SAFETY: any number may be asked for.
    let word = unsafe { ffi::lacunaLevelWord(number) };
    // SAFETY: the words of level formats are constants of the glue.
    (word.length > 0).then(|| unsafe { StringRef::from_raw(word) }.as_str().expect("a word of ODS"))
}

/// The results of an affine map; symbols are slots.
pub fn expressions(map: AffineMap<'_>) -> Vec<DimExpr> {
    (0..map.result_count()).map(|index| expression(map.result(index).expect("the result exists"))).collect()
}

/// An affine expression, as formats are printed: what is taken away comes after what it is taken from.
fn expression(affine: AffineExpr<'_>) -> DimExpr {
    if affine.is_dim() {
        return DimExpr::Dim(affine.dim_position());
    }
    if affine.is_constant() {
        return DimExpr::Constant(affine.constant_value());
    }
    if affine.is_symbol() {
        return DimExpr::Slot;
    }
    let (left, right) = (expression(affine.lhs()), expression(affine.rhs()));
    if affine.is_add() {
        return sum(left, right);
    }
    // The dialect verifies that expressions are affine.
    let DimExpr::Constant(number) = right else { unreachable!("{affine} is not affine") };
    if affine.is_mul() {
        left.times(number)
    } else if affine.is_floor_div() {
        left.floor_div(number)
    } else if affine.is_ceil_div() {
        left.ceil_div(number)
    } else {
        left.modulo(number)
    }
}

/// A sum of two expressions. MLIR keeps `j - i` as `i * -1 + j`.
fn sum(left: DimExpr, right: DimExpr) -> DimExpr {
    let negated = |expr: &DimExpr| match expr {
        DimExpr::Mul(operand, factor) if *factor < 0 => match factor.checked_neg()? {
            1 => Some((**operand).clone()),
            opposite => Some((**operand).clone().times(opposite)),
        },
        _ => None,
    };
    let (left, right) =
        if negated(&left).is_some() && negated(&right).is_none() { (right, left) } else { (left, right) };
    match (&right, negated(&right)) {
        (_, Some(positive)) => left.minus(positive),
        (DimExpr::Constant(number), _) if *number < 0 && *number != i64::MIN => left.minus(DimExpr::Constant(-number)),
        _ => left.plus(right),
    }
}

/// The affine expression of a value.
fn affine(context: MlirContext, expr: &DimExpr) -> MlirAffineExpr {
    let of = |expr: &DimExpr| affine(context, expr);
    // SAFETY: the context is alive, and all expressions are of it.
    unsafe {
        let number = |number: i64| mlirAffineConstantExprGet(context, number);
        match expr {
            DimExpr::Dim(dimension) => mlirAffineDimExprGet(context, *dimension as isize),
            DimExpr::Constant(constant) => number(*constant),
            DimExpr::Slot => mlirAffineSymbolExprGet(context, 0),
            DimExpr::Add(left, right) => mlirAffineAddExprGet(of(left), of(right)),
            DimExpr::Sub(left, right) => mlirAffineAddExprGet(of(left), mlirAffineMulExprGet(of(right), number(-1))),
            DimExpr::Mul(operand, factor) => mlirAffineMulExprGet(of(operand), number(*factor)),
            DimExpr::FloorDiv(operand, divisor) => mlirAffineFloorDivExprGet(of(operand), number(*divisor)),
            DimExpr::CeilDiv(operand, divisor) => mlirAffineCeilDivExprGet(of(operand), number(*divisor)),
            DimExpr::Mod(operand, divisor) => mlirAffineModExprGet(of(operand), number(*divisor)),
        }
    }
}

/// A level; `None` where its sizes exceed those of the attribute.
pub(crate) fn raw_level(level: &Level) -> Option<ffi::Level> {
    let kind = StringRef::new(level.kind.word()).to_raw();
    let (stored, block) = level.kind.sizes().unwrap_or_default();
    let (stored, block) = (u32::try_from(stored).ok()?, u32::try_from(block).ok()?);
    let Level { unique, ordered, full, interleaved, .. } = *level;
    Some(ffi::Level { kind, stored, block, unique, ordered, full, interleaved })
}

/// The types of fill values, as the header counts them; integers have a width besides.
const FILL_TYPES: [FillType; 4] = [FillType::F64, FillType::F32, FillType::F16, FillType::BF16];
const INTEGER: u32 = 5;
const INDEX: u32 = 6;

fn raw_fill(fill: Option<Fill>) -> ffi::Fill {
    let Some(fill) = fill else { return ffi::Fill { bits: 0, r#type: 0, width: 0 } };
    let r#type = match fill.element() {
        FillType::Int(_) => INTEGER,
        FillType::Index => INDEX,
        real => FILL_TYPES.iter().position(|known| *known == real).map_or(0, |place| place as u32 + 1),
    };
    ffi::Fill { bits: fill.bits(), r#type, width: fill.element().bits() }
}

/// A number as a fill value; `None` where it cannot be one.
pub fn fill_of(number: Attribute<'_>) -> Option<Fill> {
    // SAFETY: the attribute is alive.
    let fill = unsafe { ffi::lacunaFillOf(number.to_raw()) };
    let r#type = match fill.r#type {
        0 => return None,
        INTEGER => FillType::Int(fill.width),
        INDEX => FillType::Index,
        real => FILL_TYPES[real as usize - 1],
    };
    Some(Fill::new(fill.bits, r#type))
}

/// The formats in an attribute and in the types that it holds, in the order in which they stand there.
pub fn formats_in(attribute: Attribute<'_>) -> Vec<Format<'_>> {
    extern "C" fn visit(formats: *mut c_void, format: mlir_sys::MlirAttribute) {
        // SAFETY: `formats` is the vector below, which nothing else refers to during the visit.
        unsafe { (*formats.cast::<Vec<mlir_sys::MlirAttribute>>()).push(format) }
    }
    let mut formats: Vec<mlir_sys::MlirAttribute> = Vec::new();
    // SAFETY: the attribute is alive, and the vector outlives the call.
    unsafe { ffi::lacunaVisitFormats(attribute.to_raw(), visit, (&raw mut formats).cast()) };
    // SAFETY: what an attribute holds lives as long as the context.
    formats.into_iter().filter_map(|format| Format::from_attribute(unsafe { Attribute::from_raw(format) })).collect()
}

/// Why values of a type cannot be stored; `None` where they can.
pub fn element_refusal(element: Type<'_>) -> Option<String> {
    // SAFETY: the type is alive; the words are a constant of the glue.
    let (is_element, elements) =
        unsafe { (ffi::lacunaTypeIsElement(element.to_raw()), CStr::from_ptr(ffi::lacunaElements())) };
    (!is_element).then(|| format!("a stored tensor holds {}, found {element}", elements.to_string_lossy()))
}
