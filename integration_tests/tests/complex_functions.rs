//! Functions of complex numbers at values that are special, as the C library has them: kernels and the oracle are held to it.

use lacuna_integration_tests::request::expect_right;
use lacuna_passes::fp::FpMode;
use lacuna_runtime::value::{Complex, Dtype};
use lacuna_tools::eval::Request;
use std::{f64::consts::FRAC_PI_2, fmt::Write, fs, path::Path};
use tempfile::TempDir;

/// A complex number as C passes it.
#[repr(C)]
#[derive(Clone, Copy)]
struct Number {
    re: f64,
    im: f64,
}

#[link(name = "m")]
unsafe extern "C" {
    fn cabs(z: Number) -> f64;
    fn csqrt(z: Number) -> Number;
    fn cexp(z: Number) -> Number;
    fn clog(z: Number) -> Number;
    fn csin(z: Number) -> Number;
    fn ccos(z: Number) -> Number;
    fn ctanh(z: Number) -> Number;
    fn cpow(z: Number, exponent: Number) -> Number;
}

/// Zero, units, large and small ones, on the axes and beside them, beside poles and where functions are zero.
const VALUES: [(f64, f64); 34] = [
    (0.0, 0.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, 1.0),
    (0.0, -1.0),
    (3.0, 1.0),
    (-2.0, -0.5),
    (0.5, -2.0),
    (356.0, 0.0),
    (-356.0, 0.0),
    (356.0, 1.0),
    (40.0, -3.0),
    (0.0, 300.0),
    (1.0, -300.0),
    (1e-12, 0.0),
    (0.0, 1e-10),
    (-400.0, 0.0),
    (-400.0, -0.0),
    (1.0, 1e-8),
    (1e-8, -1.0),
    (0.6, 0.8),
    (1e200, 0.0),
    (1e308, 1.5e308),
    (1e-320, -1e-320),
    (5e-324, 5e-324),
    (0.0, FRAC_PI_2),
    (1e-9, FRAC_PI_2),
    (-1e-9, -FRAC_PI_2),
    (0.0, 800.0),
    (0.0, f64::INFINITY),
    (0.0, f64::NEG_INFINITY),
    (f64::INFINITY, 0.0),
    (f64::NEG_INFINITY, 1.0),
    (f64::NAN, 0.0),
];

/// Special values of a part. `all_values` pairs each real part with each imaginary part.
const SPECIAL_PARTS: [f64; 14] =
    [0.0, -0.0, 0.6, 4.0, -30.0, 30.0, 400.0, -400.0, 800.0, -800.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -2.0];

/// Not zero: of zero to that power C has no number, where NumPy and the oracle have one.
const EXPONENTS: [(f64, f64); 6] = [(-1.0, 0.0), (3.0, 1.0), (0.5, 0.0), (2.0, 0.0), (0.0, 1.0), (-0.5, 2.0)];

/// `VALUES`, and every pair of `SPECIAL_PARTS`.
fn all_values() -> Vec<(f64, f64)> {
    VALUES.into_iter().chain(SPECIAL_PARTS.into_iter().flat_map(|re| SPECIAL_PARTS.map(|im| (re, im)))).collect()
}

/// Those whose exponentials a type holds, as it holds them.
fn held(values: Vec<(f64, f64)>, dtype: Dtype) -> Vec<(f64, f64)> {
    if dtype == Dtype::Complex128 {
        return values;
    }
    let round = |part: f64| f64::from(part as f32);
    let is_held = |part: f64| !(80.0..f64::INFINITY).contains(&part.abs());
    values.into_iter().filter(|(re, im)| is_held(*re) && is_held(*im)).map(|(re, im)| (round(re), round(im))).collect()
}

/// Writes a vector of numbers.
fn write(path: &Path, values: &[(f64, f64)]) {
    let mut text = format!("%%MatrixMarket matrix array complex general\n{} 1\n", values.len());
    values.iter().for_each(|(re, im)| writeln!(text, "{re:?} {im:?}").expect("a string takes all"));
    fs::write(path, text).expect("the folder is writable");
}

/// The value of an expression at each of `inputs` as x, in this mode and type.
fn computed(folder: &TempDir, value: &str, inputs: &[(f64, f64)], (dtype, fp): (Dtype, FpMode)) -> Vec<Complex<f64>> {
    let path = folder.path().join("x.mtx");
    write(&path, inputs);
    let mut made = Request { check: true, ..Request::new(&format!("y(i,j) = {value}")) };
    made.inputs.insert("x".to_owned(), path.to_string_lossy().into_owned().into());
    let written = folder.path().join("y.mtx");
    made.outputs.insert("y".to_owned(), written.clone());
    (made.dtype, made.fp) = (dtype, fp);
    expect_right(&made);
    let text = fs::read_to_string(&written).expect("it was written");
    fs::remove_file(&written).expect("it can be removed");
    let entry = |line: &str| {
        let mut parts = line.split_whitespace().map(|part| part.parse().expect("a number"));
        Complex::new(parts.next().expect("a real part"), parts.next().expect("an imaginary part"))
    };
    text.lines().filter(|line| !line.starts_with('%')).skip(1).map(entry).collect()
}

/// Whether `found` agrees with C, part by part: NaN where C has NaN, else apart by rounding errors of the absolute value at most. Beside
/// a NaN, an infinity or a zero may have either sign, which C leaves open.
fn is_near(found: Complex<f64>, expected: Number, dtype: Dtype) -> bool {
    let is_sign_open = expected.re.is_nan() || expected.im.is_nan();
    let size = expected.re.hypot(expected.im);
    let rounding = if dtype == Dtype::Complex64 { 1e-4 } else { 1e-10 };
    let is_part = |found: f64, expected: f64| match expected {
        _ if expected.is_nan() => found.is_nan(),
        _ if is_sign_open => found.abs() == expected.abs(),
        _ => found == expected || (found - expected).abs() <= rounding * size,
    };
    is_part(found.re, expected.re) && is_part(found.im, expected.im)
}

