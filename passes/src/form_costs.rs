//! What innermost forms cost on a processor: how long a segment takes, by its form and the number of its entries.
//!
//! `lacuna calibrate` measures it. A program that may take the entries of a level in several forms has the rows of these forms as a
//! constant, and chooses by them from a sample of the segments ([`crate::scf`]).

use lacuna_dialects::sloop::{Directives, form_name, named_form};
use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
    str::FromStr,
};

/// The numbers of entries for which segments were measured. Longer ones take as long as their entries in segments of the last length.
pub const LENGTHS: [u32; 17] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128];

/// How segments come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// All are as long as their neighbours, and what coordinates choose is in a cache.
    Alike,
    /// Lengths vary without order, so that the end of a segment is seldom predicted.
    Unlike,
    /// What coordinates choose is in no cache.
    Far,
}

impl SegmentKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Alike, Self::Unlike, Self::Far];

    /// How it is called in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Alike => "alike",
            Self::Unlike => "unlike",
            Self::Far => "far",
        }
    }
}

/// What a form costs: for each kind of segments, the time of one with so many entries as [`LENGTHS`] says, in hundredths of nanoseconds.
pub type Times = [[u32; LENGTHS.len()]; SegmentKind::ALL.len()];

/// The times of a form, for elements of so many bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    form: Directives,
    bytes: u64,
    times: Times,
}

/// What forms cost on a processor.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FormCosts {
    rows: Vec<Row>,
}

/// The costs that come with the compiler, each with the names that LLVM has for the processors.
const FAMILIES: [(&[&str], &str); 1] =
    [(&["znver3", "znver2", "znver4", "znver5"], include_str!("form_costs/znver3.txt"))];

impl FormCosts {
    /// The costs of a processor as they come with the compiler; where there are none of it, those of the first one.
    pub fn of_family(processor: &str) -> Self {
        let family = FAMILIES.iter().find(|(names, _)| names.contains(&processor)).unwrap_or(&FAMILIES[0]);
        Self::read(family.1).expect("the file comes with the compiler")
    }

    /// Adds what a form costs.
    pub fn add(&mut self, form: Directives, bytes: u64, times: Times) {
        self.rows.push(Row { form, bytes, times });
    }

    /// The times of a form, for elements of so many bytes: of those that were measured, the nearest.
    pub fn times(&self, form: Directives, bytes: u64) -> Option<&Times> {
        let rows = self.rows.iter().filter(|row| row.form == form);
        rows.min_by_key(|row| row.bytes.abs_diff(bytes)).map(|row| &row.times)
    }

    /// As the text of a file.
    pub fn text(&self, processor: &str) -> String {
        let mut text = format!(
            "# Times of segments in hundredths of nanoseconds, by innermost form, bytes of an element, and how segments come.\n\
             # Measured by `lacuna calibrate` on the processor that LLVM calls so; each for segments of {} entries.\n\
             {PROCESSOR} {processor}\n",
            LENGTHS.map(|length| length.to_string()).join(" ")
        );
        for Row { form, bytes, times } in &self.rows {
            for (segments, times) in SegmentKind::ALL.into_iter().zip(times) {
                let name = form_name(*form).expect("only forms with names are measured");
                let times: Vec<_> = times.iter().map(u32::to_string).collect();
                text.push_str(&format!("{name} {bytes} {} {}\n", segments.word(), times.join(" ")));
            }
        }
        text
    }

    /// The processor on which the text of a file says that it was measured.
    pub fn processor_of(text: &str) -> Option<&str> {
        text.lines().find_map(|line| line.strip_prefix(PROCESSOR)?.strip_prefix(' ')).map(str::trim)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut rows: BTreeMap<(Directives, u64), [Option<[u32; LENGTHS.len()]>; SegmentKind::ALL.len()]> =
            BTreeMap::new();
        let mut processors = 0;
        for (number, line) in text.lines().enumerate() {
            let refused = |why: String| format!("line {}: {why}", number + 1);
            let words: Vec<_> = line.split_whitespace().collect();
            match words[..] {
                [] => {}
                [first, ..] if first.starts_with('#') => {}
                [PROCESSOR, _] if processors == 0 => processors += 1,
                [PROCESSOR, ..] => {
                    return Err(refused("one line names one processor, as in 'processor znver3'".to_owned()));
                }
                [form, bytes, kind, ref times @ ..] => {
                    let form = named_form(form).map_err(refused)?;
                    let bytes = bytes.parse().map_err(|_| refused(format!("expected bytes, found '{bytes}'")))?;
                    let place = SegmentKind::ALL.iter().position(|known| known.word() == kind);
                    let place =
                        place.ok_or_else(|| refused(format!("segments are alike, unlike or far, found '{kind}'")))?;
                    let times = read_times(times).map_err(refused)?;
                    if rows.entry((form, bytes)).or_default()[place].replace(times).is_some() {
                        return Err(refused("an earlier line has these times".to_owned()));
                    }
                }
                _ => return Err(refused("expected a form, bytes, how segments come, and times".to_owned())),
            }
        }
        if processors == 0 {
            return Err("no line names the processor".to_owned());
        }
        let mut costs = Self::default();
        for ((form, bytes), kinds) in rows {
            let missing = SegmentKind::ALL.iter().zip(&kinds).find(|(_, times)| times.is_none());
            if let Some((kind, _)) = missing {
                let form = form_name(form).expect("it was read by its name");
                return Err(format!("there are no times of segments that are {}, of {form} {bytes}", kind.word()));
            }
            costs.add(form, bytes, kinds.map(Option::unwrap_or_default));
        }
        if costs.rows.is_empty() { Err("there are no times".to_owned()) } else { Ok(costs) }
    }
}

