import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, quoteText } from "../../../../src/duckdb/database.ts";
import { checkFile } from "../../../../src/features/table-sources/check-file.ts";
import { readCsvColumns } from "../../../../src/features/table-sources/csv-columns.ts";
import { readParquetFileMetadata } from "../../../../src/features/table-sources/data-file.ts";

const never = new AbortController().signal;

suite("columns of a data file", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "data-file-"));
  });
  teardown(() => rm(folder, { recursive: true }));

  async function file(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  async function parquet(name: string, query: string): Promise<string> {
    const path = join(folder, name);
    const database = await Database.open(":memory:", { temporaryFolder: join(folder, "spill"), threads: 1 });
    try {
      await database.use((connection) => connection.run(`COPY (${query}) TO ${quoteText(path)} (FORMAT parquet)`));
    } finally {
      database.close();
    }
    return path;
  }

  test("of CSV are named by the header and typed by the first rows, without a byte order mark", async () => {
    const path = await file("badges.csv", "\uFEFFperson_key,badge no,since\nP1,12,2026-01-31\nP2,,2026-02-01\n");
    assert.deepEqual(await readCsvColumns(path, never), [
      { name: "person_key", dataType: "STRING" },
      { name: "badge no", dataType: "INTEGER" },
      { name: "since", dataType: "DATE" },
    ]);
  });

  test("of CSV need a header, and a file that is there", async () => {
    await assert.rejects(readCsvColumns(await file("empty.csv", ""), never), /no header row/);
    await assert.rejects(readCsvColumns(join(folder, "none.csv"), never), (error: Error) => {
      return /"none\.csv" cannot be read/.test(error.message) && !error.message.includes(folder);
    });
  });

  test("of Parquet are those of the footer, with their types, rows and missing values", async () => {
    const path = await parquet(
      "types.parquet",
      `SELECT 'x' AS text, 1::INTEGER AS i, 2::BIGINT AS l, 3::UINTEGER AS u, 1.5::DOUBLE AS d, 1.5::DECIMAL(10, 2) AS m,
         true AS b, DATE '2026-01-31' AS day, TIMESTAMP '2026-01-31 12:00:00' AS at, [1] AS list, {'a': 1, 'b': [2]} AS part,
         'x'::BLOB AS bytes, CASE WHEN n > 7 THEN 1 END AS some
       FROM range(10) AS r(n)`,
    );
    const { columns, rows } = await readParquetFileMetadata(path);
    assert.equal(rows, 10);
    assert.deepEqual(
      columns.map(({ name, dataType }) => `${name} ${dataType}`),
      [
        "text STRING",
        "i INTEGER",
        "l LONG",
        "u LONG",
        "d DOUBLE",
        "m DECIMAL",
        "b BOOLEAN",
        "day DATE",
        "at DATE_TIME",
        "list JSON",
        "part JSON",
        "bytes BINARY",
        "some INTEGER",
      ],
    );
    assert.equal(columns.at(-1)?.nulls, 8);
    assert.equal(columns[0]?.nulls, 0);
  });

  test("of Parquet count what is missing over all row groups", async () => {
    const path = await parquet(
      "groups.parquet",
      "SELECT n, CASE WHEN n % 100000 = 7 THEN NULL ELSE n END AS some, NULL::INTEGER AS none FROM range(300000) AS r(n)",
    );
    const { columns, rows } = await readParquetFileMetadata(path);
    assert.deepEqual([rows, columns.map(({ nulls }) => nulls)], [300_000, [0, 3, 300_000]]);
  });

  test("of Parquet are read from no footer that claims more than it has", async () => {
    // Lists within lists of 30 million elements each, in 314 bytes: who believes the counts runs out of memory.
    const list = [0xf9, 0x80, 0x87, 0xa7, 0x0e];
    const footer = Buffer.from([0x29, ...Array.from({ length: 61 }, () => list).flat()]);
    const end = Buffer.from([footer.length & 0xff, footer.length >> 8, 0, 0, ...Buffer.from("PAR1")]);
    const path = await file("claims.parquet", Buffer.concat([footer, end]));
    await assert.rejects(readParquetFileMetadata(path), /cannot be read as Parquet/);
  });

  test("of Parquet are refused for a file that only has the name, or is cut", async () => {
    const footer = Buffer.concat([Buffer.from([0x19, 0xff, 0xff]), Buffer.from([3, 0, 0, 0]), Buffer.from("PAR1")]);
    for (const content of ["", "PAR1", "a,b\n1,2\n12345678", Buffer.concat([Buffer.from("PAR1"), footer])]) {
      await assert.rejects(readParquetFileMetadata(await file("bad.parquet", content)), /cannot be read as Parquet/);
    }
  });

  test("and rows are checked before they are sent, in both kinds of files", async () => {
    const table = [
      { name: "k", dataType: "STRING" },
      { name: "n", dataType: "INTEGER" },
    ];
    const options = { keys: ["k"], signal: never, onBytes: () => undefined };
    const csv = await checkFile(await file("rows.csv", "n,k,x\n1,a,\n2.5,,\n"), "csv", table, options);
    assert.deepEqual(
      csv.findings.map(({ kind }) => kind),
      ["unknownColumn", "misfit", "nullKey"],
    );
    assert.deepEqual([csv.rows, csv.columns.map(({ name }) => name)], [2, ["n", "k"]]);
    const rows = await parquet("rows.parquet", "SELECT NULL::VARCHAR AS k, 1.5::DOUBLE AS n");
    const { findings } = await checkFile(rows, "parquet", table, options);
    assert.deepEqual(
      findings.map(({ kind }) => kind),
      ["wrongType", "nullKey"],
    );
  });

  test("are not read further when the signal says so", async () => {
    const stopped = AbortSignal.abort(new Error("stopped"));
    await assert.rejects(readCsvColumns(await file("a.csv", "a\n1\n"), stopped), /stopped/);
  });
});
