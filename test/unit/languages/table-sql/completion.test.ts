import assert from "node:assert/strict";
import { completeSqlText } from "../../../../src/languages/table-sql/completion/completion.ts";
import type { SqlSuggestion } from "../../../../src/languages/table-sql/completion/sql-suggestion.ts";
import { createSparkGrammar } from "../../../../src/languages/table-sql/grammar/spark-grammar.ts";
import type { TableSqlOptions } from "../../../../src/languages/table-sql/names/options.ts";
import { atCursor, column, createOptions, createTables } from "./workforce-tables.ts";

const grammar = createSparkGrammar();

/** Returns the offers at the `|` in the text, in display order. */
async function offersAt(marked: string, more: Partial<TableSqlOptions> = {}): Promise<readonly SqlSuggestion[]> {
  const { text, offset } = atCursor(marked);
  const { suggestions: offers } = await completeSqlText(text, offset, grammar, createOptions(more));
  return [...offers].sort((one, other) => one.rank - other.rank);
}

async function labelsAt(marked: string, kind?: SqlSuggestion["kind"], more: Partial<TableSqlOptions> = {}) {
  const offers = await offersAt(marked, more);
  return offers.filter((offer) => kind === undefined || offer.kind === kind).map(({ label }) => label);
}

async function insertedAt(marked: string, label: string): Promise<string | undefined> {
  return (await offersAt(marked)).find((offer) => offer.label === label)?.snippet;
}

