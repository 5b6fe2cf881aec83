import assert from "node:assert/strict";
import { findFileNameProblem, removeFileExtension } from "../../../../src/service/sql-jobs/file-name.ts";

suite("names of inputs and outputs", () => {
  test("may have folders, spaces, letters of any language and dots", () => {
    for (const name of ["a.csv", "2024/new badges.csv", "Größe/ä.csv", "a", "..a/b..", "~x/-.csv"]) {
      assert.equal(findFileNameProblem(name), undefined, name);
    }
  });

  test("never lead anywhere else", () => {
    for (const name of [
      "",
      "/a",
      "a/",
      "a//b",
      ".",
      "..",
      "a/../b",
      "./a",
      "a\\b",
      "a\u0000b",
      "a\nb",
      "x".repeat(401),
    ]) {
      assert.ok(findFileNameProblem(name), JSON.stringify(name));
    }
  });

  test("lose their folders and their extension as the name of a view", () => {
    assert.equal(removeFileExtension("2024/new badges.csv"), "new badges");
    assert.equal(removeFileExtension("badges.tar.gz"), "badges.tar");
    assert.equal(removeFileExtension(".csv"), ".csv");
    assert.equal(removeFileExtension("badges"), "badges");
  });
});
