//! What the compiler says, in the words of the command: names of formats instead of types, flags instead of operations.
//!
//! Passes speak to users of MLIR. Their remedies are data (`lacuna_passes::remedy`), in which formats are values, and are said
//! anew here; in what is left, types become the formats that `-f` takes, and operations the arithmetic that an expression has.

use lacuna_layout::{Format, Width};
use lacuna_passes::remedy::{Remedy, Stored, TensorType, split};

/// A diagnostic of a pass as the command shows it.
pub fn for_users(message: &str) -> String {
    let (fact, remedy) = split(message);
    let fact = without_operations(&without_types(fact)).replace("result operand ", "result ");
    match remedy {
        None => fact,
        Some(remedy) => format!("{fact}; {}", advice(&remedy)),
    }
}

/// A format by its short name, or as the text of its attribute.
pub fn name_of(format: &Format) -> String {
    format.short_name().unwrap_or_else(|| format.to_string())
}

/// A flag that takes a format, in quotes where a shell needs them; `option` is what stands before the format.
pub fn flag(option: &str, format: &Format) -> String {
    quoted(option, &name_of(format))
}

fn quoted(option: &str, format: &str) -> String {
    if !format.contains(['(', ' ', '[']) {
        return format!("{option}{format}");
    }
    let (word, name) = option.split_once(' ').unwrap_or((option, ""));
    format!("{word} '{name}{format}'")
}

