//! Functions that other notations have and this one lacks, and how they are written here.

/// The function as it would be called, and what stands for it.
const FUNCTIONS: &[(&str, &str)] = &[
    ("relu(x)", "max(x, 0)"),
    ("sigmoid(x)", "1 / (1 + exp(-x))"),
    ("silu(x)", "x / (1 + exp(-x))"),
    ("softplus(x)", "log(1 + exp(x))"),
    ("mean(x)", "sum(i, x(i)) / n"),
    ("average(x)", "sum(i, x(i)) / n"),
    ("avg(x)", "sum(i, x(i)) / n"),
    ("norm(x)", "sqrt(sum(i, x(i) * x(i)))"),
    ("dot(x, y)", "sum(i, x(i) * y(i))"),
    ("count(x)", "sum(i, x(i) != 0)"),
    ("nnz(x)", "sum(i, x(i) != 0)"),
    ("trace(A)", "sum(i, A(i,i))"),
    ("transpose(A)", "A(j,i)"),
    ("square(x)", "x * x"),
    ("sqr(x)", "x * x"),
    ("power(x, y)", "pow(x, y)"),
    ("exp2(x)", "pow(2, x)"),
    ("ln(x)", "log(x)"),
    ("log2(x)", "log(x) / log(2)"),
    ("log10(x)", "log(x) / log(10)"),
    ("rsqrt(x)", "1 / sqrt(x)"),
    ("cbrt(x)", "pow(x, 1 / 3)"),
    ("hypot(x, y)", "sqrt(x * x + y * y)"),
    ("tan(x)", "sin(x) / cos(x)"),
    ("sinh(x)", "(exp(x) - exp(-x)) / 2"),
    ("cosh(x)", "(exp(x) + exp(-x)) / 2"),
    ("round(x)", "floor(x + 0.5)"),
    ("clamp(x, low, high)", "max(low, min(x, high))"),
    ("clip(x, low, high)", "max(low, min(x, high))"),
    ("maximum(x, y)", "max(x, y)"),
    ("minimum(x, y)", "min(x, y)"),
    ("select(c, x, y)", "where(c, x, y)"),
    ("ifelse(c, x, y)", "where(c, x, y)"),
    ("conjugate(x)", "conj(x)"),
    ("sgn(x)", "sign(x)"),
    ("ceiling(x)", "ceil(x)"),
    ("fabs(x)", "abs(x)"),
];

/// How a function of this name is called elsewhere, and how that is written here. Case does not matter.
pub fn written_here(name: &str) -> Option<(&'static str, &'static str)> {
    let is_it = |call: &str| call.split('(').next().is_some_and(|known| known.eq_ignore_ascii_case(name));
    FUNCTIONS.iter().copied().find(|(call, _)| is_it(call))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// With tensors of order 0, or those that it subscripts itself, each is an expression.
    #[test]
    fn what_is_advised_is_accepted() {
        for (call, written) in FUNCTIONS {
            assert!(
                parse(&format!("r = {written}")).is_ok() || parse(&format!("r(i,j) = {written}")).is_ok(),
                "{call}"
            );
        }
    }

    #[test]
    fn none_of_them_exists() {
        for (call, _) in FUNCTIONS {
            let name = call.split('(').next().unwrap_or_default();
            assert!(!crate::parser::is_reserved(name), "{name}");
        }
    }
}
