import assert from "node:assert/strict";
import type { MergeClause } from "../../../../src/service/engine/spark/types/translated-statement.ts";
import { insert, merge, remove, StoredTables, tableOf, update } from "../../../support/stored-tables.ts";

suite("rows in versions", () => {
  let tables: StoredTables;
  setup(async () => {
    tables = await StoredTables.open();
  });
  teardown(() => tables.close());

  const badge = tableOf("badge", "id INTEGER, name STRING");
  const site = tableOf("site", "id INTEGER, name STRING");
  const row = (id: number, name: string) => JSON.stringify({ id, name });
  const rows = (values: string) => `SELECT * FROM (VALUES ${values})`;

  async function fill(values: string, table = badge): Promise<void> {
    await tables.within("first", [table], (session) => session.write(insert(table.name, rows(values))));
    await tables.commit("first");
  }

  test("are seen by nobody but their transaction before its commit", async () => {
    await fill("(1, 'one'), (2, 'two')");
    const changes = await tables.within("writer", [badge], async (session) => {
      await session.write(insert("badge", rows("(3, 'three')")));
      await session.write(remove("badge", `"badge"."id" = 1`));
      return await session.write(update("badge", { name: "'zwei'" }, `"badge"."id" = 2`));
    });
    assert.deepEqual(changes, { added: 0, changed: 1, removed: 0 });
    assert.deepEqual(await tables.rowsOf(badge), [row(1, "one"), row(2, "two")]);
    assert.deepEqual(await tables.rowsOf(badge, "writer"), [row(2, "zwei"), row(3, "three")]);
    assert.deepEqual(
      await tables.data.countChanges({ transactionId: "writer", tenant: "WFF_a" }),
      new Map([["uuid-badge", { added: 1, changed: 1, removed: 1 }]]),
    );
    await tables.commit("writer");
    assert.deepEqual(await tables.rowsOf(badge), [row(2, "zwei"), row(3, "three")]);
  });

  test("are as before after a rollback", async () => {
    await fill("(1, 'one'), (2, 'two')");
    await tables.within("writer", [badge], async (session) => {
      await session.write(insert("badge", rows("(3, 'three')"), { isOverwrite: true }));
      await session.write(update("badge", { id: "4" }));
    });
    assert.deepEqual(await tables.rowsOf(badge, "writer"), [row(4, "three")]);
    await tables.rollback("writer");
    assert.deepEqual(await tables.rowsOf(badge), [row(1, "one"), row(2, "two")]);
    assert.deepEqual(tables.data.listLocks(), []);
  });

  test("stay with their transaction when the file is opened again", async () => {
    await fill("(1, 'one')");
    await tables.within("writer", [badge], (session) => session.write(insert("badge", rows("(2, 'two')"))));
    await tables.reopen();
    assert.deepEqual(await tables.rowsOf(badge), [row(1, "one")]);
    assert.deepEqual(await tables.rowsOf(badge, "writer"), [row(1, "one"), row(2, "two")]);
    assert.deepEqual(
      tables.data.listLocks().map(({ transactionId }) => transactionId),
      ["writer"],
    );
    await tables.rollback("writer");
    assert.deepEqual(await tables.rowsOf(badge), [row(1, "one")]);
  });

  test("are locked for one transaction: all of its tables or none", async () => {
    assert.deepEqual(await tables.data.lock("one", [badge]), []);
    assert.deepEqual(await tables.data.lock("one", [badge]), []);
    const transactionState = await tables.data.lock("other", [site, badge]);
    assert.deepEqual(
      transactionState.map(({ table, transactionId }) => [table.source, transactionId]),
      [["uuid-badge", "one"]],
    );
    await assert.rejects(
      tables.reading("other", [site, badge], (session) => session.write(insert("site", rows("(1, 'one')")))),
      /cannot write site: name the table in tablesToModify/,
    );
    await tables.rollback("one");
    assert.deepEqual(await tables.data.lock("other", [site, badge]), []);
  });

  test("are locked for each tenant by itself", async () => {
    const child = tableOf("badge", "id INTEGER, name STRING", {
      table: { source: "uuid-badge", tenant: "WFF_a~north" },
    });
    await tables.data.lock("one", [badge]);
    assert.deepEqual(await tables.data.lock("other", [child]), []);
  });

  test("are left as they were by a statement that fails", async () => {
    await fill("(1, 'one')");
    await tables.within("writer", [badge], async (session) => {
      await session.write(update("badge", { name: "'uno'" }));
      await assert.rejects(
        session.write(insert("badge", "SELECT '7', 'seven' UNION ALL SELECT 'secret', 'x'")),
        (error: Error) =>
          /INSERT badge failed: a value is not an INTEGER/.test(error.message) && !/secret/.test(error.message),
      );
    });
    assert.deepEqual(await tables.rowsOf(badge, "writer"), [row(1, "uno")]);
  });

  test("are left as they were by a statement that is cut", async () => {
    await fill("(1, 'one')");
    await tables.within("writer", [badge], async (session) => {
      await session.write(remove("badge"));
      const controller = new AbortController();
      const endless = insert(
        "badge",
        "SELECT a.i, 'x' FROM range(100000000) a(i), range(100000) b(i) WHERE a.i + b.i < 0",
      );
      const cut = session.write(endless, controller.signal);
      setTimeout(() => controller.abort(new Error("too long")), 50);
      await assert.rejects(cut, /too long/);
    });
    assert.deepEqual(await tables.rowsOf(badge, "writer"), []);
    assert.deepEqual(await tables.rowsOf(badge), [row(1, "one")]);
  });

  test("are merged by the first clause that holds", async () => {
    await fill("(1, 'one'), (2, 'two'), (3, 'three'), (4, 'four')");
    const changes = await tables.within("writer", [badge], (session) =>
      session.write(
        merge(
          "badge",
          rows("(1, 'uno'), (2, 'due'), (5, 'cinque'), (6, NULL)").replace("*", "col0 AS id, col1 AS name"),
          `"t"."id" = "s"."id"`,
          [
            { kind: "whenMatched", condition: `"s"."id" = 2`, action: { kind: "delete" } },
            {
              kind: "whenMatched",
              condition: undefined,
              action: { kind: "update", assignments: [{ column: "name", sql: `"t"."name" || '/' || "s"."name"` }] },
            },
            {
              kind: "whenNotMatched",
              condition: `"s"."name" IS NOT NULL`,
              action: { kind: "insert", assignments: [{ column: "id", sql: `"s"."id"` }] },
            },
            { kind: "whenNotMatchedBySource", condition: `"t"."id" = 3`, action: { kind: "delete" } },
            {
              kind: "whenNotMatchedBySource",
              condition: undefined,
              action: { kind: "update", assignments: [{ column: "name", sql: "'alone'" }] },
            },
          ],
        ),
      ),
    );
    assert.deepEqual(changes, { added: 1, changed: 2, removed: 2 });
    assert.deepEqual(await tables.rowsOf(badge, "writer"), [
      row(1, "one/uno"),
      row(4, "alone"),
      JSON.stringify({ id: 5, name: null }),
    ]);
  });

  test("are not merged when two rows of the source want one row", async () => {
    await fill("(1, 'one')");
    const source = "SELECT 1 AS id, 'x' AS name UNION ALL SELECT 1, 'y'";
    const clause = (kind: "update" | "delete"): MergeClause => ({
      kind: "whenMatched",
      condition: undefined,
      action: kind === "delete" ? { kind } : { kind, assignments: [] },
    });
    await tables.within("writer", [badge], async (session) => {
      await assert.rejects(
        session.write(merge("badge", source, `"t"."id" = "s"."id"`, [clause("update")])),
        /several rows of the source match the same row in 1 case;/,
      );
      assert.deepEqual(await session.write(merge("badge", source, `"t"."id" = "s"."id"`, [clause("delete")])), {
        added: 0,
        changed: 0,
        removed: 1,
      });
    });
  });

  test("are upserted as whole rows by name, without those of a NULL key", async () => {
    const wide = tableOf("wide", "id INTEGER, name STRING, rowid INTEGER");
    const source = tableOf("source", "NAME STRING, id LONG, other INTEGER");
    await fill("(1, 'one', 10), (2, 'two', 20), (NULL, 'none', 30)", wide);
    await fill("('uno', 1, 0), ('tre', 3, 0), ('nulla', NULL, 0)", source);
    const changes = await tables.within("writer", [wide, source], (session) =>
      session.upsert("source", "wide", ["ID"]),
    );
    assert.deepEqual(changes, { added: 2, changed: 1, removed: 0 });
    const line = (id: number | null, name: string, rowid: number | null) => JSON.stringify({ id, name, rowid });
    assert.deepEqual(
      await tables.rowsOf(wide, "writer"),
      [
        line(1, "uno", null),
        line(2, "two", 20),
        line(3, "tre", null),
        line(null, "none", 30),
        line(null, "nulla", null),
      ].sort(),
    );
    const again = await tables.within("writer", [wide, source], (session) => session.upsert("source", "wide", ["id"]));
    assert.deepEqual(again, { added: 1, changed: 2, removed: 0 });
    assert.deepEqual((await tables.data.countChanges({ transactionId: "writer", tenant: "WFF_a" })).get("uuid-wide"), {
      added: 3,
      changed: 1,
      removed: 0,
    });
  });

  test("are upserted and replaced as Spark stores values of another type", async () => {
    const target = tableOf("target", "id INTEGER, name BINARY, weight DECIMAL");
    const source = tableOf("source", "id DOUBLE, name STRING, weight STRING");
    await fill("(1.9, 'é', '0.5'), (-1.9, NULL, NULL)", source);
    const expected = [
      { id: 1, name: "\\xC3\\xA9", weight: 0.5 },
      { id: -1, name: null, weight: null },
    ];
    for (const act of ["upsert", "replace"] as const) {
      await tables.within(act, [target, source], (session) =>
        act === "upsert" ? session.upsert("source", "target", ["id"]) : session.replace("source", "target"),
      );
      const found = (await tables.rowsOf(target, act)).map((line) => JSON.parse(line));
      assert.deepEqual(
        new Set(found.map((line) => JSON.stringify(line))),
        new Set(expected.map((line) => JSON.stringify(line))),
      );
      await tables.rollback(act);
    }
  });

  test("are not upserted from a source with a key twice", async () => {
    const source = tableOf("source", "id INTEGER, name STRING");
    await fill("(1, 'one'), (1, 'uno')", source);
    await tables.within("writer", [badge, source], (session) =>
      assert.rejects(session.upsert("source", "badge", ["id"]), /more than one row for 1 of its keys/),
    );
  });

  test("are replaced by those of a source, with their repetitions", async () => {
    const source = tableOf("source", "id INTEGER, name STRING");
    await fill("(1, 'one'), (1, 'one'), (1, 'one'), (2, NULL), (3, 'three')");
    await fill("(1, 'one'), (2, NULL), (2, NULL), (4, 'four')", source);
    const changes = await tables.within("writer", [badge, source], (session) => session.replace("source", "badge"));
    assert.deepEqual(changes, { added: 2, changed: 0, removed: 3 });
    assert.deepEqual(await tables.rowsOf(badge, "writer"), await tables.rowsOf(source));
  });

  test("go back to a snapshot", async () => {
    await fill("(1, 'one'), (2, 'two')");
    const then = new Date(tables.clock.now()).toISOString();
    await tables.clock.advance(60_000);
    await tables.within("second", [badge], async (session) => {
      await session.write(remove("badge", `"badge"."id" = 1`));
      await session.write(insert("badge", rows("(3, 'three')")));
    });
    await tables.commit("second");
    await tables.clock.advance(60_000);
    await tables.within("third", [badge], async (session) => {
      await session.write(remove("badge", `"badge"."id" = 2`));
      await session.write(insert("badge", rows("(4, 'four')")));
      assert.deepEqual(await session.reset("badge", then), { added: 2, changed: 0, removed: 2 });
    });
    assert.deepEqual(await tables.rowsOf(badge, "third"), [row(1, "one"), row(2, "two")]);
    assert.deepEqual(await tables.rowsOf(badge), [row(2, "two"), row(3, "three")]);
    await tables.commit("third");
    assert.deepEqual(await tables.rowsOf(badge), [row(1, "one"), row(2, "two")]);
    assert.deepEqual(
      (await tables.data.listSnapshots(badge)).map(({ transactionId, recordCount }) => [transactionId, recordCount]),
      [
        ["third", 2],
        ["second", 2],
        ["first", 2],
      ],
    );
  });

  test("go back no further than the retention", async () => {
    await fill("(1, 'one')");
    const then = new Date(tables.clock.now()).toISOString();
    await tables.clock.advance(5 * 86_400_000);
    await tables.within("second", [badge], (session) => session.write(update("badge", { name: "'uno'" })));
    await tables.commit("second");
    await tables.clock.advance(3 * 86_400_000);
    await tables.within("third", [badge], async (session) => {
      await assert.rejects(session.reset("badge", then), /more than 7 days ago/);
      const early = new Date(Date.parse(then) + 86_400_000 + 1).toISOString();
      assert.deepEqual(await session.reset("badge", early), { added: 1, changed: 0, removed: 1 });
    });
    await tables.commit("third");
    await tables.clock.advance(6 * 86_400_000);
    await tables.within("fourth", [badge], (session) => session.write(update("badge", { name: "'eins'" })));
    await tables.commit("fourth");
    assert.deepEqual(
      (await tables.data.listSnapshots(badge)).map(({ transactionId }) => transactionId),
      ["fourth", "third", "second"],
    );
    await tables.clock.advance(8 * 86_400_000);
    assert.deepEqual(
      (await tables.data.listSnapshots(badge)).map(({ transactionId }) => transactionId),
      ["fourth"],
    );
  });

  test("have a state that a commit changes with them", async () => {
    await fill("(1, 'one')");
    await tables.data.lock("writer", [badge, site]);
    await tables.clock.advance(1000);
    await tables.reading("writer", [badge], (session) => session.write(insert("badge", rows("(2, 'two')"))));
    await tables.data.commit({ transactionId: "writer", tenant: "WFF_a" }, [
      { source: "uuid-badge", metadata: { loaded: "today" }, appliesUnmodified: false },
      { source: "uuid-site", metadata: { loaded: "today" }, appliesUnmodified: false },
    ]);
    assert.deepEqual(await tables.data.readState(badge.table), {
      metadata: { loaded: "today" },
      transactionId: "writer",
      recordsUpdatedAt: "2026-01-01T00:00:01.000Z",
    });
    assert.equal(await tables.data.readState(site.table), undefined);
    assert.equal((await tables.data.countRows(badge)).recordCount, 2);
  });
});
