//! The names of innermost forms in schedules: how a loop takes entries, as `inner(j, pairs)` says it.

use crate::Directives;

/// A name, and what it asks of a loop.
struct Named {
    word: &'static str,
    /// What it asks, given how many entries there are at a time.
    asks: fn(i64) -> Directives,
    /// How many there are where nobody says; none where that has to be said, or is known.
    count: Count,
}

/// How many entries a form takes at a time.
enum Count {
    /// As the name says.
    Fixed(i64),
    /// So many unless it is said, as in `chains:4`.
    Usual(i64),
    /// As the format says, and so the schedule.
    Said,
}

const NONE: Directives = Directives {
    lanes: None,
    chains: None,
    gathers: None,
    packed: None,
    scatters: None,
    blocks: None,
    abreast: None,
    vectorize: None,
    unroll: None,
};

const FORMS: [Named; 8] = [
    Named { word: "scalar", asks: |count| Directives { chains: Some(count), ..NONE }, count: Count::Fixed(1) },
    Named { word: "chains", asks: |count| Directives { chains: Some(count), ..NONE }, count: Count::Usual(4) },
    Named {
        word: "pairs",
        asks: |count| Directives { packed: Some(count), chains: Some(2), ..NONE },
        count: Count::Fixed(2),
    },
    Named {
        word: "lanes",
        asks: |count| Directives { packed: Some(count), chains: Some(2), ..NONE },
        count: Count::Usual(4),
    },
    Named { word: "gathers", asks: |count| Directives { gathers: Some(count), ..NONE }, count: Count::Usual(8) },
    Named { word: "scattered", asks: |count| Directives { scatters: Some(count), ..NONE }, count: Count::Usual(8) },
    Named { word: "blocks", asks: |count| Directives { blocks: Some(count), ..NONE }, count: Count::Usual(4) },
    Named { word: "abreast", asks: |count| Directives { abreast: Some(count), ..NONE }, count: Count::Said },
];

/// What the name of a form asks of a loop: `pairs`, `chains:4`.
///
/// # Errors
/// What is wrong with it.
pub fn named_form(text: &str) -> Result<Directives, String> {
    let (word, said) = text.split_once(':').map_or((text, None), |(word, count)| (word, Some(count)));
    let Some(form) = FORMS.iter().find(|form| form.word == word) else {
        let known: Vec<_> = FORMS.iter().map(|form| form.word).collect();
        return Err(format!("there is no innermost form {word}: there are {}", known.join(", ")));
    };
    let count = match (&form.count, said) {
        (Count::Fixed(_), Some(_)) => return Err(format!("{word} takes no number, found '{text}'")),
        (Count::Fixed(count) | Count::Usual(count), None) => *count,
        (Count::Said, None) => return Err(format!("{word} says how many segments there are, as in {word}:8")),
        (_, Some(count)) => {
            count.trim().parse().map_err(|_| format!("expected a number behind {word}:, found '{count}'"))?
        }
    };
    let asked = (form.asks)(count);
    match asked.given().into_iter().find_map(|(word, value)| crate::directives::fault(word, value)) {
        Some(fault) => Err(fault),
        None => Ok(asked),
    }
}

/// The name of the form that directives ask for, if they ask for one.
pub fn form_name(asked: Directives) -> Option<String> {
    let asked = asked.form();
    FORMS.iter().find_map(|form| match form.count {
        Count::Fixed(count) => ((form.asks)(count) == asked).then(|| form.word.to_owned()),
        Count::Usual(_) | Count::Said => {
            let mut counts = asked.given().into_iter().map(|(_, count)| count);
            let count = counts.find(|count| (form.asks)(*count) == asked)?;
            Some(format!("{}:{count}", form.word))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (text, full) in [
            ("scalar", "scalar"),
            ("chains", "chains:4"),
            ("chains:3", "chains:3"),
            ("pairs", "pairs"),
            ("lanes", "lanes:4"),
            ("lanes:8", "lanes:8"),
            ("gathers", "gathers:8"),
            ("scattered:4", "scattered:4"),
            ("blocks", "blocks:4"),
            ("abreast:8", "abreast:8"),
        ] {
            let asked = named_form(text).expect(text);
            assert_eq!(form_name(asked).as_deref(), Some(full), "{text}");
            assert_eq!(named_form(full), Ok(asked));
        }
        assert_eq!(form_name(Directives::default()), None);
        assert_eq!(form_name(Directives::lanes(8)), None);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refused = |text: &str| named_form(text).expect_err(text);
        assert_eq!(
            refused("vectors"),
            "there is no innermost form vectors: there are scalar, chains, pairs, lanes, gathers, scattered, blocks, abreast"
        );
        assert_eq!(refused("pairs:2"), "pairs takes no number, found 'pairs:2'");
        assert_eq!(refused("abreast"), "abreast says how many segments there are, as in abreast:8");
        assert_eq!(refused("chains:many"), "expected a number behind chains:, found 'many'");
        assert_eq!(refused("chains:17"), "a loop has 1 to 16 chains of sums, found 17");
        assert_eq!(refused("gathers:0"), "a loop gathers 1 to 64 entries at a time, found 0");
    }
}
