//! Changing one array of a valid tensor: nothing panics, and what validation lets through is still a
//! tensor in which every promise of the format holds.

use lacuna_layout::{DimExpr, LevelKind};
use lacuna_runtime::coo::Coo;
use lacuna_runtime::storage::{IndexArray, SparseTensor};
use lacuna_runtime::value::Values;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::locate::locate;

fn array_of(indices: &[u64], like: &IndexArray) -> IndexArray {
    match like {
        IndexArray::U8(_) => IndexArray::U8(indices.iter().map(|&index| index as u8).collect()),
        IndexArray::U16(_) => IndexArray::U16(indices.iter().map(|&index| index as u16).collect()),
        IndexArray::U32(_) => IndexArray::U32(indices.iter().map(|&index| index as u32).collect()),
        IndexArray::U64(_) => IndexArray::U64(indices.to_vec()),
    }
}

/// Changed copies of an array.
fn changes(array: &IndexArray, generator: &mut ChaCha8Rng) -> Vec<Vec<u64>> {
    let all: Vec<u64> = array.iter().collect();
    let mut changed = vec![[all.clone(), vec![0]].concat()];
    if let Some(last) = all.len().checked_sub(1) {
        changed.push(all[..last].to_vec());
        changed.push([all.clone(), vec![all[last]]].concat());
        for _ in 0..4 {
            let (at, other) = (generator.random_range(0..=last), generator.random_range(0..=last));
            let mut swapped = all.clone();
            swapped.swap(at, other);
            changed.push(swapped);
            for index in [all[other], all[at].wrapping_add(1), all[at].wrapping_sub(1), 0, 100, u64::MAX, 1 << 31] {
                let mut one = all.clone();
                one[at] = index;
                changed.push(one);
            }
        }
    }
    changed.retain(|indices| *indices != all);
    changed
}

/// Validates a changed tensor; one that is still valid must be walked without duplicates.
fn is_refused(changed: &SparseTensor, original: &SparseTensor) -> bool {
    match changed.validate() {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(changed.to_coo(), Err(error));
            true
        }
        Ok(()) => {
            let walked = changed.to_coo().unwrap();
            walked.validate().unwrap();
            let mut sorted = walked.clone();
            sorted.sum_duplicates().unwrap();
            if last_is_unique(original) {
                assert_eq!(walked.len(), sorted.len(), "duplicates after a change: {changed:?}");
                for (point, value) in walked.entries() {
                    let place = locate(changed, &point);
                    let found = place.and_then(|place| changed.values.get(place));
                    assert_eq!(found, Some(value), "{point:?} is lost after a change: {changed:?}");
                }
            }
            assert!(is_in_order(changed, &walked), "not in order after a change: {changed:?}");
            false
        }
    }
}

/// Whether no two entries can be at one point.
fn last_is_unique(tensor: &SparseTensor) -> bool {
    // Levels that are not unique and have no chain below them say nothing about duplicates.
    let levels = &tensor.format.levels;
    (0..levels.len()).all(|level| {
        let continues = levels.get(level + 1).is_some_and(|below| below.kind == LevelKind::Singleton);
        levels[level].unique || continues
    })
}

/// Whether entries come in the order that ordered levels promise.
fn is_in_order(tensor: &SparseTensor, walked: &Coo) -> bool {
    let levels = &tensor.format.levels;
    let ordered = levels.iter().take_while(|level| level.ordered && level.expr != DimExpr::Slot);
    let keys: Vec<Vec<i64>> = walked
        .entries()
        .map(|(point, _)| {
            let point: Vec<i64> = point.into_iter().map(|coordinate| coordinate as i64).collect();
            ordered.clone().map(|level| level.expr.evaluate(&point).unwrap()).collect()
        })
        .collect();
    keys.is_sorted()
}

/// Changes every array in many ways.
pub fn check(stored: &SparseTensor, generator: &mut ChaCha8Rng) {
    for level in 0..stored.levels.len() {
        if let Some(array) = stored.levels[level].positions.clone() {
            for indices in changes(&array, generator) {
                let mut changed = stored.clone();
                changed.levels[level].positions = Some(array_of(&indices, &array));
                let is_shorter = indices.len() != array.len();
                assert!(is_refused(&changed, stored) || !is_shorter, "{changed:?}");
            }
            let mut without = stored.clone();
            without.levels[level].positions = None;
            assert!(is_refused(&without, stored));
        } else {
            let mut with = stored.clone();
            with.levels[level].positions = Some(IndexArray::U32(vec![0]));
            assert!(is_refused(&with, stored));
        }
        if let Some(array) = stored.levels[level].coordinates.clone() {
            for indices in changes(&array, generator) {
                let mut changed = stored.clone();
                changed.levels[level].coordinates = Some(array_of(&indices, &array));
                is_refused(&changed, stored);
            }
            let mut without = stored.clone();
            without.levels[level].coordinates = None;
            assert!(is_refused(&without, stored));
        }
    }
    for dimension in 0..stored.order() {
        for size in [0, stored.shape[dimension] + 1, 1 << 45, u64::MAX] {
            let mut resized = stored.clone();
            resized.shape[dimension] = size;
            // Most tensors are also those of a larger shape; nothing may panic.
            if resized.validate().is_ok() {
                resized.to_coo().unwrap().validate().unwrap();
            }
        }
    }
    let mut longer = stored.clone();
    let Values::I32(values) = &mut longer.values else { panic!("values are of type i32 here") };
    values.push(1);
    assert!(is_refused(&longer, stored));
}