unsafe extern "C" fn absolute_value(z: Number) -> Number {
    // SAFETY: `cabs` takes a number, gives an `f64`, and touches nothing else.
    Number { re: unsafe { cabs(z) }, im: 0.0 }
}

/// The functions of one argument.
const FUNCTIONS: [(&str, unsafe extern "C" fn(Number) -> Number); 7] = [
    ("abs", absolute_value),
    ("sqrt", csqrt),
    ("exp", cexp),
    ("log", clog),
    ("sin", csin),
    ("cos", ccos),
    ("tanh", ctanh),
];

const MODES: [(Dtype, FpMode); 3] =
    [(Dtype::Complex128, FpMode::Strict), (Dtype::Complex128, FpMode::Fast), (Dtype::Complex64, FpMode::Strict)];

#[test]
fn functions_are_those_of_c() {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, of_c) in FUNCTIONS {
        for mode in MODES {
            let values = held(all_values(), mode.0);
            let found = computed(&folder, &format!("{name}(x(i,j))"), &values, mode);
            assert_eq!(found.len(), values.len());
            for ((re, im), found) in values.into_iter().zip(found) {
                // SAFETY: the function takes and gives two numbers, and touches nothing else.
                let expected = unsafe { of_c(Number { re, im }) };
                let shown = (expected.re, expected.im);
                assert!(
                    is_near(found, expected, mode.0),
                    "{name}({re:?} + {im:?}i) is {found:?}, C has {shown:?}, {mode:?}"
                );
            }
        }
    }
}

/// A result is added to zero, so the sign of a zero shows in the angle of the logarithm only.
#[test]
fn zeros_have_the_signs_of_c() {
    const ON_AXES: [(f64, f64); 8] =
        [(4.0, 0.0), (4.0, -0.0), (-2.0, 0.0), (-2.0, -0.0), (0.0, 4.0), (-0.0, 4.0), (0.0, -2.0), (-0.0, -2.0)];
    let folder = TempDir::new().expect("a temporary folder");
    for (name, of_c) in &FUNCTIONS[1..] {
        let found = computed(&folder, &format!("log({name}(x(i,j)))"), &ON_AXES, MODES[0]);
        for ((re, im), found) in ON_AXES.into_iter().zip(found) {
            // SAFETY: the functions take and give two numbers, and touch nothing else.
            let expected = unsafe { clog(of_c(Number { re, im })) };
            let shown = (expected.re, expected.im);
            let is_right = is_near(found, expected, Dtype::Complex128);
            assert!(is_right, "log({name}({re:?} + {im:?}i)) is {found:?}, C has {shown:?}");
        }
    }
}

#[test]
fn powers_are_those_of_c() {
    let folder = TempDir::new().expect("a temporary folder");
    for (c, d) in EXPONENTS {
        for mode in MODES {
            // Of infinite and NaN parts, `cpow` is whatever exp(w log z) gives: `SPECIAL_PARTS` are left out.
            let values = held(VALUES.to_vec(), mode.0);
            let found = computed(&folder, &format!("pow(x(i,j), {c:?} + {d:?}i)"), &values, mode);
            for ((re, im), found) in values.into_iter().zip(found) {
                // SAFETY: as above.
                let expected = unsafe { cpow(Number { re, im }, Number { re: c, im: d }) };
                let shown = (expected.re, expected.im);
                let is_right = match expected.re.is_nan() || expected.im.is_nan() {
                    true => !found.re.is_finite() || !found.im.is_finite(),
                    false => is_near(found, expected, mode.0),
                };
                assert!(is_right, "({re:?} + {im:?}i)^({c} + {d}i) is {found:?}, C has {shown:?}, {mode:?}");
            }
        }
    }
}

/// Parts far smaller than the number, which a comparison with its size does not see.
#[test]
fn small_parts_are_exact() {
    let folder = TempDir::new().expect("a temporary folder");
    let at = |value: (f64, f64)| VALUES.iter().position(|other| *other == value).expect("it is in the table");
    for fp in [FpMode::Strict, FpMode::Fast] {
        let mode = (Dtype::Complex128, fp);
        assert_eq!(computed(&folder, "sqrt(x(i,j))", &VALUES, mode)[at((-400.0, 0.0))], Complex::new(0.0, 20.0));
        assert_eq!(computed(&folder, "exp(x(i,j))", &VALUES, mode)[at((1.0, 0.0))].im, 0.0);
        let logarithm = computed(&folder, "log(x(i,j))", &VALUES, mode)[at((1.0, 1e-8))].re;
        assert!((logarithm / 5e-17 - 1.0).abs() < 1e-10, "{logarithm}");
    }
}

/// The first case that was found: the value, whatever C has.
#[test]
fn zero_to_a_power_is_zero_or_no_number() {
    let folder = TempDir::new().expect("a temporary folder");
    let mode = (Dtype::Complex128, FpMode::Fast);
    assert_eq!(computed(&folder, "pow(x(i,j), 3 + 1i)", &VALUES, mode)[0], Complex::new(0.0, 0.0));
    assert!(computed(&folder, "pow(x(i,j), -1)", &VALUES, mode)[0].re.is_nan());
    assert_eq!(computed(&folder, "pow(x(i,j), 0)", &VALUES, mode)[0], Complex::new(1.0, 0.0));
    assert_eq!(computed(&folder, "tanh(x(i,j))", &VALUES, mode)[8], Complex::new(1.0, 0.0));
}
