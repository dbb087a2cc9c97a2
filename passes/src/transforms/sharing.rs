//! Which statements that share loops get loops of their own, and why: the one place where that is decided.
//!
//! Statements stay together as they were written. They are taken apart only where they cannot share the loops around them,
//! or would have too many cases there.
//! The decision is data, so that it can be tested; [`crate::index::distribute`] carries it out, or says what it would change.

use crate::{
    analysis::iteration_graph::Refusal,
    index::{
        Nest, Stmt, TensorId,
        distribute::{Unit, are_independent, only, units},
    },
};

/// Why a statement gets loops of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Apart {
    /// It writes a stored result that grows alone, as it cannot beside what shares its loops.
    GrowsAlone(TensorId),
    /// A variable of the shared loops becomes a sum of others, of which it has no loops.
    LacksLoops,
    /// Loops over parts of a variable take the place of the one over it, and an operand cannot be walked by these.
    InParts(TensorId),
    /// The levels of the operands ask for orders of the shared loops that contradict one another.
    Orders(Refusal),
    /// There is an order, but operands cannot be walked together in the shared loops: what is in the way.
    Walks(String),
    /// They can be walked together, but operands that end in different loops give these so many cases.
    Copies(usize),
}

/// Which units of a statement share loops ([`units`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// The units of each group, by their numbers, in the order in which the groups run.
    pub groups: Vec<Vec<usize>>,
    /// Why each group but the first does not share loops with the one before it.
    pub why: Vec<Apart>,
}

impl Sharing {
    /// Whether there is something to take apart.
    pub fn is_apart(&self) -> bool {
        self.groups.len() > 1
    }
}

/// Gives each write of one of these stored results loops of its own.
pub fn grow_alone(nest: &Nest, statement: &Stmt, results: &[TensorId]) -> Sharing {
    take_out(nest, statement, |unit| match unit.inside {
        Stmt::Write(write) => {
            Some(write.target.tensor).filter(|target| results.contains(target)).map(Apart::GrowsAlone)
        }
        Stmt::Loop(_) | Stmt::Where(_) => None,
    })
}

/// Lets units that follow one another share loops as far as `can_share` allows it of them together.
pub fn share_loops(statement: &Stmt, can_share: &mut impl FnMut(&Stmt) -> Result<(), Apart>) -> Sharing {
    let mut sharing = Sharing { groups: vec![vec![0]], why: Vec::new() };
    for unit in 1..units(statement).len() {
        let Some(last) = sharing.groups.last_mut() else { break };
        last.push(unit);
        if let Err(why) = only(statement, last).map_or(Ok(()), |together| can_share(&together)) {
            last.pop();
            sharing.groups.push(vec![unit]);
            sharing.why.push(why);
        }
    }
    sharing
}

