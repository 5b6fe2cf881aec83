import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TableRecords } from "../../../../src/service/spark-tables/table-records.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";

suite("Records of tables on Spark", () => {
  let folder: string;
  let platform: PlatformDatabase;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-records-"));
    platform = await PlatformDatabase.open(folder);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("are read with the types of columns, also those that were stored with types of DuckDB", async () => {
    const table = { source: "uuid-badge", tenant: "WFF_a" };
    const columns = ["VARCHAR", "BIGINT", "DECIMAL(38,18)", "TIMESTAMP", "BLOB"];
    const stored = { table, name: "badge", columns: columns.map((storage) => ({ name: `of ${storage}`, storage })) };
    const before = await TableRecords.open(platform);
    await before.change((connection) =>
      connection.run("INSERT INTO kept.lakehouse_tables VALUES (?, ?, ?)", [
        table.source,
        table.tenant,
        JSON.stringify(stored),
      ]),
    );
    const wanted = [
      { name: "of VARCHAR", type: "STRING" },
      { name: "of BIGINT", type: "LONG" },
      { name: "of DECIMAL(38,18)", type: "DECIMAL" },
      { name: "of TIMESTAMP", type: "DATE_TIME" },
      { name: "of BLOB", type: "BINARY" },
    ];
    const records = await TableRecords.open(platform);
    assert.deepEqual(records.tableOf(table)?.columns, wanted);
    await records.updateTable(table, (now) => ({ ...now, recordCount: 1 }));
    assert.deepEqual((await TableRecords.open(platform)).tableOf(table)?.columns, wanted);
  });
});
