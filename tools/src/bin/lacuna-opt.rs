//! `mlir-opt` with the dialects, passes and pipelines of Lacuna.

fn main() {
    lacuna_passes::register_all();
    std::process::exit(lacuna_dialects::register::opt_main())
}
