//! The C functions of the glue (`../glue/Glue.h`), which documents them.

use mlir_sys::{
    MlirAffineMap, MlirAttribute, MlirContext, MlirDialectRegistry, MlirExecutionEngine, MlirLocation, MlirModule,
    MlirOperation, MlirStringRef, MlirType,
};
use std::ffi::{c_char, c_int, c_void};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Level {
    pub kind: MlirStringRef,
    pub stored: u32,
    pub block: u32,
    pub unique: bool,
    pub ordered: bool,
    pub full: bool,
    pub interleaved: bool,
}

/// A number; `type` counts as the enumeration in the header.
#[repr(C)]
pub struct Fill {
    pub bits: u64,
    pub r#type: u32,
    pub width: u32,
}

#[repr(C)]
pub struct OptionEntry {
    pub name: *const c_char,
    pub help: *const c_char,
    pub initial: *const c_char,
}

#[repr(C)]
pub struct Pass {
    pub argument: *const c_char,
    pub description: *const c_char,
    /// Null for any operation.
    pub anchor: *const c_char,
    pub options: *const OptionEntry,
    pub option_count: usize,
    pub run: extern "C" fn(MlirOperation, *const *const c_char) -> bool,
}

#[repr(C)]
pub struct Pipeline {
    pub argument: *const c_char,
    pub description: *const c_char,
    pub options: *const OptionEntry,
    pub option_count: usize,
    pub expand: extern "C" fn(*const *const c_char) -> *const c_char,
}

#[repr(C)]
pub struct Symbol {
    pub name: *const c_char,
    pub address: *mut c_void,
}

/// Takes a text.
pub type Say = unsafe extern "C" fn(*mut c_void, MlirStringRef);

/// What is stored of a level.
#[repr(C)]
pub struct Stored {
    pub positions: bool,
    pub coordinates: bool,
    pub list: bool,
    pub single: bool,
    pub given: u32,
}

/// What C++ asks (`../glue/Answers.h`, which documents them).
#[repr(C)]
pub struct Answers {
    pub level_fault: extern "C" fn(MlirStringRef, bool, i64, i64, Say, *mut c_void),
    pub usual_level: extern "C" fn(MlirStringRef) -> Level,
    pub level_text: extern "C" fn(*const Level, Say, *mut c_void),
    pub misfit: extern "C" fn(MlirAffineMap, *const Level, u32, u32, Say, *mut c_void),
    pub stored: extern "C" fn(MlirAttribute, usize) -> Stored,
    pub list_fault: extern "C" fn(MlirAttribute, MlirStringRef, Say, *mut c_void),
    pub is_collected: extern "C" fn(MlirAttribute) -> bool,
    pub growth_fault: extern "C" fn(MlirStringRef, bool, bool, Say, *mut c_void),
    pub keeping_fault: extern "C" fn(MlirStringRef, Say, *mut c_void),
    pub directive_fault: extern "C" fn(MlirStringRef, i64, Say, *mut c_void),
}

/// A function that says what a fault is.
pub type Explain = unsafe extern "C" fn(*const c_void, *const c_void, u32, *mut c_char, usize) -> usize;

