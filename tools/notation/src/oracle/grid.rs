//! The elements of a tensor: one for each place, or those of some places and one that all others have.

use std::cmp::Ordering;

use super::error::OracleError;
use super::operand::strides;

/// The most places of which each has an element of its own.
pub(super) const MOST_PLACES: u128 = 1 << 28;

/// The elements of a tensor of a shape.
#[derive(Clone)]
pub(super) struct Grid<T> {
    pub(super) shape: Vec<u64>,
    pub(super) held: Held<T>,
}

/// How the elements are held.
#[derive(Clone)]
pub(super) enum Held<T> {
    /// That of every place, in row-major order.
    Every(Vec<T>),
    /// Those of some places.
    Listed(Listed<T>),
}

/// Elements of some places.
#[derive(Clone)]
pub(super) struct Listed<T> {
    /// In order, each once.
    pub(super) places: Vec<u128>,
    /// One for each of the places.
    pub(super) elements: Vec<T>,
    /// That of every other place.
    pub(super) elsewhere: T,
}

impl<T: Clone> Grid<T> {
    /// The same element at every place.
    pub(super) fn constant(shape: &[u64], element: T) -> Self {
        let none = Listed { places: Vec::new(), elements: Vec::new(), elsewhere: element };
        Grid { shape: shape.to_vec(), held: Held::Listed(none) }
    }

    /// The same with the element of every place.
    pub(super) fn into_every(self) -> Self {
        let Some((_, count)) = strides(&self.shape) else { return self };
        let held = match self.held {
            Held::Listed(listed) => Held::Every((0..count).map(listed.into_each()).collect()),
            every => every,
        };
        Grid { shape: self.shape, held }
    }

    /// What a function makes of each element.
    pub(super) fn map<U>(self, function: impl Fn(T) -> U) -> Grid<U> {
        let held = match self.held {
            Held::Every(elements) => Held::Every(elements.into_iter().map(function).collect()),
            Held::Listed(Listed { places, elements, elsewhere }) => Held::Listed(Listed {
                places,
                elements: elements.into_iter().map(&function).collect(),
                elsewhere: function(elsewhere),
            }),
        };
        Grid { shape: self.shape, held }
    }

    /// What a function makes of the elements of two grids of the same shape, place by place.
    pub(super) fn zip<U: Clone, V>(self, other: Grid<U>, function: impl Fn(T, U) -> V) -> Grid<V> {
        let held = match (self.held, other.held) {
            (Held::Every(own), Held::Every(others)) => {
                Held::Every(own.into_iter().zip(others).map(|(own, other)| function(own, other)).collect())
            }
            (Held::Every(own), Held::Listed(others)) => {
                let mut others = others.into_each();
                Held::Every((0..).zip(own).map(|(place, own)| function(own, others(place))).collect())
            }
            (Held::Listed(own), Held::Every(others)) => {
                let mut own = own.into_each();
                Held::Every((0..).zip(others).map(|(place, other)| function(own(place), other)).collect())
            }
            (Held::Listed(own), Held::Listed(others)) => Held::Listed(own.zip(others, function)),
        };
        Grid { shape: self.shape, held }
    }

    /// The elements that are chosen, each with its place, in order.
    ///
    /// # Errors
    /// Where those of places that are not listed are chosen, and there are too many of them.
    pub(super) fn chosen<U>(
        self,
        tensor: &str,
        choose: impl Fn(T) -> Option<U>,
    ) -> Result<(Vec<u128>, Vec<U>), OracleError> {
        let chosen = |(place, element)| Some((place, choose(element)?));
        match self.held {
            Held::Every(elements) => Ok((0u128..).zip(elements).filter_map(chosen).unzip()),
            Held::Listed(listed) if choose(listed.elsewhere.clone()).is_none() => {
                Ok(listed.places.into_iter().zip(listed.elements).filter_map(chosen).unzip())
            }
            Held::Listed(listed) => {
                let count = places(tensor, &self.shape)?;
                if count > MOST_PLACES {
                    return Err(OracleError::EveryPoint { what: tensor.to_owned(), limit: MOST_PLACES, found: count });
                }
                let mut element = listed.into_each();
                Ok((0..count).filter_map(|place| chosen((place, element(place)))).unzip())
            }
        }
    }
}

