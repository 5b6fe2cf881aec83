import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Database, quoteText } from "../../../../src/duckdb/database.ts";
import { partSeparator, sendResultBody } from "../../../../src/protocol/body-frames.ts";
import type { BodyFormat, ResultSummary } from "../../../../src/protocol/data-worker.ts";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { useSuiteWorker } from "../suite-worker.ts";
import { chunks, type WorkerProcess } from "../worker-process.ts";

/** Loads a body in small pieces, so that everything is cut somewhere. */
async function load(worker: WorkerProcess, format: BodyFormat, body: string): Promise<ResultSummary> {
  return worker.load(format, chunks(body, 7), {}, format);
}

async function rows(worker: WorkerProcess, { resultId, columns }: ResultSummary) {
  const range = { first: 0, count: 500, view: defaultRowView, columns: columns.map((_, position) => position) };
  return (await worker.channel.request("window", { resultId, ...range })).rows;
}

const names = ({ columns }: ResultSummary) => columns.map(({ name }) => name);

/** Two files of the same columns, of types that a number of JavaScript would not survive. */
async function parquetParts(folder: string): Promise<Buffer[]> {
  const database = await Database.open(":memory:");
  const parts = ["9203817354237048492", "-1"].map((big, part) => ({
    path: join(folder, `${part}.parquet`),
    sql: `SELECT ${big}::BIGINT AS "Big", -0.1::DECIMAL(38, 10) AS "Exact", 0.1::DOUBLE + 0.2 AS "Double", DATE '0001-01-01' AS "Day", TIMESTAMP '2024-06-01 12:00:00.123456' AS "At", '6392464926136162828' AS "Code", [1, 2] AS "List", NULL::INTEGER AS "None", true AS "Yes" FROM range(${part + 1})`,
  }));
  try {
    for (const { path, sql } of parts) {
      await database.use((connection) => connection.run(`COPY (${sql}) TO ${quoteText(path)} (FORMAT parquet)`));
    }
  } finally {
    database.close();
  }
  return Promise.all(parts.map(({ path }) => readFile(path)));
}

async function* inParts(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const [index, part] of parts.entries()) {
    if (index > 0) {
      yield partSeparator;
    }
    yield part.subarray(0, 100);
    yield part.subarray(100);
  }
}

