//! Subscripts: variables of loops that are open, of new loops, and derived ones.

use super::{Draw, MOST_LOOPS, Scope, loops};
use crate::nests::tree::{Class, Extent, Role, Sizes, Subscript, Tensor, TensorId, VarId};
use rand::{Rng, seq::IndexedRandom};

/// What is known of a variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub var: VarId,
    /// Its least and largest value; there is none if the largest is less.
    pub low: i64,
    pub high: i64,
    /// The loops whose rounds its value tells apart.
    pub cover: Vec<VarId>,
    pub is_loop: bool,
}

/// A variable that was opened, and how.
#[derive(Clone, Debug)]
pub struct Opened {
    pub variable: Variable,
    pub definition: Definition,
}

#[derive(Clone, Debug)]
pub enum Definition {
    Loop { extent: Extent, lanes: Option<u64> },
    Derive { value: Subscript, below: Option<Extent> },
}

/// A subscript, and the loops whose rounds it tells apart.
type Drawn = (Subscript, Vec<VarId>);

/// What a subscript is for.
#[derive(Clone, Copy, PartialEq)]
enum Purpose {
    Read,
    Write,
    /// Each point of a stored result is made in one place.
    Store,
}

impl Variable {
    fn has_values(&self) -> bool {
        self.low <= self.high
    }

    fn takes_all(&self, size: i64) -> bool {
        (self.low, self.high) == (0, size - 1)
    }
}

