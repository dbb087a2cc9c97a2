//! The end of the memory: one error and exit status 2, wherever an allocation fails.
//!
//! Large needs are compared with the memory that is available before anything is allocated, with messages of their own.
//! This is what catches the others, on every thread, also in code that cannot return an error: Rust would abort. A program
//! asks for it:
//!
//! ```no_run
//! use lacuna_tools::out_of_memory::EndingAllocator;
//!
//! #[global_allocator]
//! static ALLOCATOR: EndingAllocator = EndingAllocator;
//! ```
//!
//! Left out: memory that native code asks for, which kernels check, and processes that the system ends.

use crate::{exit_status::REFUSED, kernel::memory::MALLOC_ALIGNMENT};
use lacuna_passes::to_llvm::NO_MEMORY;
use lacuna_runtime::memory;
use std::{
    alloc::{GlobalAlloc, Layout},
    cell::Cell,
    fmt::{self, Write as _},
    fs::File,
    io::Write as _,
    mem::ManuallyDrop,
    os::fd::FromRawFd,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// The allocator of the system, which ends the process in order where it has no more memory. What is large is asked for in huge
/// pages: half of reading a file is else page faults. What has many lines of the cache begins with one.
pub struct EndingAllocator;

// SAFETY: all memory is that of `malloc`, which `free` takes back and `realloc` moves, whatever it is aligned to.
unsafe impl GlobalAlloc for EndingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let wanted = if layout.size() < MANY_LINES { layout.align() } else { layout.align().max(LINE) };
        given(allocate(layout.size(), wanted), layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.align() <= MALLOC_ALIGNMENT {
            // Fresh pages are zero: they are not touched. SAFETY: it takes any size.
            return given(unsafe { libc::calloc(1, layout.size()) }.cast(), layout.size());
        }
        let pointer = given(allocate(layout.size(), layout.align()), layout.size());
        // SAFETY: there are so many bytes.
        unsafe { pointer.write_bytes(0, layout.size()) };
        pointer
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.align() <= MALLOC_ALIGNMENT {
            // SAFETY: the caller's: it was given out here, and is not used any more.
            return given(unsafe { libc::realloc(pointer.cast(), size) }.cast(), size);
        }
        let moved = given(allocate(size, layout.align()), size);
        // SAFETY: both have as many bytes as are copied, and what is moved is not used any more.
        unsafe {
            pointer.copy_to_nonoverlapping(moved, layout.size().min(size));
            libc::free(pointer.cast());
        }
        moved
    }

    unsafe fn dealloc(&self, pointer: *mut u8, _: Layout) {
        // SAFETY: the caller's: it was given out here.
        unsafe { libc::free(pointer.cast()) }
    }
}

/// A line of the cache: a vector of a dense operand lies in one, not in two, if the operand begins with one.
const LINE: usize = 64;

/// What has so many bytes begins with a line.
const MANY_LINES: usize = 64 * LINE;

/// Memory of so many bytes, aligned to a power of two of them; null where there is none.
fn allocate(bytes: usize, alignment: usize) -> *mut u8 {
    if alignment <= MALLOC_ALIGNMENT {
        // SAFETY: it takes any size.
        return unsafe { libc::malloc(bytes) }.cast();
    }
    let mut pointer = std::ptr::null_mut();
    // SAFETY: the alignment is a power of two, as that of a layout is, and a multiple of the size of a pointer.
    let failed = unsafe { libc::posix_memalign(&raw mut pointer, alignment, bytes) } != 0;
    if failed { std::ptr::null_mut() } else { pointer.cast() }
}

fn given(pointer: *mut u8, bytes: usize) -> *mut u8 {
    if pointer.is_null() {
        end(bytes);
    }
    if bytes >= LARGE {
        want_huge_pages(pointer, bytes);
    }
    pointer
}

/// From so many bytes on, memory has pages of its own, of which some huge pages can be made.
const LARGE: usize = 4 << 20;

#[cfg(target_os = "linux")]
fn want_huge_pages(pointer: *mut u8, bytes: usize) {
    const PAGE: usize = 4096;
    let before = pointer.align_offset(PAGE);
    // SAFETY: the range lies in what was just allocated, and the advice changes nothing of what is there. It may be refused, and
    // does not matter then.
    unsafe { libc::madvise(pointer.add(before).cast(), bytes - before, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn want_huge_pages(_pointer: *mut u8, _bytes: usize) {}

/// What the line of the error begins with.
const ERROR: &str = "error: ";

/// Whether errors are also printed as JSON.
static IS_JSON: AtomicBool = AtomicBool::new(false);
/// What is done before the process ends.
static LAST: OnceLock<fn()> = OnceLock::new();
/// Whether a thread ends the process already.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Whether this is the thread that ends the process.
    static ENDS: Cell<bool> = const { Cell::new(false) };
}

/// Has errors printed as JSON, too.
pub fn report_as_json() {
    IS_JSON.store(true, Ordering::Relaxed);
}

/// Has `last` called when the memory is at its end: it removes what must not stay behind. It may allocate little.
pub fn before_the_end(last: fn()) {
    let _ = LAST.set(last);
}

/// Whether a process with this exit status and last line of standard error ended for want of memory.
pub fn was_the_end(status: Option<i32>, last_line: &str) -> bool {
    status == Some(REFUSED.into()) && last_line.starts_with(ERROR) && last_line.contains(NO_MEMORY)
}

#[cold]
fn end(bytes: usize) -> ! {
    if IS_ENDING.swap(true, Ordering::SeqCst) {
        if ENDS.get() {
            // It failed again on the way to the end.
            exit();
        }
        // Another thread says it, and must not be cut off.
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    ENDS.set(true);
    let mut message = Message { bytes: [0; 400], length: 0 };
    memory::with_activity(|activity| {
        let separator = if activity.is_empty() { "" } else { ": " };
        let _ = write!(message, "{activity}{separator}{NO_MEMORY}: {bytes} bytes were asked for");
    });
    let text = message.text();
    if IS_JSON.load(Ordering::Relaxed) {
        print(1, &["{\n  \"error\": \"", text, "\"\n}\n"]);
    }
    print(2, &[ERROR, text, "\n"]);
    if let Some(last) = LAST.get() {
        last();
    }
    exit()
}

/// Text of limited length, without an allocation.
struct Message {
    bytes: [u8; 400],
    length: usize,
}

impl Message {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or(NO_MEMORY)
    }
}

impl fmt::Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            // JSON would want these escaped.
            let letter = if letter.is_control() || matches!(letter, '"' | '\\') { '?' } else { letter };
            let Some(room) = self.bytes.get_mut(self.length..self.length + letter.len_utf8()) else { return Ok(()) };
            self.length += letter.encode_utf8(room).len();
        }
        Ok(())
    }
}

/// Writes to an open file of the process by its number.
fn print(number: i32, texts: &[&str]) {
    // SAFETY: the numbers are those of standard output and standard error, which stay open: the file is not dropped.
    let mut file = ManuallyDrop::new(unsafe { File::from_raw_fd(number) });
    for text in texts {
        let _ = file.write_all(text.as_bytes());
    }
}

fn exit() -> ! {
    unsafe extern "C" {
        fn _exit(status: i32) -> !;
    }
    // SAFETY: it ends the process at once. Other threads run on till then, so nothing may be torn down under them.
    unsafe { _exit(REFUSED.into()) }
}
