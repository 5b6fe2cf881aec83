import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sendResultBody } from "../../../../src/protocol/body-frames.ts";
import { defaultRowView, type RowView, type SortKey } from "../../../../src/protocol/row-view.ts";
import { eventually } from "../../../support/eventually.ts";
import { chunks, startWorker, type WorkerProcess, withFolder, withWorker } from "../worker-process.ts";

const all = { first: 0, count: 500, view: defaultRowView };

function viewOf(column: number, direction: SortKey["direction"]): RowView {
  return { ...defaultRowView, sort: [{ column, direction }] };
}

async function cells(
  worker: WorkerProcess,
  resultId: string,
  columnCount: number,
): Promise<readonly (readonly (string | null)[])[]> {
  const columns = Array.from({ length: columnCount }, (_, column) => column);
  return (await worker.channel.request("window", { resultId, ...all, columns })).rows;
}

/** JSON Lines of a column of numbers and one of text. */
function numbered(rowCount: number): string {
  const rows = Array.from({ length: rowCount }, (_, row) => JSON.stringify([String(row), `name ${row % 97}`]));
  return `["Number","Name"]\n${rows.join("\n")}\n`;
}

suite("The data worker", function () {
  this.timeout(60_000);

  test("keeps every value exactly", async () => {
    await withWorker(async (worker) => {
      const long = "x".repeat(5 * 1024 * 1024);
      const body = [
        '["Big","Decimal","Loose","Day","Code","Text"]',
        '["9203817354237048492","-0.1000000000",0.10,"0001-01-01","6392464926136162828","a\\nb"]',
        '[9203817354237048492,-0.1,12345678901234567890.123456789,"-62135596800000","007","\\u00e9 \\"q\\" \\\\"]',
        `["12345678901234567890123","1","1.5e3","1717200000000",null,"${long}"]`,
        '["","n/a","-0","n/a","",""]',
      ].join("\n");
      const kinds = { Big: "number", Decimal: "number", Loose: "number", Day: "date" } as const;
      const summary = await worker.load("exact", body, kinds);
      assert.deepEqual([summary.state, summary.rowCount, summary.message], ["done", 4, undefined]);
      const rows = await cells(worker, "exact", 5);
      assert.deepEqual(rows, [
        ["9203817354237048492", "-0.1000000000", "0.10", "0001-01-01", "6392464926136162828"],
        ["9203817354237048492", "-0.1", "12345678901234567890.123456789", "0001-01-01", "007"],
        ["12345678901234567890123", "1", "1.5e3", "2024-06-01", null],
        ["", "n/a", "-0", "n/a", ""],
      ]);
      const text = async (row: number) =>
        worker.channel.request("cell", { resultId: "exact", row, column: 5, view: defaultRowView });
      assert.equal(await text(0), "a\nb");
      assert.equal(await text(1), 'é "q" \\');
      assert.equal(await text(2), long);
      const window = await worker.channel.request("window", { resultId: "exact", ...all, columns: [5] });
      assert.deepEqual(window.cut, ["2:0"]);
      assert.equal(window.rows[2]?.[0]?.length, 300);
    });
  });

  test("takes the header and rows of a table in any pieces", async () => {
    await withWorker(async (worker) => {
      const body = JSON.stringify(
        {
          header: { "0": "Name", "1": "Salary", "10": "Note" },
          rows: [
            { "0": 'A "quoted", name', "1": "10", "10": "" },
            { "0": "B}]", "1": "9", "10": "line\nbreak" },
          ],
        },
        undefined,
        1,
      );
      const summary = await worker.load("table", chunks(body, 7), { Salary: "number" }, "jsonTable");
      assert.deepEqual([summary.state, summary.columns.map(({ name }) => name)], ["done", ["Name", "Salary", "Note"]]);
      assert.deepEqual(await cells(worker, "table", 3), [
        ['A "quoted", name', "10", ""],
        ["B}]", "9", "line\nbreak"],
      ]);
    });
  });

  test("gives the first rows before the body ends", async () => {
    await withWorker(async (worker) => {
      await worker.channel.request("open", { resultId: "slow", format: "jsonLines", kinds: {}, label: "" });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      async function* body(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('["A"]\n["1"]\n["2"]\n["3');
        await held;
        yield Buffer.from('"]\n');
      }
      const sending = sendResultBody(worker.pipe, "slow", body());
      const early = await worker.until(({ rowCount }) => rowCount === 2);
      assert.equal(early.state, "loading");
      assert.deepEqual(await cells(worker, "slow", 1), [["1"], ["2"]]);
      release();
      await sending;
      assert.equal((await worker.channel.request("finish", { resultId: "slow" })).rowCount, 3);
    });
  });

  test("keeps the last of the results that begin under one id, however they overlap", async () => {
    await withWorker(async (worker) => {
      const labels = Array.from({ length: 20 }, (_, index) => String(index));
      await Promise.all(
        labels.map((label) =>
          worker.channel.request("open", { resultId: "same", format: "jsonLines", kinds: {}, label }),
        ),
      );
      const { results } = await worker.channel.request("list", {});
      assert.deepEqual(
        results.map(({ label }) => label),
        ["19"],
      );
    });
  });

  test("marks a body that ends early as partial and keeps its rows", async () => {
    await withWorker(async (worker) => {
      const cutInRow = await worker.load("row", '["A","B"]\n["1","2"]\n["3","4');
      assert.deepEqual([cutInRow.state, cutInRow.rowCount], ["partial", 1]);
      const cutInTable = await worker.load("table", '{"header":{"0":"A"},"rows":[{"0":"1"},{"0":"2"', {}, "jsonTable");
      assert.deepEqual([cutInTable.state, cutInTable.rowCount], ["partial", 1]);
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('["A"]\n["1"]\n');
        throw new Error("The connection was closed.");
      }
      await worker.channel.request("open", { resultId: "lost", format: "jsonLines", kinds: {}, label: "" });
      await assert.rejects(sendResultBody(worker.pipe, "lost", failing()), /connection was closed/);
      const lost = await worker.channel.request("finish", { resultId: "lost" });
      assert.deepEqual([lost.state, lost.rowCount], ["partial", 1]);
      const named = await worker.channel.request("abort", {
        resultId: "lost",
        state: "cancelled",
        message: "Cancelled.",
      });
      assert.deepEqual([named.state, named.rowCount, named.message], ["cancelled", 1, "Cancelled."]);
    });
  });

  test("names the line that is malformed and keeps the rows before it", async () => {
    const malformed: [string, number, number][] = [
      ['["A","B"]\n["1","2"]\n["3"]\n["5","6"]\n', 3, 1],
      ['["A","B"]\n["1","2"]\n\n["3","4"]\n{"message":"no"}\n', 5, 2],
      ['["A","B"]\n["1","2"]\n["3",nonsense]\n["5","6"]\n', 3, 1],
      ['["A","B"]\n["1","2"]\n["3","\\x"]\n', 3, 1],
    ];
    await withWorker(async (worker) => {
      for (const [body, line, rowCount] of malformed) {
        const summary = await worker.load("malformed", body);
        assert.deepEqual([summary.state, summary.rowCount], ["failed", rowCount], body);
        assert.match(summary.message ?? "", new RegExp(`^Line ${line} of the answer`));
        assert.equal((await cells(worker, "malformed", 2)).length, rowCount);
      }
      const headless = await worker.load("headless", '{"message":"refused"}\n');
      assert.match(headless.message ?? "", /first line .* column names/);
      const empty = await worker.load("empty", "");
      assert.match(empty.message ?? "", /answer is empty/);
    });
  });

  test("sorts by value, missing last either way, equal values as they came", async () => {
    await withWorker(async (worker) => {
      const body = '["N","T"]\n["10","b"]\n["9","a"]\n[null,"c"]\n["9","z"]\n["-1.5","A"]\n["x",null]\n';
      await worker.load("typed", body, { N: "number" });
      await worker.load("sniffed", '["N"]\n["10"]\n["9"]\n[""]\n["9203817354237048493"]\n["9203817354237048492"]\n');
      const sorted = async (resultId: string, column: number, direction: "ascending" | "descending", shown: number) => {
        await worker.channel.request("arrange", { resultId, view: viewOf(column, direction) });
        const block = await worker.channel.request("window", {
          resultId,
          ...all,
          columns: [shown],
          view: viewOf(column, direction),
        });
        return block.rows.map(([cell]) => cell);
      };
      assert.deepEqual(await sorted("typed", 0, "ascending", 1), ["A", "a", "z", "b", null, "c"]);
      assert.deepEqual(await sorted("typed", 0, "descending", 1), ["b", "a", "z", "A", null, "c"]);
      assert.deepEqual(await sorted("typed", 1, "ascending", 1), ["A", "a", "b", "c", "z", null]);
      assert.deepEqual(await sorted("sniffed", 0, "descending", 0), [
        "9203817354237048493",
        "9203817354237048492",
        "10",
        "9",
        "",
      ]);
      const { columns } = await worker.channel.request("columnTypes", { resultId: "sniffed" });
      assert.deepEqual(columns, [{ name: "N", kind: "number" }]);
    });
  });

  test("loads two bodies that share the pipe", async () => {
    await withWorker(async (worker) => {
      const [one, other] = await Promise.all([
        worker.load("one", numbered(20_000)),
        worker.load("other", numbered(30_000)),
      ]);
      assert.deepEqual([one.rowCount, other.rowCount], [20_000, 30_000]);
      const block = await worker.channel.request("window", {
        resultId: "other",
        first: 29_999,
        count: 1,
        columns: [0],
        view: defaultRowView,
      });
      assert.deepEqual(block.rows, [["29999"]]);
    });
  });

  test("has its results again after it was killed while one was loading", async () => {
    await withFolder(async (folder) => {
      const killed = await startWorker(folder);
      await killed.load("whole", numbered(5000), { Number: "number" });
      await killed.channel.request("open", { resultId: "half", format: "jsonLines", kinds: {}, label: "kept" });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      async function* body(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(numbered(1000));
        await held;
      }
      const sending = sendResultBody(killed.pipe, "half", body()).catch(() => undefined);
      await killed.until(({ resultId, rowCount }) => resultId === "half" && rowCount === 1000);
      const asked = killed.channel.request("arrange", { resultId: "whole", view: viewOf(1, "ascending") });
      asked.catch(() => undefined);
      await killed.kill();
      release();
      await sending;
      const worker = await startWorker(folder);
      try {
        const { results } = await worker.channel.request("list", {});
        const metadata = results.map(({ resultId, state, rowCount, label }) => [resultId, state, rowCount, label]);
        assert.deepEqual(metadata, [
          ["whole", "done", 5000, ""],
          ["half", "partial", 1000, "kept"],
        ]);
        const view = viewOf(0, "descending");
        const block = await worker.channel.request("window", {
          resultId: "whole",
          first: 0,
          count: 2,
          columns: [0],
          view,
        });
        assert.deepEqual(block.rows, [["4999"], ["4998"]]);
      } finally {
        await worker.stop();
      }
    });
  });

  test("exports what is shown as CSV, with formulas neutralised, and nothing when it is cancelled", async () => {
    await withFolder(async (folder) => {
      const worker = await startWorker(join(folder, "spool"));
      try {
        await worker.load(
          "small",
          '["=Name","Pay"]\n["=1+1","-0.1"]\n["a\\nb","2"]\n["-5","3"]\n["say \\"hi\\"",null]\n["@x, y","=4"]\n',
          { Pay: "number" },
        );
        const path = join(folder, "small.csv");
        const request = {
          format: "csv",
          columns: [0, 1],
          view: defaultRowView,
          hasHeaders: true,
          neutralisesFormulas: true,
          about: [],
        } as const;
        const written = await worker.channel.request("export", { resultId: "small", path, ...request });
        assert.equal(
          await readFile(path, "utf8"),
          `'=Name,Pay\r\n'=1+1,-0.1\r\n"a\nb",2\r\n-5,3\r\n"say ""hi""",\r\n"'@x, y",'=4\r\n`,
        );
        assert.equal(written.rowCount, 5);
        const raw = join(folder, "raw.csv");
        await worker.channel.request("export", {
          resultId: "small",
          path: raw,
          ...request,
          neutralisesFormulas: false,
        });
        assert.match(await readFile(raw, "utf8"), /^=Name,Pay\r\n=1\+1,-0\.1\r\n/);
        await worker.load("large", numbered(300_000));
        const controller = new AbortController();
        const exporting = worker.channel.request(
          "export",
          { resultId: "large", path: join(folder, "large.csv"), ...request },
          controller.signal,
        );
        controller.abort(new Error("stopped"));
        await assert.rejects(exporting, /stopped/);
        await worker.channel.request("close", { resultId: "large" });
        // The refusal comes at once, the worker takes its half-written file away a moment later.
        await eventually(async () => ((await readdir(folder)).length === 3 ? true : undefined));
        assert.deepEqual((await readdir(folder)).sort(), ["raw.csv", "small.csv", "spool"]);
        const nowhere = join(folder, "no such folder", "x.csv");
        await assert.rejects(
          worker.channel.request("export", { resultId: "small", path: nowhere, ...request }),
          /Exporting: .* Choose another folder/,
        );
      } finally {
        await worker.stop();
      }
    });
  });

  test("copies a range in every format", async () => {
    await withWorker(async (worker) => {
      await worker.load("copy", '["Name","Pay"]\n["a\\tb","1.50"]\n["c|d",null]\n', { Pay: "number" });
      const copy = async (
        format: "cells" | "cellsWithHeaders" | "csv" | "json" | "markdown",
        count = 2,
        columns = [0, 1],
      ) =>
        (
          await worker.channel.request("copy", {
            resultId: "copy",
            first: 0,
            count,
            columns,
            view: defaultRowView,
            format,
            neutralisesFormulas: false,
          })
        ).text;
      assert.equal(await copy("cells"), '"a\tb"\t1.50\nc|d\t');
      assert.equal(await copy("cells", 1, [0]), "a\tb");
      assert.equal(await copy("cellsWithHeaders", 1, [1]), "Pay\n1.50");
      assert.equal(await copy("csv"), "Name,Pay\r\na\tb,1.50\r\nc|d,\r\n");
      assert.deepEqual(
        await copy("json"),
        '[\n  { "Name": "a\\tb", "Pay": 1.50 },\n  { "Name": "c|d", "Pay": null }\n]',
      );
      assert.equal(await copy("markdown"), "| Name | Pay |\n| --- | --- |\n| a\tb | 1.50 |\n| c\\|d |  |\n");
    });
  });

  test("gives the marks of a chart in the order of the rows", async () => {
    await withWorker(async (worker) => {
      const body =
        '["Time","Function","Count"]\n["2024-01-01","B","3"]\n["2024-01-01","A","1"]\n["2024-02-01","B","4"]\n["2024-02-01","B","5"]\n';
      await worker.load("chart", body, { Count: "number" });
      const { marks, isComputed, isCut } = await worker.channel.request("chartData", {
        resultId: "chart",
        kind: "line",
        function: "sum",
        x: 0,
        y: 2,
        series: 1,
        view: defaultRowView,
      });
      assert.deepEqual(
        marks.map(({ x, series, y }) => [x, series, y]),
        [
          ["2024-01-01", "B", "3"],
          ["2024-01-01", "A", "1"],
          ["2024-02-01", "B", "9"],
        ],
      );
      assert.deepEqual([isComputed, isCut], [true, false]);
    });
  });

  test("refuses what it cannot answer in words for the user", async () => {
    await withWorker(async (worker) => {
      await worker.load("small", '["A"]\n["1"]\n');
      const window = (resultId: string, count: number, columns: number[]) =>
        worker.channel.request("window", { resultId, first: 0, count, columns, view: defaultRowView });
      await assert.rejects(window("other", 1, [0]), /no longer stored. Run the query again/);
      await assert.rejects(window("small", 501, [0]), /at most 500 rows/);
      await assert.rejects(window("small", 1, [7]), /no column 7/);
      await worker.channel.request("close", { resultId: "small" });
      await assert.rejects(window("small", 1, [0]), /no longer stored/);
    });
  });
});
