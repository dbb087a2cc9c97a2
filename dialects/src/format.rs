//! `#stensor.format`, as Rust reads it.

use crate::ffi;
use melior::ir::{AffineMap, Attribute, AttributeLike, Type, TypeLike};
use std::{
    ffi::{CStr, c_void},
    fmt,
};

/// The word of a level format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum LevelKind {
    Dense,
    Compressed,
    Singleton,
    Range,
    Offset,
    Hashed,
    LooseCompressed,
    Structured,
    Batch,
}

impl LevelKind {
    /// All of them, in the order of the enum in ODS.
    pub const ALL: [Self; 9] = [
        Self::Dense,
        Self::Compressed,
        Self::Singleton,
        Self::Range,
        Self::Offset,
        Self::Hashed,
        Self::LooseCompressed,
        Self::Structured,
        Self::Batch,
    ];

    /// The word as it is written in a format.
    pub fn word(self) -> &'static str {
        match self {
            Self::Dense => "dense",
            Self::Compressed => "compressed",
            Self::Singleton => "singleton",
            Self::Range => "range",
            Self::Offset => "offset",
            Self::Hashed => "hashed",
            Self::LooseCompressed => "loose_compressed",
            Self::Structured => "structured",
            Self::Batch => "batch",
        }
    }
}

impl fmt::Display for LevelKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

/// One level of a format: its word and how it is configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// The level format.
    pub kind: LevelKind,
    /// `n` of `structured[n, m]`, otherwise 0.
    pub stored: u32,
    /// `m` of `structured[n, m]`, otherwise 0.
    pub block: u32,
    /// No coordinate occurs twice among siblings.
    pub unique: bool,
    /// Siblings stand in increasing order.
    pub ordered: bool,
    /// Every coordinate is stored.
    pub full: bool,
    /// Coordinates share one array with the level above.
    pub interleaved: bool,
}

/// The arrays that a level may store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// Where the children of each node start.
    Positions,
    /// The coordinate of each node.
    Coordinates,
}

impl Level {
    /// The arrays that the level stores, in the order of `stensor.pack`.
    pub fn arrays(self) -> &'static [Array] {
        match self.kind {
            LevelKind::Compressed | LevelKind::LooseCompressed => &[Array::Positions, Array::Coordinates],
            LevelKind::Structured | LevelKind::Hashed => &[Array::Coordinates],
            LevelKind::Singleton if !self.interleaved => &[Array::Coordinates],
            _ => &[],
        }
    }
}

/// The format of a sparse tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format<'c> {
    attribute: Attribute<'c>,
}

impl<'c> Format<'c> {
    /// The attribute, if it is a `#stensor.format`.
    pub fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
        // SAFETY: the attribute is alive.
        unsafe { ffi::lacunaAttributeIsFormat(attribute.to_raw()) }.then_some(Self { attribute })
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

    /// Whether a type is a tensor whose encoding says how it is stored, but in the words of upstream's dialect.
    pub fn is_foreign(r#type: Type<'c>) -> bool {
        crate::ir::encoding(r#type).is_some_and(|encoding| {
            // SAFETY: the attribute is alive.
            unsafe { mlir_sys::mlirAttributeIsASparseTensorEncodingAttr(encoding.to_raw()) }
        })
    }

    /// The format that this text spells, in the context of this one; it must be one.
    pub fn parse(self, text: &str) -> Self {
        // SAFETY: the attribute and its context are alive; the text is copied.
        let parsed = unsafe {
            let context = mlir_sys::mlirAttributeGetContext(self.attribute.to_raw());
            Attribute::from_option_raw(mlir_sys::mlirAttributeParseGet(context, melior::StringRef::new(text).to_raw()))
        };
        parsed.and_then(Self::from_attribute).unwrap_or_else(|| panic!("not a format: {text}"))
    }

    /// The attribute itself.
    pub fn attribute(self) -> Attribute<'c> {
        self.attribute
    }

    /// From dimensions to levels: one result a level.
    pub fn map(self) -> AffineMap<'c> {
        // SAFETY: the attribute is a format.
        unsafe { AffineMap::from_raw(ffi::lacunaFormatGetMap(self.attribute.to_raw())) }
    }

    /// The number of levels.
    pub fn level_count(self) -> usize {
        self.map().result_count()
    }

    /// The levels, outermost first.
    pub fn levels(self) -> Vec<Level> {
        (0..self.level_count()).map(|index| self.level(index)).collect()
    }

    /// Level `index`, which must exist.
    pub fn level(self, index: usize) -> Level {
        assert!(index < self.level_count(), "level {index} of {} levels", self.level_count());
        // SAFETY: the attribute is a format and the level exists.
        let raw = unsafe { ffi::lacunaFormatGetLevel(self.attribute.to_raw(), index) };
        Level {
            kind: LevelKind::ALL[raw.kind as usize],
            stored: raw.stored,
            block: raw.block,
            unique: raw.unique,
            ordered: raw.ordered,
            full: raw.full,
            interleaved: raw.interleaved,
        }
    }

    /// The arrays of all levels in the order of `stensor.pack`, each with its level. The values come after them.
    pub fn arrays(self) -> Vec<(usize, Array)> {
        let levels = self.levels().into_iter().enumerate();
        levels.flat_map(|(index, level)| level.arrays().iter().map(move |array| (index, *array))).collect()
    }

    /// The value of the points that are not stored, a number; `None` for zero.
    pub fn fill(self) -> Option<Attribute<'c>> {
        // SAFETY: the attribute is a format.
        unsafe { Attribute::from_option_raw(ffi::lacunaFormatGetFill(self.attribute.to_raw())) }
    }

    /// Width of stored positions, in bits.
    pub fn position_width(self) -> u32 {
        // SAFETY: the attribute is a format.
        unsafe { ffi::lacunaFormatGetPositionWidth(self.attribute.to_raw()) }
    }

    /// Width of stored coordinates, in bits.
    pub fn coordinate_width(self) -> u32 {
        // SAFETY: the attribute is a format.
        unsafe { ffi::lacunaFormatGetCoordinateWidth(self.attribute.to_raw()) }
    }
}

impl fmt::Display for Format<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attribute.fmt(formatter)
    }
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
    formats.into_iter().map(|format| Format { attribute: unsafe { Attribute::from_raw(format) } }).collect()
}

/// Why values of a type cannot be stored; `None` where they can.
pub fn element_refusal(element: Type<'_>) -> Option<String> {
    // SAFETY: the type is alive; the words are a constant of the glue.
    let (is_element, elements) =
        unsafe { (ffi::lacunaTypeIsElement(element.to_raw()), CStr::from_ptr(ffi::lacunaElements())) };
    (!is_element).then(|| format!("a stored tensor holds {}, found {element}", elements.to_string_lossy()))
}
