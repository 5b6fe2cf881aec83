import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Database, quoteText } from "../../../../src/duckdb/database.ts";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import type { FileFormat } from "../../../../src/protocol/stored-results.ts";
import { useSuiteWorker } from "../suite-worker.ts";
import type { WorkerProcess } from "../worker-process.ts";

suite("A data file opened as a result", function () {
  this.timeout(60_000);
  let worker: WorkerProcess;
  let folder = "";

  useSuiteWorker((started, made) => {
    worker = started;
    folder = made;
  });

  const open = (file: string, format: FileFormat = "csvFile") =>
    worker.channel.request("openFile", { resultId: "file", file, format, label: "" });

  async function openText(text: string | Buffer) {
    const file = join(folder, "pay.csv");
    await writeFile(file, text);
    const summary = await open(file);
    return { ...summary, names: summary.columns.map(({ name }) => name) };
  }

  async function rows(columnCount: number) {
    const columns = Array.from({ length: columnCount }, (_, position) => position);
    const range = { first: 0, count: 500, view: defaultRowView, columns };
    return (await worker.channel.request("window", { resultId: "file", ...range })).rows;
  }

  test("has its separator found in the first line, outside quotes", async () => {
    for (const separator of [",", ";", "\t", "|"]) {
      const lines = [
        ["Name", '"Pay,;|"'],
        ["Ada", "0.10"],
        ['"Bo; the, second|"', ""],
      ];
      const { state, message, names } = await openText(lines.map((line) => line.join(separator)).join("\r\n"));
      assert.deepEqual([state, message, names], ["done", undefined, ["Name", "Pay,;|"]]);
      assert.deepEqual(await rows(2), [
        ["Ada", "0.10"],
        ["Bo; the, second|", null],
      ]);
    }
    assert.deepEqual((await openText("\ufeffOnly\n1\n")).names, ["Only"]);
  });

  test("is decompressed where its name says so, and what is no gzip says that it cannot be read", async () => {
    const compressed = join(folder, "pay.csv.gz");
    await writeFile(compressed, gzipSync("Name,Pay\nAda,0.10\n"));
    assert.equal((await open(compressed)).state, "done");
    assert.deepEqual(await rows(2), [["Ada", "0.10"]]);
    await writeFile(compressed, "Name,Pay\n");
    const broken = await open(compressed);
    assert.equal(broken.state, "failed");
    assert.match(broken.message ?? "", /"pay.csv.gz" cannot be read/);
  });

  test("has columns of the kinds of their values", async () => {
    await openText("Day;Unit;Pay\n2026-01-05;North;9203817354237048492\n2026-02-05;South;0.10\n");
    const { columns } = await worker.channel.request("columnTypes", { resultId: "file" });
    assert.deepEqual(
      columns.map(({ kind }) => kind),
      ["date", "text", "number"],
    );
  });

  test("is read from Parquet, too", async () => {
    const file = join(folder, "pay.parquet");
    const database = await Database.open(":memory:");
    const sql = "SELECT 'Ada' AS name, 9203817354237048492 AS pay";
    await database.use((connection) => connection.run(`COPY (${sql}) TO ${quoteText(file)} (FORMAT parquet)`));
    database.close();
    const { state, rowCount } = await open(file, "parquet");
    assert.deepEqual([state, rowCount, await rows(2)], ["done", 1, [["Ada", "9203817354237048492"]]]);
  });

  test("names the line that is wrong, keeps the rows before it, and says what to do", async () => {
    const wide = await openText("A;B\n1;2\n3;4;5\n");
    assert.deepEqual([wide.state, wide.rowCount], ["failed", 1]);
    assert.equal(
      wide.message,
      "Line 3 of the file has 3 values for 2 columns; the rows before it are kept. Correct it, then open the file again.",
    );
    const open = await openText('A,B\n1,2\n3,"four\n');
    assert.deepEqual([open.state, open.rowCount], ["failed", 1]);
    assert.match(open.message ?? "", /^Line 3 of the file begins a row with a quote that is not closed;/);
    assert.match((await openText("")).message ?? "", /^The file is empty\./);
  });

  test("says that a file cannot be read without naming its folder", async () => {
    const { state, message } = await open(join(folder, "none.csv"));
    assert.equal(state, "failed");
    assert.equal(message, 'The file "none.csv" cannot be read. Check that it exists and that you may read it.');
  });

  test("is no longer read when the user stops", async () => {
    await writeFile(join(folder, "long.csv"), `A,B\n${"1,2\n".repeat(2_000_000)}`);
    const stopped = new AbortController();
    const params = { resultId: "long", file: join(folder, "long.csv"), format: "csvFile", label: "" } as const;
    const opening = worker.channel.request("openFile", params, stopped.signal);
    stopped.abort();
    await assert.rejects(opening);
    const { rowCount } = await worker.until(({ resultId, state }) => resultId === "long" && state === "cancelled");
    assert.ok(rowCount < 2_000_000);
  });
});
