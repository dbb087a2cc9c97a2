//! Whole programs have the same results where upstream's passes run between every two of the pipeline, and before it: people who
//! build pipelines put them anywhere. A share of the corpus here; all of it by `./x lit-between`.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// Where passes of upstream run.
#[derive(Clone, Copy)]
enum Place {
    /// Between every two passes of the pipeline.
    Between,
    /// Before the pipeline.
    Before,
    /// Nowhere: these are options of the pipeline, which has it do what others did.
    Options,
}

/// What runs where, and which programs are run with it: those whose number, divided by the last, leaves the one before. Rewrites
/// of `linalg` stand where a frontend has them.
const PASSES: [(Place, &str, usize, usize); 6] = [
    (Place::Between, "canonicalize,cse", 5, 12),
    (Place::Between, "canonicalize,cse,loop-invariant-code-motion,sccp", 11, 12),
    (Place::Before, "linalg-generalize-named-ops,linalg-fuse-elementwise-ops,canonicalize", 2, 40),
    (Place::Before, "linalg-fold-unit-extent-dims,cse", 6, 40),
    (Place::Before, "linalg-inline-scalar-operands", 8, 40),
    (Place::Options, "dense=true", 10, 40),
];

struct Tools {
    prefix: String,
    folder: PathBuf,
}

impl Tools {
    fn find() -> Self {
        let prefix = env::var("MLIR_SYS_220_PREFIX").expect(".cargo/config.toml names the prefix of LLVM");
        let folder = env::current_exe().expect("a test knows itself").ancestors().nth(2).expect("deps").to_owned();
        assert!(folder.join("lacuna-opt").exists(), "build the tools first: cargo build --workspace");
        Self { prefix, folder }
    }

    /// Whether a program is one after passes of upstream: some drop the format of a result that a body does not read, or
    /// reads besides, and are stopped by upstream's own verifier. In a file of several programs, what reads it finds none.
    fn keep_a_program(&self, passes: &str, program: &Path) -> bool {
        let flags = passes.split(',').map(|pass| format!("--{pass}"));
        let output = Command::new(self.folder.join("lacuna-opt")).arg(program).args(flags).output().expect("it runs");
        output.status.success()
    }

    fn lit(&self, parameter: &str, programs: &[PathBuf]) {
        let out = tempfile::tempdir().expect("a folder for outputs");
        let output = Command::new(format!("{}/bin/lit", self.prefix))
            .args(["-v", "-D", parameter])
            .args(programs)
            .env("LACUNA_BIN_DIR", &self.folder)
            .env("LLVM_BIN_DIR", format!("{}/bin", self.prefix))
            .env("LACUNA_TEST_OUT", out.path())
            .output()
            .expect("lit runs (Debian: llvm-22-tools)");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "with {parameter}:\n{text}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains("Passed"), "lit ran no test: {text}");
    }
}

/// The files of whole programs, in order.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate stands in the workspace");
    let folders = ["test/pipeline", "test/import"].map(|folder| root.join(folder));
    let files = folders.iter().flat_map(|folder| folder.read_dir().expect("the folder is there"));
    let files = files.map(|file| file.expect("it can be read").path());
    let mut programs: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "mlir")).collect();
    programs.sort();
    programs
}

#[test]
fn programs_have_the_same_results() {
    let tools = Tools::find();
    let all_of_them = env::var_os("LACUNA_ALL_BETWEEN").is_some();
    let programs = programs();
    for (place, passes, rest, shares) in PASSES {
        let share = programs.iter().enumerate().filter(|(number, _)| all_of_them || number % shares == rest);
        let share = share.map(|(_, program)| program.clone());
        match place {
            Place::Between => tools.lit(&format!("between={passes}"), &share.collect::<Vec<_>>()),
            Place::Options => tools.lit(&format!("options={passes}"), &share.collect::<Vec<_>>()),
            Place::Before => {
                let (kept, lost): (Vec<_>, Vec<_>) = share.partition(|program| tools.keep_a_program(passes, program));
                assert!(kept.len() > lost.len(), "{passes} leaves few programs: it lost {lost:?}");
                tools.lit(&format!("before={passes}"), &kept);
            }
        }
    }
}
