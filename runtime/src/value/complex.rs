//! Complex numbers, laid out as MLIR and C lay them out.

use std::fmt;

/// A complex number with parts of type `T`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T> Complex<T> {
    /// From its parts.
    pub const fn new(re: T, im: T) -> Complex<T> {
        Complex { re, im }
    }
}

/// `1.5-2.0i`, each part the shortest text that reads back as the same value.
impl<T: fmt::Debug> fmt::Display for Complex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let imaginary = format!("{:?}", self.im);
        let sign = if imaginary.starts_with('-') { "" } else { "+" };
        write!(f, "{:?}{sign}{imaginary}i", self.re)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_signs() {
        assert_eq!(Complex::new(1.5, -2.0).to_string(), "1.5-2.0i");
        assert_eq!(Complex::new(-0.0f32, 0.0).to_string(), "-0.0+0.0i");
        assert_eq!(Complex::new(f64::NAN, f64::INFINITY).to_string(), "NaN+infi");
    }
}
