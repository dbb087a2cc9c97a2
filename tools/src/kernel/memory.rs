//! The memory of a kernel: what it allocated and holds, and what it was given where that is guarded.
//!
//! Code that is called here finds allocation functions of ours ([`symbols`]), which keep a list of what they gave out. So
//! a kernel that stops leaves nothing behind, and one that frees what it does not hold is found before harm is done. Kernels
//! hold a handful of arrays at a time: the list costs nothing that could be measured.
//!
//! Left out: memory that a kernel allocates on another thread than that which calls it. It comes from the C library.

use super::{
    checks::{Edge, Failing, MemoryChecks},
    guarded::{Guarded, Place},
};
use lacuna_dialects::engine::{Access, ExplainFault, Symbol};
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    ffi::c_void,
    fmt,
    io::Write,
    ptr,
};

/// How many buffers that were freed are kept, so that accesses to them are found.
const MOST_FREED: usize = 1000;
/// The least alignment that memory from `malloc` has.
pub(crate) const MALLOC_ALIGNMENT: usize = 16;

/// The memory of one kernel.
#[derive(Debug)]
pub struct Memory {
    state: RefCell<State>,
}

#[derive(Debug, Default)]
struct State {
    checks: MemoryChecks,
    /// How many allocations of some bytes the call at hand asked for.
    asked: u64,
    /// What is to fail in the call at hand.
    failing: Option<u64>,
    /// What the kernel allocated and did not free.
    held: Vec<Block>,
    /// The bytes of these, and the most that they were together in the call at hand.
    bytes: usize,
    most_bytes: usize,
    /// What it freed last, where buffers are guarded.
    freed: VecDeque<Block>,
    /// What it was given, where that is guarded.
    given: Vec<(String, Guarded)>,
    misuses: Vec<Misuse>,
}

/// What a kernel allocated.
#[derive(Debug)]
struct Block {
    data: *mut c_void,
    size: usize,
    /// Which allocation of its call it is, from 1.
    number: u64,
    guarded: Option<Guarded>,
}

/// A use of memory that is a fault of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misuse {
    /// An array is freed again.
    FreedTwice(String),
    /// What is freed was not allocated by the kernel.
    FreedOther(String),
    /// An array is still there when the kernel is done.
    Leaked(String),
    /// Something was written beside an array.
    Overrun(String, Place),
    /// An array is handed over that the kernel does not hold, or that is handed over already.
    HandedOver(usize),
    /// A dense result is elsewhere than asked for.
    Elsewhere,
    /// The kernel goes on without memory, or ends with this message.
    Unchecked(u64, Option<String>),
    /// So many threads still run when the kernel is done.
    Running(usize),
    /// An access that faulted.
    Fault(String),
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FreedTwice(what) => write!(f, "it frees {what} twice"),
            Self::FreedOther(what) => write!(f, "it frees {what}, which it did not allocate"),
            Self::Leaked(what) => write!(f, "it does not free {what}"),
            Self::Overrun(what, place) => write!(f, "it wrote {place} {what}"),
            Self::HandedOver(array) => {
                write!(f, "array {array} of its results is not memory that it allocated for that array alone")
            }
            Self::Elsewhere => write!(f, "its dense result is not where it was asked for"),
            Self::Unchecked(number, None) => write!(f, "it goes on where allocation {number} finds no memory"),
            Self::Unchecked(number, Some(message)) => {
                write!(f, "where allocation {number} finds no memory it stops with '{message}'")
            }
            Self::Running(count) => write!(f, "it does not wait for {count} of its threads"),
            Self::Fault(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Before(bytes) => write!(f, "{bytes} bytes before the begin of"),
            Self::Inside(byte) => write!(f, "byte {byte} of"),
            Self::Past(bytes) => write!(f, "{bytes} bytes past the end of"),
        }
    }
}

impl Block {
    /// What it is called.
    fn name(&self) -> String {
        format!("allocation {} of {} bytes", self.number, self.size)
    }

    /// What was written beside it, if something was.
    fn overrun(&self) -> Option<Misuse> {
        let place = self.guarded.as_ref()?.broken_edge()?;
        Some(Misuse::Overrun(self.name(), place))
    }

    /// Gives it back.
    fn free(self) {
        if self.guarded.is_none() {
            // SAFETY: it came from the C library, and the list that held it is rid of it.
            unsafe { libc::free(self.data) }
        }
    }
}

impl Memory {
    /// The memory of a kernel that is not called yet.
    pub fn new(checks: MemoryChecks) -> Self {
        Self { state: RefCell::new(State { checks, ..State::default() }) }
    }

    /// How many allocations the last call asked for.
    pub fn asked(&self) -> u64 {
        self.state.borrow().asked
    }

    /// Lets an allocation of the next calls find no memory, or none.
    pub fn fail(&self, allocation: Option<u64>) {
        let mut state = self.state.borrow_mut();
        let always = match state.checks.failing {
            Some(Failing::Nth(number)) => Some(number),
            Some(Failing::Each) | None => None,
        };
        state.failing = allocation.or(always);
    }

