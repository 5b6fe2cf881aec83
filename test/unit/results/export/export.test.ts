import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { openPromise } from "yauzl";
import { formatCsvField } from "../../../../src/base/csv-rows.ts";
import { neutraliseFormulas } from "../../../../src/base/spreadsheet-text.ts";
import { Database, quoteText } from "../../../../src/duckdb/database.ts";
import { defaultRowView, type RowView } from "../../../../src/protocol/row-view.ts";
import type { ExportRequest } from "../../../../src/protocol/stored-results.ts";
import { exportResult } from "../../../../src/results/export/export-result.ts";
import { exportXlsx } from "../../../../src/results/export/export-xlsx.ts";
import { type OpenResult, ResultStore } from "../../../../src/results/store/result-store.ts";
import { withFolder } from "../worker-process.ts";

const body = [
  '["Name","Big","Pay","Day","Part"]',
  '["=1+1","9203817354237048492","0.10","2024-06-01","true"]',
  '["a\\nb <&> _x0041_","-17","12345678901234567890.123","1899-01-01","false"]',
  '[null,null,"-0.5",null,null]',
  '["@\\u0001","123456789012345","1","2024-06-01T12:00:00Z","true"]',
].join("\n");
const kinds = { Name: "text", Big: "number", Pay: "number", Day: "date", Part: "boolean" } as const;

interface Exporting {
  readonly folder: string;
  /** Exports every column unless told otherwise; gives the path. */
  write(request: Partial<ExportRequest> & Pick<ExportRequest, "format">): Promise<string>;
  readonly store: ResultStore;
  readonly result: OpenResult;
}

async function exporting(work: (tools: Exporting) => Promise<void>, lines = body): Promise<void> {
  await withFolder(async (folder) => {
    const store = await ResultStore.open({ folder: join(folder, "spool") }, () => undefined);
    try {
      const result = await store.begin({ resultId: "r", format: "jsonLines", kinds, label: "" });
      result.loader?.accept(Buffer.from(lines));
      result.loader?.end();
      await result.loader?.finished;
      assert.equal(result.metadata.state, "done", result.metadata.message);
      const all = {
        columns: [0, 1, 2, 3, 4],
        view: defaultRowView,
        hasHeaders: true,
        neutralisesFormulas: true,
        about: [["Query", "SELECT 1"]] as const,
      };
      let files = 0;
      const write: Exporting["write"] = async (request) => {
        const path = join(folder, `${files++}.${request.format}`);
        const { signal } = new AbortController();
        await exportResult(store, result, { ...all, path, ...request }, () => undefined, signal);
        return path;
      };
      await work({ folder, write, store, result });
    } finally {
      await store.end();
    }
  });
}

/** The parts of a workbook, by name. */
async function workbook(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path);
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await readText(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}

const rowsIn = (sheet = "") => [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, cells = ""]) => cells);