suite("What goes into a result", function () {
  this.timeout(60_000);
  let worker: WorkerProcess;
  let folder = "";

  useSuiteWorker((started, made) => {
    worker = started;
    folder = made;
  });

  test("takes CSV with quotes, line ends and missing values, in any pieces", async () => {
    const body = '\ufeffName,"A ""b""",Big\r\n"x, y","line\r\nbreak",9203817354237048492\r\n,"",0.10\n\nlast,"ü",';
    const summary = await load(worker, "csv", body);
    assert.deepEqual([summary.state, summary.message, names(summary)], ["done", undefined, ["Name", 'A "b"', "Big"]]);
    assert.deepEqual(await rows(worker, summary), [
      ["x, y", "line\r\nbreak", "9203817354237048492"],
      [null, "", "0.10"],
      ["last", "ü", null],
    ]);
    const plain = await load(worker, "csvWithoutHeader", "1,a\n2,b\n");
    assert.deepEqual([names(plain), plain.rowCount], [["_c0", "_c1"], 2]);
  });

  test("names the line of CSV that is wrong, and keeps what is whole of a body that was cut", async () => {
    const wide = await load(worker, "csv", 'A,B\n"1\n",2\n3\n5,6\n');
    assert.deepEqual([wide.state, wide.rowCount], ["failed", 1]);
    assert.match(wide.message ?? "", /^Line 4 of the answer has 1 value for 2 columns/);
    const loose = await load(worker, "csv", 'A,B\n1,2\n"3"4,5\n');
    assert.match(loose.message ?? "", /^Line 3 of the answer is not CSV/);
    const cut = await load(worker, "csv", 'A,B\n1,2\n3,"fo');
    assert.deepEqual([cut.state, cut.rowCount], ["partial", 1]);
  });

  test("takes Parquet in several parts as one table, every value exact", async () => {
    const parts = await parquetParts(folder);
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    const summary = await worker.load("parquet", inParts(parts), {}, "parquet");
    assert.deepEqual([summary.state, summary.message, summary.rowCount], ["done", undefined, 3]);
    assert.equal(summary.byteCount, size);
    assert.deepEqual(
      summary.columns.map(({ kind }) => kind),
      ["number", "number", "number", "date", "date", "text", "text", "number", "boolean"],
    );
    const row = (big: string) => [
      big,
      "-0.1000000000",
      "0.30000000000000004",
      "0001-01-01",
      "2024-06-01 12:00:00.123456",
      "6392464926136162828",
      "[1,2]",
      null,
      "true",
    ];
    assert.deepEqual(await rows(worker, summary), [row("9203817354237048492"), row("-1"), row("-1")]);
    const broken = await worker.load("parquet", chunks("PAR1 and then nothing"), {}, "parquet");
    assert.deepEqual([broken.state, broken.rowCount], ["failed", 0]);
    assert.match(broken.message ?? "", /cannot be read as Parquet: it is not a complete Parquet file/);
  });

  test("keeps the whole parts of Parquet that was cut", async () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = await parquetParts(folder);
    async function* lost(): AsyncGenerator<Uint8Array> {
      yield first;
      yield partSeparator;
      yield second.subarray(0, 50);
      throw new Error("The connection was closed.");
    }
    await worker.channel.request("open", { resultId: "cut", format: "parquet", kinds: {}, label: "" });
    await assert.rejects(sendResultBody(worker.pipe, "cut", lost()), /connection was closed/);
    const summary = await worker.channel.request("finish", { resultId: "cut" });
    assert.deepEqual([summary.state, summary.rowCount], ["partial", 1]);
  });

  test("takes a cell set with a column for each level of each axis, in any order of its members", async () => {
    const axes = [
      {
        dimension: { name: "Unit", qualifyingPath: "Employee.Unit" },
        positions: [
          { path: ["u1"], displayName: "North", displayNamePath: ["North"] },
          { path: ["u1", "u2"], displayName: "Oslo", displayNamePath: ["North", "Oslo"] },
        ],
      },
      {
        dimension: { name: "Service_Time" },
        positions: [{ path: ["2024-06-01T00:00:00.000Z - [0]"], displayName: "Jun 1, 2024" }],
      },
    ];
    const cells = [
      { coordinates: [0, 0], value: "12345678901234567890.10", support: "7" },
      { support: "0", coordinates: [1, 0] },
    ];
    for (const cellSet of [
      { axes, cells },
      { cells, axes },
    ]) {
      const summary = await load(worker, "json", JSON.stringify({ cellSet }, undefined, 1));
      assert.deepEqual([summary.state, summary.message], ["done", undefined]);
      assert.deepEqual(names(summary), ["Unit (level 1)", "Unit (level 2)", "Service_Time", "Value", "Support"]);
      assert.deepEqual(await rows(worker, summary), [
        ["North", null, "2024-06-01T00:00:00.000Z - [0]", "12345678901234567890.10", "7"],
        ["North", "Oslo", "2024-06-01T00:00:00.000Z - [0]", null, "0"],
      ]);
    }
    const outside = { axes, cells: [...cells, { coordinates: [2, 0], value: "1" }] };
    const misplaced = await load(worker, "json", JSON.stringify({ cellSet: outside }));
    assert.deepEqual([misplaced.state, misplaced.rowCount], ["failed", 2]);
    assert.match(misplaced.message ?? "", /^Cell 3 of the answer is not at a position of its axes/);
    const refused = await load(
      worker,
      "json",
      JSON.stringify({ error: { errorCode: "E17", message: "No such axis" } }),
    );
    assert.match(refused.message ?? "", /it is an error \(No such axis\)/);
  });

  test("takes the list in an answer, digit for digit", async () => {
    const body =
      '{"total": 2, "jobs": [{"id": 9203817354237048492, "n": {"a": [1.10]}}, {"id": 1.10, "late": "é\\n"}]}';
    const summary = await load(worker, "json", body);
    assert.deepEqual(names(summary), ["id", "n", "late"]);
    assert.deepEqual(await rows(worker, summary), [
      ["9203817354237048492", '{"a": [1.10]}', null],
      ["1.10", null, "é\n"],
    ]);
    const lineEnds = await load(worker, "json", '[{"a":"x\u2028y","b":1},\r\n{"a":"\u2029","b":2}]');
    assert.deepEqual(await rows(worker, lineEnds), [
      ["x\u2028y", "1"],
      ["\u2029", "2"],
    ]);
    const values = await load(worker, "json", '["a", 2, null]');
    assert.deepEqual(await rows(worker, values), [["a"], ["2"], [null]]);
    const cut = await load(worker, "json", '[{"a":1},{"a":2},{"a');
    assert.deepEqual([cut.state, cut.rowCount], ["partial", 2]);
    const none = await load(worker, "json", '{"message": "hello"}');
    assert.match(none.message ?? "", /it contains no list/);
  });

  test("keeps its files from other users of the machine, and removes those it needs no more", async () => {
    await load(worker, "csv", "A\n1\n");
    const spool = join(folder, "spool");
    const files = await readdir(spool, { recursive: true });
    assert.ok(files.some((file) => file.endsWith(".jsonl")));
    assert.deepEqual(
      files.filter((file) => /parquet|elements/.test(file)),
      [],
    );
    if (process.platform !== "win32") {
      assert.equal((await stat(spool)).mode & 0o777, 0o700);
      for (const file of files.filter((name) => /\.jsonl?$/.test(name))) {
        assert.equal((await stat(join(spool, file))).mode & 0o777, 0o600, file);
      }
    }
  });
});
