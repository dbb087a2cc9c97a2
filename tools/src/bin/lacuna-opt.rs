//! `mlir-opt` with the dialects, passes and pipelines of Lacuna.

fn main() {
    // What reads the output may have seen enough: as with other tools, that ends this one without a word.
    lacuna_tools::pipes::end_with_reader();
    lacuna_passes::register_all();
    std::process::exit(lacuna_dialects::register::opt_main())
}