suite("Completion of table-source SQL", () => {
  test("offers the statements that a job can run", async () => {
    const statements = ["SELECT", "WITH", "INSERT INTO", "UPDATE", "DELETE FROM", "MERGE INTO"];
    assert.deepEqual(await labelsAt("|"), statements);
    assert.deepEqual(await labelsAt("SELECT 1; |"), statements);
    assert.deepEqual(await labelsAt("-- note\nSEL|"), statements);
    assert.deepEqual(await labelsAt("|", undefined, { form: "viewQuery" }), ["SELECT", "WITH"]);
  });

  test("offers table sources where a table is allowed", async () => {
    const all = ["employee_events", "site_badge", "sites", "salaries"];
    for (const text of [
      "SELECT * FROM |",
      "SELECT * FROM sites JOIN |",
      "SELECT * FROM sites, |",
      "INSERT INTO |",
      "UPDATE |",
      "DELETE FROM |",
      "MERGE INTO |",
      "MERGE INTO sites USING |",
      "SELECT (SELECT 1 FROM |)",
    ]) {
      assert.deepEqual(await labelsAt(text, "table"), all, text);
    }
    assert.deepEqual(await labelsAt("SELECT * FROM si|", "table"), ["site_badge", "sites"]);
  });

  test("offers common table expressions and inputs of the job before the tables, but only for reading", async () => {
    const views = [{ name: "new_badges" }];
    const text = "WITH a AS (SELECT 1 AS x), b AS (SELECT 2 AS y) SELECT * FROM |";
    assert.deepEqual((await labelsAt(text, undefined, { views })).slice(0, 3), ["b", "a", "new_badges"]);
    assert.deepEqual(await labelsAt("INSERT INTO |", "view", { views }), []);
  });

  test("offers the columns of the visible tables, also in a SELECT list before its FROM", async () => {
    const columns = ["site_id", "name", "Odd name"];
    for (const text of [
      "SELECT | FROM sites",
      "SELECT na| FROM sites",
      "SELECT name FROM sites WHERE |",
      "SELECT name FROM sites WHERE name = |",
      "SELECT name FROM sites GROUP BY |",
      "SELECT upper(|) FROM sites",
      "SELECT CASE WHEN | FROM sites",
      "UPDATE sites SET |",
      "INSERT INTO sites (|",
      "DELETE FROM sites WHERE |",
      "SELECT x FROM (SELECT | FROM sites) y",
    ]) {
      assert.deepEqual(await labelsAt(text, "column"), columns, text);
    }
    assert.equal(await insertedAt("SELECT | FROM sites", "Odd name"), "`Odd name`");
  });

  test("offers columns by alias, by common table expression and by subquery", async () => {
    assert.deepEqual(await labelsAt("SELECT s.| FROM sites s", "column"), ["site_id", "name", "Odd name", "*"]);
    assert.deepEqual(await labelsAt("SELECT 1 FROM sites s WHERE s.na|", "column"), ["site_id", "name", "Odd name"]);
    assert.deepEqual(await labelsAt("WITH c (n, m) AS (SELECT name, site_id FROM sites) SELECT | FROM c", "column"), [
      "n",
      "m",
    ]);
    assert.deepEqual(await labelsAt("SELECT q.| FROM (SELECT name AS n, count(*) FROM sites) q", "column"), ["n", "*"]);
    assert.deepEqual(await labelsAt("SELECT | FROM (SELECT * FROM sites) q", "column"), [
      "site_id",
      "name",
      "Odd name",
    ]);
    assert.deepEqual(await labelsAt("SELECT tag.| FROM sites LATERAL VIEW explode(x) tag AS t", "column"), ["t", "*"]);
  });

  test("qualifies a column that two tables have", async () => {
    const labels = await labelsAt("SELECT | FROM sites s JOIN employee_events e ON s.site_id = e.site_id", "column");
    assert.ok(labels.includes("s.site_id") && labels.includes("e.site_id") && labels.includes("kind"));
    assert.ok(!labels.includes("site_id"));
  });

  test("offers the names of the outer query last", async () => {
    const labels = await labelsAt("SELECT name FROM sites s WHERE EXISTS (SELECT 1 FROM salaries WHERE |)", "column");
    assert.deepEqual(labels, ["person_key", "amount", "site_id", "name", "Odd name"]);
  });

  test("offers aliases of the SELECT list in GROUP BY, HAVING and ORDER BY", async () => {
    for (const clause of ["GROUP BY", "ORDER BY", "GROUP BY 1 HAVING"]) {
      const labels = await labelsAt(`SELECT upper(name) AS big FROM sites ${clause} |`);
      assert.equal(labels.includes("big"), true, clause);
    }
    assert.ok(!(await labelsAt("SELECT upper(name) AS big FROM sites WHERE |")).includes("big"));
  });

  test("completes the time column to a range of the primary timestamp where a predicate is allowed", async () => {
    const range =
      "e.event_time >= TIMESTAMP '${1:2024-01-01 00:00:00}' AND e.event_time < TIMESTAMP '${2:2025-01-01 00:00:00}'";
    for (const text of [
      "SELECT kind FROM employee_events e WHERE |",
      "SELECT kind FROM employee_events e WHERE kind = 'a' AND |",
      "SELECT kind FROM employee_events e WHERE (|",
      "SELECT kind FROM employee_events e WHERE NOT |",
      "DELETE FROM employee_events e WHERE |",
    ]) {
      assert.equal((await offersAt(text))[0]?.snippet, range, text);
    }
    assert.equal(
      await insertedAt("SELECT closed FROM site_badge WHERE |", "Service_Time"),
      "site_badge.valid_from >= DATE '${1:2024-01-01}' AND site_badge.valid_from < DATE '${2:2025-01-01}'",
    );
    assert.deepEqual(await labelsAt("SELECT kind FROM employee_events WHERE |", "time", { timeColumn: "Valid_Time" }), [
      "Valid_Time",
    ]);
  });

  test("offers no time range where only a value is allowed", async () => {
    for (const text of [
      "SELECT kind FROM employee_events e WHERE kind = |",
      "SELECT kind FROM employee_events e WHERE amount BETWEEN 1 AND |",
      "SELECT | FROM employee_events e",
      "SELECT kind FROM employee_events e ORDER BY |",
      "SELECT name FROM sites WHERE |",
    ]) {
      assert.deepEqual(await labelsAt(text, "time"), [], text);
    }
  });

  test("offers the columns that both sides of a join have", async () => {
    const labels = await labelsAt("SELECT 1 FROM sites s JOIN employee_events e ON |", "join");
    assert.deepEqual(labels, ["s.site_id = e.site_id"]);
    assert.deepEqual(await labelsAt("SELECT 1 FROM sites s JOIN employee_events e USING (|", "column"), ["site_id"]);
  });

  test("offers functions with their signatures", async () => {
    const found = (await offersAt("SELECT | FROM sites")).find(({ label }) => label === "date_trunc");
    assert.equal(found?.detail, "date_trunc(unit, timestamp)");
    assert.equal(found?.snippet, "date_trunc($1)");
    assert.equal(await insertedAt("SELECT | FROM sites", "current_date"), "current_date()");
  });

  test("offers only keywords that are allowed", async () => {
    const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
      ["SELECT name |", ["FROM", "AS", "AND"], ["WHERE", "INSERT", "CREATE"]],
      ["SELECT name FROM sites |", ["WHERE", "LEFT JOIN", "GROUP BY", "ORDER BY", "AS"], ["SELECT", "DROP", "ON"]],
      ["SELECT name FROM sites JOIN salaries |", ["ON", "USING"], ["SELECT"]],
      ["SELECT name FROM sites WHERE name |", ["AND", "IS", "LIKE", "GROUP BY"], ["WHERE", "CREATE"]],
      ["SELECT name FROM sites WHERE name IS |", ["NULL", "NOT"], ["FROM"]],
      ["SELECT name FROM sites GROUP |", ["BY"], ["HAVING BY"]],
      ["SELECT name FROM sites ORDER BY name |", ["ASC", "DESC", "LIMIT"], ["WHERE"]],
      ["SELECT name FROM sites LEFT |", ["JOIN", "ANTI", "SEMI"], ["WHERE"]],
      ["INSERT INTO sites |", ["SELECT", "VALUES"], ["FROM"]],
      ["UPDATE sites |", ["SET"], ["FROM"]],
      ["DELETE FROM sites |", ["WHERE"], ["SET"]],
      ["MERGE INTO sites |", ["USING"], ["WHERE"]],
      ["MERGE INTO sites t USING sites s ON t.site_id = s.site_id WHEN |", ["MATCHED", "NOT"], ["SELECT"]],
      ["SELECT name FROM sites WHERE name = 'a' |", ["AND", "OR", "ORDER BY"], ["WHERE"]],
    ];
    for (const [text, wanted, unwanted] of cases) {
      const labels = await labelsAt(text);
      for (const word of wanted) {
        assert.ok(labels.includes(word), `${text}: ${word} of ${labels.join(", ")}`);
      }
      for (const word of unwanted) {
        assert.ok(!labels.includes(word), `${text}: no ${word}`);
      }
    }
  });

  test("offers types where a type is expected", async () => {
    assert.ok((await labelsAt("SELECT CAST(name AS |) FROM sites", "type")).includes("TIMESTAMP"));
  });

  test("offers nothing in strings, comments, numbers and new names", async () => {
    for (const text of [
      "SELECT 'na|' FROM sites",
      "SELECT 'na|",
      "SELECT name -- no|",
      "SELECT name /* no| */ FROM sites",
      "SELECT 12|",
      "SELECT name AS | FROM sites",
      "SELECT name FROM sites AS |",
      "WITH | AS (SELECT 1) SELECT 2",
    ]) {
      assert.deepEqual(await labelsAt(text), [], text);
    }
  });

  test("offers only names that are visible at the cursor", async () => {
    const merge = "MERGE INTO sites t USING salaries s ON true WHEN NOT MATCHED";
    const cases: readonly (readonly [string, readonly string[]])[] = [
      [`${merge} THEN INSERT (name) VALUES (|)`, ["person_key", "amount"]],
      [`${merge} BY SOURCE THEN UPDATE SET name = |`, ["site_id", "name", "Odd name"]],
      ["INSERT INTO salaries REPLACE WHERE | SELECT 1, 2", ["person_key", "amount"]],
      [
        "SELECT * FROM salaries s JOIN sites t ON | JOIN site_badge b ON true",
        ["person_key", "amount", "site_id", "name", "Odd name"],
      ],
      ["FROM salaries INSERT INTO sites SELECT |", ["person_key", "amount"]],
      ["FROM salaries INSERT INTO sites (|) SELECT 1", ["site_id", "name", "Odd name"]],
      ["SELECT * FROM salaries PIVOT (sum(|) FOR person_key IN ('a'))", ["person_key", "amount"]],
      ["SELECT * FROM salaries PIVOT (sum(amount) FOR | IN ('a'))", ["person_key", "amount"]],
      ["SELECT name FROM sites LIMIT |", []],
      ["SELECT `| FROM salaries", ["person_key", "amount"]],
    ];
    for (const [text, expected] of cases) {
      assert.deepEqual(await labelsAt(text, "column"), expected, text);
    }
    assert.deepEqual(
      await labelsAt("SELECT 1 FROM sites s JOIN employee_events e ON | JOIN salaries x ON true", "join"),
      ["s.site_id = e.site_id"],
    );
  });

  test("offers all keywords where only a few are allowed", async () => {
    const queries = ["SELECT", "WITH", "VALUES", "TABLE", "FROM"];
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["WITH x AS (|", queries],
      ["SELECT * FROM (|", queries],
      ["SELECT name FROM sites UNION |", ["ALL", "DISTINCT", "SELECT", "VALUES", "TABLE", "FROM"]],
      ["SELECT name FROM sites ORDER |", ["BY"]],
      ["SELECT name FROM sites GROUP |", ["BY"]],
      ["SELECT sum(amount) OVER (|) FROM salaries", ["PARTITION BY", "ORDER BY", "ROWS BETWEEN", "RANGE BETWEEN"]],
      ["SELECT INTERVAL 1 | FROM sites", ["DAY", "MONTH", "YEAR", "HOUR", "MINUTE", "SECOND", "WEEK", "QUARTER"]],
    ];
    for (const [text, expected] of cases) {
      assert.deepEqual(await labelsAt(text, "keyword"), expected, text);
    }
    assert.equal((await labelsAt("SELECT CASE WHEN name = 'a' | FROM sites", "keyword"))[0], "THEN");
    assert.ok(!(await labelsAt("SELECT name | FROM sites", "keyword")).includes("THEN"));
  });

  test("offers nothing in raw strings and nested comments", async () => {
    for (const text of ["SELECT r'a|' FROM sites", "SELECT 1 /* a /* b */ | */", "SELECT 1 -- a \\\n | b"]) {
      assert.deepEqual(await labelsAt(text), [], text);
    }
  });

  test("replaces the word at the cursor, with its back quotes", async () => {
    const cases: readonly (readonly [string, string])[] = [
      ["SELECT na|me FROM sites", "name"],
      ["SELECT |name FROM sites", "name"],
      ["SELECT `Odd| name` FROM sites", "`Odd name`"],
      ["SELECT | FROM sites", ""],
      ["SELECT 1; SELECT s.na| FROM sites s", "na"],
    ];
    for (const [marked, expected] of cases) {
      const { text, offset } = atCursor(marked);
      const { replace } = await completeSqlText(text, offset, grammar, createOptions());
      assert.equal(text.slice(replace.start, replace.end), expected, marked);
    }
  });

  test("considers only the statement that contains the cursor", async () => {
    const tables = createTables();
    await offersAt("SELECT 1 FROM salaries; SELECT | FROM sites; SELECT 2 FROM site_badge", { tables });
    assert.deepEqual(tables.requests, ["find sites"]);
  });

  test("completes a joinFilter with its two sides", async () => {
    const views = [
      { name: "input", columns: [column("person_key")] },
      { name: "output", columns: [column("person_key")] },
    ];
    const filter = { form: "joinFilter", views } as const;
    assert.deepEqual(await labelsAt("input.|", "column", filter), ["person_key"]);
    assert.deepEqual(await labelsAt("|", "column", filter), ["input.person_key", "output.person_key"]);
    assert.ok((await labelsAt("input.person_key |", "keyword", filter)).includes("IS"));
  });
});