suite("What comes out of a result", function () {
  this.timeout(60_000);

  test("writes JSON and JSON Lines with numbers digit for digit", async () => {
    await exporting(async ({ write }) => {
      const lines = (await readFile(await write({ format: "jsonLines" }), "utf8")).split("\n");
      assert.deepEqual(lines, [
        '{"Name": "=1+1", "Big": 9203817354237048492, "Pay": 0.10, "Day": "2024-06-01", "Part": true}',
        '{"Name": "a\\nb <&> _x0041_", "Big": -17, "Pay": 12345678901234567890.123, "Day": "1899-01-01", "Part": false}',
        '{"Name": null, "Big": null, "Pay": -0.5, "Day": null, "Part": null}',
        '{"Name": "@\\u0001", "Big": 123456789012345, "Pay": 1, "Day": "2024-06-01T12:00:00Z", "Part": true}',
        "",
      ]);
      const json = await readFile(
        await write({ format: "json", columns: [4, 0], rows: { first: 1, count: 2 } }),
        "utf8",
      );
      assert.deepEqual(JSON.parse(json), [
        { Part: false, Name: "a\nb <&> _x0041_" },
        { Part: null, Name: null },
      ]);
    });
  });

  test("writes odd values as they are, quoted and neutralised where they have to be", async () => {
    const odd = [
      '["A,\\"b\\"","Big","Pay","Day","=Part"]',
      '["","12345678901234567890","-inf","0001-01-01","maybe"]',
      '[" x ","=1","1.50","-62135596800000",""]',
      '["-5","-5","-1e5","1717200000001",null]',
      '["-a;\\"q\\"","","-.5","n/a","+1"]',
      '["a\\rb","1.0","1e400","\\t","true"]',
    ].join("\n");
    await exporting(async ({ write }) => {
      const csv = async (neutralisesFormulas: boolean) =>
        (await readFile(await write({ format: "csv", neutralisesFormulas }), "utf8")).split("\r\n");
      assert.deepEqual(await csv(true), [
        '"A,""b""",Big,Pay,Day,\'=Part',
        ",12345678901234567890,'-inf,0001-01-01,maybe",
        " x ,'=1,1.50,0001-01-01,",
        "-5,-5,-1e5,2024-06-01 00:00:00.001,",
        '"\'-a;""q""",,\'-.5,n/a,+1',
        '"a\rb",1.0,1e400,\'\t,true',
        "",
      ]);
      assert.deepEqual((await csv(false))[1], ",12345678901234567890,-inf,0001-01-01,maybe");
      const lines = (await readFile(await write({ format: "jsonLines" }), "utf8")).split("\n");
      assert.deepEqual(lines, [
        '{"A,\\"b\\"": "", "Big": "12345678901234567890", "Pay": "-inf", "Day": "0001-01-01", "=Part": "maybe"}',
        '{"A,\\"b\\"": " x ", "Big": "=1", "Pay": 1.50, "Day": "0001-01-01", "=Part": ""}',
        '{"A,\\"b\\"": "-5", "Big": -5, "Pay": -1e5, "Day": "2024-06-01 00:00:00.001", "=Part": null}',
        '{"A,\\"b\\"": "-a;\\"q\\"", "Big": "", "Pay": "-.5", "Day": "n/a", "=Part": "+1"}',
        '{"A,\\"b\\"": "a\\rb", "Big": "1.0", "Pay": 1e400, "Day": "\\t", "=Part": "true"}',
        "",
      ]);
    }, odd);
  });

  test("neutralises what begins like a formula whatever else is in its column", async () => {
    const texts = [
      "",
      "=1",
      "+a",
      "-a",
      "-5",
      "@x",
      "\tx",
      "0",
      "9",
      ":",
      "A",
      "z",
      " x",
      "é",
      "\\x09",
      "!",
      "~",
      ", Max: =",
      "a;=1",
      "\uff1d1",
      null,
    ];
    const pairs = texts.flatMap((one) => texts.map((other) => [one, other] as const));
    const rows = [pairs.map((_, index) => `c${index}`), ...[0, 1].map((row) => pairs.map((pair) => pair[row]))];
    await exporting(
      async ({ write }) => {
        const columns = pairs.map((_, index) => index);
        for (const neutralisesFormulas of [true, false]) {
          const csv = await readFile(
            await write({ format: "csv", columns, hasHeaders: false, neutralisesFormulas }),
            "utf8",
          );
          const shown = (text: string) => formatCsvField(neutralisesFormulas ? neutraliseFormulas(text) : text);
          const expected = [0, 1].map((row) => pairs.map((pair) => shown(pair[row] ?? "")).join(","));
          assert.deepEqual(csv.split("\r\n").slice(0, -1), expected);
        }
      },
      rows.map((row) => JSON.stringify(row)).join("\n"),
    );
  });

  test("writes a result of no rows as its names, or as no objects", async () => {
    await exporting(async ({ write }) => {
      assert.equal(await readFile(await write({ format: "csv" }), "utf8"), "Name,Big,Pay,Day,Part\r\n");
      assert.equal(await readFile(await write({ format: "jsonLines" }), "utf8"), "");
      assert.equal(await readFile(await write({ format: "json" }), "utf8"), "[\n\n]\n");
    }, '["Name","Big","Pay","Day","Part"]\n');
  });

  test("writes a view of many rows whole and in its order", async () => {
    const count = 120_000;
    const many = `["Name","Big","Pay","Day","Part"]\n${Array.from({ length: count }, (_, row) => JSON.stringify([null, String(row), null, null, null])).join("\n")}`;
    await exporting(async ({ write }) => {
      const view: RowView = { sort: [{ column: 1, direction: "descending" }], filter: [] };
      const expected = Array.from({ length: count }, (_, row) => count - 1 - row);
      const csv = (await readFile(await write({ format: "csv", columns: [1], view }), "utf8")).split("\r\n");
      assert.deepEqual(csv.slice(1, -1).map(Number), expected);
      const json = JSON.parse(await readFile(await write({ format: "json", columns: [1], view }), "utf8"));
      assert.deepEqual(
        json.map(({ Big }: { Big: number }) => Big),
        expected,
      );
      const none: RowView = { sort: [], filter: [{ column: 0, operator: "isPresent", values: [] }] };
      assert.equal(await readFile(await write({ format: "json", view: none }), "utf8"), "[\n\n]\n");
      assert.equal(await readFile(await write({ format: "csv", columns: [1], view: none }), "utf8"), "Big\r\n");
    }, many);
  });

  test("writes the rows of the view and of the selection in the order that is shown", async () => {
    await exporting(async ({ write }) => {
      const view: RowView = {
        sort: [{ column: 1, direction: "descending" }],
        filter: [{ column: 1, operator: "isPresent", values: [] }],
      };
      const csv = await readFile(await write({ format: "csv", columns: [2, 1], view }), "utf8");
      assert.equal(csv, "Pay,Big\r\n0.10,9203817354237048492\r\n1,123456789012345\r\n12345678901234567890.123,-17\r\n");
      const part = await write({ format: "csv", columns: [1], view, rows: { first: 1, count: 9 }, hasHeaders: false });
      assert.equal(await readFile(part, "utf8"), "123456789012345\r\n-17\r\n");
    });
  });

  test("writes Parquet in types that hold every value exactly", async () => {
    await exporting(async ({ write, folder }) => {
      const view: RowView = { sort: [{ column: 1, direction: "ascending" }], filter: [] };
      const path = await write({ format: "parquet", view });
      const database = await Database.open(":memory:");
      try {
        const from = `FROM read_parquet(${quoteText(path)})`;
        const types = await database.use((connection) => connection.rows(`DESCRIBE SELECT * ${from}`));
        assert.deepEqual(
          types.map((column) => column["column_type"]),
          ["VARCHAR", "BIGINT", "DECIMAL(38,3)", "TIMESTAMP", "BOOLEAN"],
        );
        const rows = await database.use((connection) =>
          connection.rows(`SELECT "Big"::VARCHAR AS big, "Pay"::VARCHAR AS pay, "Day"::VARCHAR AS day ${from}`),
        );
        assert.deepEqual(
          rows.map(({ big, pay, day }) => [big, pay, day]),
          [
            ["-17", "12345678901234567890.123", "1899-01-01 00:00:00"],
            ["123456789012345", "1.000", "2024-06-01 12:00:00"],
            ["9203817354237048492", "0.100", "2024-06-01 00:00:00"],
            [null, "-0.500", null],
          ],
        );
      } finally {
        database.close();
      }
      assert.deepEqual((await readdir(folder)).sort(), ["0.parquet", "spool"]);
    });
  });

  test("writes an Excel workbook that holds text as text and numbers only where they are exact", async () => {
    await exporting(async ({ write }) => {
      const parts = await workbook(await write({ format: "xlsx" }));
      assert.deepEqual(
        [...(parts.get("xl/workbook.xml") ?? "").matchAll(/sheet name="([^"]*)"/g)].map(([, name]) => name),
        ["Result", "Query"],
      );
      const text = (value: string, style = 0) =>
        `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
      const boolean = (value: number) => `<c t="b"><v>${value}</v></c>`;
      assert.deepEqual(rowsIn(parts.get("xl/worksheets/sheet1.xml")), [
        ["Name", "Big", "Pay", "Day", "Part"].map((name) => text(name, 4)).join(""),
        `${text("=1+1", 3)}${text("9203817354237048492")}<c><v>0.10</v></c><c s="1"><v>45444</v></c>${boolean(1)}`,
        `${text("a\nb &lt;&amp;&gt; _x005F_x0041_")}<c><v>-17</v></c>${text("12345678901234567890.123")}${text("1899-01-01")}${boolean(0)}`,
        "<c/><c/><c><v>-0.5</v></c><c/><c/>",
        `${text("@_x0001_", 3)}<c><v>123456789012345</v></c><c><v>1</v></c><c s="2"><v>45444.5</v></c>${boolean(1)}`,
      ]);
      assert.deepEqual(rowsIn(parts.get("xl/worksheets/sheet2.xml")), [`${text("Query", 4)}${text("SELECT 1")}`]);
    });
  });

  test("splits a long result over sheets, and cuts a text that Excel cannot hold", async () => {
    const long = `["Name","Big","Pay","Day","Part"]\n${["1", "2", "3", "4", "5"].map((big) => JSON.stringify([big === "2" ? "x".repeat(40_000) : "s", big, null, null, null])).join("\n")}`;
    await exporting(async ({ folder, store, result }) => {
      const path = join(folder, "split.xlsx");
      const request = { columns: [1, 0], view: defaultRowView, neutralisesFormulas: true, about: [] };
      const progress: number[] = [];
      const written = await store.use("Exporting", (connection) =>
        exportXlsx(connection, result, request, path, (count) => progress.push(count), new AbortController().signal, 2),
      );
      assert.deepEqual(written, { rowCount: 5, cutCells: 1 });
      assert.equal(progress.at(-1), 5);
      const parts = await workbook(path);
      const numbers = [1, 2, 3].map((sheet) =>
        rowsIn(parts.get(`xl/worksheets/sheet${sheet}.xml`))
          .slice(1)
          .map((row) => /<v>(.*?)<\/v>/.exec(row)?.[1]),
      );
      assert.deepEqual(numbers, [["1", "2"], ["3", "4"], ["5"]]);
      assert.equal(/x{2,}/.exec(rowsIn(parts.get("xl/worksheets/sheet1.xml"))[2] ?? "")?.[0].length, 32_767);
    }, long);
  });

  test("leaves nothing of an export that is stopped, in any format", async () => {
    const many = `["Name","Big","Pay","Day","Part"]\n${Array.from({ length: 20_000 }, (_, row) => JSON.stringify([`n ${row}`, String(row), "0.5", "2024-06-01", "true"])).join("\n")}`;
    await exporting(async ({ folder, store, result }) => {
      for (const format of ["csv", "jsonLines", "json", "parquet", "xlsx"] as const) {
        const controller = new AbortController();
        const request: ExportRequest = {
          format,
          path: join(folder, `stopped.${format}`),
          columns: [0, 1, 2, 3, 4],
          view: defaultRowView,
          hasHeaders: true,
          neutralisesFormulas: true,
          about: [],
        };
        const stop = () => controller.abort(new DOMException("stopped", "AbortError"));
        if (format === "parquet") {
          stop();
        }
        const writing = exportResult(store, result, request, stop, controller.signal);
        await assert.rejects(writing, /Exporting: cancelled/);
      }
      assert.deepEqual(await readdir(folder), ["spool"]);
      const left = await readdir(join(folder, "spool", "temporary"), { recursive: true, withFileTypes: true });
      assert.deepEqual(
        left.filter((entry) => entry.isFile()),
        [],
      );
    }, many);
  });
});
