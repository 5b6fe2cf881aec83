import assert from "node:assert/strict";
import { applyEdits } from "../../../../src/languages/core/text/span.ts";
import { checkSqlText } from "../../../../src/languages/table-sql/checks/check-text.ts";
import { createSparkGrammar } from "../../../../src/languages/table-sql/grammar/spark-grammar.ts";
import type { TableSqlOptions } from "../../../../src/languages/table-sql/names/options.ts";
import { soundStatements } from "./statements.ts";
import { column, createOptions, createTables } from "./workforce-tables.ts";

const grammar = createSparkGrammar();

/** Returns code and underlined text of each problem, without differences of the embedded engine. */
async function problemsOf(text: string, more: Partial<TableSqlOptions> = {}): Promise<string[]> {
  const problems = await checkSqlText(text, grammar, createOptions(more));
  return problems
    .filter(({ code }) => code !== "TS601")
    .map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
}

async function messageOf(text: string, code: string, more: Partial<TableSqlOptions> = {}): Promise<string> {
  const problems = await checkSqlText(text, grammar, createOptions(more));
  return problems.find((problem) => problem.code === code)?.message ?? "";
}

/** Returns the text after the first fix of its first problem. */
async function fixed(text: string, more: Partial<TableSqlOptions> = {}): Promise<string | undefined> {
  const [problem] = await checkSqlText(text, grammar, createOptions(more));
  const fix = problem?.fixes?.[0];
  return fix && applyEdits(text, fix.edits);
}

