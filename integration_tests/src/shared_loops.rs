//! Random nests in which several results share loops, some of them stored, some behind a workspace. What they should give is
//! computed here, point by point.

use rand::Rng;
use std::fmt::Write;

/// The formats of operands and results, by name.
const FORMATS: [(&str, &str); 6] = [
    ("CSR", "(i, j) -> (i : dense, j : compressed)"),
    ("COO", "(i, j) -> (i : compressed(nonunique), j : singleton)"),
    ("Unordered", "(i, j) -> (i : dense, j : compressed(unordered))"),
    ("DCSR", "(i, j) -> (i : compressed, j : compressed)"),
    ("Full", "(i, j) -> (i : dense, j : dense)"),
    ("CSC", "(i, j) -> (j : dense, i : compressed)"),
];

/// Every dimension has so many coordinates.
const SIZE: usize = 5;

type Matrix = [[f64; SIZE]; SIZE];

/// A function that computes several results, and what they are.
struct Case {
    number: usize,
    operands: [Matrix; 2],
    /// Its formats, as places in [`FORMATS`].
    formats: [usize; 2],
    /// Whether the values are those of a workspace, into which the product of the operands was scattered.
    has_workspace: bool,
    /// The coordinate at which the consumer reads the workspace: of the inner loop, of the outer one, or always the same.
    read_at: &'static str,
    /// Whether the results share the inner loop, too.
    share_inner: bool,
    /// Whether the rows are a derived variable, with loops over its parts.
    in_parts: bool,
    results: Vec<(Target, Value)>,
}

#[derive(Clone, Copy)]
enum Target {
    Stored(usize),
    Dense,
    /// The sums of rows.
    Rows,
}

#[derive(Clone, Copy)]
enum Value {
    Twice,
    Product,
    Sum,
}

/// A program that prints the results of `count` random nests, and the numbers that it should print.
pub fn program(random: &mut impl Rng, count: usize) -> (String, Vec<f64>) {
    let mut text: String =
        FORMATS.iter().map(|(name, format)| format!("#{name} = #stensor.format<{format}>\n")).collect();
    let (mut main, mut expected) = (String::new(), Vec::new());
    for number in 0..count {
        let case = Case::draw(random, number);
        text.push_str(&case.function());
        main.push_str(&case.call());
        expected.extend(case.expected());
    }
    let constants =
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %n = arith.constant 5 : index\n";
    write!(text, "func.func @main() {{\n{constants}{main}  return\n}}\n").expect("texts take all");
    (text, expected)
}

impl Case {
    fn draw(random: &mut impl Rng, number: usize) -> Self {
        let mut matrix = || {
            let density = [0.0, 0.2, 0.5, 0.9][random.random_range(0..4)];
            [(); SIZE].map(|()| {
                [(); SIZE]
                    .map(|()| if random.random_bool(density) { f64::from(random.random_range(-3..6)) } else { 0.0 })
            })
        };
        let operands = [matrix(), matrix()];
        let has_workspace = random.random_bool(0.5);
        // Around a workspace no loops can change places: results by columns may be refused.
        let formats = FORMATS.len() - usize::from(has_workspace);
        let results = (0..random.random_range(2..4)).map(|place| {
            let target = match random.random_range(0..5) {
                kind if place == 0 || kind > 1 => Target::Stored(random.random_range(0..formats)),
                0 => Target::Dense,
                _ => Target::Rows,
            };
            (target, [Value::Twice, Value::Product, Value::Sum][random.random_range(0..3)])
        });
        let results = results.collect();
        Self {
            number,
            operands,
            formats: [random.random_range(0..2), 0],
            has_workspace,
            read_at: ["%j", "%j", "%i", "2"][random.random_range(0..4)],
            share_inner: random.random_bool(0.7),
            in_parts: random.random_bool(0.3),
            results,
        }
    }

