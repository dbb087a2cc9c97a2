//! Reading the text of schedules: names, parentheses and commas.

/// What a rewrite is called, and what it looks like.
pub(super) struct Shape {
    pub name: &'static str,
    pub example: &'static str,
}

/// The name and the arguments of a rewrite that is known.
pub(super) fn arguments<'t>(text: &'t str, known: &[Shape]) -> Result<(&'static str, Vec<&'t str>), String> {
    let end = text.find(|character: char| !is_part_of_name(character)).unwrap_or(text.len());
    let (name, rest) = (&text[..end], text[end..].trim_start());
    if name.is_empty() {
        return Err(format!("expected a rewrite, as in {}, found '{text}'", known[0].example));
    }
    let Some(Shape { name, example }) = known.iter().find(|known| known.name == name) else {
        return Err(unknown(name, known));
    };
    let Some(rest) = rest.strip_prefix('(') else {
        let found = if rest.is_empty() { "nothing".to_owned() } else { format!("'{rest}'") };
        return Err(format!("expected `(` after {name}, as in {example}, found {found}"));
    };
    let Some(end) = closing(rest) else {
        return Err(format!("expected `)` at the end of '{text}'"));
    };
    let (list, after) = (&rest[..end], &rest[end + 1..]);
    let after = after.trim();
    if !after.is_empty() {
        return Err(format!("expected `;` between '{name}({list})' and '{after}'"));
    }
    Ok((name, list.split(',').map(str::trim).collect()))
}

/// Where the parenthesis closes that was opened before this text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    for (place, character) in text.char_indices() {
        open += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open == 0 {
            return Some(place);
        }
    }
    None
}

/// Arguments that are variables.
pub(super) fn variables(shape: &Shape, arguments: &[&str]) -> Result<Vec<String>, String> {
    arguments.iter().map(|argument| variable(shape, argument)).collect()
}

/// One argument that is a variable.
pub(super) fn variable(Shape { name, example }: &Shape, argument: &str) -> Result<String, String> {
    let words: Vec<_> = argument.split_whitespace().collect();
    match words.as_slice() {
        [] => Err(format!("expected an index variable as an argument of {name}, as in {example}")),
        [first, second, ..] => Err(format!("expected `,` between {first} and {second}")),
        [word] => match word.find(|character: char| !is_part_of_name(character)) {
            None if word.starts_with(|first: char| first.is_ascii_digit()) => {
                Err(format!("expected an index variable, found the number '{word}'"))
            }
            None => Ok((*word).to_owned()),
            Some(place) => {
                let found = word[place..].chars().next().unwrap_or_default();
                Err(format!("expected an index variable, found `{found}` in '{word}'"))
            }
        },
    }
}

/// One argument that is a number of something, in a range.
pub(super) fn number(what: &str, argument: &str, range: std::ops::RangeInclusive<i64>) -> Result<i64, String> {
    let number = argument.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected {what}, {} to {}, found '{argument}'", range.start(), range.end()))
}

/// So many arguments.
pub(super) fn exactly<'a, const N: usize>(shape: &Shape, arguments: &[&'a str]) -> Result<[&'a str; N], String> {
    let Shape { name, example } = shape;
    let found = arguments.len();
    arguments.try_into().map_err(|_| format!("{name} takes {N} arguments, as in {example}, found {found}"))
}

/// Whether names have a character.
pub(super) fn is_part_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// What is said of a rewrite that is not known: the one that it may be, and all that are.
fn unknown(name: &str, known: &[Shape]) -> String {
    let nearest = known.iter().map(|known| known.name).min_by_key(|known| distance(name, known));
    let nearest = nearest.filter(|known| distance(name, known) <= known.len() / 3 + 1);
    let guess = nearest.map_or_else(String::new, |known| format!(": did you mean {known}?"));
    let known: Vec<_> = known.iter().map(|known| known.example).collect();
    let guess = if guess.is_empty() { ":".to_owned() } else { guess };
    format!("there is no rewrite {name}{guess} there are {}", known.join(", "))
}

/// How many characters have to be put in, left out or replaced to make one word of another.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, from) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
