import assert from "node:assert/strict";
import * as vscode from "vscode";

suite("The host of the tests", () => {
  test("is a VS Code that is new enough", () => {
    const [major = 0, minor = 0] = vscode.version.split(".").map(Number);
    assert.ok(major > 1 || minor >= 101, vscode.version);
  });

  test("has the extension", () => {
    assert.ok(vscode.extensions.getExtension("workforce.workforce-analytics"));
  });
});
