//! Buffers between memory that cannot be accessed.
//!
//! A buffer touches that memory at one of its edges, so a kernel that reads or writes one byte further faults. At the other
//! edge alignment and whole pages leave room, which holds a pattern: what was written there is found when it is looked
//! for. New buffers hold the pattern, too, so that what a kernel reads before it writes shows in its results.

use super::checks::Edge;
use lacuna_runtime::value::Values;
use std::{ffi::c_void, ptr};

/// The bytes on each side that cannot be accessed. They only take addresses.
const GUARD: usize = 1 << 20;
/// What memory is filled with that nobody wrote to: as numbers of any type, these bytes are large.
const PATTERN: u8 = 0x7F;
/// The most bytes that are filled: larger buffers are made where hardly any of them will be touched.
const MOST_FILLED: usize = 1 << 26;

/// A buffer in a mapping of its own.
#[derive(Debug)]
pub struct Guarded {
    mapping: *mut u8,
    mapped: usize,
    data: *mut u8,
    length: usize,
}

/// Where an address is, seen from a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// So many bytes before the first one.
    Before(usize),
    /// This byte.
    Inside(usize),
    /// So many bytes after the last one.
    Past(usize),
}

/// Fills an array with what memory holds that nobody wrote to.
pub fn fill_with_pattern(values: &mut Values) {
    let bytes = values.len() * values.dtype().size_in_bytes();
    // SAFETY: the array has so many bytes, and all of them may be any number of its type.
    unsafe { ptr::write_bytes(values.as_mut_ptr().cast::<u8>(), PATTERN, bytes) };
}

