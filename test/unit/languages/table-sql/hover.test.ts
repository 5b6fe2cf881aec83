import assert from "node:assert/strict";
import { findSqlDefinition } from "../../../../src/languages/table-sql/hover/definition.ts";
import { hoverSqlAt } from "../../../../src/languages/table-sql/hover/hover.ts";
import { sqlSignatureHelpAt } from "../../../../src/languages/table-sql/hover/signature-help.ts";
import { atCursor, column, createOptions, createTables } from "./workforce-tables.ts";

async function hoverAt(marked: string, more: Parameters<typeof createOptions>[0] = {}): Promise<string> {
  const { text, offset } = atCursor(marked);
  return (await hoverSqlAt(text, offset, createOptions(more)))?.markdown ?? "";
}

suite("The hover of table-source SQL", () => {
  test("describes a table source with its columns and its primary timestamp", async () => {
    for (const text of [
      "SELECT 1 FROM employee_|events",
      "INSERT INTO employee_events| SELECT 1",
      "SELECT |e.kind FROM employee_events e",
    ]) {
      const markdown = await hoverAt(text);
      assert.match(markdown, /^\*\*employee\\_events\*\* — Employee events, table source/, text);
      assert.match(markdown, /One row for each change of a person\\\./);
      assert.match(markdown, /Primary timestamp: `event_time`/);
      assert.match(markdown, /\| `amount` \| DOUBLE \|/);
    }
    assert.match(await hoverAt("SELECT 1 FROM |salaries"), /materialized view\n\nNo primary timestamp/);
  });

  test("describes columns, with the origins of a query's columns", async () => {
    assert.match(
      await hoverAt("SELECT kin|d FROM employee_events"),
      /\*\*kind\*\* — STRING\n\nFrom `employee_events.kind`/,
    );
    assert.match(await hoverAt("SELECT e.event_|time FROM employee_events e"), /DATE\\?_TIME, primary timestamp/);
    const through = await hoverAt("WITH a (n) AS (SELECT name FROM sites) SELECT |n FROM a; SELECT 1");
    assert.match(through, /\*\*n\*\* — STRING\n\nFrom `sites.name`/);
  });

  test("describes functions, local views and common table expressions", async () => {
    assert.match(await hoverAt("SELECT date_|trunc('MM', d) FROM sites"), /date_trunc\(unit, timestamp\)/);
    const views = [{ name: "new_badges", columns: [column("badge_no")] }];
    assert.match(
      await hoverAt("SELECT 1 FROM |new_badges", { views }),
      /a view available only in this text\n\n[\s\S]*badge_no/,
    );
    assert.match(
      await hoverAt("WITH a AS (SELECT name FROM sites) SELECT 1 FROM |a"),
      /a common table expression of this statement[\s\S]*`name`/,
    );
    assert.equal(await hoverAt("SELECT |1 FROM sites"), "");
  });

  test("shows text of the service as plain text, never as a link or an image", async () => {
    const tables = createTables([
      { objectName: "t", displayName: "![x](http://a)", description: "<img> [a](b)", columns: [column("a`|b")] },
    ]);
    const markdown = await hoverAt("SELECT 1 FROM |t", { tables });
    assert.doesNotMatch(markdown, /[^\\]\[x|[^\\]<img|[^\\]\[a\]/);
    assert.match(markdown, /\| `` a`\\\|b `` \|/);
  });
});

suite("The definition of a name of table-source SQL", () => {
  async function definitionAt(marked: string) {
    const { text, offset } = atCursor(marked);
    const found = await findSqlDefinition(text, offset, createOptions());
    if (found?.kind === "tableSource") {
      return [found.table.objectName, ...(found.column ? [found.column] : [])].join(".");
    }
    return found && `${found.target.start} ${text.slice(found.target.start, found.target.end)}`;
  }

  test("is the table source of a table or column", async () => {
    assert.equal(await definitionAt("SELECT 1 FROM |sites"), "sites");
    assert.equal(await definitionAt("SELECT |name FROM sites"), "sites.name");
    assert.equal(await definitionAt("SELECT x.|n FROM (SELECT name AS n FROM sites) x"), "sites.name");
    assert.equal(await definitionAt("SELECT |s.name FROM sites s"), "sites");
  });

  test("is the span in the text of a name that the statement defines", async () => {
    assert.equal(await definitionAt("SELECT 1; WITH a AS (SELECT 1) SELECT 1 FROM |a"), "15 a");
    assert.equal(await definitionAt("SELECT |q.x FROM (SELECT 1 AS x) q"), "32 q");
    assert.equal(await definitionAt("SELECT |upper(name) FROM sites"), undefined);
  });
});

suite("The signature help of table-source SQL", () => {
  function helpAt(marked: string): string | undefined {
    const { text, offset } = atCursor(marked);
    const help = sqlSignatureHelpAt(text, offset);
    const [start, end] = help?.parameters[help.active] ?? [0, 0];
    return help && `${help.signature} ${help.signature.slice(start, end)}`;
  }

  test("shows the function that contains the cursor, with the current argument", () => {
    const lag = "lag(value[, offset[, default]])";
    const cases: readonly (readonly [string, string | undefined])[] = [
      ["SELECT lag(|", `${lag} value`],
      ["SELECT lag(a, |) FROM t", `${lag} offset`],
      ["SELECT lag(upper(a), 1, (b + 1)|", `${lag} default`],
      ["SELECT upper(lag(a), b) + lag(a, |", `${lag} offset`],
      ["SELECT coalesce(a, b, c, |", "coalesce(value, ...) ..."],
      ["SELECT extract(YEAR FROM |", "extract(field FROM source) "],
      ["SELECT 1; SELECT lag(|", `${lag} value`],
      ["SELECT lag(a) |", undefined],
      ["SELECT unknown(|", undefined],
    ];
    for (const [text, expected] of cases) {
      if (text.includes("extract")) {
        assert.match(helpAt(text) ?? "", /^extract/);
      } else {
        assert.equal(helpAt(text), expected, text);
      }
    }
  });
});
