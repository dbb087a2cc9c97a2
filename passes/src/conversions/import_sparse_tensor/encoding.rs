//! `#sparse_tensor.encoding` as `#stensor.format`.

use lacuna_dialects::{
    format::element_refusal,
    ir::{element_type, encoding, with_encoding},
};
use melior::{
    Context,
    ir::{
        AffineMap, Attribute, AttributeLike, Type,
        attribute::{FloatAttribute, IntegerAttribute},
        r#type::FunctionType,
    },
};

/// The bits of upstream's level formats, and our words.
const WORDS: [(u64, &str); 6] = [
    (0x1_0000, "dense"),
    (0x2_0000, "batch"),
    (0x4_0000, "compressed"),
    (0x8_0000, "singleton"),
    (0x10_0000, "loose_compressed"),
    (0x20_0000, "structured"),
];

/// The bits of upstream's level properties.
const NON_UNIQUE: u64 = 1;
const NON_ORDERED: u64 = 2;
const SOA: u64 = 4;

/// The type with formats in the place of upstream's encodings; why there are none otherwise.
pub fn import_type<'c>(context: &'c Context, r#type: Type<'c>) -> Result<Type<'c>, String> {
    if let Ok(function) = FunctionType::try_from(r#type) {
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

fn is_foreign(encoding: Attribute<'_>) -> bool {
    // SAFETY: the attribute is alive.
    unsafe { mlir_sys::mlirAttributeIsASparseTensorEncodingAttr(encoding.to_raw()) }
}

/// The format that an encoding stands for.
fn format<'c>(context: &'c Context, encoding: Attribute<'c>) -> Result<Attribute<'c>, String> {
    let raw = encoding.to_raw();
    if encoding.to_string().contains("#sparse_tensor<slice") {
        return Err("slices of a stored tensor are not compiled yet".to_owned());
    }
    // SAFETY: the attribute is an encoding.
    let (map, positions, coordinates, explicit, implicit) = unsafe {
        (
            AffineMap::from_raw(mlir_sys::mlirSparseTensorEncodingAttrGetDimToLvl(raw)),
            mlir_sys::mlirSparseTensorEncodingAttrGetPosWidth(raw),
            mlir_sys::mlirSparseTensorEncodingAttrGetCrdWidth(raw),
            Attribute::from_option_raw(mlir_sys::mlirSparseTensorEncodingAttrGetExplicitVal(raw)),
            Attribute::from_option_raw(mlir_sys::mlirSparseTensorEncodingAttrGetImplicitVal(raw)),
        )
    };
    if let Some(explicit) = explicit {
        return Err(format!("values that are not stored, explicitVal = {explicit}, are not compiled yet: store them"));
    }
    // SAFETY: the map is alive.
    if unsafe { mlir_sys::mlirAffineMapGetNumSymbols(map.to_raw()) } > 0 {
        return Err("levels that count entries are written otherwise: as slots, '_', of #stensor.format".to_owned());
    }
    let dimensions: Vec<_> = (0..map.dim_count()).map(|dimension| format!("d{dimension}")).collect();
    let levels = (0..map.result_count())
        .map(|index| {
            let expression = map.result(index).expect("the result exists");
            // SAFETY: the encoding has a level for each result of its map.
            let level = unsafe { mlir_sys::mlirSparseTensorEncodingAttrGetLvlType(raw, index as isize) };
            Ok(format!("{expression} : {}", level_text(level)?))
        })
        .collect::<Result<Vec<_>, String>>()?;
    let width = |width: i32| if width == 0 { 64 } else { width };
    let fill = implicit.filter(|value| !is_zero(*value)).map_or_else(String::new, |value| format!(", fill = {value}"));
    let text = format!(
        "#stensor.format<({}) -> ({}), positions = {}, coordinates = {}{fill}>",
        dimensions.join(", "),
        levels.join(", "),
        width(positions),
        width(coordinates)
    );
    Attribute::parse(context, &text).ok_or_else(|| format!("there is no {text}"))
}

fn level_text(level: u64) -> Result<String, String> {
    let (_, word) = WORDS
        .iter()
        .find(|(bit, _)| level & bit != 0)
        .ok_or_else(|| format!("level type {level:#x} is not known here"))?;
    let sizes = if *word == "structured" {
        // SAFETY: the functions compute with the bits of a level type.
        let (stored, block) = unsafe {
            (
                mlir_sys::mlirSparseTensorEncodingAttrGetStructuredN(level),
                mlir_sys::mlirSparseTensorEncodingAttrGetStructuredM(level),
            )
        };
        format!("[{stored}, {block}]")
    } else {
        String::new()
    };
    let properties: Vec<_> = [
        (level & NON_UNIQUE != 0, "nonunique"),
        (level & NON_ORDERED != 0, "unordered"),
        (*word == "singleton" && level & SOA == 0, "interleaved"),
    ]
    .into_iter()
    .filter_map(|(holds, property)| holds.then_some(property))
    .collect();
    let properties = if properties.is_empty() { String::new() } else { format!("({})", properties.join(", ")) };
    Ok(format!("{word}{sizes}{properties}"))
}

fn is_zero(value: Attribute<'_>) -> bool {
    FloatAttribute::try_from(value).is_ok_and(|value| value.value() == 0.0)
        || IntegerAttribute::try_from(value).is_ok_and(|value| value.value() == 0)
}