impl Guarded {
    /// A buffer of so many bytes, aligned to a power of two of them; `None` where there is no memory.
    pub fn new(length: usize, alignment: usize, edge: Edge) -> Option<Self> {
        let page = page_size();
        let room = length.checked_next_multiple_of(page)?;
        let around = GUARD.checked_add(alignment.max(page))?;
        let mapped = room.checked_add(around.checked_mul(2)?)?;
        // SAFETY: a new mapping, wherever there is room.
        let mapping = unsafe {
            libc::mmap(
                ptr::null_mut(),
                mapped,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if mapping == libc::MAP_FAILED {
            return None;
        }
        let mapping = mapping.cast::<u8>();
        let skipped = (mapping.addr() + GUARD).next_multiple_of(alignment.max(page)) - mapping.addr();
        let slack = match edge {
            Edge::Start => 0,
            // What is aligned more than to pages is aligned to pages at its end only.
            Edge::End if alignment <= page => (room - length) / alignment * alignment,
            Edge::End => 0,
        };
        // SAFETY: `skipped + room` is at most `mapped`, for what is skipped is less than `around`.
        let data = unsafe { mapping.add(skipped + slack) };
        let made = Self { mapping, mapped, data, length };
        let (pages, room) = made.pages();
        // SAFETY: these pages are inside the mapping.
        if room > 0 && unsafe { libc::mprotect(pages.cast(), room, libc::PROT_READ | libc::PROT_WRITE) } != 0 {
            return None;
        }
        // SAFETY: they can be written to now.
        unsafe { ptr::write_bytes(pages, PATTERN, room.min(MOST_FILLED)) };
        Some(made)
    }

    /// A copy of an array of elements of so many bytes.
    ///
    /// # Safety
    /// `data` must be `length` bytes that can be read.
    pub unsafe fn copy(data: *const c_void, length: usize, alignment: usize, edge: Edge) -> Option<Self> {
        let made = Self::new(length, alignment, edge)?;
        // SAFETY: the caller's; the buffer is as long.
        unsafe { ptr::copy_nonoverlapping(data.cast(), made.data, length) };
        Some(made)
    }

    /// Where it begins.
    pub fn data(&self) -> *mut c_void {
        self.data.cast()
    }

    /// How many bytes it has.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Lets it be read only.
    pub fn lock(&self) {
        self.protect(libc::PROT_READ);
    }

    /// Lets it not be accessed any more.
    pub fn close(&self) {
        self.protect(libc::PROT_NONE);
    }

    /// Where an address is; none where it is not in the mapping.
    pub fn place(&self, address: usize) -> Option<Place> {
        let begin = self.mapping.addr();
        let data = self.data.addr();
        if !(begin..begin + self.mapped).contains(&address) {
            return None;
        }
        Some(match address.checked_sub(data) {
            None => Place::Before(data - address),
            Some(byte) if byte < self.length => Place::Inside(byte),
            Some(byte) => Place::Past(byte - self.length),
        })
    }

    /// What was written to beside it, where pages and alignment leave room.
    pub fn broken_edge(&self) -> Option<Place> {
        let (pages, room) = self.pages();
        let before = (self.data.addr() - pages.addr()).min(room);
        let after = room - before - self.length.min(room - before);
        // SAFETY: both parts are in pages that can be read.
        let (before, after) = unsafe {
            (std::slice::from_raw_parts(pages, before), std::slice::from_raw_parts(self.data.add(self.length), after))
        };
        // Where the pages were not filled, there is nothing to compare.
        if room > MOST_FILLED {
            return None;
        }
        if is_untouched(before) && is_untouched(after) {
            return None;
        }
        if let Some(byte) = before.iter().rposition(|byte| *byte != PATTERN) {
            return Some(Place::Before(before.len() - byte));
        }
        after.iter().position(|byte| *byte != PATTERN).map(Place::Past)
    }

    /// The pages that hold it.
    fn pages(&self) -> (*mut u8, usize) {
        let page = page_size();
        let skipped = self.data.addr() % page;
        if self.length == 0 {
            return (self.data, 0);
        }
        // SAFETY: the mapping begins at a page, before the data.
        (unsafe { self.data.sub(skipped) }, (skipped + self.length).next_multiple_of(page))
    }

    fn protect(&self, protection: i32) {
        let (pages, room) = self.pages();
        if room > 0 {
            // SAFETY: these pages are inside the mapping.
            let status = unsafe { libc::mprotect(pages.cast(), room, protection) };
            assert_eq!(status, 0, "pages that are mapped can be protected");
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping is this buffer's own.
        unsafe { libc::munmap(self.mapping.cast(), self.mapped) };
    }
}

fn page_size() -> usize {
    // SAFETY: it asks for a number.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

/// Whether all bytes hold the pattern. Blocks are compared at once, which is fast in a profile that optimizes nothing, too.
fn is_untouched(bytes: &[u8]) -> bool {
    const BLOCK: [u8; 4096] = [PATTERN; 4096];
    bytes.chunks(BLOCK.len()).all(|chunk| *chunk == BLOCK[..chunk.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_touch_the_guard_at_one_edge() {
        for length in [1, 12, 4096, 5000] {
            for alignment in [1, 4, 64, 1 << 16] {
                let start = Guarded::new(length, alignment, Edge::Start).expect("there is memory");
                assert_eq!(start.data().addr() % page_size(), 0);
                let end = Guarded::new(length, alignment, Edge::End).expect("there is memory");
                let last = end.data().addr() + length;
                assert!(alignment > 64 || last.next_multiple_of(page_size()) - last < alignment);
                for made in [start, end] {
                    assert_eq!(made.data().addr() % alignment, 0);
                    assert_eq!(made.place(made.data().addr()), Some(Place::Inside(0)));
                    assert_eq!(made.place(made.data().addr() - 1), Some(Place::Before(1)));
                    assert_eq!(made.place(made.data().addr() + length), Some(Place::Past(0)));
                    assert_eq!(made.broken_edge(), None);
                }
            }
        }
        assert!(Guarded::new(usize::MAX, 8, Edge::End).is_none());
    }

    #[test]
    fn what_is_written_beside_a_buffer_is_found() {
        let made = Guarded::new(12, 4, Edge::Start).expect("there is memory");
        // SAFETY: the page goes on after the buffer.
        unsafe { made.data().cast::<u8>().add(14).write(0) };
        assert_eq!(made.broken_edge(), Some(Place::Past(2)));
        let made = Guarded::new(12, 4, Edge::End).expect("there is memory");
        // SAFETY: the page begins before the buffer.
        unsafe { made.data().cast::<u8>().sub(3).write(0) };
        assert_eq!(made.broken_edge(), Some(Place::Before(3)));
    }
}
