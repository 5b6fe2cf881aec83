import assert from "node:assert/strict";
import type { CopyFormat } from "../../../src/protocol/data-worker.ts";
import { isUnique } from "../../../src/protocol/result-columns.ts";
import { defaultRowView } from "../../../src/protocol/row-view.ts";
import { useSuiteWorker } from "./suite-worker.ts";
import type { WorkerProcess } from "./worker-process.ts";

const rows = [
  ["9203817354237048492", "-0.1000000000", "Sales", "2024-01-15", "6392464926136162828"],
  ["1", "2.5", "Sales", "2024-02-15", "=1+1"],
  ["2", null, "Finance", "2024-02-20", "-x"],
  ["3", "n/a", null, "0001-01-01", "it's\t"],
];
const body = [["Big", "Decimal", "Function", "Day", "Code"], ...rows].map((row) => `${JSON.stringify(row)}\n`).join("");
const kinds = { Big: "number", Decimal: "number", Function: "text", Day: "date", Code: "text" } as const;

suite("Columns of a result in the data worker", function () {
  this.timeout(60_000);
  let worker: WorkerProcess;

  useSuiteWorker(async (started) => {
    worker = started;
    await worker.load("columns", body, kinds);
  });

  const summary = (column: number) => worker.channel.request("columnSummary", { resultId: "columns", column });
  const profile = (column: number) => worker.channel.request("columnProfile", { resultId: "columns", column });
  const copy = async (format: CopyFormat, columns: readonly number[], neutralisesFormulas = false) => {
    const range = { resultId: "columns", first: 0, count: 4, columns, view: defaultRowView };
    return (await worker.channel.request("copy", { ...range, format, neutralisesFormulas })).text;
  };

  test("are summarized by bars of their values or by ranges, missing values apart", async () => {
    const text = await summary(2);
    assert.deepEqual([text.shape, text.rowCount, text.missingCount, text.distinctCount], ["values", 4, 1, 2]);
    assert.deepEqual(text.bars, [
      { from: "Sales", to: "Sales", rowCount: 2 },
      { from: "Finance", to: "Finance", rowCount: 1 },
    ]);
    const decimal = await summary(1);
    assert.deepEqual([decimal.shape, decimal.missingCount, decimal.bars.length], ["histogram", 1, 20]);
    assert.deepEqual([decimal.bars[0]?.rowCount, decimal.bars.at(-1)?.rowCount], [1, 1]);
    const day = await summary(3);
    assert.deepEqual([day.bars[0]?.from, day.bars.at(-1)?.to], ["0001-01-01", "2024-02-20"]);
    assert.equal(
      day.bars.reduce((sum, { rowCount }) => sum + rowCount, 0),
      4,
    );
  });

  test("are profiled with least and greatest as the cells have them", async () => {
    const big = await profile(0);
    assert.deepEqual([big.minimum, big.maximum, big.median], ["1", "9203817354237048492", "2"]);
    const decimal = await profile(1);
    assert.deepEqual(
      [decimal.minimum, decimal.maximum, decimal.mean, decimal.missingCount],
      ["-0.1000000000", "2.5", "1.2", 1],
    );
    const day = await profile(3);
    assert.deepEqual(
      [day.minimum, day.maximum, day.mean, day.median],
      ["0001-01-01", "2024-02-20", null, "2024-01-15"],
    );
    const text = await profile(2);
    assert.deepEqual(
      [text.minimum, text.maximum, text.topValue, text.topCount, text.firstQuartile],
      ["Finance", "Sales", "Sales", 2, null],
    );
  });

  test("are profiled with a mean of six decimals, or of two from a hundred on", async () => {
    const rows = [
      ["Share", "Pay"],
      [0.5, 100],
      [0.25, 100],
      [0.25, 101],
    ];
    await worker.load("means", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const means = [0, 1].map((column) => worker.channel.request("columnProfile", { resultId: "means", column }));
    assert.deepEqual(
      (await Promise.all(means)).map(({ mean }) => mean),
      ["0.333333", "100.33"],
    );
  });

  test("count different values one by one, so that a column of ids is known to be unique", async () => {
    const people = Array.from({ length: 5028 }, (_, index) => [`E${String(index).padStart(6, "0")}`, `F${index % 24}`]);
    await worker.load(
      "people",
      [["EmployeeID", "Function"], ...people].map((row) => `${JSON.stringify(row)}\n`).join(""),
    );
    for (const name of ["columnProfile", "columnSummary"] as const) {
      const [ids, functions] = await Promise.all(
        [0, 1].map((column) => worker.channel.request(name, { resultId: "people", column })),
      );
      assert.ok(ids && functions);
      assert.deepEqual([ids.distinctCount, ids.isDistinctExact, isUnique(ids)], [5028, true, true]);
      assert.deepEqual([functions.distinctCount, functions.isDistinctExact, isUnique(functions)], [24, true, false]);
    }
  });

  test("are copied in every form, digit for digit", async () => {
    assert.equal(await copy("headers", [2, 0]), "Function\tBig");
    assert.equal(await copy("tsv", [0, 2]), "Big\tFunction\n9203817354237048492\tSales\n1\tSales\n2\tFinance\n3\t\n");
    assert.equal(await copy("sqlIn", [2]), "IN ('Sales', 'Finance')");
    assert.equal(await copy("sqlIn", [0]), "IN (9203817354237048492, 1, 2, 3)");
    assert.equal(
      await copy("sqlIn", [0, 2]),
      "IN ((9203817354237048492, 'Sales'), (1, 'Sales'), (2, 'Finance'), (3, NULL))",
    );
    assert.equal(
      await copy("sqlValues", [1, 4]),
      "VALUES\n  (-0.1000000000, '6392464926136162828'),\n  (2.5, '=1+1'),\n  (NULL, '-x'),\n  ('n/a', 'it''s\t')",
    );
  });

  test("neutralise formulas in CSV and TSV where that is wanted, and nowhere else", async () => {
    assert.equal(
      await copy("csv", [1, 4], true),
      "Decimal,Code\r\n-0.1000000000,6392464926136162828\r\n2.5,'=1+1\r\n,'-x\r\nn/a,it's\t\r\n",
    );
    assert.match(await copy("tsv", [4], true), /\n'=1\+1\n'-x\n/);
    assert.match(await copy("csv", [4], false), /\n=1\+1\r\n-x\r\n/);
    assert.match(await copy("cells", [1, 4], true), /\n2\.5\t=1\+1\n/);
  });

  test("stop being summarized when nobody waits any more, and the worker goes on", async () => {
    const stopped = new AbortController();
    const asked = worker.channel.request("columnProfile", { resultId: "columns", column: 0 }, stopped.signal);
    stopped.abort();
    await assert.rejects(asked);
    assert.equal((await summary(2)).rowCount, 4);
  });
});
