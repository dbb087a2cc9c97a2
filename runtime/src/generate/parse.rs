//! The text of generators: `name:parameter=value,parameter=value`.

use super::{Amount, GenerateError, Generator};

/// The generators, each with a line of help.
pub(super) const DESCRIPTIONS: &[(&str, &str)] = &[
    ("random:seed=S", "random values at every point"),
    ("random:density=D,seed=S", "a share D of all points, from 0 to 1, with random values"),
    ("random:nnz=N,seed=S", "N random points with random values"),
    ("random:nnz=N,special=P,seed=S", "the same, a share P of the values infinite, no number, or zero"),
    ("ones", "every value 1"),
    ("iota", "every value its row-major index, from 0"),
    ("poisson2d:NxM", "the 5-point stencil matrix of an N x M grid"),
    ("rmat:scale=K,edges=E,seed=S", "a scale-free graph of 2^K nodes, E edges drawn a node"),
    ("banded:n=N,width=W,seed=S", "an N x N matrix of W diagonals with random values"),
    ("blocks:NxM,block=RxC,density=D,seed=S", "an N x M matrix of full R x C blocks, a share D of them"),
];

/// The seed where none is given.
const DEFAULT_SEED: u64 = 0;

pub(super) fn is_generator(text: &str) -> bool {
    let name = text.split(':').next().unwrap_or("").trim();
    names().any(|known| known == name)
}

fn names() -> impl Iterator<Item = &'static str> {
    DESCRIPTIONS.iter().map(|(usage, _)| usage.split(':').next().unwrap_or(usage))
}

/// The names of all generators, for messages.
pub(super) fn known_names() -> String {
    let mut known: Vec<&str> = names().collect();
    known.dedup();
    known.join(", ")
}

/// The generator whose name is nearest to that of a text, unless none is near.
pub(super) fn nearest(text: &str) -> Option<&'static str> {
    let name = text.split(':').next().unwrap_or("").trim().to_ascii_lowercase();
    // One letter in three may be wrong, or two letters be swapped.
    let distance = |known: &&str| strsim::damerau_levenshtein(known, &name);
    names().min_by_key(distance).filter(|known| distance(known) <= (known.len() / 3).max(1))
}

pub(super) fn parse(text: &str) -> Result<Generator, GenerateError> {
    let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
    let usage = match name {
        "random" => "density=D or nnz=N, special=P, and seed=S",
        "ones" | "iota" => "no parameters",
        "poisson2d" => "a grid size such as 1000x1000",
        "rmat" => "scale=K,edges=E,seed=S",
        "banded" => "n=N,width=W,seed=S",
        "blocks" => "a size such as 1000x1000, block=RxC,density=D,seed=S",
        _ => {
            return Err(GenerateError::Unknown { name: name.to_owned(), known: known_names() });
        }
    };
    if name == "poisson2d" {
        let required = "a size such as 1000x1000 of fewer than 2^64 points";
        let (rows, columns) = size(name, "the grid", required, rest)?;
        rows.checked_mul(columns).ok_or_else(|| wrong(name, "the grid", required, rest))?;
        return Ok(Generator::Poisson2d { rows, columns });
    }
    let (shape, rest) = if name == "blocks" { rest.split_once(',').unwrap_or((rest, "")) } else { ("", rest) };
    let mut parameters = Parameters::new(name, usage, rest)?;
    let generator = match name {
        "ones" => Generator::Ones,
        "iota" => Generator::Iota,
        "rmat" => {
            Generator::Rmat { scale: parameters.scale()?, edges: parameters.count("edges")?, seed: parameters.seed()? }
        }
        "banded" => {
            Generator::Banded { n: parameters.count("n")?, width: parameters.count("width")?, seed: parameters.seed()? }
        }
        "blocks" => {
            let (rows, columns) = size(name, "the matrix", "a size such as 1000x1000", shape.trim())?;
            let (block, density) = (parameters.block()?, parameters.density()?);
            Generator::Blocks { rows, columns, block, density, seed: parameters.seed()? }
        }
        _ => {
            let (amount, special) = (parameters.amount()?, parameters.special()?);
            Generator::Random { amount, special, seed: parameters.seed()? }
        }
    };
    parameters.finish()?;
    Ok(generator)
}

