import assert from "node:assert/strict";
import {
  encodeSavedRows,
  readSavedResult,
  SavedRowsEnd,
  savedAdditivity,
} from "../../../../src/features/notebook/saved-rows-model.ts";
import type { Cell } from "../../../../src/protocol/data-worker.ts";
import type { ShownResult } from "../../../../src/protocol/results-view.ts";

/** A result in memory whose windows cut texts at 300 characters, as the data worker does. */
function resultOf(all: readonly (readonly Cell[])[]) {
  const shown: ShownResult = {
    summary: {
      resultId: "r1",
      columns: [
        { name: "Id", kind: "number" },
        { name: "Text", kind: "text" },
      ],
      rowCount: all.length,
      byteCount: 1,
      state: "done",
      message: undefined,
      label: "",
    },
    origin: { title: "People", query: "SELECT", connection: "Local", tenant: undefined, project: undefined },
    startedAtMs: Date.UTC(2026, 0, 1),
    elapsedMs: 1,
  };
  const reader = {
    readRows: async ({ first, count }: { first: number; count: number }) => {
      const rows = all.slice(first, first + count).map((row) => row.map((cell) => cell?.slice(0, 300) ?? null));
      const cut = all
        .slice(first, first + count)
        .flatMap((row, at) => row.flatMap((cell, column) => ((cell?.length ?? 0) > 300 ? [`${at}:${column}`] : [])));
      return { first, rows, rowCount: all.length, cut };
    },
    readCell: async ({ row, column }: { row: number; column: number }) => all[row]?.[column] ?? null,
  };
  return readSavedResult(shown, reader);
}

describe("rows that are saved with a notebook", () => {
  it("are at most 1,000, in order", async () => {
    const { rows, rowCount, ranAt } = await resultOf(Array.from({ length: 1234 }, (_, index) => [String(index), "a"]));
    assert.deepEqual([rows.length, rowCount, rows[999]], [1000, 1234, ["999", "a"]]);
    assert.equal(ranAt, "2026-01-01T00:00:00.000Z");
  });

  it("are whole, also where a window cuts a text", async () => {
    const long = "x".repeat(5000);
    const { rows } = await resultOf([
      ["9203817354237048492", null],
      ["2", long],
    ]);
    assert.deepEqual(rows, [
      ["9203817354237048492", null],
      ["2", long],
    ]);
  });

  it("end before a row that would make them more than a million characters", async () => {
    const { rows } = await resultOf([
      ["1", "a"],
      ["2", "y".repeat(1_000_001)],
      ["3", "b"],
    ]);
    assert.deepEqual(rows, [["1", "a"]]);
  });

  it("go back to the data worker with every digit, and end as a part", async () => {
    const saved = await resultOf([
      ["9203817354237048492", "6392464926136162828"],
      ["-0.10", '"quoted"\n'],
      ["no number", null],
    ]);
    let text = "";
    await assert.rejects(async () => {
      for await (const bytes of encodeSavedRows(saved)) {
        text += new TextDecoder().decode(bytes);
      }
    }, SavedRowsEnd);
    assert.deepEqual(text.split("\n"), [
      '["Id","Text"]',
      '[9203817354237048492,"6392464926136162828"]',
      '[-0.10,"\\"quoted\\"\\n"]',
      '["no number",null]',
      "",
    ]);
  });

  it("keep what may be added up of their columns", async () => {
    const saved = await resultOf([["1", "2"]]);
    const [id, text] = saved.columns;
    assert.ok(id && text);
    const columns = [{ ...id, additivity: "none" as const }, text];
    assert.deepEqual(savedAdditivity({ ...saved, columns }), { isAggregate: false, columns: { Id: "none" } });
  });
});