    /// Where the kernel finds an array that it is given: a copy, where it is guarded. It may write to it if it is
    /// `writable`; `None` where there is no memory for the copy.
    ///
    /// # Safety
    /// `data` must be `length` elements of `width` bytes, and outlive the memory.
    pub unsafe fn give(
        &self,
        name: impl FnOnce() -> String,
        (data, length, width): (*const c_void, usize, usize),
        writable: bool,
    ) -> Option<*const c_void> {
        let mut state = self.state.borrow_mut();
        let Some(edge) = state.checks.guard else { return Some(data) };
        // SAFETY: the caller's.
        let copy = unsafe { Guarded::copy(data, length * width, width.min(align_of::<u64>()), edge)? };
        if !writable {
            copy.lock();
        }
        let data = copy.data().cast_const();
        state.given.push((name(), copy));
        Some(data)
    }

    /// Runs a call with this memory. The next of what it allocates is number 1.
    pub fn lend<T>(&self, call: impl FnOnce(Option<&dyn ExplainFault>) -> T) -> T {
        struct Restore(*const Memory);
        impl Drop for Restore {
            fn drop(&mut self) {
                LENT.set(self.0);
            }
        }
        let is_guarded = {
            let mut state = self.state.borrow_mut();
            state.asked = 0;
            state.most_bytes = state.bytes;
            state.checks.guard.is_some()
        };
        let _restore = Restore(LENT.replace(self));
        call(is_guarded.then_some(self as &dyn ExplainFault))
    }

    /// The most bytes that the last call held at a time.
    pub fn most_bytes(&self) -> usize {
        self.state.borrow().most_bytes
    }

    /// Frees what a kernel holds that came back before its end.
    pub fn free_all(&self) {
        let mut state = self.state.borrow_mut();
        while let Some(last) = state.held.len().checked_sub(1) {
            let block = state.let_go(last);
            state.retire(block);
        }
    }

    /// Frees an array that the kernel handed over, unless it was given it.
    pub fn free(&self, data: *const c_void) {
        let mut state = self.state.borrow_mut();
        if let Some(place) = state.held.iter().position(|block| block.data.cast_const() == data) {
            let block = state.let_go(place);
            state.retire(block);
        }
    }

    /// What a call did that it must not, if anything, when it is over. The results are what it handed over: the rest of
    /// what it holds is freed.
    pub fn settle(&self, results: &[*const c_void], is_given: impl Fn(*const c_void) -> bool) -> Option<Misuse> {
        let mut state = self.state.borrow_mut();
        for (array, result) in results.iter().enumerate() {
            let is_held = state.held.iter().any(|block| block.data.cast_const() == *result);
            if !result.is_null() && !is_given(*result) && (!is_held || results[..array].contains(result)) {
                state.misuses.push(Misuse::HandedOver(array));
            }
        }
        let is_checked = state.checks.guard.is_some();
        let mut kept = 0;
        while let Some(block) = state.held.get(kept) {
            if results.contains(&block.data.cast_const()) {
                kept += 1;
                continue;
            }
            if is_checked {
                let leaked = Misuse::Leaked(block.name());
                state.misuses.push(leaked);
            }
            let block = state.let_go(kept);
            state.retire(block);
        }
        let overrun: Vec<_> = state.held.iter().filter_map(Block::overrun).collect();
        state.misuses.extend(overrun);
        let overrun = |(name, guarded): &(String, Guarded)| Some(Misuse::Overrun(name.clone(), guarded.broken_edge()?));
        let overrun: Vec<_> = state.given.iter().filter_map(overrun).collect();
        state.misuses.extend(overrun);
        std::mem::take(&mut state.misuses).into_iter().next()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.free_all();
    }
}

impl State {
    /// Memory for a kernel; null where there is none.
    fn allocate(&mut self, size: usize, alignment: usize) -> *mut c_void {
        // No bytes can always be had.
        if size > 0 {
            self.asked += 1;
            if self.failing == Some(self.asked) {
                return ptr::null_mut();
            }
        }
        let guarded = match self.checks.guard {
            None => None,
            Some(edge) => {
                // What `malloc` gives is as aligned as what fits into it needs.
                let natural = 1usize << size.trailing_zeros().min(MALLOC_ALIGNMENT.trailing_zeros());
                let alignment = if alignment > MALLOC_ALIGNMENT || edge == Edge::Start { alignment } else { natural };
                match Guarded::new(size, alignment, edge) {
                    None => return ptr::null_mut(),
                    guarded => guarded,
                }
            }
        };
        let data = match &guarded {
            Some(guarded) => guarded.data(),
            // SAFETY: plain memory; sizes that there are not make it null.
            None if alignment <= MALLOC_ALIGNMENT => unsafe { libc::malloc(size) },
            // SAFETY: as above.
            None => unsafe { libc::aligned_alloc(alignment, size) },
        };
        if !data.is_null() {
            self.held.push(Block { data, size, number: self.asked, guarded });
            self.bytes += size;
            self.most_bytes = self.most_bytes.max(self.bytes);
        }
        data
    }

