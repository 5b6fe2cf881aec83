import assert from "node:assert/strict";
import { matchColumns } from "../../../../src/base/match-columns.ts";
import {
  checkTypes,
  type FileFinding,
  preventsUpload,
  RowCheck,
} from "../../../../src/features/table-sources/file-check-model.ts";

const table = [
  { name: "person_key", dataType: "STRING" },
  { name: "badge_no", dataType: "INTEGER" },
  { name: "since", dataType: "DATE" },
];

suite("a file held against a table", () => {
  test("matches columns by name in any letter case, and finds unknown, missing and repeated ones", () => {
    const { columns, findings } = matchColumns(["SINCE", "badge", "badge_no", "Badge_No"], table, ["person_key"]);
    assert.deepEqual(
      columns.map((column) => column?.name),
      ["since", undefined, "badge_no", "badge_no"],
    );
    assert.deepEqual(findings, [
      { kind: "unknownColumn", column: "badge" },
      { kind: "duplicateColumn", column: "Badge_No" },
      { kind: "missingColumn", column: "person_key", isKey: true },
    ] satisfies FileFinding[]);
  });

  test("finds values that do not fit, missing keys and rows of another length by their lines", () => {
    const check = new RowCheck(table, ["PERSON_KEY"]);
    check.addRow({ line: 2, cells: ["P1", "12", "2026-01-31"] });
    check.addRow({ line: 3, cells: [null, "x", null] });
    check.addRow({ line: 5, cells: ["P3", "13", "31.01.2026"] });
    check.addRow({ line: 6, cells: ["P4"] });
    assert.equal(check.rows, 4);
    assert.deepEqual(check.findings(), [
      { kind: "wrongCount", expected: 3, lines: { first: [6], count: 1 } },
      { kind: "misfit", column: "badge_no", dataType: "INTEGER", lines: { first: [3], count: 1 } },
      { kind: "misfit", column: "since", dataType: "DATE", lines: { first: [5], count: 1 } },
      { kind: "nullKey", column: "person_key", lines: { first: [3], count: 1 } },
    ] satisfies FileFinding[]);
  });

  test("lists the first lines of many", () => {
    const check = new RowCheck(table, []);
    for (let line = 2; line < 1002; line++) {
      check.addRow({ line, cells: ["P", "x", null] });
    }
    const [finding] = check.findings();
    assert.ok(finding?.kind === "misfit");
    assert.deepEqual([finding.lines.count, finding.lines.first.length, finding.lines.first[0]], [1000, 20, 2]);
  });

  test("takes types of Parquet that lose nothing", () => {
    const file = ["DOUBLE", "INTEGER", "DATE", "BINARY", "LONG"].map((dataType, index) => ({
      name: `c${index}`,
      dataType,
    }));
    const to = ["STRING", "LONG", "DATE_TIME", "STRING", "INTEGER"].map((dataType, index) => ({
      name: `c${index}`,
      dataType,
    }));
    assert.deepEqual(checkTypes(file, to), [
      { kind: "wrongType", column: "c3", from: "BINARY", to: "STRING" },
      { kind: "wrongType", column: "c4", from: "LONG", to: "INTEGER" },
    ]);
  });

  test("may lack a column that is no key when its rows are added, and not when they take the place of others", () => {
    const missing: FileFinding = { kind: "missingColumn", column: "since", isKey: false };
    assert.equal(preventsUpload(missing, "append"), false);
    assert.equal(preventsUpload(missing, "upsert"), true);
    assert.equal(preventsUpload({ ...missing, isKey: true }, "append"), true);
    assert.equal(preventsUpload({ kind: "unknownColumn", column: "x" }, "append"), true);
  });
});
