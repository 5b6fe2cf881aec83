import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TranslatedQuery } from "../../../../src/service/engine/spark/types/translated-statement.ts";
import type { AccessibleInput } from "../../../../src/service/table-data/table-data.ts";
import { insert, query, StoredTables, tableOf } from "../../../support/stored-tables.ts";

suite("inputs and outputs of SQL on table sources", () => {
  let tables: StoredTables;
  setup(async () => {
    tables = await StoredTables.open();
  });
  teardown(() => tables.close());

  const pathOf = (name: string) => join(tables.folder, "files", name);
  const fileOf = (name: string) => ({ name, path: pathOf(name) });
  const csv = (header: boolean, ...names: string[]): AccessibleInput => ({
    name: "given",
    files: names.map(fileOf),
    format: { csv: { header } },
    rowFilter: undefined,
  });
  const linesOf = (input: AccessibleInput) =>
    tables.reading("reader", [], (session) => tables.linesOf(session, "given"), [input]);

  test("are CSV files of text columns, put together by name", async () => {
    await writeFile(pathOf("one.csv"), 'id,name\n1,"a ""quoted"", name"\n02,\n');
    await writeFile(pathOf("two.csv"), 'name,id,more\n"",3,x\n');
    assert.deepEqual(
      (await linesOf(csv(true, "one.csv", "two.csv"))).map((line) => JSON.parse(line)),
      [
        { id: "02", name: null, more: null },
        { id: "1", name: 'a "quoted", name', more: null },
        { id: "3", name: "", more: "x" },
      ],
    );
  });

  test("are CSV files without names, whose columns are counted", async () => {
    await writeFile(pathOf("bare.csv"), `${Array.from({ length: 12 }, (_, index) => `v${index}`).join(",")}\n`);
    const [line = ""] = await linesOf(csv(false, "bare.csv"));
    assert.deepEqual(
      Object.keys(JSON.parse(line)),
      Array.from({ length: 12 }, (_, index) => `_c${index}`),
    );
    assert.equal(JSON.parse(line)._c11, "v11");
  });

  test("are the rows of one tenant where they are divided", async () => {
    await writeFile(pathOf("many.csv"), "tenant,id\nnorth,1\nsouth,2\nnorth,3\n,4\n");
    const input = csv(true, "many.csv");
    assert.equal((await linesOf({ ...input, rowFilter: { column: "Tenant", value: "north" } })).length, 2);
    await assert.rejects(linesOf({ ...input, rowFilter: { column: "code", value: "north" } }), /has no column "code"/);
    const values = await tables.reading("reader", [], (session) => session.listValues("given", "tenant"), [input]);
    assert.deepEqual(values, ["north", "south"]);
  });

  test("for several tenants are read once, whoever is looked at", async () => {
    await writeFile(pathOf("many.csv"), "tenant,id\nnorth,1\nsouth,2\nnorth,3\n");
    const input = csv(true, "many.csv");
    const sessions = await tables.data.openSessions("reader");
    const enter = (value: string) =>
      sessions.enter(`WFF_a~${value}`, { tables: [], inputs: [{ ...input, rowFilter: { column: "TENANT", value } }] });
    try {
      assert.deepEqual(await enter("nobody").listValues("given", "tenant"), ["north", "south"]);
      // What is read after this was read before.
      await rm(pathOf("many.csv"));
      assert.deepEqual(await tables.linesOf(enter("south"), "given"), ['{"tenant":"south","id":"2"}']);
      assert.equal((await tables.linesOf(enter("north"), "given")).length, 2);
      assert.deepEqual(await tables.linesOf(enter("nobody"), "given"), []);
    } finally {
      sessions.close();
    }
  });

  test("of Parquet are the rows of one tenant where they are divided", async () => {
    const rows = query(
      "SELECT * FROM (VALUES ('north', 1), ('south', 2), (NULL, 3)) AS v(tenant, id)",
      ["tenant", "id"],
      [],
    );
    await tables.reading("reader", [], (session) => session.writeFile(rows, pathOf("many.parquet"), { parquet: {} }));
    const whole: AccessibleInput = {
      name: "given",
      files: [fileOf("many.parquet")],
      format: { parquet: {} },
      rowFilter: undefined,
    };
    const south = { ...whole, rowFilter: { column: "TENANT", value: "south" } };
    assert.deepEqual(await linesOf(south), ['{"tenant":"south","id":2}']);
    const values = await tables.reading("reader", [], (session) => session.listValues("given", "tenant"), [whole]);
    assert.deepEqual(values, ["north", "south"]);
  });

  test("of a tenant take the place of those of the tenant before", async () => {
    const sessions = await tables.data.openSessions("reader");
    try {
      for (const tenant of ["north", "south"]) {
        await writeFile(pathOf(`${tenant}.csv`), `id\n${tenant}\n`);
        const session = sessions.enter(`WFF_a~${tenant}`, { tables: [], inputs: [csv(true, `${tenant}.csv`)] });
        assert.deepEqual(await tables.linesOf(session, "given"), [`{"id":"${tenant}"}`]);
      }
    } finally {
      sessions.close();
    }
  });

  test("that are no CSV are refused by their line, without what stands in it", async () => {
    await writeFile(pathOf("broken.csv"), `id,name\n1,one\n2,"secret\n${"x".repeat(10)}\n`);
    await assert.rejects(linesOf(csv(true, "broken.csv")), (error: Error) => {
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });

  test("hide a table of their name and are named with their types", async () => {
    await writeFile(pathOf("one.csv"), "id\n1\n");
    const badge = tableOf("badge", "id LONG, weight DECIMAL, details JSON");
    const columns = await tables.reading(
      "reader",
      [badge, tableOf("given", "id INTEGER")],
      async (session) => {
        const both = await session.prepare("SELECT * FROM badge CROSS JOIN given");
        return both.kind === "query" && (both as TranslatedQuery).columns;
      },
      [csv(true, "one.csv")],
    );
    assert.deepEqual(columns, [
      { name: "id", type: "bigint" },
      { name: "weight", type: "decimal(38,18)" },
      { name: "details", type: "string" },
      { name: "id", type: "string" },
    ]);
  });

  test("are written under Spark's names, whole and in parts, and read again", async () => {
    const numbers = query("SELECT i, 'x' || i FROM range(10) AS r(i)", ["count(1)", "b"], []);
    for (const format of [{ csv: { header: true } }, { csv: { header: false } }, { parquet: {} }]) {
      const kind = "csv" in format ? "csv" : "parquet";
      const whole = pathOf(`whole-${JSON.stringify(format).length}.${kind}`);
      const partOf = (index: number) => `${whole}.${index}`;
      await tables.reading("reader", [], async (session) => {
        assert.equal(await session.writeFile(numbers, whole, format), 10);
        assert.equal(await session.splitFile(whole, format, 4, partOf), 3);
      });
      if (kind === "csv") {
        const lines = (await readFile(whole, "utf8")).trimEnd().split("\n");
        assert.deepEqual(lines[0], "csv" in format && format.csv.header ? "count(1),b" : "0,x0");
      }
      const files = [0, 1, 2].map((index) => ({ name: `part ${index}`, path: partOf(index) }));
      const input: AccessibleInput = { name: "given", files, format, rowFilter: undefined };
      assert.equal((await linesOf(input)).length, 10);
    }
  });

  test("fill a table that casts their text", async () => {
    await writeFile(pathOf("one.csv"), "id,at\n1,2024-02-29\n2,\n");
    const badge = tableOf("badge", "id LONG, at DATE");
    await tables.within("writer", [badge], (session) => session.upsert("given", "badge", ["id"]), [
      csv(true, "one.csv"),
    ]);
    assert.deepEqual(await tables.rowsOf(badge, "writer"), ['{"id":1,"at":"2024-02-29"}', '{"id":2,"at":null}']);
    await tables.within(
      "writer",
      [badge],
      (session) => session.write(insert("badge", 'SELECT id, "at" FROM "given"', { reads: ["given"] })),
      [csv(true, "one.csv")],
    );
    assert.equal((await tables.rowsOf(badge, "writer")).length, 4);
  });
});