impl<T: Clone> Listed<T> {
    /// The element of each place, asked for in order.
    fn into_each(self) -> impl FnMut(u128) -> T {
        let mut rest = self.places.into_iter().zip(self.elements).peekable();
        let elsewhere = self.elsewhere;
        move |place| match rest.next_if(|(listed, _)| *listed == place) {
            Some((_, element)) => element,
            None => elsewhere.clone(),
        }
    }

    fn zip<U: Clone, V>(self, other: Listed<U>, function: impl Fn(T, U) -> V) -> Listed<V> {
        let (mut places, mut elements) = (Vec::new(), Vec::new());
        let mut own = self.places.into_iter().zip(self.elements).peekable();
        let mut others = other.places.into_iter().zip(other.elements).peekable();
        loop {
            let order = match (own.peek(), others.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((own, _)), Some((other, _))) => own.cmp(other),
            };
            let left = if order.is_le() { own.next() } else { None };
            let right = if order.is_ge() { others.next() } else { None };
            places.extend(left.as_ref().map(|(place, _)| *place).or(right.as_ref().map(|(place, _)| *place)));
            let left = left.map_or_else(|| self.elsewhere.clone(), |(_, element)| element);
            let right = right.map_or_else(|| other.elsewhere.clone(), |(_, element)| element);
            elements.push(function(left, right));
        }
        Listed { places, elements, elsewhere: function(self.elsewhere, other.elsewhere) }
    }
}

/// How many places a tensor of a shape has.
pub(super) fn places(tensor: &str, shape: &[u64]) -> Result<u128, OracleError> {
    let too_large = || OracleError::OperandTooLarge { tensor: tensor.to_owned(), shape: shape.to_vec() };
    strides(shape).map(|(_, places)| places).ok_or_else(too_large)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(entries: &[(u128, i64)], elsewhere: i64) -> Grid<i64> {
        let (places, elements) = entries.iter().copied().unzip();
        Grid { shape: vec![6], held: Held::Listed(Listed { places, elements, elsewhere }) }
    }

    fn every(elements: &[i64]) -> Grid<i64> {
        Grid { shape: vec![6], held: Held::Every(elements.to_vec()) }
    }

    fn all(grid: Grid<i64>) -> Vec<i64> {
        grid.chosen("A", Some).expect("few places").1
    }

    #[test]
    fn grids_meet_place_by_place_however_they_are_held() {
        let (some, others) = (&[(1, 10), (4, 40)][..], &[(0, 3), (4, 5), (5, 7)][..]);
        let held = |entries, elsewhere| [listed(entries, elsewhere), every(&all(listed(entries, elsewhere)))];
        for left in held(some, 1) {
            for right in held(others, 2) {
                let met = left.clone().zip(right, |left, right| left * 100 + right);
                assert_eq!(all(met), [103, 1002, 102, 102, 4005, 107]);
            }
        }
    }

    #[test]
    fn elements_elsewhere_are_listed_only_where_they_are_chosen() {
        let grid = Grid { shape: vec![1 << 40, 1 << 40], ..listed(&[(1, 10), (1 << 70, 40)], 0) };
        let large = |element| (element > 10).then_some(element);
        assert_eq!(grid.clone().chosen("A", large).expect("one place"), (vec![1 << 70], vec![40]));
        let error = grid.chosen("A", Some).expect_err("too many places");
        let message = "`A` must be evaluated at each of its 1208925819614629174706176 points, \
                       but at most 268435456 are evaluated one by one";
        assert_eq!(error.to_string(), message);
    }
}
