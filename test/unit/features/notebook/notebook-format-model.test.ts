import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  formatNotebook,
  NotebookFormatError,
  parseNotebook,
  type StoredNotebook,
} from "../../../../src/features/notebook/notebook-format-model.ts";
import type { SavedResult } from "../../../../src/protocol/notebook-output.ts";

const saved: SavedResult = {
  resultId: "r1",
  title: "People",
  query: "SELECT a FROM b",
  connection: "Local",
  tenant: "DEMO",
  project: undefined,
  ranAt: "2026-01-01T00:00:00.000Z",
  rowCount: 2,
  columns: [
    { name: "Id", kind: "number" },
    { name: "Name", kind: "text" },
  ],
  rows: [
    ["9203817354237048492", "Anna"],
    ["-0.10", null],
  ],
};

const notebook: StoredNotebook = {
  id: "n1",
  saveOutputs: true,
  cells: [
    { kind: "text", text: "# Title\n\nWords", unknown: {} },
    { kind: "sqllike", text: 'SELECT "ä"\n', saved: [saved], unknown: {} },
  ],
  unknown: {},
};

describe("the file of a notebook", () => {
  it("reads what it wrote", () => {
    assert.deepEqual(
      JSON.parse(JSON.stringify(parseNotebook(formatNotebook(notebook)))),
      JSON.parse(JSON.stringify(notebook)),
    );
  });

  it("has a line for each line of text and each saved row, so that differences are of what changed", () => {
    const lines = formatNotebook(notebook).split("\n");
    assert.ok(lines.includes('        "# Title",'));
    assert.ok(lines.includes('            ["9203817354237048492", "Anna"],'));
    const changed = formatNotebook({
      ...notebook,
      cells: notebook.cells.map((cell) => ({ ...cell, text: `${cell.text}!` })),
    });
    assert.equal(changed.split("\n").filter((line) => !lines.includes(line)).length, 2);
  });

  it("writes the sample as it stands", () => {
    const text = readFileSync("samples/headcount.workforce-notebook", "utf8");
    assert.equal(formatNotebook(parseNotebook(text)), text);
  });

  it("keeps members that it does not know", () => {
    const text =
      '{"version": 1, "owner": {"team": "HR"}, "cells": [{"kind": "sqllike", "pinned": true, "text": ["a"]}]}';
    const again = JSON.parse(formatNotebook(parseNotebook(text)));
    assert.deepEqual(again, JSON.parse(text));
  });

  it("opens an empty file as a notebook without cells", () => {
    assert.deepEqual(parseNotebook("\n"), { cells: [] });
  });

  const refused: [string, string, NotebookFormatError["problem"]][] = [
    ["text that is no JSON, by its line", '{\n  "version": 1,\n  "cells": [}\n', { kind: "notJson", line: 3 }],
    ["a list", "[]", { kind: "form", path: "" }],
    ["a file without a version", '{"cells": []}', { kind: "form", path: "version" }],
    ["a later version", '{"version": 2, "cells": 1}', { kind: "newer", version: 2, known: 1 }],
    ["cells that are no list", '{"version": 1, "cells": {}}', { kind: "form", path: "cells" }],
    [
      "a cell of another kind",
      '{"version": 1, "cells": [{"kind": "python", "text": []}]}',
      { kind: "form", path: "cells[0].kind" },
    ],
    [
      "text that is not in lines",
      '{"version": 1, "cells": [{"kind": "text", "text": "a"}]}',
      { kind: "form", path: "cells[0].text" },
    ],
    [
      "saved rows of another width",
      JSON.stringify({ version: 1, cells: [{ kind: "sqllike", text: [], saved: [{ ...saved, rows: [["1"]] }] }] }),
      { kind: "form", path: "cells[0].saved" },
    ],
  ];
  for (const [what, text, problem] of refused) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => parseNotebook(text),
        (error) => error instanceof NotebookFormatError && assert.deepEqual(error.problem, problem) === undefined,
      );
    });
  }
});
