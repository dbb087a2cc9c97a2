//! Generates the C++ half of the dialects from ODS, compiles the glue, and finds MLIR's libraries.

use std::{env, ffi::OsStr, fs, path::Path, process::Command};

/// The generators that interfaces are run through, likewise.
const INTERFACE_GENERATORS: [(&str, &str); 2] =
    [("-gen-op-interface-decls", "Interfaces.h.inc"), ("-gen-op-interface-defs", "Interfaces.cpp.inc")];

/// The generators that each dialect is run through: `mlir-tblgen` flag, output suffix.
const GENERATORS: [(&str, &str); 11] = [
    ("-gen-dialect-decls", "Dialect.h.inc"),
    ("-gen-dialect-defs", "Dialect.cpp.inc"),
    ("-gen-enum-decls", "Enums.h.inc"),
    ("-gen-enum-defs", "Enums.cpp.inc"),
    ("-gen-attrdef-decls", "Attrs.h.inc"),
    ("-gen-attrdef-defs", "Attrs.cpp.inc"),
    ("-gen-typedef-decls", "Types.h.inc"),
    ("-gen-typedef-defs", "Types.cpp.inc"),
    ("-gen-op-decls", "Ops.h.inc"),
    ("-gen-op-defs", "Ops.cpp.inc"),
    ("-gen-op-doc", "Ops.md"),
];

fn main() {
    let prefix = env::var("MLIR_SYS_220_PREFIX")
        .expect("MLIR_SYS_220_PREFIX must name the prefix of LLVM and MLIR 22, as .cargo/config.toml does for Debian");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    for dialect in ["Stensor", "Sloop"] {
        for (flag, suffix) in GENERATORS {
            generate(&prefix, &out, dialect, flag, suffix);
        }
    }
    for (flag, suffix) in INTERFACE_GENERATORS {
        generate(&prefix, &out, "Sloop", flag, suffix);
    }
    // Clippy checks and links nothing. For it, cargo runs the scripts of the workspace a second time.
    if !is_for_clippy() {
        compile_glue(&prefix, &out);
    }
    provide_c_api(&prefix, &out);
    println!("cargo:rerun-if-changed=ods");
    println!("cargo:rerun-if-changed=glue");
    println!("cargo:rerun-if-env-changed=MLIR_SYS_220_PREFIX");
}

fn is_for_clippy() -> bool {
    env::var_os("RUSTC_WORKSPACE_WRAPPER").is_some_and(|wrapper| Path::new(&wrapper).ends_with("clippy-driver"))
}

fn generate(prefix: &str, out: &str, dialect: &str, flag: &str, suffix: &str) {
    // Each dialect is told apart by name, because the operations of one mention types of the other.
    let mut command = Command::new(format!("{prefix}/bin/mlir-tblgen"));
    command.arg(flag);
    let name = dialect.to_lowercase();
    match flag {
        "-gen-enum-decls" | "-gen-enum-defs" | "-gen-op-interface-decls" | "-gen-op-interface-defs" => {}
        "-gen-attrdef-decls" | "-gen-attrdef-defs" => {
            command.arg(format!("--attrdefs-dialect={name}"));
        }
        "-gen-typedef-decls" | "-gen-typedef-defs" => {
            command.arg(format!("--typedefs-dialect={name}"));
        }
        "-gen-op-doc" | "-gen-op-decls" | "-gen-op-defs" => {
            if flag == "-gen-op-doc" {
                command.arg(format!("--dialect={name}"));
            } else {
                command.arg(format!("--op-include-regex=^{name}\\."));
            }
        }
        _ => {
            command.arg(format!("--dialect={name}"));
        }
    }
    let input = match (flag, dialect) {
        ("-gen-enum-decls" | "-gen-enum-defs", "Stensor") => "ods/StensorAttrs.td".to_owned(),
        ("-gen-enum-decls" | "-gen-enum-defs", _) => "ods/SloopDialect.td".to_owned(),
        ("-gen-op-interface-decls" | "-gen-op-interface-defs", _) => "ods/SloopInterfaces.td".to_owned(),
        _ => format!("ods/{dialect}Ops.td"),
    };
    let status = command
        .args([&input, "-I", "ods", "-I", &format!("{prefix}/include"), "-o"])
        .arg(format!("{out}/{dialect}{suffix}"))
        .status()
        .unwrap_or_else(|error| panic!("cannot run {prefix}/bin/mlir-tblgen (Debian: mlir-22-tools): {error}"));
    assert!(status.success(), "mlir-tblgen {flag} failed on {input}");
}

/// By clang++, because Debian's libMLIR is built with it: MLIR finds a trait by the spelling of its
/// type's name, GCC spells it differently, and with g++ an operation's traits are silently absent.
fn compile_glue(prefix: &str, out: &str) {
    let mut sources: Vec<_> = fs::read_dir("glue")
        .expect("glue/ is part of the crate")
        .map(|entry| entry.expect("glue/ is readable").path())
        .filter(|path| path.extension() == Some(OsStr::new("cpp")))
        .collect();
    sources.sort();
    let mut build = cc::Build::new();
    build
        .compiler(format!("{prefix}/bin/clang++"))
        .cpp(true)
        .std("c++17")
        // The same in all profiles: more takes longer, and nobody steps through this code.
        .opt_level(1)
        .debug(false)
        .include(format!("{prefix}/include"))
        .include(out)
        .include("glue")
        .flags(["-fno-exceptions", "-Wno-unused-parameter", "-Wno-comment", "-Wno-unused-function"]);
    let headers = precompile_headers(&build, out);
    build.flag("-include-pch").flag(headers).files(sources).compile("lacuna_glue");
}

/// Parses MLIR's headers once: they take most of the time of each source.
fn precompile_headers(build: &cc::Build, out: &str) -> String {
    let headers = format!("{out}/Precompiled.pch");
    let status = build
        .get_compiler()
        .to_command()
        .args(["-x", "c++-header", "-fpch-instantiate-templates", "glue/Precompiled.h", "-o", &headers])
        .status()
        .unwrap_or_else(|error| panic!("cannot run clang++ (Debian: clang-22): {error}"));
    assert!(status.success(), "glue/Precompiled.h does not compile");
    headers
}

/// Debian ships the C API as archives, but mlir-sys, when it links shared, asks for one `libMLIR-C.so`:
/// give it a linker script of that name that groups the archives with the shared C++ libraries.
fn provide_c_api(prefix: &str, out: &str) {
    let lib = format!("{prefix}/lib");
    let mut archives: Vec<String> = fs::read_dir(&lib)
        .unwrap_or_else(|error| panic!("cannot list {lib} (Debian: libmlir-22-dev): {error}"))
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("libMLIRCAPI") && name.ends_with(".a"))
        .map(|name| format!("{lib}/{name}"))
        .collect();
    archives.sort();
    let script = format!("GROUP ( {} {lib}/libMLIR.so {lib}/libLLVM.so )\n", archives.join(" "));
    fs::write(Path::new(out).join("libMLIR-C.so"), script).expect("OUT_DIR is writable");
    println!("cargo:rustc-link-search=native={out}");
}
