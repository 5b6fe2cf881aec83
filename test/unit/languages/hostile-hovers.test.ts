import assert from "node:assert/strict";
import { describeTableSource } from "../../../src/languages/core/json/describe-table.ts";
import type { TableModel } from "../../../src/languages/core/model/table-model.ts";
import {
  escapeMarkdown,
  escapeMarkdownLine,
  escapeTableCell,
  formatInlineCode,
} from "../../../src/languages/core/text/markdown.ts";
import { hoverJobFile } from "../../../src/languages/sql-job/hover.ts";
import { hoverSqlAt } from "../../../src/languages/table-sql/hover/hover.ts";
import { hostileTexts, livingMarkdown } from "../../support/hostile-markdown.ts";

function tablesOf(text: string): TableModel {
  const columns = [
    { name: "person", type: text, isPrimaryTimestamp: false },
    { name: text, type: "STRING", isPrimaryTimestamp: true },
  ];
  const table = {
    objectName: "site_badge",
    id: "u1",
    displayName: text,
    description: text,
    isMaterializedView: false,
    columns,
  };
  return {
    search: async () => ({ tables: [table], isComplete: true }),
    find: async () => ({ tables: [table], isComplete: true }),
  };
}

suite("Texts of others in hovers", () => {
  for (const text of hostileTexts) {
    test(`make no link and no image: ${JSON.stringify(text)}`, async () => {
      const sql = "SELECT person FROM site_badge";
      const options = { tables: tablesOf(text), timeColumn: "Service_Time", now: 0 };
      const markdowns: string[] = [];
      for (const offset of [sql.indexOf("person"), sql.indexOf("site_badge")]) {
        markdowns.push((await hoverSqlAt(sql, offset, options as Parameters<typeof hoverSqlAt>[2]))?.markdown ?? "");
      }
      const job = JSON.stringify({
        job: {
          tenants: ["T1"],
          inputs: [{ id: "in_1", filename: text }],
          actions: [{ upsert: { source: "in_1", target: "site_badge" } }],
        },
      });
      const scope = {
        tables: tablesOf(text),
        readSql: () => ({ statements: [], written: [] }),
        tenants: async () => [{ code: "T1", displayName: text }],
      };
      for (const name of ['"T1"', '"in_1","target', '"site_badge"']) {
        const found = await hoverJobFile(job, job.indexOf(name) + 1, scope as Parameters<typeof hoverJobFile>[2]);
        markdowns.push(found?.markdown ?? "");
      }
      const [table] = (await tablesOf(text).search("")).tables;
      markdowns.push(table ? describeTableSource(table) : "");
      for (const markdown of markdowns) {
        assert.notEqual(markdown, "");
        assert.deepEqual(livingMarkdown(markdown), [], markdown);
      }
      assert.deepEqual(livingMarkdown(escapeMarkdown(text)), []);
      assert.doesNotMatch(
        escapeTableCell(formatInlineCode(text)) + escapeTableCell(escapeMarkdownLine(text)),
        /(^|[^\\])\||\n/,
        "one cell of a table",
      );
    });
  }

  test("are told apart by this test from those that live", () => {
    for (const text of hostileTexts.filter((one) => !one.includes("`"))) {
      assert.notDeepEqual(livingMarkdown(`Of ${text}`), [], text);
    }
  });
});
