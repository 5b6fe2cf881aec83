import assert from "node:assert/strict";
import { findLineage, type SqlLineage } from "../../../../src/languages/table-sql/names/lineage.ts";
import { column, createOptions } from "./workforce-tables.ts";

async function lineageOf(text: string) {
  const { tablesRead, tablesWritten, columnsRead, columnsWritten, outputs }: SqlLineage = await findLineage(
    text,
    createOptions({ views: [{ name: "new_badges", columns: [column("person_key"), column("badge_no")] }] }),
  );
  const name = ({ table, column: one }: { table: string; column: string }) => `${table}.${one}`;
  return {
    read: tablesRead,
    written: tablesWritten,
    columnsRead: columnsRead.map(name).sort(),
    columnsWritten: columnsWritten.map(name).sort(),
    outputs: outputs?.map((output) => `${output.name}: ${output.origins.map(name).join(" ")}`),
  };
}

suite("The lineage of table-source SQL", () => {
  test("traces columns through subqueries and common table expressions to their tables", async () => {
    const { read, written, columnsRead, outputs } = await lineageOf(
      `WITH last (p, t) AS (SELECT person_key, max(event_time) FROM employee_events GROUP BY 1)
      SELECT l.p AS who, b.badge_no, l.t, concat(b.badge_no, b.closed) AS both
      FROM last l JOIN (SELECT * FROM SITE_BADGE) b ON b.person_key = l.p`,
    );
    assert.deepEqual(read.toSorted(), ["employee_events", "site_badge"]);
    assert.deepEqual(written, []);
    assert.deepEqual(outputs, [
      "who: employee_events.person_key",
      "badge_no: site_badge.badge_no",
      "t: employee_events.event_time",
      "both: site_badge.badge_no site_badge.closed",
    ]);
    assert.ok(columnsRead.includes("site_badge.valid_from"), "a star reads every column");
  });

  test("finds every written table, and every column that a star or a missing column list includes", async () => {
    const many = await lineageOf(
      "FROM employee_events INSERT INTO salaries SELECT person_key, amount INSERT OVERWRITE site_badge (closed) SELECT kind",
    );
    assert.deepEqual(many.read, ["employee_events"]);
    assert.deepEqual(many.written, ["salaries", "site_badge"]);
    assert.deepEqual(many.columnsWritten, ["salaries.amount", "salaries.person_key", "site_badge.closed"]);
    assert.deepEqual(
      many.columnsRead,
      ["amount", "kind", "person_key"].map((name) => `employee_events.${name}`),
    );
    const merge = await lineageOf(
      "MERGE INTO salaries t USING employee_events s ON true WHEN MATCHED THEN UPDATE SET *",
    );
    assert.deepEqual(merge.columnsWritten, ["salaries.amount", "salaries.person_key"]);
    const replace = await lineageOf("INSERT INTO salaries REPLACE WHERE amount > 1 SELECT person_key, 1 FROM salaries");
    assert.deepEqual(replace.columnsWritten, ["salaries.amount", "salaries.person_key"]);
    assert.deepEqual([replace.read, replace.written], [["salaries"], ["salaries"]]);
    const deleted = await lineageOf("DELETE FROM salaries WHERE amount = 1");
    assert.deepEqual([deleted.columnsWritten, deleted.columnsRead], [[], ["salaries.amount"]]);
  });

  test("traces columns read by PIVOT and USING, and columns that are cast, renamed or generated together", async () => {
    const pivot = await lineageOf("SELECT * FROM employee_events PIVOT (sum(amount) FOR kind IN ('a'))");
    assert.deepEqual(pivot.columnsRead, ["employee_events.amount", "employee_events.kind"]);
    const using = await lineageOf("SELECT 1 FROM sites JOIN employee_events USING (site_id)");
    assert.deepEqual(using.columnsRead, ["employee_events.site_id", "sites.site_id"]);
    const cast = await lineageOf("SELECT amount FROM (SELECT CAST(amount AS INT) FROM salaries)");
    assert.deepEqual(cast.outputs, ["amount: salaries.amount"]);
    const made = await lineageOf("SELECT v FROM (SELECT explode(tags) AS (k, v) FROM employee_events)");
    assert.deepEqual(made.outputs, ["v: employee_events.tags"]);
  });

  test("traces set operations, generators and subqueries in the SELECT list", async () => {
    const union = await lineageOf("SELECT name AS n FROM sites UNION ALL SELECT kind FROM employee_events");
    assert.deepEqual(union.outputs, ["n: sites.name employee_events.kind"]);
    const view = await lineageOf("SELECT tag FROM employee_events LATERAL VIEW explode(split(tags, kind)) t AS tag");
    assert.deepEqual(view.outputs, ["tag: employee_events.tags employee_events.kind"]);
    const scalar = await lineageOf("SELECT (SELECT max(name) FROM sites) AS n FROM salaries");
    assert.deepEqual(scalar.outputs, ["n: sites.name"]);
  });

  test("distinguishes written from read columns", async () => {
    assert.deepEqual(await lineageOf("INSERT INTO site_badge (badge_no) SELECT badge_no FROM new_badges"), {
      read: ["new_badges"],
      written: ["site_badge"],
      columnsRead: ["new_badges.badge_no"],
      columnsWritten: ["site_badge.badge_no"],
      outputs: undefined,
    });
    const merged = await lineageOf(
      "MERGE INTO site_badge t USING new_badges s ON t.person_key = s.person_key WHEN MATCHED THEN UPDATE SET badge_no = s.badge_no",
    );
    assert.deepEqual([merged.read, merged.written], [["new_badges"], ["site_badge"]]);
    assert.deepEqual(merged.columnsWritten, ["site_badge.badge_no"]);
    const allColumns = await lineageOf("INSERT INTO salaries SELECT person_key, amount FROM employee_events");
    assert.deepEqual(allColumns.columnsWritten, ["salaries.amount", "salaries.person_key"]);
  });

  test("lists a table that a statement writes and reads as both", async () => {
    const { read, written } = await lineageOf("DELETE FROM sites WHERE site_id IN (SELECT s.site_id FROM sites s)");
    assert.deepEqual([read, written], [["sites"], ["sites"]]);
  });

  test("combines all statements of a text", async () => {
    const { read, written, outputs } = await lineageOf(
      "DELETE FROM sites; SELECT name FROM sites; UPDATE salaries SET amount = 1",
    );
    assert.deepEqual([read, written, outputs], [["sites"], ["sites", "salaries"], ["name: sites.name"]]);
  });

  test("lists unknown tables under their names in the text", async () => {
    const { read, written, columnsRead } = await lineageOf("INSERT INTO db.Elsewhere SELECT x FROM Nowhere");
    assert.deepEqual([read, written, columnsRead], [["Nowhere"], ["Elsewhere"], []]);
  });
});
