import assert from "node:assert/strict";
import { boundDocumentPath, boundTransactionId } from "../../../../src/features/transactions/bound-document-model.ts";

suite("a document inside a transaction", () => {
  test("is bound by its name, whatever the id is made of", () => {
    for (const id of ["1a2b", "a/b c%", "ü"]) {
      assert.equal(boundTransactionId({ scheme: "untitled", path: boundDocumentPath(id) }), id);
      assert.equal(boundTransactionId({ scheme: "untitled", path: `/folder/${boundDocumentPath(id)}` }), id);
    }
  });

  test("is bound no more once it is a file, and no other one ever is", () => {
    assert.equal(boundTransactionId({ scheme: "file", path: boundDocumentPath("1a2b") }), undefined);
    assert.equal(boundTransactionId({ scheme: "untitled", path: "Untitled-1" }), undefined);
    assert.equal(boundTransactionId({ scheme: "untitled", path: "Inside %.tablesql" }), undefined);
  });
});
