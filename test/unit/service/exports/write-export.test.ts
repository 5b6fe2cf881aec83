import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Connection, Database, quoteName } from "../../../../src/duckdb/database.ts";
import type { ExportedColumn, ExportedTable } from "../../../../src/service/exports/exported-tables.ts";
import {
  type ExportContent,
  type ExportedFile,
  type ExportScope,
  writeChanges,
  writeTables,
} from "../../../../src/service/exports/write-export.ts";

describe("the files of an export", () => {
  let folder: string;
  let database: Database;
  let connection: Connection;
  let reports: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-write-export-"));
    database = await Database.open(":memory:");
    connection = await database.connect();
    reports = [];
  });
  afterEach(async () => {
    connection.close();
    database.close();
    await rm(folder, { recursive: true, force: true });
  });

  let count = 0;
  const scope = (rowsPerFile = 1_000_000): ExportScope => ({
    connection,
    newFile: async () => {
      const storedName = `file-${count++}`;
      return { storedName, path: join(folder, storedName) };
    },
    finishFile: async (path) => (await stat(path)).size,
    report: (text) => void reports.push(text),
    signal: new AbortController().signal,
    rowsPerFile,
  });

  /** A table of `rows`, with a primary key where a column's name ends in `!`. */
  async function table(name: string, columns: string, rows: string, side = ""): Promise<ExportedTable> {
    const described = columns.split(", ").map((text): ExportedColumn => {
      const [id = "", type = "STRING"] = text.replace("!", "").split(" ");
      const dataType = type as ExportedColumn["dataType"];
      return { name: id, dataType, allowsNull: !text.includes("!"), isPrimaryKeyComponent: text.includes("!") };
    });
    const source = quoteName(`${name}${side}`);
    const names = described.map((column) => quoteName(column.name)).join(", ");
    await connection.run(`CREATE TABLE ${source} AS FROM (VALUES ${rows}) AS t(${names})`);
    return {
      name,
      columns: described,
      source,
      parts: [name],
      select: (relation) => `SELECT ${names} FROM ${relation}`,
    };
  }

  const textOf = async ({ storedName }: ExportedFile) =>
    gunzipSync(await readFile(join(folder, storedName))).toString();
  const textsOf = (files: readonly ExportedFile[]) => Promise.all(files.map(textOf));
  const only = ({ tables }: ExportContent) => tables[0] as ExportContent["tables"][number];

  it("end after so many rows, each with the header, and say what they hold", async () => {
    const rows = Array.from({ length: 7 }, (_, index) => `(${index}, 'row ${index}')`).join(", ");
    const written = only(await writeTables(scope(3), [await table("Person", "id INT!, text", rows)]));
    const { files } = written.commonColumns;
    assert.deepEqual(await textsOf(files), [
      "id,text\n0,row 0\n1,row 1\n2,row 2\n",
      "id,text\n3,row 3\n4,row 4\n5,row 5\n",
      "id,text\n6,row 6\n",
    ]);
    assert.deepEqual(
      files.map(({ fileId, filename, rows: held }) => [fileId, filename, held]),
      [
        [1, "Person.common.1.csv.gz", 3],
        [2, "Person.common.2.csv.gz", 3],
        [3, "Person.common.3.csv.gz", 1],
      ],
    );
    assert.deepEqual(reports, [
      "Writing Person, 0 of 7 rows",
      "Writing Person, 3 of 7 rows",
      "Writing Person, 6 of 7 rows",
    ]);
  });

  it("have the header where a table has no row, tell NULL from an empty text, and have names that any disk takes", async () => {
    const empty = await table("A: b/c", "id INT!, text", "(1, 'a')");
    await connection.run(`DELETE FROM ${empty.source}`);
    const other = await table("a_ B_C", "id INT!, text", "(1, NULL), (2, ''), (3, ',\"\n')");
    const { tables } = await writeTables(scope(), [empty, other]);
    const files = tables.flatMap(({ commonColumns }) => commonColumns.files);
    assert.deepEqual(await textsOf(files), ["id,text\n", 'id,text\n1,\n2,""\n3,",""\n"\n']);
    assert.deepEqual(
      files.map(({ filename }) => filename),
      ["A__b_c.common.1.csv.gz", "a__B_C-2.common.1.csv.gz"],
    );
  });

  it("of changes have new, changed and removed rows by key, and new columns for all keys", async () => {
    const base = await table("Person", "id INT!, text, pager", "(1, 'a', 'x'), (2, 'b', 'x'), (3, NULL, 'x')", " base");
    const now = await table("Person", "id INT!, text, badge", "(1, 'a', 'one'), (2, NULL, NULL), (4, '', 'four')");
    const { name, commonColumns, newColumns, deletedColumns } = only(
      await writeChanges(scope(), [base], [now], () => false),
    );
    assert.equal(name, "Person");
    assert.deepEqual(await textsOf(commonColumns.files), ['$change,id,text\nU,2,\nD,3,\nI,4,""\n']);
    assert.deepEqual(
      commonColumns.columns.map((column) => column.name),
      ["$change", "id", "text"],
    );
    assert.deepEqual(await textsOf(newColumns.files), ["id,badge\n1,one\n2,\n4,four\n"]);
    assert.equal(newColumns.files[0]?.filename, "Person.new.1.csv.gz");
    assert.deepEqual(deletedColumns, ["pager"]);
  });

  it("of changes take a column of another type for a deleted one and a new one", async () => {
    const base = await table("Person", "id INT!, pay DOUBLE", "(1, 1.5)", " base");
    const now = await table("Person", "id INT!, pay STRING", "(1, '1.5')");
    const { commonColumns, newColumns, deletedColumns } = only(await writeChanges(scope(), [base], [now], () => false));
    assert.deepEqual(commonColumns.files, []);
    assert.deepEqual(await textsOf(newColumns.files), ["id,pay\n1,1.5\n"]);
    assert.deepEqual(deletedColumns, ["pay"]);
  });

  it("of changes without a key have the former row and the new one, as often as they are there", async () => {
    const base = await table("Event", "day, amount INT", "('mon', 1), ('mon', 1), ('tue', 2), ('wed', 3)", " base");
    const now = await table("Event", "day, amount INT", "('mon', 1), ('tue', 5), ('thu', 4), ('thu', 4), ('wed', 3)");
    const { commonColumns } = only(await writeChanges(scope(), [base], [now], () => false));
    assert.deepEqual(await textsOf(commonColumns.files), [
      "$change,day,amount\nD,mon,1\nI,thu,4\nI,thu,4\nD,tue,2\nI,tue,5\n",
    ]);
  });

  it("of changes have new tables whole, name deleted ones, and leave out what is the same", async () => {
    const gone = await table("Pager", "id INT!", "(1)", " base");
    const base = await table("Person", "id INT!", "(1)", " base");
    const now = await table("Person", "id INT!", "(2)");
    const added = await table("Badge", "id INT!, text", "(1, 'a')");
    const content = await writeChanges(scope(), [gone, base], [now, added], ({ name }) => name === "Person");
    assert.deepEqual([content.newTables, content.deletedTables], [["Badge"], ["Pager"]]);
    const [person, badge] = content.tables;
    assert.deepEqual(person?.commonColumns.files, []);
    assert.deepEqual(badge?.commonColumns, { columns: [], files: [] });
    assert.deepEqual(await textsOf(badge?.newColumns.files ?? []), ["id,text\n1,a\n"]);
  });
});
