//! `#sparse_tensor.encoding` as `#stensor.format`.

use lacuna_dialects::{
    format::{Format, element_refusal, expressions, fill_of},
    ir::{element_type, encoding, with_encoding},
};
use lacuna_layout::{DimExpr, Format as Value, Level, LevelKind, Width};
use melior::{
    Context,
    ir::{
        AffineMap, Attribute, AttributeLike, Type, TypeLike,
        attribute::{FloatAttribute, IntegerAttribute},
        r#type::FunctionType,
    },
};

/// The bits of upstream's level formats, and ours.
const KINDS: [(u64, LevelKind); 6] = [
    (0x1_0000, LevelKind::Dense),
    (0x2_0000, LevelKind::Batch),
    (0x4_0000, LevelKind::Compressed),
    (0x8_0000, LevelKind::Singleton),
    (0x10_0000, LevelKind::LooseCompressed),
    (0x20_0000, LevelKind::Structured { n: 0, m: 0 }),
];

/// The bits of upstream's level properties.
const NON_UNIQUE: u64 = 1;
const NON_ORDERED: u64 = 2;
const SOA: u64 = 4;

/// What is said of slices that something else gives.
pub const SLICE: &str = "a slice of a stored tensor is made by tensor.extract_slice";

/// The type with formats in the place of upstream's encodings; why there are none otherwise.
pub fn import_type<'c>(context: &'c Context, r#type: Type<'c>) -> Result<Type<'c>, String> {
    // Asked first: a conversion that fails prints the type.
    if r#type.is_function()
        && let Ok(function) = FunctionType::try_from(r#type)
    {
        let inputs: Vec<_> = (0..function.input_count()).filter_map(|index| function.input(index).ok()).collect();
        let outputs: Vec<_> = (0..function.result_count()).filter_map(|index| function.result(index).ok()).collect();
        let all = |types: Vec<Type<'c>>| -> Result<Vec<_>, String> {
            types.into_iter().map(|r#type| import_type(context, r#type)).collect()
        };
        let (inputs, outputs) = (all(inputs)?, all(outputs)?);
        return Ok(FunctionType::new(context, &inputs, &outputs).into());
    }
    match encoding(r#type) {
        Some(encoding) if is_foreign(encoding) => match element_type(r#type).and_then(element_refusal) {
            Some(why) => Err(why),
            None => Ok(with_encoding(r#type, format(context, encoding)?)),
        },
        _ => Ok(r#type),
    }
}

/// The value that one of upstream's encodings gives to all entries, if it names one.
pub fn explicit_value(encoding: Attribute<'_>) -> Option<Attribute<'_>> {
    if !is_foreign(encoding) {
        return None;
    }
    // SAFETY: the attribute is an encoding.
    unsafe { Attribute::from_option_raw(mlir_sys::mlirSparseTensorEncodingAttrGetExplicitVal(encoding.to_raw())) }
}

/// The value that one of upstream's encodings gives to points that are not stored, if it names one.
pub fn implicit_value(encoding: Attribute<'_>) -> Option<Attribute<'_>> {
    if !is_foreign(encoding) {
        return None;
    }
    // SAFETY: the attribute is an encoding.
    unsafe { Attribute::from_option_raw(mlir_sys::mlirSparseTensorEncodingAttrGetImplicitVal(encoding.to_raw())) }
}

fn is_foreign(encoding: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { mlir_sys::mlirAttributeIsASparseTensorEncodingAttr(encoding.to_raw()) }
}

/// The format that an encoding stands for.
fn format<'c>(context: &'c Context, encoding: Attribute<'c>) -> Result<Attribute<'c>, String> {
    let raw = encoding.to_raw();
    // SAFETY: the attribute is an encoding.
    let (map, positions, coordinates, implicit) = unsafe {
        (
            AffineMap::from_raw(mlir_sys::mlirSparseTensorEncodingAttrGetDimToLvl(raw)),
            mlir_sys::mlirSparseTensorEncodingAttrGetPosWidth(raw),
            mlir_sys::mlirSparseTensorEncodingAttrGetCrdWidth(raw),
            Attribute::from_option_raw(mlir_sys::mlirSparseTensorEncodingAttrGetImplicitVal(raw)),
        )
    };
    // SAFETY: the map is alive.
    if unsafe { mlir_sys::mlirAffineMapGetNumSymbols(map.to_raw()) } > 0 {
        return Err("levels that count entries are written otherwise: as slots, '_', of #stensor.format".to_owned());
    }
    let levels = expressions(map)
        .into_iter()
        .enumerate()
        .map(|(index, expr)| {
            // SAFETY: the encoding has a level for each result of its map.
            let level = unsafe { mlir_sys::mlirSparseTensorEncodingAttrGetLvlType(raw, index as isize) };
            level_of(expr, level)
        })
        .collect::<Result<Vec<_>, String>>()?;
    let width = |width: i32| match width {
        0 => Ok(Width::W64),
        width => Width::from_bits(width as u64).ok_or_else(|| format!("no index has {width} bits")),
    };
    let fill = match implicit.filter(|value| !is_zero(*value)) {
        None => None,
        Some(value) => {
            Some(fill_of(value).ok_or_else(|| format!("points that are not stored cannot be {value}: a number is"))?)
        }
    };
    let value = Value {
        order: map.dim_count(),
        levels,
        position_width: width(positions)?,
        coordinate_width: width(coordinates)?,
        fill,
    };
    let format = Format::new(context, &value).ok_or_else(|| format!("there is no #stensor.format<{value}>"))?;
    Ok(format.attribute())
}

/// The level that stores `expr` as a level type of upstream says.
fn level_of(expr: DimExpr, level: u64) -> Result<Level, String> {
    let known = KINDS.into_iter().find(|(bit, _)| level & bit != 0);
    let (_, mut kind) = known.ok_or_else(|| format!("level type {level:#x} is not known here"))?;
    if let LevelKind::Structured { n, m } = &mut kind {
        // SAFETY: the functions compute with the bits of a level type.
        (*n, *m) = unsafe {
            (
                mlir_sys::mlirSparseTensorEncodingAttrGetStructuredN(level).into(),
                mlir_sys::mlirSparseTensorEncodingAttrGetStructuredM(level).into(),
            )
        };
    }
    let plain = Level::new(expr, kind);
    Ok(Level {
        unique: level & NON_UNIQUE == 0,
        ordered: level & NON_ORDERED == 0 && plain.ordered,
        interleaved: kind == LevelKind::Singleton && level & SOA == 0,
        ..plain
    })
}

fn is_zero(value: Attribute<'_>) -> bool {
    FloatAttribute::try_from(value).is_ok_and(|value| value.value() == 0.0)
        || IntegerAttribute::try_from(value).is_ok_and(|value| value.value() == 0)
}
