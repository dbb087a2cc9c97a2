//! What C++ asks: the table of answers (`../glue/Answers.h`). What they say stands in `layout`, and in the rows of directives.

use crate::{
    ffi::{Answers, Level, Say, Stored, lacunaSetAnswers},
    format::{Format, level_of, raw_level, value},
};
use lacuna_index::directives;
use lacuna_layout::{
    DimExpr, LevelKind,
    list::{is_collected, list_fault},
    policy::Keeping,
    strategy,
};
use melior::{
    StringRef,
    ir::{AffineMap, Attribute},
};
use mlir_sys::{MlirAffineMap, MlirAttribute, MlirStringRef};
use std::ffi::c_void;

static ANSWERS: Answers = Answers {
    level_fault: say_level_fault,
    usual_level,
    level_text: say_level,
    misfit: say_misfit,
    stored,
    list_fault: say_list_fault,
    is_collected: is_workspace,
    growth_fault: say_growth_fault,
    keeping_fault: say_keeping_fault,
    directive_fault: say_directive_fault,
};

/// Lets our dialects ask.
pub(crate) fn answer() {
    // SAFETY: the table lives as long as the process.
    unsafe { lacunaSetAnswers(&raw const ANSWERS) };
}

/// Says a text, if there is one.
fn tell(text: Option<String>, say: Say, data: *mut c_void) {
    if let Some(text) = text {
        // SAFETY: the text outlives the call, which takes what `data` is for.
        unsafe { say(data, StringRef::new(&text).to_raw()) };
    }
}

/// Reads a word; empty where it is no text.
fn read<R>(word: MlirStringRef, ask: impl FnOnce(&str) -> R) -> R {
    // SAFETY: words are alive while C++ asks.
    let word = unsafe { StringRef::from_raw(word) };
    ask(word.as_str().unwrap_or_default())
}

/// The format of an attribute that is one.
fn format<'c>(attribute: MlirAttribute) -> Format<'c> {
    // SAFETY: the attribute is alive while C++ asks.
    Format::from_attribute(unsafe { Attribute::from_raw(attribute) }).expect("C++ asks of formats")
}

extern "C" fn say_level_fault(
    word: MlirStringRef,
    is_sized: bool,
    stored: i64,
    block: i64,
    say: Say,
    data: *mut c_void,
) {
    let sizes = is_sized.then_some((stored, block));
    tell(read(word, |word| LevelKind::fault(word, sizes)), say, data);
}

extern "C" fn usual_level(word: MlirStringRef) -> Level {
    let kind = read(word, LevelKind::from_word).expect("both know the same level formats");
    let usual = lacuna_layout::Level::new(DimExpr::Slot, kind);
    raw_level(&usual).expect("sizes of none are small")
}

extern "C" fn say_level(level: *const Level, say: Say, data: *mut c_void) {
    // SAFETY: the level is alive while C++ asks.
    let level = level_of(unsafe { level.read() }, DimExpr::Slot);
    tell(Some(level.storage().to_string()), say, data);
}

extern "C" fn say_misfit(
    map: MlirAffineMap,
    levels: *const Level,
    positions: u32,
    coordinates: u32,
    say: Say,
    data: *mut c_void,
) {
    // SAFETY: the map is alive, and there is a level for each of its results.
    let (map, level) = unsafe { (AffineMap::from_raw(map), |index| levels.add(index).read()) };
    let misfit = value(map, level, positions, coordinates).misfit();
    tell(misfit.map(|misfit| misfit.to_string()), say, data);
}

extern "C" fn stored(attribute: MlirAttribute, number: usize) -> Stored {
    let format = format(attribute);
    let level = format.level(number);
    Stored {
        positions: level.keeps_positions(),
        coordinates: level.keeps_coordinates(),
        list: level.format().is_list(),
        single: level.keeps_one(),
        given: format.value.computes_with(number) as u32,
    }
}

extern "C" fn say_list_fault(attribute: MlirAttribute, what: MlirStringRef, say: Say, data: *mut c_void) {
    tell(read(what, |what| list_fault(&format(attribute).value, what)), say, data);
}

extern "C" fn is_workspace(attribute: MlirAttribute) -> bool {
    is_collected(&format(attribute).value)
}

extern "C" fn say_growth_fault(word: MlirStringRef, capacity: bool, gaps: bool, say: Say, data: *mut c_void) {
    tell(read(word, |word| strategy::fault(word, capacity, gaps)), say, data);
}

extern "C" fn say_keeping_fault(text: MlirStringRef, say: Say, data: *mut c_void) {
    tell(read(text, |text| text.parse::<Keeping>().err()), say, data);
}

extern "C" fn say_directive_fault(word: MlirStringRef, value: i64, say: Say, data: *mut c_void) {
    tell(read(word, |word| directives::fault(word, value)), say, data);
}
