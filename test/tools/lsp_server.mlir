// `lacuna-lsp-server` answers a request to initialize, and reports what our verifiers find in a document, also while it is typed.

// RUN: lacuna-lsp-server -lit-test < %s | FileCheck -strict-whitespace %s

{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":123,"rootPath":"mlir","capabilities":{},"trace":"off"}}
// CHECK:      "id": 0,
// CHECK:        "capabilities": {
// CHECK:          "completionProvider": {
// CHECK:          "hoverProvider": true,
// -----
{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"test:///foo.mlir","languageId":"mlir","version":1,"text":"func.func private @f(tensor<4xf64, #stensor.format<(i) -> (i : singleton)>>)"}}}
// CHECK:      "method": "textDocument/publishDiagnostics",
// CHECK:            "message": "level 0 (singleton) needs a level above it, it is the top level",
// -----
{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"test:///foo.mlir","version":2},"contentChanges":[{"text":"func.func private @f(tensor<, #stensor.format<(i) -> (i : compressed)>>)"}]}}
// CHECK:      "method": "textDocument/publishDiagnostics",
// CHECK:            "message": "expected
// -----
{"jsonrpc":"2.0","id":3,"method":"shutdown"}
// -----
{"jsonrpc":"2.0","method":"exit"}