    /// Frees what a kernel wants to be freed, if it holds it.
    fn free(&mut self, data: *mut c_void) {
        if data.is_null() {
            return;
        }
        // What was allocated last is freed first, as a rule.
        if let Some(place) = self.held.iter().rposition(|block| block.data == data) {
            let block = self.let_go(place);
            self.retire(block);
            return;
        }
        let is_here = |guarded: &Guarded| guarded.data() == data;
        let misuse = if let Some(block) = self.freed.iter().find(|block| block.data == data) {
            Misuse::FreedTwice(block.name())
        } else if let Some((name, _)) = self.given.iter().find(|(_, guarded)| is_here(guarded)) {
            Misuse::FreedOther(name.clone())
        } else {
            Misuse::FreedOther("memory".to_owned())
        };
        self.misuses.push(misuse);
    }

    /// Takes a block out of those that are held.
    fn let_go(&mut self, place: usize) -> Block {
        let block = self.held.swap_remove(place);
        self.bytes -= block.size;
        block
    }

    /// Gives a block back, or has it remembered as one that must not be accessed any more.
    fn retire(&mut self, block: Block) {
        let Some(guarded) = &block.guarded else { return block.free() };
        self.misuses.extend(block.overrun());
        guarded.close();
        self.freed.push_back(block);
        if self.freed.len() > MOST_FREED {
            self.freed.pop_front();
        }
    }
}

impl ExplainFault for Memory {
    fn explain(&self, address: usize, access: Access, text: &mut dyn Write) -> std::io::Result<()> {
        let verb = match access {
            Access::Read => "reads",
            Access::Write => "writes",
            Access::Unknown => "accesses",
        };
        // Where the functions below are at work, the fault is not one of the kernel.
        let Ok(state) = self.state.try_borrow() else { return Ok(()) };
        let place = |guarded: &Option<Guarded>| guarded.as_ref().and_then(|guarded| guarded.place(address));
        for (name, guarded) in &state.given {
            if let Some(place) = guarded.place(address) {
                return write!(text, "it {verb} {place} {name}, which has {} bytes", guarded.len());
            }
        }
        for block in &state.held {
            if let Some(place) = place(&block.guarded) {
                return write!(text, "it {verb} {place} allocation {} of {} bytes", block.number, block.size);
            }
        }
        for block in &state.freed {
            if let Some(place) = place(&block.guarded) {
                let Block { number, size, .. } = block;
                return write!(text, "it {verb} {place} allocation {number} of {size} bytes, which was freed");
            }
        }
        write!(text, "it {verb} address {address:#x}, where it has no memory")
    }
}

thread_local! {
    /// The memory of the kernel that is called on this thread; null where none is.
    static LENT: Cell<*const Memory> = const { Cell::new(ptr::null()) };
}

/// The state of the kernel that is called on this thread.
fn lent<T>(with: impl FnOnce(Option<&mut State>) -> T) -> T {
    // SAFETY: who lends it, keeps it until the call is over.
    match unsafe { LENT.get().as_ref() } {
        Some(memory) => with(Some(&mut memory.state.borrow_mut())),
        None => with(None),
    }
}

/// The functions by which code allocates memory.
pub fn symbols() -> [Symbol; 4] {
    [
        Symbol { name: c"malloc", address: allocate as *const c_void },
        Symbol { name: c"calloc", address: allocate_zeros as *const c_void },
        Symbol { name: c"aligned_alloc", address: allocate_aligned as *const c_void },
        Symbol { name: c"free", address: release as *const c_void },
    ]
}

extern "C" fn allocate(size: usize) -> *mut c_void {
    lent(|state| match state {
        Some(state) => state.allocate(size, MALLOC_ALIGNMENT),
        // SAFETY: plain memory.
        None => unsafe { libc::malloc(size) },
    })
}

/// LLVM makes it of `malloc` and zeros.
extern "C" fn allocate_zeros(count: usize, size: usize) -> *mut c_void {
    let Some(size) = count.checked_mul(size) else { return ptr::null_mut() };
    let data = allocate(size);
    if !data.is_null() {
        // SAFETY: it has so many bytes.
        unsafe { ptr::write_bytes(data.cast::<u8>(), 0, size) };
    }
    data
}

extern "C" fn allocate_aligned(alignment: usize, size: usize) -> *mut c_void {
    lent(|state| match state {
        Some(state) => state.allocate(size, alignment),
        // SAFETY: plain memory.
        None => unsafe { libc::aligned_alloc(alignment, size) },
    })
}

extern "C" fn release(data: *mut c_void) {
    lent(|state| match state {
        Some(state) => state.free(data),
        // SAFETY: outside of calls memory comes from the C library.
        None => unsafe { libc::free(data) },
    });
}