unsafe extern "C" {
    pub fn lacunaInsertDialects(registry: *mut c_void);
    pub fn lacunaRegisterAllDialects(registry: MlirDialectRegistry);
    pub fn lacunaEmit(
        location: MlirLocation,
        severity: c_int,
        message: MlirStringRef,
        note_count: usize,
        note_locations: *const MlirLocation,
        notes: *const MlirStringRef,
    );
    pub fn lacunaSetAnswers(answers: *const Answers);
    pub fn lacunaLevelWord(number: u32) -> MlirStringRef;
    pub fn lacunaAttributeIsFormat(attribute: MlirAttribute) -> bool;
    pub fn lacunaFormatGetMap(format: MlirAttribute) -> MlirAffineMap;
    pub fn lacunaFormatGetPositionWidth(format: MlirAttribute) -> u32;
    pub fn lacunaFormatGetFill(format: MlirAttribute) -> MlirAttribute;
    pub fn lacunaFormatGetCoordinateWidth(format: MlirAttribute) -> u32;
    pub fn lacunaFillOf(number: MlirAttribute) -> Fill;
    pub fn lacunaFormatGet(
        map: MlirAffineMap,
        levels: *const Level,
        position_width: u32,
        coordinate_width: u32,
        fill: Fill,
    ) -> MlirAttribute;
    pub fn lacunaFormatGetDescription(format: MlirAttribute) -> *const c_void;
    pub fn lacunaFormatSetDescription(format: MlirAttribute, description: *const c_void);
    pub fn lacunaHasBadFormat(context: MlirContext, is_good: extern "C" fn(MlirAttribute) -> bool) -> bool;
    pub fn lacunaVisitFormats(
        attribute: MlirAttribute,
        visit: extern "C" fn(*mut c_void, MlirAttribute),
        data: *mut c_void,
    );
    pub fn lacunaTypeIsElement(r#type: MlirType) -> bool;
    pub fn lacunaElements() -> *const c_char;
    pub fn lacunaFormatGetLevel(format: MlirAttribute, level: usize) -> Level;
    pub fn lacunaCombinerGet(context: MlirContext, word: MlirStringRef) -> MlirAttribute;
    pub fn lacunaCombinerGetWord(attribute: MlirAttribute) -> MlirStringRef;
    pub fn lacunaHowGet(
        context: MlirContext,
        count: usize,
        words: *const MlirStringRef,
        values: *const i64,
    ) -> MlirAttribute;
    pub fn lacunaHowGetDirective(attribute: MlirAttribute, word: MlirStringRef, value: *mut i64) -> bool;
    pub fn lacunaTypeIsSparseSlice(r#type: MlirType) -> bool;
    pub fn lacunaTypeGetSparseSlice(r#type: MlirType, dimension: u64, numbers: *mut i64);
    pub fn lacunaCursorTypeGet(context: MlirContext, runs: bool) -> MlirType;
    pub fn lacunaCursorTypeIsRuns(r#type: MlirType) -> bool;
    pub fn lacunaTypeIsCursor(r#type: MlirType) -> bool;
    pub fn lacunaAssemblyTypeGet(tensor: MlirType) -> MlirType;
    pub fn lacunaAssemblyTypeGetTensor(r#type: MlirType) -> MlirType;
    pub fn lacunaGeneralize(operation: MlirOperation) -> MlirOperation;
    pub fn lacunaRegisterPass(pass: *const Pass);
    pub fn lacunaRegisterPipeline(pipeline: *const Pipeline);
    pub fn lacunaEngineCreate(
        module: MlirModule,
        optimization_level: u32,
        codegen_level: u32,
        symbols: *const Symbol,
        symbol_count: usize,
        nanoseconds: *mut u64,
        fail: extern "C" fn(*mut c_void, MlirStringRef),
        data: *mut c_void,
    ) -> MlirExecutionEngine;
    pub fn lacunaEngineCall(
        code: unsafe extern "C" fn(*mut *mut c_void),
        arguments: *mut *mut c_void,
        explain: Option<Explain>,
        explain_data: *const c_void,
        stop: extern "C" fn(*mut c_void, MlirStringRef),
        data: *mut c_void,
    ) -> u32;
    pub fn lacunaEmitObject(
        module: MlirModule,
        optimization_level: u32,
        codegen_level: u32,
        from: MlirStringRef,
        to: MlirStringRef,
        take: extern "C" fn(*mut c_void, MlirStringRef),
        fail: extern "C" fn(*mut c_void, MlirStringRef),
        data: *mut c_void,
    ) -> bool;
    pub fn lacunaLoopGetParallelAccesses(annotation: MlirAttribute) -> MlirAttribute;
    pub fn lacunaLoopRestrictVectorization(
        context: MlirContext,
        annotation: MlirAttribute,
        disable: bool,
    ) -> MlirAttribute;
    pub fn lacunaGathersAreFast() -> bool;
    pub fn lacunaProcessorName(text: *mut c_char, most: usize) -> usize;
    pub fn lacunaOptMain(argc: c_int, argv: *const *const c_char) -> c_int;
    pub fn lacunaLspMain(argc: c_int, argv: *const *const c_char) -> c_int;
}