    fn function(&self) -> String {
        let [first, second] = self.formats.map(stored);
        let types: Vec<_> = self.results.iter().map(|(target, _)| target.r#type()).collect();
        let list = |name: &dyn Fn(usize) -> String| (0..types.len()).map(name).collect::<Vec<_>>().join(", ");
        let mut text = format!(
            "func.func @f{}(%A: {first}, %B: {second}) -> ({}) {{\n  %n = arith.constant 5 : index\n  \
             %c2 = arith.constant 2 : index\n  %c3 = arith.constant 3 : index\n",
            self.number,
            types.join(", ")
        );
        for (place, (target, _)) in self.results.iter().enumerate() {
            let r#type = &types[place];
            let line = match target {
                Target::Stored(_) => format!("  %E{place} = stensor.empty : {type}\n"),
                _ => format!("  %E{place} = arith.constant dense<0.0> : {type}\n"),
            };
            text.push_str(&line);
        }
        let rows = if self.in_parts {
            "sloop.forall %ib in %c3 { sloop.forall %ii in %c2 {\n      %i = sloop.derive(%ib * 2 + %ii) below %n"
        } else {
            "sloop.forall %i in %n {"
        };
        let head = format!(
            "  %r:{} = sloop.nest ins(%a = %A, %b = %B : {first}, {second}) outs({} : {}) {{\n    {rows}\n",
            types.len(),
            list(&|place| format!("%o{place} = %E{place}")),
            types.join(", ")
        );
        text.push_str(&head);
        let writes: Vec<_> = (0..types.len()).map(|place| self.write(place)).collect();
        let loops = if self.share_inner { vec![writes.concat()] } else { writes };
        let loops: String =
            loops.iter().map(|body| format!("        sloop.forall %j in %n {{\n{body}        }}\n")).collect();
        let body = if self.has_workspace {
            format!(
                "      sloop.where tensor<5xf64> produce(%w) {{
        sloop.forall %k in %n {{
          sloop.forall %j in %n {{
            %0 = sloop.read %a[%i, %k] : {first}
            %1 = sloop.read %b[%k, %j] : {second}
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%j] by add : tensor<5xf64>
          }}
        }}
      }} consume(%w) {{
{loops}      }}
"
            )
        } else {
            loops
        };
        write!(
            text,
            "{body}    {}}}\n  }}\n  return {} : {}\n}}\n",
            if self.in_parts { "} " } else { "" },
            list(&|place| format!("%r#{place}")),
            types.join(", ")
        )
        .expect("texts take all");
        text
    }

    fn write(&self, place: usize) -> String {
        let (target, value) = self.results[place];
        let [first, second] = self.formats.map(stored);
        let read = if self.has_workspace {
            format!("%w[{}] : tensor<5xf64>", self.read_at)
        } else {
            format!("%a[%i, %j] : {first}")
        };
        let computed = match value {
            Value::Twice => format!("arith.addf %x{place}, %x{place}"),
            Value::Product => format!("arith.mulf %x{place}, %y{place}"),
            Value::Sum => format!("arith.addf %x{place}, %y{place}"),
        };
        let (point, how) = match target {
            Target::Stored(_) => ("%i, %j", ""),
            Target::Dense => ("%i, %j", " by add"),
            Target::Rows => ("%i", " by add"),
        };
        let r#type = target.r#type();
        format!(
            "          %x{place} = sloop.read {read}
          %y{place} = sloop.read %b[%i, %j] : {second}
          %v{place} = {computed} : f64
          sloop.write %v{place}, %o{place}[{point}]{how} : {type}
"
        )
    }

    /// Makes the operands, calls the function, and prints what it gives.
    fn call(&self) -> String {
        let number = self.number;
        let mut text = String::new();
        for (name, (matrix, format)) in ["A", "B"].into_iter().zip(self.operands.iter().zip(self.formats)) {
            write!(
                text,
                "  %d{name}{number} = arith.constant dense<{matrix:?}> : tensor<5x5xf64>\n  \
                   %{name}{number} = stensor.convert %d{name}{number} : tensor<5x5xf64> to {}\n",
                stored(format)
            )
            .expect("texts take all");
        }
        let types: Vec<_> = self.results.iter().map(|(target, _)| target.r#type()).collect();
        let [first, second] = self.formats.map(stored);
        writeln!(
            text,
            "  %r{number}:{} = call @f{number}(%A{number}, %B{number}) : ({first}, {second}) -> ({})",
            types.len(),
            types.join(", ")
        )
        .expect("texts take all");
        for (place, (target, _)) in self.results.iter().enumerate() {
            let mut shown = format!("%r{number}#{place}");
            if let Target::Stored(_) = target {
                let r#type = &types[place];
                let dense = format!("%s{number}_{place}");
                writeln!(text, "  {dense} = stensor.convert {shown} : {type} to tensor<5x5xf64>")
                    .expect("texts take all");
                shown = dense;
            }
            let print = |point: &str, r#type: &str| {
                format!("%v = tensor.extract {shown}[{point}] : {type} vector.print %v : f64")
            };
            let inside = match target {
                Target::Rows => print("%i", "tensor<5xf64>"),
                _ => format!("scf.for %j = %c0 to %n step %c1 {{ {} }}", print("%i, %j", "tensor<5x5xf64>")),
            };
            writeln!(text, "  scf.for %i = %c0 to %n step %c1 {{ {inside} }}").expect("texts take all");
        }
        text
    }

    fn expected(&self) -> Vec<f64> {
        let [a, b] = &self.operands;
        let all = || 0..SIZE;
        let read = |i: usize, j: usize| {
            let column = match self.read_at {
                "%j" => j,
                "%i" => i,
                _ => 2,
            };
            if self.has_workspace { all().map(|k| a[i][k] * b[k][column]).sum() } else { a[i][j] }
        };
        let point = |value: Value, i: usize, j: usize| match value {
            Value::Twice => 2.0 * read(i, j),
            Value::Product => read(i, j) * b[i][j],
            Value::Sum => read(i, j) + b[i][j],
        };
        let of_result = |(target, value): &(Target, Value)| -> Vec<f64> {
            let row = |i: usize| all().map(move |j| (i, j)).map(|(i, j)| point(*value, i, j));
            match target {
                Target::Rows => all().map(|i| row(i).sum()).collect(),
                _ => all().flat_map(row).collect(),
            }
        };
        self.results.iter().flat_map(of_result).collect()
    }
}

impl Target {
    fn r#type(self) -> String {
        match self {
            Self::Stored(format) => stored(format),
            Self::Dense => "tensor<5x5xf64>".to_owned(),
            Self::Rows => "tensor<5xf64>".to_owned(),
        }
    }
}

fn stored(format: usize) -> String {
    format!("tensor<5x5xf64, #{}>", FORMATS[format].0)
}
