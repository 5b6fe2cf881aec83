import assert from "node:assert/strict";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../../../src/duckdb/database.ts";
import { columnTypes, keepsValues, storageOf } from "../../../../src/service/store/column-storage.ts";
import {
  countRows,
  hasTable,
  keepTable,
  listLossyColumns,
  type StoredColumn,
  shapeTable,
} from "../../../../src/service/store/stored-table.ts";

const columns = (text: string): StoredColumn[] =>
  text.split(", ").map((column) => ({ name: column.split(" ")[0] ?? "", storage: column.split(" ")[1] ?? "" }));

suite("a stored table", () => {
  let folder: string;
  let database: Database;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-tables-"));
    database = await Database.open(join(folder, "tenant.duckdb"));
  });
  teardown(async () => {
    database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const make = (objectName: string, text: string) =>
    shapeTable(database, undefined, { objectName, columns: columns(text) });
  const shape = (formerName: string, objectName: string, text: string) =>
    shapeTable(database, formerName, { objectName, columns: columns(text) });
  const fill = (table: string, values: string) =>
    database.use((connection) => connection.run(`INSERT INTO table_source."${table}" VALUES ${values}`));
  const rowsOf = (table: string, of = database) =>
    of.use(async (connection) =>
      (await connection.rows(`SELECT to_json(t)::VARCHAR AS line FROM table_source."${table}" AS t ORDER BY ALL`)).map(
        ({ line }) => JSON.parse(String(line)),
      ),
    );
  /** The values of the column `a` as text, so that no digit is lost on the way. */
  const linesOf = (table: string, storage: string) =>
    database.use(async (connection) =>
      (await connection.rows(`SELECT a::${storage}::VARCHAR AS line FROM table_source.${table} ORDER BY line`)).map(
        ({ line }) => line,
      ),
    );
  const tables = () =>
    database.use(async (connection) =>
      (await connection.rows("SELECT table_name FROM duckdb_tables() ORDER BY ALL")).map((row) => row.table_name),
    );

  test("is made empty with its columns in order", async () => {
    await make("badge", "person_key VARCHAR, issued_at TIMESTAMP, weight DECIMAL(38,18)");
    assert.deepEqual(await countRows(database, "badge"), { recordCount: 0, sizeBytes: 0 });
    await fill("badge", "('P1', '2024-01-01', 1.5)");
    assert.deepEqual(Object.keys((await rowsOf("badge"))[0]), ["person_key", "issued_at", "weight"]);
    assert.equal((await countRows(database, "BADGE")).recordCount, 1);
  });

  test("keeps its rows when columns come, go, move and widen", async () => {
    await make("badge", "a INTEGER, b VARCHAR, c DATE");
    await fill("badge", "(1, 'x', '2024-01-01'), (2, NULL, NULL)");
    await shape("badge", "badge", "C TIMESTAMP, added BOOLEAN, a BIGINT");
    assert.deepEqual(await rowsOf("badge"), [
      { C: "2024-01-01 00:00:00", added: null, a: 1 },
      { C: null, added: null, a: 2 },
    ]);
    assert.deepEqual(await tables(), ["badge"]);
  });

  test("keeps its rows when it is renamed, also in its case only", async () => {
    await make("badge", "a INTEGER");
    await fill("badge", "(1)");
    await shape("badge", "pass", "a INTEGER");
    await shape("pass", "PASS", "a INTEGER");
    assert.deepEqual(await tables(), ["PASS"]);
    assert.deepEqual(await rowsOf("PASS"), [{ a: 1 }]);
  });

  test("is made when the former one is not there", async () => {
    await shape("gone", "badge", "a INTEGER");
    assert.equal(await hasTable(database, "badge"), true);
    assert.equal(await hasTable(database, "gone"), false);
  });

  test("takes nothing of a table that had its name before", async () => {
    await make("badge", "a INTEGER");
    await fill("badge", "(1)");
    await keepTable(database, "badge", "u-1");
    assert.equal(await hasTable(database, "badge"), false);
    await make("badge", "a INTEGER");
    assert.deepEqual(await rowsOf("badge"), []);
    assert.deepEqual(await rowsOf("badge u-1"), [{ a: 1 }]);
    await make("pass", "b INTEGER");
    await fill("pass", "(2)");
    await shape("pass", "badge", "b INTEGER");
    assert.deepEqual(await rowsOf("badge"), [{ b: 2 }]);
    assert.equal((await tables()).length, 3);
  });

  test("stays as it is when a change fails on its way", async () => {
    await make("badge", "a INTEGER");
    await fill("badge", "(1)");
    await make("pass", "b INTEGER");
    await assert.rejects(shape("badge", "pass", "a INTEGER, a INTEGER"));
    await assert.rejects(shape("badge", "badge", "a NO_SUCH_TYPE"));
    assert.deepEqual(await tables(), ["badge", "pass"]);
    assert.deepEqual(await rowsOf("badge"), [{ a: 1 }]);
  });

  test("names the columns whose values a new type would lose, while there are any", async () => {
    await make("badge", "a VARCHAR, b DOUBLE, c INTEGER, d BLOB");
    const wanted = columns("A INTEGER, b INTEGER, c VARCHAR, d INTEGER");
    assert.deepEqual(await listLossyColumns(database, "badge", wanted), []);
    assert.deepEqual(await listLossyColumns(database, "gone", wanted), []);
    await fill("badge", "('1', NULL, 3, NULL)");
    assert.deepEqual(await listLossyColumns(database, "badge", wanted), ["A"]);
    await shape("badge", "badge", "b INTEGER, c VARCHAR, d INTEGER");
    assert.deepEqual(await rowsOf("badge"), [{ b: null, c: "3", d: null }]);
  });

  test("widens without changing a value", async () => {
    const extremes: Readonly<Record<string, string>> = {
      INTEGER: "(-2147483648), (2147483647)",
      LONG: "(-9223372036854775808), (9223372036854775807)",
      DOUBLE: "(0.1), (1.7976931348623157e308), (5e-324)",
      DECIMAL: "(-99999999999999999999.999999999999999999), (0.000000000000000001)",
      BOOLEAN: "(true), (false)",
      DATE: "('0001-01-01'), ('9999-12-31')",
      DATE_TIME: "('0001-01-01 00:00:00.000001'), ('9999-12-31 23:59:59.999999')",
      JSON: `('{"a": [1, "ä"]}'), ('null')`,
    };
    let pairs = 0;
    for (const [from, values] of Object.entries(extremes)) {
      for (const to of new Set(columnTypes.map(storageOf))) {
        const storage = storageOf(from as (typeof columnTypes)[number]);
        if (storage !== to && keepsValues(storage, to)) {
          pairs++;
          const table = `t${pairs}`;
          await make(table, `a ${storage}`);
          await fill(table, values);
          const before = await linesOf(table, storage);
          await shape(table, table, `a ${to}`);
          assert.deepEqual(await linesOf(table, storage), before, `${from} as ${to}`);
        }
      }
    }
    assert.ok(pairs > 10);
  });

  test("is whole after the process was killed", async () => {
    await make("badge", "a INTEGER, b VARCHAR");
    await fill("badge", "(1, 'x')");
    await shape("badge", "pass", "b VARCHAR, a BIGINT, c DATE");
    await keepTable(database, "pass", "u-1");
    await make("pass", "z INTEGER");
    // The files as they are now: nothing has been written from the log into the database.
    await copyFile(join(folder, "tenant.duckdb"), join(folder, "copy.duckdb"));
    await copyFile(join(folder, "tenant.duckdb.wal"), join(folder, "copy.duckdb.wal"));
    const copy = await Database.open(join(folder, "copy.duckdb"));
    try {
      assert.deepEqual(await rowsOf("pass u-1", copy), [{ b: "x", a: 1, c: null }]);
      assert.deepEqual(await rowsOf("pass", copy), []);
    } finally {
      copy.close();
    }
  });
});
