import assert from "node:assert/strict";
import { boundDocumentUri, boundTransactionId } from "../../../../src/features/transactions/bound-document-model.ts";

suite("a document inside a transaction", () => {
  test("is bound to its transaction, whatever the id is made of", () => {
    for (const id of ["1a2b", "a/b c%", "ü"]) {
      const uri = boundDocumentUri(id, "badges.sqljob.json");
      assert.equal(boundTransactionId(uri), id);
      assert.equal(boundTransactionId({ ...uri, path: `/folder/${uri.path}` }), id);
    }
  });

  test("is named by what the transaction is for, and by the transaction, as VS Code keeps its text by the path", () => {
    const pathOf = (id: string, label: string) => boundDocumentUri(id, label).path;
    assert.equal(pathOf("1a2b3c4d-5e6f", "badges.sqljob.json"), "Inside badges 1a2b3c4d.tablesql");
    assert.equal(pathOf("1a2b3c4d-5e6f", "site/badge"), "Inside site-badge 1a2b3c4d.tablesql");
    assert.equal(pathOf("1a2b3c4d-5e6f", "Transaction 1a2b3c4d"), "Inside Transaction 1a2b3c4d.tablesql");
  });

  test("is bound no more once it is a file, and no other one ever is", () => {
    const uri = boundDocumentUri("1a2b", "badges");
    assert.equal(boundTransactionId({ ...uri, scheme: "file" }), undefined);
    assert.equal(boundTransactionId({ ...uri, path: "Untitled-1" }), undefined);
    assert.equal(boundTransactionId({ ...uri, query: "" }), undefined);
  });
});
