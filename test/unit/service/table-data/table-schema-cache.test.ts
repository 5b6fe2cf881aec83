import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  isLossless,
  storageTypeOf,
  tableSourceColumnTypes,
  valueTypeOfStorage,
} from "../../../../src/service/store/column-storage.ts";
import { columnsOf, insert, query, remove, StoredTables, tableOf } from "../../../support/stored-tables.ts";

suite("the columns of stored rows", () => {
  let tables: StoredTables;
  setup(async () => {
    tables = await StoredTables.open();
  });
  teardown(() => tables.close());

  const badge = (columns: string) => tableOf("badge", columns);
  async function fill(columns: string, values: string): Promise<void> {
    const table = badge(columns);
    await tables.within("first", [table], (session) =>
      session.write(insert("badge", `SELECT * FROM (VALUES ${values})`)),
    );
    await tables.commit("first");
  }
  const reshape = (columns: string) => tables.data.reshape("uuid-badge", columnsOf(columns));
  const rowsWith = async (columns: string) => (await tables.rowsOf(badge(columns))).map((line) => JSON.parse(line));

  test("come, go, move and widen while the rows stay", async () => {
    await fill("a INTEGER, b STRING, c DATE", "(1, 'x', '2024-01-01'), (2, NULL, NULL)");
    await reshape("C DATE_TIME, added BOOLEAN, a LONG");
    assert.deepEqual(await rowsWith("C DATE_TIME, added BOOLEAN, a LONG"), [
      { C: "2024-01-01 00:00:00", added: null, a: 1 },
      { C: null, added: null, a: 2 },
    ]);
  });

  test("change in every tenant and for what a transaction has under way", async () => {
    await fill("a INTEGER", "(1)");
    const child = tableOf("badge", "a INTEGER", { table: { source: "uuid-badge", tenant: "WFF_a~north" } });
    await tables.data.lock("of the child", [child]);
    await tables.within("writer", [badge("a INTEGER")], (session) => session.write(insert("badge", "SELECT 2")));
    await reshape("a LONG, b STRING");
    assert.deepEqual(await rowsWith("a LONG, b STRING"), [{ a: 1, b: null }]);
    const wide = { ...child, columns: columnsOf("a LONG, b STRING") };
    const transaction = { transactionId: "of the child", tenant: "WFF_a~north" };
    const sessions = await tables.data.openSessions(transaction.transactionId);
    const session = sessions.enter(transaction.tenant, { tables: [wide], inputs: [] });
    await session.write(insert("badge", "SELECT 3, 'x'"));
    sessions.close();
    await tables.data.commit(transaction, []);
    await tables.commit("writer");
    assert.deepEqual(await rowsWith("a LONG, b STRING"), [
      { a: 1, b: null },
      { a: 2, b: null },
    ]);
    assert.equal((await tables.data.countRows(wide)).recordCount, 1);
  });

  test("change before a statement that begins meanwhile, whose rows stay", async () => {
    await fill("a INTEGER", "(0)");
    await tables.within("second", [badge("a INTEGER")], (session) =>
      session.write(insert("badge", "SELECT i FROM range(500000) AS r(i)")),
    );
    await tables.commit("second");
    await tables.within("writer", [badge("a INTEGER")], async (session) => {
      const changing = reshape("a LONG, b STRING");
      const writing = session.write(insert("badge", "SELECT -1"));
      assert.equal(await changing, undefined);
      await writing;
    });
    await tables.commit("writer");
    assert.equal((await tables.data.countRows(badge("a LONG, b STRING"))).recordCount, 500_002);
  });

  test("are as they were when a change fails on its way", async () => {
    await fill("a INTEGER", "(1)");
    await assert.rejects(reshape("a LONG, b NO_SUCH_TYPE"), /Changing the columns failed/);
    await reshape("a LONG");
    assert.deepEqual(await rowsWith("a LONG"), [{ a: 1 }]);
  });

  test("are the same after the file is opened again", async () => {
    await fill("a INTEGER, rowid STRING", "(1, 'x')");
    await reshape("rowid STRING, a LONG");
    await tables.reopen();
    assert.deepEqual(await rowsWith("rowid STRING, a LONG"), [{ rowid: "x", a: 1 }]);
  });

  test("are named when a new type would lose values, also those of a snapshot", async () => {
    const wanted = "A INTEGER, b INTEGER, c STRING, d INTEGER";
    const lossy = { kind: "lossy", columns: ["A"] };
    assert.equal(await reshape(wanted), undefined);
    await fill("a STRING, b DOUBLE, c INTEGER, d BINARY", "('1', NULL, 3, NULL)");
    assert.deepEqual(await reshape(wanted), lossy);
    await tables.within("second", [badge("a STRING, b DOUBLE, c INTEGER, d BINARY")], (session) =>
      session.write(remove("badge")),
    );
    await tables.commit("second");
    assert.deepEqual(await reshape(wanted), lossy);
  });

  test("widen without changing a value", async () => {
    const extremes: Readonly<Record<string, string>> = {
      INTEGER: "(-2147483648), (2147483647)",
      LONG: "(-9223372036854775808), (9223372036854775807)",
      DOUBLE: "(0.1::DOUBLE), (1.7976931348623157e308), (5e-324)",
      DECIMAL: "(-99999999999999999999.999999999999999999), (0.000000000000000001)",
      BOOLEAN: "(true), (false)",
      DATE: "('0001-01-01'), ('9999-12-31')",
      DATE_TIME: "('0001-01-01 00:00:00.000001'), ('9999-12-31 23:59:59.999999')",
      JSON: `('{"a": [1, "ä"]}'), ('null')`,
    };
    let pairs = 0;
    for (const [from, values] of Object.entries(extremes)) {
      for (const to of new Set(tableSourceColumnTypes.map(storageTypeOf))) {
        const storage = storageTypeOf(from as (typeof tableSourceColumnTypes)[number]);
        if (storage !== to && isLossless(storage, to)) {
          pairs++;
          const narrow = tableOf(`t${pairs}`, `a ${from}`);
          const asText = (columns: string) =>
            tables.reading("reader", [tableOf(narrow.name, columns)], async (session) => {
              const path = `${tables.folder}/files/${narrow.name}-${columns.length}.csv`;
              const text = `SELECT a::${storage}::VARCHAR AS line FROM ${narrow.name} ORDER BY line`;
              await session.writeFile(query(text, ["line"], [narrow.name]), path, { csv: { header: true } });
              return await readFile(path, "utf8");
            });
          await tables.within("first", [narrow], (session) =>
            session.write(insert(narrow.name, `SELECT * FROM (VALUES ${values})`)),
          );
          await tables.commit("first");
          const before = await asText(`a ${from}`);
          await tables.data.reshape(narrow.table.source, columnsOf(`a ${valueTypeOfStorage(to)}`));
          assert.equal(await asText(`a ${valueTypeOfStorage(to)}`), before, `${from} as ${to}`);
        }
      }
    }
    assert.ok(pairs > 10);
  });
});
