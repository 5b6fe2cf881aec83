import assert from "node:assert/strict";
import { readStatements } from "../../../../../src/languages/sql-like/structure/code-lenses.ts";

suite("The statements of a text", () => {
  test("have their kind and place", () => {
    const text = "-- one\nSELECT a() FROM b;\nSELECT c FROM d WHERE e = ';';";
    const { statements, errors } = readStatements(text, false);
    assert.deepEqual(
      statements.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
      [
        ["aggregate", "SELECT a() FROM b"],
        ["list", "SELECT c FROM d WHERE e = ';'"],
      ],
    );
    assert.deepEqual(errors, []);
  });

  test("of a script say what the shell is to do", () => {
    const text = "set schema to STAGING; begin transaction; copy Employee from 'a;b.csv'; commit work;";
    const { statements, errors } = readStatements(text, true);
    assert.deepEqual(
      statements.map(({ start, end, ...statement }) => statement),
      [
        { kind: "setSchema", schema: "staging" },
        { kind: "begin" },
        { kind: "copy", object: "Employee", path: "a;b.csv" },
        { kind: "commit" },
      ],
    );
    assert.deepEqual(errors, []);
  });

  test("come with the errors that a script has before anything runs", () => {
    const text = "begin transaction; copy Employee;";
    const { statements, errors } = readStatements(text, true);
    assert.deepEqual(
      statements.map(({ kind }) => kind),
      ["begin", "unknown"],
    );
    assert.deepEqual(
      errors.map(({ start, end }) => text.slice(start, end)),
      ["begin transaction", "copy Employee", ";"],
    );
  });
});
