import assert from "node:assert/strict";
import { findJobTableDefinition } from "../../../../src/languages/sql-job/definition.ts";
import { createScope, exampleJob, jobOf } from "./job-texts.ts";

/** What the end of a stretch of the text leads to: a table, or a stretch of the text. */
async function definedAt(text: string, stretch: string): Promise<string | undefined> {
  const found = await findJobTableDefinition(text, text.indexOf(stretch) + stretch.length - 1, createScope());
  return found?.kind === "text" ? text.slice(found.target.start, found.target.end) : found?.table.objectName;
}

suite("Definitions in a SQL job file", () => {
  test("lead from names and unique ids to table sources", async () => {
    assert.equal(await definedAt(exampleJob, '"tablesToModify": ["site_badge"'), "site_badge");
    assert.equal(await definedAt(jobOf('{"setMetadata": {"table": "t-200", "metadata": {}}}'), '"t-200"'), "sites");
  });

  test("lead from a source to the input of that name", async () => {
    assert.equal(await definedAt(exampleJob, '"source": "new_badges"'), '"new_badges"');
  });

  test("lead from an id to no table of that name, and from what is not known nowhere", async () => {
    const text = jobOf('{"setMetadata": {"table": "sites", "metadata": {}}}');
    assert.equal(await definedAt(text, '"table": "sites"'), undefined);
    assert.equal(await definedAt(jobOf('{"replace": {"source": "none"}}'), '"none"'), undefined);
    assert.equal(await definedAt(exampleJob, '"after.csv"'), undefined);
  });
});
