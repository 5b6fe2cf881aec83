import assert from "node:assert/strict";
import { type OutlineEntry, outlineOf } from "../../../../../src/languages/sql-like/structure/outline.ts";
import { QueryDocument } from "../../../../../src/languages/sql-like/syntax/query-document.ts";

/** Each entry as `kind title: detail`, those inside it moved right. */
function outline(text: string, isShellScript = false): string[] {
  const describe = ({ kind, title, detail, children }: OutlineEntry): string[] => [
    `${kind} ${title}${detail && `: ${detail}`}`,
    ...children.flatMap(describe).map((line) => `  ${line}`),
  ];
  return QueryDocument.create(text, { isShellScript }).parts.flatMap((placed) => outlineOf(placed).flatMap(describe));
}

suite("The outline", () => {
  test("has clauses and items under each statement", () => {
    const text = `SELECT employeeCount() AS Heads, level(Location,
      "Location_1") FROM Employee WHERE isManager = TRUE AND (Age > 40 OR Age < 20)`;
    assert.deepEqual(outline(text), [
      "aggregate Aggregate query of Employee",
      '  clause SELECT: Heads, level(Location, "Location_1")',
      "    metric Heads: employeeCount()",
      '    column level(Location, "Location_1")',
      "  object FROM: Employee",
      "  clause WHERE",
      "    condition isManager = TRUE",
      "    condition (Age > 40 OR Age < 20)",
    ]);
  });

  test("names statements by the comment line before them, but not by one behind the statement before", () => {
    const names = outline("-- People\nSELECT a FROM b; -- behind\nSELECT c FROM d;\n\n-- Exits\nSELECT e() FROM f");
    assert.deepEqual(
      names.filter((line) => !line.startsWith(" ")),
      ["list People: List query of b", "list List query of d", "aggregate Exits: Aggregate query of f"],
    );
  });

  test("has the statements of a script of the shell", () => {
    const text = "set schema to staging; begin transaction; copy Employee from 'a.csv'; rollback";
    assert.deepEqual(outline(text, true), [
      "shell SET schema TO staging",
      "shell BEGIN TRANSACTION",
      "shell COPY Employee",
      "shell ROLLBACK",
    ]);
  });

  test("leaves out what is not there yet", () => {
    assert.deepEqual(outline("SELECT a, FROM"), ["list List query", "  clause SELECT: a", "    column a"]);
    assert.deepEqual(outline("garbage"), []);
  });
});
