//! `mlir-lsp-server` with the dialects of Lacuna, for editors.

fn main() {
    lacuna_passes::register_all();
    std::process::exit(lacuna_dialects::register::lsp_main())
}