/// Two numbers such as `1000x1000`.
fn size(
    generator: &str,
    parameter: &'static str,
    required: &'static str,
    found: &str,
) -> Result<(u64, u64), GenerateError> {
    let sizes = found.split_once(['x', 'X']);
    sizes
        .and_then(|(rows, columns)| Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?)))
        .ok_or_else(|| wrong(generator, parameter, required, found))
}

fn wrong(generator: &str, parameter: &'static str, required: &'static str, found: &str) -> GenerateError {
    let (generator, found) = (generator.to_owned(), found.to_owned());
    GenerateError::Parameter { generator, parameter, required, found }
}

/// The parameters not used yet.
struct Parameters<'a> {
    generator: &'a str,
    usage: &'static str,
    unused: Vec<(&'a str, &'a str)>,
}

impl<'a> Parameters<'a> {
    fn new(generator: &'a str, usage: &'static str, text: &'a str) -> Result<Self, GenerateError> {
        let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
        let split = |item: &'a str| {
            let (key, value) = item.split_once('=').unwrap_or((item, ""));
            (key.trim(), value.trim())
        };
        let parameters = Parameters { generator, usage, unused: items.map(split).collect() };
        for (place, (key, _)) in parameters.unused.iter().enumerate() {
            if parameters.unused[..place].iter().any(|(earlier, _)| earlier == key) {
                return Err(parameters.unknown(key));
            }
        }
        Ok(parameters)
    }

    fn unknown(&self, parameter: &str) -> GenerateError {
        let (generator, parameter) = (self.generator.to_owned(), parameter.to_owned());
        GenerateError::UnknownParameter { generator, parameter, usage: self.usage }
    }

    fn take(&mut self, key: &str) -> Option<&'a str> {
        let place = self.unused.iter().position(|(name, _)| *name == key)?;
        Some(self.unused.swap_remove(place).1)
    }

    fn missing(&self, parameter: &'static str) -> GenerateError {
        GenerateError::MissingParameter { generator: self.generator.to_owned(), parameter, usage: self.usage }
    }

    fn wrong(&self, parameter: &'static str, required: &'static str, found: &str) -> GenerateError {
        wrong(self.generator, parameter, required, found)
    }

    fn number(&self, key: &'static str, text: &str) -> Result<u64, GenerateError> {
        text.parse().map_err(|_| self.wrong(key, "a whole number of at least 0", text))
    }

    fn count(&mut self, key: &'static str) -> Result<u64, GenerateError> {
        let text = self.take(key).ok_or_else(|| self.missing(key))?;
        self.number(key, text)
    }

    fn seed(&mut self) -> Result<u64, GenerateError> {
        self.take("seed").map_or(Ok(DEFAULT_SEED), |text| self.number("seed", text))
    }

    fn scale(&mut self) -> Result<u32, GenerateError> {
        let scale = self.count("scale")?;
        u32::try_from(scale)
            .ok()
            .filter(|&scale| scale < 64)
            .ok_or_else(|| self.wrong("scale", "below 64", &scale.to_string()))
    }

    fn amount(&mut self) -> Result<Amount, GenerateError> {
        match (self.take("density"), self.take("nnz")) {
            (Some(_), Some(_)) => Err(self.unknown("nnz")),
            (None, Some(text)) => Ok(Amount::Entries(self.number("nnz", text)?)),
            (None, None) => Ok(Amount::Density(1.0)),
            (Some(text), None) => Ok(Amount::Density(self.share("density", text)?)),
        }
    }

    fn density(&mut self) -> Result<f64, GenerateError> {
        let text = self.take("density").ok_or_else(|| self.missing("density"))?;
        self.share("density", text)
    }

    fn special(&mut self) -> Result<f64, GenerateError> {
        self.take("special").map_or(Ok(0.0), |text| self.share("special", text))
    }

    fn share(&self, key: &'static str, text: &str) -> Result<f64, GenerateError> {
        match text.parse() {
            Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
            _ => Err(self.wrong(key, "a number from 0 to 1", text)),
        }
    }

    fn block(&mut self) -> Result<(u64, u64), GenerateError> {
        const REQUIRED: &str = "a size such as 4x4 of at least 1x1";
        let text = self.take("block").ok_or_else(|| self.missing("block"))?;
        let block = size(self.generator, "block", REQUIRED, text)?;
        if block.0 == 0 || block.1 == 0 { Err(self.wrong("block", REQUIRED, text)) } else { Ok(block) }
    }

    fn finish(self) -> Result<(), GenerateError> {
        self.unused.first().map_or(Ok(()), |(key, _)| Err(self.unknown(key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read() {
        let random = |amount, seed| Ok(Generator::Random { amount, special: 0.0, seed });
        assert_eq!(parse("random:density=0.01,seed=7"), random(Amount::Density(0.01), 7));
        assert_eq!(parse(" random: nnz = 12 "), random(Amount::Entries(12), 0));
        let (amount, special) = (Amount::Entries(9), 0.25);
        assert_eq!(parse("random:nnz=9,special=0.25"), Ok(Generator::Random { amount, special, seed: 0 }));
        assert_eq!(parse("random"), random(Amount::Density(1.0), 0));
        assert_eq!(parse("random:seed=3"), random(Amount::Density(1.0), 3));
        assert_eq!(parse("ones"), Ok(Generator::Ones));
        assert_eq!(parse("poisson2d:3x4"), Ok(Generator::Poisson2d { rows: 3, columns: 4 }));
        assert_eq!(parse("rmat:scale=17,edges=8,seed=1"), Ok(Generator::Rmat { scale: 17, edges: 8, seed: 1 }));
        assert_eq!(parse("banded:n=1000,width=5"), Ok(Generator::Banded { n: 1000, width: 5, seed: 0 }));
        assert_eq!(
            parse("blocks:10x20, block=2x4, density=0.5, seed=3"),
            Ok(Generator::Blocks { rows: 10, columns: 20, block: (2, 4), density: 0.5, seed: 3 })
        );
        assert!(is_generator("poisson2d:3") && !is_generator("random.mtx"));
    }

    #[test]
    fn refusals_say_what_was_wanted() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            error("zeros"),
            "unknown generator `zeros`: known are random, ones, iota, poisson2d, rmat, banded, blocks"
        );
        assert_eq!(
            error("random:density=1.5"),
            "generator `random`: density must be a number from 0 to 1, found `1.5`"
        );
        assert_eq!(
            error("random:density=nan"),
            "generator `random`: density must be a number from 0 to 1, found `nan`"
        );
        assert_eq!(
            error("random:nnz=1,special=2"),
            "generator `random`: special must be a number from 0 to 1, found `2`"
        );
        assert_eq!(error("rmat"), "generator `rmat` needs scale: it takes scale=K,edges=E,seed=S");
        assert!(error("random:density=0.5,nnz=3").contains("does not take `nnz` here"));
        assert!(error("random:nnz=3,nnz=4").contains("does not take `nnz` here"));
        assert!(error("ones:2").contains("does not take `2` here: it takes no parameters"));
        assert_eq!(
            error("banded:n=-1,width=2"),
            "generator `banded`: n must be a whole number of at least 0, found `-1`"
        );
        assert_eq!(error("rmat:scale=64,edges=1"), "generator `rmat`: scale must be below 64, found `64`");
        assert_eq!(
            error("blocks:10,block=2x2,density=1"),
            "generator `blocks`: the matrix must be a size such as 1000x1000, found `10`"
        );
        assert_eq!(
            error("blocks:10x10,block=2x0,density=1"),
            "generator `blocks`: block must be a size such as 4x4 of at least 1x1, found `2x0`"
        );
        assert!(error("blocks:10x10,density=1").contains("needs block: it takes a size such as 1000x1000, block=RxC"));
        assert!(error("poisson2d:10").contains("the grid must be a size such as 1000x1000"));
        assert!(error("poisson2d:9999999999x9999999999").contains("fewer than 2^64 points"));
    }
}
