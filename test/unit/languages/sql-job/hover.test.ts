import assert from "node:assert/strict";
import { hoverJobFile } from "../../../../src/languages/sql-job/hover.ts";
import { createJobOutline } from "../../../../src/languages/sql-job/outline.ts";
import { createScope, exampleJob, jobOf } from "./job-texts.ts";

/** What is said of a stretch of the text, and of which stretch. */
async function hoverOn(text: string, stretch: string): Promise<[string, string] | undefined> {
  const found = await hoverJobFile(text, text.indexOf(stretch) + 1, createScope());
  return found && [text.slice(found.start, found.end), found.markdown];
}

suite("Hover in a SQL job file", () => {
  test("explains actions and fields in one line", async () => {
    assert.deepEqual(await hoverOn(exampleJob, '"rollbackOnEmpty"'), [
      '"rollbackOnEmpty"',
      "Rolls the transaction back when no row comes: for steps that validate.",
    ]);
    assert.deepEqual(await hoverOn(exampleJob, '"upsert"'), [
      '"upsert"',
      "Replaces the rows of the target that match on the keys, and inserts the others.",
    ]);
    assert.match((await hoverOn(exampleJob, '"transaction"'))?.[1] ?? "", /^How the transaction is started/);
  });

  test("shows tables and inputs with their columns", async () => {
    assert.deepEqual(await hoverOn(exampleJob, '"site_badge"'), [
      '"site_badge"',
      "**site\\_badge** — table source · Badges\n\n`person_key` STRING · `badge_no` STRING · `closed` STRING",
    ]);
    assert.deepEqual(
      await hoverOn(exampleJob.replace('"id": "new_badges", ', ""), '"badges.csv", "format"'),
      undefined,
    );
    const source = exampleJob.slice(exampleJob.indexOf('"upsert"'));
    const at = exampleJob.indexOf('"upsert"') + source.indexOf('"new_badges"') + 1;
    const input = await hoverJobFile(exampleJob, at, createScope());
    assert.equal(
      input?.markdown,
      "**new\\_badges** — input of the job, from `badges.csv`\n\n`person_key` STRING · `badge_no` STRING · `closed` STRING",
    );
  });

  test("shows the table of a unique id", async () => {
    const found = await hoverOn(jobOf('{"setMetadata": {"table": "t-200", "metadata": {}}}'), '"t-200"');
    assert.match(found?.[1] ?? "", /^\*\*sites\*\* — table source/);
  });

  test("shows the tenant of a code", async () => {
    const text = '{"job": {"tenants": ["WFF_south", "WFF_west"]}}';
    assert.deepEqual(await hoverOn(text, '"WFF_south"'), ['"WFF_south"', "**South\\_Ltd** — tenant `WFF_south`"]);
    assert.equal(await hoverOn(text, '"WFF_west"'), undefined);
  });

  test("says nothing of names that are not known, and of the writer's own texts", async () => {
    assert.equal(await hoverOn(jobOf('{"replace": {"source": "none"}}'), '"none"'), undefined);
    assert.equal(await hoverOn(jobOf('{"unknown": {}}'), '"unknown"'), undefined);
    assert.equal(await hoverOn(exampleJob, '"after.csv"'), undefined);
  });
});

suite("The outline of a SQL job file", () => {
  test("has inputs, actions and the outputs they write", () => {
    assert.deepEqual(
      createJobOutline(exampleJob).map(({ kind, title, detail, children }) => [
        kind,
        title,
        detail,
        ...children.map((child) => child.title),
      ]),
      [
        ["input", "new_badges", "badges.csv"],
        ["action", "1 query", "SELECT badge_no FROM new_badges WHERE badge_no IS NOT NULL"],
        ["action", "2 upsert", "new_badges → site_badge"],
        ["action", "3 query", "DELETE FROM site_badge WHERE person_key IN (SELECT person_k…"],
        ["action", "4 query", "SELECT person_key, badge_no FROM site_badge ORDER BY person…", "after.csv"],
        ["action", "5 commit", ""],
        ["action", "6 process", ""],
      ],
    );
  });

  test("names within what they are the name of", () => {
    for (const { start, end, name, children } of createJobOutline(exampleJob)) {
      for (const inside of [name, ...children]) {
        assert.ok(start <= inside.start && inside.end <= end);
      }
    }
  });
});
