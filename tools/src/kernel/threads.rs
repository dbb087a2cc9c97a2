//! The threads of a kernel.
//!
//! Code that is called here finds functions of ours ([`symbols`]), which keep a list of the threads that it started. So a kernel
//! that stops leaves no thread behind: what they work on is freed only when all are done.

use lacuna_dialects::engine::Symbol;
use std::{
    cell::{Cell, RefCell},
    ffi::{c_int, c_void},
    ptr,
};

thread_local! {
    /// The threads that code on this thread has started and not waited for.
    static RUNNING: RefCell<Vec<libc::pthread_t>> = const { RefCell::new(Vec::new()) };
    /// Whether code on this thread may start none.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Has code that `call` runs on this thread find that no thread can be made, as where the system has no more; for tests.
pub fn without<T>(call: impl FnOnce() -> T) -> T {
    let before = REFUSED.replace(true);
    let result = call();
    REFUSED.set(before);
    result
}

/// Waits until all threads are done that the code on this thread has started; gives how many it had not waited for.
pub fn wait_for_all() -> usize {
    let running = RUNNING.take();
    for thread in &running {
        // SAFETY: it was started, and nobody has waited for it.
        unsafe { libc::pthread_join(*thread, ptr::null_mut()) };
    }
    running.len()
}

/// The functions by which code starts threads and waits for them.
pub fn symbols() -> [Symbol; 2] {
    [
        Symbol { name: c"pthread_create", address: create as *const c_void },
        Symbol { name: c"pthread_join", address: join as *const c_void },
    ]
}

/// # Safety
/// As `pthread_create`.
unsafe extern "C" fn create(
    thread: *mut libc::pthread_t,
    attributes: *const libc::pthread_attr_t,
    run: extern "C" fn(*mut c_void) -> *mut c_void,
    context: *mut c_void,
) -> c_int {
    if REFUSED.get() {
        return libc::EAGAIN;
    }
    // SAFETY: the caller's.
    let status = unsafe { libc::pthread_create(thread, attributes, run, context) };
    if status == 0 {
        // SAFETY: it stands there now.
        RUNNING.with_borrow_mut(|running| running.push(unsafe { *thread }));
    }
    status
}

/// # Safety
/// As `pthread_join`.
unsafe extern "C" fn join(thread: libc::pthread_t, result: *mut *mut c_void) -> c_int {
    RUNNING.with_borrow_mut(|running| running.retain(|other| *other != thread));
    // SAFETY: the caller's.
    unsafe { libc::pthread_join(thread, result) }
}