/// What begins the line that names the processor.
const PROCESSOR: &str = "processor";

fn read_times(words: &[&str]) -> Result<[u32; LENGTHS.len()], String> {
    let number = |word: &&str| word.parse().map_err(|_| format!("expected a time in whole numbers, found '{word}'"));
    let times = words.iter().map(number).collect::<Result<Vec<u32>, _>>()?;
    times.try_into().map_err(|found: Vec<_>| format!("expected {} times, found {}", LENGTHS.len(), found.len()))
}

/// As the option of a pass: `pairs@8_120_130_...` for each form, with commas between.
impl Display for FormCosts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let rows = self.rows.iter().map(|Row { form, bytes, times }| {
            let name = form_name(*form).expect("only forms with names are measured");
            let times: Vec<_> = times.iter().flatten().map(u32::to_string).collect();
            format!("{name}@{bytes}_{}", times.join("_"))
        });
        f.write_str(&rows.collect::<Vec<_>>().join(","))
    }
}

/// Nothing stands for the costs of the processor at hand.
impl FromStr for FormCosts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut costs = Self::default();
        for row in text.split(',').filter(|row| !row.is_empty()) {
            let unfit = || format!("expected a form, bytes and times, as in pairs@8_1_2, found '{row}'");
            let (form, rest) = row.split_once('@').ok_or_else(unfit)?;
            let (bytes, times) = rest.split_once('_').ok_or_else(unfit)?;
            let times: Vec<_> = times.split('_').collect();
            let each = times.chunks(LENGTHS.len()).map(read_times).collect::<Result<Vec<_>, _>>()?;
            let bytes = bytes.parse().map_err(|_| unfit())?;
            costs.add(named_form(form)?, bytes, each.try_into().map_err(|_| unfit())?);
        }
        Ok(costs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn costs() -> FormCosts {
        let mut costs = FormCosts::default();
        let times = |first: u32| [0, 100, 200].map(|by| std::array::from_fn(|place| first + by + place as u32));
        costs.add(named_form("pairs").expect("a form"), 8, times(10));
        costs.add(named_form("lanes:4").expect("a form"), 4, times(20));
        costs
    }

    #[test]
    fn files_and_options_are_read_back() {
        let costs = costs();
        let (text, rows) = (costs.text("some"), |costs: &FormCosts| {
            costs.to_string().split(',').map(str::to_owned).collect::<BTreeSet<_>>()
        });
        assert_eq!(FormCosts::read(&text).as_ref().map(rows), Ok(rows(&costs)));
        assert_eq!(FormCosts::processor_of(&text), Some("some"));
        assert_eq!(costs.to_string().parse(), Ok(costs));
        assert_eq!("".parse(), Ok(FormCosts::default()));
    }

    #[test]
    fn the_nearest_element_counts() {
        let (costs, pairs) = (costs(), named_form("pairs").expect("a form"));
        assert_eq!(costs.times(pairs, 4).map(|times| times[1][2]), Some(112));
        assert_eq!(costs.times(named_form("scalar").expect("a form"), 8), None);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let refused = |text: &str| FormCosts::read(text).expect_err(text);
        assert_eq!(refused("pairs 8 alike 1 2"), "line 1: expected 17 times, found 2");
        assert_eq!(refused("pairs 8 alike 1 2.5"), "line 1: expected a time in whole numbers, found '2.5'");
        assert_eq!(
            refused("processor a\nprocessor b"),
            "line 2: one line names one processor, as in 'processor znver3'"
        );
        assert_eq!(refused("processor a b"), "line 1: one line names one processor, as in 'processor znver3'");
        assert_eq!(refused("processor a"), "there are no times");
        let line = format!("pairs 8 alike{}", " 1".repeat(LENGTHS.len()));
        assert_eq!(
            refused(&format!("processor a\n{line}")),
            "there are no times of segments that are unlike, of pairs 8"
        );
        assert_eq!(refused(&format!("{line}\n{line}")), "line 2: an earlier line has these times");
        assert_eq!(refused("\npairs 8 near 1"), "line 2: segments are alike, unlike or far, found 'near'");
        assert_eq!(refused("pairs some far 1"), "line 1: expected bytes, found 'some'");
        assert!(refused("vectors 8 far 1").starts_with("line 1: there is no innermost form vectors"));
        assert_eq!(refused("# nothing"), "no line names the processor");
        assert_eq!(
            "pairs@8".parse::<FormCosts>(),
            Err("expected a form, bytes and times, as in pairs@8_1_2, found 'pairs@8'".to_owned())
        );
    }

    #[test]
    fn families_come_with_the_compiler() {
        for form in ["scalar", "chains:4", "pairs", "lanes:4"] {
            let form = named_form(form).expect("a form");
            assert!(FormCosts::of_family("znver3").times(form, 8).is_some());
            assert!(FormCosts::of_family("unheard of").times(form, 4).is_some());
        }
    }
}
