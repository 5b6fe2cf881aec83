import assert from "node:assert/strict";
import { defaultRowView, type SortKey } from "../../../../src/protocol/row-view.ts";
import { withWorker } from "../worker-process.ts";

const values = [
  "007",
  "2024-02-30",
  "2024-06-01T00:00:00.000Z",
  "2024-06-01 00:00:00+02:00",
  "1e400",
  "-0",
  "9203817354237048492",
  "12345678901234567890.123456789",
  "NaN",
  "maybe",
  "TRUE",
  "-62135596800001",
  "253402300800000",
  " 1",
  "1,5",
  "=1+1",
  "",
  null,
  "ünï\ncode",
];
const kinds = ["text", "number", "date", "boolean"] as const;
const given = { text: "text", number: "number", date: "date", boolean: "boolean" } as const;
const body = [kinds, ...values.map((value) => kinds.map(() => value))]
  .map((row) => `${JSON.stringify(row)}\n`)
  .join("");

suite("A column whose kind is given", function () {
  this.timeout(60_000);

  test("holds every value exactly, also those that do not fit the kind, before and after a sort", async () => {
    await withWorker(async (worker) => {
      const summary = await worker.load("given", body, given);
      assert.deepEqual(
        summary.columns.map(({ kind }) => kind),
        kinds,
      );
      for (const [column, kind] of kinds.entries()) {
        const cells = async (sort: readonly SortKey[]) => {
          const range = { first: 0, count: 100, columns: [column], view: { sort, filter: [] } };
          return (await worker.channel.request("window", { resultId: "given", ...range })).rows.map(([cell]) => cell);
        };
        assert.deepEqual(await cells([]), values, kind);
        for (const direction of ["ascending", "descending"] as const) {
          assert.deepEqual(
            (await cells([{ column, direction }])).toSorted(),
            values.toSorted(),
            `${kind} ${direction}`,
          );
        }
      }
    });
  });

  test("is copied and charted exactly where a value does not fit", async () => {
    await withWorker(async (worker) => {
      await worker.load("copied", '["N","D"]\n["007","soon"]\n["1.50",""]\n', { N: "number", D: "date" });
      const range = { resultId: "copied", first: 0, count: 2, columns: [0, 1], view: defaultRowView };
      assert.equal(
        (await worker.channel.request("copy", { ...range, format: "json", neutralisesFormulas: false })).text,
        '[\n  { "N": "007", "D": "soon" },\n  { "N": 1.50, "D": "" }\n]',
      );
      assert.equal(
        (await worker.channel.request("copy", { ...range, format: "cells", neutralisesFormulas: false })).text,
        "007\tsoon\n1.50\t",
      );
      const drawn = { kind: "bars", function: "sum", x: 1, y: 0, series: undefined } as const;
      const request = { resultId: "copied", ...drawn, view: defaultRowView };
      const { marks } = await worker.channel.request("chartData", request);
      assert.deepEqual(
        marks.map(({ x, y }) => [x, y]),
        [
          ["soon", "007"],
          ["", "1.50"],
        ],
      );
    });
  });

  test("keeps the kind that looking at the values would not find", async () => {
    await withWorker(async (worker) => {
      const rows = '["ID","Left","Free"]\n["1001",null,"1"]\n["1002","","2"]\n';
      await worker.load("kept", rows, { ID: "text", Left: "date" });
      const { columns } = await worker.channel.request("columnTypes", { resultId: "kept" });
      assert.deepEqual(columns, [
        { name: "ID", kind: "text" },
        { name: "Left", kind: "date" },
        { name: "Free", kind: "number" },
      ]);
    });
  });
});