impl Draw<'_> {
    /// The variable of a fold.
    pub fn fold_variable(&mut self, class: Class) -> (Extent, Variable) {
        let extent = self.extent(class);
        let var = self.fresh();
        let high = self.nest.extent(extent) as i64 - 1;
        (extent, Variable { var, low: 0, high, cover: vec![var], is_loop: true })
    }

    /// That of a class, most often.
    fn extent(&mut self, class: Class) -> Extent {
        let size = self.nest.size(class);
        if self.random.random_bool(0.15) {
            Extent::Number(self.random.random_range(1..=size + 1))
        } else {
            Extent::Of(class)
        }
    }

    /// A new loop.
    pub fn new_loop(&mut self, class: Class, new: &mut Vec<Opened>) -> Variable {
        let extent = self.extent(class);
        self.loop_to(extent, new)
    }

    fn loop_to(&mut self, extent: Extent, new: &mut Vec<Opened>) -> Variable {
        let var = self.fresh();
        let high = self.nest.extent(extent) as i64 - 1;
        let variable = Variable { var, low: 0, high, cover: vec![var], is_loop: true };
        let lanes = self.random.random_bool(0.015).then(|| self.pick(&[2, 4, 8]));
        new.push(Opened { variable: variable.clone(), definition: Definition::Loop { extent, lanes } });
        variable
    }

    /// A variable of all values below the size of a class, or of some of them.
    fn derive(&mut self, value: Subscript, class: Class, cover: Vec<VarId>, new: &mut Vec<Opened>) -> Variable {
        let high = self.nest.size(class) as i64 - 1;
        let variable = Variable { var: self.fresh(), low: 0, high, cover, is_loop: false };
        let definition = Definition::Derive { value, below: Some(Extent::Of(class)) };
        new.push(Opened { variable: variable.clone(), definition });
        variable
    }

    /// A variable that is another one that was just opened, moved, below the size of a class.
    pub fn shifted(&mut self, class: Class, of: &Variable, new: &mut Vec<Opened>) -> Variable {
        let shift = self.pick(&[-1, 0, 1, 2]);
        self.derive(Subscript::var(of.var).plus(shift), class, of.cover.clone(), new)
    }

    /// A variable for a dimension that new loops define: by blocks, by a sum with an open one, or moved.
    fn derived(&mut self, class: Class, scope: &[Variable], new: &mut Vec<Opened>) -> Variable {
        let size = self.nest.size(class);
        match self.random.random_range(0..3) {
            0 => {
                let block = self.pick(&[2u64, 2, 3, 4]);
                let extents = [Extent::Number(size.div_ceil(block)), Extent::Number(block)];
                let is_swapped = self.random.random_bool(0.3);
                let outer = self.loop_to(extents[usize::from(is_swapped)], new).var;
                let inner = self.loop_to(extents[usize::from(!is_swapped)], new).var;
                let (number, inside) = if is_swapped { (inner, outer) } else { (outer, inner) };
                let value = Subscript { terms: vec![(block as i64, number), (1, inside)], constant: 0 };
                self.derive(value, class, vec![number, inside], new)
            }
            1 if !scope.is_empty() => {
                let other = scope.choose(self.random).expect("it is not empty").var;
                let inner = self.class();
                let inner = self.new_loop(inner, new);
                let factor = self.pick(&[1, 1, -1]);
                let value = Subscript {
                    terms: vec![(factor, other), (1, inner.var)],
                    constant: self.random.random_range(-2..=1),
                };
                self.derive(value, class, Vec::new(), new)
            }
            _ => {
                let inner = self.class();
                let inner = self.new_loop(inner, new);
                self.shifted(class, &inner, new)
            }
        }
    }

    pub fn target_subscripts(
        &mut self,
        target: TensorId,
        scope: &Scope,
        new: &mut Vec<Opened>,
    ) -> Option<(Vec<Subscript>, Vec<VarId>)> {
        let is_stored = self.nest.tensor(target).is_stored();
        let purpose = if is_stored { Purpose::Store } else { Purpose::Write };
        let (mut subscripts, mut cover) = (Vec::new(), Vec::new());
        for class in self.nest.tensor(target).dimensions.clone() {
            // Each dimension of a stored result has loops of its own.
            let is_free = |variable: &&Variable| !is_stored || variable.cover.iter().all(|var| !cover.contains(var));
            let usable: Scope = scope.iter().filter(is_free).cloned().collect();
            let (subscript, own) = self.subscript(target, class, &usable, new, purpose)?;
            if is_stored && (own.is_empty() || own.iter().any(|var| cover.contains(var))) {
                return None;
            }
            subscripts.push(subscript);
            cover.extend(own);
        }
        Some((subscripts, cover))
    }

    /// Subscripts of variables that are open.
    pub fn read_subscripts(&mut self, tensor: TensorId, scope: &Scope) -> Option<Vec<Subscript>> {
        let classes = self.nest.tensor(tensor).dimensions.clone();
        classes
            .into_iter()
            .map(|class| {
                self.subscript(tensor, class, scope, &mut Vec::new(), Purpose::Read).map(|(subscript, _)| subscript)
            })
            .collect()
    }

    fn subscript(
        &mut self,
        tensor: TensorId,
        class: Class,
        scope: &[Variable],
        new: &mut Vec<Opened>,
        purpose: Purpose,
    ) -> Option<Drawn> {
        let size = self.nest.size(class) as i64;
        let all: Scope = [scope.to_vec(), new.iter().map(|opened| opened.variable.clone()).collect()].concat();
        let kind = self.random.random_range(0..100);
        if purpose != Purpose::Store && size > 0 {
            let found = match kind {
                0..7 => Some((Subscript::number(self.random.random_range(0..size)), Vec::new())),
                7..19 => self.moved(tensor, &all, size),
                19..24 => self.sum(&all, size),
                24..28 => self.multiple(&all, size),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        let fit: Vec<_> = all.iter().filter(|variable| variable.takes_all(size)).collect();
        let is_full = purpose == Purpose::Read || loops(&all).len() >= MOST_LOOPS;
        if let Some(variable) = fit.choose(self.random)
            && (is_full || self.random.random_bool(0.65))
        {
            if self.random.random_bool(0.05) {
                return Some((
                    Subscript { terms: vec![(-1, variable.var)], constant: size - 1 },
                    variable.cover.clone(),
                ));
            }
            return Some((Subscript::var(variable.var), variable.cover.clone()));
        }
        if is_full {
            return (purpose != Purpose::Store && size > 0).then(|| (Subscript::number(0), Vec::new()));
        }
        let variable = if size > 0 && self.random.random_bool(0.15) {
            self.derived(class, &all, new)
        } else {
            let extent = self.part_of(tensor, class);
            self.loop_to(extent, new)
        };
        Some((Subscript::var(variable.var), variable.cover))
    }

    /// How far a new loop over a dimension of a tensor goes: not always to the end.
    fn part_of(&mut self, tensor: TensorId, class: Class) -> Extent {
        let size = self.nest.size(class);
        if size > 1 && !self.takes_all_of(tensor) && self.random.random_bool(0.1) {
            Extent::Number(self.random.random_range(1..size))
        } else {
            Extent::Of(class)
        }
    }

    /// Whether a loop over a dimension of a tensor takes all of it, unless the nest says that an operand has windows.
    fn takes_all_of(&self, tensor: TensorId) -> bool {
        let Tensor { role, format, .. } = self.nest.tensor(tensor);
        let is_taken = match role {
            Role::Operand => format.is_some(),
            Role::Result => true,
            Role::Local { .. } | Role::Unused => false,
        };
        self.nest.sizes != Sizes::Static && is_taken
    }

    /// A variable that fits, with a number added.
    fn moved(&mut self, tensor: TensorId, all: &[Variable], size: i64) -> Option<Drawn> {
        let fits = |variable: &&Variable| variable.has_values() && variable.high - variable.low < size;
        let variable = all.iter().filter(fits).collect::<Vec<_>>().choose(self.random).copied()?.clone();
        let shift = self.random.random_range(-variable.low..size - variable.high);
        if shift == 0 && !variable.takes_all(size) && self.takes_all_of(tensor) {
            if self.nest.tensor(tensor).role != Role::Operand {
                return None;
            }
            self.nest.tensors[tensor.0].has_windows = true;
        }
        Some((Subscript::var(variable.var).plus(shift), variable.cover))
    }

    /// A sum of two variables that fits.
    fn sum(&mut self, all: &[Variable], size: i64) -> Option<Drawn> {
        let pairs: Vec<_> = all.iter().flat_map(|left| all.iter().map(move |right| (left, right))).collect();
        let fits = |(left, right): &&(&Variable, &Variable)| {
            left.var != right.var
                && left.has_values()
                && right.has_values()
                && left.low + right.low >= 0
                && left.high + right.high < size
        };
        let (left, right) = **pairs.iter().filter(fits).collect::<Vec<_>>().choose(self.random)?;
        Some((Subscript::var(left.var).plus_var(1, right.var), Vec::new()))
    }

    /// Twice a variable that fits.
    fn multiple(&mut self, all: &[Variable], size: i64) -> Option<Drawn> {
        let fits = |variable: &&Variable| variable.has_values() && variable.low >= 0 && 2 * variable.high < size;
        let variable = all.iter().filter(fits).collect::<Vec<_>>().choose(self.random).copied()?.clone();
        Some((Subscript { terms: vec![(2, variable.var)], constant: 0 }, variable.cover))
    }
}
