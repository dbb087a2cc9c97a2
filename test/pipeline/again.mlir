// `--lacuna` of what it gave changes nothing. Passes between its own may order constants anew.

// REQUIRES: pipeline-alone
// RUN: lacuna-opt %S/lacuna.mlir --lacuna > %t.once
// RUN: lacuna-opt %t.once --lacuna | diff %t.once -
