//! Pages whose commands are run, and print what the pages show. `./x docs` writes what they print anew.

use lacuna_integration_tests::transcript::check_page;

#[test]
fn tutorial() {
    check_page("docs/tutorial.md");
}

#[test]
fn calling() {
    check_page("docs/calling.md");
}

#[test]
fn frontends() {
    check_page("docs/frontends.md");
}

#[test]
fn readme() {
    check_page("README.md");
}
