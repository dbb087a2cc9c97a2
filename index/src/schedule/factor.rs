//! `factor(A*(B*x))`: the order in which the factors of a product are multiplied. Passes that see no names take numbers: `factor(0*(1*2))`.

use super::{
    loops::ScheduledLoops,
    names::LoopNames,
    reading::is_part_of_name,
    rewrite::{Rewrite, ScheduledTerm},
};
use crate::factor_order::FactorOrder;
use std::fmt::{self, Display, Formatter};

/// The order of the factors of a product.
#[derive(Clone, Debug, PartialEq)]
pub struct FactorRequest {
    /// What is multiplied with what, by the names of operands or their numbers among the factors.
    pub order: FactorOrder<String>,
}

impl FactorRequest {
    /// The order of the factors with these names, each taken once; none if the product has others.
    pub fn numbered(&self, factors: &[&str]) -> Option<FactorOrder<usize>> {
        let mut left: Vec<_> = factors.iter().copied().map(Some).collect();
        let numbered = self.order.try_map(&mut |name| {
            let place = left.iter().position(|own| *own == Some(name.as_str()))?;
            left[place] = None;
            Some(place)
        })?;
        left.iter().all(Option::is_none).then_some(numbered)
    }

    /// The order of so many factors, where it has numbers.
    pub fn of_numbers(&self, count: usize) -> Option<FactorOrder<usize>> {
        let numbers: Vec<String> = (0..count).map(|number| number.to_string()).collect();
        self.numbered(&numbers.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

impl Rewrite for FactorRequest {
    const NAME: &'static str = "factor";
    const EXAMPLE: &'static str = "factor(A*(B*x))";

    fn read(arguments: &[&str]) -> Result<Self, String> {
        let text: String = arguments.join(",").split_whitespace().collect();
        let factor = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        let order = FactorOrder::parse(&text, is_part_of_name, factor).ok_or_else(|| {
            let example = Self::EXAMPLE;
            format!(
                "{} names operands with `*` between them, and parentheses, as in {example}: found '{text}'",
                Self::NAME
            )
        })?;
        Ok(Self { order })
    }

    fn rename(&self, _: &mut LoopNames) -> Result<(), String> {
        Ok(())
    }

    fn of_term(&self, term: &mut ScheduledTerm<'_>) -> Option<Self> {
        let numbered = self.numbered(term.factors.as_deref()?)?;
        let order = numbered.try_map(&mut |number| Some(number.to_string()))?;
        Some(Self { order })
    }

    fn apply(&self, _: &mut ScheduledLoops<'_>) -> Result<(), String> {
        Err(format!("{} needs the pass factor-products, which runs before convert-linalg-to-sloop", Self::NAME))
    }
}

impl Display for FactorRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", Self::NAME, self.order)
    }
}