suite("The check of table-source SQL", () => {
  test("reports no problem in correct statements", async () => {
    for (const text of soundStatements) {
      assert.deepEqual(await problemsOf(text), [], text);
    }
  });

  test("reports the position of syntax errors, and continues after the semicolon", async () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["SELCT a FROM sites", ["TS201 SELCT"]],
      ["SELECT name site_id x FROM sites", ["TS201 x"]],
      ["SELECT * EXCEPT (name) FROM sites", ["TS207 EXCEPT"]],
      ["SELECT s.* EXCEPT (name, site_id), 1 FROM sites s", ["TS207 EXCEPT"]],
      ["SELECT name FROM sites GROUP name", ["TS202 GROUP"]],
      ["SELECT name FROM sites ORDER name", ["TS202 ORDER"]],
      ["SELECT CASE WHEN name = 'a' THEN 1 FROM sites", ["TS208 CASE"]],
      ["SELECT CASE name WHEN 'a' THEN CASE WHEN true THEN 1 END FROM sites", ["TS208 CASE"]],
      ["SELECT rank() OVER w FROM sites", ["TS308 w"]],
      ["SELECT rank() OVER byName FROM sites WINDOW by_name AS (ORDER BY name)", ["TS308 byName"]],
      ["SELECT rank() OVER W FROM sites WINDOW w AS (ORDER BY name), v AS u", ["TS308 u"]],
      ["WITH x AS SELECT 1 SELECT * FROM x", ["TS202 AS"]],
      ["WITH a AS (SELECT 1), A AS (SELECT 2) SELECT * FROM a", ["TS307 A"]],
      ["SELECT name FORM sites", ["TS201 FORM"]],
      ["UPDATE sites SET name = 'a' WERE site_id = 1", ["TS201 WERE"]],
      ["SELECT r'open FROM sites", ["TS101 'open FROM sites"]],
      ["SELECT name FROM sites /* a /* b */", ["TS102 /*"]],
      ["SELECT name, FROM sites", ["TS202 ,"]],
      ["SELECT name FROM sites WHERE", ["TS202 WHERE"]],
      ["SELECT name FROM sites WHERE name =", ["TS202 ="]],
      ["SELECT name FROM sites WHERE AND name = 'a'", ["TS202 AND"]],
      ["SELECT name FROM", ["TS202 FROM"]],
      ["SELECT name FROM sites JOIN", ["TS202 JOIN"]],
      ["SELECT name FROM sites a JOIN sites b ON", ["TS202 ON"]],
      ["SELECT name FROM sites ORDER BY", ["TS202 BY"]],
      ["SELECT name FROM sites LIMIT", ["TS202 LIMIT"]],
      ["SELECT s. FROM sites s", ["TS202 ."]],
      ["SELECT name FROM sites WHERE name IS", ["TS202 IS"]],
      ["SELECT (name FROM sites", ["TS203 ("]],
      ["SELECT name) FROM sites", ["TS206 )"]],
      ["UPDATE sites SET", ["TS202 SET"]],
      ["UPDATE sites SET name =", ["TS202 ="]],
      ["INSERT INTO sites", ["TS204 sites"]],
      ["SELECT 'open FROM sites", ["TS101 'open FROM sites"]],
      ["SELECT `open FROM sites", ["TS103 `open FROM sites"]],
      ["SELECT name FROM sites /* open", ["TS102 /*"]],
      ["SELECT FROM sites; SELECT name FROM sites; SELECT name FROM sites WHERE", ["TS202 SELECT", "TS202 WHERE"]],
      ["SELECT CAST(name AS ) FROM sites", ["TS201 )"]],
    ];
    for (const [text, expected] of cases) {
      assert.deepEqual(await problemsOf(text), expected, text);
    }
  });

  test("suggests what could be written instead", async () => {
    assert.match(await messageOf("SELECT name site_id x FROM sites", "TS201"), /FROM, WHERE|WHERE/);
    assert.match(await messageOf("SELECT name FROM sites WHERE", "TS202"), /A condition is expected after `WHERE`/);
    assert.match(await messageOf("SELCT name", "TS201"), /Did you mean `SELECT`/);
    assert.equal(await fixed("SELCT name FROM sites"), "SELECT name FROM sites");
    assert.equal(await fixed("SELECT name FROM sites WERE name = 'a'"), "SELECT name FROM sites WHERE name = 'a'");
    assert.match(await messageOf("SELECT name::INT FROM sites", "TS201"), /Write CAST\(value AS type\)/);
    assert.match(await messageOf("SELECT TOP 10 name FROM sites", "TS201"), /Write LIMIT at the end/);
    assert.match(
      await messageOf("SELECT name FROM sites QUALIFY rank() OVER (ORDER BY name) = 1", "TS201"),
      /and filter there/,
    );
  });

  test("does not check the names of a statement with a syntax error", async () => {
    assert.deepEqual(await problemsOf("SELECT nothing FROM nowhere WHERE"), ["TS202 WHERE"]);
  });

  test("reports unknown and ambiguous names", async () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["SELECT name FROM site", ["TS301 site"]],
      ["INSERT INTO nowhere SELECT 1", ["TS301 nowhere"]],
      ["SELECT nam FROM sites", ["TS302 nam"]],
      ["SELECT s.nam FROM sites s", ["TS302 nam"]],
      ["SELECT x.name FROM sites s", ["TS304 x"]],
      ["SELECT x.* FROM sites s", ["TS304 x"]],
      ["SELECT site_id FROM sites JOIN employee_events e ON sites.site_id = e.site_id", ["TS303 site_id"]],
      ["SELECT a FROM (SELECT name FROM sites)", ["TS302 a"]],
      ["WITH x AS (SELECT name FROM sites) SELECT site_id FROM x", ["TS302 site_id"]],
      ["WITH x (n) AS (SELECT name FROM sites) SELECT n, name FROM x", ["TS302 name"]],
      ["UPDATE sites SET nam = 'a'", ["TS302 nam"]],
      ["INSERT INTO sites (site_id, nam) VALUES (1, 'a')", ["TS302 nam"]],
      ["DELETE FROM sites WHERE nam = 'a'", ["TS302 nam"]],
      ["SELECT name FROM sites WHERE site_id IN (SELECT sit_id FROM employee_events)", ["TS302 sit_id"]],
      ["MERGE INTO sites t USING sites s ON t.site_id = s.id WHEN MATCHED THEN DELETE", ["TS302 id"]],
      ["SELECT uper(name) FROM sites", ["TS305 uper"]],
      ["SELECT e.kind FROM sites LEFT SEMI JOIN employee_events e ON e.site_id = sites.site_id", ["TS306 e"]],
      ["SELECT name FROM sites JOIN employee_events USING (nam)", ["TS302 nam", "TS302 nam"]],
      ["SELECT kind FROM sites JOIN employee_events USING (name)", ["TS302 name"]],
      ["INSERT INTO sites VALUES (1, nothing)", ["TS302 nothing"]],
      ["SELECT a FROM (VALUES (1, 2)) AS t(x, y)", ["TS302 a"]],
      ["SELECT name FROM sites s JOIN employee_events e ON s.site_id = f.amount JOIN salaries f ON true", ["TS306 f"]],
      [
        "MERGE INTO site_badge t USING employee_events s ON t.person_key = s.person_key WHEN NOT MATCHED THEN INSERT (person_key) VALUES (t.person_key)",
        ["TS306 t"],
      ],
      [
        "MERGE INTO site_badge t USING employee_events s ON t.person_key = s.person_key WHEN NOT MATCHED BY SOURCE THEN UPDATE SET closed = s.kind",
        ["TS306 s"],
      ],
      [
        "INSERT INTO salaries REPLACE WHERE persn_key = 'a' SELECT person_key, amount FROM salaries",
        ["TS302 persn_key"],
      ],
      [
        "FROM salaries INSERT INTO salaries SELECT person_key, amnt INSERT INTO nowhere SELECT 1",
        ["TS302 amnt", "TS301 nowhere"],
      ],
      ["FROM salaries INSERT INTO salaries (person_key, amnt) SELECT 'a', 1", ["TS302 amnt"]],
      ["WITH a AS (SELECT nam FROM sites) SELECT nam FROM a", ["TS302 nam"]],
      ["SELECT name AS n FROM sites WHERE n = 'a'", ["TS302 n"]],
      ["SELECT name FROM sites ORDER BY site_id DESC NULLS LAST, nothing LIMIT 1", ["TS302 nothing"]],
      ["SELECT nothing.* FROM employee_events", ["TS304 nothing"]],
      ["SELECT (SELECT s.nam FROM (SELECT name FROM sites) s) FROM employee_events", ["TS302 nam"]],
    ];
    for (const [text, expected] of cases) {
      assert.deepEqual(await problemsOf(text), expected, text);
    }
  });

  test("resolves names in any letter case, struct fields, aliases of the SELECT list and names of the outer query", async () => {
    for (const text of [
      "SELECT NAME FROM SITES",
      "SELECT tags.colour, e.tags.colour FROM employee_events e",
      "SELECT name AS n FROM sites GROUP BY n ORDER BY n",
      "SELECT amount AS a, a + 1 AS b FROM salaries",
      "SELECT name FROM sites s WHERE EXISTS (SELECT 1 FROM employee_events WHERE site_id = s.site_id)",
      "SELECT name FROM sites s1 JOIN sites s2 USING (site_id, name)",
      "SELECT anything FROM range(10)",
      "SELECT anything FROM sites PIVOT (max(name) FOR site_id IN (1, 2))",
    ]) {
      assert.deepEqual(await problemsOf(text), [], text);
    }
  });

  test("offers similar names as fixes", async () => {
    assert.equal(await fixed("SELECT name FROM site"), "SELECT name FROM sites");
    assert.equal(await fixed("SELECT odd_name FROM sites"), "SELECT `Odd name` FROM sites");
    assert.equal(
      await fixed("SELECT site_id FROM sites s, employee_events"),
      "SELECT s.site_id FROM sites s, employee_events",
    );
    assert.equal(await fixed("SELECT x.name FROM sites s"), "SELECT s.name FROM sites s");
  });

  test("offers fixes that cause no other problem", async () => {
    const cases: readonly (readonly [string, string])[] = [
      ["SELECT site.name, site.* FROM site", "SELECT sites.name, sites.* FROM sites"],
      ["SELECT s.name FROM site s", "SELECT s.name FROM sites s"],
      [
        "SELECT sit_id FROM sites s JOIN employee_events e ON s.site_id = e.site_id",
        "SELECT s.site_id FROM sites s JOIN employee_events e ON s.site_id = e.site_id",
      ],
      [
        "SELECT sit_id FROM sites s JOIN employee_events e USING (site_id)",
        "SELECT site_id FROM sites s JOIN employee_events e USING (site_id)",
      ],
      [
        "SELECT tags.colour FROM employee_events a, employee_events b",
        "SELECT a.tags.colour FROM employee_events a, employee_events b",
      ],
    ];
    for (const [text, expected] of cases) {
      assert.equal(await fixed(text), expected);
      assert.deepEqual(await problemsOf(expected), []);
    }
  });

  test("does not report tables and columns that could not be looked up", async () => {
    const tables = createTables([], false);
    assert.deepEqual(await problemsOf("SELECT whatever, w.x FROM wherever w", { tables }), []);
  });

  test("looks up all tables of a text in one request", async () => {
    const tables = createTables();
    await problemsOf("SELECT name FROM sites; SELECT kind FROM employee_events; SELECT name FROM sites", { tables });
    assert.deepEqual(tables.requests, ["find employee_events sites"]);
  });

  test("refuses statements that a job does not run", async () => {
    assert.deepEqual(await problemsOf("CREATE TABLE x (a INT)"), ["TS501 CREATE TABLE"]);
    assert.deepEqual(await problemsOf("DROP TABLE IF EXISTS sites"), ["TS501 DROP TABLE"]);
    assert.deepEqual(await problemsOf("alter table sites add columns (x int)"), ["TS501 alter table"]);
    assert.deepEqual(await problemsOf("CREATE OR REPLACE TEMPORARY VIEW v AS SELECT 1"), [
      "TS502 CREATE OR REPLACE TEMPORARY VIEW",
    ]);
    assert.deepEqual(await problemsOf("SHOW TABLES"), ["TS502 SHOW"]);
    assert.equal(await fixed("TRUNCATE TABLE sites"), "DELETE FROM sites");
  });

  test("accepts only a query as the definition of a view", async () => {
    assert.deepEqual(await problemsOf("SELECT name FROM sites", { form: "viewQuery" }), []);
    assert.deepEqual(await problemsOf("DELETE FROM sites", { form: "viewQuery" }), ["TS503 DELETE"]);
  });

  test("resolves only the two sides in a joinFilter", async () => {
    const views = [
      { name: "input", columns: [column("person_key"), column("kind")] },
      { name: "output", columns: [column("person_key")] },
    ];
    const filter = { form: "joinFilter", views } as const;
    assert.deepEqual(await problemsOf("input.person_key = output.person_key", filter), []);
    assert.deepEqual(await problemsOf("input.kind = output.kind", filter), ["TS302 kind"]);
    assert.deepEqual(await problemsOf("input.person_key = other.person_key", filter), ["TS304 other"]);
    assert.deepEqual(await problemsOf("person_key = 'a'", filter), ["TS303 person_key"]);
    assert.deepEqual(await problemsOf("input.person_key = output.person_key output.kind", filter), ["TS201 output"]);
    assert.deepEqual(await problemsOf("input.person_key =", filter), ["TS202 ="]);
  });

  test("resolves the inputs of a job by their ids", async () => {
    const views = [{ name: "new_badges", columns: [column("badge_no")] }, { name: "unread" }];
    assert.deepEqual(await problemsOf("SELECT badge_no FROM new_badges", { views }), []);
    assert.deepEqual(await problemsOf("SELECT badge FROM new_badges", { views }), ["TS302 badge"]);
    assert.deepEqual(await problemsOf("SELECT anything FROM unread", { views }), []);
    assert.match(
      await messageOf("SELECT 1 FROM new_badge", "TS301", { views }),
      /or input named `new_badge`.*`new_badges`/,
    );
  });

  test("replaces the time column by the primary timestamp of the table", async () => {
    const table = "employee_events";
    const range = "event_time >= TIMESTAMP '2024-01-01 00:00:00' AND e.event_time < TIMESTAMP '2025-01-01 00:00:00'";
    const cases: readonly (readonly [string, string])[] = [
      [
        `SELECT kind FROM ${table} e WHERE Service_Time BETWEEN date("2024-01-01") AND date("2025-01-01") AND kind = 'a'`,
        `SELECT kind FROM ${table} e WHERE e.${range} AND kind = 'a'`,
      ],
      [
        `SELECT kind FROM ${table} e WHERE Service_Time IN periods(date("2025-01-01"), 12, period(1, Month))`,
        `SELECT kind FROM ${table} e WHERE e.${range}`,
      ],
      [`SELECT kind FROM ${table} e WHERE service_time`, `SELECT kind FROM ${table} e WHERE e.${range}`],
      [
        `SELECT kind FROM ${table} e WHERE Service_Time > '2024-01-01'`,
        `SELECT kind FROM ${table} e WHERE e.event_time > '2024-01-01'`,
      ],
      [`SELECT Service_Time FROM ${table}`, `SELECT employee_events.event_time FROM ${table}`],
      [
        "SELECT closed FROM site_badge b WHERE b.Service_Time",
        "SELECT closed FROM site_badge b WHERE b.valid_from >= DATE '2024-01-01' AND b.valid_from < DATE '2025-01-01'",
      ],
    ];
    for (const [text, expected] of cases) {
      assert.equal(await fixed(text), expected, text);
    }
  });

  test("reports that no table has a primary timestamp, and uses the deployment's name of the time column", async () => {
    assert.deepEqual(await problemsOf("SELECT name FROM sites WHERE Service_Time"), ["TS402 Service_Time"]);
    assert.deepEqual(
      await problemsOf("SELECT kind FROM employee_events WHERE Valid_Time", { timeColumn: "Valid_Time" }),
      ["TS401 Valid_Time"],
    );
    const noTables = createTables([], false);
    const filter = "SELECT kind FROM anywhere WHERE Service_Time";
    assert.match(await messageOf(filter, "TS402", { tables: noTables }), /compare the primary timestamp of its table/);
    const tables = createTables([{ objectName: "t", columns: [column("Service_Time", "DATE_TIME")] }]);
    assert.deepEqual(await problemsOf("SELECT Service_Time FROM t", { tables }), []);
  });

  test("stops at the maximum nesting depth", async () => {
    for (const open of ["(", "(SELECT ", "coalesce(", "CASE WHEN "]) {
      const codes = await problemsOf(`SELECT ${open.repeat(5000)}`);
      assert.ok(codes.length > 0, open);
    }
  });

  test("stops when the text has changed meanwhile", async () => {
    assert.deepEqual(await problemsOf("SELECT name FROM nowhere", { isStale: () => true }), []);
  });
});