/// Gives loops of their own to the units for which `reason` has one. The other units share loops across these units, as long as
/// they are independent of them.
pub fn take_out(nest: &Nest, statement: &Stmt, reason: impl Fn(&Unit<'_>) -> Option<Apart>) -> Sharing {
    let all = units(statement);
    let mut sharing = Sharing::default();
    // The last group of units that stay, and of those that are taken out and may share loops with one another.
    let (mut stay, mut beside): (Option<usize>, Option<usize>) = (None, None);
    let mut last = None;
    for (number, unit) in all.iter().enumerate() {
        let reason = reason(unit);
        let can_join = |group: &usize| {
            let mut between = sharing.groups[group + 1..].iter().flatten();
            between.all(|other| are_independent(nest, all[*other].inside, unit.inside))
        };
        let open = match &reason {
            None => stay,
            Some(Apart::GrowsAlone(_)) => None,
            Some(_) => beside,
        };
        match open.filter(can_join) {
            Some(group) => sharing.groups[group].push(number),
            None => {
                let why = reason.clone().or(last.clone()).filter(|_| !sharing.groups.is_empty());
                sharing.why.extend(why);
                sharing.groups.push(vec![number]);
                let new = Some(sharing.groups.len() - 1);
                match &reason {
                    None => stay = new,
                    Some(Apart::GrowsAlone(_)) => {}
                    Some(_) => beside = new,
                }
            }
        }
        last = reason.or(last);
    }
    sharing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        index::{Access, Loop, ValueId, VarId, Write, subscript::Subscript, testing::nest, writes},
        transforms::schedule::schedule_nest,
    };
    use lacuna_layout::{Description, Format};

    /// `forall i { first; forall j { y[i] += A[i,j] * x[j] }; last }`: the first write is to a new result at `i`, and the last
    /// one reads that.
    fn three_statements(format: &str) -> (Nest, TensorId) {
        let mut nest = nest("y(i) += A(i,j) * x(j)", &[("i", 2), ("j", 3)]);
        let description = Description::of(Format::parse(format).expect("a format"));
        nest.tensors[0].set_format(Some(description));
        let write = writes(&nest.body)[0].1.clone();
        let at_row = |tensor| Access { tensor, subscripts: vec![Subscript::var(VarId(0))] };
        let mut result = |number| {
            let mut tensor = nest.tensor(write.target.tensor).clone();
            tensor.operand = ValueId(number);
            nest.tensors.push(tensor);
            TensorId(nest.tensors.len() - 1)
        };
        let (z, u) = (result(100), result(101));
        let place = write.location;
        let one = nest.number(place, &Subscript::constant_of(1));
        let number = nest.add(one, crate::index::Scalar::F64, place);
        let read = nest.add(crate::index::Expr::Read(at_row(z)), crate::index::Scalar::F64, place);
        let of = |tensor, value| Stmt::Write(Write { target: at_row(tensor), value, combiner: None, ..write.clone() });
        let Stmt::Loop(Loop { body, .. }) = &mut nest.body[0] else { unreachable!("a loop over i") };
        body.insert(0, of(z, number));
        body.push(of(u, read));
        (nest, write.target.tensor)
    }

    const CSR: &str = "(i, j) -> (i : dense, j : compressed)";
    const CSC: &str = "(i, j) -> (j : dense, i : compressed)";

    #[test]
    fn a_result_that_grows_alone_leaves_the_others_together() {
        let (nest, result) = three_statements(CSR);
        let sharing = grow_alone(&nest, &nest.body[0], &[result]);
        assert_eq!(sharing.groups, [vec![0, 2], vec![1]]);
        assert_eq!(sharing.why, [Apart::GrowsAlone(result)]);
    }

    #[test]
    fn what_reads_a_result_comes_after_it() {
        let (nest, result) = three_statements(CSR);
        let first = TensorId(result.0 + 1);
        let sharing = grow_alone(&nest, &nest.body[0], &[first]);
        assert_eq!(sharing.groups, [vec![0], vec![1, 2]]);
        assert_eq!(grow_alone(&nest, &nest.body[0], &[]).groups, [vec![0, 1, 2]]);
    }

    #[test]
    fn what_is_taken_out_for_other_reasons_stays_together() {
        let (nest, result) = three_statements(CSR);
        let is_other = |unit: &Unit<'_>| !matches!(unit.inside, Stmt::Write(write) if write.target.tensor == result);
        let sharing = take_out(&nest, &nest.body[0], |unit| is_other(unit).then_some(Apart::LacksLoops));
        assert_eq!(sharing, Sharing { groups: vec![vec![0, 2], vec![1]], why: vec![Apart::LacksLoops] });
    }

    #[test]
    fn statements_share_loops_as_far_as_they_can() {
        let (nest, _) = three_statements(CSR);
        let mut asked = Vec::new();
        let sharing = share_loops(&nest.body[0], &mut |together| {
            asked.push(units(together).len());
            if units(together).len() > 2 { Err(Apart::LacksLoops) } else { Ok(()) }
        });
        assert_eq!(asked, [2, 3]);
        assert_eq!(sharing, Sharing { groups: vec![vec![0, 1], vec![2]], why: vec![Apart::LacksLoops] });
    }

    #[test]
    fn orders_that_contradict_one_another_take_statements_apart() {
        let (mut by_rows, _) = three_statements(CSR);
        assert!(!schedule_nest(&mut by_rows).expect("it is in order"));
        let (mut by_columns, _) = three_statements(CSC);
        assert!(schedule_nest(&mut by_columns).expect("each can be walked"));
        let outer: Vec<_> = by_columns.body.iter().map(|statement| units(statement).len()).collect();
        assert_eq!(outer, [1, 1, 1]);
        let all = writes(&by_columns.body);
        let extents: Vec<_> = all[1].0.iter().map(|inner| by_columns.var(inner.var).size()).collect();
        assert_eq!(extents, [Some(3), Some(2)]);
    }
}
