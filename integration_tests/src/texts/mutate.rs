//! Mutations: a text with a byte, a word or a line dropped, doubled, moved or replaced. Half of them put a word in the
//! place of a word, a number in that of a number, so that many mutated texts get past the parsers.

use super::corpus::NUMBERS;
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// No mutation makes a text longer than this: longer arguments cannot be given to a program.
pub const LONGEST: usize = 100_000;

/// The text with `count` mutations. `words` are put in; `other` is a text that parts are taken from.
pub fn mutated(random: &mut ChaCha8Rng, text: &[u8], words: &[&str], other: &[u8], count: usize) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..count {
        text = once(random, &text, words, other);
        text.truncate(LONGEST);
    }
    text
}

fn once(random: &mut ChaCha8Rng, text: &[u8], words: &[&str], other: &[u8]) -> Vec<u8> {
    match random.random_range(0..20) {
        0..10 => return exchanged(random, text, words),
        10 | 11 => return byte(random, text),
        _ => {}
    }
    let is_lines = text.contains(&b'\n') && random.random_bool(0.4);
    let pieces = if is_lines { lines(text) } else { tokens(text) };
    let Some(here) = pieces.choose(random).cloned() else {
        return words.choose(random).map_or_else(Vec::new, |word| word.as_bytes().to_vec());
    };
    let there = pieces.choose(random).cloned().unwrap_or(here.clone());
    let numbers: Vec<_> = pieces.iter().filter(|piece| text[(*piece).clone()].iter().any(u8::is_ascii_digit)).collect();
    let word = |random: &mut ChaCha8Rng| words.choose(random).map_or(&b""[..], |word| word.as_bytes());
    let number = NUMBERS.choose(random).map_or(&b""[..], |number| number.as_bytes());
    match random.random_range(0..12) {
        0 | 1 => replaced(text, here, b""),
        2 => replaced(text, here.clone(), &text[here].repeat(2)),
        3 => swapped(text, here, there),
        4 => replaced(text, here, word(random)),
        5 => replaced(text, here.start..here.start, word(random)),
        6 | 7 => match numbers.choose(random) {
            Some(place) => replaced(text, (*place).clone(), number),
            None => replaced(text, here, number),
        },
        8 => replaced(text, here, &text[there]),
        9 => text[..here.start].to_vec(),
        10 => {
            let cut = random.random_range(0..=other.len());
            [&text[..here.start], &other[cut..]].concat()
        }
        _ => {
            let (from, to) = (here.start.min(there.start), here.end.max(there.end));
            let most = LONGEST.saturating_sub(text.len()) / (to - from).max(1);
            let times = *[2, 3, 10, 50, 150, 1000, 20_000].choose(random).unwrap_or(&2);
            replaced(text, from..to, &text[from..to].repeat(times.min(most)))
        }
    }
}

/// The text with a word, number or symbol in place of another: such a text often still means something.
fn exchanged(random: &mut ChaCha8Rng, text: &[u8], words: &[&str]) -> Vec<u8> {
    let class = |text: &[u8]| match text.first() {
        Some(first) if first.is_ascii_digit() => 0,
        Some(first) if first.is_ascii_alphabetic() || *first == b'_' => 1,
        Some(b' ' | b'\t' | b'\n' | b'\r') | None => 2,
        Some(_) => 3,
    };
    let pieces = tokens(text);
    let filled: Vec<_> = pieces.into_iter().filter(|piece| class(&text[piece.clone()]) != 2).collect();
    let Some(here) = filled.choose(random).cloned() else { return text.to_vec() };
    let kind = class(&text[here.clone()]);
    if kind == 0 {
        let small = random.random_range(0..10).to_string();
        let edge = NUMBERS.choose(random).filter(|_| random.random_bool(0.3)).copied();
        return replaced(text, here, edge.unwrap_or(&small).as_bytes());
    }
    let own = filled.iter().map(|piece| &text[piece.clone()]);
    let like: Vec<_> = own.chain(words.iter().map(|word| word.as_bytes())).filter(|word| class(word) == kind).collect();
    let by = like.choose(random).copied().unwrap_or_default();
    replaced(text, here, by)
}

fn byte(random: &mut ChaCha8Rng, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    let place = random.random_range(0..=text.len());
    let byte =
        *[0, b'\t', b'\n', b'\r', b' ', b'%', b'0', b'9', b'-', 0x7f, 0x80, 0xc3, 0xff].choose(random).unwrap_or(&0);
    match (random.random_range(0..4), place < text.len()) {
        (0, true) => text[place] ^= 1 << random.random_range(0..8),
        (1, true) => text[place] = byte,
        (2, true) => drop(text.remove(place)),
        _ => text.insert(place, byte),
    }
    text
}

fn replaced(text: &[u8], place: Range<usize>, by: &[u8]) -> Vec<u8> {
    [&text[..place.start], by, &text[place.end..]].concat()
}

fn swapped(text: &[u8], one: Range<usize>, other: Range<usize>) -> Vec<u8> {
    let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
    if first.end > second.start {
        return text.to_vec();
    }
    let between = first.end..second.start;
    [&text[..first.start], &text[second.clone()], &text[between], &text[first], &text[second.end..]].concat()
}

/// Words, numbers with their points and exponents, runs of blanks, and other bytes one by one.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let class = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' => 1,
        b' ' | b'\t' => 2,
        0x80.. => 3,
        _ => 0,
    };
    let mut pieces: Vec<Range<usize>> = Vec::new();
    for (place, byte) in text.iter().enumerate() {
        match pieces.last_mut() {
            Some(last) if class(*byte) != 0 && class(*byte) == class(text[place - 1]) => last.end = place + 1,
            _ => pieces.push(place..place + 1),
        }
    }
    pieces
}

/// Lines with their ends.
fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive(|byte| *byte == b'\n').map(|line| {
        start += line.len();
        start - line.len()..start
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use std::collections::BTreeSet;

    #[test]
    fn texts_fall_apart_into_words_and_lines() {
        let pieces = |pieces: Vec<Range<usize>>, text: &'static str| {
            pieces.into_iter().map(|piece| &text[piece]).collect::<Vec<_>>()
        };
        let text = "y(i) +=  1.5e3*é";
        assert_eq!(pieces(tokens(text.as_bytes()), text), ["y", "(", "i", ")", " ", "+", "=", "  ", "1.5e3", "*", "é"]);
        let text = "a b\n\r\nc";
        assert_eq!(pieces(lines(text.as_bytes()), text), ["a b\n", "\r\n", "c"]);
    }

    #[test]
    fn mutations_are_many_and_bounded() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let made: BTreeSet<_> =
            (0..2000).map(|_| mutated(&mut random, b"3 4 2\n1 1 0.5\n", &["%"], b"other", 2)).collect();
        assert!(made.len() > 1000, "{}", made.len());
        assert!(made.iter().all(|text| text.len() <= LONGEST));
        assert!(made.iter().any(|text| text.len() > LONGEST / 2));
        assert!(mutated(&mut random, b"", &["%"], b"", 1).len() <= 1);
    }
}