/// What to do, with the flag that does it.
fn advice(remedy: &Remedy) -> String {
    let dense = |name: &str| format!("make {} dense (-f {0}=dense)", bare(name));
    let together = |names: &[String]| {
        let bare: Vec<_> = names.iter().map(|name| bare(name)).collect();
        let flags: Vec<_> = bare.iter().map(|name| format!("-f {name}=dense")).collect();
        format!("make {} dense ({})", bare.join(" and "), flags.join(" "))
    };
    match remedy {
        Remedy::SaveConversion(tensors) => {
            let each = tensors.iter().map(|tensor| {
                format!("{} as {}", bare(&tensor.name), with_flag(tensor, &given_format(&tensor.r#type)))
            });
            format!("store {} to save that", each.collect::<Vec<_>>().join(" and "))
        }
        Remedy::Reorder(tensors) => reorder(tensors, " and ", " "),
        Remedy::ReorderOne(tensors) => reorder(tensors, " or ", " or "),
        Remedy::MakeDense(name) => dense(name),
        Remedy::MakeDenseToSave(name) => format!("{} to save that", dense(name)),
        Remedy::SameParts(left, right) => {
            let (left, right) = (bare(left), bare(right));
            format!("make {left} or {right} dense (-f {left}=dense or -f {right}=dense), or give both the same format")
        }
        Remedy::InOrder(tensor) | Remedy::Once(tensor) => {
            let regular = tensor.r#type.format.clone().map(|format| name_of(&regular(format)));
            format!(
                "store {} as {}",
                bare(&tensor.name),
                with_flag(tensor, &regular.unwrap_or_else(|| "dense".to_owned()))
            )
        }
        Remedy::ByDimensions => {
            "store the operands by their dimensions, for example as csr, not by diagonals".to_owned()
        }
        Remedy::ChooseStored(names) => {
            let rest = together(names);
            format!("if only stored entries matter, multiply by an operand that stores nothing elsewhere, else {rest}")
        }
        Remedy::ChooseValue(names) => together(names),
        Remedy::SameFill => "give both the same fill value (as in -f 'A=csr, fill = inf : f64')".to_owned(),
    }
}

/// The name of a tensor in the expression.
fn bare(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}

/// A format with the flag that gives it to a tensor.
fn with_flag(tensor: &Stored, format: &str) -> String {
    let flag = quoted(&format!("-f {}=", bare(&tensor.name)), format);
    if flag.contains('\'') { format!("in {flag}") } else { format!("{format} ({flag})") }
}

/// To store tensors in another order of their dimensions, with the flags for those where there is one other.
fn reorder(tensors: &[Stored], between_names: &str, between_flags: &str) -> String {
    let flags = tensors.iter().filter_map(|tensor| {
        let format = reversed(tensor.r#type.format.clone().filter(|format| format.order == 2)?)?;
        Some(flag(&format!("-f {}=", bare(&tensor.name)), &format))
    });
    let flags: Vec<_> = flags.collect();
    let names: Vec<_> = tensors.iter().map(|tensor| bare(&tensor.name)).collect();
    let flags = if flags.is_empty() { String::new() } else { format!(" ({})", flags.join(between_flags)) };
    let whose = if names.len() > 1 && between_names == " and " { "their" } else { "its" };
    format!("store {} with {whose} dimensions in another order{flags}", names.join(between_names))
}

/// A format of two levels the other way round, where each stores a dimension.
fn reversed(mut format: Format) -> Option<Format> {
    let expressions: Vec<_> = format.levels.iter().map(|level| level.expr.clone()).collect();
    let is_plain = expressions.len() == 2 && expressions.iter().all(|expression| expression.as_dimension().is_some());
    for (level, expression) in format.levels.iter_mut().zip(expressions.into_iter().rev()) {
        level.expr = expression;
    }
    is_plain.then_some(format)
}

/// A format that stores each coordinate once and in order.
fn regular(format: Format) -> Format {
    let levels: Option<Vec<usize>> = format.levels.iter().map(|level| level.expr.as_dimension()).collect();
    let Some(dimensions) = levels else { return format };
    let order: Vec<_> = dimensions.iter().map(ToString::to_string).collect();
    Format::named(&format!("csf@{}", order.join(",")), format.order).unwrap_or(format)
}

/// The name of the format of a tensor's type. How wide positions are, which the compiler chooses, is no part of it.
fn format_of(r#type: &TensorType) -> String {
    let Some(format) = &r#type.format else { return "dense".to_owned() };
    let plain = Format::new(format.order, format.levels.clone()).map(|plain| Format { fill: format.fill, ..plain });
    let name = plain.map(|plain| name_of(&plain));
    name.ok().filter(|name| !name.contains("->")).unwrap_or_else(|| name_of(format))
}

/// The format of a tensor's type as `-f` takes it: with how wide coordinates are, which nobody else chooses.
fn given_format(r#type: &TensorType) -> String {
    let name = format_of(r#type);
    let width = r#type.format.as_ref().map(|format| format.coordinate_width).filter(|width| *width != Width::default());
    // What has no name is said with all that it has.
    match width.filter(|_| !name.contains("->")) {
        Some(width) => format!("{name}, coordinates = {width}"),
        None => name,
    }
}

/// Puts names of formats in the place of types of tensors.
fn without_types(text: &str) -> String {
    let mut done = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("tensor<") {
        let Some(length) = type_length(&rest[start..]) else { break };
        done += &rest[..start];
        let r#type = TensorType::parse(&rest[start..start + length]);
        done += &r#type.map_or_else(|| "dense".to_owned(), |r#type| format_of(&r#type));
        rest = &rest[start + length..];
    }
    done + rest
}

/// The length of the type at the start of a text.
fn type_length(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut before = ' ';
    for (place, character) in text.char_indices() {
        match character {
            '<' => depth += 1,
            // That of an arrow closes nothing.
            '>' if before != '-' => {
                depth -= 1;
                if depth == 0 {
                    return Some(place + 1);
                }
            }
            _ => {}
        }
        before = character;
    }
    None
}

/// The arithmetic that operations are made of.
const OPERATIONS: [(&str, &str); 26] = [
    ("arith.addf", "the sum"),
    ("arith.addi", "the sum"),
    ("complex.add", "the sum"),
    ("arith.subf", "the difference"),
    ("arith.subi", "the difference"),
    ("complex.sub", "the difference"),
    ("arith.mulf", "the product"),
    ("arith.muli", "the product"),
    ("complex.mul", "the product"),
    ("arith.divf", "the quotient"),
    ("arith.divsi", "the quotient"),
    ("complex.div", "the quotient"),
    ("arith.negf", "the negation"),
    ("complex.neg", "the negation"),
    ("arith.maximumf", "the maximum"),
    ("arith.maxnumf", "the maximum"),
    ("arith.maxsi", "the maximum"),
    ("arith.minimumf", "the minimum"),
    ("arith.minnumf", "the minimum"),
    ("arith.minsi", "the minimum"),
    ("arith.cmpf", "the comparison"),
    ("arith.cmpi", "the comparison"),
    ("arith.select", "the choice"),
    ("arith.remf", "the remainder"),
    ("arith.remsi", "the remainder"),
    ("arith.xori", "the negation"),
];

/// Puts words in the place of scalar operations; functions keep their name.
fn without_operations(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        let (name, end) = word.split_at(word.trim_end_matches([',', ':', ';']).len());
        if let Some((_, said)) = OPERATIONS.iter().find(|(operation, _)| *operation == name) {
            return format!("{said}{end}");
        }
        let function = ["math.", "complex."].iter().find_map(|dialect| name.strip_prefix(dialect));
        match function {
            Some(function) => format!("{function}(...){end}"),
            None if name.starts_with("arith.") => format!("an operation{end}"),
            None => word.to_owned(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSC: &str = "tensor<5x7xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>";
    const CSR: &str = "tensor<5x7xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>";

    #[test]
    fn formats_without_a_name_are_said_as_they_are() {
        let wide = Format::parse("(i) -> (i : compressed), positions = 64").expect("a format");
        assert_eq!(name_of(&wide), wide.to_string());
        assert_eq!(name_of(&Format::named("dense,hashed@1,0", 2).expect("a format")), "dense,hashed@1,0");
    }

    #[test]
    fn conversions_are_said_with_flags() {
        let message =
            format!("operand B is converted from {CSC} to {CSR}: why; store operand B as {CSR} to save the conversion");
        assert_eq!(
            for_users(&message),
            "operand B is converted from csc to csr: why; store B as csr (-f B=csr) to save that"
        );
        let message = format!(
            "result operand C is computed as tensor<5x7xf64> and converted to {CSR}: why; make operand C dense to save the conversion"
        );
        assert_eq!(
            for_users(&message),
            "result C is computed as dense and converted to csr: why; make C dense (-f C=dense) to save that"
        );
    }

    #[test]
    fn flags_say_how_wide_coordinates_are() {
        let wide = CSR.replace(")>>", "), positions = 64, coordinates = 64>>");
        let message = format!(
            "operand B is converted from {CSC} to {wide}: why; store operand B as {wide} to save the conversion"
        );
        assert_eq!(
            for_users(&message),
            "operand B is converted from csc to csr: why; store B as in -f 'B=csr, coordinates = 64' to save that"
        );
    }

    #[test]
    fn orders_are_said_with_flags() {
        let message = format!(
            "no loop order follows; store operand A ({CSR}) or operand B ({CSC}) with its dimensions in another order"
        );
        assert_eq!(
            for_users(&message),
            "no loop order follows; store A or B with its dimensions in another order (-f A=csc or -f B=csr)"
        );
    }

    /// Where all of several steps are needed, they are joined by "and", and their flags stand side by side; where one of them
    /// is enough, by "or".
    #[test]
    fn all_of_several_steps_are_said_together() {
        let name = |name: &str| format!("operand {name}");
        let stored = |tensor: &str, r#type: &str| Stored {
            name: name(tensor),
            r#type: TensorType::parse(r#type).expect("a type"),
        };
        let both = || vec![stored("A", CSR), stored("B", CSC)];
        for (remedy, said) in [
            (Remedy::SaveConversion(both()), "store A as csr (-f A=csr) and B as csc (-f B=csc) to save that"),
            (Remedy::Reorder(both()), "store A and B with their dimensions in another order (-f A=csc -f B=csr)"),
            (
                Remedy::SameParts(name("A"), name("B")),
                "make A or B dense (-f A=dense or -f B=dense), or give both the same format",
            ),
            (
                Remedy::ChooseStored(vec![name("A"), name("B")]),
                "if only stored entries matter, multiply by an operand that stores nothing elsewhere, else make A and B dense \
                 (-f A=dense -f B=dense)",
            ),
            (Remedy::ChooseValue(vec![name("A"), name("B")]), "make A and B dense (-f A=dense -f B=dense)"),
        ] {
            assert_eq!(for_users(&format!("a fact; {remedy}")), format!("a fact; {said}"));
        }
    }

    #[test]
    fn flags_are_quoted_for_a_shell() {
        let wide = Format { coordinate_width: lacuna_layout::Width::W64, ..Format::named("csr", 2).expect("a format") };
        let text = "(i, j) -> (i : dense, j : compressed), coordinates = 64";
        assert_eq!(flag("-f A=", &wide), format!("-f 'A={text}'"));
        assert_eq!(flag("--from ", &wide), format!("--from '{text}'"));
        assert_eq!(flag("-f A=", &Format::named("csr", 2).expect("a format")), "-f A=csr");
    }

    #[test]
    fn no_operation_is_named() {
        let message = "arith.addf gives 1 where operand A stores nothing; if only stored entries matter, multiply the value \
                       by a stored operand or choose it with sloop.stored, else make operand A dense";
        let said = for_users(message);
        assert!(said.starts_with("the sum gives 1 where operand A"), "{said}");
        assert!(said.ends_with("else make A dense (-f A=dense)") && !said.contains("sloop"), "{said}");
        assert_eq!(for_users("math.exp may give 1, arith.shli too"), "exp(...) may give 1, an operation too");
    }
}
